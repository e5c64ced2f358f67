#include "generator/emit/program/program_kernels.h"

#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/plane/plane_costs.h"
#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/program/program_text.h"
#include "generator/emit/providers.h"
#include "generator/emit/plane/tile_text.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void
find_sums_of_columns(struct program_text *text)
{
	const struct program *program = text->program;

	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++) {
		const bool blocks = program_sums_blocks(text, k);

		text->sums_blocks |= blocks;
		text->sums_planes |= k->reduction && k->shape == SHAPE_COLUMN && !blocks;
	}
	text->flattens |= text->sums_planes;
}

/* The kernels of the parts, and what they need. */
static bool
prepare_parts(struct program_text *text)
{
	struct kernel *whole = &text->whole;
	const struct program *program = text->program;
	struct variant *variants = arena_array(whole->arena, struct variant, program->part_count);

	text->kernels = arena_array(whole->arena, struct kernel, program->part_count);
	for (int p = 0; p < program->part_count; p++) {
		struct kernel *k = &text->kernels[p];
		const char *ending = part_ending(whole->arena, program, p);

		variants[p] = variant_of_part(whole->plan, whole->variant, &program->parts[p]);
		*k = plane_kernel(whole->templates, whole->source, program->parts[p].plan, &variants[p],
			arena_printf(whole->arena, "%s%s", whole->name, ending));
		k->ending = ending;
		if (!plane_prepare(k))
			return false;
		k->needs.hoists &= program->parts[p].kind != KERNEL_scalar; /* which has no loop */
		for (int h = 0; h < HELPER_COUNT; h++)
			for (int t = 0; t < TYPE_COUNT; t++)
				whole->needs.helpers[h][t] |= k->needs.helpers[h][t];
		whole->needs.lookups += k->needs.lookups;
		for (const struct fill *f = program->parts[p].fills; f; f = f->next)
			{
			text->fill_widens |= program_fill_widens(text, f);
			text->flattens_fills |= !shapes[f->fields[0]->shape].axes[2];
		}
		text->flattens |= program->parts[p].kind == KERNEL_plane;
		text->widens |= program_widens(&program->parts[p]);
	}
	find_sums_of_columns(text);
	return true;
}

/* What kernels with vectors of levels declare is declared once. */
static void
share_vectors(struct program_text *text)
{
	struct kernel *whole = &text->whole;

	for (int p = 0; p < text->program->part_count; p++) {
		const struct kernel *k = &text->kernels[p];

		if (!k->vector)
			continue;
		whole->sweeps = k->sweeps && (!whole->vector || whole->sweeps);
		whole->vector = k->vector;
		whole->level_vectors = k->level_vectors;
		if (!k->plan->sweeps || !template_has(whole->access, "preamble"))
			whole->access = k->access;
	}
}

/* What the kernels declare of their shape is declared once. */
static void
share_shape(struct program_text *text)
{
	struct kernel *whole = &text->whole;

	share_vectors(text);
	whole->tile = text->kernels[0].tile;
	if (whole->tile)
		whole->shape = tile_shape_of(whole->plan, whole->variant);
}

/* The sum of a cost of all kernels, which the text of each has. */
static double
sum_of(const struct program_text *text, size_t member)
{
	double sum = 0;

	for (int p = 0; p < text->program->part_count; p++) {
		const struct costs costs = plane_costs(&text->kernels[p]);

		if (part_counts(text->program, &text->program->parts[p]))
			sum += strtod(*(const char *const *)((const char *)&costs + member), NULL);
	}
	return sum;
}

static const char *
costs_text(const struct program_text *text)
{
	const struct plan *plan = text->whole.plan;
	const char *line = arena_printf(text->whole.arena, "Per point: loads %.6g, stores %.6g, flops %.6g, bytes ",
		sum_of(text, offsetof(struct costs, loads)), sum_of(text, offsetof(struct costs, stores)),
		sum_of(text, offsetof(struct costs, flops)));

	if (plan->bytes || !plan->column_bytes)
		line = arena_printf(text->whole.arena, "%s%d%s", line, plan->bytes, plan->column_bytes ? " + " : "");
	if (plan->column_bytes)
		line = arena_printf(text->whole.arena, "%s%d/levels", line, plan->column_bytes);
	return !text->whole.needs.lookups ? line
		: arena_printf(text->whole.arena, "%s; look-ups %d", line, text->whole.needs.lookups);
}

static const char *
body_of_part(const struct program_text *text, int part)
{
	return text->program->parts[part].kind == KERNEL_scalar ? program_scalar_kernel(text, part)
		: plane_kernel_body(&text->kernels[part], &plane_kernel_macros);
}

static const char *
plural(const struct program_text *text)
{
	return text->program->part_count == 1 ? "" : "s";
}

/* How far a kernel reads, where launching it depends on that: not with levels innermost. */
static const char *
reach_of_part(const struct kernel *k)
{
	return k->kind->columns ? "" : extents_text(k->arena, launch_extents(k));
}

static const char *
section_of_part(const struct program_text *text, int part, const char *section)
{
	const struct kernel *k = &text->kernels[part];
	const struct kernel launcher = kernel_launcher(k);
	const bool is_kernel = !strcmp(section, "kernel");
	const struct macro given[] = {
		{ "number", int_text(k->arena, part + 1) },
		{ "kernel_count", int_text(k->arena, text->program->part_count) },
		{ "plural", plural(text) },
		{ "assigns", text->program->parts[part].assigns },
		{ "extents", launch_reach(k) },
		{ "reach", reach_of_part(k) },
		{ "size", shared_size(&launcher) },
		{ "sums_blocks", macro_if(sums_blocks(k)) },
		{ "sums_no_blocks", macro_if(!sums_blocks(k)) },
		{ "body", is_kernel ? body_of_part(text, part) : "" },
		{ "callees", is_kernel && k->kind->callees ? k->kind->callees(k) : "" },
	};

	return !template_has(text->template, section) ? "" : providers_expand(&launcher, text->template,
		section, &plane_macros, given, sizeof given/sizeof *given);
}

/* Each kernel with what launches it. */
static const char *
kernels_text(const struct program_text *text)
{
	struct arena *arena = text->whole.arena;
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++) {
		const bool scalar = text->program->parts[p].kind == KERNEL_scalar;

		all = join_paragraphs(arena, all, section_of_part(text, p, "kernel"));
		all = join_paragraphs(arena, all, scalar ? "" : section_of_part(text, p, "check"));
		all = join_paragraphs(arena, all, scalar ? program_scalar_start(text, p) : section_of_part(text, p, "start"));
	}
	return all;
}

/* What a file has once, if some kernel needs it. */
static const char *
text_of_any(const struct program_text *text, const char *(*text_of_kernel)(const struct kernel *))
{
	const char *found = "";

	for (int p = 0; p < text->program->part_count && !*found; p++)
		found = text_of_kernel(&text->kernels[p]);
	return found;
}

/* What tools launch one kernel by, and take sums over parts of a domain behind it; a program of one has it only for those, or where halos
 * are filled before it. */
static const char *
by_part(const struct program_text *text)
{
	const struct kernel *whole = &text->whole;
	const struct macro given[] = {
		{ "kept", program_arrays(text) },
		{ "grids", program_grids(text) },
		{ "cases", program_cases(text) },
		{ "index", int_text(whole->arena, program_workspace_index(text)) },
	};

	return text->program->part_count == 1 && !text->program->sums && !program_fills_apart(text->program) ? ""
		: providers_expand(whole, text->template, "by_part", &plane_macros,
			given, sizeof given/sizeof *given);
}

/* A function for grids, if it is needed. */
static const char *
grid_function(const struct program_text *text, bool needed, const char *section)
{
	return needed ? program_expand(text, text->shared, section, NULL, 0) : "";
}

static const char *
file_text(const struct program_text *text)
{
	const struct kernel *whole = &text->whole;
	struct arena *arena = whole->arena;
	const char *refusals = template_has(text->template, "refusal") ? program_refusals(text) : "";
	const struct macro given[] = {
		{ "kernel_count", int_text(arena, text->program->part_count) },
		{ "plural", plural(text) },
		{ "costs", costs_text(text) },
		{ "shared", text_of_any(text, shared_declaration) },
		{ "kernels", kernels_text(text) },
		{ "wider", grid_function(text, text->widens || (text->fill_widens && text->regular), "wider") },
		{ "flat", grid_function(text, text->flattens || text->flattens_fills, "flat") },
		{ "summed", text->sums_blocks ? kernel_section(whole, text->template, "summed") : "" },
		{ "halos", program_halos(text) },
		{ "sums", program_sums(text) },
		{ "workspace", program_workspace(text) },
		{ "stores", macro_if(text->program->kept_count) },
		{ "stores_nothing", macro_if(!text->program->kept_count) },
		{ "alignment", target_workspace_alignment(whole) },
		{ "kept", program_arrays(text) },
		{ "grids", program_grids(text) },
		{ "launches", program_launches(text) },
		{ "index", int_text(arena, program_workspace_index(text)) },
		{ "refusals", refusals },
		{ "unchecked", macro_if(!*refusals) },
		{ "block_list", program_block_list(text->whole.arena, text->program) },
		{ "by_part", by_part(text) },
		{ "places", program_places(text) },
	};

	return providers_expand(whole, text->template, "file", &plane_macros, given,
		sizeof given/sizeof *given);
}

static const struct template *
load(const struct program_text *text, const char *folder, const char *name)
{
	struct arena *arena = text->whole.arena;

	return template_find(text->whole.templates, arena_printf(arena, "%s%s%s", folder, *folder ? "/" : "", name));
}

static bool
has_scalars(const struct program *program)
{
	bool found = program->sums;

	for (int p = 0; p < program->part_count; p++)
		found |= program->parts[p].kind == KERNEL_scalar;
	return found;
}

/* Those of what the program does. False after an error. */
static bool
load_templates(struct program_text *text)
{
	const struct target_info *target = &targets[text->whole.variant->target];

	text->template = load(text, target->folder, "program");
	text->shared = load(text, "", "program");
	if (program_fills_halos(text->program)) {
		text->halo = load(text, "", "halo");
		text->halo_kernels = load(text, target->folder, "halo");
		if (!text->halo || !text->halo_kernels)
			return false;
	}
	if (has_scalars(text->program)) {
		text->sums = load(text, target->folder, "sum");
		if (!text->sums)
			return false;
	}
	return text->template && text->shared;
}

struct emitted
program_emit(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	const struct plan *own = plan_of_variant(plan, variant);
	struct program_text text = {
		.whole = plane_kernel(templates, source, own, variant, variant_name(templates->arena, own, variant)),
		.program = own->program, .kernel_names = &own->names, .gpu = targets[variant->target].blocks,
		.regular = storages[variant->storage].regular, .innermost = variant->levels == LEVELS_INNERMOST,
	};

	if (!plane_load_templates(&text.whole) || !prepare_parts(&text))
		return (struct emitted){ "", "", false };
	share_shape(&text);
	if (!load_templates(&text))
		return (struct emitted){ "", "", false };
	text.whole = kernel_launcher(&text.whole);
	program_name_kept(&text);
	return (struct emitted){
		arena_printf(templates->arena, "%s\n", file_text(&text)), plane_kernel_line(&text.whole), kernel_has_vectors(&text.whole),
	};
}
