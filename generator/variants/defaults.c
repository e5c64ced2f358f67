#include "generator/variants/defaults.h"

int
widest_element(const struct stencil *stencil, enum type precision)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape != SHAPE_PROFILE && f->declared != TYPE_FLOAT
				&& (f->declared == TYPE_DOUBLE || precision == TYPE_DOUBLE))
			return 8;
	return 4;
}

/* The fastest shapes on an H200 at 512x512x64 and 512x512x512, in double and float. A thread that
 * updates a few levels finds those that it shares with others in the L2 cache; one that carries many
 * fields must update many levels to make up for its start. */
static struct tile_shape
default_tile(const struct stencil *stencil, int points)
{
	enum { MANY = 8 };
	const bool flat = !stencil->extents.low[2] && !stencil->extents.high[2];
	int read = 0;

	for (const struct field *f = stencil->fields; f; f = f->next)
		read += f->used && f->shape == SHAPE_POINT && f->role != ROLE_OUT;
	if (flat && (read < 2 || points == 1))
		return (struct tile_shape){ points, 4, 1 };
	if (flat)
		return (struct tile_shape){ points, 2, points == 2 ? 4 : 1 };
	if (read < MANY)
		return (struct tile_shape){ points, 2, 4 };
	return (struct tile_shape){ points, points == 1 ? 2 : 1, 30 };
}

struct tile_shape
variant_tile(const struct plan *plan, const struct variant *variant)
{
	const int most = VECTOR_BYTES/widest_element(plan->stencil, variant->precision);
	const int *given = variant->tunables;
	struct tile_shape shape = default_tile(plan->stencil,
		accesses[variant->access].tile != TILE_VECTORS ? 1
		: given[TUNABLE_points_per_thread] ? given[TUNABLE_points_per_thread] : most);

	if (given[TUNABLE_rows_per_thread])
		shape.rows = given[TUNABLE_rows_per_thread];
	if (given[TUNABLE_levels_per_thread])
		shape.levels = given[TUNABLE_levels_per_thread];
	return shape;
}

void
tunables_settle(const struct plan *plan, struct variant *variant)
{
	struct tile_shape shape;

	if (!accesses[variant->access].tile)
		return;
	shape = variant_tile(plan, variant);
	variant->tunables[TUNABLE_points_per_thread] = shape.points;
	variant->tunables[TUNABLE_rows_per_thread] = shape.rows;
	variant->tunables[TUNABLE_levels_per_thread] = shape.levels;
}
