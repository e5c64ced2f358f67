#include "runtime/problem/plane_layout.h"
#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "generator/variants/relations.h"
#include "runtime/grid/clusters.h"

#include <stdlib.h>
#include <string.h>

enum { HUGE_BYTE = 0x7f };

static const struct displacement *
relations_of(struct arena *arena, const struct offset *columns, int count)
{
	struct displacement *relations = arena_array(arena, struct displacement, count);

	for (int i = 0; i < count; i++)
		relations[i] = (struct displacement){ columns[i].x, columns[i].y };
	return relations;
}

const struct cluster_shape *
plane_cluster_shape(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct cluster_shape *shape = arena_new(arena, struct cluster_shape);
	const struct plan *cluster;
	struct offset *columns;
	struct tile_shape tile;
	int count;

	if (!variant_has_clusters(variant))
		return NULL;
	tile = variant_cluster(plan, variant);
	cluster = plan_tile(arena, plan, tile.points, tile.rows, COURSE_NONE);
	count = variant_cluster_columns(arena, cluster, tile.points, tile.rows, &columns);
	*shape = (struct cluster_shape){
		.width = tile.points, .height = tile.rows,
		.reads = relations_of(arena, plan->columns, plan->column_count), .read_count = plan->column_count,
		.columns = relations_of(arena, columns, count), .column_count = count,
		.by_slot = variant->levels == LEVELS_OUTERMOST, .pairs = variant_has_pairs(plan, variant),
	};
	return shape;
}

/* Whether some kernel is done for all columns. */
static bool
reads_padding(const struct program *program)
{
	for (int p = 0; program && p < program->part_count; p++) {
		const struct extents *by = &program->parts[p].stencil->widening;

		if (by->low[0] || by->high[0] || by->low[1] || by->high[1])
			return true;
	}
	return false;
}

struct grid *
plane_grid(struct arena *arena, const struct problem *problem, const struct variant *variant,
	const struct order *order, int alignment, struct error *error)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct stencil *stencil = problem->plan->stencil;
	struct offset *offsets;
	struct variant resolved = *variant;
	const int count = variant_relations(arena, problem->plan, storage->table, &offsets);
	struct displacement *relations = arena_array(arena, struct displacement, count + 1);
	struct grid_spec spec = {
		.regular = storage->regular, .order = *order, .relations = relations,
		.relation_count = count, .compressed = storage->compressed,
		.padding_read = reads_padding(problem->plan->program),
		.innermost = variant->levels == LEVELS_INNERMOST, .half_levels = has_half_levels(plan_checked(problem->plan)), .list = problem->list,
		.alignment = alignment/(int)sizeof (double),
	};

	for (int a = 0; a < 3; a++) {
		spec.size[a] = problem->size[a];
		spec.low[a] = problem->halo.low[a];
		spec.high[a] = problem->halo.high[a];
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->type != TYPE_DOUBLE)
			spec.alignment = alignment/(int)sizeof (float);
	if (spec.alignment < 1)
		spec.alignment = 1;
	tunables_resolve(problem->plan, &resolved);
	spec.vector = tunable_of(TUNABLE_levels_per_load, &resolved);
	if (!problem->halo.high[2] && !spec.half_levels)
		spec.padding_updated = levels_in_whole_sectors(problem->plan, &resolved, problem->size[2]) - problem->size[2];
	/* Every level begins with a struct. */
	if (spec.alignment < layouts[variant->layout].points)
		spec.alignment = layouts[variant->layout].points;
	if (spec.alignment < 2 && variant_has_pairs(problem->plan, &resolved))
		spec.alignment = 2;
	for (int i = 0; i < count; i++)
		relations[i] = (struct displacement){ offsets[i].x, offsets[i].y };
	spec.clusters = plane_cluster_shape(arena, problem->plan, &resolved);
	return grid_create(&spec, error);
}

/* Whether both have no clusters, or the same. */
static bool
same_clusters(const struct variant *a, const struct variant *b)
{
	static const int shape[] = { TUNABLE_points_per_thread, TUNABLE_rows_per_thread };
	const bool has = variant_has_clusters(a);

	if (has != variant_has_clusters(b))
		return false;
	for (size_t i = 0; i < sizeof shape/sizeof *shape && has; i++)
		if (a->tunables[shape[i]] != b->tunables[shape[i]])
			return false;
	return true;
}

bool
plane_lies_alike(const struct variant *a, const struct variant *b)
{
	const struct storage_info *s = &storages[a->storage], *t = &storages[b->storage];

	return s->regular == t->regular && s->table == t->table && s->compressed == t->compressed
		&& a->layout == b->layout && a->levels == b->levels && same_clusters(a, b)
		&& a->tunables[TUNABLE_levels_per_load] == b->tunables[TUNABLE_levels_per_load];
}

size_t
plane_elements(const struct plane_layout *l, const struct field *field)
{
	switch (field->shape) {
	case SHAPE_POINT:   return l->grid->elements + (field->where.half && !l->grid->view.pitch ? (size_t)l->grid->view.stride : 0);
	case SHAPE_COLUMN:  return (size_t)l->grid->view.stride;
	case SHAPE_PROFILE: return (size_t)problem_levels(l->problem, field);
	case SHAPE_SCALAR:  return 1;
	}
	return 0;
}

int
plane_levels(const struct plane_layout *l, const struct field *field)
{
	return field->shape == SHAPE_POINT ? problem_levels(l->problem, field) : 0;
}

size_t
plane_field_bytes(const struct plane_layout *l, const struct field *field)
{
	return plane_elements(l, field)*field_element(field);
}

/* The index of element i of a field in its array, in elements. */
static size_t
element_index(const struct plane_layout *l, const struct field *field, size_t i)
{
	const struct array_memory *array = &l->arrays[l->array[field->index]];
	const size_t points = (size_t)(layouts[l->kind].points ? layouts[l->kind].points : 1);
	const size_t members = (size_t)array->members, member = (size_t)l->member[field->index];

	return (i/points*members + member)*points + i % points;
}

/* Copies a field laid out alone, as in soa, into its array. */
static void
scatter(const struct plane_layout *l, const struct field *field, const void *own, void *array)
{
	const size_t size = field_element(field), count = plane_elements(l, field);

	for (size_t i = 0; i < count; i++)
		memcpy((char *)array + element_index(l, field, i)*size, (const char *)own + i*size, size);
}

void
plane_gather(const struct plane_layout *l, const struct field *field, const void *array, void *own)
{
	const size_t size = field_element(field), count = plane_elements(l, field);

	for (size_t i = 0; i < count; i++)
		memcpy((char *)own + i*size, (const char *)array + element_index(l, field, i)*size, size);
}

void *
plane_lay_out(const struct plane_layout *l, const struct field *field, const void *array, enum padding padding)
{
	const size_t size = field_element(field), bytes = plane_field_bytes(l, field);
	void *memory = malloc(bytes);

	if (!memory)
		return NULL;
	if (!shapes[field->shape].axes[0])
		return memcpy(memory, array, bytes);
	if (padding == PADDING_HUGE)
		memset(memory, HUGE_BYTE, bytes);
	else
		mark_unwritten(memory, plane_elements(l, field), size);
	grid_pack(l->grid, plane_levels(l, field), size, array, memory);
	return memory;
}

enum padding
field_padding(const struct field *field)
{
	return field->role == ROLE_IN ? PADDING_HUGE : PADDING_MARKED;
}

void *
plane_lay_out_array(const struct plane_layout *l, int array)
{
	void *memory = l->arrays[array].members > 1 ? malloc(l->arrays[array].bytes) : NULL;

	for (const struct field *f = l->problem->plan->stencil->fields; f; f = f->next) {
		void *own;

		if (l->array[f->index] != array)
			continue;
		own = plane_lay_out(l, f, l->problem->fields[f->index],
			field_padding(f));
		if (l->arrays[array].members == 1)
			return own;
		if (own && memory)
			scatter(l, f, own, memory);
		free(own);
		if (!own) {
			free(memory);
			return NULL;
		}
	}
	return memory;
}

/* Finds the array of each field, and the size of each array. */
static void
measure_arrays(struct plane_layout *l)
{
	const struct stencil *stencil = l->problem->plan->stencil;

	l->array_count = layout_arrays(stencil, l->kind, l->array);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		struct array_memory *array = &l->arrays[l->array[f->index]];

		l->member[f->index] = array->members++;
		array->bytes += plane_field_bytes(l, f);
		array->written |= f->role != ROLE_IN;
	}
}

bool
plane_layout_open(struct plane_layout *l, const struct problem *problem, enum layout kind,
	struct grid *grid)
{
	const size_t count = (size_t)problem->plan->stencil->field_count + 1;

	*l = (struct plane_layout){
		.problem = problem, .grid = grid, .kind = kind,
		.arrays = calloc(count, sizeof *l->arrays),
		.array = calloc(count, sizeof *l->array),
		.member = calloc(count, sizeof *l->member),
	};
	if (!l->arrays || !l->array || !l->member)
		return false;
	measure_arrays(l);
	return true;
}

void
plane_layout_free(struct plane_layout *l)
{
	grid_free(l->grid);
	free(l->arrays);
	free(l->array);
	free(l->member);
}
