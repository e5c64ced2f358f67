#include "generator/interpret/guard.h"
#include "generator/interpret/interpreter.h"

/* The domain, found from the statements one side of the grid after the other. */

/* How far a value reaches towards the side. */
struct reach_of {
	bool moves;   /* with its point, which must be so far from the edge of the grid */
	int cells;
	int beyond;   /* the domain, wherever its point is */
	long smallest; /* domain, for which that is so */
};

struct search {
	enum side side;
	bool half;                /* the top-level statement is on half levels */
	struct reach_of *temps;   /* by index */
	bool *on_levels;          /* by index: has values on the levels of the domain only, being made in a sweep */
	struct reach_of outputs;
};

/* Joins two; returns whether the first one became larger. */
static bool
join(struct reach_of *to, const struct reach_of *by)
{
	const struct reach_of before = *to;

	if (by->moves)
		to->cells = to->moves ? larger(to->cells, by->cells) : by->cells;
	to->moves |= by->moves;
	to->beyond = larger(to->beyond, by->beyond);
	to->smallest = to->smallest > by->smallest ? to->smallest : by->smallest;
	return to->moves != before.moves || to->cells != before.cells || to->beyond != before.beyond
		|| to->smallest != before.smallest;
}

/* Something that reaches so far is read where that is known. */
static void
read_there(enum side side, const struct guard *known, struct reach_of what, struct reach_of *reach)
{
	const long first = known->first[side], last = known->last[side_opposite(side)];

	if (what.moves && first != LONG_MIN && what.cells <= first) {
		what.moves = false;
	} else if (what.moves && what.cells > 0 && last != LONG_MAX) {
		const long needed = last + what.cells + 1 - (side_axis(side) == 2 ? known->more : 0);

		what.moves = false;
		if (what.smallest < needed)
			what.smallest = needed;
	} else if (what.moves && first != LONG_MIN) {
		what.moves = false;
		what.beyond = larger(what.beyond, (int)(what.cells - first));
	}
	join(reach, &what);
}

/* Where a temporary is read at a level by value. */
static const struct guard levels_of_domain = { .last = { LONG_MAX, LONG_MAX, LONG_MAX, LONG_MAX, LONG_MAX, LONG_MAX } };

/* Adds all reads that an expression is made of. */
static void
reach(const struct search *search, const struct expr *e, const struct guard *known, struct reach_of *sum)
{
	const struct expr *operand;
	struct reach_of own = { .moves = false };
	const bool by_level = (e->kind == EXPR_FIELD || e->kind == EXPR_TEMP) && e->u.read.level && side_axis(search->side) == 2;

	if (e->kind == EXPR_FIELD) {
		own.moves = shapes[e->u.read.field->shape].axes[side_axis(search->side)] && !by_level;
		own.cells = reference_cells(&e->u.read, search->side, search->half);
	} else if (e->kind == EXPR_TEMP) {
		own = search->temps[e->u.read.temp->index];
		own.cells += reference_cells(&e->u.read, search->side, search->half);
		if (search->on_levels[e->u.read.temp->index] && side_axis(search->side) == 2 && !by_level)
			read_there(search->side, known, (struct reach_of){ /* as far as its levels are there */
				.moves = true, .cells = reference_cells(&e->u.read, search->side, search->half) }, sum);
	}
	read_there(search->side, by_level ? &levels_of_domain : known, own, sum);
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		struct guard inside = *known;

		if (e->kind == EXPR_SELECT && n > 0)
			guard_narrow(&inside, e->u.select.condition, n == 1);
		reach(search, operand, &inside, sum);
	}
}

/* What surrounds a statement: what its conditions read and say, once for points of the domain, once for
 * wherever a temporary is needed, and once for that on the levels of the domain. */
enum place { IN_DOMAIN, ANYWHERE, ON_LEVELS, PLACES };

struct surroundings {
	struct reach_of reads[PLACES];
	struct guard known[PLACES];
	bool in_sweep;
};

static bool
is_on_levels(const struct search *search, const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && !e->u.read.level && search->on_levels[e->u.read.temp->index])
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (is_on_levels(search, operand))
			return true;
	return false;
}

/* Finds the temporaries of a statement that have values on the levels of the domain only: those that sweeps compute, and
 * those computed from them, except scalars. Returns whether there is a new one. */
static bool
find_on_levels(struct search *search, const struct stmt *s, bool inside)
{
	const struct temp *temp = s->kind == STMT_ASSIGN ? s->u.assign.temp : NULL;
	bool changed = false;

	inside |= s->kind == STMT_SWEEP || is_on_levels(search, stmt_expr(s));
	if (temp && temp->shape == SHAPE_POINT && !temp->one_valued && inside && !search->on_levels[temp->index])
		search->on_levels[temp->index] = changed = true;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			changed |= find_on_levels(search, t, inside);
	return changed;
}

static bool
reach_assignment(struct search *search, const struct stmt *s, struct surroundings around)
{
	const struct temp *temp = s->u.assign.reduction ? NULL : s->u.assign.temp; /* a sum is done in the domain */
	const enum place which = !temp ? IN_DOMAIN : around.in_sweep || search->on_levels[temp->index] ? ON_LEVELS
		: ANYWHERE;

	reach(search, s->u.assign.value, &around.known[which], &around.reads[which]);
	if (temp)
		return join(&search->temps[temp->index], &around.reads[which]);
	join(&search->outputs, &around.reads[which]);
	return false;
}

/* Widens a statement's targets by what their assignments and the conditions around them read. Returns
 * whether that changed a temporary's reach. */
static bool
reach_statement(struct search *search, const struct stmt *s, const struct surroundings *around)
{
	struct surroundings then = *around, otherwise;
	bool changed = false;

	if (s->kind == STMT_ASSIGN)
		return reach_assignment(search, s, *around);
	if (s->kind == STMT_SWEEP) {
		then.in_sweep = true;
		for (const struct stmt *t = s->u.sweep.body; t; t = t->next)
			changed |= reach_statement(search, t, &then);
		return changed;
	}
	for (int which = 0; which < PLACES; which++)
		reach(search, s->u.branch.condition, &around->known[which], &then.reads[which]);
	otherwise = then;
	for (int which = 0; which < PLACES; which++) {
		guard_narrow(&then.known[which], s->u.branch.condition, true);
		guard_narrow(&otherwise.known[which], s->u.branch.condition, false);
	}
	for (const struct stmt *t = s->u.branch.then; t; t = t->next)
		changed |= reach_statement(search, t, &then);
	for (const struct stmt *t = s->u.branch.otherwise; t; t = t->next)
		changed |= reach_statement(search, t, &otherwise);
	return changed;
}

static struct reach_of
reach_outputs(const struct stencil *stencil, enum side side)
{
	struct arena memory = { NULL };
	struct search search = { .side = side };
	struct surroundings nothing = { .known = { guard_nothing(), guard_nothing(), guard_nothing() } };
	const struct temp *t = stencil->temps;

	for (int s = 0; s < SIDES; s++)
		nothing.known[IN_DOMAIN].first[s] = 0;
	nothing.known[ON_LEVELS].first[SIDE_BELOW] = nothing.known[ON_LEVELS].first[SIDE_ABOVE] = 0;
	search.on_levels = arena_array(&memory, bool, stencil->temp_count + 1);
	search.temps = arena_array(&memory, struct reach_of, stencil->temp_count + 1);
	for (const struct stmt *s = stencil->statements; s; s = s->next) {
		for (; t && t->stmt == s; t = t->next)
			if (t->prior) {
				search.temps[t->index] = search.temps[t->prior->index];
				search.on_levels[t->index] = search.on_levels[t->prior->index];
			}
		search.half = s->half;
		for (int which = 0; which < PLACES; which++)
			nothing.known[which].more = s->half;
		while (find_on_levels(&search, s, false))
			;
		while (reach_statement(&search, s, &nothing))
			;
	}
	arena_free(&memory);
	return search.outputs;
}

static bool
find_domain(const struct stencil *stencil, const int size[3], const int beyond[3], int low[3], int high[3])
{
	const int halo[AXES] = { stencil->halo.x, stencil->halo.y, stencil->halo.z };
	bool good = true;

	for (int a = 0; a < AXES; a++) {
		const struct reach_of before = reach_outputs(stencil, (enum side)(2*a));
		const struct reach_of after = reach_outputs(stencil, (enum side)(2*a + 1));

		low[a] = stencil->has_halo ? halo[a] : before.beyond;
		high[a] = size[a] - (stencil->has_halo ? halo[a] : after.beyond);
		good = good && low[a] < high[a] && high[a] - low[a] + beyond[a] >= before.smallest
			&& high[a] - low[a] + beyond[a] >= after.smallest;
	}
	return good;
}

bool
interpret_domain(const struct stencil *stencil, const int size[3], int low[3], int high[3])
{
	return find_domain(stencil, size, (const int[]){ 0, 0, 0 }, low, high);
}

bool
domain_of(const struct interpretation *given, struct window *domain)
{
	const int beyond[] = { given->before[0] + given->after[0], given->before[1] + given->after[1], 0 };

	return find_domain(given->stencil, given->size, beyond, domain->low, domain->high);
}
