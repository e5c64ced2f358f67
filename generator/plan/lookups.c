#include "generator/plan/lookups.h"

struct marks {
	const struct plan *plan;
	bool *neighbors;
};

/* Marks a neighbor, and those on the way to it. */
static void
mark(const struct marks *marks, int neighbor)
{
	const struct mesh_neighbors *neighbors = marks->plan->neighbors;

	neighbor = neighbors->list[neighbor].same;
	while (!marks->neighbors[neighbor]) {
		marks->neighbors[neighbor] = true;
		neighbor = neighbors->list[neighbor].before;
	}
}

static void
mark_expr(void *context, const struct expr *e)
{
	const struct marks *marks = context;
	const struct mesh_neighbor *list = marks->plan->neighbors->list;

	if (e->kind == EXPR_EXISTS)
		mark(marks, e->u.exists.neighbor);
	else if (e->kind == EXPR_FIELD && e->u.read.field->where.relation)
		mark(marks, list[e->u.read.neighbor].before);
	else if (e->kind == EXPR_FIELD)
		mark(marks, e->u.read.neighbor);
}

void
mark_looked_up(const struct plan *plan, const struct instance *instance, const struct stmt *stmt, bool *neighbors)
{
	struct marks marks = { plan, neighbors };

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_ASSIGN) {
			if (plan_assigns(instance, stmt))
				plan_walk_expr(stmt->u.assign.value, mark_expr, &marks);
		} else if (plan_assigns_in(instance, stmt)) {
			plan_walk_expr(stmt->u.branch.condition, mark_expr, &marks);
			mark_looked_up(plan, instance, stmt->u.branch.then, neighbors);
			mark_looked_up(plan, instance, stmt->u.branch.otherwise, neighbors);
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

const char *
relation_table_name(struct arena *arena, const struct relation *relation)
{
	return arena_printf(arena, "%s_%s", location_names[relation->from], relation->name);
}

static struct looked_up *
add_table(struct arena *arena, struct lookups *lookups, const struct relation *relation)
{
	struct looked_up *table = (struct looked_up *)lookups_table(lookups, relation);

	if (table)
		return table;
	table = &lookups->tables[lookups->count++];
	*table = (struct looked_up){
		.relation = relation, .name = relation_table_name(arena, relation),
		.rows = relation->degree.kind == DEGREE_ANY ? relation : NULL,
	};
	return table;
}

/* Relations that a loop steps through together have rows of one length. */
static void
join_rows(const struct mesh_neighbors *neighbors, struct lookups *lookups, int loop)
{
	const struct looked_up *first = lookups_table(lookups, neighbors->list[loop].relation);

	for (int s = loop; first && first->rows && neighbors->list[loop].with && s; s = neighbors->list[s].with) {
		struct looked_up *table = (struct looked_up *)lookups_table(lookups, neighbors->list[s].relation);

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
	const struct mesh_neighbors *neighbors = plan->neighbors;

	lookups->tables = arena_array(arena, struct looked_up, neighbors->count + 1);
	for (int s = 1; s < neighbors->count; s++) {
		const struct mesh_neighbor *neighbor = &neighbors->list[s];

		if (!lookups->neighbors[s] || neighbor->same != s)
			continue;
		add_table(arena, lookups, neighbor->relation);
		note_slots(lookups, neighbor->relation);
		for (int with = neighbor->with; neighbor->loop == s && with; with = neighbors->list[with].with)
			add_table(arena, lookups, neighbors->list[with].relation);
		lookups->entries += neighbor->slot == ALL_SLOTS && neighbor->relation->degree.most
			? neighbor->relation->degree.most : 1;
	}
	for (int s = 1; s < neighbors->count; s++)
		if (lookups->neighbors[s] && neighbors->list[s].loop == s)
			join_rows(neighbors, lookups, s);
}

static void
note_reads(const struct reference *reads, struct lookups *lookups)
{
	for (const struct reference *r = reads; r; r = r->next) {
		const struct where *where = &r->field->where;

		if (r->field->shape == SHAPE_POINT && !r->field->local)
			lookups->columns[where->location] = true;
		if (where->relation)
			note_slots(lookups, where->relation);
		lookups->above = r->offset.z > lookups->above ? r->offset.z : lookups->above;
		lookups->below = -r->offset.z > lookups->below ? -r->offset.z : lookups->below;
	}
}

struct lookups
find_lookups(struct arena *arena, const struct plan *plan)
{
	bool *neighbors = arena_array(arena, bool, plan->neighbors->count);
	struct lookups lookups = { .neighbors = neighbors };

	neighbors[OWN_ELEMENT] = true;
	for (const struct instance *i = plan->instances; i; i = i->next) {
		struct stmt alone = *i->stmt;

		alone.next = NULL;
		mark_looked_up(plan, i, &alone, neighbors);
	}
	find_tables(arena, plan, &lookups);
	note_reads(plan->reads, &lookups);
	note_reads(plan->by_value, &lookups);
	lookups.columns[plan->neighbors->stencil->location] = true;
	return lookups;
}

int
loop_depth(const struct mesh_neighbors *neighbors, int neighbor)
{
	return neighbors->list[neighbors->list[neighbor].loop].depth;
}

bool
can_be_looked_up(struct arena *arena, const struct plan *plan, struct error *error)
{
	const struct lookups lookups = find_lookups(arena, plan);

	for (int s = 1; s < plan->neighbors->count; s++)
		if (lookups.neighbors[s] && loop_depth(plan->neighbors, s) > LOOP_DEPTHS)
			return error_set(error, EXIT_USAGE, "sums in sums deeper than %d", LOOP_DEPTHS);
	for (int s = 1; s < plan->neighbors->count; s++) {
		const struct mesh_neighbor *neighbor = &plan->neighbors->list[s];

		if (lookups.neighbors[s] && neighbor->slot != ALL_SLOTS && neighbor->relation->degree.kind == DEGREE_ANY)
			return error_set(error, EXIT_USAGE, "a single slot of %s.%s, which leads to any number of neighbors",
				location_names[neighbor->relation->from], neighbor->relation->name);
	}
	for (const struct reference *r = plan_first_read(plan); r; r = plan_next_read(plan, r)) {
		const struct relation *relation = r->field->where.relation;

		if (relation && relation->degree.kind == DEGREE_ANY && r->field->shape == SHAPE_POINT)
			return error_set(error, EXIT_USAGE, "'%s': it has levels, and %s.%s leads to any number of neighbors",
				r->field->name, location_names[relation->from], relation->name);
	}
	return true;
}
