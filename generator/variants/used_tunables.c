#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"

bool
tunable_is_used(int tunable, const struct plan *plan, const struct variant *variant)
{
	const struct program *program = variant->family == GRID_plane ? plan->program : NULL;
	bool used = variant->family != GRID_sparse && (tunable_applies(tunable, variant)
		|| (tunable == TUNABLE_columns_per_thread && tunable_of(TUNABLE_blocks_per_launch, variant)));

	for (int p = 0; program && p < program->part_count && !used; p++) {
		const struct variant part = variant_of_part(plan, variant, &program->parts[p]);

		used = tunable_applies(tunable, &part);
	}
	return used;
}

const char *
why_tunable_unused(struct arena *arena, int tunable, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s has no --%s on %s", variant_name(arena, plan, variant), tunables[tunable].name,
		targets[variant->target].name);
}
