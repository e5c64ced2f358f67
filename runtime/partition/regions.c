#include "runtime/partition/regions.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"

/* Whether a kernel's interior reads no halo, and writes nothing that its boundary regions do. */
static bool
has_interior(const struct stencil_rectangles *r, const struct part *kernel)
{
	const struct extents *wider = &kernel->stencil->widening, *reach = &kernel->plan->reach;

	for (int a = 0; a < 2; a++) {
		const int low = stencil_halo(r, a, -1), high = stencil_halo(r, a, 1), width = low > high ? low : high;
		const bool is_shared = r->ranks[a] > 1 || r->periodic[a];

		if (wider->low[a] || wider->high[a] || (is_shared && (reach->low[a] > width || reach->high[a] > width)))
			return false;
	}
	return true;
}

bool
regions_split(const struct partition *p, const struct built *kernel)
{
	const struct program *program = p->program;
	const struct variant *variant = &kernel->variant;
	const struct storage_info *storage = &storages[variant->storage];
	int last;

	/* Around a region, a launch of several steps writes what is not their result. */
	if (variant_has_steps(variant))
		return false;
	if (p->has)
		return !variant_has_clusters(variant) || (variant->levels == LEVELS_INNERMOST && !storage->compressed);
	if (!storage->regular)
		return false;
	if (!program)
		return true;
	last = program_last_on_grid(program);
	if (last < 0 || program_number_without_sums(program, last) != last)
		return false;
	return (kernel->run_part || (program->part_count == 1 && !program->parts->fills))
		&& has_interior(&structured_of(p)->rectangles, &program->parts[last]);
}

/* Whether a box's neighbor is past the domain's side, where only the option says so: one subdomain computes nothing there, so
 * neither does another one, but for further steps of a group. */
static bool
ends_domain(const struct partition *p, const struct stencil_rectangle *box, int axis, int side)
{
	return p->decomposition.periodic[axis] && p->decomposition.every == 1
		&& (side < 0 ? !box->begin[axis] : box->end[axis] == structured_of(p)->rectangles.inner[axis]);
}

static int
around_side(const struct partition *p, const struct stencil_rectangle *box, int axis, int side, int further)
{
	const struct stencil_rectangles *r = &structured_of(p)->rectangles;
	const int halo = (side < 0 ? box->low[axis] : box->high[axis])/r->every;

	if (!decomposition_goes_beyond(&p->decomposition))
		return halo*further;
	if (!box_has_neighbor(box, axis, side) || ends_domain(p, box, axis, side))
		return 0;
	return decomposition_region(&p->decomposition, r, axis, side) + halo*further;
}

struct extents
region_around(const struct partition *p, const struct subdomain *s, int further)
{
	struct extents around = { { 0 }, { 0 } };

	for (int axis = 0; axis < 2; axis++) {
		around.low[axis] = around_side(p, &s->box, axis, -1, further);
		around.high[axis] = around_side(p, &s->box, axis, 1, further);
	}
	return around;
}

/* Clusters that are compressed, or stored by slot, are those of all columns that are updated at all. */
static struct stencil_grid
columns_region(const struct partition *p, const struct subdomain *s, int further)
{
	const struct plane_device *x = plane_device_of(s);
	const struct grid *grid = x->layout.grid;
	const int every = p->decomposition.every;

	return (grid->cluster || grid->single) && !grid->zone_clusters ? x->view
		: list_region(grid, &x->view, halo_zone(every, REGION_BOUNDARY, further), halo_zone_count(every));
}

/* A subdomain and the columns around it. Where columns are stored in any order it is the same for all steps of a group: the kernels'
 * grid has them. */
static struct stencil_grid
region_of(const struct partition *p, const struct subdomain *s, int further)
{
	const struct plane_device *x = plane_device_of(s);
	struct extents around;

	if (p->has)
		return columns_region(p, s, further);
	if (!p->streams.engine || !x->layout.grid->spec.regular)
		return x->view;
	around = region_around(p, s, further);
	return stencil_region(&x->view, -around.low[0], -around.low[1], x->view.width + around.high[0], x->view.height + around.high[1]);
}

/* Own columns that others need, or whose update reads columns of others, then the rest. */
static int
split_columns(const struct partition *p, const struct subdomain *s, struct stencil_grid regions[STENCIL_REGIONS])
{
	const struct plane_device *x = plane_device_of(s);
	int count = 0;

	for (enum region region = REGION_BOUNDARY; region < REGIONS; region++) {
		const int zone = halo_zone(p->decomposition.every, region, 0);

		regions[count] = list_region(x->layout.grid, &x->view, zone, zone + 1);
		count += regions[count].first < regions[count].end;
	}
	return count;
}

/* What is around the interior, which comes last, in at most 4 regions. */
static int
split_around(const struct stencil_grid *all, const struct stencil_grid *interior, struct stencil_grid regions[STENCIL_REGIONS])
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

/* In the last step of a group: boundary regions, which are all that is sent, then the interior, which reads no halo of neighbors.
 * Returns how many they are; 1, if there is no neighbor or a box is too thin for an interior. */
static int
find_split(const struct partition *p, const struct subdomain *s, struct stencil_grid regions[STENCIL_REGIONS])
{
	const int rank = (int)(s - p->subdomains);
	struct stencil_grid all, interior;
	int count;

	if (p->has)
		return split_columns(p, s, regions);
	count = stencil_strips(&structured_of(p)->rectangles, rank, &plane_device_of(s)->view, regions);
	if (!decomposition_goes_beyond(&p->decomposition))
		return count;
	all = region_of(p, s, 0);
	interior = regions[count - 1];
	regions[0] = all;
	return count == 1 ? 1 : split_around(&all, &interior, regions);
}

void
regions_find(struct partition *p, struct subdomain *s)
{
	struct stencil_grid regions[STENCIL_REGIONS];
	int count;

	s->all = arena_array(&p->arena, struct launch_region, p->decomposition.every);
	for (int further = 0; further < p->decomposition.every; further++)
		s->all[further].view.grid = region_of(p, s, further);
	s->interior.is_empty = true;
	if (!p->splits)
		return;
	count = find_split(p, s, regions);
	s->boundary_count = count > 1 ? count - 1 : 1;
	for (int i = 0; i < s->boundary_count; i++)
		s->boundary[i].view.grid = regions[i];
	if (count > 1)
		s->interior = (struct launch_region){ .view = { .grid = regions[count - 1] } };
}
