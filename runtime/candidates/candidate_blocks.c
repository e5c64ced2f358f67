#include "runtime/candidates/candidates.h"

#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

#include <string.h>

static const char *
why_no_block(const struct builder *b, const struct candidate *candidate, struct triple block)
{
	const int shape[] = { block.x, block.y, block.z };

	return why_block_too_large(&b->tool->arena, candidate->plan, &candidate->kernel->variant, shape, candidate->size.z);
}

/* Counts a kernel that can have none of the blocks. */
static void
note_blockless(struct builder *b, const struct built *kernel, struct triple block, const char *why)
{
	struct blockless **at = &b->blockless;

	while (*at && (strcmp((*at)->why, why) || memcmp(&(*at)->block, &block, sizeof block)))
		at = &(*at)->next;
	if (!*at) {
		*at = arena_new(&b->tool->arena, struct blockless);
		**at = (struct blockless){ .why = why, .first = kernel->name, .block = block };
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
add_swept(struct builder *b, struct candidate candidate, struct triple usual)
{
	const struct variant *variant = &candidate.kernel->variant;
	struct triple *swept;
	const int count = sweep_blocks(&b->tool->arena, variant, &swept);
	int fitting = 0;

	candidate.swept = true;
	for (int i = 0; i < count; i++) {
		candidate.block = swept[i];
		if (!why_no_block(b, &candidate, swept[i]) && ++fitting)
			builder_add(b, candidate);
	}
	candidate.block = usual;
	if ((variant->levels == LEVELS_INNERMOST || candidate.plan->place == PLACE_SHARED) && !is_among(usual, swept, count)
			&& ++fitting)
		builder_add(b, candidate);
	return fitting;
}

static struct triple
usual_block_of(const struct candidate *candidate)
{
	int shape[3];

	usual_block(candidate->plan, &candidate->kernel->variant, candidate->size.z, shape);
	return (struct triple){ shape[0], shape[1], shape[2] };
}

void
builder_add_blocks(struct builder *b, struct candidate candidate)
{
	const struct axes *axes = b->axes;
	const struct triple usual = usual_block_of(&candidate);
	const struct triple *blocks = axes->usual_blocks ? &usual : axes->blocks;
	const int block_count = axes->usual_blocks ? 1 : axes->block_count;
	const char *why = NULL;
	int legal = 0;

	if (!targets[b->backend->target].blocks) {
		candidate.block = (struct triple){ 1, 1, 1 };
		builder_add(b, candidate);
		return;
	}
	for (int i = 0; i < block_count; i++) {
		const char *no = why_no_block(b, &candidate, blocks[i]);
		why = no ? no : why;
		candidate.block = blocks[i];
		if (!no && ++legal)
			builder_add(b, candidate);
	}
	if (axes->sweeps_blocks)
		legal += add_swept(b, candidate, usual);
	if (!legal)
		note_blockless(b, candidate.kernel, blocks[block_count - 1], why);
}
