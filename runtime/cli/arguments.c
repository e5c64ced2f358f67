#include "runtime/cli/arguments.h"

#include "generator/cli/command_line.h"
#include "generator/grids/sparse_grid.h"
#include "generator/variants/choose.h"
#include "generator/variants/sparse_variants.h"
#include "generator/variants/variant_words.h"
#include "runtime/device/backend.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 100000 };

static const struct catalogue cache_words = { "state of the cache", (const char *const[]){ "cold", "hot", "both" }, 3 };
static const struct catalogue chart_words = { "chart", (const char *const[]){ "bars", "lines", "heat", "roofline" }, 4 };

static const struct option_row rows[] = {
#define HEADING(programs_, text) { .programs = programs_, .kind = OPTION_HEADING, .name = text },
#define OPTION(programs_, kind_, name_, letter_, member_, argument_, ...) \
	{ .programs = programs_, .kind = OPTION_##kind_, .name = name_, .letter = letter_, \
		.member = offsetof(struct arguments, member_), .argument = argument_, .help = __VA_ARGS__ },
#include "runtime/cli/arguments.def"
};

#define ENDING(examples, one, more) \
	"\nExamples:\n" examples \
	"\nExit status: 0 good, 1 " one ",\n2 usage, 3 input/output, or the backend is not available" more ".\n"

static const struct {
	unsigned bit;
	const char *name, *usage, *ending;
} programs[] = {
	{ PROGRAM_RUN, "stencilrun",
		"Usage: stencilrun [OPTION]... FILE.stencil\n"
		"       stencilrun --sample XxYxZ FILE.npy\n"
		"       stencilrun --mesh MESH [--save-mesh DIR]\n"
		"Apply a stencil to arrays of float or double, (z,y,x), a column field (y,x), a\n"
		"profile (z), in NumPy's .npy or NetCDF files.\n",
		ENDING("  stencilrun --sample 64x64x16 src.npy\n"
			"  stencilrun laplap.stencil --in src=src.npy --out dst=dst.npy --verify\n"
			"  stencilrun laplap.stencil --in 'src=model.nc:QV[time=3]' --out dst=dst.vti\n"
			"  stencilrun --mesh icosahedron:R2B4 --save-mesh R2B4\n",
			"errors in the input or a wrong result", "") },
	{ PROGRAM_BENCH, "stencilbench",
		"Usage: stencilbench [OPTION]... FILE.stencil...\n"
		"Verify kernels against the interpreter, then time them. A LIST is as a,b,c, or all.\n",
		ENDING("  stencilbench laplap.stencil --size 512x512x64 --storage regular --csv laplap.csv\n"
			"  stencilbench laplap.stencil --tune tuned.txt\n",
			"a kernel is wrong or the input has errors", ",\n130 interrupted") },
	{ PROGRAM_REPORT, "stencilreport",
		"Usage: stencilreport [OPTION]... PAGE\n"
		"       stencilreport --columns LIST FILE.csv\n"
		"Fill a page of Markdown with tables and charts of what stencilbench measured.\n",
		"\n"
		"A page is Markdown with lines that begin with @:\n"
		"  @reference FILE             what others published, a CSV\n"
		"  @theirs NAME                what their columns are called\n"
		"  @table TABLE DATA METRIC    their figures and ours\n"
		"  @rows DATA                  rows of a table, indented: row | {stencil=laplap: median_us} |\n"
		"  @matrix DATA                indented: where, value, and what its rows and columns are\n"
		"  @bars NAME DATA             a chart; below it, indented: where group series value\n"
		"  @lines NAME DATA            panels log title x y\n"
		"  @heat NAME DATA\n"
		"  @roofline NAME DATA\n"
		"  @device DATA                the device of the measurements\n"
		"  @commands DATA...           and their commands\n"
		"\n"
		"Examples:\n"
		"  stencilreport results.page --data measured -o report\n"
		"  stencilreport --columns access,hot_median_us laplap.csv\n"
		"\n"
		"Exit status: 0 good, 1 a measurement is missing or the page has errors,\n"
		"2 usage, 3 input/output.\n" },
};

static struct option_table
table_of(unsigned program, const struct arguments *defaults)
{
	int p = 0;

	while (programs[p].bit != program)
		p++;
	return (struct option_table){
		.program = programs[p].name, .version = VERSION, .bit = program, .rows = rows,
		.count = sizeof rows/sizeof *rows, .usage = programs[p].usage, .ending = programs[p].ending,
		.defaults = defaults,
	};
}

void
arguments_complete(struct arguments *arguments, const struct arguments *defaults)
{
	struct option_table table = table_of(PROGRAM_RUN, defaults);

	table.bit = PROGRAM_ALL;
	command_line_complete(&table, arguments);
}

const char *
arguments_swaps(struct arena *arena, const struct arguments *arguments)
{
	const char *list = NULL;

	for (int i = 0; i < arguments->swaps.count; i++)
		list = arena_printf(arena, "%s%s%s", list ? list : "", list ? "," : "", arguments->swaps.items[i]);
	return list;
}

static const char *
command_line(struct arena *arena, const char *program, int argc, char **argv)
{
	struct text text = { .arena = arena };

	text_add(&text, program);
	for (int i = 1; i < argc; i++) {
		text_add(&text, " ");
		text_add(&text, argv[i]);
	}
	return text_of(&text);
}

bool
arguments_read(struct arguments *arguments, const struct arguments *defaults, struct tool *tool,
	unsigned program, int argc, char **argv, int *status)
{
	const struct option_table table = table_of(program, defaults);

	*arguments = (struct arguments){ .command = command_line(&tool->arena, tool->name, argc, argv) };
	arguments->given = arena_array(&tool->arena, const char *, argc + 1);
	for (int i = 1; i < argc; i++)
		arguments->given[i - 1] = argv[i];
	return command_line_read(&table, &tool->arena, argc, argv, arguments, &arguments->files,
		&arguments->file_count, status);
}
