#include "generator/variants/choose.h"
#include "generator/language/grid_kind.h"
#include "generator/split/parts.h"
#include "generator/variants/block_shapes.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/mesh_defaults.h"
#include "generator/variants/places.h"
#include "generator/variants/planes.h"
#include "generator/variants/steps.h"
#include "generator/variants/variant_words.h"

#include <limits.h>
#include <string.h>

struct variant *
choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count, struct error *error)
{
	return plan->stencil->kind->choose(arena, plan, choice, count, error);
}

const struct variant *
choose_variant(struct arena *arena, const struct plan *plan, const struct choice *choice, struct error *error)
{
	int count;
	const struct variant *variants = choose_variants(arena, plan, choice, &count, error);

	if (variants && count == 1)
		return variants;
	if (variants)
		error_set(error, EXIT_USAGE, "choose one storage and one access");
	return NULL;
}

const char *
usual_table(struct arena *arena, const struct plan *plan)
{
	const struct choice choice = { .storages = "direct", .accesses = "idxvar" };
	int count;

	return choose_variants(arena, plan, &choice, &count, NULL) ? "direct" : "chasing";
}

const char *
only_access(const struct plan *plan, enum target target)
{
	return !plan_goes_through_columns(plan) ? NULL
		: accesses[targets[target].blocks ? ACCESS_zloop : ACCESS_idxvar].name;
}

static bool
has_branches(const struct plan *plan)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (i->stmt->kind == STMT_IF)
			return true;
	return false;
}

/* On 16 cores of a Xeon laplap takes 2.33 ms so on 512x512x64 points and 2.74 without, hdiff 3.91 and 4.33; on two of an AMD EPYC 10.4 and 11.4,
 * 16.6 and 17.6, on as many points in rows of 2048 as long with as without. What many fields are read for waits for memory anyway,
 * and gcc 12 finds no vectors where there are if statements besides: fastwaves takes twice as long. */
static bool
gains_by_rows(const struct plan *plan, const struct choice *choice, const int size[3])
{
	enum { LONGEST_ROW = 1024 };
	const struct variant rows = { .storage = STORAGE_regular, .access = ACCESS_rows, .layout = choice->layout, .levels = choice->levels,
		.target = choice->target, .precision = choice->precision };

	return size[0] <= LONGEST_ROW && choice->storages && !strcmp(choice->storages, storages[STORAGE_regular].name) && !reads_many_fields(plan)
		&& !has_branches(plan) && variant_is_legal(plan, &rows, NULL);
}

/* Threads that sum up their columns are faster than sums of what is in memory: runtime/results/h200/defaults, "Reductions". With
 * few columns there are too few threads for kernels that take no sums. */
const char *
usual_access(const struct plan *plan, const struct choice *choice, const int size[3])
{
	enum { MANY_COLUMNS = 256*256 };

	if (gains_by_rows(plan, choice, size))
		return accesses[ACCESS_rows].name;
	if (plan->column_sums && targets[choice->target].blocks && choice->levels == LEVELS_OUTERMOST
			&& (long long)size[0]*size[1] >= MANY_COLUMNS)
		return accesses[ACCESS_zloop].name;
	return only_access(plan, choice->target);
}

static bool
is_star_of_radius(const struct plan *plan, int radius)
{
	const struct extents *reach = &plan->stencil->extents;

	for (int a = 0; a < 3; a++)
		if (reach->low[a] < radius || reach->high[a] < radius)
			return false;
	for (const struct reference *r = plan->reads; r; r = r->next)
		if ((r->offset.x != 0) + (r->offset.y != 0) + (r->offset.z != 0) > 1)
			return false;
	return true;
}

/* Whether blocks are as large as those that were measured and fit a GPU, and there are enough for three quarters of its multiprocessors. */
static bool
fills_gpu(const struct plan *plan, const struct variant *resolved, const int updated[3], const struct gpu *gpu)
{
	enum { MEASURED_ROWS = 16 };
	const int *numbers = resolved->tunables;
	const int tile[] = { PLANE_LANES*numbers[TUNABLE_points_per_thread], MEASURED_ROWS*numbers[TUNABLE_rows_per_thread],
		numbers[TUNABLE_levels_per_thread] };
	long long blocks = 1;
	int block[3];

	usual_block(plan, resolved, updated[2], block);
	for (int a = 0; a < 3; a++)
		blocks *= (updated[a] + tile[a] - 1)/tile[a];
	return block[1] == MEASURED_ROWS && 4*blocks >= 3LL*gpu->processors
		&& (!gpu->block_shared || planes_bytes(plan, resolved, block[1]) <= (size_t)gpu->block_shared);
}

/* runtime/results/h200/defaults, "Planes in shared memory". */
const char *
planes_access(const struct plan *plan, const struct choice *choice, const int updated[3], const struct gpu *gpu)
{
	enum { LEAST_RADIUS = 3, MANY_LEVELS = 64 };
	struct variant variant = variant_of_choice(choice, GRID_plane, STORAGE_regular, ACCESS_planes);

	if (updated[2] < MANY_LEVELS || !is_star_of_radius(plan, LEAST_RADIUS) || !variant_is_legal(plan, &variant, NULL))
		return NULL;
	tunables_resolve(plan, &variant);
	return fills_gpu(plan, &variant, updated, gpu) ? accesses[ACCESS_planes].name : NULL;
}

const char *
steps_access(const struct plan *plan, const struct choice *choice)
{
	const struct variant warp = variant_of_choice(choice, GRID_plane, STORAGE_regular, ACCESS_temporal_warp);
	bool has_warps = variant_is_legal(plan, &warp, NULL);

	for (int t = 0; t < TUNABLE_COUNT; t++)
		has_warps &= !choice->tunables[t] || tunable_applies(t, &warp);
	return accesses[has_warps ? ACCESS_temporal_warp : ACCESS_temporal].name;
}

/* Whether neighbouring columns have something in common that a thread can keep. */
static bool
gains_by_clusters(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	const struct variant variant = { .precision = choice->precision, .target = choice->target,
		.access = ACCESS_cluster, .levels = choice->levels };
	const struct tile_shape shape = variant_cluster(plan, &variant);

	return targets[choice->target].blocks && plan->column_count > 1
		&& (choice->levels == LEVELS_OUTERMOST || !reads_many_fields(plan))
		&& plan_tile(arena, plan, shape.points, shape.rows, COURSE_NONE);
}

/* Of few levels no thread is left for a second column, and no longer vector than these fill. */
static void
suit_few_levels(const struct plan *plan, struct choice *choice, int updated)
{
	int *columns = &choice->tunables[TUNABLE_columns_per_thread], *load = &choice->tunables[TUNABLE_levels_per_load];
	const int most = VECTOR_BYTES/widest_element(plan->stencil, choice->precision);

	if (!*columns)
		*columns = 1;
	if (!*load && updated < most)
		*load = updated < 2 ? 1 : 2;
}

/* Whether a number is given that only kernels with levels innermost have. */
static bool
wants_innermost(const struct choice *choice)
{
	const struct variant clusters = { .target = choice->target, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST };

	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (choice->tunables[t] && tunable_applies(t, &clusters))
			return true;
	return false;
}

/* Of so many levels, the halo's among them. */
static int
updated_levels(const struct plan *plan, int levels)
{
	const struct extents *border = &plan->stencil->border;

	return levels - border->low[2] - border->high[2];
}

/* Levels innermost, but for few levels, where vectors along levels would be empty: runtime/results/h200/defaults, "Order of
 * levels". On a GPU levels are innermost also for few of them if neighbours are scattered. */
void
choose_fastest_levels(const struct plan *plan, int levels, bool scattered, struct choice *choice)
{
	const int updated = updated_levels(plan, levels);
	const bool on_gpu = targets[choice->target].blocks;
	const int most = on_gpu && fields_read(plan) > 1 ? 2*FEW_LEVELS : FEW_LEVELS - 1;
	const bool few = updated <= most && !plan->program && !(on_gpu && (scattered || wants_innermost(choice)));

	choice->levels = plan_goes_through_columns(plan) || few ? LEVELS_OUTERMOST : LEVELS_INNERMOST;
}

/* runtime/results/h200/defaults, "Clusters and single columns". A level of 512x512 columns is clusters for no more than 3 % of
 * a GPU's threads. */
void
choose_fastest_access(struct arena *arena, const struct plan *plan, int levels, struct choice *choice)
{
	const int updated = updated_levels(plan, levels);
	const bool innermost = choice->levels == LEVELS_INNERMOST && !plan->program, few = updated < FEW_LEVELS;
	int count;

	choice->accesses = only_access(plan, choice->target);
	if (choice->accesses)
		return;
	choice->accesses = accesses[ACCESS_cluster].name;
	/* Not every storage has clusters. */
	if (!innermost || few || !gains_by_clusters(arena, plan, choice) || !choose_variants(arena, plan, choice, &count, NULL))
		choice->accesses = accesses[ACCESS_idxvar].name;
	if (innermost && few && targets[choice->target].blocks)
		suit_few_levels(plan, choice, updated);
}

/* The levels of a slice, `longest` at most, with which so many clusters take the shortest time: that of a launch's waves, each of two
 * blocks of 256 threads per multiprocessor. To look a cluster up takes half as long as to update one of its levels:
 * runtime/results/h200/unstructured, "Slices of clusters". */
static int
fastest_slice(long long clusters, int updated, int longest, int processors)
{
	enum { THREADS_OF_PROCESSOR = 512 };
	const long long resident = (long long)THREADS_OF_PROCESSOR*processors;
	long long least = LLONG_MAX;
	int best = updated < longest ? updated : longest;

	for (int slice = best; processors && slice > 0; slice--) {
		const int slices = (updated + slice - 1)/slice;
		const long long waves = (clusters*slices + resident - 1)/resident, time = waves*(2*slice + 1);

		if (time < least) {
			least = time;
			best = slice;
		}
	}
	return best;
}

/* Whether any number is given. */
static bool
has_tunables(const struct choice *choice)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (choice->tunables[t])
			return true;
	return false;
}

void
choose_clusters_outermost(struct arena *arena, const struct plan *plan, long long columns, int levels, int processors,
	struct choice *choice)
{
	const struct variant variant = variant_of_choice(choice, GRID_plane, STORAGE_chasing, ACCESS_cluster);
	const struct tile_shape shape = variant_cluster(plan, &variant);
	const int updated = updated_levels(plan, levels);
	const int slice = fastest_slice(columns/(shape.points*shape.rows), updated, shape.levels, processors);
	struct choice clusters = *choice;
	int count;

	if (choice->levels != LEVELS_OUTERMOST || plan->program || slice < FEW_LEVELS || has_tunables(choice)
			|| !gains_by_clusters(arena, plan, choice))
		return;
	clusters.accesses = accesses[ACCESS_cluster].name;
	/* Slices of all levels have no number of their own, so that one kernel is for any grid. */
	if (slice < updated && slice < shape.levels)
		clusters.tunables[TUNABLE_levels_per_thread] = slice;
	if (choose_variants(arena, plan, &clusters, &count, NULL))
		*choice = clusters;
}

static bool
is_chosen(const struct choice *choice, enum access access) { return !strcmp(choice->accesses, accesses[access].name); }

/* Whether the fastest kernel known has persistent blocks: runtime/results/h200/defaults, "Persistent blocks". */
static bool
gains_by_persistent_blocks(const struct plan *plan, const struct choice *choice)
{
	return is_chosen(choice, ACCESS_cluster)
		|| (is_chosen(choice, ACCESS_idxvar) && reads_many_fields(plan) && widest_element(plan->stencil, choice->precision) == sizeof (double));
}

/* As many blocks as a GPU has at a time, of a variant with persistent blocks; 0 where columns have too few levels, or where these blocks have few
 * columns for each. */
static int
count_resident_blocks(const struct plan *plan, const struct variant *variant, long long columns, int levels, int processors)
{
	enum { LEAST_ROUNDS = 4 };
	const struct tile_shape shape = variant_has_clusters(variant) ? variant_cluster(plan, variant) : (struct tile_shape){ 1, 1, 1 };
	int block[3], blocks;

	usual_block(plan, variant, levels, block);
	blocks = persistent_blocks(block)*processors;
	return columns/((long long)shape.points*shape.rows)/block[1] < (long long)LEAST_ROUNDS*blocks
		? 0 : blocks;
}

void
choose_blocks_per_launch(const struct plan *plan, long long columns, int levels, int processors, struct choice *choice)
{
	struct variant variant = { .precision = choice->precision, .target = choice->target, .levels = choice->levels };
	int *given = choice->tunables, *blocks = &given[TUNABLE_blocks_per_launch];

	if (choice->target != TARGET_cuda || choice->levels != LEVELS_INNERMOST || plan->program || *blocks
			|| !gains_by_persistent_blocks(plan, choice)
			|| given[TUNABLE_registers_per_thread] || given[TUNABLE_columns_per_thread])
		return;
	variant.access = is_chosen(choice, ACCESS_cluster) ? ACCESS_cluster : ACCESS_idxvar;
	memcpy(variant.tunables, given, sizeof variant.tunables);
	variant.tunables[TUNABLE_blocks_per_launch] = processors;
	*blocks = count_resident_blocks(plan, &variant, columns, levels, processors);
}

/* Many fields gain; laplap and hdiff, whose columns are whole pairs of sectors, do not: runtime/results/h200/defaults, "Persistent
 * blocks". */
int
usual_fetch(const struct plan *plan, const struct variant *variant)
{
	enum { SECTOR_BYTES = 32 };

	return variant->target == TARGET_cuda && variant->levels == LEVELS_INNERMOST && tunable_of(TUNABLE_blocks_per_launch, variant)
		&& reads_many_fields(plan) ? SECTOR_BYTES : 0;
}

/* Levels of an element lie side by side if they fill a sector of memory, of which a GPU reads all for each neighbour. So
 * a level of doubles would take 32 bytes for 8; with levels outermost neighbours of elements side by side lie side by
 * side, too: a warp reaches 9 to 16 sectors where 8 are enough, at random 32. On a CPU diffuse_theta takes 0.17 instead of
 * 0.29 ms on one level of 81920 triangles, 0.85 instead of 0.68 ms on four and 14 instead of 1.1 ms on eight. */
void
choose_fastest_on_mesh(const struct plan *plan, int levels, struct choice *choice)
{
	enum { SECTOR_BYTES = 32 };
	const bool fill = levels*widest_element(plan->stencil, choice->precision) >= SECTOR_BYTES;
	/* Numbers that mean something with levels innermost only. */
	const int *given = choice->tunables;
	const bool guarded = given[TUNABLE_levels_per_load] || given[TUNABLE_columns_per_thread] || given[TUNABLE_blocks_per_launch];

	choice->levels = guarded || (fill && !plan_goes_through_columns(plan)) ? LEVELS_INNERMOST : LEVELS_OUTERMOST;
	choice->accesses = choice->levels == LEVELS_INNERMOST ? accesses[ACCESS_idxvar].name : NULL;
}

void
choose_slices_on_mesh(const struct plan *plan, long long elements, int levels, int processors, struct choice *choice)
{
	const bool may = choice->levels == LEVELS_OUTERMOST && targets[choice->target].blocks;
	const struct mesh_slices slices = mesh_slices(plan, choice->precision, elements, levels, processors);
	int *length = &choice->tunables[TUNABLE_levels_per_thread], *unroll = &choice->tunables[TUNABLE_unroll];
	int *ahead = &choice->tunables[TUNABLE_ahead];
	const bool given = *unroll || (*ahead > 0 && !plan->stencil->has_sweeps);

	if (!choice->accesses)
		choice->accesses = accesses[may && (slices.faster || *length || *unroll) ? ACCESS_zslice : ACCESS_idxvar].name;
	if (!may || *length || !is_chosen(choice, ACCESS_zslice))
		return;
	*length = given ? slices.shared : slices.levels;
	if (given)
		return;
	if (slices.ahead && !*ahead)
		*ahead = slices.ahead;
	else
		*unroll = slices.unroll;
}

const char *
variant_storage(const struct plan *plan, const struct variant *variant)
{
	return plan->stencil->kind->storages->names[variant->storage];
}

bool
has_variant(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error)
{
	return plan->stencil->kind->has(arena, plan, variant, error);
}

const char *
precision_name(const struct stencil *stencil, enum type precision)
{
	return precision == TYPE_DOUBLE && stencil->low == TYPE_FLOAT ? "mixed" : type_name(precision);
}

const char *
precision_suffix(const struct stencil *stencil, enum type precision)
{
	return precision == TYPE_FLOAT ? "_float" : stencil->low == TYPE_FLOAT ? "_mixed" : "";
}

const char *
variant_stem(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct grid_kind *kind = plan->stencil->kind;

	return arena_printf(arena, "%s_%s%s%s%s%s%s%s", variant_storage(plan, variant), kind->accesses->names[variant->access],
		kind->has_tunables ? tunables_suffix(arena, plan, variant) : "", steps_suffix(arena, plan, variant), size_suffix(arena, variant),
		fields_suffix(arena, variant), precision_suffix(plan->stencil, variant->precision), plan->suffix ? plan->suffix : "");
}

const char *
variant_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s_%s", plan->stencil->name, variant_stem(arena, plan, variant));
}

bool
is_tuned(const struct stencil *stencil)
{
	return stencil->kind->has_tunables;
}

struct variant
variant_of_choice(const struct choice *choice, enum grid_family family, int storage, int access)
{
	struct variant variant = {
		.family = family, .storage = storage, .access = access, .layout = choice->layout, .levels = choice->levels,
		.target = choice->target, .precision = choice->precision, .swaps = choice->swaps,
	};

	memcpy(variant.tunables, choice->tunables, sizeof variant.tunables);
	return variant;
}

bool
tuned_variant(const struct stencil *stencil, const struct tuned *tuned, enum target target,
	struct variant *variant)
{
	const struct grid_kind *kind = stencil->kind;
	const int storage = catalogue_find(kind->storages, tuned->storage);
	const int access = catalogue_find(kind->accesses, tuned->access);
	const int layout = catalogue_find(&layout_words, tuned->fields);
	const int levels = strcmp(tuned->levels, "-") ? catalogue_find(&levels_words, tuned->levels) : LEVELS_OUTERMOST;
	struct choice choice = {
		.layout = (enum layout)layout, .levels = (enum levels)levels, .target = target,
		.precision = !strcmp(tuned->precision, "float") ? TYPE_FLOAT : TYPE_DOUBLE,
	};

	if (storage < 0 || access < 0 || layout < 0 || levels < 0 || (layout != LAYOUT_soa && !kind->has_layouts))
		return false;
	memcpy(choice.tunables, tuned->tunables, sizeof choice.tunables);
	*variant = variant_of_choice(&choice, grid_domains[stencil->family], storage, access);
	return true;
}

/* Shared memory is faster if a multiprocessor then has enough warps to hide the latency of memory: runtime/results/h200/defaults,
 * "Sweeps". */
enum { WARP = 32, LEAST_WARPS = 5 };

/* Warps of about 128 rows or fewer that make whole waves, with 8 of them on a processor. On small grids they have fewer rows, but at least
 * the number that is computed twice: runtime/results/h200/iterated. */
void
choose_rows_of_warps(const struct plan *plan, const int size[3], int processors, struct choice *choice)
{
	enum { WARPS_OF_PROCESSOR = 8, LONGEST = 128 };
	const struct extents *border = &plan->stencil->border, *reach = &plan->stencil->extents;
	const int width = size[0] - border->low[0] - border->high[0], height = size[1] - border->low[1] - border->high[1];
	const int steps = choice->tunables[TUNABLE_steps_per_launch], least = steps*(reach->low[1] + reach->high[1]);
	int *rows = &choice->tunables[TUNABLE_rows_per_thread], inner;
	long long tiles, waves, chunks, resident = (long long)WARPS_OF_PROCESSOR*processors;
	struct variant variant = variant_of_choice(choice, GRID_plane, STORAGE_regular, ACCESS_temporal_warp);

	if (!choice->accesses || !is_chosen(choice, ACCESS_temporal_warp) || *rows || !processors || width < 1 || height < 1)
		return;
	tunables_resolve(plan, &variant);
	inner = temporal_inner_columns(plan, &variant, steps, variant.tunables[TUNABLE_points_per_thread], targets[choice->target].lanes);
	if (inner < 1)
		return;
	tiles = (long long)((width + inner - 1)/inner)*size[2];
	waves = (tiles*((height + LONGEST - 1)/LONGEST) + resident - 1)/resident;
	chunks = waves*resident/tiles ? waves*resident/tiles : 1;
	*rows = (int)((height + chunks - 1)/chunks);
	*rows = *rows < least ? least : *rows;
	*rows = *rows < 1 ? 1 : *rows > MAX_ROWS_PER_WARP ? MAX_ROWS_PER_WARP : *rows;
}

const struct plan *
plan_in_faster_place(const struct plan *plan, const struct variant *variant, int levels)
{
	const struct plan *shared = plan->in_shared_memory;
	const bool mesh = variant->family == GRID_mesh;

	/* Threads side by side load elements side by side. */
	if (!shared || variant->target != TARGET_cuda || !(mesh ? variant->levels == LEVELS_OUTERMOST : storages[variant->storage].regular))
		return plan;
	return (size_t)LEAST_WARPS*WARP*shared_bytes_of_thread(shared, levels) <= shared_bytes_of_block(TARGET_cuda) ? shared : plan;
}
