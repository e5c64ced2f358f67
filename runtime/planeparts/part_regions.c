#include "runtime/planeparts/part_regions.h"

#include "generator/split/parts.h"
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

	if (!parts->engine || !parts->cut.overlap || !program)
		return parts->engine && parts->cut.overlap;
	return !parts->cut.reach->sums && (kernel->run_part || (program->part_count == 1 && !program->parts->fills))
		&& has_strips(parts, &program->parts[program->part_count - 1]);
}

/* Whether a part's neighbour lies beyond the domain's side, where only the option says so: one part computes nothing there. */
static bool
ends_domain(const struct plane_parts *parts, const struct stencil_rectangle *r, int axis, int side)
{
	return parts->cut.periodic[axis] && (side < 0 ? !r->begin[axis] : r->end[axis] == parts->rectangles.inner[axis]);
}

/* A part, and around it what its program needs for itself, and for further steps. */
static struct stencil_grid
program_region(const struct plane_parts *parts, int rank, int further)
{
	const struct plane_part *part = &parts->ranks[rank];
	const struct stencil_rectangle *r = &part->rectangle;
	int begin[2], end[2];

	for (int axis = 0; axis < 2; axis++) {
		begin[axis] = 0;
		end[axis] = r->end[axis] - r->begin[axis];
		if (r->neighbour[axis ? 0 : 1][axis ? 1 : 0] >= 0 && !ends_domain(parts, r, axis, -1))
			begin[axis] -= cut_region(&parts->cut, &parts->rectangles, axis, -1)
				+ r->low[axis]/parts->rectangles.every*further;
		if (r->neighbour[axis ? 2 : 1][axis ? 1 : 2] >= 0 && !ends_domain(parts, r, axis, 1))
			end[axis] += cut_region(&parts->cut, &parts->rectangles, axis, 1)
				+ r->high[axis]/parts->rectangles.every*further;
	}
	return stencil_region(&part->device->view, begin[0], begin[1], end[0], end[1]);
}

struct stencil_grid
part_region(const struct plane_parts *parts, int rank, int further)
{
	if (cut_goes_beyond(&parts->cut))
		return program_region(parts, rank, further);
	return further ? stencil_extended(&parts->rectangles, rank, &parts->ranks[rank].device->view, further)
		: parts->ranks[rank].device->view;
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
	const int count = stencil_strips(&parts->rectangles, rank, &parts->ranks[rank].device->view, regions);
	struct stencil_grid all, interior;

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
