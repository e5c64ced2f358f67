#include "generator/emit/sparse/sparse_text.h"
#include "generator/base/suggest.h"

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

bool
sparse_is_evaluation(const struct stencil *stencil)
{
	return stencil->sweep == SWEEP_NONE;
}

static bool
is_legal(const struct stencil *stencil, const struct choice *choice, int access)
{
	return sparse_accesses[access].evaluation == sparse_is_evaluation(stencil)
		&& sparse_accesses[access].templates[choice->target]
		&& (access != SPARSE_SWEEP_edges || choice->level <= SPARSE_EDGES_LEVELS);
}

/* The names of the legal accesses; those of one kind of stencil are all different. */
static int
legal_names(const struct plan *plan, const struct choice *choice, const char **names,
	int *numbers)
{
	int count = 0;

	for (int a = 0; a < SPARSE_ACCESS_COUNT; a++)
		if (is_legal(plan->stencil, choice, a)) {
			names[count] = sparse_accesses[a].name;
			numbers[count++] = a;
		}
	return count;
}

static const char *
refuse(struct arena *arena, const struct plan *plan, enum target target, const char *name,
	const char *const *names, int count)
{
	const char *meant = suggest(name, names, count), *text = "";

	for (int i = 0; i < count; i++)
		text = arena_printf(arena, "%s %s", text, names[i]);
	if (!strcmp(name, "edges") && target == TARGET_openmp)
		return arena_printf(arena, "access edges keeps as much as the largest block of points on the"
			" stack: there must be %d levels at most (there are:%s)", SPARSE_EDGES_LEVELS, text);
	return arena_printf(arena, "target %s has no access '%s' for '%s'%s%s%s (there are:%s)",
		targets[target].name, name, plan->stencil->name, meant ? "; did you mean '" : "",
		meant ? meant : "", meant ? "'?" : "", text);
}

/* What else of a choice makes no sense here. */
static const char *
why_impossible(struct arena *arena, const struct plan *plan, const struct choice *choice,
	struct sparse_grid *grid)
{
	if (choice->storages && strcmp(choice->storages, "all") && strcmp(choice->storages, "sparse"))
		return arena_printf(arena, "'%s' is on a sparse grid: its storage is sparse, not '%s'",
			plan->stencil->name, choice->storages);
	if (choice->layout != LAYOUT_soa)
		return arena_printf(arena, "'%s' is on a sparse grid: its fields are arrays (soa)",
			plan->stencil->name);
	if (!choice->dim || !choice->level)
		return arena_printf(arena, "'%s' is on a sparse grid: how many dimensions and levels? Give"
			" --dim and --level", plan->stencil->name);
	return sparse_grid_make(arena, choice->dim, choice->level, choice->padded, grid);
}

struct sparse_variant *
sparse_choose(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count, const char **message)
{
	struct sparse_variant *variants = arena_array(arena, struct sparse_variant, SPARSE_ACCESS_COUNT);
	const char *names[SPARSE_ACCESS_COUNT], *list = choice->accesses;
	int numbers[SPARSE_ACCESS_COUNT];
	bool chosen[SPARSE_ACCESS_COUNT] = { false };
	struct sparse_grid grid;
	int legal;

	*message = why_impossible(arena, plan, choice, &grid);
	if (*message)
		return NULL;
	legal = legal_names(plan, choice, names, numbers);
	if (!legal) {
		*message = arena_printf(arena, "'%s' is on a sparse grid: target %s has no kernels for it",
			plan->stencil->name, targets[choice->target].name);
		return NULL;
	}
	if (!list || !strcmp(list, "all")) {
		memset(chosen, true, sizeof chosen);
		list = NULL;
	}
	while (list) {
		const size_t length = strcspn(list, ",");
		const char *name = arena_strndup(arena, list, length);
		int i = 0;

		while (i < legal && strcmp(names[i], name))
			i++;
		if (i == legal) {
			*message = refuse(arena, plan, choice->target, name, names, legal);
			return NULL;
		}
		chosen[i] = true;
		list = list[length] ? list + length + 1 : NULL;
	}
	*count = 0;
	for (int i = 0; i < legal; i++)
		if (chosen[i])
			variants[(*count)++] = (struct sparse_variant){
				.access = (enum sparse_access)numbers[i], .grid = grid,
				.target = choice->target, .precision = choice->precision,
			};
	return variants;
}

const char *
sparse_stem(struct arena *arena, const struct sparse_variant *variant)
{
	return arena_printf(arena, "sparse_%s_d%d_l%d%s%s", sparse_accesses[variant->access].name,
		variant->grid.dim, variant->grid.level, variant->grid.padded ? "_pad" : "",
		variant->precision == TYPE_FLOAT ? "_float" : "");
}
