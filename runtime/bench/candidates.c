#include "runtime/bench/candidates.h"

#include "generator/base/list.h"
#include "generator/split/parts.h"
#include "runtime/device/kernel_build.h"

#include <stdlib.h>
#include <string.h>

struct unbuilt {
	const struct unit *unit;
	struct built *kernels;
	int count;
	struct unbuilt *next;
};

bool
same_problem(const struct candidate *a, const struct candidate *b)
{
	return a->plan == b->plan && a->grid == b->grid && !memcmp(&a->size, &b->size, sizeof a->size);
}

const struct part *
candidate_part(const struct candidate *candidate)
{
	return candidate->part ? &candidate->plan->program->parts[candidate->part - 1] : NULL;
}

void
builder_add_kernel(const struct builder *b, struct kernels *kernels, struct built kernel)
{
	kernels->built = list_grow(&b->tool->arena, kernels->built, sizeof kernel, kernels->count, &kernels->room);
	kernels->built[kernels->count++] = kernel;
}

void
builder_open(struct builder *b)
{
	*b->candidates = (struct candidates){ 0 };
	b->last = &b->unbuilt;
	for (int t = 0; t < TUNABLE_COUNT; t++)
		b->numbers[t] = arena_array(&b->tool->arena, struct number, b->axes->tunable_counts[t] + 1);
}

void
builder_build_later(struct builder *b, const struct unit *unit, const struct kernels *kernels)
{
	struct unbuilt *unbuilt = arena_new(&b->tool->arena, struct unbuilt);

	*unbuilt = (struct unbuilt){ .unit = unit, .kernels = kernels->built, .count = kernels->count };
	*b->last = unbuilt;
	b->last = &unbuilt->next;
}

/* How many kernels there are, and one of them. */
static int
count_kernels(const struct builder *b, const struct built **one)
{
	int count = 0;

	for (const struct unbuilt *u = b->unbuilt; u; u = u->next) {
		count += u->count;
		*one = u->count ? u->kernels : *one;
	}
	return count;
}

/* No kernel has a number of the list: an error. */
static bool
refuse_numbers(const struct builder *b, int tunable, const char *why, struct error *error)
{
	const struct built *one = NULL;
	const int count = count_kernels(b, &one);

	if (why)
		return error_set(error, EXIT_USAGE, "%s", why);
	return count == 1 ? refuse_tunable(&b->tool->arena, tunable, one->plan, &one->variant, error)
		: error_set(error, EXIT_USAGE, "no selected kernel has --%s on %s: leave it out", tunables[tunable].name,
		targets[b->backend->target].name);
}

/* Some number of the list must be used; of the others the user learns. */
static bool
check_tunable(const struct builder *b, int tunable, struct error *error)
{
	const struct number *numbers = b->numbers[tunable];
	const int count = b->axes->tunable_counts[tunable];
	bool some = false;

	for (int i = 0; i < count; i++)
		some |= numbers[i].used;
	if (!some)
		return refuse_numbers(b, tunable, count ? numbers[count - 1].why : NULL, error);
	for (int i = 0; i < count; i++)
		if (!numbers[i].used)
			fprintf(stderr, "%s: note: no kernel has --%s %d%s%s\n", b->tool->name, tunables[tunable].name,
				tunable_number(b->axes->tunables[tunable][i]), numbers[i].why ? ": " : "", numbers[i].why ? numbers[i].why : "");
	return true;
}

bool
builder_finish(struct builder *b, struct error *error)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (b->axes->tunables_asked[t] && !check_tunable(b, t, error))
			return false;
	for (const struct unbuilt *u = b->unbuilt; u; u = u->next)
		if (u->count && !kernels_build(b->backend, &b->tool->templates, &u->unit->source, u->kernels, u->count, error))
			return false;
	return true;
}

void
builder_add(struct builder *b, struct candidate candidate)
{
	struct candidates *candidates = b->candidates;

	candidates->items = list_grow(&b->tool->arena, candidates->items, sizeof candidate, candidates->count, &b->room);
	candidates->items[candidates->count++] = candidate;
}
