#include "generator/variants/variants.h"
#include "generator/plan/offset.h"

#include <stdlib.h>
#include <string.h>

const struct storage_info storages[STORAGE_COUNT] = {
#define STORAGE(name, regular, table, compressed, constant) \
	{ #name, regular, table, compressed, constant },
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct access_info accesses[ACCESS_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, template, gpu, openmp, regular, unstructured, shares, block, tile) \
	{ #name, #template, { [TARGET_cuda] = gpu, [TARGET_hip] = gpu, [TARGET_openmp] = openmp }, \
		regular, unstructured, shares, block, tile },
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct layout_info layouts[LAYOUT_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, form, points, outputs) { #name, #form, points, outputs },
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct target_info targets[TARGET_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ending, accesses, lanes) { #name, ending, #accesses, lanes, \
	"whole warps are needed: x*y*z a multiple of " #lanes \
	", and x*y a multiple or a divisor of " #lanes },
#include "generator/variants/variants.def"
};

#define FIND(table, count) \
	for (int i = 0; i < (count); i++) \
		if (!strcmp((table)[i].name, name)) \
			return i; \
	return -1

int
find_storage(const char *name)
{
	FIND(storages, STORAGE_COUNT);
}

int
find_access(const char *name)
{
	FIND(accesses, ACCESS_COUNT);
}

int
find_layout(const char *name)
{
	FIND(layouts, LAYOUT_COUNT);
}

int
find_target(const char *name)
{
	FIND(targets, TARGET_COUNT);
}

static bool
reads_neighbours(const struct plan *plan)
{
	return plan->column_count > 1;
}

static bool
reads_beyond_direct(const struct plan *plan)
{
	for (int i = 0; i < plan->column_count; i++)
		if (abs(plan->columns[i].x) + abs(plan->columns[i].y) > 1)
			return true;
	return false;
}

const char *
why_block_illegal(enum target target, enum access access, const int block[3])
{
	const int lanes = targets[target].lanes;
	const long columns = (long)block[0]*block[1], threads = columns*block[2];

	switch (accesses[access].block) {
	case BLOCK_ANY:
		return NULL;
	case BLOCK_FLAT:
		return block[2] == 1 ? NULL : "a thread does all levels: z must be 1";
	case BLOCK_OF_WARPS:
		return threads % lanes == 0 && (columns % lanes == 0 || lanes % columns == 0) ? NULL
			: targets[target].whole_warps;
	}
	return NULL;
}

bool
layout_in_struct(enum layout layout, const struct field *field)
{
	return layouts[layout].points && field->shape == SHAPE_POINT
		&& (field->role == ROLE_IN || layouts[layout].outputs);
}

/* The fields of one of the structs: their number, and whether types differ. */
static int
struct_fields(const struct stencil *stencil, enum layout layout, bool out, enum type precision,
	bool *mixed)
{
	enum type first = TYPE_NONE;
	int count = 0;

	*mixed = false;
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const enum type type = f->declared == TYPE_REAL ? precision : f->declared;

		if (!layout_in_struct(layout, f) || (f->role != ROLE_IN) != out)
			continue;
		if (!count++)
			first = type;
		*mixed |= type != first;
	}
	return count;
}

const char *
why_layout_illegal(struct arena *arena, const struct stencil *stencil, enum layout layout,
	enum type precision)
{
	bool in_mixed, out_mixed;
	const int ins = struct_fields(stencil, layout, false, precision, &in_mixed);
	const int outs = struct_fields(stencil, layout, true, precision, &out_mixed);

	if (!layouts[layout].points)
		return NULL;
	if (in_mixed || out_mixed)
		return arena_printf(arena, "'%s' has float and double among its %s fields, but a struct of"
			" fields %s has one type", stencil->name, in_mixed ? "in" : "out and inout",
			layouts[layout].name);
	if (ins < 2 && outs < 2)
		return arena_printf(arena, "'%s' has %s, so fields %s would repeat soa", stencil->name,
			layouts[layout].outputs ? "neither two in fields nor two out fields"
			: "fewer than two in fields", layouts[layout].name);
	return NULL;
}

int
layout_arrays(const struct stencil *stencil, enum layout layout, int *array)
{
	int count = 0;

	for (int out = 0; out < 2; out++) {
		bool found = false;

		for (const struct field *f = stencil->fields; f; f = f->next)
			if (layout_in_struct(layout, f) && (f->role != ROLE_IN) == out) {
				array[f->index] = count;
				found = true;
			}
		count += found;
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (!layout_in_struct(layout, f))
			array[f->index] = count++;
	return count;
}

/* Bytes of the largest element of its point and column fields. */
static int
widest(const struct stencil *stencil, enum type precision)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape != SHAPE_PROFILE && f->declared != TYPE_FLOAT
				&& (f->declared == TYPE_DOUBLE || precision == TYPE_DOUBLE))
			return 8;
	return 4;
}

/* What was best on an H200 at 512x512x64 and 512x512x512, in double and float.
 * A thread that goes up a few levels finds those between which it goes in the L2
 * cache again; one that carries many fields must go far to make up for its start. */
static struct tile_shape
default_tile(const struct stencil *stencil, int points)
{
	enum { MANY = 8 };
	const bool flat = !stencil->extents.low[2] && !stencil->extents.high[2];
	int read = 0;

	for (const struct field *f = stencil->fields; f; f = f->next)
		read += f->used && f->shape == SHAPE_POINT && f->role != ROLE_OUT;
	if (flat && (read < 2 || points == 1))
		return (struct tile_shape){ points, 4, 1 };
	if (flat)
		return (struct tile_shape){ points, 2, points == 2 ? 4 : 1 };
	if (read < MANY)
		return (struct tile_shape){ points, 2, 4 };
	return (struct tile_shape){ points, points == 1 ? 2 : 1, 30 };
}

struct tile_shape
variant_tile(const struct plan *plan, const struct variant *variant)
{
	const int most = VECTOR_BYTES/widest(plan->stencil, variant->precision);
	const int *given = variant->tunables;
	struct tile_shape shape = default_tile(plan->stencil,
		accesses[variant->access].tile != TILE_VECTORS ? 1
		: given[TUNABLE_points_per_thread] ? given[TUNABLE_points_per_thread] : most);

	if (given[TUNABLE_rows_per_thread])
		shape.rows = given[TUNABLE_rows_per_thread];
	if (given[TUNABLE_levels_per_thread])
		shape.levels = given[TUNABLE_levels_per_thread];
	return shape;
}

void
tunables_settle(const struct plan *plan, struct variant *variant)
{
	struct tile_shape shape;

	if (!accesses[variant->access].tile)
		return;
	shape = variant_tile(plan, variant);
	variant->tunables[TUNABLE_points_per_thread] = shape.points;
	variant->tunables[TUNABLE_rows_per_thread] = shape.rows;
	variant->tunables[TUNABLE_levels_per_thread] = shape.levels;
}

const char *
why_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct access_info *access = &accesses[variant->access];
	const char *stencil = plan->stencil->name;
	const char *chasing = storage->constant ? "chasing_constant"
		: storage->compressed ? "chasing_compressed" : "chasing";

	if (!access->on[variant->target])
		return arena_printf(arena, "target %s has no access %s", targets[variant->target].name,
			access->name);
	if (storage->constant && variant->target == TARGET_openmp)
		return arena_printf(arena, "target openmp has no constant memory for %s", storage->name);
	if (storage->regular && !access->regular)
		return arena_printf(arena, "access %s is for unstructured storages", access->name);
	if (!storage->regular && !access->unstructured)
		return arena_printf(arena, "access %s is for storage regular", access->name);
	if (access->tile && layouts[variant->layout].points)
		return arena_printf(arena, "access %s is for fields soa", access->name);
	if (access->tile == TILE_VECTORS && variant->tunables[TUNABLE_points_per_thread] == 3)
		return "a thread has 1, 2 or 4 points: there are no vectors of 3";
	if (access->tile == TILE_VECTORS && variant_tile(plan, variant).points*widest(plan->stencil,
			variant->precision) > VECTOR_BYTES)
		return arena_printf(arena, "'%s' has double fields, and a vector has %d bytes at most, so"
			" a thread can have 2 points", stencil, VECTOR_BYTES);
	if (access->shares && !reads_neighbours(plan))
		return arena_printf(arena, "'%s' reads no neighbour, so access %s has nothing to share",
			stencil, access->name);
	if (storage->table != TABLE_NONE && storage->compressed && !reads_neighbours(plan))
		return arena_printf(arena, "'%s' reads no neighbour, so there is no table to compress:"
			" take chasing", stencil);
	if (storage->table == TABLE_DIRECT && !reads_beyond_direct(plan))
		return arena_printf(arena, "'%s' reads direct neighbours only, so %s would repeat %s",
			stencil, storage->name, chasing);
	return why_layout_illegal(arena, plan->stencil, variant->layout, variant->precision);
}

const char *
layout_suffix(struct arena *arena, enum layout layout)
{
	return layouts[layout].points ? arena_printf(arena, "_%s", layouts[layout].name) : "";
}

static int
compare(const void *a, const void *b)
{
	return offset_compare(*(const struct offset *)a, *(const struct offset *)b);
}

/* Sorts and drops what is there twice. */
static int
sort_columns(struct offset *columns, int count)
{
	int kept = 0;

	qsort(columns, (size_t)count, sizeof *columns, compare);
	for (int i = 0; i < count; i++)
		if (!kept || !offset_equal(columns[i], columns[kept - 1]))
			columns[kept++] = columns[i];
	return kept;
}

static int
distance(struct offset at)
{
	return abs(at.x) + abs(at.y);
}

int
variant_columns(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **columns)
{
	int most = 1, count = 0;

	for (int i = 0; i < plan->column_count; i++)
		most += 1 + distance(plan->columns[i]);
	*columns = arena_array(arena, struct offset, most);
	for (int i = 0; i < plan->column_count; i++) {
		struct offset at = plan->columns[i];

		(*columns)[count++] = at;
		while (table == TABLE_CHASING && distance(at) > 1)
			(*columns)[count++] = at = column_before(at);
	}
	return sort_columns(*columns, count);
}

int
variant_relations(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **relations)
{
	struct offset *columns;
	const int column_count = variant_columns(arena, plan, table, &columns);
	int count = 0;

	*relations = arena_array(arena, struct offset, column_count);
	for (int i = 1; i < column_count && table != TABLE_NONE; i++) {
		const struct offset before = column_before(columns[i]);

		(*relations)[count] = columns[i];
		if (table == TABLE_CHASING) {
			(*relations)[count].x -= before.x;
			(*relations)[count].y -= before.y;
		}
		count++;
	}
	return sort_columns(*relations, count);
}
