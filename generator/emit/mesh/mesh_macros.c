#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/kernel_macros.h"
#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/parameters.h"
#include "generator/emit/level_vector.h"
#include "generator/emit/target.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_variants.h"

static enum location
own_location(const struct kernel *k)
{
	return k->plan->neighbors->stencil->location;
}

static const char *macro_own(const struct kernel *k) { return k->plan->names.neighbors[OWN_ELEMENT]; }
static const char *macro_singular(const struct kernel *k) { return location_names[own_location(k)]; }
static const char *macro_plural(const struct kernel *k) { return location_plurals[own_location(k)]; }
static const char *macro_storage(const struct kernel *k) { return mesh_storages[k->variant->storage]; }
/* Levels that indices which are ints can tell apart, up to the highest that is read. */
static const char *macro_most(const struct kernel *k) { return index_add(k->arena, "INT_MAX/widest", -1 - k->lookups->above, NULL); }

static bool is_innermost(const struct kernel *k) { return k->variant->levels == LEVELS_INNERMOST; }

/* What an access has for the launches of its kernel. */
static const char *
section_of_launch(const struct kernel *k, const char *section)
{
	return providers_expand(k, k->access, section, &kernel_macros, NULL, 0);
}

/* Blocks with more shared memory than a GPU has are refused, too. */
static const char *
macro_refused_block(const struct kernel *k)
{
	return join_lines(k->arena, section_of_launch(k, "refused_block"), !has_shared_memory(k) ? "" : EXPAND(k, k->access, "large_block",
		{ "bytes", shared_bytes(k, "mesh->top - mesh->bottom") },
		{ "most", int_text(k->arena, targets[k->variant->target].shared_kb) }));
}

static const char *
macro_shared_bytes(const struct kernel *k)
{
	return !has_shared_memory(k) ? "" : shared_launch(k, shared_bytes(k, "depth"));
}

/* Whether a kernel has strides of a location: the own one, by which a level goes on, or another's. */
static bool
has_stride(const struct kernel *k, enum location location)
{
	return k->lookups->columns[location] || k->lookups->slots[location];
}

static const char *
mesh_stride_parameters(const struct kernel *k)
{
	const char *text = "";

	for (int location = 0; location < LOCATIONS; location++)
		if (has_stride(k, (enum location)location))
			text = join_lines(k->arena, text, EXPAND(k, mesh_common(k), "stride",
				{ "first", macro_if(!*text) },
				{ "further", macro_if(*text) },
				{ "location", location_names[location] },
				{ "plural", location_plurals[location] }));
	return mesh_aligned(k, text);
}

static const char *
mesh_stride_arguments(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	for (int location = 0; location < LOCATIONS; location++)
		if (has_stride(k, (enum location)location))
			list_add(&list, arena_printf(k->arena, "mesh->%s_stride", location_names[location]));
	return arena_printf(k->arena, "%s,", list_text(&list));
}

/* Whether fields with levels lie there, each level after the other. */
static const char *
starts_at(const struct kernel *k, enum location location)
{
	bool any = false;

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		any |= mesh_has_levels(k, f) && f->where.location == location;
	return macro_if(any && k->lookups->columns[location] && !is_innermost(k));
}

static const char *macro_cells(const struct kernel *k) { return starts_at(k, CELL); }
static const char *macro_edges(const struct kernel *k) { return starts_at(k, EDGE); }
static const char *macro_vertices(const struct kernel *k) { return starts_at(k, VERTEX); }

/* The most slots whose values have levels, 1 where there are none. */
static int
most_slots(const struct kernel *k, enum location location)
{
	int most = 1;

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->where.relation && f->shape == SHAPE_POINT && f->where.location == location
				&& f->where.relation->degree.most > most)
			most = f->where.relation->degree.most;
	return most;
}

/* The most elements from one level of a field to the next. */
static const char *
macro_widest(const struct kernel *k)
{
	const char *text = "";

	for (int location = 0; location < LOCATIONS; location++) {
		const char *stride = arena_printf(k->arena, "mesh->%s_stride", location_names[location]);
		const int slots = most_slots(k, (enum location)location);

		if (k->lookups->columns[location])
			text = join_lines(k->arena, text, EXPAND(k, k->file, "wider", { "stride", slots == 1 ? stride
				: arena_printf(k->arena, "%dLL*%s", slots, stride) }));
	}
	return text;
}

static const char *
macro_unroll(const struct kernel *k)
{
	const int unroll = tunable_of(TUNABLE_unroll, k->variant);

	return int_text(k->arena, unroll ? unroll : 1);
}

/* Conditions of which one must hold. */
static const char *
add_condition(const struct kernel *k, const char *conditions, const char *more)
{
	return !*conditions ? more : arena_printf(k->arena, "%s\1 || %s", conditions, more);
}

/* What returns `refusal` if one of several conditions holds; "" if there are none. */
static const char *
refuse(const struct kernel *k, const char *refusal, const char *conditions)
{
	return !*conditions ? "" : wrap(k->arena, EXPAND(k, mesh_common(k), "refusal",
		{ "conditions", conditions }, { "refusal", refusal }), LINE_WIDTH, 4);
}

static const char *
null_pointers(const struct kernel *k)
{
	const char *text = "!mesh";

	for (int i = 0; i < k->lookups->count; i++)
		text = add_condition(k, text, arena_printf(k->arena, "!%s", k->lookups->tables[i].name));
	return add_condition(k, text, launcher_null_fields(k));
}

static const char *
missing_tables(const struct kernel *k)
{
	const char *text = "";

	for (int i = 0; i < k->lookups->count; i++) {
		const struct looked_up *table = &k->lookups->tables[i];

		text = add_condition(k, text, arena_printf(k->arena, "!%s->table", table->name));
		if (table->rows == table->relation)
			text = arena_printf(k->arena, "%s || !%s->start", text, table->name);
	}
	return text;
}

static const char *
short_strides(const struct kernel *k)
{
	const char *text = "";

	for (int location = 0; location < LOCATIONS; location++)
		if (has_stride(k, (enum location)location))
			text = add_condition(k, text, arena_printf(k->arena, "mesh->%s_stride < 1", location_names[location]));
	return text;
}

static const char *
large_tables(const struct kernel *k)
{
	const char *text = "";

	for (int location = 0; location < LOCATIONS; location++)
		if (k->lookups->slots[location])
			text = add_condition(k, text, arena_printf(k->arena, "mesh->%s_stride > INT_MAX/%d", location_names[location],
				k->lookups->most[location]));
	for (int location = 0; location < LOCATIONS && is_innermost(k); location++) {
		const int slots = most_slots(k, (enum location)location);

		if (k->lookups->columns[location])
			text = add_condition(k, text, arena_printf(k->arena, "mesh->%s_stride > INT_MAX/%smesh->height",
				location_names[location], slots == 1 ? "" : arena_printf(k->arena, "%d/", slots)));
	}
	return text;
}

static const char *
mesh_checks(const struct kernel *k)
{
	const struct macro given[] = {
		{ "null", refuse(k, "STENCIL_NULL_POINTER", null_pointers(k)) },
		{ "location", macro_singular(k) },
		{ "no_table", refuse(k, "STENCIL_NO_TABLE", missing_tables(k)) },
		{ "short", refuse(k, "STENCIL_SHORT_STRIDE", short_strides(k)) },
		{ "levels", macro_if(k->plan->reads_levels) },
		{ "large", refuse(k, "STENCIL_LARGE_TABLE", large_tables(k)) },
		{ "misaligned", mesh_misaligned(k) },
	};

	return providers_expand(k, mesh_common(k), "checks", &kernel_macros, given, sizeof given/sizeof *given);
}

/* The loops of a CPU around its kernel. */
static const char *
macro_sweep(const struct kernel *k)
{
	return EXPAND(k, k->access, "sweep",
		{ "kernel", k->name },
		{ "own", macro_own(k) },
		{ "plural", macro_plural(k) },
		{ "outermost", macro_if(!is_innermost(k)) },
		{ "innermost", macro_if(is_innermost(k)) },
		{ "strides", mesh_stride_arguments(k) },
		{ "tables", mesh_table_arguments(k) },
		{ "values", mesh_operands(k) });
}

static const struct provider of_launch[] = {
	{ "checks", mesh_checks },
	{ "sweep", macro_sweep },
	{ "refused_block", macro_refused_block },
	{ "shared_bytes", macro_shared_bytes },
	{ "widest", macro_widest },
	{ "most", macro_most },
	{ "cells", macro_cells },
	{ "edges", macro_edges },
	{ "vertices", macro_vertices },
	{ "strides", mesh_stride_arguments },
	{ "tables", mesh_table_arguments },
	{ "operands", mesh_operands },
};

#define OF_LAUNCH ROWS_OF(of_launch), .further = &kernel_macros
static const struct providers argument_macros = { OF_LAUNCH };
static const struct providers launch_macros = { OF_LAUNCH, .required = (const char *const[]){ "checks", "uniforms", NULL } };

/* One launch, or several of as many levels as indices that are ints can tell apart. */
static const char *
gpu_launch(const struct kernel *k)
{
	const bool innermost = is_innermost(k), columns = innermost || k->sweeps;
	const struct launch launch = {
		.kernel = k->name,
		.blocks = section_of_launch(k, "grid"),
		.threads = columns ? "dim3(block.x, block.y)" : "dim3(block.x, block.y, block.z)",
		.bytes = has_shared_memory(k) ? "shared" : NULL,
		.arguments = providers_expand(k, k->file, k->sweeps ? "arguments_of_sweep" : "arguments", &argument_macros, NULL, 0),
	};
	const struct macro given[] = {
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, columns ? "return" : NULL) },
	};

	return providers_expand(k, k->file, k->sweeps ? "launch_sweep" : innermost ? "launch_columns" : "launch_levels", &launch_macros, given,
		sizeof given/sizeof *given);
}

static const char *
macro_launch(const struct kernel *k)
{
	return targets[k->variant->target].blocks ? gpu_launch(k) : providers_expand(k, k->file, "launch", &launch_macros, NULL, 0);
}

/* C declares abs in a header of its own; CUDA and HIP have it without one. */
static const char *
macro_stdlib(const struct kernel *k)
{
	return macro_if(k->needs.abs_of_int && !targets[k->variant->target].blocks);
}

static const struct provider rows[] = {
	{ "own", macro_own },
	{ "tables", mesh_table_parameters },
	{ "strides", mesh_stride_parameters },
	{ "values", mesh_parameters },
	{ "singular", macro_singular },
	{ "plural", macro_plural },
	{ "seek", mesh_seek },
	{ "indices", mesh_indices },
	{ "cells", macro_cells },
	{ "edges", macro_edges },
	{ "vertices", macro_vertices },
	{ "unroll", macro_unroll },
	{ "header", kernel_header },
	{ "stdlib", macro_stdlib },
	{ "storage", macro_storage },
	{ "costs", mesh_costs },
	{ "relations", mesh_relation_parameters },
	{ "launch", macro_launch },
	{ "unpacked_relations", mesh_unpacked_relations },
	{ "preamble", mesh_preamble },
};

#define MACROS ROWS_OF(rows), .further = &kernel_macros
const struct providers mesh_macros = { MACROS };
static const struct providers element_macros = { MACROS, .required = (const char *const[]){ "statements", NULL } };
const struct providers mesh_kernel_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "own", "tables", "values", "statements", NULL } };
const struct providers mesh_sweep_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "tables", "values", "statements", NULL } };
const struct providers mesh_file_macros = { MACROS,
	.required = (const char *const[]){ "source", "header", "storage", "access", "costs", "helpers", "description", "kernel",
		"relations", "fields", "launch", "unpacked_relations", "unpacked", NULL } };

const char *
mesh_in_element(const struct kernel *k, const char *statements)
{
	const struct macro given = { "statements", statements };

	return !template_has(k->access, "element") ? statements
		: providers_expand(k, k->access, "element", &element_macros, &given, 1);
}
