#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_program.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/mesh_variants.h"

/* A kernel's line in a list of kernels. */
static const char *
kernel_line(const struct kernel *k)
{
	const struct variant *v = k->variant;

	return arena_printf(k->arena, "MESH(%s, %s, %s, %s, %s, %s, %d, %d, %d, %d, %s)\n", k->plan->stencil->name,
		mesh_storages[v->storage], accesses[v->access].name, levels_names[v->levels], targets[v->target].name,
		type_name(v->precision), k->plan->loads, k->plan->stores, k->plan->flops, k->lookups->entries, k->name);
}

/* A kernel, its launcher and its thunk. */
static const char *
file_text(const struct kernel *k)
{
	const struct template *file = template_find(k->templates, "mesh/file");
	const struct macro body = { "body", mesh_body(k) };

	return !file ? "" : providers_expand(k, file, "file", &mesh_file_macros, &body, 1);
}

struct emitted
emit_on_mesh(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	struct variant resolved = *variant;
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = mesh_variant_plan(templates->arena, plan, variant),
		.variant = &resolved,
		.templates = templates, .name = variant_name(templates->arena, plan, variant),
	};
	const char *text;

	tunables_resolve(plan, &resolved);
	if (!mesh_prepare(&k, NULL))
		return (struct emitted){ "", "", false };
	text = plan->program ? mesh_program(templates, source, k.plan, &resolved) : file_text(&k);
	return (struct emitted){ arena_printf(k.arena, "%s\n", text), kernel_line(&k), kernel_has_vectors(&k) };
}
