#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_sweeps.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/needs.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_variants.h"

static const char *
statements(const struct kernel *k)
{
	const char *text = statements_text(k, LINE_WIDTH);

	return k->ahead ? ahead_points(k, starts_of(k, k->plan), text, "") : mesh_in_element(k, text);
}

static bool
prepare(struct kernel *k)
{
	if (ahead_levels(k) && template_has(k->access, "element_ahead"))
		k->ahead = ahead_of_points(k);
	return true;
}

static const struct provider rows[] = { { "statements", statements } };
static const struct shape_kind mesh_point_kind = {
	.prepare = prepare, .spelling = &mesh_spelling, .section = "kernel", .own = PROVIDERS(rows),
};

static const struct template *
load(const struct kernel *k, const char *folder, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "mesh/%s/%s", folder, name));
}

/* Rows may have holes that other kernels of a program know of. */
static void
share_holes(struct lookups *lookups, const struct lookups *whole)
{
	for (int i = 0; i < lookups->count; i++)
		lookups->tables[i].holes |= lookups_table(whole, lookups->tables[i].relation)->holes;
}

bool
mesh_prepare(struct kernel *k, const struct kernel *whole)
{
	const struct target_info *target = &targets[k->variant->target];
	struct lookups *lookups = arena_new(k->arena, struct lookups);

	k->sweeps = k->plan->sweeps;
	k->access = load(k, target->folder, k->sweeps ? "sweep" : mesh_access_template(k->variant));
	k->file = load(k, target->folder, "file");
	k->target = target_template(k->templates, k->variant->target);
	k->common = template_find(k->templates, "common");
	if (!kernel_read_layout(k) || !k->access || !k->file || !k->target || !k->common || !mesh_common(k))
		return false;
	*lookups = program_lookups(k->arena, k->plan);
	if (whole)
		share_holes(lookups, whole->lookups);
	k->lookups = lookups;
	k->shape.levels = k->sweeps ? 0 : tunable_of(TUNABLE_levels_per_thread, k->variant);
	k->kind = k->sweeps ? &mesh_sweep_kind : k->variant->levels == LEVELS_INNERMOST ? &mesh_column_kind : &mesh_point_kind;
	if (k->kind->prepare)
		k->kind->prepare(k);
	kernel_find_needs(k);
	return true;
}

const char *
mesh_body(const struct kernel *k)
{
	return providers_expand(k, k->access, k->kind->section, k->sweeps ? &mesh_sweep_macros : &mesh_kernel_macros, NULL, 0);
}
