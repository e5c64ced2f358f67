#include "runtime/partition/structured.h"

#include "generator/split/parts.h"

static size_t
count(const struct partition *p, enum location location)
{
	(void)location;
	return columns_of_domain(p);
}

/* The rows of a box. */
static struct runs
columns(struct arena *arena, const struct partition *p, int rank, enum location location)
{
	const struct stencil_rectangle *box = &p->subdomains[rank].box;
	const struct plane_device *x = plane_device_of(&p->subdomains[rank]);
	const size_t row = x ? (size_t)x->view.row : 0, width = (size_t)structured_of(p)->rectangles.inner[0];
	const int height = box->end[1] - box->begin[1];
	struct runs rows = { .items = arena_array(arena, struct run, height + 1), .count = (size_t)height };

	(void)location;
	for (int j = 0; j < height; j++)
		rows.items[j] = (struct run){ (size_t)j*row, (size_t)(box->begin[1] + j)*width + (size_t)box->begin[0],
			(size_t)(box->end[0] - box->begin[0]) };
	return rows;
}

int
reduced_levels(const struct stencil_grid *grid, const struct kept *kept)
{
	return grid->top - grid->bottom + kept->temp->where.half;
}

/* Sums of columns are on one level. Of a level all from the domain's first to its last column. */
static struct reduced_array
array(const struct subdomain *s, const struct kept *kept)
{
	const struct stencil_grid *grid = &plane_device_of(s)->view;
	const bool points = kept->shape == SHAPE_POINT;
	struct reduced_array a = { .stride = (size_t)grid->stride, .apart = 1, .levels = points ? reduced_levels(grid, kept) : 1 };

	a.first = (size_t)grid->first + (points ? (size_t)grid->bottom*a.stride : 0);
	a.count = (size_t)(a.levels - 1)*a.stride + (size_t)(grid->height - 1)*(size_t)grid->row + (size_t)grid->width;
	return a;
}

static void *
stored(const struct subdomain *s, const struct built *kernel, int number)
{
	const struct plane_device *x = plane_device_of(s);

	return ((stencil_kept *)kernel->kept)(&x->view, plane_device_workspace(x), number);
}

const struct reduction_kind structured_reductions = {
	.count = count, .columns = columns, .array = array, .stored = stored, .devices = true,
};
