#include "generator/emit/mesh/level_loops.h"
#include "generator/emit/printer.h"

struct finder {
	const struct plan *plan;
	struct level_loops loops;
	const struct stmt *run;
	bool in_loop, changed;
};

static struct level_value *
find(const struct level_loops *loops, const struct value *variable)
{
	for (int i = 0; i < loops->count; i++)
		if (loops->values[i].variable == variable->variable)
			return &loops->values[i];
	return NULL;
}

const struct level_value *
level_value(const struct level_loops *loops, const struct value *variable)
{
	return find(loops, variable);
}

static struct level_value *
find_temp(const struct level_loops *loops, const struct plan *plan, const struct temp *temp)
{
	const struct value *value = temp->uniform ? NULL : plan_value(plan, temp, (struct offset){ 0, 0, 0 });

	return value ? find(loops, value) : NULL;
}

struct reader {
	const struct level_loops *loops;
	const struct plan *plan;
	bool by_level;
};

static void
note_level(void *context, const struct expr *e)
{
	struct reader *reader = context;
	const struct level_value *value;

	if (e->kind == EXPR_LEVEL || (e->kind == EXPR_FIELD && shapes[e->u.read.field->shape].axes[2]))
		reader->by_level = true;
	if (e->kind != EXPR_TEMP)
		return;
	value = find_temp(reader->loops, reader->plan, e->u.read.temp);
	reader->by_level = reader->by_level || (value && value->by_level);
}

bool
is_by_level(const struct level_loops *loops, const struct plan *plan, const struct stmt *stmt)
{
	struct reader reader = { loops, plan, false };
	const struct level_value *target;

	if (loops->one_level)
		return false;
	if (stmt->kind == STMT_IF || stmt->u.assign.field)
		return true;
	target = find_temp(loops, plan, stmt->u.assign.temp);
	if (target && target->by_level)
		return true;
	plan_walk_expr(stmt->u.assign.value, note_level, &reader);
	return reader.by_level;
}

/* Marks the targets of a statement that differ from level to level: of an if statement all. */
static void
mark_by_level(struct finder *f, const struct instance *instance, const struct stmt *stmt, bool in_if)
{
	struct level_value *target;

	if (stmt->kind == STMT_IF) {
		const bool inner = in_if || !is_neighbour_loop(stmt);

		for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
			mark_by_level(f, instance, s, inner);
		for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
			mark_by_level(f, instance, s, inner);
		return;
	}
	if (!plan_assigns(instance, stmt) || stmt->u.assign.field)
		return;
	target = find_temp(&f->loops, f->plan, stmt->u.assign.temp);
	if (target && !target->by_level && (in_if || is_by_level(&f->loops, f->plan, stmt)))
		target->by_level = f->changed = true;
}

static void
find_by_level(struct finder *f)
{
	do {
		f->changed = false;
		for (const struct instance *i = f->plan->instances; i; i = i->next)
			mark_by_level(f, i, i->stmt, false);
	} while (f->changed);
}

/* The current run uses a temporary. */
static void
use(struct finder *f, const struct temp *temp)
{
	struct level_value *value = find_temp(&f->loops, f->plan, temp);

	if (!value || !value->by_level)
		return;
	if (!value->run) {
		value->run = f->run;
		value->in_loop = f->in_loop;
	}
	value->kept = value->kept || value->run != f->run;
}

static void
use_read(void *context, const struct expr *e)
{
	if (e->kind == EXPR_TEMP)
		use(context, e->u.read.temp);
}

static void
use_statement(struct finder *f, const struct instance *instance, const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN) {
		if (!plan_assigns(instance, stmt))
			return;
		if (stmt->u.assign.temp) {
			use(f, stmt->u.assign.temp);
			if (stmt->u.assign.temp->prior)
				use(f, stmt->u.assign.temp->prior);
		}
		plan_walk_expr(stmt->u.assign.value, use_read, f);
		return;
	}
	plan_walk_expr(stmt->u.branch.condition, use_read, f);
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		use_statement(f, instance, s);
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		use_statement(f, instance, s);
}

/* The statements of a loop over neighbours, run by run. */
static void
use_loop(struct finder *f, const struct instance *instance, const struct stmt *loop)
{
	f->loops.several = true;
	f->run = NULL;
	for (const struct stmt *s = loop->u.branch.then; s; s = s->next)
		if (is_neighbour_loop(s)) {
			use_loop(f, instance, s);
			f->run = NULL;
		} else {
			f->run = f->run ? f->run : s;
			f->in_loop = true;
			use_statement(f, instance, s);
		}
}

static void
find_runs(struct finder *f)
{
	for (const struct instance *i = f->plan->instances; i; i = i->next)
		if (is_neighbour_loop(i->stmt)) {
			use_loop(f, i, i->stmt);
			f->run = NULL;
		} else {
			f->run = f->run ? f->run : i->stmt;
			f->in_loop = false;
			use_statement(f, i, i->stmt);
		}
}

struct level_loops
level_loops_find(struct arena *arena, const struct plan *plan, bool one_level)
{
	struct finder f = { .plan = plan, .loops.one_level = one_level };
	int count = 0;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			count += v->variable == v;
	f.loops.values = arena_array(arena, struct level_value, count + 1);
	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v)
				f.loops.values[f.loops.count++].variable = v;
	if (!one_level)
		find_by_level(&f);
	find_runs(&f);
	return f.loops;
}
