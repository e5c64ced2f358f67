#include "runtime/cli/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum kind { HEADING, TEXT, WORDS, COUNT, FLAG };

struct option_info {
	int programs;
	enum kind kind;
	const char *name;
	size_t place; /* in struct arguments */
	const char *argument, *help;
};

static const struct option_info options[] = {
#define HEADING(programs, text) { programs, HEADING, text, 0, NULL, NULL },
#define OPTION(programs, kind, name, member, argument, help) \
	{ programs, kind, name, offsetof(struct arguments, member), argument, help },
#include "runtime/cli/arguments.def"
};

/* Most letters are free: only what everyone knows has one. */
enum { OPTIONS = sizeof options/sizeof *options, FIRST_CODE = 256, HELP = 1000, VERSION_CODE,
	HELP_INDENT = 22, HELP_WIDTH = 79, MOST_RUNS = 100000 };

static const char usage_run[] =
"Usage: stencilrun [OPTION]... FILE.stencil\n"
"       stencilrun --sample XxYxZ FILE.npy\n"
"Apply a stencil to arrays in .npy files: float or double, C order, (z,y,x), a\n"
"column field (y,x), a profile (z).\n";

static const char usage_bench[] =
"Usage: stencilbench [OPTION]... FILE.stencil...\n"
"Verify kernels against the interpreter, then time them. Lists are as a,b,c; all\n"
"is a list of names, too.\n";

static const char statuses_run[] =
"\n"
"Exit status: 0 good, 1 errors in the input or a wrong result, 2 usage,\n"
"3 input/output, or the backend is not to be had.\n";

static const char statuses_bench[] =
"\n"
"Exit status: 0 good, 1 a kernel is wrong or the input has errors, 2 usage,\n"
"3 input/output, or the backend is not to be had, 130 interrupted.\n";

static void *
member(const struct arguments *arguments, const struct option_info *o)
{
	return (char *)arguments + o->place;
}

/* Prints words from column `column` on, in lines that begin at the indent. */
static void
put_wrapped(const char *text, int column)
{
	while (*text) {
		const int length = (int)strcspn(text, " ");

		if (column + 1 + length > HELP_WIDTH) {
			printf("\n%*s", HELP_INDENT, "");
			column = HELP_INDENT;
		}
		column += printf(column > HELP_INDENT ? " %.*s" : "%.*s", length, text);
		text += length + (text[length] == ' ');
	}
	putchar('\n');
}

static const char *
default_text(struct arena *arena, const struct arguments *defaults, const struct option_info *o)
{
	const char *const text = o->kind == TEXT ? *(const char **)member(defaults, o) : NULL;
	const int count = o->kind == COUNT ? *(int *)member(defaults, o) : 0;

	return text ? arena_printf(arena, " default %s", text)
		: count ? arena_printf(arena, " default %d", count) : "";
}

/* The letter of an option; few have one. */
static char
letter_of(const struct option_info *o)
{
	return !strcmp(o->name, "quiet") ? 'q' : !strcmp(o->name, "verbose") ? 'v' : '\0';
}

static void
put_option(struct arena *arena, int program, const struct arguments *defaults,
	const struct option_info *o)
{
	const char *argument = o->argument ? o->argument : "";
	const char *usual = default_text(arena, defaults, o);
	const size_t length = o->help ? strlen(o->help) : 0;
	int column;

	if (o->kind == HEADING) {
		printf("\n%s\n", o->name);
		return;
	}
	if (program == PROGRAM_RUN && !strcmp(argument, "LIST"))
		argument = "ONE";
	column = letter_of(o) ? printf("  -%c, --%s", letter_of(o), o->name)
		: printf("  --%s%s%s", o->name, *argument ? " " : "", argument);
	if (column > HELP_INDENT - 2)
		column = printf("\n") - 1;
	column += printf("%*s", HELP_INDENT - column, "");
	/* A semicolon at the end waits for a default. */
	put_wrapped(arena_printf(arena, "%.*s%s", (int)length - (!*usual && length
		&& o->help[length - 1] == ';'), o->help, usual), column);
}

static void
put_help(struct arena *arena, int program, const struct arguments *defaults)
{
	fputs(program == PROGRAM_RUN ? usage_run : usage_bench, stdout);
	for (const struct option_info *o = options; o < options + OPTIONS; o++)
		if (o->programs & program)
			put_option(arena, program, defaults, o);
	puts("  --help, --version");
	fputs(program == PROGRAM_RUN ? statuses_run : statuses_bench, stdout);
}

static int
read_number(struct tool *tool, const struct option_info *o, int *count)
{
	const int most = o->place == offsetof(struct arguments, runs) ? MOST_RUNS
		: o->place == offsetof(struct arguments, probes) ? MOST_PROBES : INT_MAX;

	if (read_count(optarg, most, count))
		return EXIT_GOOD;
	return most == INT_MAX
		? tool_fail(tool, EXIT_USAGE, "--%s takes a number of at least 1, not '%s'", o->name, optarg)
		: tool_fail(tool, EXIT_USAGE, "--%s takes a number from 1 to %d, not '%s'", o->name, most,
			optarg);
}

static int
read_option(struct tool *tool, struct arguments *arguments, const struct option_info *o, int room)
{
	void *const place = member(arguments, o);
	struct words *words = place;

	switch (o->kind) {
	case FLAG:  *(bool *)place = true; break;
	case TEXT:  *(const char **)place = optarg; break;
	case COUNT: return read_number(tool, o, place);
	case WORDS:
		if (!words->items)
			words->items = arena_array(&tool->arena, const char *, room);
		words->items[words->count++] = optarg;
		break;
	case HEADING:
		break;
	}
	return EXIT_GOOD;
}

/* getopt's table of a program. */
static struct option *
long_options(struct arena *arena, int program)
{
	struct option *table = arena_array(arena, struct option, OPTIONS + 3);
	int count = 0;

	for (int i = 0; i < OPTIONS; i++)
		if (options[i].kind != HEADING && (options[i].programs & program))
			table[count++] = (struct option){ options[i].name,
				options[i].kind == FLAG ? no_argument : required_argument, NULL, FIRST_CODE + i };
	table[count++] = (struct option){ "help", no_argument, NULL, HELP };
	table[count++] = (struct option){ "version", no_argument, NULL, VERSION_CODE };
	return table;
}

/* The code of a letter's option; the letter if there is none. */
static int
letter_code(int letter)
{
	for (int i = 0; i < OPTIONS; i++)
		if (letter_of(&options[i]) == letter)
			return FIRST_CODE + i;
	return letter;
}

static bool
answer(struct tool *tool, int program, const struct arguments *defaults, int code, int *status)
{
	if (code == HELP)
		put_help(&tool->arena, program, defaults);
	else
		printf("%s " VERSION "\n", tool->name);
	*status = fflush(stdout) ? EXIT_IO : EXIT_GOOD;
	return false;
}

void
arguments_complete(struct arguments *arguments, const struct arguments *defaults)
{
	for (const struct option_info *o = options; o < options + OPTIONS; o++) {
		const char **text = member(arguments, o);

		if (o->kind == TEXT && !*text)
			*text = *(const char **)member(defaults, o);
	}
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
	int program, int argc, char **argv, int *status)
{
	struct option *table = long_options(&tool->arena, program);
	const char *letters = program == PROGRAM_RUN ? "q" : "v";
	int code;

	*arguments = (struct arguments){
		.command = command_line(&tool->arena, tool->name, argc, argv),
		.steps = defaults->steps, .runs = defaults->runs, .align = defaults->align,
		.probes = defaults->probes,
	};
	arguments->given = arena_array(&tool->arena, const char *, argc + 1);
	memcpy(arguments->given, argv + 1, (size_t)(argc - 1)*sizeof *argv);
	argv[0] = arena_printf(&tool->arena, "%s", tool->name);
	*status = EXIT_GOOD;
	while (!*status && (code = getopt_long(argc, argv, letters, table, NULL)) != -1) {
		if (code == HELP || code == VERSION_CODE)
			return answer(tool, program, defaults, code, status);
		if (code < FIRST_CODE)
			code = letter_code(code);
		if (code < FIRST_CODE) {
			fprintf(stderr, "Try '%s --help'.\n", tool->name);
			*status = EXIT_USAGE;
			return false;
		}
		*status = read_option(tool, arguments, &options[code - FIRST_CODE], argc);
	}
	arguments->files = argv + optind;
	arguments->file_count = argc - optind;
	return !*status;
}
