#include "runtime/library/plan_table.h"

#include "generator/split/parts.h"
#include "generator/variants/relations.h"
#include "runtime/problem/plane_layout.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool
plan_number(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;
	const struct extents *border = &plan->stencil->border;
	const char *text = plan->options.order, *storage = storages[plan->kernel.variant.storage].name;
	const struct problem problem = { .plan = plan->plan, .size = { s->size[0], s->size[1], s->size[2] },
		.halo = *border };
	struct error error;
	struct order order;

	if (s->row || s->level || s->pitch)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "storage %s: there are no rows, and the library sets all strides:"
			" leave row, level and pitch at 0", storage);
	if (memcmp(s->low, border->low, sizeof s->low) || memcmp(s->high, border->high, sizeof s->high))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "storage %s: the halo is that of '%s': set low and high to what it"
			" reads", storage,
			plan->stencil->name);
	if (!order_parse(text, &order))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is no order: use row, zcurve[:WIDTH], hilbert or random[:SEED]", text);
	plan->numbered = plane_grid(&plan->arena, &problem, &plan->kernel.variant, &order, USUAL_ALIGNMENT, &error);
	if (!plan->numbered)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", error.text);
	plan->view = plan->numbered->view;
	plan->table_entries = plan->numbered->entries;
	plan->cluster_entries = plan->numbered->cluster_entries;
	return true;
}

/* The slot of the caller's table with a relation, or -1. */
static int
find_slot(const struct stencil_table *table, struct offset relation)
{
	for (int slot = 0; slot < table->slots; slot++)
		if (table->relations[slot][0] == relation.x && table->relations[slot][1] == relation.y)
			return slot;
	return -1;
}

/* Turns the columns of the caller's slot into offsets, so many entries apart. */
static bool
copy_slot(struct stencil_plan *plan, int slot, int *offsets, size_t apart)
{
	const struct stencil_table *table = plan->shape.table;
	const int columns = plan->shape.size[0];
	const int *neighbors = table->neighbors + (size_t)slot*(size_t)columns;

	for (int c = 0; c < columns; c++) {
		if (neighbors[c] < 0 || neighbors[c] >= columns)
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the table leads from column %d, relation (%d,%d), to"
				" %d: there are columns 0 to %d", c, table->relations[slot][0], table->relations[slot][1],
				neighbors[c], columns - 1);
		offsets[(size_t)c*apart] = neighbors[c] - c;
	}
	return true;
}

/* Slot by slot or, levels innermost, column by column. */
static bool
copy_table(struct stencil_plan *plan, const struct offset *relations, int count)
{
	const struct storage_info *storage = &storages[plan->kernel.variant.storage];
	const size_t columns = (size_t)plan->shape.size[0];
	const bool innermost = plan->kernel.variant.levels == LEVELS_INNERMOST;

	if (count && columns > (size_t)(INT_MAX/count))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%d entries for each of %zu columns are too many: their"
			" number must fit an int", count, columns);
	plan->own_table = malloc(((size_t)count*columns + 1)*sizeof *plan->own_table);
	if (!plan->own_table)
		return plan_fail(plan, STENCIL_CODE_MEMORY, "out of memory");
	for (int r = 0; r < count; r++) {
		const int slot = find_slot(plan->shape.table, relations[r]);

		if (slot < 0)
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the table has no slot for neighbor (%d,%d), which"
				" '%s' needs with storage %s", relations[r].x, relations[r].y, plan->stencil->name,
				storage->name);
		if (!copy_slot(plan, slot, plan->own_table + (size_t)r*(innermost ? 1 : columns),
				innermost ? (size_t)count : 1))
			return false;
	}
	plan->table_entries = (size_t)count*columns;
	plan->view.table = plan->own_table;
	return true;
}

/* Rectangles of columns, for access cluster. */
static bool
find_clusters(struct stencil_plan *plan, const struct offset *offsets, int count)
{
	struct displacement *relations = arena_array(&plan->arena, struct displacement, count + 1);
	const struct cluster_shape *shape = plane_cluster_shape(&plan->arena, plan->plan, &plan->kernel.variant);
	struct clusters *own = &plan->own_clusters;
	struct error error;

	if (!shape)
		return true;
	for (int i = 0; i < count; i++)
		relations[i] = (struct displacement){ offsets[i].x, offsets[i].y };
	if (!clusters_find(&plan->view, relations, count, shape, own, &error) || !clusters_store(own, shape, false, &error))
		return plan_fail(plan, STENCIL_CODE_MEMORY, "%s", error.text);
	plan->view.clusters = own->count;
	plan->view.singles = own->single_count;
	plan->view.cluster = own->rows;
	plan->view.single = own->singles;
	plan->cluster_entries = own->entries;
	return true;
}

/* With two thirds of the columns in clusters these are as fast as idxvar: runtime/results/h200/defaults, "Clusters and single columns". */
bool
plan_has_clusters(const struct stencil_plan *plan)
{
	const struct stencil_grid *g = &plan->view;

	return g->singles <= (g->end - g->first)/3;
}

void
plan_leave_clusters(struct stencil_plan *plan)
{
	struct stencil_grid *g = &plan->view;

	clusters_free(&plan->own_clusters);
	plan->cluster_entries = 0;
	g->clusters = g->singles = 0;
	g->cluster = g->single = NULL;
}

/* From the first cell that is updated on, wherever the cells lie. */
static const int *
first_cell(const struct stencil_plan *plan, const int *cells)
{
	return cells + (ptrdiff_t)plan->shape.low[1]*plan->shape.table->width + plan->shape.low[0];
}

static bool
check_box(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;
	const struct extents *border = &plan->stencil->border;
	const long long size[] = { s->table->width, s->table->height };
	long long inner = 1;

	for (int a = 0; a < 2; a++) {
		if (s->low[a] < border->low[a] || s->high[a] < border->high[a])
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the halo in %c is %d and %d, but '%s' needs %d and %d", "xy"[a],
				s->low[a], s->high[a], plan->stencil->name, border->low[a], border->high[a]);
		if (size[a] <= (long long)s->low[a] + s->high[a])
			return plan_fail(plan, STENCIL_CODE_ARGUMENT, "nothing to compute: the table's %s is %lld, all of it halo (%d + %d)",
				a ? "height" : "width", size[a], s->low[a], s->high[a]);
		inner *= size[a] - s->low[a] - s->high[a];
	}
	return (size[0]*size[1] <= s->size[0] && inner == s->table->end - s->table->first)
		|| plan_fail(plan, STENCIL_CODE_ARGUMENT, "the table's box has %lld cells, of which %lld are updated, but there are %d columns,"
			" of which %d are", size[0]*size[1], inner, s->size[0], s->table->end - s->table->first);
}

static bool
is_inner(const struct stencil_shape *s, int x, int y)
{
	return x >= s->low[0] && x < s->table->width - s->high[0] && y >= s->low[1] && y < s->table->height - s->high[1];
}

/* Each cell has a column of its own, which is updated if the cell is. */
static bool
check_cell(struct stencil_plan *plan, int x, int y, bool *taken)
{
	const struct stencil_shape *s = &plan->shape;
	const struct stencil_table *t = s->table;
	const int c = t->columns_of[(ptrdiff_t)y*t->width + x];

	if (c < 0 || c >= s->size[0])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "cell (%d,%d) of the table is column %d: there are columns 0 to %d", x, y,
			c, s->size[0] - 1);
	if (taken[c])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "cell (%d,%d) of the table is column %d, as another cell is", x, y, c);
	taken[c] = true;
	if (is_inner(s, x, y) != (c >= t->first && c < t->end))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "cell (%d,%d) of the table, which is %s, is column %d, which is %s", x, y,
			is_inner(s, x, y) ? "updated" : "halo", c, is_inner(s, x, y) ? "not" : "updated");
	return true;
}

static bool
check_cells(struct stencil_plan *plan)
{
	const struct stencil_table *t = plan->shape.table;
	bool *taken = arena_array(&plan->arena, bool, plan->shape.size[0]);

	for (int y = 0; y < t->height; y++)
		for (int x = 0; x < t->width; x++)
			if (!check_cell(plan, x, y, taken))
				return false;
	return true;
}

/* Where the cells of a box lie among the caller's columns, if the table tells. */
static bool
take_cells(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;
	const struct stencil_table *t = s->table;
	struct stencil_grid *view = &plan->view;
	size_t bytes;

	if (!t->columns_of)
		return true;
	if (!check_box(plan) || !check_cells(plan))
		return false;
	bytes = (size_t)t->width*(size_t)t->height*sizeof *plan->own_cells;
	plan->own_cells = malloc(bytes);
	if (!plan->own_cells)
		return plan_fail(plan, STENCIL_CODE_MEMORY, "out of memory");
	memcpy(plan->own_cells, t->columns_of, bytes);
	view->width = t->width - s->low[0] - s->high[0];
	view->height = t->height - s->low[1] - s->high[1];
	view->place = first_cell(plan, plan->own_cells);
	view->across = t->width;
	return true;
}

int
plan_pitch(const struct stencil_plan *plan)
{
	return plan->shape.pitch ? plan->shape.pitch : plan->shape.size[2] + has_half_levels(plan->stencil);
}

bool
plan_take_table(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;
	const struct stencil_table *table = s->table;
	const struct storage_info *storage = &storages[plan->kernel.variant.storage];
	const bool innermost = plan->kernel.variant.levels == LEVELS_INNERMOST;
	struct offset *relations;
	const int count = variant_relations(&plan->arena, plan->plan, storage->table, &relations);

	if (!table->relations || !table->neighbors || table->slots < 1)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "the table is empty");
	if (storage->compressed)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "storage %s: a table of yours is not compressed", storage->name);
	if (plan->plan->program && program_fills_halos(plan->plan->program) && !table->columns_of)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' fills halos, and the table does not have the columns of halo cells: set "
			"columns_of", plan->stencil->name);
	if (s->size[0] < 1 || s->size[1] != 1 || s->row || (s->level && (innermost || s->level != s->size[0])))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "with a table size[0] is the number of columns, size[1] is"
			" 1, and %s", innermost ? "pitch is the distance between columns"
			: "levels follow each other without gaps");
	if (table->first < 0 || table->end <= table->first || table->end > s->size[0])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "columns %d to %lld are to be updated, of %d", table->first,
			table->end - 1LL, s->size[0]);
	plan->view = (struct stencil_grid){
		.first = table->first, .end = table->end, .width = table->end - table->first, .height = 1,
		.bottom = s->low[2], .top = s->size[2] - s->high[2], .levels = s->size[2], .stride = s->size[0],
		.pitch = innermost ? plan_pitch(plan) : 0,
	};
	return copy_table(plan, relations, count) && take_cells(plan) && find_clusters(plan, relations, count);
}

/* Replaces ints by a copy of them on the device. */
static bool
place(struct stencil_plan *plan, const int **ints, size_t count, void **memory)
{
	const struct device *device = plan->backend.device;
	int status;

	if (!*ints)
		return true;
	status = device->allocate(memory, (count + !count)*sizeof **ints);
	if (!status)
		status = device->upload(*memory, *ints, count*sizeof **ints);
	*ints = *memory;
	return !status || plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "cannot copy the table to the device: %s",
		device->error(status));
}

/* Where cells lie, for programs, which fill halos and take sums. */
static bool
place_cells(struct stencil_plan *plan)
{
	const struct stencil_table *table = plan->shape.table;
	const int *cells = plan->numbered ? plan->numbered->position : plan->own_cells;

	if (!cells || !plan->plan->program)
		return true;
	if (!place(plan, &cells, plan->numbered ? grid_columns(plan->numbered) : (size_t)table->width*(size_t)table->height,
			&plan->placed[4]))
		return false;
	plan->view.place = plan->numbered ? grid_first_place(plan->numbered, cells) : first_cell(plan, cells);
	return true;
}

bool
plan_place_table(struct stencil_plan *plan)
{
	struct stencil_grid *g = &plan->view;

	return !backend_is_gpu(&plan->backend)
		|| (place(plan, &g->table, plan->table_entries, &plan->placed[0])
			&& place(plan, &g->pattern, (size_t)g->stride, &plan->placed[1])
			&& place(plan, &g->cluster, plan->cluster_entries, &plan->placed[2])
			&& place(plan, &g->single, (size_t)g->singles, &plan->placed[3])
			&& place_cells(plan));
}
