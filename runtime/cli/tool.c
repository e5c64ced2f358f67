#include "runtime/cli/tool.h"

#include "generator/base/files.h"
#include "generator/base/suggest.h"
#include "generator/variants/variant_words.h"
#include "runtime/device/cache.h"
#include "runtime/device/cache_entries.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
tool_open(struct tool *tool, const char *name)
{
	files_begin();
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
tool_fail(const struct tool *tool, int status, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s: ", tool->name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	putc('\n', stderr);
	if (status == EXIT_USAGE)
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
	return status;
}

int
tool_clear_cache(struct tool *tool, bool quiet)
{
	char message[512];
	const char *folder = cache_open(&tool->arena, message, sizeof message);
	struct cache_contents contents;

	if (!folder)
		return tool_fail(tool, EXIT_IO, "%s", message);
	contents = cache_clear(folder);
	if (!quiet)
		printf("%s: %d compiled kernel%s removed from %s, %.1f MB\n", tool->name, contents.entries,
			contents.entries == 1 ? "" : "s", folder, 1e-6*contents.bytes);
	return EXIT_GOOD;
}

int
tool_avoid_cache(struct tool *tool)
{
	char message[512];

	return cache_use_temporary(message, sizeof message) ? EXIT_GOOD
		: tool_fail(tool, EXIT_IO, "%s", message);
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

int
read_layout(struct tool *tool, const char *text, enum layout *layout)
{
	const int found = catalogue_find(&layout_words, text);

	if (found < 0)
		return tool_fail(tool, EXIT_USAGE, "%s", catalogue_unknown(&tool->arena, &layout_words, text));
	*layout = (enum layout)found;
	return EXIT_GOOD;
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

const struct field *
find_field_named(const struct stencil *stencil, const char *name, size_t length)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (strlen(f->name) == length && !memcmp(f->name, name, length))
			return f;
	return NULL;
}

static const char *
did_you_mean(struct arena *arena, const char *meant)
{
	return meant ? arena_printf(arena, "; did you mean '%s'?", meant) : "";
}

const char *
suggest_field(struct arena *arena, const struct stencil *stencil, const char *name)
{
	const char **names = arena_array(arena, const char *, stencil->field_count + 1);
	int count = 0;

	for (const struct field *f = stencil->fields; f; f = f->next)
		names[count++] = f->name;
	return did_you_mean(arena, strlen(name) <= MAX_NAME ? suggest(name, names, count) : NULL);
}

/* Reads a param's value. Returns what the param needs instead, or NULL. */
static const char *
read_value(struct arena *arena, const struct param *p, const char *text, double *value)
{
	char *end;

	errno = 0;
	*value = strtod(text, &end);
	if (end == text || *end || !isfinite(*value) || (errno == ERANGE && *value == 0))
		return p->type == TYPE_INT ? "a whole number" : "a number";
	if (p->type == TYPE_INT && *value != floor(*value))
		return "a whole number";
	if (p->type == TYPE_INT && fabs(*value) > MAX_INT_PARAM)
		return arena_printf(arena, "a whole number from -%d to %d", MAX_INT_PARAM, MAX_INT_PARAM);
	if (p->type == TYPE_FLOAT && (!isfinite((float)*value) || (*value != 0 && (float)*value == 0)))
		return "a number that a float can hold";
	return NULL;
}

bool
read_param(struct arena *arena, const struct stencil *stencil, const char *text, double *params,
	bool *given, const char **message)
{
	const char **names = arena_array(arena, const char *, stencil->param_count + 1), *needed;
	const size_t length = strcspn(text, "=");
	const char *name = arena_strndup(arena, text, length), *value_text = text + length + (text[length] == '=');
	double value;
	int count = 0;

	for (const struct param *p = stencil->params; p; p = p->next) {
		names[count++] = p->name;
		if (strcmp(p->name, name))
			continue;
		needed = read_value(arena, p, value_text, &value);
		if (needed) {
			*message = arena_printf(arena, "param %s needs %s, not '%s'", name, needed, value_text);
			return false;
		}
		params[p->index] = value;
		given[p->index] = true;
		return true;
	}
	*message = arena_printf(arena, "'%s' has no param '%s'%s", stencil->name, name,
		did_you_mean(arena, strlen(name) <= MAX_NAME ? suggest(name, names, count) : NULL));
	return false;
}
