#include "tests/campaign/library_run.h"

#include <stdlib.h>
#include <string.h>

/* Planes: the caller's rows with gaps, columns that the library lists, or a table of the caller's. */

enum { FARTHEST = 8, SIDE = 2*FARTHEST + 1 };

struct plane_state {
	struct problem *problem;
	int *column_of; /* by cell, in a table of the caller's */
	struct stencil_table table;
};

static bool
is_inner(const struct problem *p, int x, int y)
{
	return x >= p->halo.low[0] && x < p->size[0] - p->halo.high[0] && y >= p->halo.low[1] && y < p->size[1] - p->halo.high[1];
}

/* Columns in any order, but those that are updated follow one another. */
static void
number_columns(struct library_run *r, struct plane_state *s)
{
	const int *size = s->problem->size, cells = size[0]*size[1];
	int *order = arena_array(r->trial->arena, int, cells + 1), inner = 0, before, next_inner, next_halo = 0;

	for (int c = 0; c < cells; c++) {
		const int other = trial_pick(r->trial, c + 1);

		order[c] = order[other];
		order[other] = c;
		inner += is_inner(s->problem, c % size[0], c/size[0]);
	}
	before = trial_pick(r->trial, cells - inner + 1);
	next_inner = before;
	for (int i = 0; i < cells; i++) {
		const int c = order[i];

		if (is_inner(s->problem, c % size[0], c/size[0])) {
			s->column_of[c] = next_inner++;
		} else {
			next_halo = next_halo == before ? before + inner : next_halo;
			s->column_of[c] = next_halo++;
		}
	}
	s->table.first = before;
	s->table.end = before + inner;
}

static void
make_table(struct library_run *r, struct plane_state *s)
{
	const int *size = s->problem->size, cells = size[0]*size[1];
	int (*relations)[2] = (int (*)[2])arena_array(r->trial->arena, int, 2*SIDE*SIDE);
	int *neighbors = arena_array(r->trial->arena, int, SIDE*SIDE*cells + 1);

	s->column_of = arena_array(r->trial->arena, int, cells + 1);
	number_columns(r, s);
	for (int slot = 0; slot < SIDE*SIDE; slot++) {
		relations[slot][0] = slot % SIDE - FARTHEST;
		relations[slot][1] = slot/SIDE - FARTHEST;
		for (int c = 0; c < cells; c++) {
			const int x = c % size[0] + relations[slot][0], y = c/size[0] + relations[slot][1];
			const bool there = x >= 0 && x < size[0] && y >= 0 && y < size[1];

			neighbors[slot*cells + s->column_of[c]] = s->column_of[there ? y*size[0] + x : c];
		}
	}
	s->table.slots = SIDE*SIDE;
	s->table.relations = (const int (*)[2])relations;
	s->table.neighbors = neighbors;
	s->table.width = size[0];
	s->table.height = size[1];
	s->table.columns_of = s->column_of;
}

/* Where a cell is in an array, by its dimensions. */
static size_t
place_of(const struct library_run *r, const struct stencil_field *info, int x, int y, int z)
{
	const struct plane_state *s = r->state;
	const int *positions = stencil_plan_positions(r->library), cell = y*s->problem->size[0] + x;
	const int column = s->column_of ? s->column_of[cell] : positions ? positions[cell] : cell;
	long long at = 0;

	for (int d = 0; d < info->dimensions; d++)
		at += info->strides[d]*(info->axes[d] == 0 ? x : info->axes[d] == 1 ? y : info->axes[d] == 2 ? z : column);
	return (size_t)at;
}

static bool
place_values(struct library_run *r, const struct field *field, const void *values, void *array)
{
	const struct plane_state *s = r->state;
	const struct stencil_field *info = &r->infos[field->index];
	const size_t size = field_element(field);
	const bool *axes = shapes[field->shape].axes;
	int end[3];
	size_t i = 0;

	for (int a = 0; a < AXES; a++)
		end[a] = axes[a] ? s->problem->size[a] : 1;
	for (int z = 0; z < end[2]; z++)
		for (int y = 0; y < end[1]; y++)
			for (int x = 0; x < end[0]; x++, i++) {
				const size_t at = field->shape == SHAPE_SCALAR ? 0 : place_of(r, info, x, y, z);

				if ((at + 1)*size > info->bytes)
					return false;
				memcpy((char *)array + at*size, (const char *)values + i*size, size);
			}
	return true;
}

static void
close_plane(struct library_run *r)
{
	const struct plane_state *s = r->state;

	problem_free(s->problem);
}

static bool
loads_vectors(const struct library_run *r)
{
	return r->variant && accesses[r->variant->access].tile == TILE_VECTORS;
}

static void
choose_shape(struct library_run *r, struct plane_state *s)
{
	struct trial *t = r->trial;
	const int *size = s->problem->size;

	memcpy(r->shape.size, size, sizeof r->shape.size);
	if (r->own_table) {
		make_table(r, s);
		r->shape.table = &s->table;
		r->shape.size[0] = size[0]*size[1];
		r->shape.size[1] = 1;
		if (r->variant->levels == LEVELS_INNERMOST)
			r->shape.pitch = size[2] + trial_pick(t, 4);
	} else if (!r->listed && (trial_pick(t, 2) || loads_vectors(r))) {
		/* Vectors must be aligned in rows and levels. */
		const int of = loads_vectors(r) ? 4 : 1;

		r->shape.row = (size[0] + trial_pick(t, 5) + of - 1)/of*of;
		r->shape.level = r->shape.row*size[1] + trial_pick(t, 9)*of;
		features_add(&r->features, FEATURE_gaps);
	}
}

bool
library_plane_open(struct library_run *r)
{
	struct trial *t = r->trial;
	struct plane_state *s = arena_new(t->arena, struct plane_state);
	struct steps_run run = { .trial = t, .steps = r->steps };
	int size[3];

	*s = (struct plane_state){ .problem = NULL };
	r->state = s;
	r->place_values = place_values;
	r->close = close_plane;
	choose_plane_size(t, r->plan->stencil, false, size);
	s->problem = run.problem = problem_create(r->plan, size);
	problem_fill(s->problem, 1 + (uint64_t)trial_pick(t, 1000));
	r->what = arena_printf(t->arena, "%dx%dx%d", size[0], size[1], size[2]);
	/* Each call begins with the same in field, and does the same steps. */
	if (r->at_once) {
		run.steps = r->at_once;
		run.carried = carried_within(r->plan, r->variant);
		steps_begin(&run);
	}
	if (!solve_plane_steps(&run))
		return false;
	r->values = s->problem->fields;
	r->expected = s->problem->expected;
	choose_shape(r, s);
	return true;
}
