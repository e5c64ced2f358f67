#include "generator/plan/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Words of the languages, functions of the library and names in the templates (reserved.sh). */
static const char *const reserved[] = {
#define KEYWORD(name) #name,
#include "generator/plan/keywords.def"
#define FUNCTION(name, arguments, flops, c_name, ...) #c_name, #c_name "f",
#include "generator/language/functions.def"
#define RESERVED(name) name,
#define RESERVED_ON(family, name)
#define RESERVED_IN_LAUNCHERS(name)
#include "reserved.def"
#undef RESERVED
#undef RESERVED_ON
#undef RESERVED_IN_LAUNCHERS
};

/* Names that only the templates of one family of grids say. */
static const struct {
	enum grid_family family;
	const char *name;
} reserved_on[] = {
#define RESERVED(name)
#define RESERVED_ON(family, name) { GRID_##family, name },
#define RESERVED_IN_LAUNCHERS(name)
#include "reserved.def"
#undef RESERVED
#undef RESERVED_ON
#undef RESERVED_IN_LAUNCHERS
};

/* Keywords, and names that launchers on planes say. */
static const char *const reserved_in_launchers[] = {
#define KEYWORD(name) #name,
#include "generator/plan/keywords.def"
#define FUNCTION(name, arguments, flops, c_name, ...) #c_name, #c_name "f",
#include "generator/language/functions.def"
#define RESERVED(name)
#define RESERVED_ON(family, name)
#define RESERVED_IN_LAUNCHERS(name) name,
#include "reserved.def"
#undef RESERVED
#undef RESERVED_ON
#undef RESERVED_IN_LAUNCHERS
};

/* Reads n..n, s..s, n5 and the like; returns what follows. */
static const char *
skip_steps(const char *name, char one, char other)
{
	const char letter = *name;

	if (letter != one && letter != other)
		return name;
	if (isdigit((unsigned char)name[1]))
		return name + 1 + strspn(name + 1, "0123456789");
	while (*name == letter)
		name++;
	return name;
}

/* Whether kernels call an index variable, a pattern or a slot so. */
static bool
is_column_name(const char *name)
{
	if (isupper((unsigned char)*name))
		return !*skip_steps(skip_steps(name, 'N', 'S'), 'W', 'E');
	if (*name == 'p' && name[1])
		name++;
	return !strcmp(name, "c") || !*skip_steps(skip_steps(name, 'n', 's'), 'w', 'e');
}

/* INT_MAX, M_PI: the headers of C define many of these. */
static bool
is_macro_name(const char *name)
{
	return strchr(name, '_') && !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Whether macros, helper functions, launchers, CUDA or HIP may have the name; none
 * of theirs ends in an underscore. */
static bool
is_of_taken_form(const char *name)
{
	return name[strlen(name) - 1] != '_' && (is_macro_name(name) || !strncmp(name, "power", 5)
		|| !strncmp(name, "launch_", 7) || !strncmp(name, "cuda", 4) || !strncmp(name, "hip", 3));
}

static bool
is_taken_in_kernel(const char *name, enum grid_family family)
{
	for (size_t i = 0; i < sizeof reserved/sizeof *reserved; i++)
		if (!strcmp(name, reserved[i]))
			return true;
	for (size_t i = 0; i < sizeof reserved_on/sizeof *reserved_on; i++)
		if (reserved_on[i].family == family && !strcmp(name, reserved_on[i].name))
			return true;
	return is_column_name(name) || is_of_taken_form(name);
}

/* A launcher has no columns, but its whole file knows the slots of a table. */
static bool
is_taken_in_launcher(const char *name)
{
	for (size_t i = 0; i < sizeof reserved_in_launchers/sizeof *reserved_in_launchers; i++)
		if (!strcmp(name, reserved_in_launchers[i]))
			return true;
	return (is_column_name(name) && isupper((unsigned char)*name)) || is_of_taken_form(name);
}

static bool
is_taken(const struct scope *scope, const char *name)
{
	return scope->of_launcher ? is_taken_in_launcher(name)
		: is_taken_in_kernel(name, scope->family);
}

static bool
is_in_scope(const struct scope *scope, const char *name)
{
	for (int i = 0; i < scope->count; i++)
		if (!strcmp(scope->names[i], name))
			return true;
	return false;
}

const char *
scope_add(struct scope *scope, const char *name)
{
	if (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1])))
		name = arena_printf(scope->arena, "u%s", name);
	while (is_taken(scope, name) || is_in_scope(scope, name))
		name = arena_printf(scope->arena, "%s_", name);
	return scope->names[scope->count++] = name;
}

static int
count_values(const struct plan *plan)
{
	int count = 0;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			count++;
	return count;
}

const char *
temp_base_name(struct arena *arena, const struct plan *plan, const struct temp *temp)
{
	int number = 0;
	const struct temp *last = NULL;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v && v->temp != last && !strcmp(v->temp->name, temp->name)
					&& v->temp->index <= temp->index) {
				number++;
				last = v->temp;
			}
	return number < 2 ? temp->name : arena_printf(arena, "%s%d", temp->name, number);
}

/* What kernels and launchers get. */
static struct names
name_operands(struct scope *scope, const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	const struct names names = {
		.fields = arena_array(scope->arena, const char *, stencil->field_count + 1),
		.params = arena_array(scope->arena, const char *, stencil->param_count + 1),
		.uniforms = arena_array(scope->arena, const char *, stencil->temp_count + 1),
	};

	for (const struct field *f = stencil->fields; f; f = f->next)
		names.fields[f->index] = scope_add(scope, f->name);
	for (const struct param *p = stencil->params; p; p = p->next)
		names.params[p->index] = scope_add(scope, p->name);
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			names.uniforms[t->index] = scope_add(scope, t->version < 2 ? t->name
				: arena_printf(scope->arena, "%s%d", t->name, t->version));
	return names;
}

static void
name_values(struct scope *scope, struct plan *plan)
{
	const struct temp *named = NULL;
	const char *base = NULL;

	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next) {
			if (v->variable != v)
				continue;
			if (v->temp != named)
				base = temp_base_name(scope->arena, plan, v->temp);
			named = v->temp;
			v->name = scope_add(scope, !plan->stencil->has_domain ? base
				: arena_printf(scope->arena, "%s_%s", base, point_name(scope->arena, v->at)));
		}
}

/* Whether a family's launchers and kernels are in templates of its own: names serve both. */
static bool
has_templates(enum grid_family family)
{
	for (size_t i = 0; i < sizeof reserved_on/sizeof *reserved_on; i++)
		if (reserved_on[i].family == family)
			return true;
	return false;
}

void
name_plan(struct arena *arena, struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	const int most = stencil->field_count + stencil->param_count + stencil->temp_count
		+ count_values(plan);
	struct scope kernel = {
		arena, stencil->family, false, arena_array(arena, const char *, most + 1), 0,
	};
	struct scope launcher = {
		arena, stencil->family, true, arena_array(arena, const char *, most + 1), 0,
	};

	plan->names = name_operands(&kernel, plan);
	plan->launcher_names = has_templates(stencil->family) ? plan->names : name_operands(&launcher, plan);
	name_values(&kernel, plan);
}

/* letter repeated, or with the count from five on */
static const char *
steps(struct arena *arena, int count, const char *back, const char *forth)
{
	const char *letter = count < 0 ? back : forth;
	char text[8] = "";

	count = abs(count);
	if (count > 4)
		return arena_printf(arena, "%s%d", letter, count);
	for (int i = 0; i < count; i++)
		text[i] = *letter;
	return arena_printf(arena, "%s", text);
}

const char *
column_name(struct arena *arena, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return arena_printf(arena, "%s%s", steps(arena, at.y, "n", "s"), steps(arena, at.x, "w", "e"));
}

const char *
slot_name(struct arena *arena, struct offset at)
{
	return arena_printf(arena, "%s%s", steps(arena, at.y, "N", "S"), steps(arena, at.x, "W", "E"));
}

const char *
point_name(struct arena *arena, struct offset at)
{
	if (!at.z)
		return column_name(arena, at);
	return arena_printf(arena, "%s%s", at.x || at.y ? column_name(arena, at) : "",
		steps(arena, at.z, "b", "a"));
}
