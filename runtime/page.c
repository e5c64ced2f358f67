#include "page.h"

#include "comparison.h"
#include "files.h"
#include "plot.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 32 };

struct page {
	struct tool *tool;
	struct arena *arena;
	const char *path, *data, *folder;
	const struct csv *reference;
	const char *theirs;
	FILE *out;      /* what README.md will be */
	int line;       /* of the page */
	const char *at; /* what follows the hole's first line */
	bool missing;
	int status;     /* of the first thing that failed */
};

/* A hole's first line, in words. */
struct hole {
	const char *words[MOST_WORDS + 1];
	int count;
};

static void
fail(struct page *page, int status, const char *format, ...)
{
	va_list arguments;
	char text[512];

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!page->status)
		page->status = tool_fail(page->tool, status, "%s:%d: %s", page->path, page->line, text);
}

/* Says on the page and on standard error that something was not measured. */
static void
report_missing(struct page *page, const char *what)
{
	fprintf(stderr, "%s: %s:%d: %s\n", page->tool->name, page->path, page->line, what);
	fprintf(page->out, "*Not measured: %s.*\n", what);
	page->missing = true;
}

static struct csv *
read_csv(struct page *page, const char *path, char *message, size_t room)
{
	char why[256];
	const char *text;
	size_t size;
	struct csv *csv;

	if (!file_read(page->arena, path, &text, &size, why, sizeof why)) {
		snprintf(message, room, "%s: %s", path, why);
		return NULL;
	}
	csv = csv_parse(page->arena, text, why, sizeof why);
	if (!csv)
		snprintf(message, room, "%s: %s", path, why);
	return csv;
}

/* "pairs+sizes": the rows of both. NULL with a message if one is not there. */
static struct csv *
read_data(struct page *page, const char *names, char *message, size_t room)
{
	struct csv *all = NULL;

	while (*names) {
		const size_t length = strcspn(names, "+");
		struct csv *one = read_csv(page, arena_printf(page->arena, "%s/%.*s.csv", page->data,
			(int)length, names), message, room);

		if (!one)
			return NULL;
		all = all ? csv_join(page->arena, all, one) : one;
		names += length + (names[length] == '+');
	}
	return all ? measured_complete(page->arena, all) : NULL;
}

static void
write_file(struct page *page, const char *name, const char *text, size_t size)
{
	char message[256];
	const char *path = arena_printf(page->arena, "%s/%s", page->folder, name);

	if (file_write(path, text, size, message, sizeof message) == WRITE_FAILED)
		fail(page, EXIT_IO, "cannot write %s: %s", path, message);
}

/* A file that is written piece by piece. */
struct pieces {
	FILE *out;
	char *text;
	size_t size;
};

static bool
open_pieces(struct page *page, struct pieces *pieces)
{
	pieces->out = open_memstream(&pieces->text, &pieces->size);
	if (!pieces->out)
		fail(page, EXIT_IO, "out of memory");
	return pieces->out;
}

static void
write_pieces(struct page *page, struct pieces *pieces, const char *name)
{
	fclose(pieces->out);
	write_file(page, name, pieces->text, pieces->size);
	free(pieces->text);
}

static void
write_charts(struct page *page, const char *name, const struct chart *charts, int count)
{
	struct pieces svg;

	if (!open_pieces(page, &svg))
		return;
	if (!charts_write(charts, count, svg.out))
		fail(page, EXIT_IO, "out of memory");
	write_pieces(page, &svg, arena_printf(page->arena, "%s.svg", name));
	fprintf(page->out, "![%s](%s.svg)\n\nData: [%s.csv](%s.csv)\n", charts[0].title, name, name, name);
}

/* The next setting, "key value"; false at the end of them. */
static bool
next_setting(struct page *page, const char **key, const char **value)
{
	const char *line = page->at;
	size_t length, name;

	if (*line != ' ' && *line != '\t')
		return false;
	line += strspn(line, " \t");
	length = strcspn(line, "\n");
	name = strcspn(line, " \t\n");
	if (!length)
		return false;
	*key = arena_strndup(page->arena, line, name);
	*value = arena_strndup(page->arena, line + name + strspn(line + name, " \t"),
		length - name - strspn(line + name, " \t"));
	page->at = line + length + (line[length] == '\n');
	page->line++;
	return true;
}

static void
put_reference(struct page *page, const struct hole *hole)
{
	const char *slash = strrchr(page->path, '/');
	const char *path = arena_printf(page->arena, "%.*s%s", slash ? (int)(slash - page->path + 1) : 0,
		page->path, hole->words[1]);
	char message[512];

	page->reference = read_csv(page, path, message, sizeof message);
	if (!page->reference)
		fail(page, EXIT_IO, "%s", message);
}

static void
put_theirs(struct page *page, const struct hole *hole)
{
	page->theirs = "";
	for (int i = 1; i < hole->count; i++)
		page->theirs = arena_printf(page->arena, "%s%s%s", page->theirs, i > 1 ? " " : "", hole->words[i]);
}

static const char *
device_of(const struct csv *csv)
{
	const char *name = csv->row_count ? csv_text(csv, 0, "device") : "";

	return *name ? name : "ours";
}

static void
put_device(struct page *page, const struct hole *hole)
{
	static const char *const columns[] = { "device", "driver", "runtime", "clock" };
	char message[512];
	const struct csv *csv = read_data(page, hole->words[1], message, sizeof message);

	if (!csv || !csv->row_count) {
		report_missing(page, csv ? "no rows" : message);
		return;
	}
	for (size_t i = 0; i < sizeof columns/sizeof *columns; i++)
		if (*csv_text(csv, 0, columns[i]))
			fprintf(page->out, "%s%s%s", i ? ", " : "", i ? arena_printf(page->arena, "%s ",
				columns[i]) : "", csv_text(csv, 0, columns[i]));
	fputs(".\n", page->out);
}

static void
put_commands(struct page *page, const struct hole *hole)
{
	fputs("```\n", page->out);
	for (int i = 1; i < hole->count; i++) {
		char message[512];
		const struct csv *csv = read_data(page, hole->words[i], message, sizeof message);
		const char **commands;
		const int count = csv ? distinct_words(page->arena, csv, NULL, "command_line", false, &commands) : 0;

		if (!csv) {
			fprintf(stderr, "%s: %s:%d: %s\n", page->tool->name, page->path, page->line, message);
			page->missing = true;
		}
		for (int c = 0; c < count; c++)
			fprintf(page->out, "%s\n", commands[c]);
	}
	fputs("```\n", page->out);
}

static void
put_comparison(struct page *page, const struct comparison *t, const char *metric, const char *title)
{
	const char *name = arena_printf(page->arena, "table-%s", t->table);
	const struct chart chart = comparison_chart(page->arena, t, metric, title);
	struct pieces csv;

	comparison_markdown(page->arena, t, page->out);
	putc('\n', page->out);
	if (!open_pieces(page, &csv))
		return;
	comparison_csv(t, page->reference, csv.out);
	write_pieces(page, &csv, arena_printf(page->arena, "%s.csv", name));
	write_charts(page, name, &chart, 1);
}

static void
put_table(struct page *page, const struct hole *hole)
{
	const char *key, *value, *title = arena_printf(page->arena, "Table %s", hole->words[1]);
	struct comparison comparison;
	struct csv *csv;
	char message[512];

	while (next_setting(page, &key, &value))
		if (!strcmp(key, "title"))
			title = value;
		else
			fail(page, EXIT_ERRORS, "a table has no %s", key);
	if (!page->reference) {
		fail(page, EXIT_ERRORS, "a table without a reference before it");
		return;
	}
	csv = read_data(page, hole->words[2], message, sizeof message);
	if (!csv) {
		report_missing(page, message);
		return;
	}
	if (!comparison_make(page->arena, page->reference, hole->words[1], csv, &comparison, message,
			sizeof message)) {
		fail(page, EXIT_ERRORS, "%s", message);
		return;
	}
	comparison.theirs = page->theirs;
	comparison.ours = device_of(csv);
	put_comparison(page, &comparison, hole->words[3], title);
	if (comparison.missing) {
		putc('\n', page->out);
		report_missing(page, arena_printf(page->arena, "%d numbers of table %s", comparison.missing,
			hole->words[1]));
	}
}

/* Columns that are several. */
static struct csv *
combine(struct page *page, const struct plot *plot, struct csv *csv)
{
	const char *const columns[] = { plot->panels, plot->group, plot->series };

	for (size_t i = 0; i < sizeof columns/sizeof *columns; i++)
		if (strchr(columns[i], '+'))
			csv = measured_combine(page->arena, csv, columns[i]);
	return csv;
}

static void
put_plot(struct page *page, const struct hole *hole, enum chart_kind kind)
{
	struct plot plot = plot_of(kind);
	const char *key, *value;
	struct plotted plotted;
	struct pieces data;
	struct csv *csv;
	char message[512];

	while (next_setting(page, &key, &value))
		if (!plot_set(&plot, key, value))
			fail(page, EXIT_ERRORS, "a chart has no %s", key);
	csv = read_data(page, hole->words[2], message, sizeof message);
	if (csv)
		csv = combine(page, &plot, csv);
	if (!csv || !plot_rows(page->arena, &plot, csv, &plotted, message, sizeof message)) {
		report_missing(page, message);
		return;
	}
	if (!open_pieces(page, &data))
		return;
	plotted_csv(&plotted, &plot, csv, data.out);
	write_pieces(page, &data, arena_printf(page->arena, "%s.csv", hole->words[1]));
	write_charts(page, hole->words[1], plotted.charts, plotted.count);
}

static void
put_bars(struct page *page, const struct hole *hole)
{
	put_plot(page, hole, CHART_BARS);
}

static void
put_line_chart(struct page *page, const struct hole *hole)
{
	put_plot(page, hole, CHART_LINES);
}

static void
put_heat(struct page *page, const struct hole *hole)
{
	put_plot(page, hole, CHART_HEAT);
}

static void
put_roofline(struct page *page, const struct hole *hole)
{
	put_plot(page, hole, CHART_ROOFLINE);
}

static const struct {
	const char *name;
	int least, most; /* words */
	void (*put)(struct page *page, const struct hole *hole);
} holes[] = {
	{ "@reference", 2, 2, put_reference }, { "@theirs", 2, MOST_WORDS, put_theirs },
	{ "@device", 2, 2, put_device }, { "@commands", 2, MOST_WORDS, put_commands },
	{ "@table", 4, 4, put_table }, { "@bars", 3, 3, put_bars }, { "@lines", 3, 3, put_line_chart },
	{ "@heat", 3, 3, put_heat }, { "@roofline", 3, 3, put_roofline },
};

static void
put_hole(struct page *page, const char *line)
{
	struct hole hole = { .count = 0 };

	while (hole.count < MOST_WORDS && *(line += strspn(line, " \t"))) {
		const size_t length = strcspn(line, " \t");

		hole.words[hole.count++] = arena_strndup(page->arena, line, length);
		line += length;
	}
	for (size_t i = 0; i < sizeof holes/sizeof *holes; i++) {
		if (strcmp(holes[i].name, hole.words[0]))
			continue;
		if (hole.count < holes[i].least || hole.count > holes[i].most)
			fail(page, EXIT_ERRORS, "%s takes %d to %d words", hole.words[0], holes[i].least - 1,
				holes[i].most - 1);
		else
			holes[i].put(page, &hole);
		return;
	}
	fail(page, EXIT_ERRORS, "there is no %s", hole.words[0]);
}

static void
put_page(struct page *page)
{
	while (*page->at && !page->status) {
		const size_t length = strcspn(page->at, "\n");
		const char *line = arena_strndup(page->arena, page->at, length);

		page->at += length + (page->at[length] == '\n');
		page->line++;
		if (*line == '@')
			put_hole(page, line);
		else
			fprintf(page->out, "%s\n", line);
	}
}

int
page_write(struct tool *tool, const char *path, const char *data, const char *folder)
{
	struct page page = {
		.tool = tool, .arena = &tool->arena, .path = path, .data = data, .folder = folder,
		.theirs = "theirs",
	};
	struct pieces readme;
	char message[256];
	size_t size;

	if (!file_read(page.arena, path, &page.at, &size, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "cannot read %s: %s", path, message);
	if (!open_pieces(&page, &readme))
		return page.status;
	page.out = readme.out;
	put_page(&page);
	if (page.status) {
		fclose(readme.out);
		free(readme.text);
		return page.status;
	}
	write_pieces(&page, &readme, "README.md");
	return page.status ? page.status : page.missing ? EXIT_ERRORS : EXIT_GOOD;
}
