#include "runtime/bench/candidates.h"

#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"

#include <string.h>

/* Whether a number that this variant has not is to be refused if the whole grid's accesses have it not: one that is never tried
 * unasked. */
static bool
may_be_refused(const struct axes *axes, int tunable)
{
	return axes->tunable_counts[tunable] && !tunables[tunable].tried;
}

/* Notes which numbers the kernel has, or would have if it were legal. */
static void
note_numbers(const struct builder *b, const struct plan *plan, const struct variant *variant, const char *illegal)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		for (int i = 0; i < b->axes->tunable_counts[t]; i++) {
			struct number *number = &b->numbers[t][i];

			if (variant->tunables[t] != b->axes->tunables[t][i] || !tunable_is_used(t, plan, variant))
				continue;
			number->used |= !illegal;
			number->why = illegal ? illegal : number->why;
		}
}

/* Numbers of a tunable. */
struct values {
	const int *items;
	int count;
};

/* The levels that a plan's kernels update, on the largest grid; 0: unknown. */
static int
most_levels(const struct builder *b, const struct plan *plan)
{
	const struct extents *border = &plan->stencil->border;
	int most = 0;

	for (int s = 0; s < b->axes->size_count && !b->slices_of; s++) {
		const int levels = b->axes->sizes[s].z - border->low[2] - border->high[2];

		most = levels > most ? levels : most;
	}
	return most;
}

/* Slices of equal length that are no longer than these, in place of a shorter last one; each length once. */
static struct values
equal_slices(struct arena *arena, struct values slices, int levels)
{
	struct values equal = { NULL, 0 };
	int *items = arena_array(arena, int, slices.count);

	for (int i = 0; i < slices.count; i++) {
		const int count = (levels + slices.items[i] - 1)/slices.items[i], length = (levels + count - 1)/count;

		if (!equal.count || items[equal.count - 1] != length)
			items[equal.count++] = length;
	}
	equal.items = items;
	return equal;
}

/* Those with which the kernel is generated, if it is with any of them: the ones that are named, or that --tune tries: limits of
 * registers for slices only. */
static struct values
values_of(const struct builder *b, const struct plan *plan, const struct variant *variant, int tunable)
{
	const struct axes *axes = b->axes;
	const bool unasked = axes->tries && !axes->tunables_asked[tunable];
	const char *tried = unasked ? tunable_tried(tunable, variant) : NULL;
	const int levels = most_levels(b, plan);
	struct values values = { axes->tunables[tunable], axes->tunable_counts[tunable] };
	int *items;

	if (tried) {
		values.count = read_numbers(&b->tool->arena, tried, 1, tunables[tunable].most, &items);
		values.items = items;
	}
	if (unasked && tunable == TUNABLE_registers_per_thread && variant->access != ACCESS_zslice)
		values.count = 0;
	return unasked && tunable == TUNABLE_levels_per_thread && levels > 0
		? equal_slices(&b->tool->arena, values, levels) : values;
}

/* Whether the kernel is generated with such numbers; what --tune tries unasked is for accesses, not for kernels of programs. */
static bool
has_numbers(const struct builder *b, const struct plan *plan, const struct variant *variant, int tunable)
{
	return values_of(b, plan, variant, tunable).count && (tunable_applies(tunable, variant)
		|| (b->axes->tunables_asked[tunable] && tunable_is_used(tunable, plan, variant)));
}

/* On a mesh slices that are not given are as long as stencilrun's. */
static void
choose_slices(const struct builder *b, const struct plan *plan, struct variant *variant)
{
	struct choice choice = {
		.accesses = accesses[variant->access].name, .levels = variant->levels, .target = variant->target,
		.precision = variant->precision,
	};

	if (!b->slices_of)
		return;
	memcpy(choice.tunables, variant->tunables, sizeof choice.tunables);
	choose_slices_on_mesh(plan, b->slices_of->x, b->slices_of->z, backend_multiprocessors(b->backend), &choice);
	memcpy(variant->tunables, choice.tunables, sizeof choice.tunables);
}

/* Adds the variant with all values of this tunable and of those after it. Illegal ones are left
 * out with an error. */
static void
add_tunables(const struct builder *b, struct kernels *kernels, const struct plan *plan,
	struct variant variant, int tunable, struct error *error)
{
	struct values values;

	if (tunable == TUNABLE_COUNT) {
		const struct variant asked = variant;
		bool legal;

		choose_slices(b, plan, &variant);
		tunables_resolve(plan, &variant);
		legal = has_variant(&b->tool->arena, plan, &variant, error);
		note_numbers(b, plan, &asked, legal ? NULL : arena_printf(&b->tool->arena, "%s", error->text));
		if (legal)
			builder_add_kernel(b, kernels, (struct built){ .plan = plan, .variant = variant });
		return;
	}
	if (!has_numbers(b, plan, &variant, tunable)) {
		if (may_be_refused(b->axes, tunable))
			variant.tunables[tunable] = *b->axes->tunables[tunable];
		add_tunables(b, kernels, plan, variant, tunable + 1, error);
		return;
	}
	values = values_of(b, plan, &variant, tunable);
	for (int i = 0; i < values.count; i++) {
		variant.tunables[tunable] = values.items[i];
		add_tunables(b, kernels, plan, variant, tunable + 1, error);
	}
}

static bool
has(const struct kernels *kernels, int first, const char *name)
{
	for (int k = first; k < kernels->count; k++) {
		const struct variant *variant = &kernels->built[k].variant;

		if (!strcmp(accesses[variant->access].name, name) || !strcmp(variant_storage(kernels->built[k].plan, variant), name))
			return true;
	}
	return false;
}

/* An error for a storage or an access that was asked for and that none of the kernels from `first` on has. */
static bool
check_names(const struct builder *b, const struct plan *plan, const struct choice *choice,
	const struct kernels *kernels, int first, struct error *error)
{
	const char *const lists[] = { choice->storages, choice->accesses };
	int count;

	for (int l = 0; l < 2; l++)
		for (const char **name = split(&b->tool->arena, lists[l]); *name; name++) {
			struct choice single = *choice;

			*(l ? &single.accesses : &single.storages) = *name;
			if (strcmp(*name, "all") && !has(kernels, first, *name)
					&& !selection_choose(&b->selection, plan, &single, &count, error))
				return false;
		}
	return true;
}

/* Where one access stands for all, on a mesh that of stencilrun. */
static void
choose_access(const struct builder *b, const struct plan *plan, struct choice *choice)
{
	struct choice usual = *choice;

	if (!b->slices_of || !b->axes->usual_access)
		return;
	usual.accesses = NULL;
	choose_slices_on_mesh(plan, b->slices_of->x, b->slices_of->z, backend_multiprocessors(b->backend), &usual);
	choice->accesses = usual.accesses;
}

/* Adds all kernels of a stencil with one layout of fields. Of all layouts and all levels, those are left
 * out that it cannot have, but each storage and access must have some of all levels. */
static bool
choose_levels(const struct builder *b, const struct plan *plan, struct choice choice, struct kernels *kernels,
	struct error *error)
{
	const bool any_layout = b->axes->all_layouts && choice.layout, lenient = any_layout || b->axes->all_levels;
	const int first = kernels->count;
	int count;

	for (int l = 0; l < b->axes->levels_count; l++) {
		const struct variant *variants;

		choice.levels = b->axes->levels[l];
		choose_access(b, plan, &choice);
		variants = lenient ? selection_choose_legal(&b->tool->arena, plan, &choice, &count)
			: selection_choose(&b->selection, plan, &choice, &count, error);
		if (!variants)
			return false;
		for (int v = 0; v < count; v++) {
			const int before = kernels->count;

			add_tunables(b, kernels, plan, variants[v], 0, error);
			if (kernels->count == before)
				return false;
		}
	}
	choice.levels = *b->axes->levels;
	if (any_layout || !lenient)
		return true;
	return kernels->count > first ? check_names(b, plan, &choice, kernels, first, error)
		: selection_choose(&b->selection, plan, &choice, &count, error) != NULL; /* why there are none */
}

bool
builder_choose_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	struct kernels *kernels, struct error *error)
{
	struct choice choice = *b->choice;
	bool good = true;

	choice.precision = precision;
	for (int l = 0; l < b->axes->layout_count && good; l++) {
		choice.layout = b->axes->layouts[l];
		good = choose_levels(b, plan, choice, kernels, error);
	}
	return good;
}

int
cluster_columns(const struct variant *resolved)
{
	return !variant_has_clusters(resolved) ? 1
		: tunable_of(TUNABLE_points_per_thread, resolved)*tunable_of(TUNABLE_rows_per_thread, resolved);
}

void
candidate_describe_tunables(const struct candidate *candidate, struct row *row)
{
	const struct variant *variant = &candidate->kernel->variant;
	struct variant usual = *variant;

	memset(usual.tunables, 0, sizeof usual.tunables);
	tunables_resolve(candidate->plan, &usual);
	for (int t = 0; t < TUNABLE_COUNT; t++) {
		row->tunables[t] = tunable_of(t, variant);
		row->unusual |= row->tunables[t] != tunable_of(t, &usual);
	}
}
