#include "runtime/candidates/candidates.h"

#include "runtime/device/kernel_build.h"

#include <stdlib.h>
#include <string.h>

bool
same_problem(const struct candidate *a, const struct candidate *b)
{
	return a->plan == b->plan && a->grid == b->grid && !memcmp(&a->size, &b->size, sizeof a->size);
}

void
builder_add_kernel(const struct builder *b, struct kernels *kernels, struct built kernel)
{
	if (kernels->count == kernels->room) {
		struct built *old = kernels->built;

		kernels->room = kernels->room ? 2*kernels->room : 64;
		kernels->built = arena_array(&b->tool->arena, struct built, kernels->room);
		if (old)
			memcpy(kernels->built, old, (size_t)kernels->count*sizeof *old);
	}
	kernels->built[kernels->count++] = kernel;
}

int
builder_build(const struct builder *b, const struct unit *unit, const struct kernels *kernels)
{
	char message[1024];

	if (kernels->count && !kernels_build(b->backend, &b->tool->templates, &unit->source, kernels->built,
			kernels->count, message, sizeof message))
		return tool_fail(b->tool, EXIT_IO, "%s", message);
	return EXIT_GOOD;
}

void
builder_add(struct builder *b, struct candidate candidate)
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
