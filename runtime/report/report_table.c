#include "runtime/report/report_table.h"

#include "generator/variants/variants.h"
#include "runtime/report/report_sparse.h"

#include <string.h>

/* The texts that lead a line, and how wide they are. */
enum { STORAGE, ACCESS, ORDER, BLOCK, WORDS };

enum { PAGE = 100 };

struct columns {
	const struct results *results;
	struct arena *arena;
	int width[WORDS];
	struct sparse_columns sparse;
	bool both;   /* cold and hot */
	bool facts;  /* registers and occupancy are known */
	bool compared; /* there is a baseline */
};

static const char *const headings[WORDS] = { "storage", "access", "order", "block" };

static void
find_words(struct arena *arena, const struct row *row, const char *words[WORDS])
{
	const char *access = row->access;

	if (strcmp(row->fields, layouts[0].name))
		access = arena_printf(arena, "%s_%s", access, row->fields);
	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (row->tunables[c] && row->unusual)
			access = arena_printf(arena, "%s/%d", access, row->tunables[c]);
	words[STORAGE] = row->storage;
	words[ACCESS] = access;
	words[ORDER] = row->order;
	words[BLOCK] = row->block;
}

static struct columns
layout_of(const struct results *results)
{
	struct columns columns = { .results = results, .arena = results->arena };

	for (int w = 0; w < WORDS; w++)
		columns.width[w] = (int)strlen(headings[w]);
	for (const struct row *row = results->first; row; row = row->next) {
		const char *words[WORDS];

		find_words(results->arena, row, words);
		for (int w = 0; w < WORDS; w++)
			if (columns.width[w] < (int)strlen(words[w]))
				columns.width[w] = (int)strlen(words[w]);
		columns.both |= row->time[CACHE_COLD].samples && row->time[CACHE_HOT].samples;
		columns.facts |= row->facts.registers > 0;
		columns.sparse.launches |= row->facts.launches > 0;
		columns.compared |= row->difference[row_cache(row)] != DIFFERENCE_UNKNOWN;
	}
	columns.sparse.both = columns.both;
	return columns;
}

/* Sparse grids have nothing but accesses to choose from. */
static void
put_words(const struct columns *columns, const struct row *row, const char *const words[WORDS], FILE *out)
{
	if (row->dim)
		fprintf(out, "%-*s", columns->width[ACCESS], words[ACCESS]);
	for (int w = 0; w < WORDS && !row->dim; w++)
		fprintf(out, "%s%-*s", w ? " " : "", columns->width[w], words[w]);
}

static void
put_headings(const struct columns *columns, const struct row *row, FILE *out)
{
	const bool timed = row_time(row) != NULL;

	put_words(columns, row, headings, out);
	if (timed && row->dim) {
		sparse_headings(row, &columns->sparse, out);
		return;
	}
	if (timed)
		fprintf(out, " %7s %4s", columns->both ? "cold us" : "us", "+-");
	if (columns->both)
		fprintf(out, " %7s", "hot us");
	if (timed)
		fprintf(out, " %4s %4s %6s", "GB/s", "copy", "stream");
	if (columns->facts && !columns->compared)
		fprintf(out, " %4s %4s", "regs", "occ");
	if (columns->compared)
		fprintf(out, " %9s", "baseline");
	putc('\n', out);
}

/* "+3.0%", or "=" for what cannot be told apart. */
static const char *
difference_text(struct arena *arena, const struct row *row, enum cache cache)
{
	switch (row->difference[cache]) {
	case DIFFERENCE_FASTER:
	case DIFFERENCE_SLOWER: return arena_printf(arena, "%+.1f%%", 100*(row->relative[cache] - 1));
	case DIFFERENCE_SAME:   return "=";
	case DIFFERENCE_UNKNOWN:
	case DIFFERENCE_COUNT: break;
	}
	return "-";
}

static void
put_times(const struct columns *columns, const struct row *row, FILE *out)
{
	const enum cache cache = row_cache(row);
	const struct statistics *s = &row->time[cache];

	fprintf(out, " %7.1f %3.0f%%", 1e6*s->median, 100*s->deviation/s->median);
	if (columns->both)
		fprintf(out, " %7.1f", 1e6*row->time[CACHE_HOT].median);
	fprintf(out, " %4.0f %3.0f%% %5.0f%%", 1e-9*row_bandwidth(row, cache),
		100*row_share(row, YARDSTICK_COPY, cache), 100*row_share(row, YARDSTICK_STREAM, cache));
	if (columns->facts && !columns->compared)
		fprintf(out, " %4d %3.0f%%", row->facts.registers, 100*row->facts.occupancy);
	if (columns->compared)
		fprintf(out, " %9s", difference_text(columns->arena, row, cache));
	putc('\n', out);
}

/* Why there is no time; what does not fit the page ends in dots. */
static void
put_note(const struct columns *columns, const char *note, FILE *out)
{
	int room = PAGE - WORDS;

	for (int w = 0; w < WORDS; w++)
		room -= columns->width[w];
	if ((int)strlen(note) <= room)
		fprintf(out, " %s\n", note);
	else
		fprintf(out, " %.*s...\n", room - 3, note);
}

static void
put_row(const struct columns *columns, const struct row *row, FILE *out)
{
	const char *words[WORDS];

	find_words(columns->arena, row, words);
	put_words(columns, row, words, out);
	if (row_time(row) && row->dim)
		sparse_row(columns->results, row, &columns->sparse, out);
	else if (row_time(row))
		put_times(columns, row, out);
	else
		put_note(columns, row->outcome == OUTCOME_VERIFIED ? "verified" : row->note, out);
}

static void
put_problem(struct arena *arena, const struct row *row, FILE *out)
{
	const enum cache cache = row_cache(row);
	const char *separator = ";";

	fprintf(out, "\n%s, %s %s", row->stencil, row_size(arena, row), row->precision);
	if (row->graph)
		fputs(", replayed", out);
	/* An evaluation is not bound by what it moves. */
	if (row->probes)
		fprintf(out, ", %d of %d probes verified", row->checked, row->probes);
	else
		fprintf(out, ": %.1f MB at least", 1e-6*row->bytes);
	for (int y = 0; y < YARDSTICK_COUNT && !row->probes; y++)
		if (row->yardstick[y][cache] > 0) {
			fprintf(out, "%s %s %.1f us", separator, yardstick_names[y],
				1e6*row->yardstick[y][cache]);
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

/* The first row of a problem that has a time; its yardsticks are shown. */
static const struct row *
representative(const struct row *row)
{
	for (const struct row *other = row; other && row_same_problem(row, other); other = other->next)
		if (row_time(other))
			return other;
	return row;
}

void
report_table(const struct results *results, FILE *out)
{
	const struct columns columns = layout_of(results);
	const struct row *last = NULL;

	if (!results->first)
		return;
	fprintf(out, "%.40s, backend %s; medians, and shares of a copy's and a stream's speed\n",
		entry(results, "device"),
		entry(results, "backend"));
	for (const struct row *row = results->first; row; row = row->next) {
		if (!last || !row_same_problem(last, row)) {
			put_problem(results->arena, representative(row), out);
			put_headings(&columns, representative(row), out);
		}
		if (row_is_best(results, row))
			put_row(&columns, row, out);
		last = row;
	}
}
