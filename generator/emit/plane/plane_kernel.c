#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/needs.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/plane/plane_costs.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/plane/prefetch.h"
#include "generator/emit/plane/stretches.h"
#include "generator/emit/plane/temporal.h"
#include "generator/emit/rows/kept_rows.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/emit/tile/tile_text.h"
#include "generator/plan/names.h"
#include "generator/variants/choose.h"

static const struct template *
load(struct kernel *k, const char *folder, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "%s/%s", folder, name));
}

/* What a thread of several points computes. False if it would be too much. */
static bool
make_tile(struct kernel *k)
{
	const struct plan *plan = k->plan;

	k->tile = tile_create(k->arena, plan, k->variant);
	if (!k->tile) {
		error_at(k->source, plan->stencil->span,
			"a thread of '%s' would have too much to compute: take fewer rows or points per thread",
			k->name);
		return false;
	}
	k->plan = k->tile->plan;
	k->shape = k->tile->shape;
	return true;
}

/* What a thread does for a cluster; the kernel itself is what it does for a column in none. False if it
 * would be too much. */
static bool
make_cluster(struct kernel *k)
{
	const struct tile_shape shape = variant_cluster(k->plan, k->variant);
	struct plan *plan = plan_tile(k->arena, k->plan, shape.points, shape.rows, COURSE_NONE);
	struct kernel *cluster = arena_new(k->arena, struct kernel);

	if (!plan) {
		error_at(k->source, k->plan->stencil->span,
			"a thread of '%s' would have too much to compute: take smaller clusters", k->name);
		return false;
	}
	plan_march_east(plan);
	name_plan(k->arena, plan);
	k->shape.points = shape.points;
	k->shape.rows = shape.rows;
	*cluster = *k;
	cluster->plan = plan;
	cluster->stretches = stretches_march_east(stretches_find(k, plan));
	cluster->spelling = &stretch_spelling;
	k->cluster = cluster;
	return true;
}

/* Values of kept rows are elements of these. */
static const struct spelling rows_spelling = {
	.element = plane_element, .variable = kept_rows_variable, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = kept_rows_declares,
};

/* A loop over levels keeps what the next one needs, if its template says where. */
static void
carry_levels(struct kernel *k)
{
	struct plan *plan = template_uses(k->access, "kernel", "prologue")
		? plan_tile(k->arena, k->plan, 1, 1, COURSE_UP) : NULL;

	if (!plan || !plan_carries(plan))
		return;
	name_plan(k->arena, plan);
	k->plan = plan;
}

bool
plane_load_templates(struct kernel *k)
{
	const struct variant *variant = k->variant;
	const struct target_info *target = &targets[variant->target];

	k->storage = load(k, "storage", storages[variant->storage].template);
	k->levels = load(k, "levels", levels_names[variant->levels]);
	k->tables = variant->column_tables ? load(k, "levels", levels_names[LEVELS_INNERMOST]) : k->levels;
	k->access = load(k, target->folder, k->plan->sweeps ? "sweep" : variant_template(k->arena, variant));
	k->file = load(k, target->folder, "file");
	k->target = target_template(k->templates, variant->target);
	k->common = template_find(k->templates, "common");
	return kernel_read_layout(k) && k->storage && k->levels && k->tables && k->access && k->file && k->target && k->common;
}

/* Levels that a thread loads at once: of a column, or of those that a sweep goes through. */
static int
levels_at_once(const struct kernel *k)
{
	struct variant settled = *k->variant;

	tunables_settle(k->plan, &settled);
	return k->plan->sweeps || kernel_takes_columns(k) ? tunable_of(TUNABLE_levels_per_load, &settled) : 0;
}

bool
plane_prepare(struct kernel *k)
{
	k->vector = levels_at_once(k);
	if (!plane_load_templates(k) || (variant_has_tile(k->variant) && !make_tile(k))
			|| (variant_has_clusters(k->variant) && !make_cluster(k)))
		return false;
	if (k->variant->access == ACCESS_rows)
		kept_rows_find(k, &rows_spelling);
	else if (!k->tile)
		carry_levels(k);
	if (kernel_takes_columns(k))
		k->stretches = stretches_find(k, k->plan);
	k->spelling = k->rows ? &rows_spelling : k->tile ? &tile_spelling : k->plan->sweeps ? &plane_spelling : k->stretches ? &stretch_spelling
		: k->variant->access == ACCESS_temporal ? &temporal_spelling : &plane_spelling;
	kernel_find_needs(k);
	distances_find_needs(k);
	k->needs.lookups = columns_lookups(k);
	if (k->tile)
		tile_find_guards(k);
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
		.templates = templates, .name = name, .sweeps = plan->sweeps != NULL,
		.shape = { 1, 1, tunable_of(TUNABLE_levels_per_thread, variant) },
	};
}

const char *
plane_kernel_body(const struct kernel *k, const struct providers *of_kernel)
{
	return providers_expand(k, k->access, kernel_marches(k) ? "marching_kernel" : sums_blocks(k) ? "summing_kernel" : "kernel",
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
	texts[1].text = k.rows ? kept_rows_functions(&k, of_kernel) : kernel_prefetch(&k);
	return (struct emitted){
		arena_printf(k.arena, "%s\n", providers_expand(&launcher, k.file, "file", of_file, texts,
			template_uses(k.file, "file", "callees") ? 2 : 1)),
		plane_kernel_line(&k), kernel_has_vectors(&k),
	};
}

