#include "runtime/candidates/plane_candidates.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

#include <string.h>

/* Adds the variant with all values of this tunable and of those after it. Illegal ones are left
 * out, and *why is the reason. */
static void
add_tunables(const struct builder *b, struct kernels *kernels, const struct plan *plan,
	struct variant variant, int tunable, const char **why)
{
	if (tunable == TUNABLE_COUNT) {
		const char *illegal;

		tunables_settle(plan, &variant);
		illegal = why_illegal(&b->tool->arena, plan, &variant);
		if (illegal)
			*why = illegal;
		else
			builder_add_kernel(b, kernels, (struct built){ .plan = plan, .variant = variant });
		return;
	}
	if (!b->axes->tunable_counts[tunable] || !tunable_applies(tunable, &variant)) {
		add_tunables(b, kernels, plan, variant, tunable + 1, why);
		return;
	}
	for (int i = 0; i < b->axes->tunable_counts[tunable]; i++) {
		variant.tunables[tunable] = b->axes->tunables[tunable][i];
		add_tunables(b, kernels, plan, variant, tunable + 1, why);
	}
}

static bool
has(const struct kernels *kernels, int first, const char *name)
{
	for (int k = first; k < kernels->count; k++) {
		const struct variant *variant = &kernels->built[k].variant;

		if (!strcmp(accesses[variant->access].name, name) || !strcmp(storages[variant->storage].name, name))
			return true;
	}
	return false;
}

/* Reports a storage or an access that was asked for and that none of the kernels from `first` on has. */
static int
check_names(const struct builder *b, const struct plan *plan, const struct choice *choice,
	const struct kernels *kernels, int first)
{
	const char *const lists[] = { choice->storages, choice->accesses };
	int count, status = EXIT_GOOD;

	for (int l = 0; l < 2; l++)
		for (const char **name = split(&b->tool->arena, lists[l]); *name && !status; name++) {
			struct choice single = *choice;

			*(l ? &single.accesses : &single.storages) = *name;
			if (strcmp(*name, "all") && !has(kernels, first, *name))
				selection_choose(&b->selection, plan, &single, &count, &status);
		}
	return status;
}

/* Adds all kernels of a stencil with one layout of fields. Of all layouts and all levels, those are left
 * out that it cannot have, but each storage and access must have some of all levels. */
static int
choose_levels(const struct builder *b, const struct plan *plan, struct choice choice, struct kernels *kernels)
{
	const bool any_layout = b->axes->all_layouts && choice.layout, lenient = any_layout || b->axes->all_levels;
	const int first = kernels->count;
	int status = EXIT_GOOD;

	for (int l = 0; l < b->axes->levels_count && !status; l++) {
		const struct variant *variants;
		const char *why;
		int count;

		choice.levels = b->axes->levels[l];
		variants = lenient ? selection_choose_legal(&b->tool->arena, plan, &choice, &count)
			: selection_choose(&b->selection, plan, &choice, &count, &status);
		for (int v = 0; !status && v < count; v++) {
			const int before = kernels->count;

			add_tunables(b, kernels, plan, variants[v], 0, &why);
			if (kernels->count == before)
				return tool_fail(b->tool, EXIT_USAGE, "%s", why);
		}
	}
	choice.levels = *b->axes->levels;
	return status || any_layout || !lenient ? status : check_names(b, plan, &choice, kernels, first);
}

static int
choose_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	struct kernels *kernels)
{
	struct choice choice = *b->choice;
	int status = EXIT_GOOD;

	choice.precision = precision;
	for (int l = 0; l < b->axes->layout_count && !status; l++) {
		choice.layout = b->axes->layouts[l];
		status = choose_levels(b, plan, choice, kernels);
	}
	return status;
}

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

/* Adds a candidate for each block that the kernel can have. */
static void
add_blocks(struct builder *b, struct candidate candidate)
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

int
plane_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision)
{
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };
	int status = choose_kernels(b, plan, precision, &kernels);

	if (!status)
		status = builder_build(b, unit, &kernels);
	if (status)
		return status;
	for (int s = 0; s < b->axes->size_count; s++)
		for (int o = 0; o < b->axes->order_count; o++)
			for (int k = 0; k < kernels.count; k++) {
				candidate.size = b->axes->sizes[s];
				candidate.order = b->axes->orders[o];
				candidate.kernel = &kernels.built[k];
				/* A regular grid has one order. */
				if (!o || !storages[candidate.kernel->variant.storage].regular)
					add_blocks(b, candidate);
			}
	return EXIT_GOOD;
}
