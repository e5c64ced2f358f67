#include "runtime/bench/tune_blocks.h"

#include "generator/split/parts.h"
#include "runtime/bench/bench_run.h"
#include "runtime/bench/medians.h"
#include "runtime/cli/interrupt.h"

#include <string.h>

enum { MOST_TRIED = 8 };

/* The blocks that are tried for a kernel. */
struct trials {
	struct triple blocks[MOST_TRIED];
	int count;
};

/* Whether two are the same kernel on the same grid. */
static bool
differ_in_blocks(const struct candidate *a, const struct candidate *b)
{
	return a->kernel == b->kernel && same_problem(a, b) && !strcmp(a->row->order, b->row->order);
}

static void
find_trials(const struct bench *bench, const struct candidate *winner, struct trials *trials)
{
	const struct candidates *all = &bench->candidates;
	struct candidate *alike = arena_array(&bench->tool->arena, struct candidate, all->count);
	int count = 0;

	for (const struct candidate *c = all->items; c < all->items + all->count; c++)
		if (candidate_is_measured(c) && !c->each.count && differ_in_blocks(c, winner))
			alike[count++] = *c;
	candidates_sort(alike, count);
	trials->count = count < MOST_TRIED ? count : MOST_TRIED;
	for (int i = 0; i < trials->count; i++)
		trials->blocks[i] = alike[i].block;
}

/* Gives one of so many kernels another block. */
static void
change_block(struct arena *arena, struct candidate *candidate, int kernels, int kernel, struct triple block)
{
	const struct stencil_block all = { candidate->block.x, candidate->block.y, candidate->block.z };
	struct stencil_block *items = arena_array(arena, struct stencil_block, kernels);
	int same = 0;

	for (int k = 0; k < kernels; k++)
		items[k] = candidate->each.count ? candidate->each.items[k] : all;
	items[kernel] = (struct stencil_block){ block.x, block.y, block.z };
	while (same < kernels && !memcmp(&items[same], items, sizeof *items))
		same++;
	candidate->block = (struct triple){ items->x, items->y, items->z };
	candidate->each = same == kernels ? (struct blocks){ NULL, 0 } : (struct blocks){ items, kernels };
}

static bool
tune_kernel(struct bench *bench, const struct trials *trials, int kernel, struct candidate **winner,
	struct error *error)
{
	struct arena *arena = &bench->tool->arena;
	struct candidate *tried = arena_array(arena, struct candidate, trials->count), *fastest;
	bool good;

	for (int i = 0; i < trials->count; i++) {
		tried[i] = **winner;
		tried[i].row = NULL;
		change_block(arena, &tried[i], (*winner)->plan->program->part_count, kernel, trials->blocks[i]);
	}
	good = bench_problem(bench, tried, trials->count, error);
	fastest = candidates_fastest(tried, trials->count);
	if (fastest && good)
		*winner = fastest;
	return good;
}

bool
tune_blocks(struct bench *bench, struct candidate **winner, struct error *error)
{
	const struct program *program = (*winner)->plan->program;
	struct trials trials;
	bool good = true;

	if (!program || program->part_count == 1 || !targets[bench->backend.target].blocks)
		return true;
	find_trials(bench, *winner, &trials);
	for (int p = 0; p < program->part_count && trials.count > 1 && good && !interrupted(); p++)
		if (program->parts[p].kind != KERNEL_scalar)
			good = tune_kernel(bench, &trials, p, winner, error);
	return good;
}
