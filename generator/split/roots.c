#include "generator/split/split.h"

#include <string.h>

/* Whether one of a number of statements makes a temporary. */
static bool
is_made_by(const struct stmt *const *statements, int count, const struct temp *temp)
{
	while (count-- > 0)
		if (statements[count] == temp->stmt)
			return true;
	return false;
}

/* Whether an expression reads a scalar that is assigned, or a temporary that none of so many statements makes. */
static bool
reads_later(const struct split *split, const struct expr *e, int count)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD && e->u.read.field->shape == SHAPE_SCALAR)
		return e->u.read.field->assigned;
	if (e->kind == EXPR_TEMP)
		return !is_made_by(split->statements, count, e->u.read.temp);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_later(split, operand, count))
			return true;
	return false;
}

/* Whether a statement assigns temporaries that are made of in fields alone, by statements of which so many come before. */
static bool
is_of_inputs(const struct split *split, const struct stmt *stmt, int count)
{
	if (assigns_fields(stmt) || (stmt->kind == STMT_ASSIGN && (stmt->u.assign.temp->scalar || reads_later(split, stmt->u.assign.value, count))))
		return false;
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (t->stmt == stmt && t->written.read)
			return false;
	return true;
}

/* Outputs that share the last kernel come after all that is stored. */
static void
begin_with_inputs(struct split *split)
{
	const struct stmt **rest = arena_array(split->arena, const struct stmt *, split->count + 1);
	int count = 0, left = 0;

	for (int i = 0; i < split->count; i++)
		if (is_of_inputs(split, split->statements[i], count))
			split->statements[count++] = split->statements[i];
		else
			rest[left++] = split->statements[i];
	memcpy(split->statements + count, rest, (size_t)left*sizeof *rest);
}

/* Most stand behind the one before. */
static void
number_temps(struct split *split)
{
	int statement = 0;

	for (const struct temp *t = split->stencil->temps; t; t = t->next) {
		while (split->statements[statement] != t->stmt)
			statement = (statement + 1) % split->count;
		split->statement_of[t->index] = statement;
	}
}

void
split_open(struct split *split)
{
	const struct stencil *stencil = split->stencil;
	struct arena *arena = split->arena;
	int statement = 0;

	for (const struct stmt *s = stencil->statements; s; s = s->next)
		split->count++;
	split->statements = arena_array(arena, const struct stmt *, split->count + 1);
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		split->statements[statement++] = s;
	split_defer_scalars(split);
	if (stencil->kind->stores_apart)
		begin_with_inputs(split);
	split->statement_of = arena_array(arena, int, stencil->temp_count + 1);
	number_temps(split);
	split->kept = arena_array(arena, bool, stencil->temp_count + 1);
	split->store_group = arena_array(arena, int, stencil->temp_count + 1);
	split->wanted = arena_array(arena, bool, stencil->temp_count + 1);
	split->holders = arena_array(arena, const struct field *, stencil->temp_count + 1);
	split->held_by = arena_array(arena, const struct temp *, split->count + 1);
	split->closures = arena_array(arena, struct closure, split->count + 1);
	split->all_levels = arena_array(arena, bool, split->count + 1);
	split->windows = arena_array(arena, struct extents, split->count + 1);
	split->needed = arena_array(arena, struct extents, split->count + 1);
	split->group_of = arena_array(arena, int, split->count + 1);
	split->groups = arena_array(arena, struct group, split->count + 2);
}

static bool
is_on_levels(const struct split *split, int root)
{
	if (split_kind_of(split, root) == KERNEL_columns)
		return true;
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == root && split->kept[t->index] && t->level_bound)
			return true;
	return false;
}

bool
split_is_exact(const struct split *split, int root, int axis)
{
	const struct stmt *stmt = split->statements[root];

	return assigns_fields(stmt) || (stmt->kind == STMT_ASSIGN && stmt->u.assign.reduction)
		|| (axis == 2 && is_on_levels(split, root));
}

bool
split_is_root(const struct split *split, int statement)
{
	if (assigns_fields(split->statements[statement]))
		return !split->held_by[statement];
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && split->kept[t->index])
			return true;
	return false;
}
