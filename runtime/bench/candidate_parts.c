#include "runtime/bench/families.h"

#include "generator/split/parts.h"

static bool
goes_apart(const struct candidate *candidate)
{
	return candidate->kernel->run_part && family_of(candidate)->kernels_apart;
}

static int
count_parts(const struct candidate *candidate)
{
	const int count = candidate->dropped || !goes_apart(candidate) ? 0 : candidate->plan->program->part_count;

	return count > 1 ? count : 0;
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

static bool
is_never_apart(const struct candidate *candidate)
{
	return candidate->plan->program && candidate->plan->program->part_count > 1 && !goes_apart(candidate);
}

const struct candidate *
candidates_add_parts(struct candidates *candidates, struct arena *arena)
{
	struct candidates all = { NULL, candidates->count };

	for (int i = 0; i < candidates->count; i++) {
		if (is_never_apart(&candidates->items[i]))
			return &candidates->items[i];
		all.count += count_parts(&candidates->items[i]);
	}
	all.items = arena_array(arena, struct candidate, all.count);
	all.count = 0;
	for (int i = 0; i < candidates->count; i++) {
		all.items[all.count++] = candidates->items[i];
		add_parts(&all, arena, &candidates->items[i]);
	}
	*candidates = all;
	return NULL;
}
