#include "runtime/report/report_table.h"

#include "generator/variants/variants.h"
#include "runtime/report/grid_report.h"

#include <string.h>

enum { PAGE = 100, MOST_DEVICE = 40 };

/* What rows of a kind, those of one report, have, and so which columns. */
struct kind_of_table {
	const struct grid_report *of;
	struct text_table text;
	bool each;      /* points per thread that are not the usual ones, or several */
	bool timed;
	bool both;      /* cold and hot */
	bool disturbed; /* samples were */
	bool predicted; /* times were */
	bool innermost; /* levels are, which makes long names */
	struct known known;
	int words;      /* columns that lead a line */
	struct kind_of_table *next;
};

struct report {
	const struct results *results;
	struct kind_of_table *kinds;
	bool starred; /* a row is marked as the fastest */
};

/* A line of the report. */
struct line {
	const struct row *row;
	struct text_row cells;
	struct line *next;
};

static struct kind_of_table *
kind_of(struct report *report, const struct row *row)
{
	struct kind_of_table **kind = &report->kinds;

	while (*kind && (*kind)->of != row->report)
		kind = &(*kind)->next;
	if (!*kind) {
		*kind = arena_new(report->results->arena, struct kind_of_table);
		(*kind)->of = row->report;
		(*kind)->text.arena = report->results->arena;
	}
	return *kind;
}

/* --- Columns --- */

static bool
was_disturbed(const struct row *row)
{
	return row->series[CACHE_COLD].disturbed.count || row->series[CACHE_HOT].disturbed.count;
}

/* Whether another row is of the same access with other tunables. */
static bool
has_variants(const struct results *results, const struct row *row)
{
	for (const struct row *other = results->first; other; other = other->next)
		if (row_same_problem(row, other) && row_same_access(row, other)
				&& memcmp(row->tunables, other->tunables, sizeof row->tunables))
			return true;
	return false;
}

static bool
is_innermost(const struct row *row)
{
	return !strcmp(row->levels, levels_names[LEVELS_INNERMOST]);
}

static void
look_at(struct report *report, const struct row *row)
{
	struct kind_of_table *kind = kind_of(report, row);

	kind->each |= row->unusual || (!kind->each && has_variants(report->results, row));
	kind->timed |= row_time(row) != NULL;
	kind->both |= row->time[CACHE_COLD].samples && row->time[CACHE_HOT].samples;
	kind->disturbed |= was_disturbed(row);
	kind->predicted |= row->predicted_us > 0;
	kind->innermost |= is_innermost(row);
	kind->known.facts |= row->facts.registers > 0;
	kind->known.compared |= row->difference[row_cache(row)] != DIFFERENCE_UNKNOWN;
	kind->known.launches |= row->facts.launches > 0;
	kind->known.parts |= row->part > 0;
}

static void
add_columns(struct kind_of_table *kind)
{
	struct text_table *text = &kind->text;

	if (kind->of->stored)
		text_table_column(text, "storage", false);
	text_table_column(text, "access", false);
	/* The page has no room for all. */
	kind->known.facts &= !kind->known.parts && !kind->known.compared && !(kind->each && kind->both);
	kind->known.shares = kind->known.parts ? 1 : !kind->innermost || !kind->each ? 2 : 2 - kind->both - kind->known.compared;
	kind->known.shares -= kind->predicted && kind->known.shares > 0;
	kind->known.bandwidth = !(kind->predicted && kind->known.compared && kind->innermost && kind->each && kind->both);
	if (kind->each)
		text_table_column(text, "each", false);
	if (kind->of->stored) {
		text_table_column(text, "order", false);
		text_table_column(text, "block", false);
	}
	kind->words = text->count;
	if (!kind->timed)
		return;
	text_table_column(text, kind->both ? "cold us" : "us", true);
	text_table_column(text, "", false);
	text_table_column(text, "+-", true);
	if (kind->predicted)
		text_table_column(text, "model", true);
	if (kind->both)
		text_table_column(text, "hot us", true);
	if (kind->disturbed)
		text_table_column(text, "lost", true);
	kind->of->columns(text, &kind->known);
}

/* --- Lines --- */

/* The points of a thread in x, y and z, how many columns it walks, how far its loop is unrolled, its registers, and how many blocks
 * and steps a launch has. */
static const char *
each_text(struct arena *arena, const struct row *row)
{
	int points[3] = { 1, 1, 1 };
	const char *more = "";
	bool some = false;

	for (int t = 0; t < TUNABLE_COUNT; t++) {
		if (!row->tunables[t])
			continue;
		some |= tunables[t].axis >= 0;
		if (tunables[t].axis >= 0)
			points[tunables[t].axis] = row->tunables[t];
		else
			more = arena_printf(arena, "%s%s%c%d", more, *more || some ? " " : "", *tunables[t].name,
				row->tunables[t]);
	}
	if (some)
		return arena_printf(arena, "%dx%dx%d%s", points[0], points[1], points[2], more);
	return *more ? more : "-";
}

/* With the layout of fields, the levels and what is kept where these are not the usual ones. */
static const char *
access_text(struct arena *arena, const struct row *row)
{
	const bool structs = strcmp(row->fields, layouts[0].name) != 0;
	const bool innermost = is_innermost(row);

	const bool keeps = strcmp(row->decision, "-") != 0;

	return arena_printf(arena, "%s%s%s%s%s%s%s", row->access, structs ? "_" : "", structs ? row->fields : "",
		innermost ? "_" : "", innermost ? row->levels : "", keeps ? "_" : "", keeps ? row->decision : "");
}

static void
add_words(const struct report *report, struct kind_of_table *kind, struct line *line)
{
	struct arena *arena = report->results->arena;
	const struct row *row = line->row;

	if (kind->of->stored)
		text_table_cell(&kind->text, &line->cells, row->part ? arena_printf(arena, " kernel %d", row->part) : row->storage);
	text_table_cell(&kind->text, &line->cells, row->part ? row->assigns : access_text(arena, row));
	if (kind->each)
		text_table_cell(&kind->text, &line->cells, each_text(arena, row));
	if (!kind->of->stored)
		return;
	text_table_cell(&kind->text, &line->cells, row->order);
	text_table_cell(&kind->text, &line->cells, row->block);
}

/* A star for the fastest row of its problem, a tilde for one with disturbed samples. */
static const char *
mark_of(struct report *report, const struct row *row)
{
	const bool fastest = row_is_fastest(report->results, row);
	const bool noisy = row->series[row_cache(row)].noisy;

	report->starred |= fastest;
	return fastest ? noisy ? "*~" : "*" : noisy ? "~" : "";
}

static void
add_times(struct report *report, struct kind_of_table *kind, struct line *line)
{
	const struct row *row = line->row;
	const enum cache cache = row_cache(row);
	const struct statistics *s = &row->time[cache];
	struct text_table *text = &kind->text;

	text_table_number(text, &line->cells, "%.1f", 1e6*s->median);
	text_table_cell(text, &line->cells, mark_of(report, row));
	text_table_number(text, &line->cells, "%.0f%%", 100*s->deviation/s->median);
	if (kind->predicted && row->predicted_us > 0)
		text_table_number(text, &line->cells, "%.1f", row->predicted_us);
	else if (kind->predicted)
		text_table_cell(text, &line->cells, "-");
	if (kind->both && row->time[CACHE_HOT].samples)
		text_table_number(text, &line->cells, "%.1f", 1e6*row->time[CACHE_HOT].median);
	else if (kind->both)
		text_table_cell(text, &line->cells, "-");
	if (kind->disturbed)
		text_table_number(text, &line->cells, "%.0f", row->series[cache].disturbed.count);
	kind->of->cells(text, &line->cells, report->results, row, &kind->known);
}

/* Why there is no time. What does not fit the page ends in dots. */
static const char *
note_of(const struct report *report, const struct kind_of_table *kind, const struct row *row)
{
	struct arena *arena = report->results->arena;
	const int room = PAGE - 1 - text_table_width(&kind->text, kind->words);
	const int blocks = row_count_blocks(report->results, row);

	if (row->outcome == OUTCOME_VERIFIED)
		return blocks > 1 ? arena_printf(arena, "verified, %d blocks", blocks) : "verified";
	if ((int)strlen(row->note) <= room || room < 8)
		return row->note;
	return arena_printf(arena, "%.*s...", room - 3, row->note);
}

/* The lines of the rows that are shown. Then all columns have their widths. */
static struct line *
make_lines(struct report *report)
{
	struct line *lines = NULL, **last = &lines;

	for (const struct row *row = report->results->first; row; row = row->next) {
		struct kind_of_table *kind = kind_of(report, row);

		if (!row_is_best(report->results, row))
			continue;
		*last = arena_new(report->results->arena, struct line);
		(*last)->row = row;
		add_words(report, kind, *last);
		if (row_time(row))
			add_times(report, kind, *last);
		last = &(*last)->next;
	}
	for (struct line *line = lines; line; line = line->next)
		if (!row_time(line->row))
			line->cells.note = note_of(report, kind_of(report, line->row), line->row);
	return lines;
}

/* --- The page --- */

static void
put_problem(struct arena *arena, const struct row *row, FILE *out)
{
	const enum cache cache = row_cache(row);
	const char *work = row->report->work ? row->report->work(arena, row) : NULL, *separator = ";";

	fprintf(out, "\n%s, %s %s", row->stencil, row_size(arena, row), row->precision);
	if (row->graph)
		fputs(", replayed", out);
	if (work)
		fprintf(out, ", %s", work);
	else
		fprintf(out, ": %.1f MB at least", 1e-6*row->bytes);
	for (int y = 0; y < REFERENCE_COUNT && !work; y++)
		if (row->reference_copy[y][cache] > 0) {
			fprintf(out, "%s %s %.1f us", separator, reference_copy_names[y],
				1e6*row->reference_copy[y][cache]);
			separator = ",";
		}
	putc('\n', out);
}

static const char *
entry(const struct results *results, const char *name)
{
	for (const struct environment_entry *e = results->environment; e->name; e++)
		if (!strcmp(e->name, name))
			return e->value;
	return "";
}

/* The first row of a problem that has a time; its reference copies are shown. */
static const struct row *
representative(const struct row *row)
{
	for (const struct row *other = row; other && row_same_problem(row, other); other = other->next)
		if (row_time(other) && !other->part)
			return other;
	return row;
}

/* Explains the marks and columns that occur. */
static void
put_legend(const struct report *report, FILE *out)
{
	bool timed = false, each = false, disturbed = false, predicted = false;

	for (const struct kind_of_table *kind = report->kinds; kind; kind = kind->next) {
		timed |= kind->timed;
		each |= kind->each;
		disturbed |= kind->disturbed;
		predicted |= kind->predicted && kind->timed;
	}
	if (report->starred || timed || each || disturbed)
		putc('\n', out);
	if (report->starred)
		fputs("*     the fastest\n", out);
	if (timed)
		fputs("+-    half of the samples are as near to the median\n", out);
	if (predicted)
		fputs("model predicted us, at least: the longest of memory, shared memory with L1, and operations\n", out);
	if (each)
		fputs("each  points of a thread in x, y, z; c: columns; u: unrolled; r: registers; b, s: blocks, steps\n", out);
	if (disturbed)
		fputs("lost  samples that other programs disturbed; ~ too few others: these are used, too\n", out);
}

void
report_table(const struct results *results, FILE *out)
{
	struct report report = { .results = results };
	const struct row *last = NULL;

	if (!results->first)
		return;
	for (const struct row *row = results->first; row; row = row->next)
		look_at(&report, row);
	for (struct kind_of_table *kind = report.kinds; kind; kind = kind->next)
		add_columns(kind);
	fprintf(out, "%.*s, backend %s; medians, and shares of a copy's and a stream's speed\n", MOST_DEVICE,
		entry(results, "device"), entry(results, "backend"));
	for (const struct line *line = make_lines(&report); line; line = line->next) {
		const struct text_table *text = &kind_of(&report, line->row)->text;

		if (!last || !row_same_problem(last, line->row)) {
			put_problem(results->arena, representative(line->row), out);
			text_table_put_headings(text, out);
		}
		text_table_put(text, &line->cells, out);
		last = line->row;
	}
	put_legend(&report, out);
	if (results->left_out)
		fprintf(out, "%s\n", results->left_out);
}
