#include "generator/check/named.h"

#include "generator/base/suggest.h"

#include <math.h>
#include <string.h>

static bool
is_called(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !memcmp(name, text, length);
}

const struct field *
find_field_named(const struct stencil *stencil, const char *name, size_t length)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (is_called(f->name, name, length))
			return f;
	return NULL;
}

const struct param *
find_param_named(const struct stencil *stencil, const char *name, size_t length)
{
	for (const struct param *p = stencil->params; p; p = p->next)
		if (is_called(p->name, name, length))
			return p;
	return NULL;
}

static const char *
did_you_mean(struct arena *arena, const char *name, const char *const *names, int count)
{
	const char *meant = strlen(name) <= MAX_NAME ? suggest(name, names, count) : NULL;

	return meant ? arena_printf(arena, "; did you mean '%s'?", meant) : "";
}

const char *
suggest_field(struct arena *arena, const struct stencil *stencil, const char *name)
{
	const char **names = arena_array(arena, const char *, stencil->field_count + 1);
	int count = 0;

	for (const struct field *f = stencil->fields; f; f = f->next)
		names[count++] = f->name;
	return did_you_mean(arena, name, names, count);
}

const char *
suggest_param(struct arena *arena, const struct stencil *stencil, const char *name)
{
	const char **names = arena_array(arena, const char *, stencil->param_count + 1);
	int count = 0;

	for (const struct param *p = stencil->params; p; p = p->next)
		names[count++] = p->name;
	return did_you_mean(arena, name, names, count);
}

bool
param_takes(const struct param *p, double value, struct error *error)
{
	if (!isfinite(value) || (p->type == TYPE_INT && value != floor(value)))
		return error_set(error, EXIT_USAGE, "param %s needs a %snumber", p->name, p->type == TYPE_INT ? "whole " : "");
	if (p->type == TYPE_INT && fabs(value) > MAX_INT_PARAM)
		return error_set(error, EXIT_USAGE, "param %s needs a whole number from -%d to %d", p->name, MAX_INT_PARAM, MAX_INT_PARAM);
	return p->type != TYPE_FLOAT || (isfinite((float)value) && (value == 0 || (float)value != 0))
		|| error_set(error, EXIT_USAGE, "param %s needs a number that a float can hold", p->name);
}
