#include "generator/check/checker.h"

/* What may differ from level to level. */
static bool
varies(const struct expr *e)
{
	return e->kind == EXPR_LEVEL || (e->kind == EXPR_SIDE && side_axis(e->u.side) == 2)
		|| (e->kind == EXPR_FIELD && !e->u.read.level && shapes[e->u.read.field->shape].axes[2])
		|| (e->kind == EXPR_TEMP && !e->u.read.level && e->u.read.temp->varies);
}

/* A temporary that has values on the levels of the domain only. */
static bool
is_level_bound(const struct expr *e)
{
	return e->kind == EXPR_TEMP && !e->u.read.level && e->u.read.temp->level_bound;
}

static bool
is_swept(const struct expr *e)
{
	return e->kind == EXPR_TEMP && e->u.read.temp->swept;
}

/* What surrounds an assignment: conditions. */
struct around {
	bool varies, level_bound, swept;
};

/* The first column field that is assigned below a statement, or NULL. */
static const struct stmt *
find_column(const struct stmt *stmt)
{
	const struct stmt *found = NULL;

	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field && stmt->u.assign.field->shape == SHAPE_COLUMN ? stmt : NULL;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s && !found; s = s->next)
			found = find_column(s);
	return found;
}

/* One statement is done at every point, or once a column. */
static void
refuse_mixture(const struct checker *c)
{
	const struct stmt *column = c->statement->kind == STMT_IF ? find_column(c->statement) : NULL;

	if (column && assigns_levels(c->statement))
		error_at(c->source, column->span, "'%s' has one value a column, but the 'if' around it also assigns what"
			" differs from level to level; write two of them", column->u.assign.name);
}

static void
check_assign(const struct checker *c, const struct stmt *assign, struct around around)
{
	const bool differs = around.varies || expr_any(assign->u.assign.value, varies);
	const bool in_sweep = c->statement->kind == STMT_SWEEP;
	struct temp *temp = (struct temp *)assign->u.assign.temp;
	const struct field *field = assign->u.assign.field;
	const bool column = temp ? temp->shape == SHAPE_COLUMN : field && field->shape == SHAPE_COLUMN;

	if (column && differs && !in_sweep) {
		error_at(c->source, assign->u.assign.value->span, "'%s' has one value a column, but its value here differs"
			" from level to level; assign it in a sweep", assign->u.assign.name);
	} else if (temp) {
		temp->swept |= in_sweep || around.swept || expr_any(assign->u.assign.value, is_swept);
		if (column)
			return;
		temp->varies |= differs || in_sweep;
		temp->level_bound |= in_sweep || around.level_bound || expr_any(assign->u.assign.value, is_level_bound);
	}
}

static void
check_list(const struct checker *c, const struct stmt *stmt, struct around around)
{
	for (; stmt; stmt = stmt->next) {
		struct around inside = around;

		if (stmt->kind == STMT_ASSIGN && !stmt->u.assign.reduction)
			check_assign(c, stmt, around);
		if (stmt->kind == STMT_IF) {
			inside.varies |= expr_any(stmt->u.branch.condition, varies);
			inside.level_bound |= expr_any(stmt->u.branch.condition, is_level_bound);
			inside.swept |= expr_any(stmt->u.branch.condition, is_swept);
		}
		for (int n = 0; n < MOST_NESTED; n++)
			check_list(c, stmt_nested(stmt, n), inside);
	}
}

/* On a mesh, what no sweep assigns and no output is, has values outside the domain, too: they are computed where they are read. */
static void
refuse_distances(const struct checker *c)
{
	const struct temp *temp = c->statement_temps;

	if (!c->kind->has_relations || c->statement->kind == STMT_SWEEP || !counts_distance(c->statement)
			|| (c->statement->kind == STMT_ASSIGN && c->statement->u.assign.reduction)) /* over points of the domain */
		return;
	while (temp && temp->shape == SHAPE_COLUMN)
		temp = temp->next;
	if (temp)
		error_at(c->source, c->statement->span, "'%s' depends on the number of levels below or above: %s", temp->name,
			temp->where.relation ? "it cannot have values for slots" : "read what this assigns at other levels in a statement before");
}

void
check_columns(const struct checker *c)
{
	struct stmt *following = c->statement->next;

	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		temp->swept = temp->prior && temp->prior->swept;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		if (temp->prior && temp->shape == SHAPE_POINT) {
			temp->varies = temp->prior->varies;
			temp->level_bound = temp->prior->level_bound;
		}
	check_list(c, c->statement, (struct around){ false, false, false });
	refuse_mixture(c);
	refuse_distances(c);
	c->stencil->has_sweeps |= c->statement->kind == STMT_SWEEP || (c->kind->has_relations && is_of_columns(c->statement));
	c->statement->next = following;
}
