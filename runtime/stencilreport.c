#include "runtime/cli/arguments.h"
#include "runtime/formats/csv.h"
#include "runtime/report/page_write.h"

static bool
put_columns(struct arena *arena, const char *names, const char *path, struct error *error)
{
	const struct csv *csv = csv_read(arena, path, error);

	if (csv)
		csv_put_columns(arena, csv, names, stdout);
	return csv;
}

static bool
run(struct tool *tool, const struct arguments *a, struct error *error)
{
	if (a->file_count != 1)
		return error_set(error, EXIT_USAGE, a->file_count ? "more than one page" : "no page");
	return a->columns ? put_columns(&tool->arena, a->columns, *a->files, error)
		: page_write(tool, *a->files, a->data, a->output, error);
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
