#include "generator/options.h"

#include "generator/grids/sparse_grid.h"
#include "generator/base/suggest.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "0.1.0"
#endif

static const char help[] =
"Usage: stencilgen [OPTION]... FILE.stencil...\n"
"Write specialised kernels for the stencils in the files ('-': standard input).\n"
"\n"
"What to write\n"
"  --storage LIST       regular, chasing, direct; the last two also with\n"
"                       _compressed or _constant; default: all that are legal\n"
"  --access LIST        naive, idxvar, shared, warp, zloop, zslice; of regular,\n"
"                       also tile, tile_ordered, wide; default: all legal ones\n"
"  --fields LAYOUT      soa (default): an array for each field; aos: a struct of\n"
"                       fields for each point; aosoa: for each 32 points;\n"
"                       aos_in, aosoa_in: of the in fields alone\n"
"  --precision TYPE     double (default) or float: the type of real fields\n"
"  --levels-per-thread N    of zslice, tile, tile_ordered and wide: 1 to 1024\n"
"  --rows-per-thread N      of tile, tile_ordered and wide: 1 to 16\n"
"  --points-per-thread N    of wide: 1, 2 or 4\n"
"  --unroll N           levels that a turn of zloop's and zslice's loops updates:\n"
"                       1 to 64, default 1, but 2 for zloop of several fields\n"
"  --dim D, --level L   of stencils on sparse grids: dimensions and levels\n"
"  --pad                sparse grids: groups of blocks begin at aligned places\n"
"  --tuned FILE         only the kernels that stencilbench --tune found best\n"
"  --force              even if that was another version, target or text\n"
"  --target TARGET      cuda (default), hip (for AMD's GPUs) or openmp (C)\n"
"Where to\n"
"  -o PATH              a file if it ends in .cu, .hip or .c; '-': standard\n"
"                       output; else a directory (default: generated) that gets\n"
"                       STENCIL/STORAGE_ACCESS.cu and STENCIL/STENCIL.h\n"
"  --kernels FILE       write a list of the kernels with their costs as well\n"
"  -MD, -MF FILE        write rules for make, to STENCIL.d or FILE\n"
"  --templates DIR      use these templates instead of the built-in ones\n"
"Instead of that\n"
"  --list               print the names of the kernels that would be written\n"
"  --dump ast|ir|costs  print the checked tree, what a kernel computes, or what\n"
"                       the stencils read and cost, as CSV\n"
"  --help, --version\n"
"Messages\n"
"  --color WHEN         auto (default), always or never\n"
"  --diagnostics FORM   text (default) or json: an object a line\n"
"  --max-errors N       stop after N errors (1 to 1000, default 20)\n"
"  -q, -v               no warnings; say which files are written\n"
"\n"
"Exit status: 0 good, 1 errors in the input, 2 usage, 3 input/output.\n";

enum option_code {
	OPT_STORAGE = 256, OPT_ACCESS, OPT_FIELDS, OPT_LEVELS, OPT_ROWS, OPT_POINTS, OPT_UNROLL, OPT_DIM,
	OPT_LEVEL, OPT_PAD, OPT_PRECISION, OPT_TARGET, OPT_KERNELS,
	OPT_TEMPLATES, OPT_LIST, OPT_DUMP, OPT_HELP, OPT_VERSION, OPT_COLOR, OPT_DIAGNOSTICS,
	OPT_MAX_ERRORS, OPT_TUNED, OPT_FORCE,
};

static const struct option long_options[] = {
	{ "storage", required_argument, NULL, OPT_STORAGE },
	{ "access", required_argument, NULL, OPT_ACCESS },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "levels-per-thread", required_argument, NULL, OPT_LEVELS },
	{ "rows-per-thread", required_argument, NULL, OPT_ROWS },
	{ "points-per-thread", required_argument, NULL, OPT_POINTS },
	{ "unroll", required_argument, NULL, OPT_UNROLL },
	{ "dim", required_argument, NULL, OPT_DIM },
	{ "level", required_argument, NULL, OPT_LEVEL },
	{ "pad", no_argument, NULL, OPT_PAD },
	{ "precision", required_argument, NULL, OPT_PRECISION },
	{ "target", required_argument, NULL, OPT_TARGET },
	{ "kernels", required_argument, NULL, OPT_KERNELS },
	{ "templates", required_argument, NULL, OPT_TEMPLATES },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "dump", required_argument, NULL, OPT_DUMP },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "diagnostics", required_argument, NULL, OPT_DIAGNOSTICS },
	{ "tuned", required_argument, NULL, OPT_TUNED },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "max-errors", required_argument, NULL, OPT_MAX_ERRORS },
	{ NULL, 0, NULL, 0 },
};

static bool
usage(const char *format, const char *a, const char *b)
{
	fputs("stencilgen: ", stderr);
	fprintf(stderr, format, a, b);
	fputs("\nTry 'stencilgen --help'.\n", stderr);
	return false;
}

/* Which of the words is meant; -1 after an error. */
static int
choose(const char *option, const char *value, const char *const *words, int count)
{
	const char *meant;

	for (int i = 0; i < count; i++)
		if (!strcmp(words[i], value))
			return i;
	meant = suggest(value, words, count);
	fprintf(stderr, "stencilgen: %s is no value for --%s%s%s%s; it takes", value, option,
		meant ? ", did you mean " : "", meant ? meant : "", meant ? "?" : "");
	for (int i = 0; i < count; i++)
		fprintf(stderr, "%s %s", i ? "," : "", words[i]);
	fputs("\nTry 'stencilgen --help'.\n", stderr);
	return -1;
}

static int
choose_layout(const char *value)
{
	const char *names[LAYOUT_COUNT];

	for (int i = 0; i < LAYOUT_COUNT; i++)
		names[i] = layouts[i].name;
	return choose("fields", value, names, LAYOUT_COUNT);
}

static int
choose_target(const char *value)
{
	const char *names[TARGET_COUNT];

	for (int i = 0; i < TARGET_COUNT; i++)
		names[i] = targets[i].name;
	return choose("target", value, names, TARGET_COUNT);
}

#define CHOOSE(option, ...) \
	choose((option), optarg, (const char *const[]){ __VA_ARGS__ }, \
		(int)(sizeof (const char *const[]){ __VA_ARGS__ }/sizeof (const char *)))

static bool
wants_color(int when)
{
	const char *term = getenv("TERM");

	if (when)
		return when == 1;
	return isatty(STDERR_FILENO) && !getenv("NO_COLOR") && !(term && !strcmp(term, "dumb"));
}

static bool
ends_in(const char *path, const char *ending)
{
	const size_t length = strlen(path), tail = strlen(ending);

	return length > tail && path[length - tail - 1] == '.' && !strcmp(path + length - tail, ending);
}

static void
read_output(struct options *o, const char *path)
{
	o->to_stdout = !strcmp(path, "-");
	o->file = NULL;
	for (int t = 0; t < TARGET_COUNT; t++)
		if (ends_in(path, targets[t].ending))
			o->file = path;
	o->folder = path;
}

/* A whole number from 1 to most. */
static bool
read_number(const char *option, int most, int *number)
{
	char *end;
	const long value = strtol(optarg, &end, 10);

	if (end == optarg || *end || value < 1 || value > most) {
		fprintf(stderr, "stencilgen: --%s takes a number from 1 to %d, not '%s'\n"
			"Try 'stencilgen --help'.\n", option, most, optarg);
		return false;
	}
	*number = (int)value;
	return true;
}

static bool
read_tunable(enum tunable tunable, int *values)
{
	return read_number(tunables[tunable].name, tunables[tunable].most, &values[tunable]);
}

static bool
read_option(struct options *o, int code, int *when)
{
	int value = 0;

	switch (code) {
	case 'o':             read_output(o, optarg); break;
	case 'q':             o->quiet = true; break;
	case 'v':             o->verbose = true; break;
	case OPT_STORAGE:     o->choice.storages = optarg; break;
	case OPT_ACCESS:      o->choice.accesses = optarg; break;
	case OPT_KERNELS:     o->kernels = optarg; break;
	case OPT_TEMPLATES:   o->templates = optarg; break;
	case OPT_TUNED:       o->tuned = optarg; break;
	case OPT_FORCE:       o->force = true; break;
	case OPT_LIST:        o->list = true; break;
	case OPT_FIELDS:
		value = choose_layout(optarg);
		o->choice.layout = (enum layout)value;
		break;
	case OPT_PRECISION:
		value = CHOOSE("precision", "double", "float");
		o->choice.precision = value ? TYPE_FLOAT : TYPE_DOUBLE;
		break;
	case OPT_TARGET:
		value = choose_target(optarg);
		o->choice.target = (enum target)value;
		break;
	case OPT_DUMP:
		value = CHOOSE("dump", "ast", "ir", "costs");
		o->dump = optarg;
		break;
	case OPT_COLOR:
		*when = value = CHOOSE("color", "auto", "always", "never");
		break;
	case OPT_DIAGNOSTICS:
		value = CHOOSE("diagnostics", "text", "json");
		o->form = value ? DIAGNOSTIC_JSON : DIAGNOSTIC_TEXT;
		break;
	case OPT_LEVELS:
		return read_tunable(TUNABLE_levels_per_thread, o->choice.tunables);
	case OPT_ROWS:
		return read_tunable(TUNABLE_rows_per_thread, o->choice.tunables);
	case OPT_POINTS:
		if (!read_tunable(TUNABLE_points_per_thread, o->choice.tunables))
			return false;
		return o->choice.tunables[TUNABLE_points_per_thread] != 3
			|| usage("--points-per-thread takes 1, 2 or 4, not '%s'%s", optarg, "");
	case OPT_UNROLL:
		return read_tunable(TUNABLE_unroll, o->choice.tunables);
	case OPT_DIM:
		return read_number("dim", SPARSE_DIMENSIONS, &o->choice.dim);
	case OPT_LEVEL:
		return read_number("level", SPARSE_LEVELS, &o->choice.level);
	case OPT_PAD:
		o->choice.padded = true;
		break;
	case OPT_MAX_ERRORS:
		return read_number("max-errors", 1000, &o->max_errors);
	case 'M':
		o->dependencies = true;
		if (optarg[0] == 'F' && optarg[1])
			o->dependency_file = optarg + 1;
		else if (strcmp(optarg, "D"))
			return usage("unknown option '-M%s'%s", optarg, "");
		break;
	default:
		fputs("Try 'stencilgen --help'.\n", stderr);
		return false;
	}
	return value >= 0;
}

/* getopt reads -MF FILE as -M with the value F: joins the two words. */
static char **
join_dependency_file(struct arena *arena, int *argc, char **argv)
{
	char **joined = arena_array(arena, char *, *argc + 1);
	int count = 0;

	for (int i = 0; i < *argc; i++)
		if (!strcmp(argv[i], "-MF") && i + 1 < *argc)
			joined[count++] = arena_printf(arena, "-MF%s", argv[++i]);
		else
			joined[count++] = argv[i];
	*argc = count;
	return joined;
}

bool
options_read(struct options *o, struct arena *arena, int argc, char **argv, int *status)
{
	int code, when = 0;

	*o = (struct options){
		.choice = { .target = TARGET_cuda, .precision = TYPE_DOUBLE },
		.folder = "generated", .max_errors = 20,
	};
	argv = join_dependency_file(arena, &argc, argv);
	argv[0] = "stencilgen";
	*status = 2;
	while ((code = getopt_long(argc, argv, "o:qvM:", long_options, NULL)) != -1) {
		if (code == OPT_HELP || code == OPT_VERSION) {
			fputs(code == OPT_HELP ? help : "stencilgen " VERSION "\n", stdout);
			*status = fflush(stdout) || ferror(stdout) ? 3 : 0;
			return false;
		}
		if (!read_option(o, code, &when))
			return false;
	}
	o->files = argv + optind;
	o->file_count = argc - optind;
	o->color = wants_color(when);
	if (!o->file_count)
		return usage("no input file%s%s", "", "");
	if (o->file && !ends_in(o->file, targets[o->choice.target].ending))
		return usage("-o %s: target %s writes another kind of file", o->file,
			targets[o->choice.target].name);
	return true;
}
