#include "generator/split/split.h"

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
