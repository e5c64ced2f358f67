#include "generator/variants/mesh_variants.h"

#include "generator/plan/direct.h"
#include "generator/plan/lookups.h"
#include "generator/plan/names.h"
#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/variant_words.h"

#include <stdio.h>
#include <string.h>

const char *const mesh_storages[MESH_STORAGES] = { "chasing", "direct", "rows" };
const struct catalogue mesh_storage_words = { "storage of meshes", mesh_storages, MESH_STORAGES };

/* The accesses of meshes by order of levels: the file of each in templates/mesh/TARGET. Others are not for meshes. A
 * thread of zslice updates a slice of an element's levels; the slice of zloop is all of them. */
static const char *const access_templates[ACCESS_COUNT][LEVELS_COUNT] = {
	[ACCESS_idxvar] = { [LEVELS_OUTERMOST] = "idxvar", [LEVELS_INNERMOST] = "idxvar_innermost" },
	[ACCESS_zloop]  = { [LEVELS_OUTERMOST] = "zslice" },
	[ACCESS_zslice] = { [LEVELS_OUTERMOST] = "zslice" },
};

static bool
is_for_meshes(int access)
{
	return access_templates[access][LEVELS_OUTERMOST] || access_templates[access][LEVELS_INNERMOST];
}

const char *
mesh_access_template(const struct variant *variant)
{
	return access_templates[variant->access][variant->levels];
}

/* The storages of a stencil follow from the relations that it reads: the usual one, and direct if it reads neighbours of
 * neighbours. */
static enum mesh_storage
usual_storage(struct arena *arena, const struct plan *plan)
{
	const struct lookups lookups = program_lookups(arena, plan);

	for (int i = 0; i < lookups.count; i++)
		if (lookups.tables[i].rows)
			return MESH_ROWS;
	return MESH_CHASING;
}

bool
mesh_wants_slots(struct arena *arena, const struct plan *plan, const char *list, enum levels levels)
{
	bool named[MESH_STORAGES] = { false };

	if (usual_storage(arena, plan) != MESH_ROWS)
		return false;
	if (!list)
		return levels == LEVELS_OUTERMOST;
	return catalogue_read(arena, &mesh_storage_words, list, named, NULL) && (named[MESH_CHASING] || named[MESH_DIRECT]);
}

/* The relations of a plan of several kernels are those of its parts. */
static struct plan *
plan_with(struct arena *arena, const struct plan *plan, const struct program *program, const struct chains *chains)
{
	struct plan *whole = arena_new(arena, struct plan);
	struct mesh_neighbors *neighbors = arena_new(arena, struct mesh_neighbors);
	struct stencil *stencil = arena_new(arena, struct stencil);

	*stencil = *plan->neighbors->stencil;
	stencil->relations = chains->list;
	*neighbors = *plan->neighbors;
	neighbors->stencil = stencil;
	*whole = *plan;
	whole->neighbors = neighbors;
	whole->program = program;
	name_plan(arena, whole);
	return whole;
}

static const struct plan *
direct_program(struct arena *arena, const struct plan *plan)
{
	const int count = plan->program->part_count;
	struct program *program = arena_new(arena, struct program);
	struct chains chains = { NULL };

	*program = *plan->program;
	program->parts = arena_array(arena, struct part, count);
	for (int p = 0; p < count; p++) {
		const struct plan *direct = plan_direct(arena, plan->program->parts[p].plan, &chains);

		program->parts[p] = plan->program->parts[p];
		program->parts[p].plan = direct ? (struct plan *)direct : program->parts[p].plan;
	}
	return chains.list ? plan_with(arena, plan, program, &chains) : NULL;
}

static const struct plan *
direct_plan(struct arena *arena, const struct plan *plan)
{
	return plan->program ? direct_program(arena, plan) : plan_direct(arena, plan, &(struct chains){ NULL });
}

const struct plan *
mesh_variant_plan(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return variant->storage == MESH_DIRECT ? direct_plan(arena, plan) : plan;
}

static bool
is_legal(int access, const struct choice *choice)
{
	return access_templates[access][choice->levels] && accesses[access].targets & 1u << choice->target;
}

static const char *
legal_names(struct arena *arena, const struct choice *choice)
{
	const char *text = "";

	for (int a = 0; a < ACCESS_COUNT; a++)
		if (is_legal(a, choice))
			text = arena_printf(arena, "%s %s", text, accesses[a].name);
	return text;
}

/* An error for a storage without rows. Returns false. */
static bool
refuse_slots(struct arena *arena, const struct plan *plan, struct error *error)
{
	const struct lookups lookups = program_lookups(arena, plan);
	const struct relation *relation = NULL;

	for (int i = 0; i < lookups.count && !relation; i++)
		relation = lookups.tables[i].rows;
	return error_set(error, EXIT_USAGE, "'%s' reads relations that lead to any number of neighbors: its storage is rows, unless it declares how"
		" many there are at most, as relation %s.%s[<=6];", plan->stencil->name, location_names[relation->from], relation->name);
}

static bool
has_direct(struct arena *arena, const struct plan *plan, enum mesh_storage usual, struct error *error)
{
	if (usual == MESH_ROWS)
		return refuse_slots(arena, plan, error);
	return direct_plan(arena, plan) || error_set(error, EXIT_USAGE,
		"'%s' reads no neighbors of neighbors by exact relations: its storage is chasing", plan->stencil->name);
}

/* Reads the storages: where none are named, the usual one is chosen. */
static bool
read_storages(struct arena *arena, const struct plan *plan, const struct choice *choice, enum mesh_storage usual,
	bool chosen[MESH_STORAGES], struct error *error)
{
	const enum mesh_storage other = usual == MESH_ROWS ? MESH_CHASING : MESH_ROWS;
	const bool named = catalogue_names_some(choice->storages);

	if (choice->storages && !catalogue_read(arena, &mesh_storage_words, choice->storages, chosen, error))
		return false;
	if (!choice->storages)
		chosen[usual] = true;
	chosen[other] = chosen[other] && named && !chosen[usual];
	if (chosen[other])
		return usual == MESH_ROWS ? refuse_slots(arena, plan, error) : error_set(error, EXIT_USAGE,
			"'%s' reads no relation that leads to any number of neighbors: its storage is chasing", plan->stencil->name);
	if (!chosen[MESH_DIRECT] || has_direct(arena, plan, usual, chosen[usual] ? NULL : error))
		return true;
	chosen[MESH_DIRECT] = false;
	return chosen[usual];
}

/* The plan of a program may have the look-ups of its kernels alone. */
static bool
can_all_be_looked_up(struct arena *arena, const struct plan *plan, struct error *error)
{
	for (int p = 0; plan->program && p < plan->program->part_count; p++)
		if (!can_be_looked_up(arena, plan->program->parts[p].plan, error))
			return false;
	return can_be_looked_up(arena, plan, error);
}

static bool
is_possible(struct arena *arena, const struct plan *plan, const struct choice *choice, bool *chosen, struct error *error)
{
	if (!can_all_be_looked_up(arena, plan, error))
		return error_prefix(error, "'%s': kernels on meshes cannot read ", plan->stencil->name) || error_append(error, " yet");
	if (choice->layout != LAYOUT_soa)
		return error_set(error, EXIT_USAGE, "'%s' is on a mesh: its fields are arrays (soa)", plan->stencil->name);
	return read_storages(arena, plan, choice, usual_storage(arena, plan), chosen, error);
}

bool
meshes_have_tunable(int tunable)
{
	struct variant variant = { .family = GRID_mesh, .target = TARGET_cuda };

	for (int a = 0; a < 2*ACCESS_COUNT; a++) {
		variant.access = a/2;
		variant.levels = a%2 ? LEVELS_INNERMOST : LEVELS_OUTERMOST;
		if (mesh_access_template(&variant) && tunable_applies(tunable, &variant))
			return true;
	}
	return false;
}

/* A number that means nothing for some accesses is for the others; here there are none. */
static bool
has_tunables(const struct variant *variant, struct error *error)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (variant->tunables[t] && !meshes_have_tunable(t))
			return error_set(error, EXIT_USAGE, "no access has --%s on meshes: leave it out", tunables[t].name);
	return true;
}

/* What sweeps have in shared memory. With levels innermost, threads side by side load levels that are far apart, and wait for
 * whole lines of memory anyway. */
static bool
sweeps_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const bool shared = plan->place == PLACE_SHARED, ahead = variant->tunables[TUNABLE_ahead] > 0 && targets[variant->target].blocks;

	if (shared && !targets[variant->target].shared_kb)
		return error_set(error, EXIT_USAGE, "target %s has no shared memory: use --place global", targets[variant->target].name);
	if (ahead && !plan->stencil->has_sweeps && variant->access == ACCESS_idxvar)
		return error_set(error, EXIT_USAGE, "'%s' has no sweeps: leave out --ahead, or use access zslice", plan->stencil->name);
	if (ahead && !plan->stencil->has_sweeps && variant->tunables[TUNABLE_unroll] > 1)
		return error_set(error, EXIT_USAGE, "a loop loads several levels at once, or is unrolled: leave out --ahead or --unroll");
	return variant->levels == LEVELS_OUTERMOST || !(shared || ahead) || error_set(error, EXIT_USAGE,
		"'%s': threads of sweeps that load side by side need levels outermost on meshes: use --levels outermost or leave out %s",
		plan->stencil->name, shared ? "--place shared" : "--ahead");
}

/* Columns begin at multiples of 16 bytes, and no load of a GPU takes more. */
static bool
numbers_are_legal(const struct plan *plan, const struct variant *variant, struct error *error)
{
	const int most = VECTOR_BYTES/widest_element(plan->stencil, variant->precision);

	if (!tunables_are_legal(variant, error) || !has_tunables(variant, error))
		return false;
	if (!sweeps_are_legal(plan, variant, error))
		return false;
	return !tunable_applies(TUNABLE_levels_per_load, variant) || variant->tunables[TUNABLE_levels_per_load] <= most
		|| error_set(error, EXIT_USAGE, "on a mesh threads load %d bytes at once, %d levels of '%s', not %d", VECTOR_BYTES, most,
		plan->stencil->name, variant->tunables[TUNABLE_levels_per_load]);
}

/* An error for an access that is illegal. Returns false. */
static bool
refuse_access(struct arena *arena, const struct plan *plan, const struct choice *choice, int access, struct error *error)
{
	const char *legal = legal_names(arena, choice), *name = accesses[access].name;

	if (!is_for_meshes(access))
		return error_set(error, EXIT_USAGE, "access %s is not for meshes: use idxvar (legal for '%s':%s)", name,
			plan->stencil->name, legal);
	return error_set(error, EXIT_USAGE, "target %s has no access %s on meshes%s (legal for '%s':%s)",
		targets[choice->target].name, name, choice->levels == LEVELS_INNERMOST ? ", levels innermost" : "", plan->stencil->name,
		legal);
}

/* Adds the kernels of a storage. */
static bool
add_variants(struct arena *arena, const struct plan *plan, const struct choice *choice, enum mesh_storage storage,
	const bool *chosen, struct variant *variants, int *count, struct error *error)
{
	for (int a = 0; a < ACCESS_COUNT; a++) {
		if (!chosen[a])
			continue;
		if (is_legal(a, choice)) {
			variants[*count] = variant_of_choice(choice, GRID_mesh, storage, a);
			if (!numbers_are_legal(plan, &variants[(*count)++], error))
				return false;
		} else if (catalogue_names_some(choice->accesses)) {
			return refuse_access(arena, plan, choice, a, error);
		}
	}
	return true;
}

struct variant *
choose_on_mesh(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count, struct error *error)
{
	struct variant *variants = arena_array(arena, struct variant, MESH_STORAGES*ACCESS_COUNT);
	bool chosen[ACCESS_COUNT] = { false }, stored[MESH_STORAGES] = { false };

	*count = 0;
	if (!has_kernels(plan, error) || !is_possible(arena, plan, choice, stored, error)
			|| !catalogue_read(arena, &access_words, choice->accesses, chosen, error))
		return NULL;
	for (int s = 0; s < MESH_STORAGES; s++)
		if (stored[s] && !add_variants(arena, plan, choice, (enum mesh_storage)s, chosen, variants, count, error))
			return NULL;
	return variants;
}

void
describe_mesh(void)
{
	puts("\nOn meshes: storages\n"
		"  chasing             a table for each relation\n"
		"  direct              and for neighbors of neighbors, by exact relations\n"
		"  rows                rows of any length for relations of any degree");
	puts("\nOn meshes: accesses");
	for (int a = 0; a < ACCESS_COUNT; a++) {
		if (!is_for_meshes(a))
			continue;
		printf("  %-18s ", accesses[a].name);
		for (int t = 0; t < TARGET_COUNT; t++)
			if (accesses[a].targets & 1u << t)
				printf(" %s", targets[t].name);
		puts(access_templates[a][LEVELS_INNERMOST] ? "; also levels innermost" : "");
	}
}

/* The choice that selects a variant alone. */
bool
has_on_mesh(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error)
{
	struct choice choice = {
		.storages = mesh_storages[variant->storage], .accesses = accesses[variant->access].name, .layout = variant->layout,
		.levels = variant->levels, .target = variant->target, .precision = variant->precision,
	};
	int count;

	memcpy(choice.tunables, variant->tunables, sizeof choice.tunables);
	return choose_on_mesh(arena, plan, &choice, &count, error);
}
