#include "generator/plan/lookups.h"

struct marks {
	const struct plan *plan;
	bool *spots;
};

/* Marks a spot, and those on the way to it. */
static void
mark(const struct marks *marks, int spot)
{
	const struct spots *spots = marks->plan->spots;

	spot = spots->list[spot].same;
	while (!marks->spots[spot]) {
		marks->spots[spot] = true;
		spot = spots->list[spot].before;
	}
}

static void
mark_expr(void *context, const struct expr *e)
{
	const struct marks *marks = context;
	const struct spot *list = marks->plan->spots->list;

	if (e->kind == EXPR_EXISTS)
		mark(marks, e->u.exists.spot);
	else if (e->kind == EXPR_FIELD && e->u.read.field->where.relation)
		mark(marks, list[e->u.read.spot].before);
	else if (e->kind == EXPR_FIELD)
		mark(marks, e->u.read.spot);
}

void
mark_spots(const struct plan *plan, const struct instance *instance, const struct stmt *stmt, bool *spots)
{
	struct marks marks = { plan, spots };

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_ASSIGN) {
			if (plan_assigns(instance, stmt))
				plan_walk_expr(stmt->u.assign.value, mark_expr, &marks);
		} else if (plan_assigns_in(instance, stmt)) {
			plan_walk_expr(stmt->u.branch.condition, mark_expr, &marks);
			mark_spots(plan, instance, stmt->u.branch.then, spots);
			mark_spots(plan, instance, stmt->u.branch.otherwise, spots);
		}
	}
}

const struct looked_up *
lookups_table(const struct lookups *lookups, const struct relation *relation)
{
	for (int i = 0; i < lookups->count; i++)
		if (lookups->tables[i].relation == relation)
			return &lookups->tables[i];
	return NULL;
}

static struct looked_up *
add_table(struct arena *arena, struct lookups *lookups, const struct relation *relation)
{
	struct looked_up *table = (struct looked_up *)lookups_table(lookups, relation);

	if (table)
		return table;
	table = &lookups->tables[lookups->count++];
	*table = (struct looked_up){
		.relation = relation, .name = arena_printf(arena, "%s_%s", location_names[relation->from], relation->name),
		.rows = relation->degree.kind == DEGREE_ANY ? relation : NULL,
	};
	return table;
}

/* Relations that a loop steps through together have rows of one length. */
static void
join_rows(const struct spots *spots, struct lookups *lookups, int loop)
{
	const struct looked_up *first = lookups_table(lookups, spots->list[loop].relation);

	for (int s = loop; first && first->rows && spots->list[loop].with && s; s = spots->list[s].with) {
		struct looked_up *table = (struct looked_up *)lookups_table(lookups, spots->list[s].relation);

		table->holes = true;
		for (int i = 0; i < lookups->count; i++)
			if (lookups->tables[i].rows == table->rows && &lookups->tables[i] != table)
				lookups->tables[i].rows = first->rows;
		table->rows = first->rows;
	}
}

static void
note_slots(struct lookups *lookups, const struct relation *relation)
{
	int *most = &lookups->most[relation->from];

	if (relation->degree.kind == DEGREE_ANY)
		return;
	lookups->slots[relation->from] = lookups->slots[relation->from] || relation->degree.most > 1;
	*most = relation->degree.most > *most ? relation->degree.most : *most;
}

static void
find_tables(struct arena *arena, const struct plan *plan, struct lookups *lookups)
{
	const struct spots *spots = plan->spots;

	lookups->tables = arena_array(arena, struct looked_up, spots->count + 1);
	for (int s = 1; s < spots->count; s++) {
		const struct spot *spot = &spots->list[s];

		if (!lookups->spots[s] || spot->same != s)
			continue;
		add_table(arena, lookups, spot->relation);
		note_slots(lookups, spot->relation);
		for (int with = spot->with; spot->loop == s && with; with = spots->list[with].with)
			add_table(arena, lookups, spots->list[with].relation);
		lookups->entries += spot->slot == ALL_SLOTS && spot->relation->degree.most ? spot->relation->degree.most : 1;
	}
	for (int s = 1; s < spots->count; s++)
		if (lookups->spots[s] && spots->list[s].loop == s)
			join_rows(spots, lookups, s);
}

static void
note_fields(const struct plan *plan, struct lookups *lookups)
{
	for (const struct reference *r = plan->reads; r; r = r->next) {
		const struct where *where = &r->field->where;

		if (r->field->shape == SHAPE_POINT)
			lookups->columns[where->location] = true;
		if (where->relation)
			note_slots(lookups, where->relation);
		lookups->above = r->offset.z > lookups->above ? r->offset.z : lookups->above;
		lookups->below = -r->offset.z > lookups->below ? -r->offset.z : lookups->below;
	}
	lookups->columns[plan->spots->stencil->location] = true;
}

struct lookups
find_lookups(struct arena *arena, const struct plan *plan)
{
	bool *spots = arena_array(arena, bool, plan->spots->count);
	struct lookups lookups = { .spots = spots };

	spots[OWN_SPOT] = true;
	for (const struct instance *i = plan->instances; i; i = i->next) {
		struct stmt alone = *i->stmt;

		alone.next = NULL;
		mark_spots(plan, i, &alone, spots);
	}
	find_tables(arena, plan, &lookups);
	note_fields(plan, &lookups);
	return lookups;
}

int
loop_depth(const struct spots *spots, int spot)
{
	return spots->list[spots->list[spot].loop].depth;
}

bool
can_be_looked_up(struct arena *arena, const struct plan *plan, struct error *error)
{
	const struct lookups lookups = find_lookups(arena, plan);

	for (int s = 1; s < plan->spots->count; s++)
		if (lookups.spots[s] && loop_depth(plan->spots, s) > LOOP_DEPTHS)
			return error_set(error, EXIT_USAGE, "sums in sums deeper than %d", LOOP_DEPTHS);
	for (int s = 1; s < plan->spots->count; s++) {
		const struct spot *spot = &plan->spots->list[s];

		if (lookups.spots[s] && spot->slot != ALL_SLOTS && spot->relation->degree.kind == DEGREE_ANY)
			return error_set(error, EXIT_USAGE, "a single slot of %s.%s, which leads to any number of neighbours",
				location_names[spot->relation->from], spot->relation->name);
	}
	for (const struct reference *r = plan->reads; r; r = r->next) {
		const struct relation *relation = r->field->where.relation;

		if (relation && relation->degree.kind == DEGREE_ANY && r->field->shape == SHAPE_POINT)
			return error_set(error, EXIT_USAGE, "'%s': it has levels, and %s.%s leads to any number of neighbours",
				r->field->name, location_names[relation->from], relation->name);
	}
	return true;
}
