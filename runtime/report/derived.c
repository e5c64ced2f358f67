#include "runtime/report/derived.h"

#include "runtime/rows/counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char time_column[] = "median_us";

static const char *const ratios[] = {
	"relative", "slowdown_pct", "intensity", "gflops", "rate_M", "median_ms", "times_floor",
	"loads_a_point", "dram_read_GB", "dram_GB",
};

static const char *
third_part(struct arena *arena, const char *text, int part)
{
	int size[3];
	char end;

	if (sscanf(text, "%9dx%9dx%9d%c", &size[0], &size[1], &size[2], &end) != 3)
		return "";
	return arena_printf(arena, "%d", size[part]);
}

static const char *
threads(struct arena *arena, const char *block)
{
	const char *parts[3];

	for (int a = 0; a < 3; a++)
		parts[a] = third_part(arena, block, a);
	return *parts[0] ? arena_printf(arena, "%.0f", atof(parts[0])*atof(parts[1])*atof(parts[2])) : "";
}

static const char *
first_part(struct arena *arena, const char *text)
{
	return third_part(arena, text, 0);
}

static const char *
last_part(struct arena *arena, const char *text)
{
	return third_part(arena, text, 2);
}

static const char *
last_parts(struct arena *arena, const char *text)
{
	return *third_part(arena, text, 1) ? strchr(text, 'x') + 1 : "";
}

static const char *
width(struct arena *arena, const char *order)
{
	(void)arena;
	return strncmp(order, "zcurve:", 7) ? "" : order + 7;
}

/* Empty for regular grids, too, and in files from before there was a choice: so that a chart without
 * levels innermost does not speak of levels. */
static const char *
innermost(struct arena *arena, const char *levels)
{
	(void)arena;
	return strcmp(levels, "innermost") ? "" : levels;
}

static const struct {
	const char *column, *from;
	const char *(*derive)(struct arena *arena, const char *text);
} derived[] = {
	{ "threads", "block", threads },
	{ "block_x", "block", first_part },
	{ "block_yz", "block", last_parts },
	{ "block_z", "block", last_part },
	{ "size_x", "size", first_part },
	{ "size_z", "size", last_part },
	{ "order_width", "order", width },
	{ "innermost", "levels", innermost },
};

/* The least time of a problem on a regular grid, as soa. */
struct baseline {
	const char *problem;
	double time;
	struct baseline *next;
};

static const char *
problem_of(struct arena *arena, const struct csv *csv, int row)
{
	return arena_printf(arena, "%s %s %s", csv_text(csv, row, "stencil"), csv_text(csv, row, "size"),
		csv_text(csv, row, "precision"));
}

static struct baseline *
find_baseline(struct baseline *baselines, const char *problem)
{
	while (baselines && strcmp(baselines->problem, problem))
		baselines = baselines->next;
	return baselines;
}

static struct baseline *
find_baselines(struct arena *arena, const struct csv *csv)
{
	struct baseline *baselines = NULL, *b;

	for (int r = 0; r < csv->row_count; r++) {
		const double time = csv_number(csv, r, time_column);
		const char *problem;

		if (strcmp(csv_text(csv, r, "storage"), "regular") || strcmp(csv_text(csv, r, "fields"), "soa")
				|| !(time > 0))
			continue;
		problem = problem_of(arena, csv, r);
		b = find_baseline(baselines, problem);
		if (!b) {
			b = arena_new(arena, struct baseline);
			*b = (struct baseline){ problem, time, baselines };
			baselines = b;
		}
		if (b->time > time)
			b->time = time;
	}
	return baselines;
}

static void
set(const struct csv *csv, int row, const char *column, const char *text)
{
	csv->rows[row][csv_column(csv, column)] = text;
}

/* Sets columns derived from counters. A vector load counts as one. */
static void
set_counted(struct arena *arena, const struct csv *csv, int row)
{
	enum { LANES = 32, SECTOR_BYTES = 32 };
	const double requests = csv_number(csv, row, "gld_sectors")
		/csv_number(csv, row, "gld_sectors_per_request");
	const double loads = LANES*requests/csv_number(csv, row, "points");
	const double bytes = SECTOR_BYTES*csv_number(csv, row, "dram_read_sectors");
	const double written = SECTOR_BYTES*csv_number(csv, row, "dram_write_sectors");

	if (isfinite(loads))
		set(csv, row, "loads_a_point", arena_printf(arena, "%.3f", loads));
	if (isfinite(bytes))
		set(csv, row, "dram_read_GB", arena_printf(arena, "%.4f", 1e-9*bytes));
	if (isfinite(bytes + written))
		set(csv, row, "dram_GB", arena_printf(arena, "%.5g", 1e-9*(bytes + written)));
}

static void
set_ratios(struct arena *arena, const struct csv *csv, int row, struct baseline *baselines)
{
	const struct baseline *regular = find_baseline(baselines, problem_of(arena, csv, row));
	const double time = csv_number(csv, row, time_column), flops = csv_number(csv, row, "flops");
	const double floor = csv_number(csv, row, "launch_floor_us");

	if (!(time > 0))
		return;
	set(csv, row, "rate_M", arena_printf(arena, "%.6g", csv_number(csv, row, "points")/time));
	set(csv, row, "median_ms", arena_printf(arena, "%.5g", 1e-3*time));
	if (floor > 0)
		set(csv, row, "times_floor", arena_printf(arena, "%.4g", time/floor));
	if (flops > 0) {
		set(csv, row, "intensity", arena_printf(arena, "%.4f", flops/csv_number(csv, row, "bytes")));
		set(csv, row, "gflops", arena_printf(arena, "%.5g", flops/time*1e-3));
	}
	if (!regular)
		return;
	set(csv, row, "relative", arena_printf(arena, "%.4f", time/regular->time));
	set(csv, row, "slowdown_pct", arena_printf(arena, "%.2f", 100*(time/regular->time - 1)));
}

/* Columns that stand for the first of hot_NAME and cold_NAME that has a value. */
static const char *const of_caches[] = {
	"median_us", "q1_us", "q3_us", "copy_us", "share_of_copy", "stream_us", "share_of_stream", "launch_floor_us", "bound_us",
	"times_bound", "share_of_program", "speedup", "bandwidth_GBps",
};

/* Sets the columns that describe a sparse grid. */
static void
set_sparse(struct arena *arena, const struct csv *csv, int row)
{
	const bool padded = !strcmp(csv_text(csv, row, "padded"), "1");
	const char *grid = arena_printf(arena, "%s:%s", csv_text(csv, row, "dim"),
		csv_text(csv, row, "level"));

	set(csv, row, "grid", grid);
	set(csv, row, "padding", padded ? "padded" : "compact");
	set(csv, row, "sent", strcmp(csv_text(csv, row, "graph"), "1") ? "launched" : "replayed");
	if (!*csv_text(csv, row, "size"))
		set(csv, row, "size", arena_printf(arena, "%s%s", grid, padded ? ":pad" : ""));
}

static struct csv *
add_aliases(struct arena *arena, const struct csv *csv)
{
	static const char *const of_grids[] = { "grid", "padding", "sent" };
	struct csv *wider = csv_widen(arena, csv, "size");

	for (size_t i = 0; i < sizeof of_grids/sizeof *of_grids; i++)
		wider = csv_widen(arena, wider, of_grids[i]);
	for (size_t i = 0; i < sizeof of_caches/sizeof *of_caches; i++)
		wider = csv_widen(arena, wider, of_caches[i]);
	for (int r = 0; r < wider->row_count; r++) {
		for (size_t i = 0; i < sizeof of_caches/sizeof *of_caches; i++)
			for (int c = CACHE_COUNT; c-- > 0 && !*csv_text(wider, r, of_caches[i]); )
				set(wider, r, of_caches[i], csv_text(wider, r, arena_printf(arena, "%s_%s", cache_names[c], of_caches[i])));
		if (csv_number(wider, r, "dim") > 0)
			set_sparse(arena, wider, r);
		else if (!*csv_text(wider, r, "size") && *csv_text(wider, r, "size_x"))
			set(wider, r, "size", arena_printf(arena, "%sx%sx%s", csv_text(wider, r, "size_x"),
				csv_text(wider, r, "size_y"), csv_text(wider, r, "size_z")));
	}
	return wider;
}

static bool
is_one_of(const char *text, const char *const *words, int count)
{
	while (count--)
		if (!strcmp(words[count], text))
			return true;
	return false;
}

/* Drops rows that are wrong or did not run. */
static struct csv *
verified_rows(struct arena *arena, const struct csv *csv)
{
	static const char *const outcomes[] = { "", "measured", "verified" };
	struct csv *good = csv_widen(arena, csv, ratios[0]);
	int count = 0;

	for (int r = 0; r < good->row_count; r++)
		if (is_one_of(csv_text(good, r, "outcome"), outcomes, 3))
			good->rows[count++] = good->rows[r];
	good->row_count = count;
	return good;
}

struct csv *
add_derived_columns(struct arena *arena, const struct csv *csv)
{
	struct csv *wider = add_aliases(arena, verified_rows(arena, csv));
	struct baseline *baselines;

	for (size_t i = 0; i < sizeof ratios/sizeof *ratios; i++)
		wider = csv_widen(arena, wider, ratios[i]);
	for (size_t d = 0; d < sizeof derived/sizeof *derived; d++) {
		wider = csv_widen(arena, wider, derived[d].column);
		for (int r = 0; r < wider->row_count; r++)
			if (!*csv_text(wider, r, derived[d].column))
				set(wider, r, derived[d].column,
					derived[d].derive(arena, csv_text(wider, r, derived[d].from)));
	}
	baselines = find_baselines(arena, wider);
	for (int r = 0; r < wider->row_count; r++) {
		set_ratios(arena, wider, r, baselines);
		set_counted(arena, wider, r);
	}
	return wider;
}

struct csv *
combine_columns(struct arena *arena, const struct csv *csv, const char *columns)
{
	struct csv *wider = csv_widen(arena, csv, columns);

	for (int r = 0; r < wider->row_count && strchr(columns, '+'); r++) {
		const char *text = "";

		for (const char *rest = columns; *rest; ) {
			const size_t length = strcspn(rest, "+");
			const char *word = csv_text(csv, r, arena_strndup(arena, rest, length));

			text = arena_printf(arena, "%s%s%s", text, *text && *word ? " " : "", word);
			rest += length + (rest[length] == '+');
		}
		set(wider, r, columns, text);
	}
	return wider;
}

const char *
column_label(const char *column)
{
	static const struct {
		const char *column, *label;
	} labels[] = {
#define METRIC(name, text) { #name, text },
#include "runtime/report/metrics.def"
	};

	for (size_t i = 0; i < sizeof labels/sizeof *labels; i++)
		if (!strcmp(labels[i].column, column))
			return labels[i].label;
	for (int i = 0; i < counter_count; i++)
		if (!strcmp(counters[i].column, column))
			return counters[i].label;
	return column;
}
