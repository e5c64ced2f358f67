#include "runtime/bench/candidates.h"

#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

#include <string.h>

const char *
candidate_blocks(struct arena *arena, const struct candidate *candidate)
{
	return candidate->each.count && !candidate->part ? blocks_text(arena, &candidate->each) : triple_text(arena, candidate->block);
}

static bool
fits(const struct candidate *candidate, const struct blocks *blocks, struct error *error)
{
	return blocks_fit(candidate->plan, &candidate->kernel->variant, blocks, candidate->size.z, error);
}

static bool
is_possible(const struct candidate *candidate, struct triple block)
{
	const struct stencil_block item = { block.x, block.y, block.z };

	return fits(candidate, &(struct blocks){ &item, 1 }, NULL);
}

/* Lets a candidate have blocks. */
static void
take_blocks(struct candidate *candidate, const struct blocks *blocks)
{
	candidate->block = (struct triple){ blocks->items->x, blocks->items->y, blocks->items->z };
	candidate->each = blocks->count > 1 ? *blocks : (struct blocks){ NULL, 0 };
}

/* Counts a kernel that can have none of the blocks. */
static void
note_blockless(struct builder *b, const struct built *kernel, const struct blocks *blocks, const char *why)
{
	const char *block = blocks_text(&b->tool->arena, blocks);
	struct blockless **at = &b->blockless;

	while (*at && (strcmp((*at)->why, why) || strcmp((*at)->block, block)))
		at = &(*at)->next;
	if (!*at) {
		*at = arena_new(&b->tool->arena, struct blockless);
		**at = (struct blockless){ .why = why, .first = variant_name(&b->tool->arena, kernel->plan, &kernel->variant), .block = block };
	}
	(*at)->kernels++;
}

static bool
is_among(struct triple block, const struct triple *blocks, int count)
{
	while (count--)
		if (!memcmp(&blocks[count], &block, sizeof block))
			return true;
	return false;
}

/* Adds candidates with the blocks of a sweep that the grid allows. Levels innermost, powers of two may leave many lanes without
 * levels: the usual block does not; nor may one that is larger fit into shared memory. Returns their number. */
static int
add_swept(struct builder *b, struct candidate candidate, const struct blocks *usual)
{
	const struct variant *variant = &candidate.kernel->variant;
	struct triple *swept;
	const int count = sweep_blocks(&b->tool->arena, variant, &swept);
	int fitting = 0;

	candidate.swept = true;
	candidate.each.count = 0;
	for (int i = 0; i < count; i++) {
		candidate.block = swept[i];
		if (is_possible(&candidate, swept[i]) && ++fitting)
			builder_add(b, candidate);
	}
	take_blocks(&candidate, usual);
	if ((variant->levels == LEVELS_INNERMOST || candidate.plan->place == PLACE_SHARED) && !is_among(candidate.block, swept, count)
			&& ++fitting)
		builder_add(b, candidate);
	return fitting;
}

void
builder_add_blocks(struct builder *b, struct candidate candidate)
{
	const struct axes *axes = b->axes;
	const struct blocks usual = usual_blocks(&b->tool->arena, candidate.plan, &candidate.kernel->variant, candidate.size.z);
	const struct blocks *blocks = axes->usual_blocks ? &usual : axes->blocks;
	const int block_count = axes->usual_blocks ? 1 : axes->block_count;
	struct error error = { .text = "" };
	int legal = 0;

	if (!targets[b->backend->target].blocks) {
		candidate.block = (struct triple){ 1, 1, 1 };
		builder_add(b, candidate);
		return;
	}
	for (int i = 0; i < block_count; i++) {
		const bool good = fits(&candidate, &blocks[i], &error);

		take_blocks(&candidate, &blocks[i]);
		if (good && ++legal)
			builder_add(b, candidate);
	}
	if (axes->sweeps_blocks)
		legal += add_swept(b, candidate, &usual);
	if (!legal)
		note_blockless(b, candidate.kernel, &blocks[block_count - 1], arena_printf(&b->tool->arena, "%s", error.text));
}
