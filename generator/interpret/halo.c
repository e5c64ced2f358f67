#include "generator/interpret/interpreter.h"

#include "generator/interpret/guard.h"

#include <stdlib.h>
#include <string.h>


static bool
lies_beyond(const struct run *run, int axis, int i)
{
	return i < run->domain.low[axis] || i >= run->domain.high[axis];
}

/* The index that the cell i beyond the domain takes its value from. */
static int
source_index(const struct run *run, enum edge_kind kind, int axis, int i)
{
	const int low = run->domain.low[axis], high = run->domain.high[axis], length = high - low;

	switch (kind) {
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
	if (field->type == TYPE_FLOAT)
		((float *)run->given->fields[field->index])[i] = strtof(value, NULL);
	else
		((double *)run->given->fields[field->index])[i] = strtod(value, NULL);
	if (run->given->bounds)
		run->given->bounds[field->index][i] = 0;
}

static void
copy_element(const struct run *run, const struct field *field, size_t from, size_t to)
{
	const size_t size = field->type == TYPE_FLOAT ? sizeof(float) : sizeof(double);
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
		if (!shapes[field->shape].axes[a] || !lies_beyond(run, a, at[a]))
			continue;
		if (edge->kind == EDGE_NUMBER) {
			put_number(run, field, to, edge->value);
			return;
		}
		from[a] = source_index(run, edge->kind, a, at[a]);
	}
	copy_element(run, field, element_index(run, field, from), to);
}

static void
fill_halo(const struct run *run, const struct field *field)
{
	const int levels = shapes[field->shape].axes[2] ? run->given->size[2] : 1;
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

/* A field that may be read beyond the domain. */
struct reader {
	const struct run *run;
	const struct field *field;
	const struct window *window; /* where its statement is done */
};

/* Whether a read at an offset lies beyond the domain at some point where that is known, and the grid has a halo there. */
static bool
lies_in_halo(const struct reader *r, struct offset offset, const struct guard *known)
{
	const struct window *domain = &r->run->domain, *grid = &r->run->grid, *window = r->window;
	const int by[AXES] = { offset.x, offset.y, offset.z };

	for (int a = 0; a < AXES; a++) {
		const long before = known->first[2*a], behind = known->first[2*a + 1];
		const long first = before > window->low[a] - domain->low[a] ? domain->low[a] + before : window->low[a];
		const long end = behind > domain->high[a] - window->high[a] ? domain->high[a] - behind : window->high[a];

		if (shapes[r->field->shape].axes[a] && ((first + by[a] < domain->low[a] && domain->low[a] > 0)
				|| (end + by[a] > domain->high[a] && domain->high[a] < grid->high[a])))
			return true;
	}
	return false;
}

static bool
reads_halo(const struct reader *r, const struct expr *e, const struct guard *known)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD && e->u.field.field == r->field && lies_in_halo(r, e->u.field.offset, known))
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		struct guard inside = *known;

		if (e->kind == EXPR_SELECT && n > 0)
			guard_ask(&inside, e->u.select.condition, n == 1);
		if (reads_halo(r, operand, &inside))
			return true;
	}
	return false;
}

static bool
statement_reads_halo(const struct reader *r, const struct stmt *s, const struct guard *known)
{
	const struct expr *e = stmt_is_dead(s) ? NULL : stmt_expr(s);

	if (e && reads_halo(r, e, known))
		return true;
	for (int n = 0; n < MOST_NESTED; n++) {
		struct guard inside = *known;

		if (s->kind == STMT_IF)
			guard_ask(&inside, s->u.branch.condition, n == 0);
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			if (statement_reads_halo(r, t, &inside))
				return true;
	}
	return false;
}

bool
halos_fit(const struct run *run)
{
	for (const struct field *f = run->given->stencil->fields; f; f = f->next)
		for (int a = 0; a < AXES; a++) {
			const int inside = window_length(&run->domain, a);
			const bool inwards = f->edges[a].kind == EDGE_PERIODIC || f->edges[a].kind == EDGE_MIRROR;

			if (inwards && shapes[f->shape].axes[a] && (run->domain.low[a] > inside
					|| run->grid.high[a] - run->domain.high[a] > inside))
				return false;
		}
	return true;
}

void
fill_halos(struct run *run, const struct step *step)
{
	const struct guard nothing = guard_nothing();

	for (const struct field *f = run->given->stencil->fields; f; f = f->next)
		if (f->has_boundary && !run->filled[f->index] && statement_reads_halo(
				&(struct reader){ run, f, &step->window }, step->stmt, &nothing)) {
			fill_halo(run, f);
			run->filled[f->index] = true;
		}
}
