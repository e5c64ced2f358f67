#include "generator/language/offset.h"
#include "generator/plan/plan.h"

#include <stdlib.h>

/* Far above any real kernel, as MAX_VALUES in lower.c. */
enum { MAX_READS = 200000, MAX_LOADS = 4000 };

struct counter {
	struct arena *arena;
	struct plan *plan;
	const struct instance *current;
	int read_count, load_count;
};

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* What operations are counted in: each as one, or as the additions that take as long on a processor. */
enum { FLOPS = PROCESSORS };

/* Of a division: runtime/results/h200/defaults, "Costs of operations". */
static const int additions_of_division[PROCESSORS] = { [PROCESSOR_GPU] = 20, [PROCESSOR_CPU] = 100 };

/* Of the expression's own operation. */
static int
operation_work(const struct expr *e, int unit)
{
	if (e->kind == EXPR_BINARY)
		return e->u.binary.op == OP_DIV && unit != FLOPS ? additions_of_division[unit] : e->u.binary.op >= OP_ADD;
	if (e->kind != EXPR_CALL)
		return 0;
	if (literal_power(e) >= 0)
		return larger(literal_power(e) - 1, 0);
	return unit == FLOPS ? functions[e->u.call.function].flops : functions[e->u.call.function].additions[unit];
}

static int
expr_work(const struct expr *e, int unit)
{
	const struct expr *operand;
	int work = operation_work(e, unit);

	if (e->kind == EXPR_SELECT)
		return expr_work(e->u.select.condition, unit)
			+ larger(expr_work(e->u.select.yes, unit), expr_work(e->u.select.no, unit));
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		work += expr_work(operand, unit);
	return work;
}

static int
statement_work(const struct instance *instance, const struct stmt *stmt, int unit)
{
	int then = 0, otherwise = 0;

	if (stmt->kind == STMT_ASSIGN)
		return plan_assigns(instance, stmt) ? expr_work(stmt->u.assign.value, unit) : 0;
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		then += statement_work(instance, s, unit);
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		otherwise += statement_work(instance, s, unit);
	return expr_work(stmt->u.branch.condition, unit) + larger(then, otherwise);
}

static void
reach_read(struct extents *reach, const struct reference *read, bool half)
{
	for (int a = 0; a < AXES; a++) {
		reach->low[a] = larger(reach->low[a], reference_cells(read, (enum side)(2*a), half));
		reach->high[a] = larger(reach->high[a], reference_cells(read, (enum side)(2*a + 1), half));
	}
}

static void
note_read(void *counter, const struct expr *e)
{
	struct counter *c = counter;
	const struct field *field;
	struct reference read, *load, **list = &c->plan->reads;

	if (++c->read_count > MAX_READS || c->load_count > MAX_LOADS)
		return;
	if (e->kind == EXPR_PARAM)
		c->plan->params[e->u.param->index] = true;
	c->plan->reads_level |= e->kind == EXPR_LEVEL;
	c->plan->reads_levels |= e->kind == EXPR_LEVELS;
	if (e->kind == EXPR_SIDE)
		c->plan->sides[e->u.side] = true;
	if (e->kind != EXPR_FIELD)
		return;
	field = e->u.read.field;
	read = e->u.read;
	read.offset = shape_offset(field->shape, offset_add(c->current->at, e->u.read.offset));
	c->plan->fields[field->index] = true;
	c->plan->reads_profile |= field->shape == SHAPE_PROFILE;
	if (read.level) {
		read.offset.z = 0;
		c->plan->reads_level = true;
		list = &c->plan->by_value;
	}
	c->plan->reads_other_levels |= read.offset.z != 0 || read.level;
	reach_read(&c->plan->reach, &read, c->plan->stencil->half);
	for (load = *list; load; load = load->next)
		if (!read.level && load->field == field && load->neighbor == read.neighbor && offset_equal(load->offset, read.offset))
			return;
	load = arena_new(c->arena, struct reference);
	*load = read;
	load->next = *list;
	*list = load;
	c->load_count++;
	if (field->role == ROLE_OUT)
		return;
	c->plan->loads += field->shape == SHAPE_POINT && !field->shared;
	c->plan->column_loads += field->shape == SHAPE_COLUMN;
}

static int
compare_columns(const void *a, const void *b)
{
	return offset_compare(*(const struct offset *)a, *(const struct offset *)b);
}

static void
find_columns(struct counter *c)
{
	struct plan *plan = c->plan;
	int count = 1;

	for (const struct reference *load = c->plan->reads; load; load = load->next)
		count++;
	for (const struct reference *load = c->plan->by_value; load; load = load->next)
		count++;
	plan->columns = arena_array(c->arena, struct offset, count);
	count = 1;
	for (const struct reference *load = c->plan->reads; load; load = load->next)
		if (load->field->shape != SHAPE_PROFILE)
			plan->columns[count++] = (struct offset){ load->offset.x, load->offset.y, 0 };
	for (const struct reference *load = c->plan->by_value; load; load = load->next)
		if (load->field->shape != SHAPE_PROFILE)
			plan->columns[count++] = (struct offset){ load->offset.x, load->offset.y, 0 };
	qsort(plan->columns, (size_t)count, sizeof *plan->columns, compare_columns);
	for (int i = 0; i < count; i++)
		if (!i || !offset_equal(plan->columns[i], plan->columns[i - 1]))
			plan->columns[plan->column_count++] = plan->columns[i];
}

/* Counts the bytes of fields that are read, and of those that are written. */
static void
count_bytes(const struct counter *c)
{
	for (const struct field *f = c->plan->stencil->fields; f; f = f->next) {
		const bool read = c->plan->fields[f->index];

		if (f->shape == SHAPE_POINT && !f->shared)
			c->plan->bytes += element_size(f->type)*((f->role != ROLE_OUT && (read || f->role == ROLE_INOUT))
				+ (f->role != ROLE_IN));
		else if (f->shape == SHAPE_COLUMN && (read || f->reduction))
			c->plan->column_bytes += element_size(f->type);
		c->plan->stores += f->role != ROLE_IN && !f->local && !f->reduction;
		c->plan->fields[f->index] |= f->role != ROLE_IN;
	}
}

bool
plan_costs(struct arena *arena, const struct source *source, struct plan *plan)
{
	struct counter c = { .arena = arena, .plan = plan };

	for (const struct instance *i = plan->instances; i; i = i->next) {
		if (i->carried)
			continue;
		c.current = i;
		plan_walk(i, note_read, &c);
		plan->flops += statement_work(i, i->stmt, FLOPS);
		for (int p = 0; p < PROCESSORS; p++)
			plan->additions[p] += statement_work(i, i->stmt, p);
	}
	if (c.read_count > MAX_READS || c.load_count > MAX_LOADS) {
		if (source)
			error_at(source, plan->stencil->span,
				"a kernel of '%s' would read more than %d values at a point: split the stencil",
				plan->stencil->name, MAX_LOADS);
		return false;
	}
	find_columns(&c);
	count_bytes(&c);
	return true;
}
