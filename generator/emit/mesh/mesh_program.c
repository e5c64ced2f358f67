#include "generator/emit/mesh/mesh_program.h"

#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/program/program_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/target.h"
#include "generator/plan/names.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

#include <string.h>

/* The kernels of a file: each stores a temporary or assigns outputs. */
struct mesh_text {
	struct kernel whole;      /* as one kernel: what launchers see */
	struct kernel launcher;   /* the same with the names of launchers */
	const struct program *program;
	struct kernel *kernels;   /* of the parts */
	const char **kept;        /* by stored temporary: the name of its array in the workspace */
	const struct template *template;
	struct program_text reduced; /* the same, for what takes sums and scalars */
	bool several_locations;   /* that outputs are on: each has a range of elements */
};

/* A thread alone has no levels. */
static const struct variant *
scalar_variant(const struct kernel *whole)
{
	struct variant *variant = arena_new(whole->arena, struct variant);

	*variant = *whole->variant;
	variant->levels = LEVELS_OUTERMOST;
	return variant;
}

/* What loads levels ahead, and what slices have. */
static const struct variant *
own_variant(const struct kernel *whole, const struct part *part)
{
	static const int own[] = { TUNABLE_levels_per_thread, TUNABLE_unroll, TUNABLE_ahead };
	struct variant *variant = arena_new(whole->arena, struct variant);
	const struct variant of_part = variant_of_part(whole->plan, whole->variant, part);

	*variant = *whole->variant;
	for (size_t i = 0; i < sizeof own/sizeof *own; i++)
		variant->tunables[own[i]] = of_part.tunables[own[i]];
	return variant;
}

static const struct variant *
part_variant(const struct kernel *whole, const struct part *part)
{
	return part->kind == KERNEL_scalar ? scalar_variant(whole) : own_variant(whole, part);
}

/* Whether a kernel has slices of levels. */
static bool
has_slices(const struct mesh_text *text, int part)
{
	return text->kernels[part].shape.levels && text->program->parts[part].kind != KERNEL_scalar;
}

/* The length of slices is declared once for all kernels that have them, or if there are several by each. */
static void
share_slices(struct mesh_text *text)
{
	int *shared = &text->whole.shape.levels;
	bool same = true;

	*shared = 0;
	for (int p = 0; p < text->program->part_count; p++)
		if (has_slices(text, p)) {
			same &= !*shared || *shared == text->kernels[p].shape.levels;
			*shared = text->kernels[p].shape.levels;
		}
	for (int p = 0; p < text->program->part_count && !same; p++)
		text->kernels[p].own_slices = has_slices(text, p);
	*shared = same ? *shared : 0;
}

/* Constants of threads are declared once, for all kernels that use them. */
static bool
prepare_parts(struct mesh_text *text)
{
	struct kernel *whole = &text->whole;

	text->kernels = arena_array(whole->arena, struct kernel, text->program->part_count);
	whole->vector = 0;
	for (int p = 0; p < text->program->part_count; p++) {
		struct kernel *k = &text->kernels[p];
		const bool scalar = text->program->parts[p].kind == KERNEL_scalar;

		*k = (struct kernel){
			.arena = whole->arena, .source = whole->source, .plan = text->program->parts[p].plan,
			.variant = part_variant(whole, &text->program->parts[p]),
			.templates = whole->templates,
			.name = arena_printf(whole->arena, "%s%s", whole->name, part_ending(whole->arena, text->program, p)),
		};
		if (!mesh_prepare(k, whole))
			return false;
		k->needs.hoists &= !scalar; /* which has no loop */
		whole->vector = k->vector ? k->vector : whole->vector;
		for (int h = 0; h < HELPER_COUNT; h++)
			for (int t = 0; t < TYPE_COUNT; t++)
				whole->needs.helpers[h][t] |= k->needs.helpers[h][t];
		whole->needs.abs_of_int |= k->needs.abs_of_int;
	}
	share_slices(text);
	return true;
}

/* Whether a kernel updates a location, or any of them, in the range of the outputs; if `half`, on half levels. */
static bool
updates(const struct mesh_text *text, int location, bool half)
{
	for (int p = 0; p < text->program->part_count; p++) {
		const struct part *part = &text->program->parts[p];
		const struct stencil *s = part->stencil;

		if (part->kind != KERNEL_scalar && !s->all_elements && (s->half || !half)
			&& (location == LOCATIONS || (int)s->location == location))
			return true;
	}
	return false;
}

static bool
updates_half(const struct mesh_text *text, int location)
{
	return updates(text, location, true);
}

/* The arrays of the workspace are called as what they hold, but not as anything that launchers have. */
static void
name_kept(struct mesh_text *text)
{
	const struct plan *plan = text->whole.plan;
	const struct stencil *stencil = plan->stencil;
	const int most = stencil->field_count + stencil->param_count + text->program->kept_count + text->whole.lookups->count;
	struct arena *arena = text->whole.arena;
	struct scope scope = { arena, plan, NAMES_OF_LAUNCHER, arena_array(arena, const char *, most + 2*LOCATIONS + 1), 0 };

	text->kept = arena_array(arena, const char *, text->program->kept_count + 1);
	for (int f = 0; f < stencil->field_count; f++)
		scope.names[scope.count++] = plan->launcher_names.fields[f];
	for (int p = 0; p < stencil->param_count; p++)
		scope.names[scope.count++] = plan->launcher_names.params[p];
	for (int t = 0; t < text->whole.lookups->count; t++)
		scope.names[scope.count++] = text->whole.lookups->tables[t].name;
	for (int l = 0; l < LOCATIONS && text->several_locations; l++) {
		scope.names[scope.count++] = location_names[l];
		if (updates_half(text, l))
			scope.names[scope.count++] = arena_printf(arena, "%s_half", location_names[l]);
	}
	if (updates_half(text, LOCATIONS))
		scope.names[scope.count++] = "half";
	for (int n = 0; n < text->program->kept_count; n++) {
		const struct kept *kept = &text->program->kept[n];
		const char *name = version_name(arena, kept->temp);

		text->kept[n] = kept->holder ? plan->launcher_names.fields[kept->holder->index]
			: scope_add(&scope, kept->reduction ? arena_printf(arena, "%s_values", name) : name);
	}
}

static const char *
section_of_part(const struct mesh_text *text, int part)
{
	const bool scalar = text->program->parts[part].kind == KERNEL_scalar;
	const struct kernel launcher = kernel_launcher(&text->kernels[part]);
	const struct macro given[] = {
		{ "number", int_text(launcher.arena, part + 1) },
		{ "kernel_count", int_text(launcher.arena, text->program->part_count) },
		{ "assigns", text->program->parts[part].assigns },
		{ "body", scalar ? "" : mesh_body(&text->kernels[part]) },
		{ "size", scalar ? "" : shared_size(&launcher) },
	};

	return scalar ? join_paragraphs(launcher.arena, program_scalar_kernel(&text->reduced, part), program_scalar_start(&text->reduced, part))
		: providers_expand(&launcher, text->template, "part", &mesh_macros, given, sizeof given/sizeof *given);
}

/* What a file has once, if some kernel needs it. */
static const char *
text_of_any(const struct mesh_text *text, const char *(*text_of_kernel)(const struct kernel *))
{
	const char *found = "";

	for (int p = 0; p < text->program->part_count && !*found; p++)
		found = text_of_kernel(&text->kernels[p]);
	return found;
}

static const char *
kernels_text(const struct mesh_text *text)
{
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++)
		all = join_paragraphs(text->whole.arena, all, section_of_part(text, p));
	return all;
}

static const struct part *
part_of(const struct mesh_text *text, const struct kept *kept)
{
	return &text->program->parts[kept->first];
}

/* How many levels above the highest full level of the outputs a kernel updates. */
static int
levels_above(const struct part *part)
{
	return part->stencil->widening.high[2] + part->stencil->half;
}

/* Levels below and above those of the outputs that a kernel updates. */
static const char *
below_text(const struct mesh_text *text, const struct part *part)
{
	const struct stencil *s = part->stencil;

	return s->all_levels ? index_add(text->whole.arena, "mesh->bottom", s->widening.low[2] - s->edge_levels[0], NULL)
		: int_text(text->whole.arena, s->widening.low[2]);
}

static const char *
above_text(const struct mesh_text *text, const struct part *part)
{
	struct arena *arena = text->whole.arena;

	return part->stencil->all_levels ? index_add(arena, "mesh->levels - mesh->top", levels_above(part) - part->stencil->edge_levels[1], NULL)
		: int_text(arena, levels_above(part));
}

static const char *
bytes_of(const struct mesh_text *text, const struct kept *kept)
{
	const struct kernel *k = &text->whole;
	const struct part *part = part_of(text, kept);
	const char *levels = !shapes[kept->shape].axes[2] ? "1" : k->variant->levels == LEVELS_INNERMOST ? "mesh->height"
		: index_add(k->arena, part->stencil->all_levels ? "mesh->levels" : "mesh->top", levels_above(part), NULL);

	return kept->shape == SHAPE_SCALAR ? "256" : arena_printf(k->arena, "array_bytes(%s, mesh->%s_stride, sizeof (%s))", levels,
		location_names[kept->temp->where.location], type_name(kept->type));
}

/* The bytes of the arrays before one, an addition a line; "" if there are none. */
static const char *
bytes_before(const struct mesh_text *text, int kept)
{
	const char *bytes = "";

	for (int n = 0; n < kept; n++)
		bytes = text->program->kept[n].holder ? bytes : arena_printf(text->whole.arena, "%s%s%s", bytes, *bytes ? "\1 + " : "", bytes_of(text, &text->program->kept[n]));
	return bytes;
}

/* A section for each array of the workspace; if `apart`, of those that kernels compute at all elements. */
static const char *
of_arrays(const struct mesh_text *text, const char *section, bool apart)
{
	struct arena *arena = text->whole.arena;
	const char *all = "";

	for (int n = 0; n < text->program->kept_count; n++) {
		const struct kept *kept = &text->program->kept[n];
		const char *before = bytes_before(text, n);

		if (kept->holder || (apart && !part_of(text, kept)->stencil->all_elements))
			continue;
		all = join_lines(arena, all, wrap(arena, EXPAND(&text->whole, text->template, section,
			{ "first", macro_if(!*before) },
			{ "further", macro_if(*before) },
			{ "type", type_name(kept->type) },
			{ "name", text->kept[n] },
			{ "before", before },
			{ "plural", kept->shape == SHAPE_SCALAR ? "" : location_plurals[kept->temp->where.location] },
			{ "below", below_text(text, part_of(text, kept)) },
			{ "above", above_text(text, part_of(text, kept)) }), LINE_WIDTH, 4));
	}
	return all;
}

/* Meshes with the half level that follows the last full one. */
static const char *
half_meshes(const struct mesh_text *text)
{
	struct arena *arena = text->whole.arena;
	const char *all = "";

	for (int l = 0; l < LOCATIONS && text->several_locations; l++)
		if (updates_half(text, l))
			all = join_lines(arena, all, EXPAND(&text->whole, text->template, "half_mesh",
				{ "name", arena_printf(arena, "%s_half", location_names[l]) },
				{ "of", arena_printf(arena, "%s_mesh", location_names[l]) }));
	return text->several_locations || !updates_half(text, LOCATIONS) ? all : EXPAND(&text->whole, text->template, "half_mesh",
		{ "name", "half" },
		{ "of", "*mesh" });
}

/* A mesh for each location that kernels update, if outputs are on several, and of half levels. */
static const char *
ranges_text(const struct mesh_text *text)
{
	return join_lines(text->whole.arena, !text->several_locations ? "" : EXPAND(&text->whole, text->template, "ranges",
		{ "cell", macro_if(updates(text, CELL, false)) },
		{ "edge", macro_if(updates(text, EDGE, false)) },
		{ "vertex", macro_if(updates(text, VERTEX, false)) }), half_meshes(text));
}

/* The array that holds a field of a part. */
static const char *
array_name(const struct mesh_text *text, const struct origin *origin)
{
	return origin->field ? text->launcher.plan->names.fields[origin->field->index]
		: text->kept[origin->kept - text->program->kept];
}

/* The mesh of a location and a kind of levels, as an argument. */
static const char *
mesh_of_points(const struct mesh_text *text, const struct stencil *part)
{
	const char *location = text->several_locations ? location_names[part->location] : "";
	const char *kind = !part->half ? "" : text->several_locations ? "_half" : "half";

	return !*location && !part->half ? "mesh" : arena_printf(text->whole.arena, "&%s%s_mesh", location, kind);
}

/* The mesh that a kernel updates: all elements where it stores a temporary. */
static const char *
mesh_of_part(const struct mesh_text *text, int part)
{
	for (int n = 0; n < text->program->kept_count && text->program->parts[part].stencil->all_elements; n++)
		if (text->program->kept[n].first == part)
			return arena_printf(text->whole.arena, "&%s_mesh", text->kept[n]);
	return mesh_of_points(text, text->program->parts[part].stencil);
}

/* What launches a kernel takes: relations, fields, arrays of the workspace, then params. */
static const char *
arguments_text(const struct mesh_text *text, int part)
{
	const struct part *p = &text->program->parts[part];
	const struct lookups *lookups = text->kernels[part].lookups;
	struct list list = { .text.arena = text->whole.arena };

	for (int t = 0; t < lookups->count; t++)
		list_add(&list, lookups->tables[t].name);
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		list_add(&list, array_name(text, &p->origins[f->index]));
	for (const struct param *param = p->stencil->params; param; param = param->next)
		list_add(&list, text->launcher.plan->names.params[param->index]);
	return text_of(&list.text);
}

static const char *
call_text(const struct mesh_text *text, int part)
{
	struct arena *arena = text->whole.arena;
	const bool gpu = targets[text->whole.variant->target].blocks;
	const char *block = !gpu ? "" : arena_printf(arena, ", blocks[%d], stream", part);

	if (text->program->parts[part].kind == KERNEL_scalar)
		return wrap(arena, arena_printf(arena, "start_%s(%s%s)", text->kernels[part].name, arguments_text(text, part),
			gpu ? ", stream" : ""), LINE_WIDTH, 4);
	return wrap(arena, arena_printf(arena, "start_%s(%s, %s%s)", text->kernels[part].name, mesh_of_part(text, part), arguments_text(text, part),
		block), LINE_WIDTH, 4);
}

/* Whether a location that kernels update has no elements to update. */
static const char *
empty_range(const struct mesh_text *text)
{
	const char *all = "";

	for (int l = 0; l < LOCATIONS && text->several_locations; l++)
		if (updates(text, l, false))
			all = arena_printf(text->whole.arena, "%s%s%s_mesh.end <= %s_mesh.first", all, *all ? " || " : "", location_names[l],
				location_names[l]);
	return all;
}

/* What launches a kernel, and reduces after it if that is wanted. */
static const char *
launch_text(const struct mesh_text *text, int part, bool first, bool reduces)
{
	const struct kernel *k = &text->whole;
	const bool gpu = targets[k->variant->target].blocks, nothing = !gpu && text->program->parts[part].kind == KERNEL_scalar;
	const char *reductions = reduces ? program_reductions(&text->reduced, part) : "";

	return EXPAND(k, text->template, "launch",
		{ "first", macro_if(first && !nothing) },
		{ "further", macro_if(!first && !nothing) },
		{ "first_void", macro_if(first && nothing) },
		{ "void", macro_if(nothing) },
		{ "check", macro_if(*reductions && !gpu) },
		{ "call", call_text(text, part) },
		{ "reductions", reductions });
}

static const char *
launches_text(const struct mesh_text *text)
{
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++)
		all = join_lines(text->whole.arena, all, launch_text(text, p, !p, true));
	return all;
}

static const char *
case_text(const struct mesh_text *text, int part, int number, bool reduces)
{
	const struct kernel *k = &text->whole;
	const bool gpu = targets[k->variant->target].blocks, scalar = text->program->parts[part].kind == KERNEL_scalar;
	const bool plain = !(scalar && !gpu) && !(reduces && *program_reductions(&text->reduced, part));

	return EXPAND(k, text->template, plain ? "case" : "case_reducing",
		{ "index", int_text(k->arena, number) },
		{ "call", plain ? call_text(text, part) : launch_text(text, part, true, reduces) });
}

/* A case for each kernel, then for those that something is reduced after, without that. */
static const char *
cases_text(const struct mesh_text *text)
{
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++)
		all = join_lines(text->whole.arena, all, case_text(text, p, p, true));
	for (int p = 0; p < text->program->part_count; p++) {
		const int number = program_number_without_sums(text->program, p);

		if (number != p)
			all = join_lines(text->whole.arena, all, case_text(text, p, number, false));
	}
	return all;
}

/* The grid of what is reduced. */
static const char *
grid_text(const struct mesh_text *text, const struct kept *kept)
{
	struct arena *arena = text->whole.arena;
	const char *location = location_names[kept->temp->where.location];
	const char *grid = arena_printf(arena, "element_grid(%s, mesh->%s_stride, mesh->%s_order)",
		mesh_of_points(text, part_of(text, kept)->stencil), location, location);

	return kept->shape == SHAPE_COLUMN ? arena_printf(arena, "flat_grid(%s)", grid) : grid;
}

/* Finds the grids on which something is reduced, each once. */
static const char *
find_grids(struct mesh_text *text)
{
	struct arena *arena = text->whole.arena;
	const char **texts = arena_array(arena, const char *, text->program->kept_count + 1), *all = "";
	int count = 0;

	text->reduced.sum_grids = arena_array(arena, const char *, text->program->kept_count + 1);
	for (int n = 0; n < text->program->kept_count; n++) {
		const struct kept *kept = &text->program->kept[n];
		int same = 0;

		if (!kept->reduction)
			continue;
		texts[count] = grid_text(text, kept);
		while (strcmp(texts[same], texts[count]) != 0)
			same++;
		if (same == count)
			all = join_lines(arena, all, arena_printf(arena, "%s,", texts[count++]));
		text->reduced.sum_grids[n] = arena_printf(arena, "&grids[%d]", same);
	}
	return !*all ? "" : EXPAND(&text->whole, text->template, "grids", { "list", all });
}

static bool
reduces_columns(const struct mesh_text *text)
{
	for (int n = 0; n < text->program->kept_count; n++)
		if (text->program->kept[n].reduction && text->program->kept[n].shape == SHAPE_COLUMN)
			return true;
	return false;
}

/* Bytes of the results of elements while several arrays are reduced together. */
static const char *
bytes_of_results(const struct mesh_text *text)
{
	struct arena *arena = text->whole.arena;
	const int most = program_most_together(&text->reduced, NULL);
	const char *bytes = "";

	for (int l = 0; l < LOCATIONS; l++) {
		bool any = false;

		for (int n = 0; n < text->program->kept_count; n++)
			any |= text->program->kept[n].reduction && (int)text->program->kept[n].temp->where.location == l;
		if (any)
			bytes = arena_printf(arena, "%s\1 + %d*columns_bytes(mesh->%s_stride)", bytes, most, location_names[l]);
	}
	return bytes;
}

/* Blocks of kernels that need shared memory differ from others. */
static const char *
run_blocks(const struct mesh_text *text)
{
	const struct macro given[] = { { "workspace_index", int_text(text->whole.arena, text->whole.plan->stencil->field_count) } };

	return text->whole.plan->place != PLACE_SHARED ? ""
		: providers_expand(&text->launcher, text->template, "run_blocks", &mesh_macros, given, sizeof given/sizeof *given);
}

/* Null pointers that the launcher refuses before its kernels' launchers see the others. */
static const char *
null_pointers(const struct mesh_text *text, bool stores)
{
	return arena_printf(text->whole.arena, "!mesh%s%s", stores ? " || !workspace" : "",
		targets[text->whole.variant->target].blocks ? " || !blocks" : "");
}

/* What refuses fewer levels than sweeps need. */
static const char *
mesh_least(const struct mesh_text *text)
{
	const int least = text->program->stencil->least[2];

	return least < 2 ? "" : EXPAND(&text->whole, text->whole.common, "least",
		{ "small", arena_printf(text->whole.arena, "mesh->top - mesh->bottom < %d", least) });
}

/* Where the results of elements are stored, while sums are taken. */
static const char *
results_text(const struct mesh_text *text)
{
	const struct kernel *k = &text->launcher;

	return !text->program->sums ? "" : wrap(k->arena, EXPAND(k, text->template, "results",
		{ "before", bytes_before(text, text->program->kept_count) }), LINE_WIDTH, 4);
}

/* Where tools find what is reduced, to combine it with that of other subdomains. */
static const char *
kept_text(const struct mesh_text *text)
{
	const struct kernel *k = &text->launcher;
	const char *mesh = "const struct stencil_mesh *const mesh = &((const struct stencil_mesh_view *)grid)->mesh;";
	struct list names = { .text.arena = k->arena };

	if (!text->program->sums)
		return "";
	for (int n = 0; n < text->program->kept_count; n++)
		list_add(&names, text->program->kept[n].holder ? "NULL" : text->kept[n]);
	return PROGRAM_EXPAND(&text->reduced, text->reduced.shared, "kept",
		{ "kernel", k->name }, { "suffix", target_suffix(k) },
		{ "grid", "const void *grid" },
		{ "kept", join_lines(k->arena, mesh, join_lines(k->arena, of_arrays(text, "array", false), results_text(text))) },
		{ "names", list_text(&names) });
}

static const char *
file_text(const struct mesh_text *text, const char *grids)
{
	const struct kernel *k = &text->launcher;
	const char *arrays = bytes_before(text, text->program->kept_count), *meshes = of_arrays(text, "mesh", true);
	const char *bytes = arena_printf(k->arena, "%s%s", arrays, text->program->sums ? bytes_of_results(text) : "");
	const bool sums = text->program->sums, sized = strstr(arrays, "array_bytes") != NULL;
	const char *columns_bytes = sums ? kernel_section(k, text->template, "columns_bytes") : "";
	const struct macro given[] = {
		{ "kernel_count", int_text(k->arena, text->program->part_count) },
		{ "s", text->program->part_count == 1 ? "" : "s" },
		{ "kernels", kernels_text(text) },
		{ "preamble", mesh_preamble_of(text->kernels, text->program->part_count) },
		{ "shared", text_of_any(text, shared_declaration) },
		{ "run_blocks", run_blocks(text) },
		{ "stores", macro_if(*bytes) },
		{ "empty_range", empty_range(text) },
		{ "ranges", ranges_text(text) },
		{ "half_levels", updates_half(text, LOCATIONS) ? kernel_section(k, text->template, "half_levels") : "" },
		{ "empty", macro_if(!*bytes) },
		{ "stored", join_paragraphs(k->arena, sized ? providers_expand(k, text->template, "stored", &mesh_macros, NULL, 0) : "",
			columns_bytes) },
		{ "element_grid", sums ? kernel_section(k, text->template, "element_grid") : "" },
		{ "flat", reduces_columns(text) ? program_expand(&text->reduced, text->reduced.shared, "flat", NULL, 0) : "" },
		{ "sums", sums ? program_sums(&text->reduced) : "" },
		{ "grids", grids },
		{ "results", results_text(text) },
		{ "null", null_pointers(text, *bytes) },
		{ "bytes", *bytes ? wrap(k->arena, bytes, LINE_WIDTH, 4) : "0" },
		{ "alignment", target_workspace_alignment(k) },
		{ "arrays", of_arrays(text, "array", false) },
		{ "apart", *meshes ? kernel_section(k, text->template, "apart") : "" },
		{ "computed", macro_if(*meshes) },
		{ "meshes", meshes },
		{ "least", mesh_least(text) },
		{ "launches", launches_text(text) },
		{ "cases", cases_text(text) },
		{ "kept", kept_text(text) },
		{ "workspace_index", int_text(k->arena, k->plan->stencil->field_count) },
		{ "block_list", program_block_list(text->whole.arena, text->program) },
	};

	return providers_expand(k, text->template, "file", &mesh_macros, given, sizeof given/sizeof *given);
}

static bool
has_scalar_kernels(const struct program *program)
{
	for (int p = 0; p < program->part_count; p++)
		if (program->parts[p].kind == KERNEL_scalar)
			return true;
	return false;
}

/* What takes sums and scalars: the same as on structured grids with columns in any order. False after an error. */
static bool
find_reductions(struct mesh_text *text)
{
	const struct target_info *target = &targets[text->whole.variant->target];
	struct program_text *reduced = &text->reduced;
	struct templates *templates = text->whole.templates;

	*reduced = (struct program_text){
		.whole = text->launcher, .program = text->program, .kernels = text->kernels, .kept = text->kept, .gpu = target->blocks,
		.innermost = text->whole.variant->levels == LEVELS_INNERMOST,
	};
	if (!text->program->sums && !has_scalar_kernels(text->program))
		return true;
	reduced->shared = template_find(templates, "program");
	reduced->sums = template_find(templates, arena_printf(text->whole.arena, "%s/sum", target->folder));
	return reduced->shared && reduced->sums;
}

const char *
mesh_program(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	struct mesh_text text = {
		.whole = {
			.arena = templates->arena, .source = source, .plan = plan, .variant = variant, .templates = templates,
			.name = variant_name(templates->arena, plan, variant),
		},
		.program = plan->program,
		.several_locations = has_several_locations(plan->program->stencil),
	};

	text.template = template_find(templates, "mesh/program");
	if (!text.template || !mesh_prepare(&text.whole, NULL))
		return "";
	text.whole.needs = (struct needs){ .helpers = { { false } } };
	if (!prepare_parts(&text))
		return "";
	text.launcher = kernel_launcher(&text.whole);
	name_kept(&text);
	return find_reductions(&text) ? file_text(&text, find_grids(&text)) : "";
}
