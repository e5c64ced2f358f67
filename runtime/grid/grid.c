#include "runtime/grid/clusters.h"
#include "runtime/grid/column_list.h"
#include "runtime/grid/grid_build.h"
#include "runtime/grid/memory.h"
#include "runtime/grid/zone_clusters.h"

#include "generator/language/ast.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static long long
round_up(long long n, int multiple)
{
	return (n + multiple - 1)/multiple*multiple;
}

static bool
check_spec(const struct grid_spec *spec, struct error *error)
{
	int width = spec->order.width;

	for (int a = 0; a < 3; a++) {
		int low = spec->low[a], high = spec->high[a];

		if (spec->size[a] < 1)
			return error_set(error, EXIT_ERRORS, "the grid's size in %c is %d, "
				"expected at least 1", "xyz"[a], spec->size[a]);
		if (low < 0 || high < 0)
			return error_set(error, EXIT_ERRORS, "the halo in %c is %d, expected at least 0",
				"xyz"[a], low < 0 ? low : high);
		if ((long long)low + high >= spec->size[a])
			return error_set(error, EXIT_ERRORS, "the grid's size in %c is %d, "
				"all of it halo (%d + %d)", "xyz"[a], spec->size[a], low, high);
	}
	if (spec->alignment < 1)
		return error_set(error, EXIT_ERRORS, "the alignment is %d elements, expected at least 1", spec->alignment);
	if (spec->order.kind == ORDER_ZCURVE && (width < 1 || (width & (width - 1))))
		return error_set(error, EXIT_ERRORS, "the z-curve's width is %d, "
			"expected a power of two", width);
	return true;
}

/* The elements that a column takes: with levels innermost from one to the next. */
static long long
column_elements(const struct grid_spec *spec)
{
	const int levels = spec->size[2] + spec->half_levels;
	long long elements = spec->vector > 1 ? spec->vector : 1;

	if (!spec->innermost)
		return spec->size[2];
	while (elements < levels && elements < spec->alignment)
		elements *= 2;
	return round_up(levels, (int)elements);
}

/* Kernels use int for positions in a level, offsets to adjacent levels and indices
 * of the table. */
static bool
check_stride(const struct grid_spec *spec, long long stride, struct error *error)
{
	int halo = spec->low[2] > spec->high[2] ? spec->low[2] : spec->high[2];

	if (stride > INT_MAX/(1LL + halo))
		return error_set(error, EXIT_ERRORS, "a grid of %dx%d columns with a halo of %d levels "
			"is too large: distances in it must fit an int",
			spec->size[0], spec->size[1], halo);
	if (!spec->regular && !spec->compressed && spec->relation_count
	    && stride > INT_MAX/spec->relation_count)
		return error_set(error, EXIT_ERRORS, "a grid of %dx%d columns is too large: "
			"the entries of %d relations must fit an int",
			spec->size[0], spec->size[1], spec->relation_count);
	if (stride > PTRDIFF_MAX/(long long)sizeof(double)/column_elements(spec))
		return error_set(error, EXIT_ERRORS, "a grid of %dx%dx%d points is too large for memory",
			spec->size[0], spec->size[1], spec->size[2]);
	if (spec->size[2] > MAX_LEVELS)
		return error_set(error, EXIT_ERRORS, "the grid has %d levels, expected at most %d", spec->size[2], MAX_LEVELS);
	return true;
}

/* Sets the sizes and distances of the view. */
static bool
lay_out(struct grid *grid, struct error *error)
{
	const struct grid_spec *spec = &grid->spec;
	struct stencil_grid *view = &grid->view;
	const int alignment = spec->innermost ? 1 : spec->alignment;
	const long long columns = (long long)spec->size[0]*spec->size[1];
	long long inner, row = 0, first, end, last, stride;

	view->width = spec->size[0] - spec->low[0] - spec->high[0];
	view->height = spec->size[1] - spec->low[1] - spec->high[1];
	view->levels = spec->size[2];
	view->bottom = spec->low[2];
	view->top = spec->size[2] - spec->high[2];
	inner = (long long)view->width*view->height;
	if (spec->regular) {
		row = round_up(spec->size[0], alignment);
		first = round_up(spec->low[0], alignment) + spec->low[1]*row;
		end = first + (view->height - 1)*row + view->width;
		last = end + spec->high[1]*row + spec->high[0];
	} else {
		grid->outside = (int)(columns - inner);
		first = spec->list ? alignment : round_up(columns - inner, alignment); /* of a list at most */
		end = last = first + inner;
	}
	stride = round_up(last, alignment);
	if (!check_stride(spec, stride, error))
		return false;
	view->row = (int)row;
	view->first = (int)first;
	view->end = (int)end;
	view->stride = (int)stride;
	view->pitch = spec->innermost ? (int)column_elements(spec) : 0;
	return true;
}

static bool
copy_spec(struct grid *grid, const struct grid_spec *spec, struct error *error)
{
	const size_t count = spec->regular ? 0 : (size_t)spec->relation_count;
	struct displacement *relations = grid_array(count, sizeof *relations, error);

	if (!relations)
		return false;
	if (count)
		memcpy(relations, spec->relations, count*sizeof *relations);
	grid->spec = *spec;
	grid->spec.relations = relations;
	grid->spec.relation_count = (int)count;
	return true;
}

static bool
make_clusters(struct grid *grid, struct error *error)
{
	const struct grid_spec *spec = &grid->spec;
	struct clusters clusters;
	const bool found = spec->list && !spec->compressed && !spec->clusters->by_slot
		? zone_clusters_find(grid, spec->clusters, &clusters, error)
		: clusters_find(&grid->view, spec->relations, spec->relation_count, spec->clusters, &clusters, error);

	if (!found)
		return false;
	if (!clusters_store(&clusters, spec->clusters, spec->compressed, error)) {
		clusters_free(&clusters);
		return false;
	}
	grid->view.cluster = grid->cluster = clusters.rows;
	grid->view.single = grid->single = clusters.singles;
	grid->view.clusters = clusters.count;
	grid->view.singles = clusters.single_count;
	grid->cluster_entries = clusters.entries;
	grid->spec.clusters = NULL;
	return true;
}

size_t
grid_columns(const struct grid *grid)
{
	return (size_t)grid->spec.size[0]*(size_t)grid->spec.size[1];
}

static bool
build(struct grid *grid, struct error *error)
{
	const size_t columns = grid_columns(grid);

	if (!lay_out(grid, error))
		return false;
	grid->position = grid_array(columns, sizeof *grid->position, error);
	if (!grid->position)
		return false;
	if (grid->spec.list && !list_number(grid))
		return error_set(error, EXIT_ERRORS, "out of memory");
	if (!grid->spec.list)
		grid_number(grid);
	grid->elements = (size_t)grid->view.stride*(size_t)column_elements(&grid->spec);
	if (!grid->spec.regular && !grid_make_table(grid, error))
		return false;
	grid->view.table = grid->table;
	grid->view.pattern = grid->pattern;
	if (!grid->spec.regular && !grid->spec.list) {
		grid->view.place = grid_first_place(grid, grid->position);
		grid->view.across = grid->spec.size[0];
	}
	return !grid->spec.clusters || make_clusters(grid, error);
}

struct grid *
grid_create(const struct grid_spec *spec, struct error *error)
{
	struct grid *grid;

	assert(spec->regular || spec->relation_count >= 0);
	if (!check_spec(spec, error))
		return NULL;
	grid = grid_array(1, sizeof *grid, error);
	if (grid && copy_spec(grid, spec, error) && build(grid, error))
		return grid;
	grid_free(grid);
	return NULL;
}

const int *
grid_first_place(const struct grid *grid, const int *position)
{
	return position + (ptrdiff_t)grid->spec.low[1]*grid->spec.size[0] + grid->spec.low[0];
}

void
grid_free(struct grid *grid)
{
	if (!grid)
		return;
	free((void *)grid->spec.relations);
	free(grid->position);
	free(grid->table);
	free(grid->pattern);
	free(grid->cluster);
	free(grid->single);
	free(grid->zone_first);
	free(grid->zone_clusters);
	free(grid->zone_singles);
	free(grid);
}

/* Known sizes make each copy one load and one store. */
static void
copy_element(size_t element, void *to, const void *from)
{
	if (element == 8)
		memcpy(to, from, 8);
	else if (element == 4)
		memcpy(to, from, 4);
	else
		memcpy(to, from, element);
}

size_t
grid_index(const struct grid *grid, bool points, int column, int level)
{
	const size_t c = (size_t)column, k = (size_t)level;

	if (!points)
		return c;
	return grid->view.pitch ? c*(size_t)grid->view.pitch + k : k*(size_t)grid->view.stride + c;
}

/* What a column's updated levels touch if it begins `lead` elements behind a line of a cache. */
struct touched {
	int sectors, parts; /* parts: sectors that are written in part, which memory reads before */
	int lines;
	bool within;        /* it begins within a sector: what is above the column then begins another one */
};

static struct touched
touched_by(const struct stencil_grid *view, int lead, int sector, int line)
{
	const int from = view->bottom + lead, to = view->top + lead;
	struct touched touched = {
		.sectors = (to + sector - 1)/sector - from/sector,
		.lines = (to + line - 1)/line - from/line, .within = from % sector != 0,
	};

	touched.parts = (from % sector != 0) + (to % sector != 0);
	touched.parts = touched.parts > touched.sectors ? touched.sectors : touched.parts;
	return touched;
}

static bool
is_less(struct touched a, struct touched b)
{
	return a.sectors != b.sectors ? a.sectors < b.sectors
		: a.parts != b.parts ? a.parts < b.parts : a.lines < b.lines;
}

size_t
grid_lead(const struct grid *grid, size_t element)
{
	enum { SECTOR_BYTES = 32, LINE_BYTES = 128 };
	const struct stencil_grid *view = &grid->view;
	const int sector = SECTOR_BYTES/(int)element, vector = grid->spec.vector > 1 ? grid->spec.vector : 1;
	const int whole = LINE_BYTES/(int)element, line = view->pitch % whole ? sector : whole;
	struct touched least = touched_by(view, 0, sector, line);
	int best = 0;

	for (int lead = vector; view->pitch && view->pitch % sector == 0 && lead < line; lead += vector) {
		const struct touched now = touched_by(view, lead, sector, line);

		if (is_less(now, least) || (best && !is_less(least, now) && now.within < least.within)) {
			best = lead;
			least = now;
		}
	}
	return (size_t)best;
}

int
grid_padding_updated(const struct grid *grid)
{
	const int room = grid->view.pitch - grid->view.levels, asked = grid->spec.padding_updated;

	return room < 1 ? 0 : room < asked ? room : asked;
}

void
grid_pack(const struct grid *grid, int levels, size_t element, const void *array, void *field)
{
	const int columns = grid->spec.size[0]*grid->spec.size[1];
	const char *from = array;

	for (int z = 0; z < (levels ? levels : 1); z++)
		for (int c = 0; c < columns; c++, from += element)
			copy_element(element, (char *)field + grid_index(grid, levels > 0, grid->position[c], z)*element, from);
}

void
grid_unpack(const struct grid *grid, int levels, size_t element, const void *field, void *array)
{
	const int columns = grid->spec.size[0]*grid->spec.size[1];
	char *to = array;

	for (int z = 0; z < (levels ? levels : 1); z++)
		for (int c = 0; c < columns; c++, to += element)
			copy_element(element, to, (const char *)field + grid_index(grid, levels > 0, grid->position[c], z)*element);
}
