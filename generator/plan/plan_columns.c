#include "generator/language/grid_kind.h"
#include "generator/plan/names.h"
#include "generator/plan/reserved.h"
#include "generator/plan/column_planner.h"

#include <string.h>

static bool
reads_variable(const struct column_loop *loop, const struct field *variable)
{
	for (int i = 0; i < loop->count; i++)
		for (const struct reference *r = loop->segments[i].plan ? loop->segments[i].plan->reads : NULL; r; r = r->next)
			if (r->field == variable)
				return true;
	return false;
}

/* What is read behind only where there is no such level need not be carried. Returns whether there is any. */
static bool
drop_unread(struct carried *carried, const struct column_loop *loop)
{
	bool dropped = false;

	for (struct carried *h = carried; h; h = h->next)
		for (; h->levels && !reads_variable(loop, h->variables[h->levels - 1]); h->levels--)
			dropped = true;
	return dropped;
}

static void
plan_bodies(struct column_planner *p, const struct stmt *stmt, const struct known *known, const struct carried *carried,
	struct column_loop *loop)
{
	loop->start = carried ? plan_start(p, stmt, carried) : NULL;
	for (int i = 0; i < loop->count; i++)
		loop->segments[i].plan = plan_body(p, stmt, &known[i], carried);
}

static void
plan_levels(struct column_planner *p, const struct stmt *stmt, struct carried *carried, struct column_loop *loop, int *least)
{
	struct known known[MOST_SEGMENTS];
	int levels;

	loop->segments = arena_array(p->arena, struct segment, MOST_SEGMENTS);
	loop->count = find_segments(stmt, p->stencil->least[2], loop->segments, known, &levels);
	if (*least < levels)
		*least = levels;
	if (loop->count > MOST_SEGMENTS) {
		p->unsupported = "statements that ask for so many distances";
		return;
	}
	do
		plan_bodies(p, stmt, known, carried, loop);
	while (drop_unread(carried, loop));
}

static bool
assigns_points(const struct stmt *list)
{
	for (; list; list = list->next)
		if ((list->kind == STMT_ASSIGN && (list->u.assign.temp ? list->u.assign.temp->shape == SHAPE_POINT
				: list->u.assign.field->shape != SHAPE_COLUMN))
				|| assigns_points(stmt_nested(list, 0)) || assigns_points(stmt_nested(list, 1)))
			return true;
	return false;
}

/* An if may have nothing in it. */
static bool
assigns_something(const struct column_planner *p, const struct stmt *stmt)
{
	bool found = stmt->kind == STMT_ASSIGN && !(stmt->u.assign.temp && is_spelled_out(p, stmt->u.assign.temp));

	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s && !found; s = s->next)
			found = assigns_something(p, s);
	return found;
}

static bool
assigns_points_in(const struct stmt *stmt)
{
	struct stmt own = *stmt;

	own.next = NULL;
	return assigns_points(&own);
}

/* Whether other statements compute all that one assigns, where they read it. */
static bool
is_computed_where_read(const struct column_planner *p, const struct stmt *stmt)
{
	if (assigns_fields(stmt))
		return false;
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (t->stmt == stmt && !is_on_the_fly(p, t))
			return false;
	return true;
}

/* Neither params-only values, which stand where they are read, nor sums have a loop. */
static void
plan_points(struct column_planner *p, const struct stmt *stmt, struct column_loop *loop, int *least)
{
	const struct temp *temp = stmt->kind == STMT_ASSIGN ? stmt->u.assign.temp : NULL;

	if (temp && temp->scalar)
		p->unsupported = "sums";
	if (temp && (temp->scalar || temp->uniform))
		return;
	if (is_computed_where_read(p, stmt))
		return;
	loop->order = SWEEP_UP;
	loop->points = true;
	plan_levels(p, stmt, NULL, loop, least);
}

static void
plan_once(struct column_planner *p, const struct stmt *stmt, struct column_loop *loop)
{
	loop->segments = arena_array(p->arena, struct segment, 1);
	loop->segments->plan = plan_body(p, stmt, NULL, NULL);
	loop->count = 1;
}

static void
plan_loop(struct column_planner *p, const struct stmt *s, struct carried *carried, struct column_loop *loop, int *least)
{
	if (s->kind == STMT_SWEEP)
		plan_levels(p, s, carried, loop, least);
	else if (assigns_points_in(s))
		plan_points(p, s, loop, least);
	else if (assigns_something(p, s))
		plan_once(p, s, loop);
}

/* What is done before a statement: column variables that it gives another type begin as what they were. */
static void
plan_before(struct column_planner *p, const struct stmt *s, struct column_loop *loop)
{
	loop->segments = arena_array(p->arena, struct segment, 1);
	loop->segments->plan = plan_changes(p, s);
	loop->count = 1;
}

static int
count_loops(const struct column_planner *p)
{
	int count = 0;

	for (const struct stmt *s = p->stencil->statements; s; s = s->next)
		count += 1 + changes_types(p, s);
	return count;
}

/* The variables must all be there before the first body is planned, which gets the frame as it is. */
static void
plan_loops(struct column_planner *p, struct columns *columns, int *least)
{
	const struct stencil *stencil = p->stencil;
	struct column_loop *loop;
	struct carried **carried;

	columns->count = count_loops(p);
	columns->loops = loop = arena_array(p->arena, struct column_loop, columns->count);
	carried = arena_array(p->arena, struct carried *, columns->count);
	for (const struct stmt *s = stencil->statements; s; s = s->next, loop++) {
		loop += changes_types(p, s);
		if (s->kind != STMT_SWEEP)
			continue;
		loop->order = s->u.sweep.order;
		loop->points = s->u.sweep.independent;
		find_all_carried(p, s, s->u.sweep.body, &carried[loop - columns->loops]);
		add_carried_variables(p, s, carried[loop - columns->loops], loop);
	}
	loop = columns->loops;
	for (const struct stmt *s = stencil->statements; s && !p->unsupported; s = s->next, loop++) {
		if (changes_types(p, s))
			plan_before(p, s, loop++);
		plan_loop(p, s, carried[loop - columns->loops], loop, least);
	}
}

/* The variable that is all that a loop assigns, once a column; NULL: it is something else. */
static const struct field *
only_variable(const struct column_loop *loop)
{
	const struct plan *plan = loop->order == SWEEP_NONE && loop->count == 1 ? loop->segments->plan : NULL;
	const struct stmt *stmt = plan ? plan->stencil->statements : NULL;

	return stmt && !stmt->next && stmt->kind == STMT_ASSIGN && stmt->u.assign.field && stmt->u.assign.field->local
		? stmt->u.assign.field : NULL;
}

/* What only statements read that are of no use here is of none itself. */
static void
drop_unread_variables(struct columns *columns)
{
	for (int l = columns->count; l-- > 0; ) {
		const struct field *variable = only_variable(&columns->loops[l]);
		bool read = !variable;

		for (int later = l + 1; later < columns->count && !read; later++)
			read = reads_variable(&columns->loops[later], variable);
		if (!read)
			columns->loops[l].count = 0;
	}
}

static struct instance **
add_instances(struct arena *arena, struct instance **last, const struct plan *plan)
{
	for (const struct instance *i = plan ? plan->instances : NULL; i; i = i->next) {
		*last = arena_new(arena, struct instance);
		**last = *i;
		(*last)->next = NULL;
		last = &(*last)->next;
	}
	return last;
}

/* The levels beyond the domain that a read at offset z reaches from the segment: negative below, positive above, else 0. */
static int
past_domain(int z, const struct segment *segment)
{
	const int lower = z + segment->below, higher = z - segment->above;

	return z < 0 ? (lower < 0 ? lower : 0) : higher > 0 ? higher : 0;
}

static void
add_read(struct arena *arena, struct plan *plan, const struct reference *read, int z)
{
	struct reference *own;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field == read->field && r->neighbor == read->neighbor && r->offset.z == z)
			return;
	own = arena_new(arena, struct reference);
	*own = *read;
	own->offset.z = z;
	own->next = plan->reads;
	plan->reads = own;
}

/* On a mesh arrays have as many levels as are read: of reads counts how far they leave the domain. */
static void
find_reads_of_levels(struct arena *arena, const struct columns *columns, struct plan *plan)
{
	plan->reads = NULL;
	for (int l = 0; l < columns->count; l++)
		for (int s = 0; s < columns->loops[l].count; s++) {
			const struct segment *segment = &columns->loops[l].segments[s];

			for (const struct reference *r = segment->plan->reads; r; r = r->next)
				add_read(arena, plan, r, past_domain(r->offset.z, segment));
		}
	for (int l = 0; l < columns->count; l++)
		for (const struct reference *r = columns->loops[l].start ? columns->loops[l].start->reads : NULL; r; r = r->next)
			add_read(arena, plan, r, r->offset.z);
}

/* What all bodies together read and cost. False after an error. */
static bool
plan_whole(struct column_planner *p, const struct columns *columns, struct plan *plan)
{
	struct instance **last = &plan->instances;
	const int fields = p->frame->field_count + 1;

	plan->stencil = p->frame;
	plan->neighbors = p->neighbors;
	plan->uniforms = arena_array(p->arena, bool, 1);
	plan->passed = arena_array(p->arena, bool, 1);
	plan->params = arena_array(p->arena, bool, p->frame->param_count + 1);
	plan->fields = arena_array(p->arena, bool, fields);
	for (int l = 0; l < columns->count; l++) {
		last = add_instances(p->arena, last, columns->loops[l].start);
		for (int s = 0; s < columns->loops[l].count; s++) {
			if (!columns->loops[l].segments[s].plan)
				return false;
			last = add_instances(p->arena, last, columns->loops[l].segments[s].plan);
		}
	}
	if (!plan_costs(p->arena, p->source, plan))
		return false;
	if (p->neighbors)
		find_reads_of_levels(p->arena, columns, plan);
	return true;
}

/* The frame without variables of the thread, which come last. */
static const struct stencil *
without_variables(const struct column_planner *p, const struct plan *kernel)
{
	struct stencil *own = arena_new(p->arena, struct stencil);
	struct field **last = &own->fields;

	*own = *p->frame;
	own->field_count = 0;
	own->extents = own->border = kernel->reach;
	for (const struct field *f = p->frame->fields; f && !f->local; f = f->next) {
		*last = arena_new(p->arena, struct field);
		**last = *f;
		(*last)->next = NULL;
		last = &(*last)->next;
		own->field_count++;
	}
	*last = NULL;
	return own;
}

static struct column_planner
open_planner(struct arena *arena, const struct source *source, const struct stencil *stencil)
{
	struct column_planner p = {
		.arena = arena, .source = source, .stencil = stencil, .frame = arena_new(arena, struct stencil),
		.fields = arena_array(arena, struct field *, stencil->field_count + 1),
		.kept = arena_array(arena, struct field *, stencil->temp_count + 1),
		.variables = arena_array(arena, struct field *, stencil->temp_count + 1),
		.params = arena_array(arena, const struct param *, stencil->param_count + 1),
	};

	*p.frame = (struct stencil){
		.name = stencil->name, .span = stencil->span, .grid = stencil->grid, .grid_name = stencil->grid_name,
		.family = stencil->family, .kind = stencil->kind, .complete = true, .extents = stencil->extents,
		.border = stencil->border, .widening = stencil->widening, .location = stencil->location, .half = stencil->half,
		.relations = stencil->relations, .low = stencil->low,
	};
	if (!stencil->kind->has_relations)
		return p;
	p.neighbors = arena_new(arena, struct mesh_neighbors);
	mesh_neighbors_open(p.neighbors, arena, p.frame);
	for (struct temp *t = stencil->temps; t; t = t->next)
		t->uniform &= t->shape == SHAPE_COLUMN; /* threads compute what launchers pass to others */
	return p;
}

/* All bodies call an element what the kernel calls it. */
static void
name_bodies(struct arena *arena, const struct columns *columns)
{
	for (int l = 0; l < columns->count; l++) {
		const struct column_loop *loop = &columns->loops[l];

		if (loop->start)
			name_plan(arena, loop->start);
		for (int s = 0; s < loop->count; s++)
			name_plan(arena, loop->segments[s].plan);
	}
}

/* Values have the names that they got in their bodies, and so has what these share. */
static void
name_kernel(struct column_planner *p, const struct columns *columns, struct plan *kernel)
{
	struct instance *instances = kernel->instances;

	kernel->instances = NULL;
	kernel->reserved = reserved_read(p->arena, NULL);
	name_plan(p->arena, kernel);
	kernel->instances = instances;
	if (p->neighbors)
		name_bodies(p->arena, columns);
	for (int l = 0; l < columns->count; l++)
		if (columns->loops[l].count)
			kernel->names = columns->loops[l].segments->plan->names;
}

struct plan *
plan_columns(struct arena *arena, const struct source *source, const struct stencil *stencil, const bool *kept,
	enum kept_place place, enum type bool_type, int *least, const char **unsupported)
{
	struct column_planner p = open_planner(arena, source, stencil);
	struct columns *columns = arena_new(arena, struct columns);
	struct plan *kernel = arena_new(arena, struct plan);

	*least = 1;
	p.place = place;
	p.bool_type = bool_type;
	add_fields(&p);
	copy_params(&p);
	add_arrays(&p, kept, columns);
	add_column_variables(&p, columns);
	plan_loops(&p, columns, least);
	drop_unread_variables(columns);
	*unsupported = p.unsupported;
	if (p.unsupported || !plan_whole(&p, columns, kernel))
		return NULL;
	kernel->stencil = without_variables(&p, kernel);
	columns->least = stencil->least[2] < *least ? *least : stencil->least[2];
	kernel->sweeps = columns;
	name_kernel(&p, columns, kernel);
	return kernel;
}
