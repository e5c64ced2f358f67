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

/* Whether kernels on full and on half levels need a temporary. */
struct readers {
	bool by[2];
};

/* Marks what an expression reads for the sake of kernels on full and on half levels. */
static void
mark_readers(const struct expr *e, struct readers *readers, const bool by[2])
{
	const struct expr *operand;

	for (int half = 0; half < 2 && e->kind == EXPR_TEMP; half++)
		readers[e->u.read.temp->index].by[half] |= by[half];
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		mark_readers(operand, readers, by);
}

static void
mark_readers_of(const struct stmt *stmt, struct readers *readers, const bool by[2])
{
	if (stmt_expr(stmt))
		mark_readers(stmt_expr(stmt), readers, by);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			mark_readers_of(s, readers, by);
}

void
split_keep_counted(struct split *split)
{
	struct readers *readers = arena_array(split->arena, struct readers, split->stencil->temp_count + 1);

	for (int s = split->count; s-- > 0 && !split->stencil->kind->has_relations; ) {
		const struct stmt *stmt = split->statements[s];
		bool by[2] = { false };

		by[stmt->half] = assigns_fields(stmt);
		for (const struct temp *t = split->stencil->temps; t; t = t->next) {
			if (split->statement_of[t->index] != s)
				continue;
			split->kept[t->index] |= readers[t->index].by[!stmt->half] && counts_distance(stmt) && !t->scalar;
			by[stmt->half] |= split->kept[t->index];
			for (int half = 0; half < 2 && !split->kept[t->index]; half++)
				by[half] |= readers[t->index].by[half];
		}
		for (const struct temp *t = split->stencil->temps; t; t = t->next)
			for (int half = 0; half < 2 && t->prior && split->statement_of[t->index] == s; half++)
				readers[t->prior->index].by[half] |= by[half];
		mark_readers_of(stmt, readers, by);
	}
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
