#include "plan.h"
#include "names.h"

#include <stdlib.h>

/* No kernel of use comes near these. They keep a hostile file from making one
 * that takes minutes to write. */
enum { MAX_VALUES = 4000, MAX_READS = 200000, MAX_LOADS = 4000 };

static const struct offset here = { 0, 0, 0 };

int
offset_compare(struct offset a, struct offset b)
{
	const int near = abs(a.x) + abs(a.y), far = abs(b.x) + abs(b.y);

	if (near != far)
		return near - far;
	if (a.y != b.y)
		return a.y - b.y;
	return a.x != b.x ? a.x - b.x : a.z - b.z;
}

bool
offset_equal(struct offset a, struct offset b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

struct offset
offset_add(struct offset a, struct offset b)
{
	return (struct offset){ a.x + b.x, a.y + b.y, a.z + b.z };
}

/* A top-level statement and its instances, in the order of offsets. */
struct slot {
	const struct stmt *stmt;
	struct instance *instances;
};

struct load {
	const struct field *field;
	struct offset at;
	struct load *next;
};

struct planner {
	struct arena *arena;
	struct plan *plan;
	struct slot *slots;
	struct slot **slot_of;   /* by temp index */
	struct instance *current;
	bool in_kernel; /* it is a kernel's; else the launcher's */
	struct load *loads;
	int slot_count, value_count, read_count, load_count;
};

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
	return assign->u.assign.field ? offset_equal(instance->at, here)
		: find_value(instance, assign->u.assign.temp) != NULL;
}

bool
plan_assigns_any(const struct instance *instance, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN ? plan_assigns(instance, stmt)
				: plan_assigns_any(instance, stmt->u.branch.then)
				|| plan_assigns_any(instance, stmt->u.branch.otherwise))
			return true;
	return false;
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

	return stmt->kind == STMT_IF && !value->escapes && value->variable == value
		&& !value->temp->prior && count_assignments(stmt->u.branch.then, value->temp)
			+ count_assignments(stmt->u.branch.otherwise, value->temp) == 1;
}

struct value *
plan_value(const struct plan *plan, const struct temp *temp, struct offset at)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (i->stmt == temp->stmt && offset_equal(i->at, at))
			return find_value(i, temp);
	return NULL;
}

static struct instance *
need_instance(struct planner *p, struct slot *slot, struct offset at)
{
	struct instance **list = &slot->instances, *instance;

	while (*list && offset_compare((*list)->at, at) < 0)
		list = &(*list)->next;
	if (*list && offset_equal((*list)->at, at))
		return *list;
	instance = arena_new(p->arena, struct instance);
	instance->stmt = slot->stmt;
	instance->at = at;
	instance->next = *list;
	*list = instance;
	p->value_count++;
	return instance;
}

static void
need_value(struct planner *p, const struct temp *temp, struct offset at)
{
	struct instance *instance;
	struct value **list, *value;

	if (temp->uniform) {
		p->plan->uniforms[temp->index] = true;
		p->plan->passed[temp->index] |= p->in_kernel;
		return;
	}
	if (p->value_count > MAX_VALUES)
		return;
	instance = need_instance(p, p->slot_of[temp->index], at);
	list = &instance->values;
	while (*list && (*list)->temp->index < temp->index)
		list = &(*list)->next;
	if (*list && (*list)->temp == temp) {
		(*list)->escapes |= instance != p->current;
		return;
	}
	value = arena_new(p->arena, struct value);
	value->temp = temp;
	value->escapes = instance != p->current;
	value->at = at;
	value->variable = value;
	value->next = *list;
	*list = value;
	p->value_count++;
	if (temp->prior)
		need_value(p, temp->prior, at);
}

/* Calls visit for every node of a tree. */
static void
walk(struct planner *p, const struct expr *e, void visit(struct planner *, const struct expr *))
{
	const struct expr *operand;

	visit(p, e);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		walk(p, operand, visit);
}

/* The same for all trees of an instance's part of a list of statements, the last
 * one first: what it reads are values that those before it assign. */
static void
walk_statements(struct planner *p, const struct stmt *stmt,
	void visit(struct planner *, const struct expr *))
{
	if (!stmt)
		return;
	if (stmt != p->current->stmt)
		walk_statements(p, stmt->next, visit);
	if (stmt->kind == STMT_ASSIGN) {
		if (plan_assigns(p->current, stmt))
			walk(p, stmt->u.assign.value, visit);
	} else if (plan_assigns_any(p->current, stmt->u.branch.then)
			|| plan_assigns_any(p->current, stmt->u.branch.otherwise)) {
		walk(p, stmt->u.branch.condition, visit);
		walk_statements(p, stmt->u.branch.then, visit);
		walk_statements(p, stmt->u.branch.otherwise, visit);
	}
}

static void
need_read(struct planner *p, const struct expr *e)
{
	if (e->kind == EXPR_TEMP)
		need_value(p, e->u.temp.temp, offset_add(p->current->at, e->u.temp.offset));
}

static bool
assigns_output(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field != NULL;
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		if (assigns_output(s))
			return true;
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		if (assigns_output(s))
			return true;
	return false;
}

static int
count_values(const struct instance *instance)
{
	int count = 0;

	for (const struct value *v = instance->values; v; v = v->next)
		count++;
	return count;
}

/* Needs what an instance reads. What it reads may be values of its own, whose
 * assignments then read more. */
static void
need_reads(struct planner *p, struct instance *instance)
{
	int before;

	p->current = instance;
	do {
		before = count_values(instance);
		walk_statements(p, instance->stmt, need_read);
	} while (count_values(instance) != before);
}

static bool
find_instances(struct planner *p)
{
	for (struct slot *slot = p->slots + p->slot_count; slot-- > p->slots; ) {
		if (assigns_output(slot->stmt))
			need_instance(p, slot, here);
		for (struct instance *i = slot->instances; i; i = i->next) {
			need_reads(p, i);
			if (p->value_count > MAX_VALUES)
				return false;
		}
	}
	return true;
}

/* Whether e reads a temporary at another point. */
static bool
reads_shifted(const struct expr *e, const struct temp *temp)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP)
		return e->u.temp.temp == temp && !offset_equal(e->u.temp.offset, here);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_shifted(operand, temp))
			return true;
	return false;
}

/* An if statement updates the variable of the version before, as a person would
 * write it. Only its own first condition can still read that version. */
static void
share_variables(const struct plan *plan)
{
	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next) {
			const struct temp *prior = v->temp->prior;
			struct value *before;

			if (!prior || prior->uniform || prior->type != v->temp->type
					|| reads_shifted(i->stmt->u.branch.condition, prior))
				continue;
			before = plan_value(plan, prior, v->at);
			v->variable = before->variable;
			v->variable->updated = true;
		}
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static int
expr_flops(const struct expr *e)
{
	const struct expr *operand;
	int flops = 0;

	if (e->kind == EXPR_SELECT)
		return expr_flops(e->u.select.condition)
			+ larger(expr_flops(e->u.select.yes), expr_flops(e->u.select.no));
	if (e->kind == EXPR_BINARY)
		flops = e->u.binary.op >= OP_ADD;
	else if (e->kind == EXPR_CALL)
		flops = literal_power(e) >= 0 ? larger(literal_power(e) - 1, 0)
			: functions[e->u.call.function].flops;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		flops += expr_flops(operand);
	return flops;
}

static int
statement_flops(const struct instance *instance, const struct stmt *stmt)
{
	int then = 0, otherwise = 0;

	if (stmt->kind == STMT_ASSIGN)
		return plan_assigns(instance, stmt) ? expr_flops(stmt->u.assign.value) : 0;
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		then += statement_flops(instance, s);
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		otherwise += statement_flops(instance, s);
	return expr_flops(stmt->u.branch.condition) + larger(then, otherwise);
}

static int
size_of(enum type type)
{
	return type == TYPE_FLOAT ? 4 : 8;
}

static void
note_read(struct planner *p, const struct expr *e)
{
	const struct field *field;
	struct load *load;
	struct offset at;

	if (++p->read_count > MAX_READS || p->load_count > MAX_LOADS)
		return;
	if (e->kind == EXPR_PARAM)
		p->plan->params[e->u.param->index] = true;
	p->plan->reads_level |= e->kind == EXPR_LEVEL;
	p->plan->reads_levels |= e->kind == EXPR_LEVELS;
	if (e->kind != EXPR_FIELD)
		return;
	field = e->u.field.field;
	at = offset_add(p->current->at, e->u.field.offset);
	if (field->shape == SHAPE_COLUMN)
		at.z = 0;
	if (field->shape == SHAPE_PROFILE)
		at.x = at.y = 0;
	p->plan->reads_profile |= field->shape == SHAPE_PROFILE;
	for (load = p->loads; load; load = load->next)
		if (load->field == field && offset_equal(load->at, at))
			return;
	load = arena_new(p->arena, struct load);
	load->field = field;
	load->at = at;
	load->next = p->loads;
	p->loads = load;
	p->load_count++;
	if (field->role == ROLE_OUT)
		return;
	p->plan->loads += field->shape == SHAPE_POINT;
	p->plan->column_loads += field->shape == SHAPE_COLUMN;
}

static int
compare_columns(const void *a, const void *b)
{
	return offset_compare(*(const struct offset *)a, *(const struct offset *)b);
}

static void
find_columns(struct planner *p)
{
	struct plan *plan = p->plan;
	int count = 1;

	for (const struct load *load = p->loads; load; load = load->next)
		count++;
	plan->columns = arena_array(p->arena, struct offset, count);
	count = 1;
	for (const struct load *load = p->loads; load; load = load->next)
		if (load->field->shape != SHAPE_PROFILE)
			plan->columns[count++] = (struct offset){ load->at.x, load->at.y, 0 };
	qsort(plan->columns, (size_t)count, sizeof *plan->columns, compare_columns);
	for (int i = 0; i < count; i++)
		if (!i || !offset_equal(plan->columns[i], plan->columns[i - 1]))
			plan->columns[plan->column_count++] = plan->columns[i];
}

static void
count_bytes(const struct planner *p)
{
	for (const struct field *f = p->plan->stencil->fields; f; f = f->next) {
		bool read = false;

		for (const struct load *load = p->loads; load && !read; load = load->next)
			read = load->field == f;
		if (f->shape == SHAPE_POINT)
			p->plan->bytes += size_of(f->type)*((f->role != ROLE_OUT && (read || f->role == ROLE_INOUT))
				+ (f->role != ROLE_IN));
		else if (f->shape == SHAPE_COLUMN && read)
			p->plan->column_bytes += size_of(f->type);
		p->plan->stores += f->role != ROLE_IN;
	}
}

static void
count_costs(struct planner *p)
{
	for (struct instance *i = p->plan->instances; i; i = i->next) {
		p->current = i;
		walk_statements(p, i->stmt, note_read);
		p->plan->flops += statement_flops(i, i->stmt);
	}
	find_columns(p);
	count_bytes(p);
}

static void
make_slots(struct planner *p)
{
	const struct stencil *stencil = p->plan->stencil;
	struct slot *slot;
	int count = 0;

	for (const struct stmt *s = stencil->statements; s; s = s->next)
		count++;
	p->slots = arena_array(p->arena, struct slot, count);
	p->slot_of = arena_array(p->arena, struct slot *, stencil->temp_count + 1);
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		p->slots[p->slot_count++].stmt = s;
	slot = p->slots;
	for (const struct temp *temp = stencil->temps; temp; temp = temp->next) {
		while (slot->stmt != temp->stmt)
			slot++;
		p->slot_of[temp->index] = slot;
	}
}

/* The launcher needs the params-only temporaries that others are made of. */
static void
need_uniforms(struct planner *p)
{
	struct instance none = { 0 };

	p->current = &none;
	for (struct slot *slot = p->slots + p->slot_count; slot-- > p->slots; ) {
		const struct temp *temp = slot->stmt->kind == STMT_ASSIGN ? slot->stmt->u.assign.temp : NULL;

		if (temp && p->plan->uniforms[temp->index])
			walk(p, slot->stmt->u.assign.value, need_read);
	}
}

struct plan *
plan_stencil(struct arena *arena, const struct source *source, const struct stencil *stencil)
{
	struct plan *plan = arena_new(arena, struct plan);
	struct planner p = { .arena = arena, .plan = plan, .in_kernel = true };
	struct instance **last = &plan->instances;

	plan->stencil = stencil;
	plan->uniforms = arena_array(arena, bool, stencil->temp_count + 1);
	plan->passed = arena_array(arena, bool, stencil->temp_count + 1);
	plan->params = arena_array(arena, bool, stencil->param_count + 1);
	make_slots(&p);
	if (!find_instances(&p)) {
		error_at(source, stencil->span, "a kernel of '%s' would compute more than %d values at a point",
			stencil->name, MAX_VALUES);
		return NULL;
	}
	p.in_kernel = false;
	need_uniforms(&p);
	for (int i = 0; i < p.slot_count; i++) {
		*last = p.slots[i].instances;
		while (*last)
			last = &(*last)->next;
	}
	share_variables(plan);
	count_costs(&p);
	if (p.read_count > MAX_READS || p.load_count > MAX_LOADS) {
		error_at(source, stencil->span, "a kernel of '%s' would read more than %d values at a point",
			stencil->name, MAX_LOADS);
		return NULL;
	}
	name_plan(arena, plan);
	return plan;
}

void
plan_dump(FILE *out, const struct plan *plan)
{
	fprintf(out, "plan %s\n", plan->stencil->name);
	for (const struct instance *i = plan->instances; i; i = i->next) {
		fprintf(out, "  %s [%d,%d,%d]", i->stmt->kind == STMT_IF ? "if" : i->stmt->u.assign.name,
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
