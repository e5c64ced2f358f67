#include "generator/plan/gather.h"
#include "generator/language/grid_kind.h"
#include "generator/plan/plan.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"
#include "generator/plan/reserved.h"

/* Far above any real kernel; bounds the time for hostile input. */
enum { MAX_VALUES = 4000 };

static const struct offset here = { 0, 0, 0 };

/* A top-level statement and its instances, in the order of offsets. */
struct statement_use {
	const struct stmt *stmt;
	struct instance *instances;
};

struct planner {
	struct arena *arena;
	struct plan *plan;
	struct statement_use *uses;
	struct statement_use **use_of; /* by temp index */
	struct instance *current;
	bool in_kernel; /* a kernel needs it; else only the launcher does */
	int use_count, value_count;
	int points, rows; /* a thread's, from the point at `here` on */
	enum course course;     /* it goes on */
	bool has_guards;        /* values may have to ask where they are */
	const struct temp *only; /* the plan is of this temporary alone, on */
	int level;               /* that level from the point's; NULL: of all outputs */
};

static struct instance *
need_instance(struct planner *p, struct statement_use *use, struct offset at)
{
	struct instance **list = &use->instances, *instance;

	while (*list && offset_compare((*list)->at, at) < 0)
		list = &(*list)->next;
	if (*list && offset_equal((*list)->at, at))
		return *list;
	instance = arena_new(p->arena, struct instance);
	instance->stmt = use->stmt;
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
	instance = need_instance(p, p->use_of[temp->index], at);
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

static void
need_read(void *planner, const struct expr *e)
{
	struct planner *p = planner;

	if (e->kind == EXPR_TEMP)
		need_value(p, e->u.read.temp, offset_add(p->current->at, e->u.read.offset));
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
		plan_walk(instance, need_read, p);
	} while (count_values(instance) != before);
}

/* Whether a value of the step before is what is needed at another point: going up it stays in its thread, going south
 * a whole row is kept. */
static bool
carries(const struct planner *p, struct offset from, struct offset to)
{
	return p->course == COURSE_UP ? from.x == to.x && from.y == to.y && from.z == to.z + 1 : from.y > to.y && from.z == to.z;
}

/* Marks the instances of a statement that a step takes over from the one before. All instances that are
 * needed must be known. */
static void
carry(const struct planner *p, struct statement_use *use)
{
	const struct stencil *stencil = p->plan->stencil;

	if (p->course == COURSE_UP ? !can_be_carried(stencil, use->stmt) : !can_be_kept_in_rows(stencil, use->stmt))
		return;
	for (struct instance *i = use->instances; i; i = i->next)
		for (const struct instance *next = use->instances; next; next = next->next)
			i->carried |= carries(p, next->at, i->at)
				&& !(p->has_guards && temp_is_guarded(stencil, use->stmt->u.assign.temp, i->at, p->points,
				p->rows));
}

static void
need_roots(struct planner *p, struct statement_use *use)
{
	if (p->only && use == p->use_of[p->only->index])
		need_value(p, p->only, (struct offset){ 0, 0, p->level });
	if (p->only || !assigns_output(use->stmt))
		return;
	for (int y = 0; y < p->rows; y++)
		for (int x = 0; x < p->points; x++)
			need_instance(p, use, (struct offset){ x, y, 0 })->root = true;
}

static bool
find_instances(struct planner *p)
{
	for (struct statement_use *use = p->uses + p->use_count; use-- > p->uses; ) {
		need_roots(p, use);
		if (p->course)
			carry(p, use);
		for (struct instance *i = use->instances; i; i = i->next) {
			if (i->carried)
				continue;
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
		return e->u.read.temp == temp && !offset_equal(e->u.read.offset, here);
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

static void
make_uses(struct planner *p)
{
	const struct stencil *stencil = p->plan->stencil;
	struct statement_use *use;
	int count = 0;

	for (const struct stmt *s = stencil->statements; s; s = s->next)
		count++;
	p->uses = arena_array(p->arena, struct statement_use, count);
	p->use_of = arena_array(p->arena, struct statement_use *, stencil->temp_count + 1);
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		p->uses[p->use_count++].stmt = s;
	use = p->uses;
	for (const struct temp *temp = stencil->temps; temp; temp = temp->next) {
		while (use->stmt != temp->stmt)
			use++;
		p->use_of[temp->index] = use;
	}
}

/* The launcher needs the params-only temporaries that others are made of. */
static void
need_uniforms(struct planner *p)
{
	struct instance none = { 0 };

	p->current = &none;
	for (struct statement_use *use = p->uses + p->use_count; use-- > p->uses; ) {
		const struct temp *temp = use->stmt->kind == STMT_ASSIGN ? use->stmt->u.assign.temp : NULL;

		if (temp && p->plan->uniforms[temp->index])
			plan_walk_expr(use->stmt->u.assign.value, need_read, p);
	}
}

/* The instances of a planner's points. Fails if there would be too many. */
static bool
make_plan(struct planner *p, const struct stencil *stencil, const struct mesh_neighbors *neighbors)
{
	struct instance **last;

	p->in_kernel = true;
	p->plan = arena_new(p->arena, struct plan);
	p->plan->stencil = stencil;
	p->plan->neighbors = neighbors;
	p->plan->uniforms = arena_array(p->arena, bool, stencil->temp_count + 1);
	p->plan->passed = arena_array(p->arena, bool, stencil->temp_count + 1);
	p->plan->params = arena_array(p->arena, bool, stencil->param_count + 1);
	p->plan->fields = arena_array(p->arena, bool, stencil->field_count + 1);
	make_uses(p);
	if (!find_instances(p))
		return false;
	p->in_kernel = false;
	need_uniforms(p);
	last = &p->plan->instances;
	for (int i = 0; i < p->use_count; i++) {
		*last = p->uses[i].instances;
		while (*last)
			last = &(*last)->next;
	}
	share_variables(p->plan);
	if (p->has_guards)
		plan_find_guarded(p->plan, p->points, p->rows);
	return true;
}

/* What is done column by column is no computation at a point. */
static struct stencil
without_statements(struct stencil stencil)
{
	stencil.statements = NULL;
	stencil.temps = NULL;
	return stencil;
}

struct plan *
plan_stencil(struct arena *arena, const struct source *source, const struct stencil *stencil)
{
	struct mesh_neighbors *neighbors = stencil->kind->has_relations ? arena_new(arena, struct mesh_neighbors) : NULL;

	if (neighbors)
		mesh_neighbors_open(neighbors, arena, stencil);
	return plan_among(arena, source, stencil, neighbors);
}

struct plan *
plan_among(struct arena *arena, const struct source *source, const struct stencil *stencil, struct mesh_neighbors *neighbors)
{
	const struct stencil bare = without_statements(*stencil);
	struct planner p = { .arena = arena, .points = 1, .rows = 1, .has_guards = true };

	if (neighbors)
		stencil = gather_stencil(arena, source, stencil, neighbors);
	if (!stencil)
		return NULL;
	if (!make_plan(&p, stencil->has_sweeps ? &bare : stencil, neighbors)) {
		error_at(source, stencil->span, "a kernel of '%s' would compute more than %d values at a point: split the stencil",
			stencil->name, MAX_VALUES);
		return NULL;
	}
	p.plan->stencil = stencil;
	if (!plan_costs(arena, source, p.plan))
		return NULL;
	p.plan->reserved = reserved_read(arena, NULL);
	name_plan(arena, p.plan);
	return p.plan;
}

/* The plan of a planner for what another plan has, with the names of that one but for values. */
static struct plan *
replan(struct planner *p, const struct plan *plan)
{
	p->has_guards = plan->has_guards;
	if (!make_plan(p, plan->stencil, plan->neighbors) || !plan_costs(p->arena, NULL, p->plan))
		return NULL;
	p->plan->reserved = plan->reserved;
	p->plan->suffix = plan->suffix;
	p->plan->hoists = plan->hoists;
	p->plan->names = plan->names;
	p->plan->launcher_names = plan->launcher_names;
	p->plan->member_names = plan->member_names;
	return p->plan;
}

struct plan *
plan_tile(struct arena *arena, const struct plan *plan, int points, int rows, enum course course)
{
	return replan(&(struct planner){ .arena = arena, .points = points, .rows = rows, .course = course }, plan);
}

struct plan *
plan_of_temp(struct arena *arena, const struct plan *plan, const struct temp *temp, int level)
{
	return replan(&(struct planner){ .arena = arena, .points = 1, .rows = 1, .only = temp, .level = level }, plan);
}
