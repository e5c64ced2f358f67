#include "generator/interpret/interpret_mesh_run.h"

#include "generator/base/workers.h"

#include <string.h>

/* Of each temporary, by index: whether all that its value reads exists, (element, slot). */
struct existence {
	struct mesh_run *run;
	bool **temps;
	bool changed;
};

static bool has_all(const struct existence *x, const struct expr *e, const struct mesh_point *point);

/* What is missing behind a slot that may be empty is not read: a condition asks. */
static bool
can_be_read(const struct existence *x, const struct expr *e, const struct mesh_point *point)
{
	const bool is_temp = e->kind == EXPR_TEMP;
	const struct mesh_target at = follow(x->run->given, e->u.read.chain, point);
	const struct temp *temp = e->u.read.temp;
	int slots;

	if (at.element < 0 || !is_temp || temp->one_valued)
		return !at.broken;
	slots = x->run->kept[temp->index].slots;
	return temp->where.relation ? x->temps[temp->index][(size_t)at.owner*(size_t)slots + (size_t)at.slot]
		: x->temps[temp->index][at.element];
}

static bool
terms_have_all(const struct existence *x, const struct expr *e, const struct mesh_point *point)
{
	const struct mesh_interpretation *given = x->run->given;
	struct bound_neighbour bound[MAX_BOUND];
	int names = 0;

	for (const struct binding *b = e->u.reduce.bindings; b; b = b->next, names++) {
		const struct mesh_target begin = follow(given, b->chain, point);

		if (begin.element < 0)
			return !begin.broken;
	}
	for (int slot = 0; slot < reduction_slots(given, e); slot++) {
		const bool all = bind_term(given, e, point, slot, bound);
		const struct mesh_point inner = { point->element, &bound[names - 1] };

		if (all ? !has_all(x, e->u.reduce.body, &inner) : is_exact_reduction(e))
			return false;
	}
	return true;
}

/* An exact relation has all of its neighbours also where they are only counted. */
static bool
can_be_counted(const struct existence *x, const struct expr *e, const struct mesh_point *point)
{
	const struct mesh_interpretation *given = x->run->given;
	const struct relation *relation = chain_last(e->u.exists.chain)->relation;
	const struct mesh_target begin = follow(given, e->u.exists.chain, point);

	if (begin.element < 0 || relation->degree.kind != DEGREE_EXACT)
		return !begin.broken;
	for (int slot = 0; slot < relation->degree.most; slot++)
		if (neighbour_at(given->tables, relation, begin.element, slot) < 0)
			return false;
	return true;
}

static bool
has_all(const struct existence *x, const struct expr *e, const struct mesh_point *point)
{
	const struct expr *operand;

	if (e->kind == EXPR_REDUCE)
		return terms_have_all(x, e, point);
	if ((e->kind == EXPR_FIELD || e->kind == EXPR_TEMP) && !can_be_read(x, e, point))
		return false;
	if (e->kind == EXPR_COUNT && !can_be_counted(x, e, point))
		return false;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (!has_all(x, operand, point))
			return false;
	return true;
}

static int
row_of_end(const struct mesh_interpretation *given, const struct zone_end *end)
{
	return end->param ? (int)given->params[end->param->index] : end->row;
}

/* Elements of other rows do nothing in a block of zones, so they may lack what it reads. */
static bool
runs_at(const struct existence *x, const struct stmt *s, int element)
{
	const struct mesh_interpretation *given = x->run->given;
	const int *rows = s->zone ? given->rows[stmt_location(s)] : NULL;
	const int row = rows && rows[element] > 0 ? rows[element] : INNER;

	return !s->zone || (row >= row_of_end(given, &s->zone->first) && row <= row_of_end(given, &s->zone->last));
}

/* Adds what an assignment reads, or a condition, to all that a statement assigns. */
static void
restrict_targets(struct existence *x, const struct stmt *s, const struct expr *e, const struct mesh_point *point,
	size_t at)
{
	const bool good = !runs_at(x, s, point->element) || has_all(x, e, point);

	if (s->kind == STMT_ASSIGN) {
		bool *targets = s->u.assign.temp && !s->u.assign.reduction ? x->temps[s->u.assign.temp->index]
			: x->run->inside[stmt_location(s)];

		x->changed |= targets[at] && !good;
		targets[at] = targets[at] && good;
		return;
	}
	for (int n = 0; n < MOST_NESTED && !good; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			restrict_targets(x, t, e, point, at);
}

static void
restrict_statement(struct existence *x, const struct stmt *s, const struct mesh_point *point, size_t at)
{
	if (!runs_at(x, s, point->element))
		return;
	if (stmt_expr(s))
		restrict_targets(x, s, stmt_expr(s), point, at);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			restrict_statement(x, t, point, at);
}

/* All values that an if statement gives to a name count together, also those after a read of it. */
static void
restrict_all(struct existence *x, const struct stmt *s, const struct mesh_point *point, size_t at)
{
	do {
		x->changed = false;
		restrict_statement(x, s, point, at);
	} while (x->changed && s->kind != STMT_ASSIGN);
}

static void
begin_targets(const struct existence *x, const struct stmt *s, size_t count)
{
	for (const struct temp *t = x->run->given->stencil->temps; t; t = t->next)
		for (size_t i = 0; t->stmt == s && !t->one_valued && i < count; i++)
			x->temps[t->index][i] = !t->prior || t->prior->one_valued || x->temps[t->prior->index][i];
}

static void
do_slots(struct existence *x, const struct stmt *s, int element)
{
	const struct binding *slots = s->u.assign.slots;
	const struct relation *relation = chain_last(slots->chain)->relation;
	const int count = relation_slots(x->run->given->tables, relation);

	for (int slot = 0; slot < count; slot++) {
		const struct bound_neighbour bound = {
			.binding = slots, .owner = element, .slot = slot,
			.element = neighbour_at(x->run->given->tables, relation, element, slot),
		};
		const struct mesh_point point = { element, &bound };

		if (bound.element >= 0)
			restrict_all(x, s, &point, (size_t)element*(size_t)count + (size_t)slot);
	}
}

bool
mesh_in_zones(const struct mesh_interpretation *given, enum location location, int element)
{
	const struct stencil *stencil = given->stencil;
	const int *rows = given->rows[location];
	const int row = rows && rows[element] > 0 ? rows[element] : INNER;

	return !stencil->has_zones || (row >= stencil->zones[0] && row <= stencil->zones[1]);
}

/* A statement that several threads look at, each for some elements at a time. */
struct looked_at {
	const struct existence *existence;
	const struct stmt *stmt;
};

static void
find_by_elements(void *looked_at, int worker, long first, long end)
{
	const struct looked_at *l = looked_at;
	const struct stmt *s = l->stmt;
	const struct temp *temp = s->kind == STMT_ASSIGN ? s->u.assign.temp : NULL;
	struct existence own = *l->existence;

	(void)worker;
	for (long e = first; e < end; e++) {
		const struct mesh_point point = { (int)e, NULL };

		if (temp && temp->where.relation)
			do_slots(&own, s, (int)e);
		else
			restrict_all(&own, s, &point, (size_t)e);
	}
}

static void
find_by_statement(struct existence *x, const struct stmt *s)
{
	enum { AT_A_TIME = 512 };
	const struct temp *temp = s->kind == STMT_ASSIGN ? s->u.assign.temp : NULL;
	const enum location location = stmt_location(s);
	const int count = location == LOCATIONS ? 0 : x->run->given->count[location];
	struct looked_at looked_at = { x, s };

	if (temp && temp->one_valued && !s->u.assign.reduction)
		return;
	begin_targets(x, s, (size_t)count*(size_t)(temp ? x->run->kept[temp->index].slots : 1));
	workers_share(count, AT_A_TIME, find_by_elements, &looked_at);
}

bool
find_mesh_elements(struct mesh_run *run)
{
	const struct mesh_interpretation *given = run->given;
	const struct stencil *stencil = given->stencil;
	struct existence x = { run, arena_array(&run->memory, bool *, stencil->temp_count + 1), false };
	bool all = true;

	for (const struct temp *t = stencil->temps; t; t = t->next)
		x.temps[t->index] = t->one_valued ? NULL : arena_array(&run->memory, bool,
			(size_t)given->count[t->where.location]*(size_t)run->kept[t->index].slots + 1);
	for (int l = 0; l < LOCATIONS; l++)
		for (int e = 0; e < given->count[l] && run->inside[l]; e++)
			run->inside[l][e] = mesh_in_zones(given, (enum location)l, e);
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		find_by_statement(&x, s);
	for (int l = 0; l < LOCATIONS; l++)
		all = all && (!run->inside[l] || memchr(run->inside[l], true, (size_t)given->count[l]*sizeof *run->inside[l]));
	return all;
}
