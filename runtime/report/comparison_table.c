#include "runtime/report/comparison.h"

#include "runtime/report/derived.h"
#include "runtime/report/markdown.h"

#include <string.h>

/* The width of a page where people read it, in pixels, and what characters and the space and line
 * between columns take of it. */
enum { PAGE = 980, BETWEEN = 27, STEP = 20 };
static const double character = 8.5;

/* A column of the table. Cells are broken at blanks if they must be. */
struct column {
	const char *heading, **cells; /* [row] */
	bool text;                    /* it is no number, and on the left */
	bool second;                  /* it belongs to the one before */
	double width;                 /* the least */
};

struct table {
	struct column *columns;
	int count, rows;
};

static size_t
longest_word(const char *text)
{
	size_t longest = 0;

	while (*text) {
		const size_t length = strcspn(text, " ");

		longest = longest < length ? length : longest;
		text += length + (text[length] == ' ');
	}
	return longest;
}

static void
add(struct table *table, const char *heading, const char **cells, bool text)
{
	size_t longest = longest_word(heading);

	for (int r = 0; r < table->rows; r++)
		longest = longest < longest_word(cells[r]) ? longest_word(cells[r]) : longest;
	table->columns[table->count++] = (struct column){
		heading, cells, text, false, BETWEEN + character*(double)longest,
	};
}

/* Adds the column of a metric, in readable numbers. */
static void
add_metric(struct arena *arena, struct table *table, const char *metric, const char *whose,
	const char ***cells, int m)
{
	const char **own = arena_array(arena, const char *, table->rows + 1);

	for (int r = 0; r < table->rows; r++)
		own[r] = readable_number(arena, cells[r][m]);
	add(table, whose ? arena_printf(arena, "%s: %s", column_label(metric), whose) : column_label(metric), own,
		false);
}

static void
put_cell(const char *text, FILE *out)
{
	putc(' ', out);
	put_markdown(text, out);
	fputs(" |", out);
}

/* Writes the first column, which names the rows, and some of the others. */
static void
put_columns(const struct table *table, int first, int last, FILE *out)
{
	fputs("| |", out);
	for (int c = first; c < last; c++)
		put_cell(table->columns[c].heading, out);
	fputs("\n|---|", out);
	for (int c = first; c < last; c++)
		fputs(table->columns[c].text ? "---|" : "--:|", out);
	putc('\n', out);
	for (int r = 0; r < table->rows; r++) {
		putc('|', out);
		put_cell(table->columns[0].cells[r], out);
		for (int c = first; c < last; c++)
			put_cell(table->columns[c].cells[r], out);
		putc('\n', out);
	}
}

static bool
has_choice(const struct comparison *t)
{
	for (int r = 0; r < t->row_count; r++)
		if (*t->our_choice[r])
			return true;
	return false;
}

static bool
has_theirs(const struct comparison *t)
{
	for (int m = 0; m < t->metric_count; m++)
		if (comparison_has_theirs(t, m))
			return true;
	return false;
}

static struct table
make_table(struct arena *arena, const struct comparison *t)
{
	struct table table = { arena_array(arena, struct column, 2*t->metric_count + 2), 0, t->row_count };
	const char *ours = has_theirs(t) ? t->ours : NULL;

	add(&table, "", t->labels, true);
	for (int m = 0; m < t->metric_count; m++) {
		const bool theirs = comparison_has_theirs(t, m);

		if (theirs)
			add_metric(arena, &table, t->metrics[m], t->theirs, t->their_cells, m);
		add_metric(arena, &table, t->metrics[m], ours, t->our_cells, m);
		table.columns[table.count - 1].second = theirs;
	}
	if (has_choice(t))
		add(&table, "with", t->our_choice, true);
	return table;
}

/* The end of the columns that fit into a table that begins with the first. */
static int
find_end(const struct table *table, int first, double page)
{
	double width = table->columns[0].width;
	int next;

	for (int c = first; c < table->count; c = next) {
		next = c;
		do
			width += table->columns[next++].width;
		while (next < table->count && table->columns[next].second);
		if (c > first && width > page)
			return c;
	}
	return table->count;
}

static int
count_tables(const struct table *table, double page)
{
	int count = 0;

	for (int c = 1; c < table->count; c = find_end(table, c, page))
		count++;
	return count;
}

void
comparison_markdown(struct arena *arena, const struct comparison *t, FILE *out)
{
	const struct table table = make_table(arena, t);
	const int count = count_tables(&table, PAGE);
	double page = PAGE;

	/* Of about the same width. */
	while (page > STEP && count_tables(&table, page - STEP) == count)
		page -= STEP;
	for (int first = 1, end; first < table.count; first = end) {
		end = find_end(&table, first, page);
		if (first > 1)
			putc('\n', out);
		put_columns(&table, first, end, out);
	}
}
