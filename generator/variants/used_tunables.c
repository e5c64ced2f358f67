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

bool
refuse_tunable(struct arena *arena, int tunable, const struct plan *plan, const struct variant *variant, struct error *error)
{
	return error_set(error, EXIT_USAGE, "%s has no --%s on %s: leave it out",
		variant_name(arena, plan, variant), tunables[tunable].name,
		targets[variant->target].name);
}
