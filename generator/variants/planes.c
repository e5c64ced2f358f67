#include "generator/variants/planes.h"

#include "generator/variants/block_shapes.h"
#include "generator/variants/defaults.h"
#include "generator/variants/steps.h"

static enum type
type_of(const struct variant *variant, const struct field *field)
{
	return type_in_precision(field->declared, variant->precision);
}

/* Ints and bools are loaded as they are used: what a thread at the edge finds in shared memory need not be one. */
static bool
may_have_planes(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	const enum type type = type_of(variant, field);

	if (field->role != ROLE_IN || field->shape != SHAPE_POINT || (type != TYPE_DOUBLE && type != TYPE_FLOAT))
		return false;
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field == field && (r->offset.x || r->offset.y))
			return true;
	return false;
}

const struct field *
first_with_planes(const struct plan *plan, const struct variant *variant)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (may_have_planes(plan, variant, f))
			return f;
	return NULL;
}

bool
has_planes(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	return may_have_planes(plan, variant, field)
		&& type_of(variant, field) == type_of(variant, first_with_planes(plan, variant));
}

int
planes_threads(const struct plan *plan, const struct variant *resolved)
{
	enum { MOST = 512, FEWER = 256, REGISTERS_OF_MOST = 88, REGISTERS_OF_FEWER = 152, WORD = 4 };
	const int *given = resolved->tunables;
	const int points = given[TUNABLE_rows_per_thread]*given[TUNABLE_points_per_thread];
	int registers = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		const struct extents levels = extents_of_field(plan, f);

		if (f->shape == SHAPE_POINT && f->role == ROLE_IN)
			registers += (levels.low[2] + 1 + levels.high[2])*points*element_in_precision(f, resolved->precision)/WORD;
	}
	return registers <= REGISTERS_OF_MOST ? MOST : registers <= REGISTERS_OF_FEWER ? FEWER : 0;
}

static bool
is_read(const struct plan *plan, const struct field *field, struct offset at)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field == field && r->offset.x == at.x && r->offset.y == at.y && r->offset.z == at.z)
			return true;
	return false;
}

/* Whether what is read of lower levels is carried in registers. */
static bool
carries_own_column(const struct plan *plan, const struct field *field)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field == field && r->offset.z < 0 && (r->offset.x || r->offset.y
				|| !is_read(plan, field, (struct offset){ 0, 0, r->offset.z + 1 })))
			return false;
	return true;
}

/* Planes of each field that a block has at a time, at most. */
static int
planes_at_once(const struct plan *plan, const struct variant *resolved)
{
	int below = 0, above = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		const struct extents levels = extents_of_field(plan, f);

		if (!has_planes(plan, resolved, f))
			continue;
		if (!carries_own_column(plan, f) && levels.low[2] > below)
			below = levels.low[2];
		if (levels.high[2] > above)
			above = levels.high[2];
	}
	return below + 1 + above + resolved->tunables[TUNABLE_ahead];
}

size_t
planes_bytes_of_level(const struct plan *plan, const struct variant *resolved, int block_rows)
{
	const struct extents *reach = &plan->stencil->extents;
	const int points = resolved->tunables[TUNABLE_points_per_thread], rows = resolved->tunables[TUNABLE_rows_per_thread];
	const int pitch = PLANE_LANES*points + round_up(reach->low[0], points) + round_up(reach->high[0], points);
	const struct field *first = first_with_planes(plan, resolved);
	int fields = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		fields += has_planes(plan, resolved, f);
	return (size_t)fields*(size_t)pitch*(size_t)(rows*block_rows + reach->low[1] + reach->high[1])
		*(size_t)(first ? element_in_precision(first, resolved->precision) : 0);
}

size_t
planes_bytes(const struct plan *plan, const struct variant *resolved, int block_rows)
{
	return (size_t)planes_at_once(plan, resolved)*planes_bytes_of_level(plan, resolved, block_rows);
}

int
planes_block_rows(const struct plan *plan, const struct variant *resolved, size_t bytes)
{
	int count = planes_threads(plan, resolved)/PLANE_LANES;

	while (count > PLANE_LEAST_ROWS && planes_bytes(plan, resolved, count) > bytes)
		count /= 2;
	return count < PLANE_LEAST_ROWS ? PLANE_LEAST_ROWS : count;
}
