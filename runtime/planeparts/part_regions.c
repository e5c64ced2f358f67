#include "runtime/planeparts/part_regions.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "runtime/planeparts/part_sums.h"

/* Whether a kernel's interior reads no halo, and writes nothing that its strips do. */
static bool
has_strips(const struct plane_parts *parts, const struct part *kernel)
{
	const struct stencil_rectangles *r = &parts->rectangles;
	const struct extents *wider = &kernel->stencil->widening, *reach = &kernel->plan->reach;

	for (int a = 0; a < 2; a++) {
		const int low = stencil_halo(r, a, -1), high = stencil_halo(r, a, 1), strip = low > high ? low : high;
		const bool is_shared = r->ranks[a] > 1 || r->periodic[a];

		if (wider->low[a] || wider->high[a] || (is_shared && (reach->low[a] > strip || reach->high[a] > strip)))
			return false;
	}
	return true;
}

bool
parts_overlap(const struct plane_parts *parts, const struct built *kernel)
{
	const struct program *program = parts_program(kernel);

	if (!parts->engine || !parts->cut.overlap)
		return false;
	if (parts->has)
		return !variant_has_clusters(&kernel->variant) || !storages[kernel->variant.storage].compressed;
	if (!storages[kernel->variant.storage].regular)
		return false;
	if (!program)
		return true;
	if (parts->cut.reach->sums || program_last_on_grid(program) < 0)
		return false;
	return (kernel->run_part || (program->part_count == 1 && !program->parts->fills))
		&& has_strips(parts, &program->parts[program_last_on_grid(program)]);
}

/* Whether a part's neighbour lies beyond the domain's side, where only the option says so: one part computes nothing there, so
 * neither does another one, but for further steps of a group. */
static bool
ends_domain(const struct plane_parts *parts, const struct stencil_rectangle *r, int axis, int side)
{
	return parts->cut.periodic[axis] && parts->cut.every == 1 && (side < 0 ? !r->begin[axis] : r->end[axis] == parts->rectangles.inner[axis]);
}

/* Columns beyond a side that a step computes, of which so many further ones of the group follow. */
static int
extension(const struct plane_parts *parts, const struct stencil_rectangle *r, int axis, int side, int further)
{
	const int neighbour = axis ? r->neighbour[side + 1][1] : r->neighbour[1][side + 1];
	const int halo = (side < 0 ? r->low[axis] : r->high[axis])/parts->rectangles.every;

	if (!cut_goes_beyond(&parts->cut))
		return halo*further;
	if (neighbour < 0 || ends_domain(parts, r, axis, side))
		return 0;
	return cut_region(&parts->cut, &parts->rectangles, axis, side) + halo*further;
}

struct extents
part_extension(const struct plane_parts *parts, int rank, int further)
{
	const struct stencil_rectangle *r = &parts->ranks[rank].rectangle;
	struct extents around = { { 0 }, { 0 } };

	for (int axis = 0; axis < 2; axis++) {
		around.low[axis] = extension(parts, r, axis, -1, further);
		around.high[axis] = extension(parts, r, axis, 1, further);
	}
	return around;
}

/* Compressed clusters are those of all columns that are updated at all. */
static struct stencil_grid
columns_region(const struct plane_parts *parts, int rank, int further)
{
	const struct plane_device *x = parts->ranks[rank].device;
	const struct grid *grid = x->layout.grid;
	const int every = parts->cut.every;

	return (grid->cluster || grid->single) && !grid->zone_clusters ? x->view
		: list_region(grid, &x->view, halo_zone(every, REGION_BOUNDARY, further), halo_zone_count(every));
}

/* Own columns that others need, or that are made of columns of others, then the rest. */
static int
cut_columns(const struct plane_parts *parts, int rank, struct stencil_grid regions[STENCIL_REGIONS])
{
	const struct plane_device *x = parts->ranks[rank].device;
	int count = 0;

	for (enum region region = REGION_BOUNDARY; region < REGIONS; region++) {
		const int zone = halo_zone(parts->cut.every, region, 0);

		regions[count] = list_region(x->layout.grid, &x->view, zone, zone + 1);
		count += regions[count].first < regions[count].end;
	}
	return count;
}

struct stencil_grid
part_region(const struct plane_parts *parts, int rank, int further)
{
	const struct stencil_grid *view = &parts->ranks[rank].device->view;
	struct extents around;

	if (parts->has)
		return columns_region(parts, rank, further);
	if (!parts->engine || !parts->ranks[rank].device->layout.grid->spec.regular)
		return *view;
	around = part_extension(parts, rank, further);
	return stencil_region(view, -around.low[0], -around.low[1], view->width + around.high[0], view->height + around.high[1]);
}

/* What lies around the interior, which comes last, in at most 4 regions. */
static int
cut_around(const struct stencil_grid *all, const struct stencil_grid *interior, struct stencil_grid regions[STENCIL_REGIONS])
{
	const int x0 = interior->west - all->west, x1 = x0 + interior->width;
	const int y0 = interior->north - all->north, y1 = y0 + interior->height;
	int count = 0;

	if (y0 > 0)
		regions[count++] = stencil_region(all, 0, 0, all->width, y0);
	if (y1 < all->height)
		regions[count++] = stencil_region(all, 0, y1, all->width, all->height);
	if (x0 > 0)
		regions[count++] = stencil_region(all, 0, y0, x0, y1);
	if (x1 < all->width)
		regions[count++] = stencil_region(all, x1, y0, all->width, y1);
	regions[count++] = *interior;
	return count;
}

int
part_strips(const struct plane_parts *parts, int rank, struct stencil_grid regions[STENCIL_REGIONS])
{
	struct stencil_grid all, interior;
	int count;

	if (parts->has)
		return cut_columns(parts, rank, regions);
	count = stencil_strips(&parts->rectangles, rank, &parts->ranks[rank].device->view, regions);
	if (!cut_goes_beyond(&parts->cut))
		return count;
	if (count == 1) {
		regions[0] = part_region(parts, rank, 0);
		return 1;
	}
	interior = regions[count - 1];
	all = part_region(parts, rank, 0);
	return cut_around(&all, &interior, regions);
}
