#include "runtime/scaling/scaling_cells.h"

#include "runtime/formats/csv.h"
#include "runtime/report/report_json.h"
#include "runtime/rows/row_json.h"
#include "runtime/scaling/scaled_mesh.h"

#include <math.h>
#include <string.h>

enum { MOST_CELLS = 48 };

struct cell {
	const char *name, *text; /* "": there is no such number */
	bool is_number;
};

struct cells {
	struct arena *arena;
	struct cell items[MOST_CELLS];
	int count;
};

static void
add_text(struct cells *cells, const char *name, const char *text)
{
	cells->items[cells->count++] = (struct cell){ name, text, false };
}

static void
add_int(struct cells *cells, const char *name, int number)
{
	cells->items[cells->count++] = (struct cell){ name, arena_printf(cells->arena, "%d", number), true };
}

static void
add_number(struct cells *cells, const char *name, const char *format, double number)
{
	cells->items[cells->count++] = (struct cell){ name, isnan(number) ? "" : arena_printf(cells->arena, format, number), true };
}

static void
add_axes(struct cells *cells, const char *what, int count, const int *numbers)
{
	for (int axis = 0; axis < count; axis++)
		add_int(cells, arena_printf(cells->arena, "%s_%c", what, "xyz"[axis]), numbers[axis]);
}

/* What was measured. */
static void
add_words(struct cells *cells, const struct scaling_rows *rows, const struct scaling_row *r)
{
	const struct candidate *c = r->candidate;
	const struct variant *variant = &c->kernel->variant;
	const struct transport *transport = &r->decomposition.transport;
	const int given[3] = { c->size.x, c->size.y, c->size.z };

	add_text(cells, "scaling", rows->strong ? "strong" : "weak");
	add_text(cells, "stencil", c->plan->stencil->name);
	add_text(cells, "kernel", c->kernel->name);
	add_text(cells, "storage", storages[variant->storage].name);
	add_text(cells, "access", accesses[variant->access].name);
	add_text(cells, "precision", precision_name(c->plan->stencil, variant->precision));
	add_text(cells, "block", candidate_blocks(cells->arena, c));
	add_text(cells, "mesh", scaled_is_on_mesh(c) ? scaled_mesh_name(c) : "-");
	add_axes(cells, "size", 3, given);
	add_axes(cells, "grid", 3, r->size);
	add_axes(cells, "ranks", 2, r->decomposition.ranks);
	add_int(cells, "ranks", scaling_parts(r));
	add_int(cells, "devices", r->devices);
	add_text(cells, "transport", rows->transport);
	add_number(cells, "comm_blocks", "%.0f", transport->nccl ? (double)transport->blocks : NAN);
	add_int(cells, "every", r->decomposition.every);
	add_int(cells, "graph", rows->scaling->arguments->graph);
	add_text(cells, "periodic", arena_printf(cells->arena, "%s%s", r->decomposition.periodic[0] ? "x"
		: r->decomposition.periodic[1] ? "" : "no",
		r->decomposition.periodic[1] ? "y" : ""));
	add_text(cells, "outcome", outcome_names[r->bits == BITS_DIFFER ? OUTCOME_WRONG : r->timed ? OUTCOME_MEASURED : OUTCOME_VERIFIED]);
	add_text(cells, "same_bits", bits_names[r->bits]);
}

static struct cells
cells_of(const struct scaling_rows *rows, const struct scaling_row *r)
{
	const struct scaling_shares shares = scaling_shares(rows, r);
	const struct statistics *step = scaling_step(r);
	struct cells cells = { .arena = &rows->scaling->tool->arena };

	add_words(&cells, rows, r);
	add_int(&cells, "samples", step->samples);
	add_int(&cells, "steps", r->times.steps);
	add_number(&cells, "step_us", "%.3f", 1e6*shares.step);
	add_number(&cells, "step_q1_us", "%.3f", r->timed ? 1e6*step->low_quartile : NAN);
	add_number(&cells, "step_q3_us", "%.3f", r->timed ? 1e6*step->high_quartile : NAN);
	add_number(&cells, "alone_us", "%.3f", 1e6*scaling_median(r, PHASE_ALONE));
	add_number(&cells, "serial_us", "%.3f", 1e6*scaling_median(r, PHASE_SERIAL));
	add_number(&cells, "exchange_us", "%.3f", 1e6*scaling_median(r, PHASE_EXCHANGE));
	add_int(&cells, "messages", r->traffic.messages);
	add_number(&cells, "message_bytes", "%.0f", (double)r->traffic.bytes);
	add_number(&cells, "direction_GBps", "%.3f", 1e-9*shares.bandwidth);
	add_number(&cells, "hidden_pct", "%.2f", 100*shares.hidden);
	add_number(&cells, "exchange_share_pct", "%.2f", 100*shares.share);
	add_number(&cells, "efficiency_pct", "%.2f", 100*shares.efficiency);
	add_number(&cells, "of_one_subdomain_pct", "%.2f", 100*shares.scaled);
	add_number(&cells, "points", "%.0f", r->points);
	add_number(&cells, "points_per_s", "%.6g", r->points/shares.step);
	return cells;
}

void
scaling_csv(const struct scaling_rows *rows, FILE *out)
{
	const struct environment_entry *environment = rows->scaling->environment;

	for (const struct scaling_row *r = rows->first; r; r = r->next) {
		const struct cells cells = cells_of(rows, r);

		for (int c = 0; c < cells.count && r == rows->first; c++)
			fprintf(out, "%s,", cells.items[c].name);
		for (const struct environment_entry *e = environment; e->name && r == rows->first; e++)
			fprintf(out, "%s,", e->name);
		fputs(r == rows->first ? "command_line\n" : "", out);
		for (int c = 0; c < cells.count; c++) {
			csv_put(cells.items[c].text, out);
			putc(',', out);
		}
		for (const struct environment_entry *e = environment; e->name; e++) {
			csv_put(e->value, out);
			putc(',', out);
		}
		csv_put(rows->scaling->arguments->command, out);
		putc('\n', out);
	}
}

static const char *const samples_names[PHASES] = { [PHASE_ALONE] = "alone_samples_s", [PHASE_EXCHANGE] = "exchange_samples_s",
	[PHASE_SERIAL] = "serial_samples_s", [PHASE_OVERLAPPED] = "step_samples_s" };

void
scaling_json_row(const struct scaling_rows *rows, const struct scaling_row *r, FILE *out)
{
	const struct cells cells = cells_of(rows, r);

	fputs("{\"key\":", out);
	json_put_string(r->key, out);
	for (int c = 0; c < cells.count; c++) {
		const struct cell *cell = &cells.items[c];

		putc(',', out);
		json_put_string(cell->name, out);
		putc(':', out);
		if (cell->is_number)
			fputs(*cell->text ? cell->text : "null", out);
		else
			json_put_string(cell->text, out);
	}
	for (int p = 0; p < PHASES; p++) {
		fprintf(out, ",\"%s\":", samples_names[p]);
		json_samples(&r->times.samples[p], out);
	}
	fputs("}\n", out);
}

void
scaling_json(const struct scaling_rows *rows, FILE *out)
{
	const struct scaling *s = rows->scaling;
	struct results results;

	results_open(&results, &s->tool->arena, s->environment, s->arguments->command);
	json_environment(&results, out);
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		scaling_json_row(rows, r, out);
}

static enum bits
bits_named(const char *name)
{
	return !strcmp(name, bits_names[BITS_SAME]) ? BITS_SAME : !strcmp(name, bits_names[BITS_DIFFER]) ? BITS_DIFFER : BITS_UNKNOWN;
}

void
scaling_row_from_json(struct arena *arena, const struct json *object, struct scaling_row *row)
{
	row->bits = bits_named(json_text(object, "same_bits"));
	row->timed = !strcmp(json_text(object, "outcome"), outcome_names[OUTCOME_MEASURED]);
	row->devices = json_int(json_member(object, "devices"));
	row->points = json_number(object, "points");
	row->traffic.messages = json_int(json_member(object, "messages"));
	row->traffic.bytes = (unsigned long long)json_number(object, "message_bytes");
	row->times = (struct scaling_times){ .steps = json_int(json_member(object, "steps")) };
	for (int p = 0; p < PHASES; p++) {
		struct samples *samples = &row->times.samples[p];

		samples_from_json(arena, json_member(object, samples_names[p]), samples);
		row->times.of[p] = statistics(samples->seconds, samples->count);
	}
}
