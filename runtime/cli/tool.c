#include "runtime/cli/tool.h"

#include "generator/base/program.h"
#include "generator/variants/variant_words.h"
#include "runtime/toolchain/cache.h"
#include "runtime/toolchain/cache_entries.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
tool_open(struct tool *tool, const char *name)
{
	program_begin(name);
	*tool = (struct tool){ .name = name };
	tool->diagnostics = (struct diagnostics){
		.out = stderr, .max_errors = 20,
		.color = isatty(STDERR_FILENO) && !getenv("NO_COLOR"),
	};
	tool->templates = (struct templates){
		.arena = &tool->arena, .diagnostics = &tool->diagnostics,
	};
}

int
tool_report(const struct tool *tool, const struct error *error)
{
	if (*error->text)
		fprintf(stderr, "%s: %s\n", tool->name, error->text);
	if (*error->text && error->status == EXIT_USAGE)
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
	return (int)error->status;
}

bool
tool_clear_cache(struct tool *tool, bool quiet, struct error *error)
{
	const char *folder = cache_open(&tool->arena, error);
	struct cache_contents contents;

	if (!folder)
		return false;
	contents = cache_clear(folder);
	if (!quiet)
		printf("%s: %d compiled kernel%s removed from %s, %.1f MB\n", tool->name, contents.entries,
			contents.entries == 1 ? "" : "s", folder, 1e-6*contents.bytes);
	return true;
}

int
tool_close(struct tool *tool, int status)
{
	const struct error error = { EXIT_IO, "cannot write to standard output" };

	if (fflush(stdout) && !status)
		status = tool_report(tool, &error);
	arena_free(&tool->arena);
	return status;
}

bool
read_size(const char *text, int size[3])
{
	for (int a = 0; a < 3; a++) {
		char *end;
		long value;

		errno = 0;
		value = strtol(text, &end, 10);
		if (end == text || errno || value < 1 || value > 1 << 30 || *end != (a < 2 ? 'x' : '\0'))
			return false;
		size[a] = (int)value;
		text = end + 1;
	}
	/* Fields of numbers must fit the address space. */
	return size[2] <= PTRDIFF_MAX/(ptrdiff_t)sizeof (double)/size[0]/size[1];
}

static bool
read_word(struct arena *arena, const struct catalogue *words, const char *text, int *found, struct error *error)
{
	*found = catalogue_find(words, text);
	return *found >= 0 || catalogue_refuse(arena, words, text, error);
}

bool
read_layout(struct arena *arena, const char *text, enum layout *layout, struct error *error)
{
	int found;
	const bool good = read_word(arena, &layout_words, text, &found, error);

	*layout = good ? (enum layout)found : LAYOUT_soa;
	return good;
}

bool
read_levels(struct arena *arena, const char *text, enum levels *levels, struct error *error)
{
	int found;
	const bool good = read_word(arena, &levels_words, text, &found, error);

	*levels = good ? (enum levels)found : LEVELS_OUTERMOST;
	return good;
}

bool
read_precision(struct arena *arena, const char *text, enum type *precision, struct error *error)
{
	int found;
	const bool good = read_word(arena, &precision_words, text, &found, error);

	*precision = good && found ? TYPE_FLOAT : TYPE_DOUBLE;
	return good;
}

const char **
split(struct arena *arena, const char *list)
{
	const char **items;
	int count = 1;

	for (const char *c = list; *c; c++)
		count += *c == ',';
	items = arena_array(arena, const char *, count + 1);
	for (int i = 0; i < count; i++) {
		const size_t length = strcspn(list, ",");

		items[i] = arena_strndup(arena, list, length);
		list += length + 1;
	}
	return items;
}

static bool
read_value(const struct param *p, const char *text, double *value, struct error *error)
{
	char *end;

	errno = 0;
	*value = strtod(text, &end);
	if (end == text || *end || (errno == ERANGE && *value == 0))
		*value = NAN;
	return param_takes(p, *value, error) || error_append(error, ", not '%s'", text);
}

bool
read_param(struct arena *arena, const struct stencil *stencil, const char *text, double *params,
	bool *given, struct error *error)
{
	const size_t length = strcspn(text, "=");
	const char *name = arena_strndup(arena, text, length), *value_text = text + length + (text[length] == '=');
	const struct param *p = find_param_named(stencil, name, length);
	double value;

	if (!p)
		return error_set(error, EXIT_USAGE, "'%s' has no param '%s'%s", stencil->name, name,
			suggest_param(arena, stencil, name));
	if (!read_value(p, value_text, &value, error))
		return false;
	params[p->index] = value;
	if (given)
		given[p->index] = true;
	return true;
}

bool
read_params(struct arena *arena, const struct stencil *stencil, const struct texts *texts, double *params,
	bool *given, struct error *error)
{
	for (int i = 0; i < texts->count; i++)
		if (!read_param(arena, stencil, texts->items[i], params, given, error))
			return false;
	return true;
}
