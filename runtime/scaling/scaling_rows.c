#include "runtime/scaling/scaling_rows.h"

#include "runtime/formats/csv.h"
#include "runtime/report/text_table.h"

#include <math.h>

const char *const bits_names[] = { [BITS_SAME] = "yes", [BITS_DIFFER] = "no", [BITS_UNKNOWN] = "-" };

int
scaling_parts(const struct scaling_row *row)
{
	return row->cut.ranks[0]*row->cut.ranks[1];
}

static double
median(const struct scaling_row *row, enum phase phase)
{
	const struct statistics *s = &row->times.of[phase];

	return row->timed && s->samples ? s->median : NAN;
}

/* The phase that counts as a step. */
static enum phase
step_phase(const struct scaling_row *row)
{
	return row->times.of[PHASE_OVERLAPPED].samples ? PHASE_OVERLAPPED : PHASE_ALONE;
}

struct scaling_shares
scaling_shares(const struct scaling_rows *rows, const struct scaling_row *row)
{
	const double step = median(row, step_phase(row)), alone = median(row, PHASE_ALONE);
	const double exchange = median(row, PHASE_EXCHANGE), first = row->first > 0 ? row->first : NAN;

	return (struct scaling_shares){
		.step = step, .efficiency = alone/step, .share = (step - alone)/step,
		.scaled = first/step/(rows->strong ? scaling_parts(row) : 1),
		.hidden = (median(row, PHASE_SERIAL) - step)/(exchange/row->cut.every),
		.bandwidth = (double)row->traffic.bytes/exchange,
	};
}

static const char *
size_text(struct arena *arena, const int size[3])
{
	return triple_text(arena, (struct triple){ size[0], size[1], size[2] });
}

static const char *
ranks_text(struct arena *arena, const struct cut *cut)
{
	return arena_printf(arena, "%dx%d", cut->ranks[0], cut->ranks[1]);
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
	text_table_cell(table, row, ranks_text(table->arena, &r->cut));
	text_table_cell(table, row, arena_printf(table->arena, "%d", r->devices));
	put_cell(table, row, 1e6*shares.step, 1);
	put_cell(table, row, 1e6*median(r, PHASE_ALONE), 1);
	put_cell(table, row, 1e6*median(r, PHASE_SERIAL), 1);
	put_cell(table, row, 1e6*median(r, PHASE_EXCHANGE), 1);
	put_cell(table, row, 1e-9*shares.bandwidth, 1);
	put_cell(table, row, 100*shares.hidden, 0);
	put_cell(table, row, 100*shares.efficiency, 1);
	put_cell(table, row, 100*shares.scaled, 1);
	text_table_cell(table, row, bits_names[r->bits]);
}

void
scaling_table(const struct scaling_rows *rows, FILE *out)
{
	static const char *const headings[] = { "kernel", "block", "grid", "parts", "devices", "step us", "alone us", "in turn us",
		"exchange us", "GB/s", "hidden %", "efficiency %", "of one %", "same bits" };
	enum { COLUMNS = sizeof headings/sizeof *headings, WORDS = 4 };
	struct arena *arena = &rows->scaling->tool->arena;
	struct text_table table = { .arena = arena };
	const char *lacks = rows->scaling->carrier.lacks;
	int count = 0, n = 0;
	struct text_row *lines;

	for (const struct scaling_row *r = rows->first; r; r = r->next)
		count++;
	lines = arena_array(arena, struct text_row, count + 1);
	for (int c = 0; c < COLUMNS; c++)
		text_table_column(&table, headings[c], c >= WORDS && c < COLUMNS - 1);
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		fill_row(&table, rows, r, &lines[n++]);
	fprintf(out, "%s scaling, engine %s%s%s%s, exchange every %d%s\n", rows->strong ? "strong" : "weak", rows->engine,
		lacks ? " (" : "", lacks ? lacks : "", lacks ? ")" : "",
		rows->first ? rows->first->cut.every : 1, rows->scaling->arguments->graph ? ", graphs" : "");
	text_table_put_headings(&table, out);
	for (int i = 0; i < count; i++)
		text_table_put(&table, &lines[i], out);
}

static void
put_number(double number, const char *format, FILE *out)
{
	putc(',', out);
	if (!isnan(number))
		fprintf(out, format, number);
}

static void
put_words(const struct scaling_rows *rows, const struct scaling_row *r, FILE *out)
{
	const struct candidate *c = r->candidate;
	const struct variant *variant = &c->kernel->variant;
	struct arena *arena = &rows->scaling->tool->arena;

	fprintf(out, "%s,%s,%s,%s,%s,%s,%s", rows->strong ? "strong" : "weak", c->plan->stencil->name, c->kernel->name,
		storages[variant->storage].name, accesses[variant->access].name, type_name(variant->precision),
		candidate_blocks(arena, c));
	fprintf(out, ",%d,%d,%d,%d,%d,%d", c->size.x, c->size.y, c->size.z, r->size[0], r->size[1], r->size[2]);
	fprintf(out, ",%d,%d,%d,%d,%s,%d,%d,%s%s", r->cut.ranks[0], r->cut.ranks[1], scaling_parts(r), r->devices, rows->engine,
		r->cut.every, rows->scaling->arguments->graph, r->cut.periodic[0] ? "x" : r->cut.periodic[1] ? "" : "no", r->cut.periodic[1] ? "y" : "");
	fprintf(out, ",%s,%s", r->bits == BITS_DIFFER ? "wrong" : r->timed ? "measured" : "verified", bits_names[r->bits]);
}

static void
put_row(const struct scaling_rows *rows, const struct scaling_row *r, FILE *out)
{
	const struct statistics *step = &r->times.of[step_phase(r)];
	const struct scaling_shares shares = scaling_shares(rows, r);

	put_words(rows, r, out);
	fprintf(out, ",%d,%d", step->samples, r->times.steps);
	put_number(1e6*shares.step, "%.3f", out);
	put_number(r->timed ? 1e6*step->low_quartile : NAN, "%.3f", out);
	put_number(r->timed ? 1e6*step->high_quartile : NAN, "%.3f", out);
	put_number(1e6*median(r, PHASE_ALONE), "%.3f", out);
	put_number(1e6*median(r, PHASE_SERIAL), "%.3f", out);
	put_number(1e6*median(r, PHASE_EXCHANGE), "%.3f", out);
	fprintf(out, ",%d,%llu", r->traffic.messages, r->traffic.bytes);
	put_number(1e-9*shares.bandwidth, "%.3f", out);
	put_number(100*shares.hidden, "%.2f", out);
	put_number(100*shares.share, "%.2f", out);
	put_number(100*shares.efficiency, "%.2f", out);
	put_number(100*shares.scaled, "%.2f", out);
	fprintf(out, ",%.0f", r->points);
	put_number(r->points/shares.step, "%.6g", out);
	for (const struct environment_entry *e = rows->scaling->environment; e->name; e++) {
		putc(',', out);
		csv_put(e->value, out);
	}
	putc(',', out);
	csv_put(rows->scaling->arguments->command, out);
	putc('\n', out);
}

void
scaling_csv(const struct scaling_rows *rows, FILE *out)
{
	fputs("scaling,stencil,kernel,storage,access,precision,block,size_x,size_y,size_z,grid_x,grid_y,grid_z,ranks_x,ranks_y,ranks,"
		"devices,engine,every,graph,periodic,outcome,same_bits,samples,steps,step_us,step_q1_us,step_q3_us,alone_us,serial_us,"
		"exchange_us,messages,message_bytes,direction_GBps,hidden_pct,exchange_share_pct,efficiency_pct,of_one_part_pct,points,"
		"points_per_s", out);
	for (const struct environment_entry *e = rows->scaling->environment; e->name; e++)
		fprintf(out, ",%s", e->name);
	fputs(",command_line\n", out);
	for (const struct scaling_row *r = rows->first; r; r = r->next)
		put_row(rows, r, out);
}
