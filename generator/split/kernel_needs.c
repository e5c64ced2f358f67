#include "generator/split/split.h"

struct marker {
	const struct split *split;
	struct kernel_needs *needs;
	int kernel;
};

int
split_kernel_of(const struct split *split, const struct temp *temp)
{
	return split->group_of[split->statement_of[temp->index]];
}

static void
mark_read(void *marker, const struct expr *e, const struct facts *known)
{
	const struct marker *m = marker;
	const struct temp *temp = e->kind == EXPR_TEMP ? e->u.read.temp : NULL;

	(void)known;
	if (e->kind == EXPR_PARAM)
		m->needs->params[e->u.param->index] = true;
	else if (e->kind == EXPR_FIELD)
		m->needs->fields[e->u.read.field->index] = m->needs->read[e->u.read.field->index] = true;
	else if (m->split->kept[temp->index] && split_kernel_of(m->split, temp) != m->kernel)
		m->needs->fetched[temp->index] = true;
	else
		m->needs->wanted[temp->index] = true;
}

static void
mark_assigned(const struct split *split, const struct stmt *list, struct kernel_needs *needs)
{
	for (const struct field *f = split->stencil->fields; f; f = f->next)
		needs->fields[f->index] |= assigns_field(list, f);
}

bool
split_assigns_fields_in(const struct split *split, int statement, int kernel)
{
	return split->group_of[statement] == kernel && assigns_fields(split->statements[statement]);
}

/* Statements only read what those before them make. */
static void
mark_needs(const struct split *split, int kernel, struct kernel_needs *needs)
{
	struct marker m = { split, needs, kernel };

	for (int s = split->count; s-- > 0; ) {
		const bool fields = split_assigns_fields_in(split, s, kernel);
		struct stmt own = *split->statements[s];

		own.next = NULL;
		if (fields)
			mark_assigned(split, &own, needs);
		split_read_statement(split, s, needs->wanted, fields, &no_facts, mark_read, &m);
	}
}

static struct kernel_needs
new_needs(const struct split *split)
{
	const struct stencil *s = split->stencil;

	return (struct kernel_needs){
		.wanted = arena_array(split->arena, bool, s->temp_count + 1),
		.fetched = arena_array(split->arena, bool, s->temp_count + 1),
		.stored = arena_array(split->arena, bool, s->temp_count + 1),
		.fields = arena_array(split->arena, bool, s->field_count + 1),
		.read = arena_array(split->arena, bool, s->field_count + 1),
		.params = arena_array(split->arena, bool, s->param_count + 1),
	};
}

/* From the last kernel to the first: what it fetches the ones before it store. */
const struct kernel_needs *
split_needs(const struct split *split)
{
	struct kernel_needs *needs = arena_array(split->arena, struct kernel_needs, split->group_count);

	for (int k = 0; k < split->group_count; k++)
		needs[k] = new_needs(split);
	for (int k = split->group_count; k-- > 0; ) {
		for (const struct temp *t = split->stencil->temps; t; t = t->next) {
			needs[k].stored[t->index] |= split->holders[t->index] && split_kernel_of(split, t) == k;
			needs[k].wanted[t->index] |= needs[k].stored[t->index];
		}
		mark_needs(split, k, &needs[k]);
		for (const struct temp *t = split->stencil->temps; t; t = t->next)
			if (needs[k].fetched[t->index])
				needs[split_kernel_of(split, t)].stored[t->index] = true;
	}
	return needs;
}
