#include "generator/split/split.h"

/*
 * What has one value is done as late as may be, so that it does not stand between statements that could share a kernel:
 *     norm = sqrt(sum(u*u)); largest = max(v);
 * goes through the points once.
 */

static bool
is_scalar(const struct split *split, int statement)
{
	return split->statements[statement]->kind == STMT_ASSIGN && split_kind_of(split, statement) == KERNEL_scalar;
}

static bool
expr_reads(const struct expr *e, const struct stmt *made_by)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && e->u.read.temp->stmt == made_by)
		return true;
	if (e->kind == EXPR_FIELD && e->u.read.field == made_by->u.assign.field)
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (expr_reads(operand, made_by))
			return true;
	return false;
}

/* Whether a statement reads what one makes that assigns a scalar, or goes on with it where it assigns nothing. */
static bool
stmt_reads(const struct stmt *stmt, const struct stmt *made_by)
{
	const struct temp *prior = stmt->kind == STMT_ASSIGN && stmt->u.assign.temp ? stmt->u.assign.temp->prior : NULL;

	if (prior && prior->stmt == made_by)
		return true;
	if (stmt_expr(stmt) && expr_reads(stmt_expr(stmt), made_by))
		return true;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (stmt_reads(s, made_by))
				return true;
	return false;
}

void
split_defer_scalars(struct split *split)
{
	for (int s = split->count; s-- > 0; ) {
		const struct stmt *scalar = split->statements[s];

		if (!is_scalar(split, s))
			continue;
		for (int to = s + 1; to < split->count && !is_scalar(split, to)
				&& !stmt_reads(split->statements[to], scalar); to++) {
			split->statements[to - 1] = split->statements[to];
			split->statements[to] = scalar;
		}
	}
}
