#include "generator/emit/interface/header.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/target.h"
#include "generator/plan/lookups.h"
#include "generator/split/parts.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_variants.h"
#include "generator/variants/steps.h"

#include <string.h>

/* With several levels of time, launches of several steps have further arrays. */
static const char *
arrays_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return variant_has_steps(variant) && next_kept(plan, variant, NULL) ? steps_suffix(arena, plan, variant) : "";
}

/* Of names of types: with other tables, or kernels, launchers take other arguments. */
static const char *
types_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const bool direct = variant->family == GRID_mesh && variant->storage == MESH_DIRECT;

	return arena_printf(arena, "%s%s%s%s%s", direct ? "_direct" : "", arrays_suffix(arena, plan, variant), fields_suffix(arena, variant),
		precision_suffix(plan->stencil, variant->precision), plan->suffix ? plan->suffix : "");
}

const char *
header_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s%s", size_suffix(arena, variant), types_suffix(arena, plan, variant),
		targets[variant->target].suffix);
}

const char *
header_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s.h", plan->stencil->name, header_suffix(arena, plan, variant));
}

const char *
kernel_header(const struct kernel *kernel)
{
	return header_name(kernel->arena, kernel->plan, kernel->variant);
}

bool
headers_match(struct arena *arena, const struct plan *plan, const struct variant *a, const struct variant *b)
{
	return !strcmp(header_suffix(arena, plan, a), header_suffix(arena, plan, b));
}

bool
header_begin(struct header *h, struct templates *templates, const char *own, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count)
{
	struct variant *declared = arena_array(templates->arena, struct variant, count);

	*h = (struct header){
		.kernel = {
			.arena = templates->arena, .source = source, .plan = plan, .variant = variants, .templates = templates,
			.common = template_find(templates, "common"), .target = target_template(templates, variants->target),
		},
		.template = template_find(templates, "header"), .own = template_find(templates, own), .variants = declared,
		.about = plan->program ? "about_program" : "about_kernel",
		.grid = "", .about_grid = "", .constants = "", .relations = "", .structs = "", .launchers = "", .tables = "",
		.check = "", .grid_checks = "",
	};
	for (const struct variant *v = variants; v < variants + count; v++)
		if (headers_match(templates->arena, plan, v, variants))
			declared[h->count++] = *v;
	return h->kernel.common && h->kernel.target && h->template && h->own && kernel_read_layout(&h->kernel);
}

const char *
header_types_suffix(const struct header *h)
{
	return types_suffix(h->kernel.arena, h->kernel.plan, h->kernel.variant);
}

/* The same of launchers and their types: CUDA and HIP have the same ones. */
static const char *
launcher_suffix(const struct header *h)
{
	return arena_printf(h->kernel.arena, "%s%s", header_types_suffix(h),
		targets[h->kernel.variant->target].blocks ? "" : target_suffix(&h->kernel));
}

static const char *
guard_of(const struct header *h)
{
	return macro_prefix(h->kernel.arena, h->kernel.plan->stencil->name);
}

/* What launchers take after fields and params: as parameters, or as arguments. */
static const char *
more_operands(const struct header *h, bool arguments)
{
	const bool blocks = targets[h->kernel.variant->target].blocks, program = h->kernel.plan->program;
	const struct {
		bool there;
		const char *parameter, *argument;
	} operands[] = {
		{ h->probes, "int probes", "probes" },
		{ program, "void *workspace", "workspace" },
		{ program && blocks, "const struct stencil_block *blocks", "blocks" },
		{ !program && blocks && *h->grid, "struct stencil_block block", "block" },
		{ blocks, "void *stream", "stream" },
	};
	struct list list = { .text.arena = h->kernel.arena };

	for (size_t i = 0; i < sizeof operands/sizeof *operands; i++)
		if (operands[i].there)
			list_add(&list, arguments ? operands[i].argument : operands[i].parameter);
	return list_text(&list);
}

/* A list after another one, on a line of its own. */
static const char *
continued(struct arena *arena, const char *list)
{
	return !*list ? "" : arena_printf(arena, ",\n%s", list);
}

/* Tables of relations, fields and params, as callers name them; returns their number. */
static int
caller_parameters(const struct header *h, struct parameter **parameters)
{
	const struct kernel *k = &h->caller;
	const int relations = k->lookups ? k->lookups->count : 0;
	struct parameter *fields;
	const int count = launcher_parameters(k, &fields);

	*parameters = arena_array(k->arena, struct parameter, relations + count + 1);
	for (int r = 0; r < relations; r++)
		(*parameters)[r] = (struct parameter){
			arena_printf(k->arena, "const struct stencil_relation *%s", k->lookups->tables[r].name), k->lookups->tables[r].name,
		};
	memcpy(*parameters + relations, fields, sizeof *fields*(size_t)count);
	return relations + count;
}

/* The neighbors that the table of a relation has, in comments. */
static const char *
relation_entries(struct arena *arena, const struct relation *relation)
{
	const char *of = arena_printf(arena, "%s of %s", location_plurals[relation->to], location_plurals[relation->from]);

	return relation->degree.kind == DEGREE_ANY ? of
		: arena_printf(arena, "%s, %d slot%s", of, relation->degree.most, relation->degree.most == 1 ? "" : "s");
}

/* Members with comments, which begin in one column. */
static const char *
commented(struct arena *arena, const struct parameter *members, const char *const *comments, int count)
{
	struct text text = { .arena = arena };
	int width = 0;

	for (int i = 0; i < count; i++)
		if (*comments[i] && (int)strlen(members[i].declaration) > width)
			width = (int)strlen(members[i].declaration);
	for (int i = 0; i < count; i++)
		lines_add(&text, !*comments[i] ? arena_printf(arena, "%s;", members[i].declaration)
			: arena_printf(arena, "%s;%*s // %s", members[i].declaration,
				width - (int)strlen(members[i].declaration), "", comments[i]));
	return text_of(&text);
}

static const char *
arguments(const struct header *h)
{
	const struct kernel *k = &h->caller;
	const int relations = k->lookups ? k->lookups->count : 0;
	struct list names = { .text.arena = k->arena };
	struct parameter *parameters;
	struct array *arrays;
	const int count = caller_parameters(h, &parameters), array_count = kernel_arrays(k, &arrays);
	const char **comments = arena_array(k->arena, const char *, count + 1);

	for (int i = 0; i < count; i++)
		comments[i] = i < relations ? relation_entries(k->arena, k->lookups->tables[i].relation)
			: i < relations + array_count ? h->shape(k, &arrays[i - relations]) : "";
	for (int i = 0; i < array_count; i++)
		list_add(&names, arrays[i].name);
	return EXPAND(k, h->template, "arguments",
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(h) },
		{ "suffix", header_types_suffix(h) },
		{ "guard_suffix", capitals(k->arena, header_types_suffix(h)) },
		{ "members", commented(k->arena, parameters, comments, count) },
		{ "arrays", list_text(&names) },
		{ "check", h->check });
}

/* Adds an operand; the operator marks where header_conditions() may break the line. */
static void
add_operand(struct text *text, const char *operator, const char *operand)
{
	text_add(text, text->length ? operator : "");
	text_add(text, operand);
}

const char *
header_conditions(const struct text *conditions)
{
	return wrap(conditions->arena, text_of(conditions), LINE_WIDTH, 4);
}

void
header_add_short(struct text *conditions, const char *name, const char *least)
{
	add_operand(conditions, "\1 || ", arena_printf(conditions->arena, "elements->%s < %s", name, least));
}

/* That one of the arrays of a type is misaligned, or of the tables of relations, which are of ints. */
static void
add_misaligned(const struct header *h, struct text *conditions, enum type type)
{
	const struct kernel *k = &h->caller;
	struct text addresses = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int r = 0; k->lookups && type == TYPE_INT && r < k->lookups->count; r++)
		add_operand(&addresses, "\1 | ",
			arena_printf(k->arena, "stencil_relation_address(args->%s)", k->lookups->tables[r].name));
	for (int i = 0; i < count; i++)
		if (!strcmp(arrays[i].element, type_name(type)))
			add_operand(&addresses, "\1 | ", arena_printf(k->arena, "(size_t)args->%s", arrays[i].name));
	if (addresses.length)
		add_operand(conditions, "\1 || ",
			arena_printf(k->arena, "(%s) %% sizeof (%s) != 0", header_conditions(&addresses), type_name(type)));
}

/* What calls launchers with a struct of arguments. */
static const char *
call(const struct header *h)
{
	const struct kernel *k = &h->caller;
	const char *more = more_operands(h, false);
	struct list operands = { .text.arena = k->arena };
	struct text misaligned = { .arena = k->arena };
	struct parameter *parameters;
	const int count = caller_parameters(h, &parameters);

	add_misaligned(h, &misaligned, TYPE_DOUBLE);
	add_misaligned(h, &misaligned, TYPE_FLOAT);
	add_misaligned(h, &misaligned, TYPE_INT);
	for (int i = 0; i < count; i++)
		list_add(&operands, arena_printf(k->arena, "args->%s", parameters[i].name));
	return EXPAND(k, h->template, "call",
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(h) },
		{ "suffix", header_types_suffix(h) },
		{ "launcher_suffix", launcher_suffix(h) },
		{ "guard_suffix", capitals(k->arena, launcher_suffix(h)) },
		{ "grid", h->grid },
		{ "no_grid", macro_if(!*h->grid) },
		{ "more_parameters", *h->grid || strchr(more, ',') ? continued(k->arena, more)
			: arena_printf(k->arena, "%s%s", *more ? ", " : "", more) },
		{ "misaligned", header_conditions(&misaligned) },
		{ "operands", list_text(&operands) },
		{ "more_operands", continued(k->arena, more_operands(h, true)) });
}

static const char *
kernel_count(const struct kernel *k)
{
	return int_text(k->arena, k->plan->program ? k->plan->program->part_count : 1);
}

/* The fields on half levels, as launchers call them, in comments. */
static const char *
half_fields(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };
	struct text text = { .arena = k->arena };

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->where.half)
			list_add(&list, k->plan->names.fields[f->index]);
	for (const char *c = list_text(&list); *c; c++)
		text_add(&text, *c == '\n' ? "\n// " : arena_strndup(k->arena, c, 1));
	return text_of(&text);
}

/* What callers must know of launchers. */
static const char *
about_launchers(const struct header *h)
{
	const struct kernel *k = &h->kernel;
	const bool blocks = targets[k->variant->target].blocks;

	return EXPAND(k, h->own, h->about,
		{ "gpu", macro_if(blocks) },
		{ "cpu", macro_if(!blocks) },
		{ "api", kernel_section(k, k->target, "api") },
		{ "stream", kernel_section(k, k->target, "stream") },
		{ "error", kernel_section(k, k->target, "error") },
		{ "type", precision_name(k->plan->stencil, k->variant->precision) },
		{ "layout", layouts[k->variant->layout].name },
		{ "levels", levels_names[k->variant->levels] },
		{ "half", half_fields(&h->caller) },
		{ "kernels", kernel_count(k) },
		{ "plural", strcmp(kernel_count(k), "1") ? "s" : "" });
}

static const char *
launcher_type(const struct header *h)
{
	const struct kernel *k = &h->kernel;

	return EXPAND(k, h->template, "launcher_type",
		{ "about", about_launchers(h) },
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(h) },
		{ "guard_suffix", capitals(k->arena, header_suffix(k->arena, k->plan, k->variant)) },
		{ "launcher_suffix", launcher_suffix(h) },
		{ "workspace", macro_if(k->plan->program) },
		{ "kernels", kernel_count(k) },
		{ "alignment", target_workspace_alignment(k) },
		{ "grid", h->grid },
		{ "tables", h->tables },
		{ "fields", launcher_fields(k) },
		{ "more_parameters", continued(k->arena, more_operands(h, false)) });
}

const char *
header_launcher(const struct header *h, const struct variant *variant, const char *storage, bool uploads)
{
	const struct kernel *k = &h->kernel;

	return EXPAND(k, h->template, "launcher",
		{ "storage", storage },
		{ "stencil", k->plan->stencil->name },
		{ "launcher_suffix", launcher_suffix(h) },
		{ "kernel", arena_printf(k->arena, "%s%s", variant_name(k->arena, k->plan, variant), target_suffix(k)) },
		{ "workspace", macro_if(k->plan->program) },
		{ "table", macro_if(uploads && *h->grid) },
		{ "known_table", macro_if(uploads && !*h->grid) });
}

const char *
header_text(const struct header *h)
{
	const struct kernel *k = &h->kernel;

	return arena_printf(k->arena, "%s\n", EXPAND(k, h->template, "header",
		{ "source", base_name(k->arena, k->source->path) },
		{ "description", comment_above(k->arena, k->source, k->plan->stencil->span) },
		{ "about_grid", h->about_grid },
		{ "guard", guard_of(h) },
		{ "guard_suffix", capitals(k->arena, header_suffix(k->arena, k->plan, k->variant)) },
		{ "launch", template_text(k->templates, "stencil_launch.h") },
		{ "definition", join_paragraphs(k->arena, h->reduced_on ? template_text(k->templates, h->reduced_on) : "",
			template_text(k->templates, h->definition)) },
		{ "constants", h->constants },
		{ "relations", h->relations },
		{ "structs", h->structs },
		{ "arguments", arguments(h) },
		{ "grid_checks", h->grid_checks },
		{ "launcher_type", launcher_type(h) },
		{ "call", call(h) },
		{ "launchers", h->launchers }));
}
