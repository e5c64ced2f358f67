#include "generator/variants/defaults.h"

#include "generator/split/parts.h"
#include "generator/plan/sweeps.h"
#include "generator/variants/block_shapes.h"
#include "generator/variants/mesh_defaults.h"
#include "generator/variants/places.h"
#include "generator/variants/planes.h"
#include "generator/variants/steps.h"

#include <string.h>

int
widest_element(const struct stencil *stencil, enum type precision)
{
	int widest = element_size(TYPE_INT); /* of bools alone, too: vectors have at most four elements */

	for (const struct field *f = stencil->fields; f; f = f->next) {
		const int size = element_in_precision(f, precision);

		if (f->shape != SHAPE_PROFILE && size > widest)
			widest = size;
	}
	return widest;
}

int
fields_read(const struct plan *plan)
{
	int count = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		count += plan->fields[f->index] && f->shape == SHAPE_POINT && f->role != ROLE_OUT;
	return count;
}

/* Of as many fields a thread can keep little. */
enum { MANY_FIELDS = 8 };

bool
reads_many_fields(const struct plan *plan)
{
	return fields_read(plan) >= MANY_FIELDS;
}

/* The fastest shapes of runtime/results/h200/regular. A thread that
 * updates a few levels finds those that it shares with others in the L2 cache; one that carries many
 * fields must update many levels to make up for its start. */
static struct tile_shape
default_tile(const struct plan *plan, int points)
{
	const struct extents *extents = &plan->stencil->extents;
	const bool flat = !extents->low[2] && !extents->high[2];
	const int read = fields_read(plan);

	if (flat && (read < 2 || points == 1))
		return (struct tile_shape){ points, 4, 1 };
	if (flat)
		return (struct tile_shape){ points, 2, points == 2 ? 4 : 1 };
	if (read < MANY_FIELDS)
		return (struct tile_shape){ points, 2, 4 };
	return (struct tile_shape){ points, points == 1 ? 2 : 1, 30 };
}

struct tile_shape
variant_tile(const struct plan *plan, const struct variant *variant)
{
	const int most = VECTOR_BYTES/widest_element(plan->stencil, variant->precision);
	const int *given = variant->tunables;
	struct tile_shape shape = default_tile(plan,
		accesses[variant->access].tile != TILE_VECTORS ? 1
		: given[TUNABLE_points_per_thread] ? given[TUNABLE_points_per_thread] : most);

	if (variant->access == ACCESS_planes)
		shape = (struct tile_shape){ shape.points, 2, 128 };
	if (given[TUNABLE_rows_per_thread])
		shape.rows = given[TUNABLE_rows_per_thread];
	if (given[TUNABLE_levels_per_thread])
		shape.levels = given[TUNABLE_levels_per_thread];
	return shape;
}

int
variant_vector_points(const struct plan *plan, const struct variant *variant)
{
	struct variant resolved = *variant;
	int points, most;

	if (variant->access != ACCESS_temporal_warp)
		return accesses[variant->access].tile == TILE_VECTORS ? variant_tile(plan, variant).points : 1;
	tunables_resolve(plan, &resolved);
	points = resolved.tunables[TUNABLE_points_per_thread];
	most = VECTOR_BYTES/step_element(plan, variant);
	return points < most ? points : most;
}

static bool
has_floats_only(const struct plan *plan, const struct variant *variant) { return widest_element(plan->stencil, variant->precision) == 4; }

/* A thread goes through a slice of levels; its loads are those of columns that lie apart. */
static struct tile_shape
outermost_cluster(const struct plan *plan)
{
	return (struct tile_shape){ 1, fields_read(plan) < MANY_FIELDS ? 4 : 2, 64 };
}

/* runtime/results/h200/defaults, "Shape of clusters". The values of more fields of so many columns do not fit into registers. */
struct tile_shape
variant_cluster(const struct plan *plan, const struct variant *variant)
{
	const int *given = variant->tunables;
	const int read = fields_read(plan);
	const bool is_persistent = given[TUNABLE_blocks_per_launch] > 0;
	struct tile_shape shape = { read < 2 && !is_persistent ? 4 : 2, read < MANY_FIELDS ? 4 : 1, 0 };

	if (read == 2 && has_floats_only(plan, variant) && !is_persistent)
		shape.rows = 2;
	if (variant->levels == LEVELS_OUTERMOST)
		shape = outermost_cluster(plan);
	if (given[TUNABLE_points_per_thread])
		shape.points = given[TUNABLE_points_per_thread];
	if (given[TUNABLE_rows_per_thread])
		shape.rows = given[TUNABLE_rows_per_thread];
	if (given[TUNABLE_levels_per_thread] && variant->levels == LEVELS_OUTERMOST)
		shape.levels = given[TUNABLE_levels_per_thread];
	return shape;
}

bool
variant_has_pairs(const struct plan *plan, const struct variant *variant)
{
	return variant_has_cluster_slices(variant) && variant_cluster(plan, variant).points > 1;
}

bool
variant_sums_blocks(const struct plan *plan, const struct variant *variant)
{
	return variant->access == ACCESS_zloop && variant->levels == LEVELS_OUTERMOST && storages[variant->storage].regular
		&& plan_only_sums(plan);
}

/* Unrolls a loop over all levels by two where several fields are read through a table: runtime/results/h200/defaults, "Unrolling".
 * A sum's next level waits for an addition only, so threads with few loads load several levels at a time: to hide its latency,
 * memory needs some 25 KB in flight to a multiprocessor. Loads cannot move before a kernel's own updates. */
int
variant_unroll(const struct plan *plan, const struct variant *variant)
{
	enum { FEW_LOADS = 4 };

	if (variant->tunables[TUNABLE_unroll])
		return variant->tunables[TUNABLE_unroll];
	if (variant->access == ACCESS_zloop && plan_sums_columns(plan))
		return plan_updates_points(plan) ? 1 : plan->loads <= FEW_LOADS ? 4 : 2;
	return variant->access == ACCESS_zloop && !storages[variant->storage].regular && !plan_carries(plan)
		&& fields_read(plan) > 1 ? 2 : 1;
}

/* On a Xeon with AVX-512 laplap and hdiff take 12 % less time than with the half that gcc takes by itself.
 * Gathers through a table gain nothing: fastwaves takes 30 % longer. */
int
variant_lanes(const struct plan *plan)
{
	enum { LONGEST_VECTOR = 64 };
	int bytes = sizeof(double);

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (plan->fields[f->index] && f->shape != SHAPE_PROFILE && f->type == TYPE_FLOAT)
			bytes = sizeof(float);
	return LONGEST_VECTOR/bytes;
}

/* With MANY_STREAMS arrays or more a limit of registers pays: runtime/results/h200/defaults, "Registers". With many operations, as
 * in shallow, so few would spill. Not for AoS, which gets slower, nor for AoSoA with structs of outputs, which spills. Threads with a
 * vector get a limit of block size instead, 128 registers without spills; with two rows they would spill. Clusters have the same
 * limit, and so have persistent blocks, or fewer would fit a multiprocessor than a launch has. */
struct limits
variant_limits(const struct plan *plan, const struct variant *variant, const struct tile_shape *shape)
{
	enum { MANY_STREAMS = 8, REGISTERS = 40, MANY_FLOPS = 100, MORE_REGISTERS = 64, MOST_REGISTERS = 128, THREADS = 512 };
	const struct layout_info *layout = &layouts[variant->layout];
	const int element = variant->precision == TYPE_FLOAT ? 4 : 8;
	struct variant resolved = *variant;

	tunables_resolve(plan, &resolved);
	if (variant_sums_blocks(plan, variant))
		return (struct limits){ .threads = SUMMED_COLUMNS };
	if (variant->access == ACCESS_temporal_warp)
		return (struct limits){ .threads = targets[variant->target].lanes };
	if (variant->access == ACCESS_temporal)
		return (struct limits){ .threads = temporal_threads(plan, &resolved) };
	if (variant->access == ACCESS_planes)
		return (struct limits){ .threads = planes_threads(plan, &resolved) };
	if (variant->family == GRID_mesh)
		return (struct limits){ .registers = mesh_registers(plan, variant) };
	if (variant->tunables[TUNABLE_registers_per_thread] && tunable_applies(TUNABLE_registers_per_thread, variant))
		return (struct limits){ .registers = variant->tunables[TUNABLE_registers_per_thread] };
	if (tunable_of(TUNABLE_blocks_per_launch, variant) > 0 || (variant_has_clusters(variant)
			&& (variant->levels == LEVELS_OUTERMOST || !reads_many_fields(plan))))
		return (struct limits){ .registers = MOST_REGISTERS };
	if (variant->levels == LEVELS_INNERMOST || layout->points == 1 || layout->outputs || !plan->loads || plan->bytes < MANY_STREAMS*element)
		return (struct limits){ 0, 0 };
	if (!variant_has_tile(variant))
		return (struct limits){ .registers = plan->flops < MANY_FLOPS ? REGISTERS : MORE_REGISTERS };
	return (struct limits){ .threads = shape->points > 1 && shape->rows == 1 ? THREADS : 0 };
}

/* Clusters of few columns of floats load as much as others: runtime/results/h200/defaults, "Levels per load". */
static int
cluster_load(const struct plan *plan, const struct variant *variant)
{
	const struct tile_shape shape = variant_cluster(plan, variant);

	return has_floats_only(plan, variant) && shape.points*shape.rows <= 4 && fields_read(plan) <= 2 ? VECTOR_BYTES : VECTOR_BYTES/2;
}

/* The widest loads, of 16 bytes, are the fastest but for clusters, which need the registers, and for many fields of floats:
 * runtime/results/h200/defaults, "Levels per load". Threads that go through columns load a sector of 32 bytes. */
static int
default_levels_per_load(const struct plan *plan, const struct variant *variant)
{
	const int element = widest_element(plan->stencil, variant->precision);
	const int bytes = variant->access == ACCESS_zloop ? 2*VECTOR_BYTES
		: accesses[variant->access].tile == TILE_CLUSTER ? cluster_load(plan, variant) : VECTOR_BYTES;

	return bytes == VECTOR_BYTES && reads_many_fields(plan) ? 2 : bytes/element;
}

/* Bytes of a thread's registers for levels that it loads ahead, and the most levels, by where values between sweeps lie:
 * runtime/results/h200/defaults, "Sweeps". */
enum { BYTES_AHEAD = 384 };
static const int most_ahead[PLACE_COUNT] = { [PLACE_GLOBAL] = 6, [PLACE_SHARED] = 8 };

static bool
is_of_same_column(const struct reference *a, const struct reference *b)
{
	return a->field->index == b->field->index && a->offset.x == b->offset.x && a->offset.y == b->offset.y && a->neighbor == b->neighbor;
}

/* Whether reads before one are of the same field in the same column. */
static bool
is_read_before(const struct column_loop *loop, int segment, const struct reference *read)
{
	for (int s = 0; s <= segment; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r && r != read; r = r->next)
			if (is_of_same_column(r, read))
				return true;
	return false;
}

/* Bytes that a level of a loop loads from memory. */
static int
bytes_of_level(const struct column_loop *loop, enum type precision)
{
	int bytes = 0;

	for (int s = 0; s < loop->count; s++)
		for (const struct reference *r = loop->segments[s].plan->reads; r; r = r->next)
			if (r->field->shape == SHAPE_POINT && !r->field->local && !r->field->shared && !is_read_before(loop, s, r))
				bytes += element_in_precision(r->field, precision);
	return bytes;
}

/* The loops of a kernel that goes through columns by a sweep; else NULL: levels of other loops need not wait for each other. */
static const struct columns *
swept_columns(const struct part *part)
{
	const struct columns *columns = part->kind == KERNEL_columns ? part->plan->sweeps : NULL;

	for (int l = 0; columns && l < columns->count; l++)
		if (columns->loops[l].order != SWEEP_NONE && !columns->loops[l].points)
			return columns;
	return NULL;
}

/* Levels that sweeps load ahead. 0: there are no sweeps. */
static int
default_ahead(const struct plan *plan, enum type precision)
{
	const struct program *program = plan->program;
	int levels = most_ahead[plan->place], most = 0;

	for (int p = 0; program && p < program->part_count; p++) {
		const struct columns *columns = swept_columns(&program->parts[p]);

		for (int l = 0; columns && l < columns->count; l++) {
			const int bytes = bytes_of_level(&columns->loops[l], precision);

			most = bytes > most ? bytes : most;
		}
	}
	if (!most)
		return 0;
	if (BYTES_AHEAD/most < levels)
		levels = BYTES_AHEAD/most;
	return levels ? levels : 1;
}

/* Planes that a block copies before it needs them. */
enum { PLANES_AHEAD = 2 };

/* runtime/results/h200/defaults, "Meshes". */
enum { ELEMENTS_OVER_ROWS = 4 };

/* runtime/results/h200/defaults, "Several steps per launch". */
static void
temporal_resolve(struct variant *variant)
{
	if (!variant->tunables[TUNABLE_rows_per_thread])
		variant->tunables[TUNABLE_rows_per_thread] = 2;
	if (!variant->tunables[TUNABLE_levels_per_thread])
		variant->tunables[TUNABLE_levels_per_thread] = 128;
}

/* Rows for which few are computed twice, and warps enough for a large grid: runtime/results/h200/iterated. */
static void
temporal_warp_resolve(const struct plan *plan, struct variant *variant)
{
	if (!variant->tunables[TUNABLE_rows_per_thread])
		variant->tunables[TUNABLE_rows_per_thread] = 128;
	if (!variant->tunables[TUNABLE_points_per_thread])
		variant->tunables[TUNABLE_points_per_thread] = temporal_points(plan, variant, targets[variant->target].lanes);
}

void
tunables_resolve(const struct plan *plan, struct variant *variant)
{
	struct tile_shape shape;

	if (tunable_applies(TUNABLE_ahead, variant) && !variant->tunables[TUNABLE_ahead])
		variant->tunables[TUNABLE_ahead] = default_ahead(plan, variant->precision);

	if (tunable_applies(TUNABLE_levels_per_load, variant) && !variant->tunables[TUNABLE_levels_per_load])
		variant->tunables[TUNABLE_levels_per_load] = default_levels_per_load(plan, variant);
	if (variant->family == GRID_mesh && tunable_applies(TUNABLE_columns_per_thread, variant)
			&& !variant->tunables[TUNABLE_columns_per_thread] && mesh_goes_over_rows(plan))
		variant->tunables[TUNABLE_columns_per_thread] = ELEMENTS_OVER_ROWS;
	if (variant_has_clusters(variant)) {
		shape = variant_cluster(plan, variant);
		variant->tunables[TUNABLE_points_per_thread] = shape.points;
		variant->tunables[TUNABLE_rows_per_thread] = shape.rows;
		if (shape.levels)
			variant->tunables[TUNABLE_levels_per_thread] = shape.levels;
	}
	if (variant->access == ACCESS_temporal)
		temporal_resolve(variant);
	if (variant->access == ACCESS_temporal_warp)
		temporal_warp_resolve(plan, variant);
	if (variant->access == ACCESS_planes && !variant->tunables[TUNABLE_ahead])
		variant->tunables[TUNABLE_ahead] = PLANES_AHEAD;
	if (!variant_has_tile(variant))
		return;
	shape = variant_tile(plan, variant);
	variant->tunables[TUNABLE_points_per_thread] = shape.points;
	variant->tunables[TUNABLE_rows_per_thread] = shape.rows;
	variant->tunables[TUNABLE_levels_per_thread] = shape.levels;
}

struct variant
variant_of_part(const struct plan *program, const struct variant *variant, const struct part *part)
{
	struct variant own = *variant;

	tunables_resolve(program, &own);
	if (part->kind == KERNEL_columns ? !swept_columns(part) && !variant->tunables[TUNABLE_ahead]
			: variant->family != GRID_mesh || program->stencil->has_sweeps)
		own.tunables[TUNABLE_ahead] = 0;
	if (part->kind != KERNEL_scalar)
		mesh_part_slices(program, part->plan, variant, own.tunables);
	if (part->kind == KERNEL_points && own.levels == LEVELS_INNERMOST)
		own.access = ACCESS_idxvar;
	own.column_tables = (part->kind == KERNEL_plane || part->kind == KERNEL_scalar) && own.levels == LEVELS_INNERMOST;
	if (own.column_tables)
		own.levels = LEVELS_OUTERMOST;
	if (accesses[own.access].tile == TILE_VECTORS
			&& part->stencil->widening.low[0] % own.tunables[TUNABLE_points_per_thread] != 0)
		own.access = ACCESS_tile;
	return own;
}

/* The levels that fill a sector of memory in all fields that are written, or 0 where padding is not to be computed like
 * levels: nothing there may count on how many levels there are, or be an int, which must not overflow. */
static int
sector_levels(const struct plan *plan, const struct variant *variant)
{
	enum { SECTOR_BYTES = 32 };
	int narrowest = sizeof(double);

	if (variant->levels != LEVELS_INNERMOST || !targets[variant->target].blocks || variant->family == GRID_mesh
			|| plan->program || plan->sweeps || plan_goes_through_columns(plan) || plan->reads_profile || plan->reads_levels
			|| plan->sides[SIDE_ABOVE] || plan->stencil->border.high[2])
		return 0;
	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		if (f->shape != SHAPE_POINT ? f->role != ROLE_IN : f->type != TYPE_DOUBLE && f->type != TYPE_FLOAT)
			return 0;
		if (f->role != ROLE_IN && f->type == TYPE_FLOAT)
			narrowest = sizeof(float);
	}
	return SECTOR_BYTES/narrowest;
}

/* A sector that is written in part has to be read first: runtime/results/h200/defaults, "Meshes". Not measured on structured grids. */
int
levels_in_whole_sectors(const struct plan *plan, const struct variant *variant, int levels)
{
	enum { MOST = 8 }; /* of the levels that there are: a part to compute for nothing */
	const int sector = sector_levels(plan, variant);
	const int padding = sector ? (sector - levels % sector) % sector : 0;

	return padding <= levels/MOST ? levels + padding : levels;
}

const struct plan *
plan_of_variant(const struct plan *plan, const struct variant *variant)
{
	return plan->column_sums && variant->access == ACCESS_zloop && variant->levels == LEVELS_OUTERMOST
		? plan->column_sums : plan;
}

static void
innermost_block(const struct plan *plan, const struct variant *variant, int levels, int block[3])
{
	const struct extents *border = &plan->stencil->border;
	struct variant resolved = *variant;
	int vector, lanes;

	tunables_resolve(plan, &resolved);
	vector = tunable_of(TUNABLE_levels_per_load, &resolved);
	vector = vector ? vector : 1;
	lanes = (levels_in_whole_sectors(plan, variant, levels) - border->high[2] + vector - 1)/vector - border->low[2]/vector;
	lanes = lanes < 1 ? 1 : lanes;
	if (variant->family == GRID_mesh)
		mesh_block(plan, &resolved, lanes, block);
	else
		column_block(lanes, accesses[resolved.access].tile == TILE_CLUSTER,
			tunable_of(TUNABLE_blocks_per_launch, variant) > 0, block);
}

void
usual_block(const struct plan *plan, const struct variant *variant, int levels, int block[3])
{
	static const int usual[3] = { 64, 2, 1 };
	struct variant resolved = *variant;

	memcpy(block, usual, sizeof usual);
	tunables_resolve(plan, &resolved);
	if (plan->place == PLACE_SHARED)
		shared_block(plan, variant->target, levels, block);
	if (variant->access == ACCESS_temporal)
		block[1] = temporal_block_rows(plan, &resolved, block[0], shared_bytes_of_block(variant->target));
	if (variant_has_clusters(variant))
		memcpy(block, (const int[]){ 256, 1, 1 }, sizeof usual);
	if (accesses[variant->access].block == BLOCK_OF_ONE_WARP) {
		block[0] = targets[variant->target].lanes;
		block[1] = 1;
	}
	if (variant->access == ACCESS_planes) {
		block[0] = PLANE_LANES;
		block[1] = planes_block_rows(plan, &resolved, shared_bytes_of_block(variant->target));
	}
	if (variant->family == GRID_mesh && variant->access == ACCESS_zslice && plan->place != PLACE_SHARED)
		mesh_slice_block(plan, variant, block);
	if (variant->levels == LEVELS_INNERMOST && plan->place != PLACE_SHARED)
		innermost_block(plan, variant, levels, block);
}

void
usual_block_of_part(const struct plan *plan, const struct variant *variant, const struct part *part, int levels, int block[3])
{
	struct plan own = *plan;

	if (!shared_bytes_of_part(plan, part, levels))
		own.place = PLACE_GLOBAL;
	usual_block(&own, variant, levels, block);
}
