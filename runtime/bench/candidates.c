#include "runtime/bench/candidates.h"

#include "runtime/bench/selection.h"
#include "generator/variants/legal.h"
#include "generator/variants/defaults.h"

#include <stdlib.h>
#include <string.h>

/* Kernels without any of the blocks that were asked for, for one reason. */
struct blockless {
	const char *why, *first; /* the first kernel */
	struct triple block;
	int kernels;
	struct blockless *next;
};

/* Candidates while they are collected. */
struct builder {
	struct candidates *candidates;
	struct tool *tool;
	struct selection selection;
	struct blockless *blockless;
	const struct axes *axes;
	const struct choice *choice;
	struct backend *backend;
	int room;
};

/* The kernels of one stencil. */
struct kernels {
	struct built *built;
	int count, room;
};

bool
same_problem(const struct candidate *a, const struct candidate *b)
{
	return a->plan == b->plan && a->grid == b->grid && !memcmp(&a->size, &b->size, sizeof a->size);
}

static void
add_kernel(struct arena *arena, struct kernels *kernels, struct built kernel)
{
	if (kernels->count == kernels->room) {
		struct built *old = kernels->built;

		kernels->room = kernels->room ? 2*kernels->room : 64;
		kernels->built = arena_array(arena, struct built, kernels->room);
		if (old)
			memcpy(kernels->built, old, (size_t)kernels->count*sizeof *old);
	}
	kernels->built[kernels->count++] = kernel;
}

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
			add_kernel(&b->tool->arena, kernels, (struct built){ .plan = plan, .variant = variant });
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

static void
add_candidate(struct builder *b, struct candidate candidate)
{
	struct candidates *candidates = b->candidates;

	if (candidates->count == b->room) {
		struct candidate *old = candidates->items;

		b->room = b->room ? 2*b->room : 256;
		candidates->items = arena_array(&b->tool->arena, struct candidate, b->room);
		if (old)
			memcpy(candidates->items, old, (size_t)candidates->count*sizeof *old);
	}
	candidates->items[candidates->count++] = candidate;
}

static const char *
why_no_block(const struct built *kernel, struct triple block)
{
	const int shape[] = { block.x, block.y, block.z };

	return why_block_illegal(kernel->variant.target, kernel->variant.access, shape);
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

static void
report_blockless(const struct builder *b)
{
	for (const struct blockless *l = b->blockless; l; l = l->next) {
		fprintf(stderr, "%s: %s", b->tool->name, l->first);
		if (l->kernels > 1)
			fprintf(stderr, " and %d more have", l->kernels - 1);
		else
			fputs(" has", stderr);
		fprintf(stderr, " no block %s: %s\n", triple_text(&b->tool->arena, l->block), l->why);
	}
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
		add_candidate(b, candidate);
		return;
	}
	for (int i = 0; i < axes->block_count; i++) {
		const char *no = why_no_block(candidate.kernel, axes->blocks[i]);
		why = no ? no : why;
		candidate.block = axes->blocks[i];
		if (!no && ++legal)
			add_candidate(b, candidate);
	}
	if (axes->sweeps_blocks)
		count = sweep_blocks(&b->tool->arena, candidate.kernel->variant.access, &swept);
	candidate.swept = true;
	for (int i = 0; i < count; i++) {
		candidate.block = swept[i];
		add_candidate(b, candidate);
	}
	if (!legal && !count)
		note_blockless(b, candidate.kernel, axes->blocks[axes->block_count - 1], why);
}

static int
build(const struct builder *b, const struct unit *unit, const struct kernels *kernels)
{
	char message[1024];

	if (kernels->count && !kernels_build(b->backend, &b->tool->templates, &unit->source, kernels->built,
			kernels->count, message, sizeof message))
		return tool_fail(b->tool, EXIT_IO, "%s", message);
	return EXIT_GOOD;
}

/* All kernels of a stencil on a sparse grid. */
static int
choose_sparse_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	const struct sparse_size *grid, struct kernels *kernels)
{
	struct choice choice = *b->choice;
	const struct variant *variants;
	int count, status;

	choice.layout = b->axes->all_layouts ? LAYOUT_soa : *b->axes->layouts;
	choice.precision = precision;
	choice.dim = grid->dim;
	choice.level = grid->level;
	choice.padded = grid->padded;
	variants = selection_choose(&b->selection, plan, &choice, &count, &status);
	for (int v = 0; variants && v < count; v++)
		add_kernel(&b->tool->arena, kernels, (struct built){ .plan = plan, .variant = variants[v] });
	return status;
}

/* Adds candidates on all sparse grids, whose kernels are built together. */
static int
add_sparse_stencil(struct builder *b, const struct unit *unit, const struct plan *plan,
	enum type precision)
{
	const struct axes *axes = b->axes;
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };
	int *ends = arena_array(&b->tool->arena, int, axes->grid_count);
	int status = EXIT_GOOD;

	for (int g = 0; g < axes->grid_count && !status; g++) {
		status = choose_sparse_kernels(b, plan, precision, &axes->grids[g], &kernels);
		ends[g] = kernels.count;
	}
	if (!status)
		status = build(b, unit, &kernels);
	for (int g = 0, k = 0; g < axes->grid_count && !status; g++)
		for (; k < ends[g]; k++) {
			candidate.grid = &axes->grids[g];
			candidate.kernel = &kernels.built[k];
			add_candidate(b, candidate);
		}
	return status;
}

static int
add_stencil(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision)
{
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };
	int status = choose_kernels(b, plan, precision, &kernels);

	if (!status)
		status = build(b, unit, &kernels);
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

int
candidates_create(struct candidates *candidates, struct tool *tool, const struct axes *axes,
	const struct choice *choice, const struct unit *units, int unit_count, struct backend *backend)
{
	struct builder b = {
		.candidates = candidates, .tool = tool, .selection = { tool, units, unit_count },
		.axes = axes, .choice = choice, .backend = backend,
	};
	int status = EXIT_GOOD;

	*candidates = (struct candidates){ 0 };
	for (int u = 0; u < unit_count && !status; u++)
		for (int s = 0; s < units[u].count && !status; s++)
			status = (units[u].plans[s]->stencil->family == GRID_sparse ? add_sparse_stencil : add_stencil)(&b,
				&units[u], units[u].plans[s], axes->precisions[u % axes->precision_count]);
	report_blockless(&b);
	return status;
}
