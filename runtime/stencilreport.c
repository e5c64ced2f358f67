#include "runtime/cli/arguments.h"
#include "runtime/formats/csv.h"
#include "generator/base/files.h"
#include "runtime/pages/page_write.h"

#include <string.h>

static int
put_columns(struct tool *tool, const char *names, const char *path)
{
	struct error error;
	const char *text;
	size_t size;
	struct csv *csv;

	if (!file_read(&tool->arena, path, &text, &size, &error))
		return tool_fail(tool, EXIT_IO, "cannot read %s: %s", path, error.text);
	csv = csv_parse(&tool->arena, text, &error);
	if (!csv)
		return tool_fail(tool, EXIT_ERRORS, "%s: %s", path, error.text);
	csv_put_columns(&tool->arena, csv, names, stdout);
	return fflush(stdout) ? tool_fail(tool, EXIT_IO, "cannot write to standard output") : EXIT_GOOD;
}

static int
fill_page(struct tool *tool, const char *page, const char *data, const char *folder)
{
	const char *slash = strrchr(page, '/');
	const char *beside = slash ? arena_strndup(&tool->arena, page, (size_t)(slash - page)) : ".";

	return page_write(tool, page, data ? data : beside, folder ? folder : beside);
}

int
main(int argc, char **argv)
{
	static const struct arguments defaults = { 0 };
	struct arguments arguments;
	struct tool tool;
	int status;

	tool_open(&tool, "stencilreport");
	if (arguments_read(&arguments, &defaults, &tool, PROGRAM_REPORT, argc, argv, &status)) {
		if (arguments.file_count != 1)
			status = tool_fail(&tool, EXIT_USAGE, arguments.file_count ? "more than one page" : "no page");
		else if (arguments.columns)
			status = put_columns(&tool, arguments.columns, *arguments.files);
		else
			status = fill_page(&tool, *arguments.files, arguments.data, arguments.output);
	}
	arena_free(&tool.arena);
	return status;
}
