#include "runtime/bench/candidates.h"
#include "generator/variants/legal.h"
#include "generator/variants/defaults.h"

#include <stdlib.h>
#include <string.h>

/* A sweep that grows. */
struct builder {
	struct candidates *candidates;
	struct tool *tool;
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

/* The variant with all values of this tunable and of those that follow. Those that
 * make it illegal are passed over; *why then says the reason. */
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

/* All kernels of a stencil. A layout that it cannot have is passed over if all were
 * asked for. */
static int
choose_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	struct kernels *kernels)
{
	for (int l = 0; l < b->axes->layout_count; l++) {
		struct choice choice = *b->choice;
		struct variant *variants;
		const char *why;
		int count;

		choice.layout = b->axes->layouts[l];
		choice.precision = precision;
		variants = choose_variants(&b->tool->arena, plan, &choice, &count, &why);
		if (!variants && !(b->axes->all_layouts && choice.layout))
			return tool_fail(b->tool, EXIT_USAGE, "%s", why);
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

/* A candidate for each block that the kernel can have. That a list has none for it
 * is said. */
static void
add_blocks(struct builder *b, struct candidate candidate)
{
	const struct axes *axes = b->axes;
	const char *why = NULL;
	struct triple *swept;
	int legal = 0, count = 0;

	if (b->backend->target == TARGET_openmp) {
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
		fprintf(stderr, "%s: %s has no block %s: %s\n", b->tool->name, candidate.kernel->name,
			triple_text(&b->tool->arena, axes->blocks[axes->block_count - 1]), why);
}

static int
build(const struct builder *b, const struct unit *unit, const struct kernels *kernels)
{
	char message[1024];

	if (kernels->count && !backend_build(b->backend, &b->tool->templates, &unit->source, kernels->built,
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
	const char *why;
	int count;

	choice.layout = b->axes->all_layouts ? LAYOUT_soa : *b->axes->layouts;
	choice.precision = precision;
	choice.dim = grid->dim;
	choice.level = grid->level;
	choice.padded = grid->padded;
	variants = choose_variants(&b->tool->arena, plan, &choice, &count, &why);
	if (!variants)
		return tool_fail(b->tool, EXIT_USAGE, "%s", why);
	for (int v = 0; v < count; v++)
		add_kernel(&b->tool->arena, kernels, (struct built){ .plan = plan, .variant = variants[v] });
	return EXIT_GOOD;
}

/* Candidates on all sparse grids, whose kernels are built at a time. */
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
				/* Of a regular grid there is but one order. */
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
		.candidates = candidates, .tool = tool, .axes = axes, .choice = choice, .backend = backend,
	};
	int status = EXIT_GOOD;

	*candidates = (struct candidates){ 0 };
	for (int u = 0; u < unit_count && !status; u++)
		for (int s = 0; s < units[u].count && !status; s++)
			status = (units[u].plans[s]->stencil->family == GRID_sparse ? add_sparse_stencil : add_stencil)(&b,
				&units[u], units[u].plans[s], axes->precisions[u % axes->precision_count]);
	return status;
}
