#include "generator/variants/choose.h"
#include "generator/split/parts.h"

static const struct grid_variants *const families[GRID_COUNT] = {
#define GRID(name) [GRID_##name] = &name##_variants,
#include "generator/language/grids.def"
};

struct variant *
choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count,
	const char **message)
{
	return families[plan->stencil->family]->choose(arena, plan, choice, count, message);
}

const struct variant *
choose_variant(struct arena *arena, const struct plan *plan, const struct choice *choice, const char **message)
{
	int count;
	const struct variant *variants = choose_variants(arena, plan, choice, &count, message);

	if (variants && count == 1)
		return variants;
	if (variants)
		*message = "choose one storage and one access";
	return NULL;
}

const char *
usual_table(struct arena *arena, const struct plan *plan)
{
	const struct choice choice = { .storages = "direct", .accesses = "idxvar" };
	const char *why;
	int count;

	return choose_variants(arena, plan, &choice, &count, &why) ? "direct" : "chasing";
}

const char *
only_access(const struct plan *plan)
{
	return plan->program && plan->program->parts->kind == KERNEL_columns ? accesses[ACCESS_zloop].name : NULL;
}

/* On a CPU laplap goes three times as fast so as with levels outermost. On a GPU kernels written by hand before these
 * gained a fifth on a z-curve and three quarters in random order; these have not been measured there, nor cluster. */
void
choose_fastest_unstructured(struct choice *choice)
{
	choice->accesses = "idxvar";
	choice->levels = LEVELS_INNERMOST;
}

const char *
variant_stem(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return families[variant->family]->stem(arena, plan, variant);
}

const char *
variant_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s_%s", plan->stencil->name, variant_stem(arena, plan, variant));
}

void
describe_variants(void)
{
	for (int g = 0; g < GRID_COUNT; g++)
		families[g]->describe();
}

bool
is_tuned(const struct stencil *stencil)
{
	return families[stencil->family]->tuned != NULL;
}

bool
tuned_variant(const struct stencil *stencil, const struct tuned *tuned, enum target target,
	struct variant *variant)
{
	return families[stencil->family]->tuned(tuned, target, variant);
}
