#include "generator/variants/legal.h"

#include "generator/split/parts.h"
#include "generator/variants/block_shapes.h"
#include "generator/variants/defaults.h"
#include "generator/variants/places.h"
#include "generator/variants/planes.h"
#include "generator/variants/steps.h"

#include <stdlib.h>

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

enum { MOST_THREADS = 1024 };

bool
block_is_legal(const struct variant *variant, const int block[3], struct error *error)
{
	const int lanes = targets[variant->target].lanes;
	const long columns = (long)block[0]*block[1], threads = columns*block[2];

	if (threads > MOST_THREADS)
		return error_set(error, EXIT_USAGE, "a block has 1024 threads at most");
	if (variant->levels == LEVELS_INNERMOST && block[2] != 1)
		return error_set(error, EXIT_USAGE, "x goes along levels and y along columns: z must be 1");
	switch (accesses[variant->access].block) {
	case BLOCK_ANY:
		return true;
	case BLOCK_FLAT:
		return block[2] == 1 || error_set(error, EXIT_USAGE, "a thread does all levels: z must be 1");
	case BLOCK_OF_WARPS:
		return (threads % lanes == 0 && (columns % lanes == 0 || lanes % columns == 0))
			|| error_set(error, EXIT_USAGE, "%s", targets[variant->target].whole_warps);
	case BLOCK_OF_ONE_WARP:
		return (block[0] == lanes && threads == lanes) || error_set(error, EXIT_USAGE, "a block is one warp: use %dx1x1", lanes);
	case BLOCK_A_WARP_WIDE:
		return (block[0] == PLANE_LANES && block[1] >= PLANE_LEAST_ROWS && block[2] == 1) || error_set(error, EXIT_USAGE,
			"a block is a warp wide and has %d rows or more: use %dx%dx1", PLANE_LEAST_ROWS, PLANE_LANES, PLANE_LEAST_ROWS);
	}
	return true;
}

static bool
has_registers(const struct plan *plan, const struct variant *variant, int threads, struct error *error)
{
	const struct tile_shape shape = variant_has_tile(variant) ? variant_tile(plan, variant) : (struct tile_shape){ 1, 1, 1 };
	struct variant resolved = *variant;
	struct limits limits;
	int most;

	tunables_resolve(plan, &resolved);
	limits = variant_limits(plan, &resolved, &shape);
	most = limits.threads ? limits.threads
		: limits.registers && variant->target == TARGET_cuda ? threads_of_registers(limits.registers) : MOST_THREADS;
	if (threads <= most)
		return true;
	return limits.threads ? error_set(error, EXIT_USAGE, "its blocks have %d threads at most", most)
		: error_set(error, EXIT_USAGE, "its threads may have %d registers each, so a block has %d of them at most",
			limits.registers,
		most);
}

static bool
planes_fit(const struct plan *plan, const struct variant *variant, int block_rows, struct error *error)
{
	enum { KB = 1 << 10 };
	const size_t most = shared_bytes_of_block(variant->target);
	struct variant resolved = *variant;
	size_t bytes;

	tunables_resolve(plan, &resolved);
	bytes = planes_bytes(plan, &resolved, block_rows);
	return bytes <= most || error_set(error, EXIT_USAGE, "its planes have %zu KB, and shared memory %zu KB: use smaller blocks, or fewer rows per"
		" thread or planes ahead", (bytes + KB - 1)/KB, most/KB);
}

/* Each step computes fewer columns of a block's tile; all of them are in shared memory. */
static bool
tile_of_steps_fits(const struct plan *plan, const struct variant *variant, const int block[3], struct error *error)
{
	const size_t most = shared_bytes_of_block(variant->target);
	struct variant resolved = *variant;
	struct extents reach;
	int steps, rows;

	tunables_resolve(plan, &resolved);
	reach = extents_of_step(plan, &resolved);
	steps = resolved.tunables[TUNABLE_steps_per_launch];
	rows = resolved.tunables[TUNABLE_rows_per_thread];
	if (block[0] <= steps*(reach.low[0] + reach.high[0]) || rows*block[1] <= steps*(reach.low[1] + reach.high[1]))
		return error_set(error, EXIT_USAGE, "with %d steps and %d rows per thread it has more than %d threads in x and %d in y", steps, rows,
			steps*(reach.low[0] + reach.high[0]), steps*(reach.low[1] + reach.high[1])/rows);
	return temporal_bytes(plan, &resolved, block) <= most
		|| error_set(error, EXIT_USAGE, "its tile does not fit into the %zu KB of shared memory: use smaller blocks, or fewer steps or rows per thread",
			most >> 10);
}

bool
block_fits(const struct plan *plan, const struct variant *variant, const struct part *part,
	const int block[3], int levels, struct error *error)
{
	const size_t own = part ? shared_bytes_of_part(plan, part, levels) : shared_bytes_of_thread(plan, levels);
	const size_t threads = (size_t)block[0]*(size_t)block[1]*(size_t)block[2];
	const int parts = plan->program && !part ? plan->program->part_count : 0;

	if (!block_is_legal(variant, block, error))
		return false;
	if (!parts && !has_registers(part ? part->plan : plan, variant, (int)threads, error))
		return false;
	if (variant->access == ACCESS_planes && !planes_fit(plan, variant, block[1], error))
		return false;
	if (variant->access == ACCESS_temporal && !tile_of_steps_fits(plan, variant, block, error))
		return false;
	for (int p = 0; p < parts; p++)
		if (!has_registers(plan->program->parts[p].plan, variant, (int)threads, error))
			return false;
	return threads*own <= shared_bytes_of_block(variant->target) || error_set(error, EXIT_USAGE,
		"its columns of %d levels do not fit into shared memory: use smaller blocks or --place global", levels);
}

/* The types of fields that would be in one struct: the first one, and another if there is one. */
struct mixture {
	enum type first, other;
};

/* The number of fields in one of the structs, and their types. */
static int
struct_fields(const struct stencil *stencil, enum layout layout, bool out, enum type precision,
	struct mixture *mixture)
{
	int count = 0;

	*mixture = (struct mixture){ TYPE_NONE, TYPE_NONE };
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const enum type type = type_in_precision(f->declared, precision);

		if (!layout_in_struct(layout, f) || (f->role != ROLE_IN) != out)
			continue;
		if (!count++)
			mixture->first = type;
		else if (type != mixture->first)
			mixture->other = type;
	}
	return count;
}

bool
layout_is_legal(const struct stencil *stencil, enum layout layout,
	enum type precision, struct error *error)
{
	struct mixture in, out;
	const int ins = struct_fields(stencil, layout, false, precision, &in);
	const int outs = struct_fields(stencil, layout, true, precision, &out);
	const struct mixture mixed = in.other ? in : out;

	if (!layouts[layout].points)
		return true;
	if (mixed.other)
		return error_set(error, EXIT_USAGE, "'%s' has %s and %s among its %s fields, but a struct of fields %s has one"
			" type: use fields soa", stencil->name, type_name(mixed.first < mixed.other ? mixed.first : mixed.other),
			type_name(mixed.first < mixed.other ? mixed.other : mixed.first),
			in.other ? "in" : "out and inout", layouts[layout].name);
	if (ins < 2 && outs < 2)
		return error_set(error, EXIT_USAGE, "'%s' has %s, so fields %s would repeat soa: use that", stencil->name,
			layouts[layout].outputs ? "neither two in fields nor two out fields"
			: "fewer than two in fields", layouts[layout].name);
	return true;
}

bool
levels_are_legal(enum layout layout, enum levels levels, struct error *error)
{
	return levels != LEVELS_INNERMOST || !layouts[layout].points
		|| error_set(error, EXIT_USAGE, "levels are innermost with fields soa only");
}

/* Rows that a warp goes down may be many; the levels of few steps fit into shared memory. */
static int
most_of_access(int tunable, const struct variant *variant)
{
	enum { STEPS_IN_SHARED_MEMORY = 5 };

	if (tunable == TUNABLE_rows_per_thread && variant->family == GRID_plane && variant->access != ACCESS_temporal_warp)
		return MAX_ROWS_PER_THREAD;
	return tunable == TUNABLE_steps_per_launch && variant->family == GRID_plane && variant->access == ACCESS_temporal
		? STEPS_IN_SHARED_MEMORY : tunables[tunable].most;
}

bool
tunables_are_legal(const struct variant *variant, struct error *error)
{
	for (int t = 0; t < TUNABLE_COUNT; t++) {
		const int value = variant->tunables[t], most = most_of_access(t, variant);

		if (value > most || (value < 0 && !tunable_fits(t, value)))
			return error_set(error, EXIT_USAGE, "%s is a number from %d to %d, not %d", tunables[t].name, tunables[t].least, most, value);
		if (value && !tunable_fits(t, value))
			return error_set(error, EXIT_USAGE, "%s is a power of two from 1 to %d, not %d: there are no vectors of %d",
				tunables[t].name, most, value, value);
	}
	return true;
}

/* Whether a kernel of the variant can compute the distances to sides that the stencil reads. */
static bool
sides_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const bool *sides = plan->sides, in_plane = sides[SIDE_WEST] || sides[SIDE_EAST] || sides[SIDE_NORTH]
		|| sides[SIDE_SOUTH];
	const char *access = accesses[variant->access].name;

	if (in_plane && !storages[variant->storage].regular)
		return error_set(error, EXIT_USAGE, "'%s' reads distances to horizontal sides of the domain, which only storage "
			"regular has; use a mask field", plan->stencil->name);
	if (variant->access == ACCESS_rows && (plan->has_guards || in_plane || sides[SIDE_BELOW] || sides[SIDE_ABOVE]))
		return error_set(error, EXIT_USAGE, "'%s' reads distances, and access rows also computes points outside the domain",
			plan->stencil->name);
	if (plan_guards_first(plan) && (variant_has_tile(variant) || variant_has_cluster_slices(variant)))
		return error_set(error, EXIT_USAGE, "'%s' guards reads by distances, and access %s loads before it tests them",
			plan->stencil->name, access);
	return !variant_has_tile(variant) || (!in_plane && !sides[SIDE_BELOW] && !sides[SIDE_ABOVE])
		|| error_set(error, EXIT_USAGE, "'%s' reads distances, and access %s computes several points at a time",
			plan->stencil->name, access);
}

bool
has_kernels(const struct plan *plan, struct error *error)
{
	return !plan->no_kernel || error_set(error, EXIT_USAGE, "'%s' %shas %s, and there are no kernels for that yet",
		plan->stencil->name, plan->stencil->has_sweeps ? "goes through columns and " : "", plan->no_kernel);
}

/* Accesses whose kernels declare the same things if their tunables are the same, so that several can be in one
 * file. */
static const bool shares_file[ACCESS_COUNT] = {
	[ACCESS_naive] = true, [ACCESS_idxvar] = true, [ACCESS_zloop] = true, [ACCESS_zslice] = true,
	[ACCESS_tile] = true, [ACCESS_tile_ordered] = true, [ACCESS_wide] = true,
};

/* A thread goes through a column, whose levels lie far apart. */
static bool
columns_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const char *stencil = plan->stencil->name;

	if (plan->place == PLACE_SHARED && !targets[variant->target].shared_kb)
		return error_set(error, EXIT_USAGE, "target %s has no shared memory: use --place global", targets[variant->target].name);
	if (layouts[variant->layout].points)
		return error_set(error, EXIT_USAGE, "'%s' goes through columns: use --fields soa", stencil);
	if (variant->access == (targets[variant->target].blocks ? ACCESS_zloop : ACCESS_idxvar))
		return true;
	return error_set(error, EXIT_USAGE, "'%s' goes through columns: access %s is the one that does", stencil,
		accesses[targets[variant->target].blocks ? ACCESS_zloop : ACCESS_idxvar].name);
}

/* Threads of several points load rows and levels of fields, and a scalar has neither. */
static bool
has_scalars(const struct part *part)
{
	for (const struct field *f = part->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_SCALAR)
			return true;
	return part->kind == KERNEL_scalar;
}

/* Whether all parts can be written so. */
static bool
parts_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const struct program *program = plan->program;

	for (int p = 0; p < program->part_count; p++) {
		const struct variant own = variant_of_part(plan, variant, &program->parts[p]);

		if (variant_has_tile(variant) && has_scalars(&program->parts[p]))
			return error_set(error, EXIT_USAGE, "'%s' has scalars, and access %s is for stencils without", plan->stencil->name,
				accesses[variant->access].name);
		if (!variant_is_legal(program->parts[p].plan, &own, error))
			return false;
	}
	return true;
}

/* A field of a shape, which only the launchers of programs know: any scalar, columns that are assigned. */
static const struct field *
field_of_programs(const struct stencil *stencil, enum shape shape)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape == shape && (shape == SHAPE_SCALAR || f->role != ROLE_IN))
			return f;
	return NULL;
}

/* An error: why a stencil is a program. Returns false. */
static bool
refuse_program(const struct plan *plan, struct error *error)
{
	const char *name = plan->stencil->name;
	const struct field *scalar = field_of_programs(plan_checked(plan), SHAPE_SCALAR);
	const struct field *column = field_of_programs(plan_checked(plan), SHAPE_COLUMN);

	if (plan->program->part_count > 1)
		return error_set(error, EXIT_USAGE, "'%s' has %d kernels", name, plan->program->part_count);
	if (plan->program->sums || program_fills_halos(plan->program))
		return error_set(error, EXIT_USAGE, "'%s' %s", name, plan->program->sums ? "has reductions" : "has its halo filled");
	return scalar ? error_set(error, EXIT_USAGE, "'%s' has a scalar field, '%s'", name, scalar->name)
		: column ? error_set(error, EXIT_USAGE, "'%s' assigns a column field, '%s'", name, column->name)
		: error_set(error, EXIT_USAGE, "'%s' has a boundary", name);
}

static bool
program_is_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	if (plan_goes_through_columns(plan) && !columns_are_legal(plan, variant, error))
		return false;
	if (layouts[variant->layout].points)
		return refuse_program(plan, error)
			|| error_append(error, ", and structs of fields are for one kernel alone: use --fields soa");
	if (plan->program->sums && targets[variant->target].blocks && !targets[variant->target].shared_kb)
		return error_set(error, EXIT_USAGE, "'%s' has reductions, which need shared memory, and target %s has none",
			plan->stencil->name, targets[variant->target].name);
	if (!shares_file[variant->access])
		return refuse_program(plan, error) || error_append(error, plan->program->part_count > 1
			? ", and access %s is for one kernel alone" : ", and access %s is for stencils without", accesses[variant->access].name);
	return !storages[variant->storage].regular || parts_are_legal(plan, variant, error);
}

static bool
reads_updated(const struct plan *plan, const struct variant *variant)
{
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (step_source(plan, variant, r->field))
			return true;
	return false;
}

/* Whether a stencil can take several steps in one launch. */
static bool
has_steps(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const struct stencil *stencil = plan->stencil;

	if (!reads_updated(plan, variant))
		return error_set(error, EXIT_USAGE, "'%s' computes nothing from its in field, so several steps a launch would repeat one",
			stencil->name);
	if (plan->reads_level || plan->reads_levels)
		return error_set(error, EXIT_USAGE,
			"'%s' reads 'level' or 'levels', which launches of several steps do not support: use one step a launch",
			stencil->name);
	for (int s = 0; s < SIDES; s++)
		if (plan->sides[s] || plan->has_guards)
			return error_set(error, EXIT_USAGE,
				"'%s' reads distances to the sides of the domain, which launches of several steps do not"
				" support: use one step a launch", stencil->name);
	for (const struct reference *r = plan->reads; r; r = r->next)
		if (step_source(plan, variant, r->field) && r->offset.z && (r->offset.x || r->offset.y))
			return error_set(error, EXIT_USAGE, "'%s' reads [%d,%d,%d]: with several steps a launch only the own column is read"
				" above and below", stencil->name, r->offset.x, r->offset.y, r->offset.z);
	return true;
}

/* Whether a warp keeps the rows of all steps in registers, and something is left of its columns. */
static bool
fits_warp(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const char *stencil = plan->stencil->name;
	const int steps = variant->tunables[TUNABLE_steps_per_launch], lanes = targets[variant->target].lanes;
	struct variant resolved = *variant;
	int points, registers;

	if (extents_of_step(plan, variant).low[2] || extents_of_step(plan, variant).high[2])
		return error_set(error, EXIT_USAGE, "'%s' reads other levels, and access temporal_warp computes each level by itself: use"
			" access temporal", stencil);
	tunables_resolve(plan, &resolved);
	points = resolved.tunables[TUNABLE_points_per_thread];
	registers = temporal_queue_registers(plan, variant, steps, points);
	if (registers > MAX_QUEUE_REGISTERS)
		return error_set(error, EXIT_USAGE, "%d steps of '%s' per launch need %d registers for rows of %d points per thread,"
			" more than %d: use fewer steps or points", steps, stencil, registers, points, MAX_QUEUE_REGISTERS);
	return temporal_inner_columns(plan, variant, steps, points, lanes) > 0 || error_set(error, EXIT_USAGE, "%d steps of '%s' per launch need more"
		" neighbors than the %d columns of a warp: use fewer steps or more points per thread", steps, stencil, lanes*points);
}

/* Arrays of half levels are longer than those that launches of several steps, and structs of fields, have. */
static bool
half_levels_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const struct stencil *stencil = plan_checked(plan);

	if (!has_half_levels(stencil))
		return true;
	if (variant_has_steps(variant))
		return error_set(error, EXIT_USAGE, "'%s' has half levels, of which access %s has none: use access idxvar", stencil->name,
			accesses[variant->access].name);
	return !layouts[variant->layout].points
		|| error_set(error, EXIT_USAGE, "'%s' has half levels: use --fields soa", stencil->name);
}

/* Whether there are planes to copy, and a thread has registers for what it carries up the levels. */
static bool
fits_planes(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const char *stencil = plan->stencil->name;
	struct variant resolved = *variant;

	if (!first_with_planes(plan, variant))
		return error_set(error, EXIT_USAGE, "'%s' reads no in field of real numbers at neighbors in x or y, so access planes has nothing"
			" to copy", stencil);
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->role == ROLE_INOUT)
			return error_set(error, EXIT_USAGE, "'%s' has an inout field, '%s', and threads of access planes also read points that"
				" others write", stencil, f->name);
	if (variant->tunables[TUNABLE_ahead] == TUNABLE_NONE)
		return error_set(error, EXIT_USAGE, "access planes copies planes early: --ahead is at least 1 there");
	tunables_resolve(plan, &resolved);
	return planes_threads(plan, &resolved) || error_set(error, EXIT_USAGE, "'%s' reads too many levels for the registers of a thread"
		" with %d rows of %d points: use fewer", stencil, resolved.tunables[TUNABLE_rows_per_thread],
		resolved.tunables[TUNABLE_points_per_thread]);
}

/* Without sweeps, a thread of zslice may load several levels before it computes the first of them. */
static bool
levels_ahead_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const char *stencil = plan->stencil->name;

	if (variant->tunables[TUNABLE_ahead] <= 0 || !tunable_applies(TUNABLE_ahead, variant) || plan->sweeps || plan->stencil->has_sweeps
			|| variant->access == ACCESS_planes || variant->family == GRID_mesh)
		return true;
	if (plan->program || variant->access != ACCESS_zslice)
		return error_set(error, EXIT_USAGE, "'%s' has no sweeps: leave out --ahead%s", stencil, plan->program ? "" : ", or use access zslice");
	if (variant->tunables[TUNABLE_unroll] > 1)
		return error_set(error, EXIT_USAGE, "a loop loads several levels at once, or is unrolled: leave out --ahead or --unroll");
	return !plan_guards_first(plan) || error_set(error, EXIT_USAGE,
		"'%s' guards reads by distances, and --ahead loads before kernels test them: leave it out", stencil);
}

bool
variant_is_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct access_info *access = &accesses[variant->access];
	const char *stencil = plan->stencil->name;
	const char *chasing = storage->constant ? "chasing_constant"
		: storage->compressed ? "chasing_compressed" : "chasing";

	if (!tunables_are_legal(variant, error) || !half_levels_are_legal(plan, variant, error) || !sides_are_legal(plan, variant, error))
		return false;
	if (variant_has_steps(variant) && layouts[variant->layout].points)
		return error_set(error, EXIT_USAGE, "access %s is for fields soa", access->name);
	if (variant_has_steps(variant) && !has_fields_of_steps(plan_checked(plan), variant, error))
		return false;
	if (plan->program && !program_is_legal(plan, variant, error))
		return false;
	if (!(access->targets & 1u << variant->target))
		return error_set(error, EXIT_USAGE, "target %s has no access %s%s", targets[variant->target].name, access->name,
			variant_has_steps(variant) ? ", which several steps per launch need" : "");
	if (storage->constant && !targets[variant->target].constant)
		return error_set(error, EXIT_USAGE, "target %s has no constant memory for %s",
			targets[variant->target].name, storage->name);
	if (storage->regular && !access->regular)
		return error_set(error, EXIT_USAGE, "access %s is for unstructured storages", access->name);
	if (!storage->regular && !access->unstructured)
		return error_set(error, EXIT_USAGE, "access %s is for storage regular", access->name);
	if (variant->levels == LEVELS_INNERMOST && storage->regular)
		return error_set(error, EXIT_USAGE, "levels are innermost on unstructured grids only");
	if (variant->levels == LEVELS_INNERMOST && !access->innermost && !plan_goes_through_columns(plan))
		return error_set(error, EXIT_USAGE, "access %s is for levels outermost", access->name);
	if (!levels_are_legal(variant->layout, variant->levels, error))
		return false;
	if (access->tile && layouts[variant->layout].points)
		return error_set(error, EXIT_USAGE, "access %s is for fields soa", access->name);
	if (access->tile == TILE_VECTORS && variant_tile(plan, variant).points*widest_element(plan->stencil,
			variant->precision) > VECTOR_BYTES)
		return error_set(error, EXIT_USAGE, "'%s' has double fields, and a vector has %d bytes at most, so"
			" a thread can have 2 points", stencil, VECTOR_BYTES);
	if (variant_has_clusters(variant) && storage->constant)
		return error_set(error, EXIT_USAGE, "access %s has a table of its own, which storage %s does not put into constant memory",
			access->name, storage->name);
	if (!levels_ahead_are_legal(plan, variant, error))
		return false;
	if (tunable_of(TUNABLE_blocks_per_launch, variant) && variant->tunables[TUNABLE_columns_per_thread] > 1)
		return error_set(error, EXIT_USAGE, "persistent blocks update a column a thread at a time: leave out --columns-per-thread");
	if (variant->tunables[TUNABLE_steps_per_launch] && !variant_has_steps(variant))
		return error_set(error, EXIT_USAGE, "access %s computes one step a launch: use access temporal for several", access->name);
	if (variant_has_steps(variant) && !variant->tunables[TUNABLE_steps_per_launch])
		return error_set(error, EXIT_USAGE, "access %s does several steps a launch: say how many by --steps-per-launch", access->name);
	if (variant_has_steps(variant) && !has_steps(plan, variant, error))
		return false;
	if (variant->access == ACCESS_temporal_warp && !fits_warp(plan, variant, error))
		return false;
	if (variant->access == ACCESS_planes && !fits_planes(plan, variant, error))
		return false;
	if (variant->access == ACCESS_rows && !plan_shares_rows(plan))
		return error_set(error, EXIT_USAGE, "'%s' computes nothing for a row that another one could use, so access rows would"
			" repeat idxvar", stencil);
	if (plan->by_value && (access->tile || variant_has_clusters(variant) || variant->access == ACCESS_rows))
		return error_set(error, EXIT_USAGE, "'%s' reads levels by their numbers, which access %s does not keep: use access idxvar", stencil,
			access->name);
	if (access->shares && !reads_neighbours(plan))
		return error_set(error, EXIT_USAGE, "'%s' reads no neighbor, so access %s has nothing to share",
			stencil, access->name);
	if (storage->table != TABLE_NONE && storage->compressed && !reads_neighbours(plan))
		return error_set(error, EXIT_USAGE, "'%s' reads no neighbor, so there is no table to compress:"
			" use chasing", stencil);
	if (storage->table == TABLE_DIRECT && !reads_beyond_direct(plan))
		return error_set(error, EXIT_USAGE, "'%s' reads direct neighbors only, so %s would repeat %s",
			stencil, storage->name, chasing);
	return layout_is_legal(plan->stencil, variant->layout, variant->precision, error);
}
