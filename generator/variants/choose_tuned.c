#include "generator/variants/choose.h"
#include "generator/base/hash.h"
#include "generator/variants/variant_words.h"

#include <string.h>

/* Whether a file's kernels are the best here, as far as it says. */
static bool
is_fresh(const struct choice *choice, const struct tuning *tuning, struct error *error)
{
	static const char program[] = "stencilbench " VERSION;
	const char *const backend = tuning_fact(tuning, "backend");
	const int found = catalogue_find(&target_words, backend);
	const enum target target = found < 0 ? TARGET_cuda : (enum target)found; /* backend host has CUDA text */

	if (strcmp(tuning_fact(tuning, "program"), program))
		return error_set(error, EXIT_USAGE, "%s was tuned by %s, this is %s", tuning->path,
			tuning_fact(tuning, "program"), program);
	return target == choice->target || error_set(error, EXIT_USAGE, "%s was tuned for target %s, not %s", tuning->path,
		targets[target].name, targets[choice->target].name);
}

const char *
kept_by_choice(const struct plan *plan)
{
	return plan->suffix && *plan->suffix ? plan->suffix + 1 : "-";
}

/* Whether the choice selects a variant like it. */
static bool
is_chosen(struct arena *arena, const struct plan *plan, const struct choice *choice,
	const struct variant *variant)
{
	struct choice own = *choice;
	const struct variant *variants;
	int count;

	own.layout = variant->layout;
	own.levels = variant->levels;
	variants = choose_variants(arena, plan, &own, &count, NULL);
	for (int i = 0; variants && i < count; i++)
		if (variants[i].storage == variant->storage && variants[i].access == variant->access)
			return true;
	return false;
}

/* Whether the choice names its access, or all. */
static bool
is_named(struct arena *arena, const struct choice *choice, const struct variant *variant)
{
	bool named[ACCESS_COUNT] = { false };

	return catalogue_read(arena, &access_words, choice->accesses, named, NULL) && named[variant->access];
}

static bool
same_tunables(const struct variant *a, const struct variant *b)
{
	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (tunable_of(c, a) != tunable_of(c, b) || (a->tunables[c] == TUNABLE_NONE) != (b->tunables[c] == TUNABLE_NONE))
			return false;
	return true;
}

/* Adds a variant that is not there yet. */
static void
add(struct variant *variants, int *count, const struct variant *variant)
{
	for (int i = 0; i < *count; i++)
		if (variants[i].storage == variant->storage && variants[i].access == variant->access
				&& variants[i].layout == variant->layout
				&& variants[i].levels == variant->levels && same_tunables(&variants[i], variant))
			return;
	variants[(*count)++] = *variant;
}

static int
count_tuned(const struct tuning *tuning)
{
	int count = 0;

	for (const struct tuned *t = tuning->best; t; t = t->next)
		count++;
	return count;
}

struct variant *
choose_tuned(struct arena *arena, const struct plan *plan, const struct source *source,
	const struct choice *choice, const struct tuning *tuning, bool force, int *count,
	struct error *error)
{
	struct variant *variants = arena_array(arena, struct variant, count_tuned(tuning));
	const char *const texts[] = { source->text, NULL }, *text = content_hash(arena, texts);
	struct error stale, missing = { .text = "" };
	bool fresh = is_fresh(choice, tuning, &stale);

	if (!is_tuned(plan->stencil))
		return choose_variants(arena, plan, choice, count, error);
	*count = 0;
	for (const struct tuned *t = tuning->best; t; t = t->next) {
		struct variant variant;
		bool legal;

		if (strcmp(t->stencil, plan->stencil->name) || strcmp(t->precision, precision_name(plan->stencil, choice->precision))
				|| strcmp(t->decision, kept_by_choice(plan))
				|| !tuned_variant(plan->stencil, t, choice->target, &variant))
			continue;
		legal = has_variant(arena, plan, &variant, error);
		if (!is_chosen(arena, plan, choice, &variant)) {
			if (!legal && is_named(arena, choice, &variant))
				missing = *error;
			continue;
		}
		if (!legal) {
			error_prefix(error, "%s: ", tuning->path);
			return NULL;
		}
		if (strcmp(t->text, text))
			fresh = error_set(&stale, EXIT_USAGE, "%s has changed since %s was made", source->path, tuning->path);
		add(variants, count, &variant);
	}
	/* Kernels of another target, or that there were once. */
	if (*missing.text && (!*count || (fresh && !force)))
		error_set(error, EXIT_USAGE, "%s: %s", tuning->path, missing.text);
	else if (!*count)
		error_set(error, EXIT_USAGE, "%s has no kernel of '%s' in %s that the other options allow",
			tuning->path, plan->stencil->name, precision_name(plan->stencil, choice->precision));
	else if (!fresh && !force)
		error_set(error, EXIT_USAGE, "%s; --force uses it anyway", stale.text);
	else
		return variants;
	return NULL;
}
