#include "runtime/bench/candidates.h"

#include "generator/split/parts.h"

static int
count_parts(const struct candidate *candidate)
{
	const struct program *program = candidate->dropped || !candidate->kernel->run_part ? NULL : candidate->plan->program;

	return program && (program->part_count > 1 || program->parts->plan->sweeps) ? program->part_count : 0;
}

/* The block of each kernel, as launching one alone takes them. */
static struct blocks
block_of_each(struct arena *arena, const struct candidate *candidate)
{
	const int count = candidate->plan->program->part_count;
	struct stencil_block *items = arena_array(arena, struct stencil_block, count);

	if (candidate->each.count)
		return candidate->each;
	for (int p = 0; p < count; p++)
		items[p] = (struct stencil_block){ candidate->block.x, candidate->block.y, candidate->block.z };
	return (struct blocks){ items, count };
}

/* Adds the kernels of a candidate. Each shows its own block. */
static void
add_parts(struct candidates *to, struct arena *arena, const struct candidate *whole)
{
	const int count = count_parts(whole);

	for (int p = 0; p < count; p++) {
		struct candidate *part = &to->items[to->count++];

		*part = *whole;
		part->part = p + 1;
		part->each = block_of_each(arena, whole);
		part->block = (struct triple){ part->each.items[p].x, part->each.items[p].y, part->each.items[p].z };
	}
}

void
candidates_add_parts(struct candidates *candidates, struct arena *arena)
{
	struct candidates all = { NULL, candidates->count };

	for (int i = 0; i < candidates->count; i++)
		all.count += count_parts(&candidates->items[i]);
	all.items = arena_array(arena, struct candidate, all.count);
	all.count = 0;
	for (int i = 0; i < candidates->count; i++) {
		all.items[all.count++] = candidates->items[i];
		add_parts(&all, arena, &candidates->items[i]);
	}
	*candidates = all;
}
