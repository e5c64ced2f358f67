#include "generator/variants/legal_patch.h"
#include "generator/variants/defaults.h"
#include "generator/variants/patch.h"

enum { KB = 1024 };

/* The bytes that threads load at once. */
static const char *
why_loads_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const int levels = tunable_of(TUNABLE_levels_per_load, variant);

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		const int bytes = levels*staged_bytes(f, variant);

		if (is_staged(plan, f) && (bytes < 4 || bytes > VECTOR_BYTES))
			return arena_printf(arena, "access patch loads 4, 8 or 16 bytes of a column at once, not the %d that %d"
				" level%s of '%s' have", bytes, levels, levels == 1 ? "" : "s", f->name);
	}
	return NULL;
}

const char *
why_patch_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct variant settled = *variant;
	const int *of = settled.tunables, most = targets[variant->target].shared_kb;
	struct patch patch;
	const char *why;

	if (plan->reads_other_levels)
		return arena_printf(arena, "'%s' reads levels above or below, which access patch does not have in shared"
			" memory", plan->stencil->name);
	tunables_settle(plan, &settled);
	patch = variant_patch(plan, &settled);
	why = why_loads_illegal(arena, plan, &settled);
	if (why)
		return why;
	if (patch.side % of[TUNABLE_points_per_thread] || patch.side % of[TUNABLE_rows_per_thread])
		return arena_printf(arena, "a patch of %dx%d columns is not made of threads' %dx%d", patch.side, patch.side,
			of[TUNABLE_points_per_thread], of[TUNABLE_rows_per_thread]);
	if (patch.chunk % of[TUNABLE_levels_per_load])
		return arena_printf(arena, "a chunk of %d levels is not made of loads of %d", patch.chunk,
			of[TUNABLE_levels_per_load]);
	if (patch.bytes > most*KB)
		return arena_printf(arena, "access patch would need %d KB of shared memory for '%s', and a block has %d:"
			" take a smaller --patch-side or --chunk-levels", patch.bytes/KB, plan->stencil->name, most);
	return NULL;
}
