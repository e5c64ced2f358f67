#include "generator/emit/mesh/mesh_program.h"

#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/mesh/mesh_macros.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/target.h"
#include "generator/plan/names.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

/* The kernels of a file: each stores a temporary or assigns outputs. */
struct mesh_text {
	struct kernel whole;      /* as one kernel: what launchers see */
	struct kernel launcher;   /* the same with the names of launchers */
	const struct program *program;
	struct kernel *kernels;   /* of the parts */
	const char **kept;        /* by stored temporary: the name of its array in the workspace */
	const struct template *template;
	bool several_locations;   /* that outputs are on: each has a range of elements */
};

/* Constants of threads are declared once, for all kernels that use them. */
static bool
prepare_parts(struct mesh_text *text)
{
	struct kernel *whole = &text->whole;

	text->kernels = arena_array(whole->arena, struct kernel, text->program->part_count);
	whole->shape.levels = whole->vector = 0;
	for (int p = 0; p < text->program->part_count; p++) {
		struct kernel *k = &text->kernels[p];

		*k = (struct kernel){
			.arena = whole->arena, .source = whole->source, .plan = text->program->parts[p].plan, .variant = whole->variant,
			.templates = whole->templates,
			.name = arena_printf(whole->arena, "%s%s", whole->name, part_ending(whole->arena, text->program, p)),
		};
		if (!mesh_prepare(k, whole))
			return false;
		whole->shape.levels = k->shape.levels ? k->shape.levels : whole->shape.levels;
		whole->vector = k->vector ? k->vector : whole->vector;
		for (int h = 0; h < HELPER_COUNT; h++)
			for (int t = 0; t < TYPE_COUNT; t++)
				whole->needs.helpers[h][t] |= k->needs.helpers[h][t];
	}
	return true;
}

/* Whether a kernel updates half levels of a location in the range of the outputs. */
static bool
updates_half(const struct mesh_text *text, int location)
{
	for (int p = 0; p < text->program->part_count; p++) {
		const struct stencil *part = text->program->parts[p].stencil;

		if (part->half && !part->all_elements && (location == LOCATIONS || (int)part->location == location))
			return true;
	}
	return false;
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
	for (int n = 0; n < text->program->kept_count; n++)
		text->kept[n] = scope_add(&scope, version_name(arena, text->program->kept[n].temp));
}

static const char *
section_of_part(const struct mesh_text *text, int part)
{
	const struct kernel launcher = kernel_launcher(&text->kernels[part]);
	const struct macro given[] = {
		{ "number", int_text(launcher.arena, part + 1) },
		{ "kernel_count", int_text(launcher.arena, text->program->part_count) },
		{ "assigns", text->program->parts[part].assigns },
		{ "body", mesh_body(&text->kernels[part]) },
	};

	return providers_expand(&launcher, text->template, "part", &mesh_macros, given,
		sizeof given/sizeof *given);
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

static const char *
bytes_of(const struct mesh_text *text, const struct kept *kept)
{
	const struct kernel *k = &text->whole;
	const char *levels = kept->shape == SHAPE_COLUMN ? "1" : k->variant->levels == LEVELS_INNERMOST ? "mesh->height"
		: index_add(k->arena, "mesh->top", levels_above(part_of(text, kept)), NULL);

	return arena_printf(k->arena, "array_bytes(%s, mesh->%s_stride, sizeof (%s))", levels,
		location_names[kept->temp->where.location], type_name(kept->type));
}

/* The bytes of the arrays before one, an addition a line; "" if there are none. */
static const char *
bytes_before(const struct mesh_text *text, int kept)
{
	const char *bytes = "";

	for (int n = 0; n < kept; n++)
		bytes = arena_printf(text->whole.arena, "%s%s%s", bytes, *bytes ? "\1 + " : "", bytes_of(text, &text->program->kept[n]));
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
		const struct extents *widening = &part_of(text, kept)->stencil->widening;

		if (apart && !part_of(text, kept)->stencil->all_elements)
			continue;
		all = join_lines(arena, all, wrap(arena, EXPAND(&text->whole, text->template, section,
			{ "first", macro_if(!n) },
			{ "further", macro_if(n) },
			{ "type", type_name(kept->type) },
			{ "name", text->kept[n] },
			{ "before", bytes_before(text, n) },
			{ "plural", location_plurals[kept->temp->where.location] },
			{ "below", int_text(arena, widening->low[2]) },
			{ "above", int_text(arena, levels_above(part_of(text, kept))) }), LINE_WIDTH, 4));
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

/* A mesh for each location with outputs, if there are several, and of half levels. */
static const char *
ranges_text(const struct mesh_text *text)
{
	const bool *on = text->program->stencil->outputs_on;

	return join_lines(text->whole.arena, !text->several_locations ? "" : EXPAND(&text->whole, text->template, "ranges",
		{ "cell", macro_if(on[CELL]) },
		{ "edge", macro_if(on[EDGE]) },
		{ "vertex", macro_if(on[VERTEX]) }), half_meshes(text));
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
	const char *block = !targets[text->whole.variant->target].blocks ? "" : arena_printf(arena, ", blocks[%d], stream", part);

	return wrap(arena, arena_printf(arena, "start_%s(%s, %s%s)", text->kernels[part].name, mesh_of_part(text, part), arguments_text(text, part),
		block), LINE_WIDTH, 4);
}

/* Whether a location with outputs has no elements to update. */
static const char *
empty_range(const struct mesh_text *text)
{
	const bool *on = text->program->stencil->outputs_on;
	const char *all = "";

	for (int l = 0; l < LOCATIONS && text->several_locations; l++)
		if (on[l])
			all = arena_printf(text->whole.arena, "%s%s%s_mesh.end <= %s_mesh.first", all, *all ? " || " : "", location_names[l],
				location_names[l]);
	return all;
}

/* A section for each kernel, with what launches it. */
static const char *
of_kernels(const struct mesh_text *text, const char *section)
{
	const struct kernel *k = &text->whole;
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++)
		all = join_lines(k->arena, all, EXPAND(k, text->template, section,
			{ "first", macro_if(!p) },
			{ "further", macro_if(p) },
			{ "index", int_text(k->arena, p) },
			{ "call", call_text(text, p) }));
	return all;
}

static const char *
block_list(const struct mesh_text *text)
{
	struct list list = { .text.arena = text->whole.arena };

	for (int p = 0; p < text->program->part_count; p++)
		list_add(&list, "block");
	return list_text(&list);
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

static const char *
file_text(const struct mesh_text *text)
{
	const struct kernel *k = &text->launcher;
	const char *bytes = bytes_before(text, text->program->kept_count), *meshes = of_arrays(text, "mesh", true);
	const struct macro given[] = {
		{ "kernel_count", int_text(k->arena, text->program->part_count) },
		{ "s", text->program->part_count == 1 ? "" : "s" },
		{ "kernels", kernels_text(text) },
		{ "preamble", mesh_preamble_of(text->kernels, text->program->part_count) },
		{ "stores", macro_if(*bytes) },
		{ "empty_range", empty_range(text) },
		{ "ranges", ranges_text(text) },
		{ "half_levels", updates_half(text, LOCATIONS) ? kernel_section(k, text->template, "half_levels") : "" },
		{ "empty", macro_if(!*bytes) },
		{ "stored", *bytes ? providers_expand(k, text->template, "stored", &mesh_macros, NULL, 0) : "" },
		{ "null", null_pointers(text, *bytes) },
		{ "bytes", *bytes ? wrap(k->arena, bytes, LINE_WIDTH, 4) : "0" },
		{ "alignment", target_workspace_alignment(k) },
		{ "arrays", of_arrays(text, "array", false) },
		{ "apart", *meshes ? kernel_section(k, text->template, "apart") : "" },
		{ "computed", macro_if(*meshes) },
		{ "meshes", meshes },
		{ "least", mesh_least(text) },
		{ "launches", of_kernels(text, "launch") },
		{ "cases", of_kernels(text, "case") },
		{ "workspace_index", int_text(k->arena, k->plan->stencil->field_count) },
		{ "block_list", block_list(text) },
	};

	return providers_expand(k, text->template, "file", &mesh_macros, given, sizeof given/sizeof *given);
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
	return file_text(&text);
}
