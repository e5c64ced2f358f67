#include "generator/variants/usual_steps.h"

#include "generator/variants/choose.h"
#include "generator/variants/steps.h"

#include <string.h>

/* What was measured: a row is for stencils with at most so many fields, operations and so wide a reach, of elements of so many bytes, on
 * grids of at least so many points and levels, of so many columns and rows. runtime/results/h200/iterated and h200/defaults, "Steps per
 * launch". */
struct measured {
	enum access access;
	int element, updated, kept, constants; /* kept: fields with values of a step before the last one */
	int radius, operations;
	long long points;
	int side, levels;
	int least, most;
};

enum { POINTS_512 = 512*512, POINTS_1024 = 1024*1024, POINTS_2048 = 2048*2048, POINTS_4096 = 4096*4096, POINTS_8192 = 8192*8192 };

static const struct measured measured[] = {
	/* jacobi */
	{ ACCESS_temporal, 8, 1, 0, 0, 1, 16, POINTS_4096, 256, 64, 2, 3 },
	{ ACCESS_temporal, 4, 1, 0, 0, 1, 16, POINTS_4096, 256, 64, 2, 2 },
	/* wave */
	{ ACCESS_temporal, 8, 2, 1, 0, 1, 16, POINTS_4096, 256, 64, 2, 3 },
	/* five, box, star_2 */
	{ ACCESS_temporal_warp, 8, 1, 0, 0, 1, 16, POINTS_2048, 512, 1, 2, 8 },
	{ ACCESS_temporal_warp, 8, 1, 0, 0, 1, 16, POINTS_512, 512, 1, 2, 4 },
	{ ACCESS_temporal_warp, 4, 1, 0, 0, 1, 16, POINTS_4096, 512, 1, 2, 8 },
	{ ACCESS_temporal_warp, 4, 1, 0, 0, 1, 16, POINTS_512, 512, 1, 2, 4 },
	{ ACCESS_temporal_warp, 8, 1, 0, 0, 2, 16, POINTS_8192, 512, 1, 2, 4 },
	/* conduct */
	{ ACCESS_temporal_warp, 8, 1, 0, 1, 1, 24, POINTS_1024, 512, 1, 2, 4 },
	{ ACCESS_temporal_warp, 4, 1, 0, 1, 1, 24, POINTS_4096, 512, 1, 2, 2 },
	/* shallow */
	{ ACCESS_temporal_warp, 8, 3, 0, 0, 1, 40, POINTS_1024, 512, 1, 2, 2 },
	{ ACCESS_temporal_warp, 4, 3, 0, 0, 1, 40, POINTS_4096, 512, 1, 2, 2 },
	/* membrane */
	{ ACCESS_temporal_warp, 8, 2, 1, 0, 1, 16, POINTS_4096, 512, 1, 2, 6 },
	{ ACCESS_temporal_warp, 8, 2, 1, 0, 1, 16, POINTS_1024, 512, 1, 2, 4 },
	{ ACCESS_temporal_warp, 4, 2, 1, 0, 1, 16, POINTS_4096, 512, 1, 4, 4 },
};

/* What a stencil has of that, with the points and levels of a grid. */
static struct measured
describe(const struct plan *plan, const struct variant *variant, const int size[3])
{
	const struct extents reach = extents_of_step(plan, variant);
	struct measured m = { .access = variant->access, .element = step_element(plan, variant),
		.operations = plan->flops, .points = (long long)size[0]*size[1]*size[2], .side = size[0] < size[1] ? size[0] : size[1],
		.levels = size[2] };

	for (const struct field *f = NULL; (f = next_updated(plan, variant, f));)
		m.updated++;
	for (const struct field *f = NULL; (f = next_kept(plan, variant, f));)
		m.kept++;
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		m.constants += f->role == ROLE_IN && f->shape == SHAPE_POINT && !step_source(plan, variant, f);
	for (int a = 0; a < 2; a++) {
		m.radius = reach.low[a] > m.radius ? reach.low[a] : m.radius;
		m.radius = reach.high[a] > m.radius ? reach.high[a] : m.radius;
	}
	return m;
}

static bool
covers(const struct measured *row, const struct measured *own)
{
	return row->access == own->access && row->element == own->element && row->updated >= own->updated && row->kept >= own->kept
		&& row->constants >= own->constants && row->radius >= own->radius && row->operations >= own->operations
		&& row->points <= own->points && row->side <= own->side && row->levels <= own->levels;
}

/* The first row that covers what a stencil has; NULL: single steps are as fast. */
static const struct measured *
find(const struct plan *plan, const struct variant *variant, const int size[3])
{
	const struct measured own = describe(plan, variant, size);

	for (size_t i = 0; i < sizeof measured/sizeof *measured; i++)
		if (covers(&measured[i], &own))
			return &measured[i];
	return NULL;
}

struct usual_steps
usual_steps(struct arena *arena, const struct plan *plan, const struct variant *variant, const int size[3])
{
	static const enum access each[] = { ACCESS_temporal_warp, ACCESS_temporal };
	struct variant several = *variant;
	struct error error;

	memset(several.tunables, 0, sizeof several.tunables);
	for (size_t i = 0; i < sizeof each/sizeof *each && targets[variant->target].blocks; i++) {
		const struct measured *row;

		several.access = each[i];
		several.tunables[TUNABLE_steps_per_launch] = 2;
		if (!has_variant(arena, plan, &several, &error))
			continue;
		row = find(plan, &several, size);
		if (!row)
			continue;
		several.tunables[TUNABLE_steps_per_launch] = row->most;
		while (!has_variant(arena, plan, &several, &error))
			several.tunables[TUNABLE_steps_per_launch]--;
		return (struct usual_steps){ several.access, row->least, several.tunables[TUNABLE_steps_per_launch] };
	}
	return (struct usual_steps){ variant->access, 1, 1 };
}
