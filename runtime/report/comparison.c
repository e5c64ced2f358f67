#include "runtime/report/comparison.h"

#include "generator/cli/command_line.h"
#include "runtime/report/derived.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
chooses(const char *column)
{
	return strcmp(column, "table") && strcmp(column, "metric") && strcmp(column, "value");
}

static bool
chooses_alike(const struct csv *reference, int a, int b)
{
	for (int c = 0; c < reference->column_count; c++)
		if (chooses(reference->columns[c]) && strcmp(reference->rows[a][c], reference->rows[b][c]))
			return false;
	return true;
}

/* The conditions that a line of the reference sets for our rows. */
static struct condition *
conditions_of(struct arena *arena, const struct csv *reference, int line)
{
	struct condition *conditions = NULL;

	for (int c = 0; c < reference->column_count; c++) {
		struct condition *condition;

		if (!chooses(reference->columns[c]) || !*reference->rows[line][c])
			continue;
		condition = arena_new(arena, struct condition);
		condition->column = reference->columns[c];
		condition->words = arena_array(arena, const char *, 2);
		condition->words[0] = reference->rows[line][c];
		condition->next = conditions;
		conditions = condition;
	}
	return conditions;
}

static int
find(const char *const *words, int count, const char *word)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

/* Whether rows of the table differ in the column. */
static bool
differs(const struct comparison *t, const struct csv *reference, int column)
{
	for (int r = 1; r < t->row_count; r++)
		if (strcmp(reference->rows[t->lines[0]][column], reference->rows[t->lines[r]][column]))
			return true;
	return false;
}

/* A value with its unit, as in "4 rows", if the column has one. */
static const char *
with_unit(struct arena *arena, const char *column, const char *word)
{
	const char *unit = strstr(column, "_per_thread");

	return unit ? arena_printf(arena, "%s %.*s", word, (int)(unit - column) - !strcmp(word, "1"), column)
		: word;
}

static const char *
label_of(struct arena *arena, const struct comparison *t, const struct csv *reference, int row)
{
	const char *label = "";

	for (int c = 0; c < reference->column_count; c++) {
		const char *word = reference->rows[t->lines[row]][c];

		if (chooses(reference->columns[c]) && *word && strcmp(word, "-") && differs(t, reference, c))
			label = arena_printf(arena, "%s%s%s", label, *label ? " " : "",
				with_unit(arena, reference->columns[c], word));
	}
	return *label ? label : "all";
}

/* The fastest row's values in columns that the reference leaves empty. */
static const char *
choice_of(struct arena *arena, const struct csv *reference, int line, const struct csv *measured)
{
	static const char *const open[] = {
		"storage", "access", "padding", "sent", "points_per_thread", "rows_per_thread", "levels_per_thread", "block",
	};
	const int row = fastest_row(measured, conditions_of(arena, reference, line), time_column, false);
	const char *choice = "";

	for (size_t i = 0; i < sizeof open/sizeof *open && row >= 0; i++) {
		const char *word = csv_text(measured, row, open[i]);

		if (csv_column(reference, open[i]) >= 0 && !*csv_text(reference, line, open[i])
				&& *word && strcmp(word, "0"))
			choice = arena_printf(arena, "%s%s%s", choice, *choice ? " " : "",
				with_unit(arena, open[i], word));
	}
	return choice;
}

static void
fill_line(struct arena *arena, struct comparison *t, int row, const struct csv *reference, int line,
	const struct csv *measured)
{
	const char *metric = csv_text(reference, line, "metric"), *value = csv_text(reference, line, "value");
	const int m = find(t->metrics, t->metric_count, metric);
	const bool text = *value && !is_number(value);
	const int ours = fastest_row(measured, conditions_of(arena, reference, line), metric, text);

	t->their_cells[row][m] = value;
	t->our_cells[row][m] = ours < 0 ? "" : csv_text(measured, ours, metric);
	t->missing += ours < 0;
}

static const char ***
new_cells(struct arena *arena, const struct comparison *t)
{
	const char ***cells = arena_array(arena, const char **, t->row_count);

	for (int r = 0; r < t->row_count; r++) {
		cells[r] = arena_array(arena, const char *, t->metric_count);
		for (int m = 0; m < t->metric_count; m++)
			cells[r][m] = "";
	}
	return cells;
}

/* The rows and metrics of the table, in the order of the reference. */
static void
find_shape(struct arena *arena, struct comparison *t, const struct csv *reference)
{
	t->metrics = arena_array(arena, const char *, reference->row_count + 1);
	t->lines = arena_array(arena, int, reference->row_count + 1);
	for (int line = 0; line < reference->row_count; line++) {
		const char *metric = csv_text(reference, line, "metric");
		int row = 0;

		if (strcmp(csv_text(reference, line, "table"), t->table))
			continue;
		while (row < t->row_count && !chooses_alike(reference, t->lines[row], line))
			row++;
		if (row == t->row_count)
			t->lines[t->row_count++] = line;
		if (find(t->metrics, t->metric_count, metric) < 0)
			t->metrics[t->metric_count++] = metric;
	}
}

bool
comparison_make(struct arena *arena, const struct csv *reference, const char *table,
	const struct csv *measured, struct comparison *t, struct error *error)
{
	*t = (struct comparison){ .table = table, .theirs = "theirs", .ours = "ours" };
	find_shape(arena, t, reference);
	if (!t->row_count)
		return error_set(error, EXIT_ERRORS, "the reference has no table %s", table);
	t->their_cells = new_cells(arena, t);
	t->our_cells = new_cells(arena, t);
	t->labels = arena_array(arena, const char *, t->row_count);
	t->our_choice = arena_array(arena, const char *, t->row_count);
	for (int row = 0; row < t->row_count; row++) {
		for (int line = t->lines[row]; line < reference->row_count; line++)
			if (!strcmp(csv_text(reference, line, "table"), table)
					&& chooses_alike(reference, t->lines[row], line))
				fill_line(arena, t, row, reference, line, measured);
		t->labels[row] = label_of(arena, t, reference, row);
		t->our_choice[row] = choice_of(arena, reference, t->lines[row], measured);
	}
	return true;
}

/* "12345678" with commas between thousands. */
static const char *
grouped(struct arena *arena, const char *digits)
{
	const size_t length = strlen(digits);
	const char *text = "";

	for (size_t i = 0; i < length; i++)
		text = arena_printf(arena, "%s%s%c", text, i && (length - i)%3 == 0 ? "," : "", digits[i]);
	return text;
}

const char *
readable_number(struct arena *arena, const char *cell)
{
	const double value = is_number(cell) ? strtod(cell, NULL) : NAN;

	if (!*cell)
		return "-";
	if (isnan(value))
		return cell;
	if (fabs(value) < 1e4 && value == floor(value))
		return arena_printf(arena, "%.0f", value);
	if (value >= 1e4)
		return grouped(arena, arena_printf(arena, "%.0f", value));
	if (fabs(value) >= 100)
		return arena_printf(arena, "%.0f", value);
	return arena_printf(arena, fabs(value) >= 10 ? "%.1f" : "%.3g", value);
}

bool
comparison_has_theirs(const struct comparison *t, int metric)
{
	for (int r = 0; r < t->row_count; r++)
		if (*t->their_cells[r][metric])
			return true;
	return false;
}

void
comparison_csv(const struct comparison *t, const struct csv *reference, FILE *out)
{
	for (int r = -1; r < t->row_count; r++) {
		for (int c = 0; c < reference->column_count; c++)
			if (chooses(reference->columns[c])) {
				csv_put(r < 0 ? reference->columns[c] : reference->rows[t->lines[r]][c], out);
				putc(',', out);
			}
		for (int m = 0; m < t->metric_count; m++)
			if (r < 0)
				fprintf(out, "%s_theirs,%s_ours,", t->metrics[m], t->metrics[m]);
			else {
				csv_put(t->their_cells[r][m], out);
				putc(',', out);
				csv_put(t->our_cells[r][m], out);
				putc(',', out);
			}
		csv_put(r < 0 ? "ours_with" : t->our_choice[r], out);
		putc('\n', out);
	}
}

static struct chart_value
bar(const char *cell)
{
	return (struct chart_value){ is_number(cell) ? strtod(cell, NULL) : NAN, NAN, NAN };
}

struct chart
comparison_chart(struct arena *arena, const struct comparison *t, const char *metric, const char *title)
{
	const char **series = arena_array(arena, const char *, 2);
	struct chart_value *values = arena_array(arena, struct chart_value, 2*t->row_count + 1);
	struct chart_panel *panel = arena_new(arena, struct chart_panel);
	const int m = find(t->metrics, t->metric_count, metric);
	const int first = m >= 0 && !comparison_has_theirs(t, m); /* no bars without numbers */

	series[0] = t->theirs;
	series[1] = t->ours;
	for (int r = 0; r < t->row_count; r++) {
		values[r] = bar(m < 0 ? "" : t->their_cells[r][m]);
		values[t->row_count + r] = bar(m < 0 ? "" : t->our_cells[r][m]);
	}
	*panel = (struct chart_panel){
		.name = "", .group_count = t->row_count, .groups = t->labels, .values = values + (size_t)first*(size_t)t->row_count,
	};
	return (struct chart){
		.kind = CHART_BARS, .title = title, .x_label = "", .y_label = column_label(metric), .series_label = "", .panel_label = "",
		.series_count = 2 - first, .series = series + first, .panel_count = 1, .panels = panel,
	};
}
