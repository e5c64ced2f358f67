#include "generator/language/definitions.h"
#include "generator/language/expander.h"

#include <string.h>

/* Puts all of a file into the map. Reports two of a name and names that are taken. */
static bool
collect(const struct source *source, struct definition *definitions, struct name_map *map)
{
	int count = 0;

	for (struct definition *d = definitions; d; d = d->next) {
		const struct definition *first = name_map_find(map, d->name);

		if (++count == MAX_NAMES) {
			error_at(source, d->span, "more than %d consts and functions in a file: use several files", MAX_NAMES - 1);
			return false;
		}
		if (is_reduction(d->name)) {
			error_at(source, d->span, "'%s' is the name of a function: use another name", d->name);
		} else if (first) {
			error_at(source, d->span, "'%s' is defined twice: use another name", d->name);
			note_at(source, first->span, "defined here first");
		} else {
			name_map_put(map, d->name, d);
		}
	}
	return true;
}

static void
expand_function(struct expander *x, struct definition *d)
{
	struct stmt **end = &d->body;

	check_function(x, d);
	if (d->wrong || x->full)
		return;
	expand_list(x, &d->body);
	while (*end)
		end = &(*end)->next;
	x->insert = end;
	x->around = d->value->span;
	expand_expr(x, d->value);
}

/* What a definition is made of is expanded where it is defined, so a call never contains another. */
static void
define(struct expander *x, struct definition *d)
{
	const int errors = x->source->diagnostics->errors;

	memset(x->taken, 0, sizeof *x->taken);
	x->current = d;
	x->before = d->span.start;
	if (d->is_function) {
		expand_function(x, d);
	} else {
		check_const(x, d->value);
		if (x->source->diagnostics->errors == errors)
			expand_expr(x, d->value);
		d->wrong = d->value->kind == EXPR_ERROR;
	}
	d->wrong |= x->source->diagnostics->errors != errors;
	x->current = NULL;
}

static void
take(struct expander *x, const char *name, struct span span, void *what, bool assigned)
{
	const struct definition *d = known_definition(x, name);

	if (!name_map_find(x->taken, name))
		name_map_put(x->taken, name, what);
	if (!d)
		return;
	if (d->is_function)
		error_at(x->source, span, "'%s' is the name of a function: use another name", name);
	else
		error_at(x->source, span, assigned ? "const '%s' is assigned: use another name" : "'%s' is the name of a const: use another name",
			name);
	note_at(x->source, d->span, "'%s' defined here", name);
}

static void
take_targets(struct expander *x, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_ASSIGN && !name_map_find(x->taken, stmt->u.assign.name))
			take(x, stmt->u.assign.name, stmt->u.assign.name_span, &x->other, true);
		for (int n = 0; n < MOST_NESTED; n++)
			take_targets(x, stmt_nested(stmt, n));
	}
}

static void
expand_stencil(struct expander *x, struct stencil *stencil)
{
	memset(x->taken, 0, sizeof *x->taken);
	x->before = stencil->span.start;
	for (const struct field *f = stencil->fields; f; f = f->next)
		take(x, f->name, f->span, f->shape == SHAPE_SCALAR ? &x->param : &x->other, false);
	for (const struct param *p = stencil->params; p; p = p->next)
		take(x, p->name, p->span, &x->param, false);
	take_targets(x, stencil->statements);
	if (x->taken->count < 2*MAX_NAMES) /* they are too many otherwise, which is an error anyway */
		expand_list(x, &stencil->statements);
}

void
expand_definitions(struct arena *arena, const struct source *source, struct stencil *stencils)
{
	struct expander x = { .arena = arena, .source = source };
	struct name_map *definitions;

	if (!stencils || !stencils->definitions)
		return;
	x.definitions = definitions = arena_new(arena, struct name_map);
	x.taken = arena_new(arena, struct name_map);
	if (!collect(source, stencils->definitions, definitions))
		return;
	for (struct definition *d = stencils->definitions; d && !too_many_errors(source); d = d->next)
		define(&x, d);
	for (struct stencil *s = stencils; s && !too_many_errors(source); s = s->next)
		expand_stencil(&x, s);
}

void
warn_unused_definitions(const struct source *source, const struct stencil *stencils)
{
	for (const struct definition *d = stencils ? stencils->definitions : NULL; d; d = d->next)
		if (!d->used)
			warning_at(source, d->span, d->is_function ? "function '%s' is never called: leave it out"
				: "const '%s' is never used: leave it out", d->name);
}
