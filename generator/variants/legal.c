#include "generator/variants/legal.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "generator/variants/places.h"

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

const char *
why_block_illegal(const struct variant *variant, const int block[3])
{
	const int lanes = targets[variant->target].lanes;
	const long columns = (long)block[0]*block[1], threads = columns*block[2];

	if (threads > MOST_THREADS)
		return "a block has 1024 threads at most";
	if (variant->levels == LEVELS_INNERMOST && block[2] != 1)
		return "x goes along levels and y along columns: z must be 1";
	switch (accesses[variant->access].block) {
	case BLOCK_ANY:
		return NULL;
	case BLOCK_FLAT:
		return block[2] == 1 ? NULL : "a thread does all levels: z must be 1";
	case BLOCK_OF_WARPS:
		return threads % lanes == 0 && (columns % lanes == 0 || lanes % columns == 0) ? NULL
			: targets[variant->target].whole_warps;
	}
	return NULL;
}

/* Whole warps have what they may have of the registers of a multiprocessor, which they get by eights. */
static const char *
why_too_few_registers(struct arena *arena, const struct plan *plan, const struct variant *variant, int threads)
{
	enum { FILE_OF_REGISTERS = 65536, AT_ONCE = 8, WARP = 32 };
	const struct tile_shape shape = variant_has_tile(variant) ? variant_tile(plan, variant) : (struct tile_shape){ 1, 1, 1 };
	struct variant settled = *variant;
	struct limits limits;
	int each, most;

	tunables_settle(plan, &settled);
	limits = variant_limits(plan, &settled, &shape);
	each = variant->target == TARGET_cuda ? (limits.registers + AT_ONCE - 1)/AT_ONCE*AT_ONCE*WARP : 0;
	most = limits.threads ? limits.threads : each ? FILE_OF_REGISTERS/each*WARP : MOST_THREADS;
	return threads <= most ? NULL : limits.threads
		? arena_printf(arena, "its blocks have %d threads at most", most)
		: arena_printf(arena, "its threads may have %d registers each, so a block has %d of them at most", limits.registers, most);
}

const char *
why_block_too_large(struct arena *arena, const struct plan *plan, const struct variant *variant, const struct part *part,
	const int block[3], int levels)
{
	const size_t own = part ? shared_bytes_of_part(plan, part, levels) : shared_bytes_of_thread(plan, levels);
	const size_t threads = (size_t)block[0]*(size_t)block[1]*(size_t)block[2];
	const int parts = plan->program && !part ? plan->program->part_count : 0;
	const char *why = why_block_illegal(variant, block);

	if (!why && !parts)
		why = why_too_few_registers(arena, part ? part->plan : plan, variant, (int)threads);
	for (int p = 0; p < parts && !why; p++)
		why = why_too_few_registers(arena, plan->program->parts[p].plan, variant, (int)threads);
	return why || threads*own <= shared_bytes_of_block(variant->target) ? why
		: arena_printf(arena, "its columns of %d levels do not fit into shared memory: take smaller blocks or --place global",
			levels);
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
		const enum type type = f->declared == TYPE_REAL ? precision : f->declared;

		if (!layout_in_struct(layout, f) || (f->role != ROLE_IN) != out)
			continue;
		if (!count++)
			mixture->first = type;
		else if (type != mixture->first)
			mixture->other = type;
	}
	return count;
}

const char *
why_layout_illegal(struct arena *arena, const struct stencil *stencil, enum layout layout,
	enum type precision)
{
	struct mixture in, out;
	const int ins = struct_fields(stencil, layout, false, precision, &in);
	const int outs = struct_fields(stencil, layout, true, precision, &out);
	const struct mixture mixed = in.other ? in : out;

	if (!layouts[layout].points)
		return NULL;
	if (mixed.other)
		return arena_printf(arena, "'%s' has %s and %s among its %s fields, but a struct of fields %s has one"
			" type", stencil->name, type_name(mixed.first < mixed.other ? mixed.first : mixed.other),
			type_name(mixed.first < mixed.other ? mixed.other : mixed.first),
			in.other ? "in" : "out and inout", layouts[layout].name);
	if (ins < 2 && outs < 2)
		return arena_printf(arena, "'%s' has %s, so fields %s would repeat soa", stencil->name,
			layouts[layout].outputs ? "neither two in fields nor two out fields"
			: "fewer than two in fields", layouts[layout].name);
	return NULL;
}

const char *
why_levels_illegal(enum layout layout, enum levels levels)
{
	return levels == LEVELS_INNERMOST && layouts[layout].points ? "levels are innermost with fields soa only" : NULL;
}

const char *
why_tunables_illegal(struct arena *arena, const struct variant *variant)
{
	for (int t = 0; t < TUNABLE_COUNT; t++) {
		const int value = variant->tunables[t], most = tunables[t].most;

		if (value < 0 || value > most)
			return arena_printf(arena, "%s is a number from 1 to %d, not %d", tunables[t].name, most, value);
		if (value && !tunable_fits(t, value))
			return arena_printf(arena, "%s is a power of two from 1 to %d, not %d: there are no vectors of %d",
				tunables[t].name, most, value, value);
	}
	return NULL;
}

/* Why a kernel of the variant cannot tell the distances to sides that the stencil asks for. */
static const char *
why_sides_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const bool *sides = plan->sides, in_plane = sides[SIDE_WEST] || sides[SIDE_EAST] || sides[SIDE_NORTH]
		|| sides[SIDE_SOUTH];
	const char *access = accesses[variant->access].name;

	if (in_plane && !storages[variant->storage].regular)
		return arena_printf(arena, "'%s' asks where the domain's sides in the plane are, which only regular"
			" storage knows; use a mask field", plan->stencil->name);
	if (variant->access == ACCESS_rows && (plan->asks || in_plane || sides[SIDE_BELOW] || sides[SIDE_ABOVE]))
		return arena_printf(arena, "'%s' asks for distances, and access rows also computes what lies beside the domain",
			plan->stencil->name);
	if (!variant_has_tile(variant))
		return NULL;
	if (plan_asks_first(plan))
		return arena_printf(arena, "'%s' asks for distances before it reads, and access %s loads before it asks",
			plan->stencil->name, access);
	return !in_plane && !sides[SIDE_BELOW] && !sides[SIDE_ABOVE] ? NULL
		: arena_printf(arena, "'%s' asks for distances, and access %s computes several points at a time",
			plan->stencil->name, access);
}

const char *
why_no_kernel(struct arena *arena, const struct plan *plan)
{
	return !plan->no_kernel ? NULL : arena_printf(arena, "'%s' goes through columns and has %s, and there are no kernels for"
		" that yet", plan->stencil->name, plan->no_kernel);
}

/* Accesses whose kernels declare the same things if their tunables are the same, so that several can be in one
 * file. */
static const bool shares_file[ACCESS_COUNT] = {
	[ACCESS_naive] = true, [ACCESS_idxvar] = true, [ACCESS_zloop] = true, [ACCESS_zslice] = true,
	[ACCESS_tile] = true, [ACCESS_tile_ordered] = true, [ACCESS_wide] = true,
};

/* A thread goes through a column, whose levels lie far apart. */
static const char *
why_columns_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const char *stencil = plan->stencil->name;

	if (plan->place == PLACE_SHARED && !targets[variant->target].shared_kb)
		return arena_printf(arena, "target %s has no shared memory: take --place global", targets[variant->target].name);
	if (layouts[variant->layout].points)
		return arena_printf(arena, "'%s' goes through columns: take --fields soa", stencil);
	if (variant->access == (targets[variant->target].blocks ? ACCESS_zloop : ACCESS_idxvar))
		return NULL;
	return arena_printf(arena, "'%s' goes through columns: access %s is the one that does", stencil,
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

/* Why one of the parts cannot be written so. */
static const char *
why_parts_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct program *program = plan->program;
	const char *why = NULL;

	for (int p = 0; p < program->part_count && !why; p++) {
		const struct variant own = variant_of_part(plan, variant, &program->parts[p]);

		if (variant_has_tile(variant) && has_scalars(&program->parts[p]))
			return arena_printf(arena, "'%s' has scalars, and access %s is for stencils without", plan->stencil->name,
				accesses[variant->access].name);
		why = why_illegal(arena, program->parts[p].plan, &own);
	}
	return why;
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

/* Why a stencil is a program. */
static const char *
why_program(struct arena *arena, const struct plan *plan)
{
	const char *name = plan->stencil->name;
	const struct field *scalar = field_of_programs(plan_checked(plan), SHAPE_SCALAR);
	const struct field *column = field_of_programs(plan_checked(plan), SHAPE_COLUMN);

	if (plan->program->part_count > 1)
		return arena_printf(arena, "'%s' has %d kernels", name, plan->program->part_count);
	if (plan->program->sums || program_fills_halos(plan->program))
		return arena_printf(arena, "'%s' %s", name, plan->program->sums ? "takes sums" : "has its halo filled");
	return scalar ? arena_printf(arena, "'%s' has a scalar field, '%s'", name, scalar->name)
		: column ? arena_printf(arena, "'%s' assigns a column field, '%s'", name, column->name)
		: arena_printf(arena, "'%s' has a boundary", name);
}

static const char *
why_program_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const char *program = why_program(arena, plan);

	if (plan_goes_through_columns(plan) && why_columns_illegal(arena, plan, variant))
		return why_columns_illegal(arena, plan, variant);
	if (layouts[variant->layout].points)
		return arena_printf(arena, "%s, and structs of fields are for one kernel alone: take --fields soa", program);
	if (plan->program->sums && targets[variant->target].blocks && !targets[variant->target].shared_kb)
		return arena_printf(arena, "'%s' takes sums, for which blocks of threads need shared memory, and target %s has none",
			plan->stencil->name, targets[variant->target].name);
	if (!shares_file[variant->access])
		return arena_printf(arena, plan->program->part_count > 1 ? "%s, and access %s is for one kernel alone"
			: "%s, and access %s is for stencils without", program, accesses[variant->access].name);
	return storages[variant->storage].regular ? why_parts_illegal(arena, plan, variant) : NULL;
}

/* Why the fields of a stencil are not those of several steps in one launch, or NULL. */
static const char *
why_no_fields_of_steps(struct arena *arena, const struct stencil *stencil)
{
	static const char need[] = "several steps a launch need one in and one out field of one type, with a value at every point";
	const struct field *first = stencil->fields, *second = first->next;

	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape != SHAPE_POINT || f->role == ROLE_INOUT)
			return arena_printf(arena, "%s: '%s' of '%s' is %s field", need, f->name, stencil->name,
				f->role == ROLE_INOUT ? "an inout" : f->shape == SHAPE_COLUMN ? "a column" : f->shape == SHAPE_PROFILE
				? "a profile" : "a scalar");
	if (stencil->field_count != 2 || first->role == second->role)
		return arena_printf(arena, "%s: '%s' has %d fields", need, stencil->name, stencil->field_count);
	return first->declared == second->declared ? NULL
		: arena_printf(arena, "%s: '%s' and '%s' of '%s' differ in type", need, first->name, second->name, stencil->name);
}

/* Why a stencil cannot take several steps in one launch, or NULL. */
static const char *
why_no_steps(struct arena *arena, const struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;

	if (!plan->reads)
		return arena_printf(arena, "'%s' computes nothing from its in field, so several steps a launch would repeat one", stencil->name);
	if (plan->reads_level || plan->reads_levels)
		return arena_printf(arena, "'%s' reads 'level' or 'levels', which several steps a launch do not know",
			stencil->name);
	for (int s = 0; s < SIDES; s++)
		if (plan->sides[s] || plan->asks)
			return arena_printf(arena, "'%s' asks for distances to the domain's sides, which several steps a launch do not"
				" know", stencil->name);
	for (const struct read *r = plan->reads; r; r = r->next)
		if (r->at.z && (r->at.x || r->at.y))
			return arena_printf(arena, "'%s' reads [%d,%d,%d]: with several steps a launch only the own column is read"
				" above and below", stencil->name, r->at.x, r->at.y, r->at.z);
	return NULL;
}

const char *
why_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct access_info *access = &accesses[variant->access];
	const char *stencil = plan->stencil->name;
	const char *chasing = storage->constant ? "chasing_constant"
		: storage->compressed ? "chasing_compressed" : "chasing";
	const char *why = why_tunables_illegal(arena, variant);

	if (!why)
		why = why_sides_illegal(arena, plan, variant);
	if (!why && variant->access == ACCESS_temporal)
		why = layouts[variant->layout].points ? "access temporal is for fields soa" : why_no_fields_of_steps(arena, plan_checked(plan));
	if (!why && plan->program)
		why = why_program_illegal(arena, plan, variant);
	if (why)
		return why;
	if (!(access->targets & 1u << variant->target))
		return arena_printf(arena, "target %s has no access %s", targets[variant->target].name,
			access->name);
	if (storage->constant && !targets[variant->target].constant)
		return arena_printf(arena, "target %s has no constant memory for %s",
			targets[variant->target].name, storage->name);
	if (storage->regular && !access->regular)
		return arena_printf(arena, "access %s is for unstructured storages", access->name);
	if (!storage->regular && !access->unstructured && !access->innermost)
		return arena_printf(arena, "access %s is for storage regular", access->name);
	if (variant->levels == LEVELS_INNERMOST && storage->regular)
		return "levels are innermost on unstructured grids only";
	if (variant->levels == LEVELS_INNERMOST && !access->innermost && !plan_goes_through_columns(plan))
		return arena_printf(arena, "access %s is for levels outermost", access->name);
	if (variant->levels == LEVELS_OUTERMOST && !storage->regular && !access->unstructured)
		return arena_printf(arena, "access %s is for levels innermost", access->name);
	if (why_levels_illegal(variant->layout, variant->levels))
		return why_levels_illegal(variant->layout, variant->levels);
	if (access->tile && layouts[variant->layout].points)
		return arena_printf(arena, "access %s is for fields soa", access->name);
	if (access->tile == TILE_VECTORS && variant_tile(plan, variant).points*widest_element(plan->stencil,
			variant->precision) > VECTOR_BYTES)
		return arena_printf(arena, "'%s' has double fields, and a vector has %d bytes at most, so"
			" a thread can have 2 points", stencil, VECTOR_BYTES);
	if (variant_has_clusters(variant) && storage->constant)
		return arena_printf(arena, "access %s has a table of its own, which storage %s does not put into constant memory",
			access->name, storage->name);
	if (variant->tunables[TUNABLE_ahead] && tunable_applies(TUNABLE_ahead, variant) && !plan->sweeps
			&& !plan->stencil->by_columns)
		return arena_printf(arena, "'%s' has no sweeps: --ahead is for the levels that these load", stencil);
	if (tunable_of(TUNABLE_blocks_per_launch, variant) && variant->tunables[TUNABLE_columns_per_thread] > 1)
		return "blocks that go on update a column a thread at a time: --columns-per-thread is for those that do not";
	if (variant->tunables[TUNABLE_steps_per_launch] && variant->access != ACCESS_temporal)
		return arena_printf(arena, "access %s does one step a launch: several take access temporal", access->name);
	if (variant->access == ACCESS_temporal && !variant->tunables[TUNABLE_steps_per_launch])
		return "access temporal does several steps a launch: say how many by --steps-per-launch";
	if (variant->access == ACCESS_temporal && why_no_steps(arena, plan))
		return why_no_steps(arena, plan);
	if (variant->access == ACCESS_rows && !plan_shares_rows(plan))
		return arena_printf(arena, "'%s' computes nothing for a row that another one could take over, so access rows would"
			" repeat idxvar", stencil);
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
