#include "generator/split/split.h"

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
	split->statement_of = arena_array(arena, int, stencil->temp_count + 1);
	statement = 0;
	for (const struct temp *t = stencil->temps; t; t = t->next) {
		while (split->statements[statement] != t->stmt)
			statement++;
		split->statement_of[t->index] = statement;
	}
	split->kept = arena_array(arena, bool, stencil->temp_count + 1);
	split->store_group = arena_array(arena, int, stencil->temp_count + 1);
	split->wanted = arena_array(arena, bool, stencil->temp_count + 1);
	split->closures = arena_array(arena, struct closure, split->count + 1);
	split->windows = arena_array(arena, struct extents, split->count + 1);
	split->group_of = arena_array(arena, int, split->count + 1);
	split->groups = arena_array(arena, struct group, split->count + 2);
}

bool
split_assigns_fields(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field != NULL;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (split_assigns_fields(s))
				return true;
	return false;
}

bool
split_is_root(const struct split *split, int statement)
{
	if (split_assigns_fields(split->statements[statement]))
		return true;
	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split->statement_of[t->index] == statement && split->kept[t->index])
			return true;
	return false;
}

bool
split_is_reduced(const struct temp *temp)
{
	return temp->stmt->kind == STMT_ASSIGN && temp->stmt->u.assign.reduction;
}

static bool
assigns_scalar(const struct stmt *stmt)
{
	return stmt->u.assign.field ? stmt->u.assign.field->shape == SHAPE_SCALAR : stmt->u.assign.temp->scalar;
}

enum kernel_kind
split_kind_of(const struct stmt *stmt)
{
	if (stmt->kind == STMT_SWEEP)
		return KERNEL_columns;
	if (stmt->kind == STMT_ASSIGN && stmt->u.assign.reduction)
		return KERNEL_points;
	if (stmt->kind == STMT_ASSIGN && assigns_scalar(stmt))
		return KERNEL_scalar;
	return assigns_levels(stmt) ? KERNEL_points : KERNEL_plane;
}
