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

/* Adds all kernels of a stencil. Of all layouts, those that it cannot have are left out. */
static int
choose_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	struct kernels *kernels)
{
	int status = EXIT_GOOD;

	for (int l = 0; l < b->axes->layout_count; l++) {
		struct choice choice = *b->choice;
		struct variant *variants;
		const char *why;
		int count;

		choice.layout = b->axes->layouts[l];
		choice.precision = precision;
		variants = b->axes->all_layouts && choice.layout
			? choose_variants(&b->tool->arena, plan, &choice, &count, &why)
			: selection_choose(&b->selection, plan, &choice, &count, &status);
		if (status)
			return status;
		for (int v = 0; variants && v < count; v++) {
			const int before = kernels->count;

			add_tunables(b, kernels, plan, variants[v], 0, &why);
			if (kernels->count == before)
				return tool_fail(b->tool, EXIT_USAGE, "%s", why);
		}
	}
	return EXIT_GOOD;
}

static const char *
why_no_block(const struct built *kernel, struct triple block)
{
	const int shape[] = { block.x, block.y, block.z };

	return why_block_illegal(&kernel->variant, shape);
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

/* Adds a candidate for each block that the kernel can have. */
static void
add_blocks(struct builder *b, struct candidate candidate)
{
	const struct axes *axes = b->axes;
	const char *why = NULL;
	struct triple *swept;
	int legal = 0, count = 0;

	if (!targets[b->backend->target].blocks) {
		candidate.block = (struct triple){ 1, 1, 1 };
		builder_add(b, candidate);
		return;
	}
	for (int i = 0; i < axes->block_count; i++) {
		const char *no = why_no_block(candidate.kernel, axes->blocks[i]);
		why = no ? no : why;
		candidate.block = axes->blocks[i];
		if (!no && ++legal)
			builder_add(b, candidate);
	}
	if (axes->sweeps_blocks)
		count = sweep_blocks(&b->tool->arena, &candidate.kernel->variant, &swept);
	candidate.swept = true;
	for (int i = 0; i < count; i++) {
		candidate.block = swept[i];
		builder_add(b, candidate);
	}
	if (!legal && !count)
		note_blockless(b, candidate.kernel, axes->blocks[axes->block_count - 1], why);
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
