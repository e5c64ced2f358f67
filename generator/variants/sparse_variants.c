#include "generator/variants/sparse_variants.h"
#include "generator/cli/catalogue.h"

#include <stdio.h>
#include <string.h>

const struct sparse_access_info sparse_accesses[SPARSE_ACCESS_COUNT] = {
#define SWEEP(name, cuda, openmp, launch, parents) \
	{ #name, false, { [TARGET_cuda] = cuda, [TARGET_openmp] = openmp }, \
		{ [TARGET_cuda] = launch, [TARGET_openmp] = launch }, parents, PROBES_IN_ROWS },
#define EVALUATION(name, cuda, cuda_launch, openmp, openmp_launch, layout) \
	{ #name, true, { [TARGET_cuda] = cuda, [TARGET_openmp] = openmp }, \
		{ [TARGET_cuda] = cuda_launch, [TARGET_openmp] = openmp_launch }, PARENTS_NONE, layout },
#include "generator/variants/sparse_variants.def"
};

static const char *const storage_names[] = { "sparse" };
static const char *const access_names[SPARSE_ACCESS_COUNT] = {
#define SWEEP(name, ...) #name,
#define EVALUATION(name, ...) #name,
#include "generator/variants/sparse_variants.def"
};

const struct catalogue sparse_storage_words = { "storage", storage_names, 1 };
const struct catalogue sparse_access_words = { "access", access_names, SPARSE_ACCESS_COUNT };

bool
sparse_is_evaluation(const struct stencil *stencil)
{
	return stencil->sweep == SWEEP_NONE;
}

const char *
sparse_usual_access(const struct stencil *stencil, enum target target, int levels)
{
	if (sparse_is_evaluation(stencil))
		return "tree";
	if (targets[target].blocks)
		return "trees";
	return levels > SPARSE_EDGES_LEVELS ? "ichg1_ctz" : "edges";
}

/* Warps of the largest group from which on they hide latency without unrolling: runtime/results/h200/defaults,
 * "Sparse grids". */
enum { MANY_WARPS = 8192 };

bool
sparse_stays_rolled(const struct variant *variant)
{
	const struct sparse_grid *grid = variant->sparse;

	return sparse_accesses[variant->access].parents == PARENTS_TABLE && !grid->padded
		&& grid->vectors[grid->dim - 1][grid->level - 1] >= MANY_WARPS;
}

static bool
access_is_legal(const struct stencil *stencil, const struct choice *choice,
	int access, struct error *error)
{
	if (sparse_accesses[access].evaluation != sparse_is_evaluation(stencil))
		return error_set(error, EXIT_USAGE, "access %s is for %s", sparse_accesses[access].name,
			sparse_accesses[access].evaluation ? "evaluations" : "sweeps");
	if (!sparse_accesses[access].templates[choice->target])
		return error_set(error, EXIT_USAGE, "target %s has no access %s", targets[choice->target].name,
			sparse_accesses[access].name);
	if (access == SPARSE_SWEEP_edges && choice->level > SPARSE_EDGES_LEVELS)
		return error_set(error, EXIT_USAGE, "access edges stores the largest block of points on the stack: %d levels are too many,"
			" use at most %d", choice->level, SPARSE_EDGES_LEVELS);
	return true;
}

/* Whether a choice makes sense on sparse grids, whatever the access. Makes the grid. */
static bool
is_possible(const struct plan *plan, const struct choice *choice,
	struct sparse_grid *grid, struct error *error)
{
	if (catalogue_names_some(choice->storages) && strcmp(choice->storages, "sparse"))
		return error_set(error, EXIT_USAGE, "'%s' is on a sparse grid: its storage is sparse, not '%s'",
			plan->stencil->name, choice->storages);
	if (choice->layout != LAYOUT_soa)
		return error_set(error, EXIT_USAGE, "'%s' is on a sparse grid: its fields are arrays (soa)",
			plan->stencil->name);
	if (choice->levels != LEVELS_OUTERMOST)
		return error_set(error, EXIT_USAGE, "'%s' is on a sparse grid: it has no levels above each other; leave out --levels",
			plan->stencil->name);
	if (!choice->dim || !choice->level)
		return error_set(error, EXIT_USAGE, "'%s' is on a sparse grid: how many dimensions and levels? Give"
			" --dim and --level", plan->stencil->name);
	return sparse_grid_make(choice->dim, choice->level, choice->padded, grid, error);
}

static bool
is_named(const char *name, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* The accesses of a stencil's kind, and then those of the other kind with other names: their number. */
static int
list_accesses(const struct stencil *stencil, int *numbers, const char **names)
{
	const bool evaluation = sparse_is_evaluation(stencil);
	int count = 0;

	for (int other = 0; other < 2; other++)
		for (int a = 0; a < SPARSE_ACCESS_COUNT; a++)
			if (sparse_accesses[a].evaluation == (evaluation != other)
					&& !is_named(sparse_accesses[a].name, names, count)) {
				names[count] = sparse_accesses[a].name;
				numbers[count++] = a;
			}
	return count;
}

static const char *
legal_names(struct arena *arena, const struct stencil *stencil, const struct choice *choice,
	const int *numbers, int count)
{
	const char *text = "";

	for (int i = 0; i < count; i++)
		if (access_is_legal(stencil, choice, numbers[i], NULL))
			text = arena_printf(arena, "%s %s", text, sparse_accesses[numbers[i]].name);
	return text;
}

struct variant *
choose_on_sparse(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count, struct error *error)
{
	struct variant *variants = arena_array(arena, struct variant, SPARSE_ACCESS_COUNT);
	struct sparse_grid *grid = arena_new(arena, struct sparse_grid);
	const char *names[SPARSE_ACCESS_COUNT];
	bool chosen[SPARSE_ACCESS_COUNT] = { false };
	int numbers[SPARSE_ACCESS_COUNT];
	const struct stencil *stencil = plan->stencil;
	const int known = list_accesses(stencil, numbers, names);
	const struct catalogue catalogue = { "access", names, known };
	bool illegal = false;
	const char *legal;

	if (!is_possible(plan, choice, grid, error) || !catalogue_read(arena, &catalogue, choice->accesses, chosen, error))
		return NULL;
	legal = legal_names(arena, stencil, choice, numbers, known);
	*count = 0;
	for (int i = 0; i < known; i++) {
		if (!chosen[i])
			continue;
		if (access_is_legal(stencil, choice, numbers[i], illegal ? NULL : error))
			variants[(*count)++] = (struct variant){
				.family = GRID_sparse, .access = numbers[i], .target = choice->target,
				.precision = choice->precision, .sparse = grid,
			};
		else
			illegal = true;
	}
	if (*legal && !(illegal && catalogue_names_some(choice->accesses)))
		return variants;
	if (*legal)
		error_append(error, " (legal for '%s':%s)", plan->stencil->name, legal);
	else
		error_set(error, EXIT_USAGE, "'%s' is on a sparse grid: target %s has no kernels for it",
			plan->stencil->name, targets[choice->target].name);
	return NULL;
}

static void
put_accesses(bool evaluations)
{
	for (int a = 0; a < SPARSE_ACCESS_COUNT; a++) {
		if (sparse_accesses[a].evaluation != evaluations)
			continue;
		printf("  %-18s  %-17s ", sparse_accesses[a].name, evaluations ? "evaluations" : "sweeps");
		for (int t = 0; t < TARGET_COUNT; t++)
			if (sparse_accesses[a].templates[t])
				printf(" %s", targets[t].name);
		putchar('\n');
	}
}

void
describe_sparse(void)
{
	puts("\nAccesses on sparse grids");
	put_accesses(false);
	put_accesses(true);
}
