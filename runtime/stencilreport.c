#include "runtime/formats/csv.h"
#include "generator/base/files.h"
#include "runtime/pages/page_write.h"

#include <getopt.h>
#include <string.h>

static const char help[] =
"Usage: stencilreport [OPTION]... PAGE\n"
"       stencilreport --columns LIST FILE.csv\n"
"Fill a page of Markdown with tables and charts of what stencilbench measured.\n"
"\n"
"  --data DIR         where the CSV files are; default: where the page is\n"
"  -o DIR             where README.md, its charts (SVG) and their data (CSV) go;\n"
"                     default: the same\n"
"  --columns LIST     only print these columns of a CSV file, as many as there are\n"
"  --help, --version\n"
"\n"
"A page is Markdown with lines that begin with @:\n"
"  @reference FILE             what others published, a CSV\n"
"  @theirs NAME                what their columns are called\n"
"  @table TABLE DATA METRIC    theirs beside ours\n"
"  @rows DATA                  rows of a table, indented: row | {stencil=laplap: median_us} |\n"
"  @matrix DATA                indented: where, value, and what its rows and columns are\n"
"  @bars NAME DATA             a chart; below it, indented: where group series value\n"
"  @lines NAME DATA            panels log title x y\n"
"  @heat NAME DATA\n"
"  @roofline NAME DATA\n"
"  @device DATA                what it was measured on\n"
"  @commands DATA...           and how\n"
"\n"
"Exit status: 0 good, 1 something was not measured or the page has errors,\n"
"2 usage, 3 input/output.\n";

static const struct option long_options[] = {
	{ "columns", required_argument, NULL, 'c' },
	{ "data", required_argument, NULL, 'd' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

static int
put_columns(struct tool *tool, const char *names, const char *path)
{
	char message[256];
	const char *text;
	size_t size;
	struct csv *csv;

	if (!file_read(&tool->arena, path, &text, &size, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "cannot read %s: %s", path, message);
	csv = csv_parse(&tool->arena, text, message, sizeof message);
	if (!csv)
		return tool_fail(tool, EXIT_ERRORS, "%s: %s", path, message);
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
	const char *data = NULL, *folder = NULL, *columns = NULL;
	struct tool tool;
	int code, status;

	tool_open(&tool, "stencilreport");
	argv[0] = "stencilreport";
	while ((code = getopt_long(argc, argv, "o:", long_options, NULL)) != -1)
		switch (code) {
		case 'c': columns = optarg; break;
		case 'd': data = optarg; break;
		case 'o': folder = optarg; break;
		case 'h':
		case 'v':
			fputs(code == 'h' ? help : "stencilreport " VERSION "\n", stdout);
			return fflush(stdout) ? EXIT_IO : EXIT_GOOD;
		default:
			fputs("Try 'stencilreport --help'.\n", stderr);
			return EXIT_USAGE;
		}
	if (argc - optind != 1)
		return tool_fail(&tool, EXIT_USAGE, argc == optind ? "no page" : "more than one page");
	status = columns ? put_columns(&tool, columns, argv[optind])
		: fill_page(&tool, argv[optind], data, folder);
	arena_free(&tool.arena);
	return status;
}
