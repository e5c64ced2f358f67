#include "generator/check/checker.h"
#include "generator/language/definition.h"

#include <string.h>

struct symbol *
find_symbol(const struct checker *c, const char *name)
{
	unsigned slot = 0;

	for (const char *letter = name; *letter; letter++)
		slot = 31*slot + (unsigned char)*letter;
	slot %= SYMBOLS;
	while (c->symbols[slot].name && strcmp(c->symbols[slot].name, name))
		slot = (slot + 1) % SYMBOLS;
	return &c->symbols[slot];
}

const struct neighbor *
find_predeclared(const struct checker *c, const char *name)
{
	for (int i = 0; i < c->kind->predeclared_count; i++)
		if (!strcmp(c->kind->predeclared[i].name, name))
			return &c->kind->predeclared[i];
	return NULL;
}

const struct neighbor *
find_neighbor(const struct checker *c, const char *name)
{
	for (struct neighbor *n = c->stencil->neighbors; n; n = n->next)
		if (!strcmp(n->name, name)) {
			n->used = true;
			return n;
		}
	return find_predeclared(c, name);
}

bool *
assigned_flag(const struct checker *c, const struct name_state *state)
{
	return &c->assigned[c->stencil->field_count + (state - c->names)];
}

bool *
assigned_inside_flag(const struct checker *c, const struct name_state *state)
{
	return assigned_flag(c, state) + c->name_count;
}

/* The names of the functions or consts that stand above; less than MAX_NAMES. */
static int
list_definitions(const struct checker *c, bool functions_only, const char **names)
{
	int count = 0;

	for (const struct definition *d = c->stencil->definitions; d && count < MAX_NAMES; d = d->next)
		if (d->is_function == functions_only && d->span.start < c->stencil->span.start)
			names[count++] = d->name;
	return count;
}

const char *
suggest_function(const struct checker *c, const char *name)
{
	const char *names[FN_COUNT + MAX_NAMES];
	int count = list_definitions(c, true, names);

	for (int i = 0; i < FN_COUNT; i++)
		names[count++] = functions[i].name;
	return suggest(name, names, count);
}

const char *
suggest_value(const struct checker *c, const char *name)
{
	const char **names = arena_array(c->arena, const char *,
		c->stencil->field_count + c->stencil->param_count + c->name_count + MAX_NAMES);
	int count = list_definitions(c, false, names);

	for (const struct field *f = c->stencil->fields; f; f = f->next)
		names[count++] = f->name;
	for (const struct param *p = c->stencil->params; p; p = p->next)
		names[count++] = p->name;
	for (int i = 0; i < c->name_count; i++)
		names[count++] = c->names[i].name;
	return suggest(name, names, count);
}

const char *
suggest_neighbor(const struct checker *c, const char *name)
{
	const char *names[MAX_NAMES];
	int count = 0;

	while (count < c->kind->predeclared_count) {
		names[count] = c->kind->predeclared[count].name;
		count++;
	}
	for (const struct neighbor *n = c->stencil->neighbors; n && count < MAX_NAMES; n = n->next)
		names[count++] = n->name;
	return suggest(name, names, count);
}

void
report_unknown(const struct checker *c, struct span span, const char *what, const char *name,
	const char *meant, const char *otherwise)
{
	if (meant)
		error_at(c->source, span, "unknown %s '%s'; did you mean '%s'?", what, name, meant);
	else
		error_at(c->source, span, "unknown %s '%s': %s", what, name, otherwise);
}

bool
report_no_fixpoint(const struct checker *c)
{
	error_at(c->source, c->statement->span, "temporaries of this 'if' depend on each other in a chain"
		" of more than %d: use new names instead of assigning the same ones again", MAX_ROUNDS);
	return false;
}

bool
assigns_half(const struct checker *c, const struct stmt *list)
{
	bool half = false;

	for (const struct stmt *s = list; s && !half; s = s->next) {
		const struct symbol *symbol = s->kind == STMT_ASSIGN ? find_symbol(c, s->u.assign.name) : NULL;

		half = symbol && (symbol->field ? symbol->field->role != ROLE_IN && symbol->field->where.half
			: symbol->temp && symbol->temp->current && symbol->temp->where.half);
		for (int n = 0; n < MOST_NESTED && !half; n++)
			half = assigns_half(c, stmt_nested(s, n));
	}
	return half;
}
