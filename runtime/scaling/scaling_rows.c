#include "runtime/scaling/scaling_rows.h"

#include "runtime/mesh/mesh_order.h"
#include "runtime/report/text_table.h"

#include <math.h>
#include <string.h>

const char *const bits_names[] = { [BITS_SAME] = "yes", [BITS_DIFFER] = "no", [BITS_UNKNOWN] = "-" };

int
scaling_parts(const struct scaling_row *row)
{
	return row->decomposition.ranks[0]*row->decomposition.ranks[1];
}

double
scaling_median(const struct scaling_row *row, enum phase phase)
{
	const struct statistics *s = &row->times.of[phase];

	return row->timed && s->samples ? s->median : NAN;
}

static enum phase
step_phase(const struct scaling_row *row)
{
	return row->times.of[PHASE_OVERLAPPED].samples ? PHASE_OVERLAPPED : PHASE_ALONE;
}

const struct statistics *
scaling_step(const struct scaling_row *row)
{
	return &row->times.of[step_phase(row)];
}

struct scaling_shares
scaling_shares(const struct scaling_rows *rows, const struct scaling_row *row)
{
	const double step = scaling_median(row, step_phase(row)), alone = scaling_median(row, PHASE_ALONE);
	const double exchange = scaling_median(row, PHASE_EXCHANGE), first = row->first > 0 ? row->first : NAN;

	return (struct scaling_shares){
		.step = step, .efficiency = alone/step, .share = (step - alone)/step,
		.scaled = first/step/(rows->strong ? scaling_parts(row) : 1),
		.hidden = (scaling_median(row, PHASE_SERIAL) - step)/(exchange/row->decomposition.every),
		.bandwidth = (double)row->traffic.bytes/exchange,
	};
}

static const char *
size_text(struct arena *arena, const int size[3])
{
	return triple_text(arena, (struct triple){ size[0], size[1], size[2] });
}

bool
scaling_are_alike(const struct scaling_rows *rows, const struct scaling_row *a, const struct scaling_row *b)
{
	const struct candidate *c = a->candidate, *d = b->candidate;
	const struct variant *v = &c->kernel->variant, *w = &d->kernel->variant;

	if (c == d || rows->strong || !scaled_is_on_mesh(c))
		return c == d;
	return c->plan == d->plan && v->storage == w->storage && v->access == w->access && v->levels == w->levels
		&& v->precision == w->precision && !strcmp(c->numbering->order, d->numbering->order)
		&& !memcmp(&c->block, &d->block, sizeof c->block);
}

const char *
scaling_ranks_text(struct arena *arena, const struct scaling_row *row)
{
	const int *ranks = row->decomposition.ranks;

	return scaled_is_on_mesh(row->candidate) ? arena_printf(arena, "%d", ranks[0]) : arena_printf(arena, "%dx%d", ranks[0], ranks[1]);
}

static void
put_cell(struct text_table *table, struct text_row *row, double number, int digits)
{
	text_table_cell(table, row, isnan(number) ? "-" : arena_printf(table->arena, "%.*f", digits, number));
}

static void
fill_row(struct text_table *table, const struct scaling_rows *rows, const struct scaling_row *r, struct text_row *row)
{
	const struct scaling_shares shares = scaling_shares(rows, r);

	text_table_cell(table, row, r->candidate->kernel->name);
	text_table_cell(table, row, candidate_blocks(table->arena, r->candidate));
	text_table_cell(table, row, size_text(table->arena, r->size));
	text_table_cell(table, row, scaling_ranks_text(table->arena, r));
	text_table_cell(table, row, arena_printf(table->arena, "%d", r->devices));
	put_cell(table, row, 1e6*shares.step, 1);
	put_cell(table, row, 1e6*scaling_median(r, PHASE_ALONE), 1);
	put_cell(table, row, 1e6*scaling_median(r, PHASE_SERIAL), 1);
	put_cell(table, row, 1e6*scaling_median(r, PHASE_EXCHANGE), 1);
	put_cell(table, row, 1e-9*shares.bandwidth, 1);
	put_cell(table, row, 100*shares.hidden, 0);
	put_cell(table, row, 100*shares.efficiency, 1);
	put_cell(table, row, 100*shares.scaled, 1);
	text_table_cell(table, row, bits_names[r->bits]);
}

void
scaling_table(const struct scaling_rows *rows, FILE *out)
{
	static const char *const headings[] = { "kernel", "block", "grid", "subdomains", "devices", "step us", "alone us", "in turn us",
		"exchange us", "GB/s", "hidden %", "efficiency %", "of one %", "same bits" };
	enum { COLUMNS = sizeof headings/sizeof *headings, WORDS = 4 };
	struct arena *arena = &rows->scaling->tool->arena;
	struct text_table table = { .arena = arena };
	const char *lacks = rows->scaling->transport.why_not_nccl;
	int count = 0, n = 0;
	struct text_row *lines;

	for (const struct scaling_row *r = rows->first; r; r = r->next)
		count++;
	lines = arena_array(arena, struct text_row, count + 1);
	for (int c = 0; c < COLUMNS; c++)
		text_table_column(&table, headings[c], c >= WORDS && c < COLUMNS - 1);
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		fill_row(&table, rows, r, &lines[n++]);
	fprintf(out, "%s scaling, transport %s%s%s%s, exchange every %d%s\n", rows->strong ? "strong" : "weak", rows->transport,
		lacks ? " (" : "", lacks ? lacks : "", lacks ? ")" : "",
		rows->first ? rows->first->decomposition.every : 1, rows->scaling->arguments->graph ? ", graphs" : "");
	text_table_put_headings(&table, out);
	for (int i = 0; i < count; i++)
		text_table_put(&table, &lines[i], out);
}
