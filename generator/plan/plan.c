#include "generator/language/offset.h"
#include "generator/plan/plan.h"

static struct value *
find_value(const struct instance *instance, const struct temp *temp)
{
	struct value *value = instance->values;

	while (value && value->temp != temp)
		value = value->next;
	return value;
}

bool
plan_assigns(const struct instance *instance, const struct stmt *assign)
{
	return assign->u.assign.field ? instance->root
		: find_value(instance, assign->u.assign.temp) != NULL;
}

bool
plan_assigns_in(const struct instance *instance, const struct stmt *stmt)
{
	return stmt->kind == STMT_ASSIGN ? plan_assigns(instance, stmt)
		: plan_assigns_any(instance, stmt->u.branch.then) || plan_assigns_any(instance, stmt->u.branch.otherwise);
}

bool
plan_assigns_any(const struct instance *instance, const struct stmt *stmt)
{
	while (stmt && !plan_assigns_in(instance, stmt))
		stmt = stmt->next;
	return stmt;
}

static int
count_assignments(const struct stmt *stmt, const struct temp *temp)
{
	int count = 0;

	for (; stmt; stmt = stmt->next)
		count += stmt->kind == STMT_ASSIGN ? stmt->u.assign.temp == temp
			: count_assignments(stmt->u.branch.then, temp)
			+ count_assignments(stmt->u.branch.otherwise, temp);
	return count;
}

bool
plan_is_local(const struct instance *instance, const struct value *value)
{
	const struct stmt *stmt = instance->stmt;

	return stmt->kind != STMT_ASSIGN && !value->escapes && value->variable == value
		&& !value->temp->prior && count_assignments(stmt->u.branch.then, value->temp)
			+ count_assignments(stmt->u.branch.otherwise, value->temp) == 1;
}

bool
plan_reads_rows(const struct plan *plan)
{
	for (int i = 0; i < plan->column_count; i++)
		if (plan->columns[i].y)
			return true;
	return false;
}

bool
plan_carries(const struct plan *plan)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (i->carried)
			return true;
	return false;
}

const struct instance *
plan_instance(const struct plan *plan, const struct stmt *stmt, struct offset at)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (i->stmt == stmt && offset_equal(i->at, at))
			return i;
	return NULL;
}

struct value *
plan_value(const struct plan *plan, const struct temp *temp, struct offset at)
{
	const struct instance *instance = plan_instance(plan, temp->stmt, at);

	return instance ? find_value(instance, temp) : NULL;
}

void
plan_walk_expr(const struct expr *e, plan_visit *visit, void *context)
{
	const struct expr *operand;

	visit(context, e);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		plan_walk_expr(operand, visit, context);
}

static void
walk_statements(const struct instance *instance, const struct stmt *stmt, plan_visit *visit,
	void *context)
{
	if (!stmt)
		return;
	if (stmt != instance->stmt)
		walk_statements(instance, stmt->next, visit, context);
	if (stmt->kind == STMT_ASSIGN) {
		if (plan_assigns(instance, stmt))
			plan_walk_expr(stmt->u.assign.value, visit, context);
	} else if (plan_assigns_in(instance, stmt)) {
		plan_walk_expr(stmt->u.branch.condition, visit, context);
		walk_statements(instance, stmt->u.branch.then, visit, context);
		walk_statements(instance, stmt->u.branch.otherwise, visit, context);
	}
}

void
plan_walk(const struct instance *instance, plan_visit *visit, void *context)
{
	walk_statements(instance, instance->stmt, visit, context);
}

void
plan_dump(FILE *out, const struct plan *plan)
{
	fprintf(out, "plan %s\n", plan->stencil->name);
	for (const struct instance *i = plan->instances; i; i = i->next) {
		fprintf(out, "  %s [%d,%d,%d]", i->stmt->kind == STMT_ASSIGN ? i->stmt->u.assign.name
			: i->stmt->u.branch.each ? "each" : "if",
			i->at.x, i->at.y, i->at.z);
		for (const struct value *v = i->values; v; v = v->next)
			fprintf(out, " %s", v->variable->name);
		putc('\n', out);
	}
	fputs("  columns", out);
	for (int i = 0; i < plan->column_count; i++)
		fprintf(out, " [%d,%d]", plan->columns[i].x, plan->columns[i].y);
	fprintf(out, "\n  loads %d stores %d flops %d bytes %d column_loads %d column_bytes %d\n",
		plan->loads, plan->stores, plan->flops, plan->bytes, plan->column_loads,
		plan->column_bytes);
}
