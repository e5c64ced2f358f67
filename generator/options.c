#include "generator/options.h"

#include "generator/cli/command_line.h"
#include "generator/base/exit.h"
#include "generator/grids/sparse_grid.h"
#include "generator/language/grid_kind.h"
#include "generator/variants/choose.h"
#include "generator/variants/variant_words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
"Usage: stencilgen [OPTION]... FILE.stencil...\n"
"Write specialised kernels for the stencils in the files ('-': standard input).\n"
"A LIST is as a,b,c.\n";

static const char ending[] =
"\n"
"Examples:\n"
"  stencilgen laplap.stencil --storage direct --access idxvar,zslice -o kernels\n"
"  stencilgen copy.stencil --target openmp --storage regular --access idxvar -o -\n"
"\n"
"Exit status: 0 good, 1 errors in the input, 2 usage, 3 input/output.\n";

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

static const struct catalogue dump_words = { "dump", (const char *const[]){ "ast", "split", "ir", "costs" }, 4 };
static const struct catalogue color_words = { "time for colour", (const char *const[]){ "auto", "always", "never" }, 3 };
static const struct catalogue form_words = { "form of diagnostics", (const char *const[]){ "text", "json" }, 2 };

static const struct option_row rows[] = {
#define HEADING(text) { .programs = 1, .kind = OPTION_HEADING, .name = text },
#define OPTION(kind_, name_, letter_, member_, argument_, ...) \
	{ .programs = 1, .kind = OPTION_##kind_, .name = name_, .letter = letter_, \
		.member = offsetof(struct options, member_), .argument = argument_, .help = __VA_ARGS__ },
#include "generator/options.def"
};

static const struct options defaults = {
	.choice = { .target = TARGET_cuda }, .decision = { .place = PLACE_ANY }, .max_errors = 20,
};

static void
put_variants(void)
{
	for (int g = 0; g < GRID_COUNT; g++)
		grid_kinds[g]->describe();
	puts("\nTargets and the endings of their files");
	for (int t = 0; t < TARGET_COUNT; t++)
		printf("  %-18s  .%s\n", targets[t].name, targets[t].ending);
}

static const struct option_table table = {
	.program = "stencilgen", .version = VERSION, .bit = 1, .rows = rows, .count = sizeof rows/sizeof *rows,
	.usage = usage, .ending = ending, .defaults = &defaults, .more = "kernels", .put_more = put_variants,
};

static bool
wants_color(int when)
{
	const char *term = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return isatty(STDERR_FILENO) && !getenv("NO_COLOR") && !(term && !strcmp(term, "dumb"));
}

static bool
ends_in(const char *path, const char *suffix)
{
	const size_t length = strlen(path), tail = strlen(suffix);

	return length > tail && path[length - tail - 1] == '.' && !strcmp(path + length - tail, suffix);
}

static void
set_output(struct options *o)
{
	const char *path = o->output ? o->output : "generated";

	o->to_stdout = !strcmp(path, "-");
	for (int t = 0; t < TARGET_COUNT; t++)
		if (ends_in(path, targets[t].ending))
			o->file = path;
	o->folder = path;
}

/* Whether a path leads to one of the input files. */
static bool
is_input(const struct options *o, const char *path)
{
	struct stat output, input;

	if (stat(path, &output) || !S_ISREG(output.st_mode))
		return false;
	for (int i = 0; i < o->file_count; i++)
		if (!stat(o->files[i], &input) && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
			return true;
	return false;
}

/* Why options contradict each other; NULL if they do not. */
static const char *
contradiction(const struct options *o, struct arena *arena)
{
	const char *const paths[] = { o->file, o->kernels, o->dependency_file };
	enum { PATHS = sizeof paths/sizeof *paths };

	if (!o->file_count && !o->exchange)
		return "no input file";
	if (o->choice.swaps && !o->choice.tunables[TUNABLE_steps_per_launch])
		return "--swap is for launches of several steps: give --steps-per-launch, too";
	if (o->exchange && (o->to_stdout || o->file))
		return "--exchange writes files, and needs a directory: -o DIR";
	if (o->file && !ends_in(o->file, targets[o->choice.target].ending))
		return arena_printf(arena, "-o %s: target %s writes another kind of file", o->file,
			targets[o->choice.target].name);
	if (o->to_stdout && o->dependencies)
		return "-MD and -MF write rules for files, and -o - writes none";
	if (o->to_stdout && o->fortran)
		return "--fortran writes modules to files, and -o - writes none";
	for (int i = 0; i < PATHS; i++) {
		if (!paths[i])
			continue;
		if (!strcmp(paths[i], "-"))
			return arena_printf(arena, "%s needs a file, not '-'", i == 1 ? "--kernels" : "-MF");
		if (is_input(o, paths[i]))
			return arena_printf(arena, "%s is an input, and would be overwritten", paths[i]);
		for (int j = 0; j < i; j++)
			if (paths[j] && !strcmp(paths[i], paths[j]))
				return arena_printf(arena, "%s is named for two outputs", paths[i]);
	}
	return NULL;
}

bool
options_read(struct options *o, struct arena *arena, int argc, char **argv, int *status)
{
	const char *error;
	struct error wrong;

	*o = (struct options){ 0 };
	if (!command_line_read(&table, arena, argc, argv, o, &o->files, &o->file_count, status))
		return false;
	if (o->choice.tunables[TUNABLE_steps_per_launch] && !o->choice.accesses)
		o->choice.accesses = accesses[ACCESS_temporal].name;
	o->choice.precision = o->precision ? TYPE_FLOAT : TYPE_DOUBLE;
	o->dependencies |= o->dependency_file != NULL;
	o->color = wants_color(o->color_when);
	set_output(o);
	error = contradiction(o, arena);
	if (!error && !fixes_read(arena, &o->fixed, &o->fixes, &wrong))
		error = wrong.text;
	if (!error)
		return true;
	fprintf(stderr, "stencilgen: %s\nTry 'stencilgen --help'.\n", error);
	*status = EXIT_USAGE;
	return false;
}
