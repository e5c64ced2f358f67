#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/loads_ahead.h"
#include "generator/emit/needs.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/plane/plane_costs.h"
#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/plane/planes.h"
#include "generator/emit/plane/row_buffer.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/emit/plane/tile_text.h"
#include "generator/plan/names.h"
#include "generator/variants/choose.h"

/* A loop over levels carries what the next one needs, if its template says where. */
static bool
carry_levels(struct kernel *k)
{
	struct plan *plan = template_uses(k->access, "kernel", "prologue")
		? plan_tile(k->arena, k->plan, 1, 1, COURSE_UP) : NULL;

	if (!plan || !plan_carries(plan))
		return true;
	name_plan(k->arena, plan);
	k->plan = plan;
	return true;
}

static bool
prepare_levels(struct kernel *k)
{
	if (!carry_levels(k))
		return false;
	if (ahead_levels(k) && template_has(k->access, "element_ahead"))
		k->ahead = ahead_of_points(k);
	return true;
}

static const struct provider of_points[] = { { "statements", plane_in_levels } };
static const struct shape_kind point_kind = {
	.prepare = prepare_levels, .spelling = &plane_spelling, .section = "kernel", .own = PROVIDERS(of_points),
};

/* Blocks of columns that are summed up. */
static const char *
blocks_of_sums(const struct kernel *k)
{
	return launch_blocks(k, arena_printf(k->arena, "{ stencil_ceil_div(grid->width*grid->height, %d), 1 }", SUMMED_COLUMNS));
}

static const char *
launch_of_sums(const struct kernel *k)
{
	return launch_levels(k, arena_printf(k->arena, "dim3(%d)", SUMMED_COLUMNS), "by_column,");
}

static const struct provider of_sums[] = {
	{ "block_sums", block_sums_declared },
	{ "block_sums_put", block_sums_put },
	{ "block_sums_paired", block_sums_paired },
	{ "block_sums_kept", block_sums_kept },
	{ "blocks", blocks_of_sums },
	{ "launch", launch_of_sums },
};

static const struct shape_kind summing_kind = {
	.prepare = carry_levels, .spelling = &plane_spelling, .section = "summing_kernel", .own = PROVIDERS(of_sums),
};

/* Values of row buffers are elements of these. */
static const struct spelling rows_spelling = {
	.element = plane_element, .variable = row_buffer_variable, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = row_buffer_declares,
};

static const char *sweep_of_rows(const struct kernel *k) { return launch_sweep(k, "block_sweep", ""); }
static const char *functions_of_rows(const struct kernel *k) { return row_buffer_functions(k, &plane_kernel_macros); }

static const struct provider of_rows[] = {
	{ "kept_parameters", row_buffer_parameters },
	{ "row_buffer", row_buffer_declared },
	{ "first_rows", row_buffer_filled },
	{ "ends", row_buffer_ends },
	{ "arguments", row_buffer_arguments },
	{ "turn", row_buffer_turn },
	{ "sweep", sweep_of_rows },
};

static const struct shape_kind rows_kind = {
	.prepare = row_buffer_find, .spelling = &rows_spelling, .section = "kernel", .callees = functions_of_rows,
	.own = PROVIDERS(of_rows),
};

static const struct shape_kind *
kind_of(const struct plan *plan, const struct variant *variant)
{
	if (plan->sweeps)
		return &sweep_kind;
	if (variant->levels == LEVELS_INNERMOST)
		return variant_has_clusters(variant) ? &cluster_kind : &column_kind;
	if (variant_has_clusters(variant))
		return &cluster_slice_kind;
	if (variant->access == ACCESS_planes)
		return &planes_kind;
	if (variant_has_tile(variant))
		return tile_shape_of(plan, variant).levels ? &marching_tile_kind : &tile_kind;
	return variant->access == ACCESS_rows ? &rows_kind : variant->access == ACCESS_temporal ? &temporal_kind
		: variant->access == ACCESS_temporal_warp ? &temporal_warp_kind
		: variant_sums_blocks(plan, variant) ? &summing_kind : &point_kind;
}

static const struct template *
load(struct kernel *k, const char *folder, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "%s/%s", folder, name));
}

bool
plane_load_templates(struct kernel *k)
{
	const struct variant *variant = k->variant;
	const struct target_info *target = &targets[variant->target];

	k->storage = load(k, "storage", storages[variant->storage].template);
	k->levels = load(k, "levels", levels_names[variant->levels]);
	k->tables = variant->column_tables ? load(k, "levels", levels_names[LEVELS_INNERMOST]) : k->levels;
	k->access = load(k, target->folder, k->sweeps ? "sweep" : variant_template(k->arena, variant));
	k->file = load(k, target->folder, "file");
	k->target = target_template(k->templates, variant->target);
	k->common = template_find(k->templates, "common");
	return kernel_read_layout(k) && k->storage && k->levels && k->tables && k->access && k->file && k->target && k->common;
}

bool
plane_prepare(struct kernel *k)
{
	if (!plane_load_templates(k) || (k->kind->prepare && !k->kind->prepare(k)))
		return false;
	kernel_find_needs(k);
	distances_find_needs(k);
	k->needs.lookups = columns_lookups(k);
	return true;
}

const char *
plane_kernel_line(const struct kernel *k)
{
	const struct variant *v = k->variant;
	const struct costs costs = plane_costs(k);

	return arena_printf(k->arena, "KERNEL(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %d, %d, %d, %s)\n",
		k->plan->stencil->name, storages[v->storage].name, accesses[v->access].name,
		layouts[v->layout].name, levels_names[v->levels], targets[v->target].name, type_name(v->precision), costs.loads,
		costs.stores, costs.flops, costs.bytes, costs.column_bytes, costs.lookups, k->name);
}

struct kernel
plane_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant, const char *name)
{
	return (struct kernel){
		.arena = templates->arena, .source = source, .plan = plan, .variant = variant,
		.templates = templates, .name = name, .sweeps = plan->sweeps != NULL, .kind = kind_of(plan, variant),
		.shape = { 1, 1, tunable_of(TUNABLE_levels_per_thread, variant) },
	};
}

const char *
plane_kernel_body(const struct kernel *k, const struct providers *of_kernel)
{
	return providers_expand(k, k->access, k->kind->section,
		template_has(k->access, "walk") ? &plane_walk_macros : of_kernel, NULL, 0);
}

struct emitted
plane_emit(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant, const struct providers *of_kernel,
	const struct providers *of_file)
{
	struct kernel k = plane_kernel(templates, source, plan, variant,
		variant_name(templates->arena, plan, variant));
	struct macro texts[] = { { .name = "body" }, { .name = "callees" } };
	struct kernel launcher;

	if (!plane_prepare(&k))
		return (struct emitted){ "", "", false };
	launcher = kernel_launcher(&k);
	texts[0].text = plane_kernel_body(&k, of_kernel);
	texts[1].text = k.kind->callees ? k.kind->callees(&k) : "";
	return (struct emitted){
		arena_printf(k.arena, "%s\n", providers_expand(&launcher, k.file, "file", of_file, texts,
			template_uses(k.file, "file", "callees") ? 2 : 1)),
		plane_kernel_line(&k), kernel_has_vectors(&k),
	};
}

