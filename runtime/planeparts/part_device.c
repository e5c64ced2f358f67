#include "runtime/planeparts/part_device.h"

#include "runtime/planeparts/part_regions.h"

/* Where columns lie in any order, no region is cut out of them: the grid's inner columns are all that a step may compute. */
static struct grid *
open_grid(const struct plane_parts *parts, const struct plane_part *part, struct arena *arena, const struct variant *variant,
	const struct order *order, struct extents *around, struct error *error)
{
	struct problem shape = *part->problem;

	*around = (struct extents){ { 0 }, { 0 } };
	if (parts->engine && !parts->has && !storages[variant->storage].regular)
		*around = part_extension(parts, (int)(part - parts->ranks), parts->cut.every - 1);
	for (int axis = 0; axis < 2; axis++) {
		shape.halo.low[axis] -= around->low[axis];
		shape.halo.high[axis] -= around->high[axis];
	}
	return plane_grid(arena, &shape, variant, order, USUAL_ALIGNMENT, error);
}

bool
part_device_open(const struct plane_parts *parts, struct plane_part *part, struct arena *arena, const struct device *device,
	const struct built *kernel, const struct order *order, struct error *error)
{
	struct extents around;
	struct grid *grid = open_grid(parts, part, arena, &kernel->variant, order, &around, error);

	if (grid)
		part->device = plane_device_create(device, part->problem, kernel->variant.layout, grid, error);
	if (!part->device)
		return false;
	part->device->view.west = part->problem->before[0] - around.low[0];
	part->device->view.east = part->problem->after[0] - around.high[0];
	part->device->view.north = part->problem->before[1] - around.low[1];
	part->device->view.south = part->problem->after[1] - around.high[1];
	part->device->largest.width += part->problem->halo.low[0] + part->problem->halo.high[0];
	part->device->largest.height += part->problem->halo.low[1] + part->problem->halo.high[1];
	return plane_device_prepare(part->device, kernel, error);
}
