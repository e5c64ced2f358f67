#include "generator/split/split.h"

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

enum location
split_location_of(const struct split *split, int root)
{
	const enum location location = stmt_location(split->statements[root]);

	return split->stencil->kind->has_relations && location != LOCATIONS ? location : split->stencil->location;
}

bool
split_share_points(const struct split *split, int root, int other)
{
	return split_location_of(split, root) == split_location_of(split, other) && split->statements[root]->half == split->statements[other]->half;
}

enum kernel_kind
split_kind_of(const struct split *split, int statement)
{
	const struct stmt *stmt = split->statements[statement];

	if (stmt->kind == STMT_SWEEP)
		return KERNEL_columns;
	if (stmt->kind == STMT_ASSIGN && stmt->u.assign.reduction)
		return split->stencil->kind->has_relations && counts_distance(stmt) ? KERNEL_columns : KERNEL_points;
	if (stmt->kind == STMT_ASSIGN && assigns_scalar(stmt))
		return KERNEL_scalar;
	if (split->stencil->kind->has_relations && is_of_columns(stmt))
		return KERNEL_columns;
	return !assigns_levels(stmt) && split->stencil->kind->has_flat_kernels ? KERNEL_plane : KERNEL_points;
}
