#include "generator/emit/plane/plane_kernel.h"
#include "generator/plan/names.h"
#include "generator/variants/choose.h"
#include "generator/emit/statements.h"
#include "generator/emit/tile/tile.h"
#include "generator/emit/comments.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/wrap.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/launch.h"
#include "generator/emit/tile/tile_text.h"
#include "generator/variants/relations.h"

#include <ctype.h>
#include <string.h>

/* From so many streams on, a cap on registers wins more by threads in flight than
 * it loses by recomputation: measured, fastwaves on an H200, 8 % (40 registers
 * let 48 warps share a multiprocessor). Structs of a point are slower with it, and
 * blocks of results would spill. Where a thread has a vector of points, a limit of its
 * block leaves it 128, and so does not spill: measured, 2 %; two rows would. */
enum { MANY_STREAMS = 8, REGISTERS = 40, THREADS = 512 };

/* With two decimals, as few as it takes. */
static const char *
quotient(struct arena *arena, int dividend, int divisor)
{
	char *text = arena_printf(arena, "%.2f", (double)dividend/divisor);
	char *end = text + strlen(text);

	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		end[-1] = '\0';
	return text;
}

/* Costs per grid point. Fractions occur where a thread computes several points. */
struct costs {
	const char *loads, *stores, *flops; /* a vector's load is one */
	int bytes, column_bytes;            /* as in a plan */
	int lookups;                        /* of neighbours in a table, as the text spells them */
};

static struct costs
costs_of(const struct kernel *k)
{
	const struct tile *tile = k->tile;
	const int points = tile ? tile->shape.points*tile->shape.rows : 1;

	return (struct costs){
		.loads = quotient(k->arena, tile ? tile_load_count(tile) : k->plan->loads, points),
		.stores = quotient(k->arena, tile ? tile_store_count(tile) : k->plan->stores, points),
		.flops = quotient(k->arena, k->plan->flops, points),
		.bytes = k->plan->bytes, .column_bytes = k->plan->column_bytes, .lookups = k->lookups,
	};
}

/* What the macros of templates stand for. Each is worked out only where a
 * template has it. */

static const char *
text_source(struct kernel *k)
{
	return base_name(k->arena, k->source->path);
}

static const char *
text_stencil(struct kernel *k)
{
	return k->plan->stencil->name;
}

static const char *
text_storage(struct kernel *k)
{
	return storages[k->variant->storage].name;
}

static const char *
text_access(struct kernel *k)
{
	return accesses[k->variant->access].name;
}

static const char *
text_layout(struct kernel *k)
{
	return EXPAND(k, k->layout, "title", { "fields", layouts[k->variant->layout].name });
}

static const char *
text_arrays(struct kernel *k)
{
	return EXPAND(k, k->layout, "arrays", { "source", text_source(k) });
}

static const char *
text_kernel(struct kernel *k)
{
	return k->name;
}

static const char *
text_costs(struct kernel *k)
{
	const struct costs costs = costs_of(k);
	const char *text = arena_printf(k->arena, "Per point: loads %s, stores %s, flops %s, bytes %d",
		costs.loads, costs.stores, costs.flops, costs.bytes);

	if (costs.column_bytes)
		text = arena_printf(k->arena, "%s + %d/levels", text, costs.column_bytes);
	return costs.lookups ? arena_printf(k->arena, "%s; look-ups %d", text, costs.lookups) : text;
}

static const char *
text_description(struct kernel *k)
{
	return comment_above(k->arena, k->source, k->plan->stencil->span);
}

/* The storage's section, empty where there is no neighbour to find. */
static const char *
table_section(struct kernel *k, const char *section)
{
	return kernel_has_table(k) ? kernel_section(k, k->storage, section) : "";
}

static const char *
text_declarations(struct kernel *k)
{
	struct list list = { k->arena, "" };
	struct offset *relations;
	const int count = variant_relations(k->arena, k->plan, storages[k->variant->storage].table,
		&relations);

	for (int i = 0; i < count; i++)
		list_add(&list, slot_name(k->arena, relations[i]));
	return count ? EXPAND(k, k->storage, "declarations", { "slots", list_text(&list) }) : "";
}

static const char *
text_seek(struct kernel *k)
{
	const char *text = "";
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used && arrays[i].points)
			text = join_lines(k->arena, text, EXPAND(k, arrays[i].layout, "seek",
				{ "array", arrays[i].name }));
	return text;
}

static const char *
text_statements(struct kernel *k)
{
	return statements_text(k, k->source, LINE_WIDTH);
}

static const char *
text_limits(struct kernel *k)
{
	const struct layout_info *layout = &layouts[k->variant->layout];
	const int element = k->variant->precision == TYPE_FLOAT ? 4 : 8;
	const bool row = k->tile && k->tile->shape.points > 1 && k->tile->shape.rows == 1;

	if (layout->points == 1 || layout->outputs || !k->plan->loads
			|| k->plan->bytes < MANY_STREAMS*element)
		return "";
	if (row && template_has(k->file, "thread_limits"))
		return EXPAND(k, k->file, "thread_limits",
			{ "threads", arena_printf(k->arena, "%d", THREADS) });
	if (!k->tile && template_has(k->file, "limits"))
		return EXPAND(k, k->file, "limits",
			{ "registers", arena_printf(k->arena, "%d", REGISTERS) });
	return "";
}

/* In a loop over all levels two at a time pay where several fields are read with a
 * table, measured on an H200: hdiff gains 24 %, laplap loses 5 to 60, fastwaves, which
 * carries, 20; without a table hdiff loses 11. */
static const char *
text_unroll(struct kernel *k)
{
	int streams = 0;

	if (k->variant->tunables[TUNABLE_unroll])
		return arena_printf(k->arena, "%d", k->variant->tunables[TUNABLE_unroll]);
	if (k->variant->access != ACCESS_zloop || storages[k->variant->storage].regular
			|| plan_carries(k->plan))
		return "1";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		streams += f->used && f->shape == SHAPE_POINT && f->role != ROLE_OUT;
	return streams > 1 ? "2" : "1";
}

static const char *
text_slots(struct kernel *k)
{
	return arena_printf(k->arena, "%d", kernel_slots(k));
}

static const char *
text_sweep(struct kernel *k)
{
	const char *section = template_uses(k->access, "kernel", "seek") ? "sweep" : "column_sweep";

	return EXPAND(k, k->storage, section, { "kernel", k->name },
		{ "arguments", join_lines(k->arena, table_section(k, "arguments"), kernel_operands(k)) });
}

/* Sections of the storage and the access by the name of their macro. */
static const char *macro_levels(struct kernel *k) { return kernel_levels(k); }
static const char *text_range(struct kernel *k) { return kernel_section(k, k->storage, "range"); }
static const char *text_column(struct kernel *k) { return kernel_section(k, k->storage, "column"); }
static const char *text_inside(struct kernel *k) { return kernel_section(k, k->storage, "inside"); }
static const char *text_outside(struct kernel *k) { return kernel_section(k, k->storage, "outside"); }
static const char *text_range_arguments(struct kernel *k) { return kernel_section(k, k->storage, "range_arguments"); }
static const char *text_parameters(struct kernel *k) { return table_section(k, "parameters"); }
static const char *text_storage_arguments(struct kernel *k) { return table_section(k, "arguments"); }
static const char *text_lookup(struct kernel *k) { return table_section(k, "lookup"); }
static const char *text_stores(struct kernel *k) { return kernel_columns(k, k->access, "store"); }
static const char *text_loads(struct kernel *k) { return kernel_columns(k, k->access, "load"); }
static const char *text_variables(struct kernel *k) { return kernel_columns(k, k->access, "variable"); }
static const char *text_shuffles(struct kernel *k) { return kernel_columns(k, k->file, "shuffle"); }
static const char *text_lanes(struct kernel *k) { return kernel_section(k, k->file, "lanes"); }

static const char *
text_prologue(struct kernel *k)
{
	if (k->tile)
		return tile_prologue(k);
	return !plan_carries(k->plan) ? "" : EXPAND(k, k->access, "prologue",
		{ "definitions", carried_definitions(k) });
}

static const char *
text_carries(struct kernel *k)
{
	if (k->tile)
		return tile_carries(k);
	return !plan_carries(k->plan) ? "" : EXPAND(k, k->access, "carries",
		{ "updates", carried_updates(k) });
}

static const char *
text_function(struct kernel *k)
{
	return template_has(k->access, "index") ? "" : table_section(k, "function");
}

/* required: a kernel without it would be another program. */
struct provider {
	const char *name;
	const char *(*text)(struct kernel *);
	bool required;
};

static const struct provider of_kernel[] = {
	{ "kernel", text_kernel, true },
	{ "parameters", text_parameters, true },
	{ "values", kernel_values, true },
	{ "statements", text_statements, true },
	{ "limits", text_limits, false },
	{ "range", text_range, false },
	{ "column", text_column, false },
	{ "inside", text_inside, false },
	{ "outside", text_outside, false },
	{ "lookup", text_lookup, false },
	{ "indices", kernel_indices, false },
	{ "stores", text_stores, false },
	{ "loads", text_loads, false },
	{ "slots", text_slots, false },
	{ "variables", text_variables, false },
	{ "shuffles", text_shuffles, false },
	{ "lanes", text_lanes, false },
	{ "levels_per_thread", macro_levels, false },
	{ "unroll", text_unroll, false },
	{ "seek", text_seek, false },
	{ "thread_point", tile_thread_point, false },
	{ "strips", tile_strips, false },
	{ "carried", tile_carried_strips, false },
	{ "prologue", text_prologue, false },
	{ "reads", tile_loads, false },
	{ "writes", tile_stores, false },
	{ "carries", text_carries, false },
	{ "guards", tile_guards, false }, /* for all before */
};

static const struct provider of_file[] = {
	{ "source", text_source, true },
	{ "stencil", text_stencil, true },
	{ "storage", text_storage, true },
	{ "access", text_access, true },
	{ "layout", text_layout, true },
	{ "arrays", text_arrays, true },
	{ "costs", text_costs, true },
	{ "declarations", text_declarations, true },
	{ "uniforms", launcher_uniforms, true },
	{ "helpers", kernel_helpers, true }, /* that all before have called */
	{ "description", text_description, true },
	{ "kernel", text_kernel, true },
	{ "fields", launcher_fields, true },
	{ "unpacked", unpacked_fields, true },
	{ "function", text_function, false },
	{ "sweep", text_sweep, false },
	{ "refused", launch_refused_blocks, false },
	{ "refused_grid", launch_refused_grids, true },
	{ "upload", launch_upload, false },
	{ "columns", launch_columns, false },
	{ "rows", launch_rows, false },
	{ "reach", launch_reach, false },
	{ "threads", launch_threads, false },
	{ "shared_memory", launch_shared_memory, false },
	{ "range", text_range_arguments, false },
	{ "storage_arguments", text_storage_arguments, false },
	{ "operands", kernel_operands, false },
};

/* Expands a section with what the providers give it, and body as $body. */
static const char *
expand(struct kernel *k, const struct template *template, const char *section,
	const struct provider *providers, int count, const char *body)
{
	struct macro *macros = arena_array(k->arena, struct macro, count + 1);
	int used = 0;

	if (body)
		macros[used++] = (struct macro){ "body", body };
	for (int i = 0; i < count; i++)
		if (providers[i].required || template_uses(template, section, providers[i].name))
			macros[used++] = (struct macro){ providers[i].name, providers[i].text(k) };
	return template_expand_all(k->arena, template, section, macros, used);
}

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

/* A loop over levels keeps what the next one needs, if its template says where. */
static void
carry_levels(struct kernel *k)
{
	struct plan *plan = template_has(k->access, "prologue")
		? plan_tile(k->arena, k->plan, 1, 1, true) : NULL;

	if (!plan || !plan_carries(plan))
		return;
	name_plan(k->arena, plan);
	k->plan = plan;
}

/* A kernel's line in kernels.def. */
static const char *
kernel_line(struct kernel *k)
{
	const struct variant *v = k->variant;
	const struct costs costs = costs_of(k);

	return arena_printf(k->arena, "KERNEL(%s, %s, %s, %s, %s, %s, %s, %s, %s, %d, %d, %d)\n",
		k->plan->stencil->name, storages[v->storage].name, accesses[v->access].name,
		layouts[v->layout].name, targets[v->target].name, type_name(v->precision), costs.loads,
		costs.stores, costs.flops, costs.bytes, costs.column_bytes, costs.lookups);
}

static struct emitted
emit_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	const char *target = targets[variant->target].name;
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = plan, .variant = variant,
		.templates = templates, .name = variant_name(templates->arena, plan, variant),
		.shape = { 1, 1, tunable_of(TUNABLE_levels_per_thread, variant) },
	};
	const char *body;

	k.storage = load(&k, "storage", storages[variant->storage].name);
	k.access = load(&k, targets[variant->target].accesses, accesses[variant->access].template);
	k.file = load(&k, target, "file");
	k.common = template_find(templates, "common");
	if (!kernel_read_layout(&k) || !k.storage || !k.access || !k.file || !k.common)
		return (struct emitted){ "", "" };
	if (accesses[variant->access].tile && !make_tile(&k))
		return (struct emitted){ "", "" };
	if (!k.tile)
		carry_levels(&k);
	/* The kernel first: the file says what it costs and declares what it calls. */
	body = expand(&k, k.access, kernel_marches(&k) ? "marching_kernel" : "kernel", of_kernel, sizeof of_kernel/sizeof *of_kernel, NULL);
	return (struct emitted){
		arena_printf(k.arena, "%s\n", expand(&k, k.file, "file", of_file,
			sizeof of_file/sizeof *of_file, body)),
		kernel_line(&k),
	};
}

const struct emitter plane_emitter = { emit_kernel, plane_header };
