#include "generator/interpret/interpreter.h"

#include "generator/interpret/guard.h"

#include <stdlib.h>
#include <string.h>

/* The end of the domain along an axis: half levels are one more. */
static int
end_of(const struct run *run, const struct field *field, int axis)
{
	return run->domain.high[axis] + (axis == 2 && field->where.half);
}

static bool
lies_beyond(const struct run *run, const struct field *field, int axis, int i)
{
	return i < run->domain.low[axis] || i >= end_of(run, field, axis);
}

/* The index that the cell i beyond the domain takes its value from. */
static int
source_index(const struct run *run, const struct field *field, int axis, int i)
{
	const int low = run->domain.low[axis], high = end_of(run, field, axis), length = high - low;

	switch (field->edges[axis].kind) {
	case EDGE_PERIODIC:
		return low + ((i - low) % length + length) % length;
	case EDGE_COPY:
		return i < low ? low : high - 1;
	case EDGE_MIRROR:
		return i < low ? 2*low - 1 - i : 2*high - 1 - i;
	case EDGE_NUMBER:
	case EDGE_KEPT:
		break;
	}
	return i;
}

static size_t
element_index(const struct run *run, const struct field *field, const int at[AXES])
{
	const int *size = run->given->size;
	const size_t level = shapes[field->shape].axes[2] ? (size_t)at[2] : 0;

	return (level*(size_t)size[1] + (size_t)at[1])*(size_t)size[0] + (size_t)at[0];
}

static void
put_number(const struct run *run, const struct field *field, size_t i, const char *value)
{
	store_element(field->type, run->given->fields[field->index], i,
		field->type == TYPE_FLOAT ? (double)strtof(value, NULL) : strtod(value, NULL));
	if (run->given->bounds)
		run->given->bounds[field->index][i] = 0;
}

static void
copy_element(const struct run *run, const struct field *field, size_t from, size_t to)
{
	const size_t size = (size_t)element_size(field->type);
	char *array = run->given->fields[field->index];

	memcpy(array + to*size, array + from*size, size);
	if (run->given->bounds)
		run->given->bounds[field->index][to] = run->given->bounds[field->index][from];
}

/* A number on any side wins; otherwise the cell takes what the maps of all axes lead to. What it
 * leads to maps to itself, so the order of cells does not matter. */
static void
fill_cell(const struct run *run, const struct field *field, const int at[AXES])
{
	const size_t to = element_index(run, field, at);
	int from[AXES];

	for (int a = 0; a < AXES; a++) {
		const struct edge *edge = &field->edges[a];

		from[a] = at[a];
		if (!shapes[field->shape].axes[a] || !lies_beyond(run, field, a, at[a]))
			continue;
		if (edge->kind == EDGE_NUMBER) {
			put_number(run, field, to, edge->value);
			return;
		}
		from[a] = source_index(run, field, a, at[a]);
	}
	copy_element(run, field, element_index(run, field, from), to);
}

static void
fill_halo(const struct run *run, const struct field *field)
{
	const int levels = shapes[field->shape].axes[2] ? run->given->size[2] + field->where.half : 1;
	int at[AXES];

	for (at[2] = 0; at[2] < levels; at[2]++)
		for (at[1] = 0; at[1] < run->given->size[1]; at[1]++)
			for (at[0] = 0; at[0] < run->given->size[0]; at[0]++)
				fill_cell(run, field, at);
}

void
interpret_halo(const struct interpretation *given, const struct field *field)
{
	struct run run = { .given = given };

	if (interpret_domain(given->stencil, given->size, run.domain.low, run.domain.high))
		fill_halo(&run, field);
}

/* The least distances to the sides of the domain at which something is done or read; negative: past them. */
struct nearest {
	long to[SIDES];
};

/* Looks for reads of one kind in a statement. */
struct reader {
	struct run *run;
	struct step *step;
	const struct field *field; /* whose halo may be read; NULL: the temporaries that are read get their distances */
	bool found;
};

static struct nearest
nearest_of_read(const struct reference *read, bool half, const struct guard *known)
{
	struct nearest nearest;

	for (enum side s = 0; s < SIDES; s++) {
		const int cells = reference_cells(read, s, half);

		nearest.to[s] = known->first[s] - cells;
		if (nearest.to[s] < 0 && cells > 0 && known->last[side_opposite(s)] != LONG_MAX)
			nearest.to[s] = 0; /* near the other side; the domain is as large as that needs */
	}
	return nearest;
}

static void
include_nearest(long to[SIDES], const struct nearest *by)
{
	for (int s = 0; s < SIDES; s++)
		to[s] = to[s] < by->to[s] ? to[s] : by->to[s];
}

/* A scalar is made of the domain, and at a level by value a temporary is read in it. */
static void
need_temp(const struct run *run, const struct reference *read, bool half, const struct guard *known)
{
	struct nearest nearest = read->temp->one_valued ? (struct nearest){ { 0 } } : nearest_of_read(read, half, known);

	if (read->level)
		nearest.to[SIDE_BELOW] = nearest.to[SIDE_ABOVE] = 0;
	include_nearest(run->arrays[read->temp->index].nearest, &nearest);
}

static bool
is_in_halo(const struct reader *r, const struct expr *read, const struct guard *known)
{
	struct nearest nearest = nearest_of_read(&read->u.read, r->step->stmt->half, known);
	const struct window *domain = &r->run->domain, *grid = &r->run->grid;

	if (read->u.read.level) /* which may be any of the grid */
		nearest.to[SIDE_BELOW] = nearest.to[SIDE_ABOVE] = -1;
	for (int a = 0; a < AXES; a++)
		if (shapes[r->field->shape].axes[a] && ((nearest.to[2*(size_t)a] < 0 && domain->low[a] > 0)
				|| (nearest.to[2*(size_t)a + 1] < 0 && domain->high[a] < grid->high[a])))
			return true;
	return false;
}

static void
look_at(struct reader *r, const struct expr *e, const struct guard *known)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && !r->field)
		need_temp(r->run, &e->u.read, r->step->stmt->half, known);
	if (e->kind == EXPR_FIELD && e->u.read.field == r->field)
		r->found |= is_in_halo(r, e, known);
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		struct guard inside = *known;

		if (e->kind == EXPR_SELECT && n > 0)
			guard_narrow(&inside, e->u.select.condition, n == 1);
		look_at(r, operand, &inside);
	}
}

/* What is known at the points of a step where it makes temporaries; where it assigns fields, or reduces, that is the domain. */
static struct guard
guard_of_step(const struct step *step, bool in_domain)
{
	struct guard guard = guard_nothing();

	for (int s = 0; s < SIDES; s++)
		guard.first[s] = in_domain ? 0 : step->nearest[s];
	return guard;
}

static void
look_into(struct reader *r, const struct stmt *s, const struct guard *temps, const struct guard *fields)
{
	const bool in_domain = s->kind == STMT_ASSIGN && (s->u.assign.field || s->u.assign.reduction);

	if (stmt_expr(s) && !stmt_is_dead(s))
		look_at(r, stmt_expr(s), in_domain ? fields : temps);
	for (int n = 0; n < MOST_NESTED; n++) {
		struct guard inside[2] = { *temps, *fields };

		for (int i = 0; i < 2 && s->kind == STMT_IF; i++)
			guard_narrow(&inside[i], s->u.branch.condition, n == 0);
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			look_into(r, t, &inside[0], &inside[1]);
	}
}

static void
look(struct reader *r)
{
	const struct guard temps = guard_of_step(r->step, false), fields = guard_of_step(r->step, true);

	look_into(r, r->step->stmt, &temps, &fields);
}

/* Lets a step be done where its targets are needed: fields in the domain, temporaries where later steps read them. */
static void
set_nearest(const struct run *run, struct step *step)
{
	const struct temp *t = step->temps;
	const struct nearest domain = { { 0 } };

	for (int s = 0; s < SIDES; s++)
		step->nearest[s] = LONG_MAX;
	for (const struct field *f = run->given->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && step_assigns(step, f))
			include_nearest(step->nearest, &domain);
	for (int i = 0; i < step->temp_count; i++, t = t->next) {
		struct nearest nearest;

		memcpy(nearest.to, run->arrays[t->index].nearest, sizeof nearest.to);
		include_nearest(step->nearest, &nearest);
	}
	if (step->stmt->kind == STMT_SWEEP)
		step->nearest[SIDE_BELOW] = step->nearest[SIDE_ABOVE] = 0;
}

void
find_nearest(struct run *run)
{
	for (int i = 0; i < run->given->stencil->temp_count; i++)
		for (int s = 0; s < SIDES; s++)
			run->arrays[i].nearest[s] = LONG_MAX;
	for (int number = run->step_count; number-- > 0; ) {
		struct step *step = &run->steps[number];
		const struct temp *t = step->temps;
		struct guard known;

		set_nearest(run, step);
		if (step->nearest[0] == LONG_MAX)
			continue;
		look(&(struct reader){ .run = run, .step = step });
		known = guard_of_step(step, false);
		for (int i = 0; i < step->temp_count; i++, t = t->next)
			if (t->prior)
				need_temp(run, &(struct reference){ .temp = t->prior }, step->stmt->half, &known);
	}
}

bool
halos_fit(const struct run *run)
{
	for (const struct field *f = run->given->stencil->fields; f; f = f->next)
		for (int a = 0; a < AXES; a++) {
			const int inside = end_of(run, f, a) - run->domain.low[a];
			const bool inwards = f->edges[a].kind == EDGE_PERIODIC || f->edges[a].kind == EDGE_MIRROR;

			if (inwards && shapes[f->shape].axes[a] && (run->domain.low[a] > inside
					|| run->grid.high[a] - run->domain.high[a] > inside))
				return false;
		}
	return true;
}

void
fill_halos(struct run *run, struct step *step)
{
	for (const struct field *f = run->given->stencil->fields; f && step->nearest[0] != LONG_MAX; f = f->next) {
		struct reader reader = { .run = run, .step = step, .field = f };

		if (!f->has_boundary || run->filled[f->index])
			continue;
		look(&reader);
		if (!reader.found)
			continue;
		fill_halo(run, f);
		run->filled[f->index] = true;
	}
}
