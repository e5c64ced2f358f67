#include "runtime/report/directives.h"

#include "runtime/report/comparison.h"
#include "runtime/report/derived.h"
#include "runtime/report/labels.h"
#include "runtime/report/markdown.h"
#include "runtime/report/plot.h"
#include "runtime/chart/svg.h"
#include "runtime/report/matrix.h"

#include <string.h>

static void
write_chart(struct page *page, const char *name, const struct chart *chart)
{
	struct printed svg;

	if (!page_file_open(page, &svg))
		return;
	if (!chart_write(chart, svg.out))
		page_fail(page, EXIT_IO, "out of memory");
	page_file_close(page, &svg, arena_printf(page->arena, "%s.svg", name));
	fputs("![", page->out);
	put_markdown(chart->title, page->out);
	fprintf(page->out, "](%s.svg)\n", name);
}

static void
put_link(struct page *page, const char *name)
{
	fprintf(page->out, "\nData: [%s.csv](%s.csv)\n", name, name);
}

static void
put_reference(struct page *page, const struct directive *directive)
{
	const char *slash = strrchr(page->path, '/');
	const char *path = arena_printf(page->arena, "%.*s%s", slash ? (int)(slash - page->path + 1) : 0,
		page->path, directive->words[1]);
	struct error error;

	page->reference = csv_read(page->arena, path, &error);
	if (!page->reference)
		page_fail(page, EXIT_IO, "%s", error.text);
}

static void
put_theirs(struct page *page, const struct directive *directive)
{
	page->theirs = "";
	for (int i = 1; i < directive->count; i++)
		page->theirs = arena_printf(page->arena, "%s%s%s", page->theirs, i > 1 ? " " : "", directive->words[i]);
}

/* Short, for headings. */
static const char *
device_of(const struct csv *csv)
{
	const char *name = csv->row_count ? csv_text(csv, 0, "device") : "";

	if (!strncmp(name, "NVIDIA ", 7))
		name += 7;
	return *name ? name : "ours";
}

static void
put_device(struct page *page, const struct directive *directive)
{
	static const char *const columns[] = { "device", "processors", "driver", "runtime", "clock" };
	struct error error;
	const struct csv *csv = page_data(page, directive->words[1], &error);

	if (!csv || !csv->row_count) {
		page_missing(page, csv ? "no rows" : error.text);
		return;
	}
	for (size_t i = 0; i < sizeof columns/sizeof *columns; i++)
		if (*csv_text(csv, 0, columns[i])) {
			if (i)
				fprintf(page->out, ", %s ", columns[i]);
			put_markdown(csv_text(csv, 0, columns[i]), page->out);
		}
	fputs(".\n", page->out);
}

/* All distinct command lines of several files, as one block of code. */
static void
put_commands(struct page *page, const struct directive *directive)
{
	const char **lines = NULL;
	int count = 0;

	for (int i = 1; i < directive->count; i++) {
		struct error error;
		const struct csv *csv = page_data(page, directive->words[i], &error);
		const char **commands, **all;
		const int more = csv ? distinct_words(page->arena, csv, NULL, "command_line", false, &commands) : 0;

		if (!csv) {
			fprintf(stderr, "%s: %s:%d: %s\n", page->tool->name, page->path, page->line, error.text);
			page->missing = true;
		}
		all = arena_array(page->arena, const char *, count + more + 1);
		if (count)
			memcpy(all, lines, (size_t)count*sizeof *all);
		if (more)
			memcpy(all + count, commands, (size_t)more*sizeof *all);
		lines = all;
		count += more;
	}
	put_code(lines, count, page->out);
}

static void
put_comparison(struct page *page, const struct comparison *t, const char *metric, const char *title)
{
	const char *name = arena_printf(page->arena, "table-%s", t->table);
	const struct chart chart = comparison_chart(page->arena, t, metric, title);
	struct printed csv;

	comparison_markdown(page->arena, t, page->out);
	putc('\n', page->out);
	if (!page_file_open(page, &csv))
		return;
	comparison_csv(t, page->reference, csv.out);
	page_file_close(page, &csv, arena_printf(page->arena, "%s.csv", name));
	if (chart_marks(&chart))
		write_chart(page, name, &chart);
	else
		page_missing(page, arena_printf(page->arena, "%s in table %s", column_label(metric), t->table));
	put_link(page, name);
}

static void
put_table(struct page *page, const struct directive *directive)
{
	const char *key, *value, *title = arena_printf(page->arena, "Table %s", directive->words[1]);
	struct comparison comparison;
	struct csv *csv;
	struct error error;

	while (page_setting(page, &key, &value))
		if (!strcmp(key, "title"))
			title = value;
		else
			page_fail(page, EXIT_ERRORS, "a table has no %s", key);
	if (!page->reference) {
		page_fail(page, EXIT_ERRORS, "a table without a reference before it");
		return;
	}
	csv = page_data(page, directive->words[2], &error);
	if (!csv) {
		page_missing(page, error.text);
		return;
	}
	if (!comparison_make(page->arena, page->reference, directive->words[1], csv, &comparison, &error)) {
		page_fail(page, EXIT_ERRORS, "%s", error.text);
		return;
	}
	comparison.theirs = page->theirs;
	comparison.ours = device_of(csv);
	put_comparison(page, &comparison, directive->words[3], title);
	if (comparison.missing) {
		putc('\n', page->out);
		page_missing(page, arena_printf(page->arena, "%d number%s of table %s", comparison.missing,
			comparison.missing == 1 ? "" : "s", directive->words[1]));
	}
}

/* Combines the columns that a plot joins with +. */
static struct csv *
combine(struct page *page, const struct plot *plot, struct csv *csv)
{
	const char *const columns[] = { plot->panels, plot->group, plot->series };

	for (size_t i = 0; i < sizeof columns/sizeof *columns; i++)
		if (strchr(columns[i], '+'))
			csv = combine_columns(page->arena, csv, columns[i]);
	return csv;
}

/* Reads the settings of a chart. */
static void
read_plot(struct page *page, struct plot *plot, struct label **labels)
{
	const char *key, *value;
	struct error error;

	while (page_setting(page, &key, &value))
		if (!strcmp(key, "label")) {
			if (!label_add(page->arena, value, labels, &error))
				page_fail(page, EXIT_ERRORS, "%s", error.text);
		} else if (!plot_set(plot, key, value))
			page_fail(page, EXIT_ERRORS, "a chart has no %s", key);
}

static void
put_plot(struct page *page, const struct directive *directive, enum chart_kind kind)
{
	struct plot plot = plot_of(kind);
	struct label *labels = NULL;
	struct plotted plotted;
	struct printed data;
	struct csv *csv;
	struct error error;

	read_plot(page, &plot, &labels);
	csv = page_data(page, directive->words[2], &error);
	if (csv && labels)
		csv = labelled_rows(page->arena, csv, labels);
	if (csv)
		csv = combine(page, &plot, csv);
	if (!csv || !plot_rows(page->arena, &plot, csv, &plotted, &error)) {
		page_missing(page, error.text);
		return;
	}
	if (!page_file_open(page, &data))
		return;
	plotted_csv(&plotted, &plot, csv, data.out);
	page_file_close(page, &data, arena_printf(page->arena, "%s.csv", directive->words[1]));
	write_chart(page, directive->words[1], &plotted.chart);
	put_link(page, directive->words[1]);
	for (const struct label *label = labels; label; label = label->next)
		if (!label->rows) {
			putc('\n', page->out);
			page_missing(page, arena_printf(page->arena, "no row for the label '%s'", label->name));
		}
}

/* Writes a line; {stencil=laplap access=tile: median_us} becomes the number of the fastest such row. */
static void
put_row(struct page *page, const struct csv *csv, const char *line)
{
	for (const char *open, *close; (open = strchr(line, '{')) && (close = strchr(open, '}')); line = close + 1) {
		const char *inside = arena_strndup(page->arena, open + 1, (size_t)(close - open - 1));
		const char *colon = strrchr(inside, ':');
		const char *column = colon ? colon + 1 + strspn(colon + 1, " ") : time_column;
		struct condition *conditions;
		struct error error;
		int row;

		if (colon)
			inside = arena_strndup(page->arena, inside, (size_t)(colon - inside));
		if (!conditions_parse(page->arena, inside, &conditions, &error)) {
			page_fail(page, EXIT_ERRORS, "%s", error.text);
			return;
		}
		row = fastest_row(csv, conditions, column, false);
		fprintf(page->out, "%.*s", (int)(open - line), line);
		put_markdown(row < 0 ? "-" : readable_number(page->arena, csv_text(csv, row, column)), page->out);
		if (row >= 0)
			continue;
		fprintf(stderr, "%s: %s:%d: no row with %s has a number %s\n", page->tool->name, page->path,
			page->line, inside, column);
		page->missing = true;
	}
	fprintf(page->out, "%s\n", line);
}

static void
put_rows(struct page *page, const struct directive *directive)
{
	const char *key, *value;
	struct error error;
	const struct csv *csv = page_data(page, directive->words[1], &error);

	if (!csv)
		page_missing(page, error.text);
	while (page_setting(page, &key, &value))
		if (strcmp(key, "row"))
			page_fail(page, EXIT_ERRORS, "rows have no %s", key);
		else if (csv)
			put_row(page, csv, value);
}

static void
put_bars(struct page *page, const struct directive *directive)
{
	put_plot(page, directive, CHART_BARS);
}

static void
put_line_chart(struct page *page, const struct directive *directive)
{
	put_plot(page, directive, CHART_LINES);
}

static void
put_heat(struct page *page, const struct directive *directive)
{
	put_plot(page, directive, CHART_HEAT);
}

static void
put_roofline(struct page *page, const struct directive *directive)
{
	put_plot(page, directive, CHART_ROOFLINE);
}

const struct directive_kind directive_kinds[] = {
	{ "@reference", 2, 2, put_reference, false },
	{ "@theirs", 2, MOST_WORDS, put_theirs, false },
	{ "@device", 2, 2, put_device, false },
	{ "@commands", 2, MOST_WORDS, put_commands, false },
	{ "@table", 4, 4, put_table, true },
	{ "@rows", 2, 2, put_rows, false },
	{ "@matrix", 2, 2, put_matrix, false },
	{ "@bars", 3, 3, put_bars, true },
	{ "@lines", 3, 3, put_line_chart, true },
	{ "@heat", 3, 3, put_heat, true },
	{ "@roofline", 3, 3, put_roofline, true },
};
const int directive_kind_count = sizeof directive_kinds/sizeof *directive_kinds;
