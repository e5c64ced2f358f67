#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/needs.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/mesh_variants.h"

static const struct template *
load(const struct kernel *k, const char *folder, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "mesh/%s/%s", folder, name));
}

/* Finds templates and needs. False after an error, which is reported. */
static bool
prepare(struct kernel *k)
{
	const struct target_info *target = &targets[k->variant->target];
	struct lookups *lookups = arena_new(k->arena, struct lookups);

	k->levels = load(k, "levels", levels_names[k->variant->levels]);
	k->access = load(k, target->folder, variant_template(k->arena, k->variant));
	k->file = load(k, target->name, "file");
	k->common = template_find(k->templates, "common");
	if (!kernel_read_layout(k) || !k->levels || !k->access || !k->file || !k->common || !mesh_common(k))
		return false;
	*lookups = find_lookups(k->arena, k->plan);
	k->lookups = lookups;
	k->spelling = mesh_find_levels(k) ? &mesh_level_spelling : &mesh_spelling;
	kernel_find_needs(k);
	return true;
}

/* A kernel's line in a list of kernels. */
static const char *
kernel_line(const struct kernel *k)
{
	const struct variant *v = k->variant;

	return arena_printf(k->arena, "MESH(%s, %s, %s, %s, %s, %s, %d, %d, %d, %d, %s)\n", k->plan->stencil->name,
		mesh_storages[v->mesh_storage], accesses[v->access].name, levels_names[v->levels], targets[v->target].name,
		type_name(v->precision), k->plan->loads, k->plan->stores, k->plan->flops, k->lookups->entries, k->name);
}

/* The section of the kernel: a CPU with loops over neighbours takes blocks of levels. */
static const char *
kernel_text(const struct kernel *k)
{
	return k->level_loops && k->level_loops->several && template_has(k->access, "kernel_of_blocks")
		? "kernel_of_blocks" : "kernel";
}

static struct emitted
emit_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	struct variant settled = *variant;
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = mesh_variant_plan(templates->arena, plan, variant),
		.variant = &settled,
		.templates = templates, .name = variant_name(templates->arena, plan, variant),
	};
	struct macro body = { .name = "body" };

	tunables_settle(plan, &settled);
	if (!prepare(&k))
		return (struct emitted){ "", "" };
	body.text = providers_expand(&k, k.access, kernel_text(&k), &mesh_kernel_macros, NULL, 0);
	return (struct emitted){
		arena_printf(k.arena, "%s\n", providers_expand(&k, k.file, "file", &mesh_file_macros, &body, 1)),
		kernel_line(&k),
	};
}

static const char *
no_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	(void)templates, (void)variants, (void)count;
	error_at(source, plan->stencil->span, "there are no Fortran modules of stencils on meshes yet");
	return "";
}

const struct emitter mesh_emitter = { emit_kernel, mesh_header_name, mesh_header, no_module };
