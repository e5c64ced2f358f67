#include "runtime/cli/arguments.h"
#include "runtime/formats/csv.h"
#include "generator/base/files.h"
#include "runtime/report/page_write.h"

#include <string.h>

static bool
put_columns(struct arena *arena, const char *names, const char *path, struct error *error)
{
	const char *text;
	size_t size;
	struct csv *csv;

	if (!file_read(arena, path, &text, &size, error))
		return error_prefix(error, "cannot read %s: ", path);
	csv = csv_parse(arena, text, error);
	if (!csv)
		return error_prefix(error, "%s: ", path);
	csv_put_columns(arena, csv, names, stdout);
	return true;
}

static bool
fill_page(struct tool *tool, const char *page, const char *data, const char *folder, struct error *error)
{
	const char *slash = strrchr(page, '/');
	const char *beside = slash ? arena_strndup(&tool->arena, page, (size_t)(slash - page)) : ".";

	return page_write(tool, page, data ? data : beside, folder ? folder : beside, error);
}

static bool
run(struct tool *tool, const struct arguments *a, struct error *error)
{
	if (a->file_count != 1)
		return error_set(error, EXIT_USAGE, a->file_count ? "more than one page" : "no page");
	return a->columns ? put_columns(&tool->arena, a->columns, *a->files, error)
		: fill_page(tool, *a->files, a->data, a->output, error);
}

int
main(int argc, char **argv)
{
	static const struct arguments defaults = { 0 };
	struct arguments arguments;
	struct tool tool;
	struct error error;
	int status;

	tool_open(&tool, "stencilreport");
	if (arguments_read(&arguments, &defaults, &tool, PROGRAM_REPORT, argc, argv, &status))
		status = run(&tool, &arguments, &error) ? EXIT_GOOD : tool_report(&tool, &error);
	return tool_close(&tool, status);
}
