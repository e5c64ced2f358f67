#include "runtime/bench/predict.h"

#include "generator/emit/plane/tile.h"
#include "generator/variants/defaults.h"
#include "generator/variants/planes.h"
#include "runtime/bench/families.h"

#include <math.h>

const char *const bound_names[BOUND_COUNT] = {
	[BOUND_MEMORY] = "memory", [BOUND_ON_CHIP] = "shared memory and L1", [BOUND_FLOPS] = "operations",
};

static double
time_of(double work, double rate) { return rate > 0 ? work/rate : 0; }

/* How much longer a launch needs because multiprocessors wait for others in the last wave; at least 1. */
static double
loss_of_waves(const struct machine *machine, const struct demand *demand)
{
	const double at_once = (double)machine->processors*demand->resident, waves = at_once > 0 ? demand->blocks/at_once : 0;

	if (demand->blocks > 0 && demand->blocks < machine->processors)
		return machine->processors/demand->blocks;
	return waves > 1 ? ceil(waves)/waves : 1;
}

struct predicted_time
predict(const struct machine *machine, const struct demand *demand)
{
	const double loss = loss_of_waves(machine, demand);
	/* Memory is shared: in the last wave, the blocks that are left have more of it. */
	const double times[] = {
		[BOUND_MEMORY] = time_of(demand->bytes, machine->copy), [BOUND_ON_CHIP] = loss*time_of(demand->on_chip, machine->on_chip),
		[BOUND_FLOPS] = loss*time_of(demand->flops, machine->flops),
	};
	struct predicted_time prediction = { times[BOUND_MEMORY], BOUND_MEMORY };

	for (int b = BOUND_ON_CHIP; b < BOUND_COUNT; b++)
		if (times[b] > prediction.seconds)
			prediction = (struct predicted_time){ times[b], (enum bound)b };
	return prediction;
}

/* Of one point. */
struct needs {
	double bytes, flops;
};

/* What a thread with a register tile loads and computes for each of its points. */
static struct needs
needs_of_tile(struct arena *arena, const struct plan *plan, const struct variant *resolved)
{
	const struct tile *tile = tile_create(arena, plan, resolved);
	const double points = tile ? tile->shape.points*tile->shape.rows : 1;
	double bytes = 0;

	for (const struct register_tile *t = tile ? tile->register_tiles : NULL; t && t->field; t = t->next)
		for (int row = t->low; row < t->high; row++)
			if (t->field->shape == SHAPE_POINT && register_tile_is_loaded(t, row))
				bytes += t->width*element_in_precision(t->field, resolved->precision);
	return (struct needs){ bytes/points, tile ? tile->plan->flops/points : 0 };
}

/* Bytes that a block of access planes copies to shared memory for each of its points. */
static double
bytes_of_copies(const struct plan *plan, const struct variant *resolved, const struct triple *block)
{
	const int *numbers = resolved->tunables;
	const double points = (double)PLANE_LANES*numbers[TUNABLE_points_per_thread]*block->y*numbers[TUNABLE_rows_per_thread];

	return (double)planes_bytes_of_level(plan, resolved, block->y)/points;
}

/* Bytes that threads of single points load for each. */
static double
bytes_of_reads(const struct plan *plan, const struct variant *variant)
{
	double bytes = 0;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT)
			bytes += element_in_precision(r->field, variant->precision);
	return bytes;
}

/* What a kernel loads through a multiprocessor's data path and computes, at least; 0: unknown. */
static struct needs
needs_of(struct arena *arena, const struct candidate *candidate)
{
	const struct plan *plan = candidate->plan;
	struct variant resolved = candidate->kernel->variant;
	struct needs needs;

	/* Rows and clusters of columns share what they load and compute. */
	if (!family_of(candidate)->loads_known || plan->program || variant_has_clusters(&resolved) || resolved.access == ACCESS_rows)
		return (struct needs){ 0, 0 };
	if (variant_has_steps(&resolved))
		return (struct needs){ 0, (double)plan->flops*resolved.tunables[TUNABLE_steps_per_launch] };
	tunables_resolve(plan, &resolved);
	if (!variant_has_tile(&resolved))
		return (struct needs){ bytes_of_reads(plan, &resolved), plan->flops };
	needs = needs_of_tile(arena, plan, &resolved);
	if (resolved.access == ACCESS_planes)
		needs.bytes += bytes_of_copies(plan, &resolved, &candidate->block);
	return needs;
}

struct demand
demand_of(struct arena *arena, const struct candidate *candidate, const struct work *work, const struct launch *launch)
{
	const bool has_steps = variant_has_steps(&candidate->kernel->variant);
	const struct needs needs = needs_of(arena, candidate);

	return (struct demand){
		.bytes = work->bytes, .on_chip = work->points*needs.bytes, .flops = work->points*needs.flops,
		/* Tiles of several steps overlap, and kernels of a program differ. */
		.blocks = has_steps || candidate->plan->program ? 0 : launch->blocks, .resident = launch->resident,
	};
}
