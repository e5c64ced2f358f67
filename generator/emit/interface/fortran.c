#include "generator/emit/interface/fortran.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/fortran_names.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/target.h"
#include "generator/plan/lookups.h"
#include "generator/split/parts.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

#include <string.h>

/* What a launcher takes: a field, a param or something else. */
struct operand {
	const char *kind; /* %KIND_dummy and %KIND_argument declare it */
	const char *name, *type;
	const char *size; /* of a field */
};

struct module {
	const struct fortran_family *family;
	const struct kernel *kernel;
	const struct template *template;
	const char *stencil;
	struct operand *operands;
	int count, first_array, array_count;
};

const char *
fortran_section(const struct kernel *k, const struct template *template, const char *stencil, const char *section)
{
	return EXPAND(k, template, section, { "stencil", stencil });
}

static const char *
section(const struct module *m, const char *name)
{
	return kernel_section(m->kernel, m->template, name);
}

static void
add_operand(struct module *m, const char *kind)
{
	m->operands[m->count++] = (struct operand){ .kind = kind, .name = kind };
}

/* On a mesh. */
static void
add_relations(struct module *m, struct fortran_scope *scope)
{
	const struct lookups *lookups = m->kernel->lookups;

	for (int t = 0; lookups && t < lookups->count; t++)
		m->operands[m->count++] = (struct operand){
			.kind = "relation", .name = fortran_name(scope, "", lookups->tables[t].name, ""),
		};
}

static void
add_fields(struct module *m, struct fortran_scope *scope)
{
	const struct stencil *stencil = m->kernel->plan->stencil;
	const enum type precision = m->kernel->variant->precision;

	m->first_array = m->count;
	for (const struct field *f = stencil->fields; f; f = f->next)
		m->operands[m->count++] = (struct operand){
			f->role == ROLE_IN ? "in" : "out", fortran_name(scope, "", f->name, ""),
			type_name(type_in_precision(f->declared, precision)),
			m->family->size(m->kernel, m->template, m->stencil, f),
		};
	m->array_count = m->count - m->first_array;
	for (const struct param *p = stencil->params; p; p = p->next)
		m->operands[m->count++] = (struct operand){
			"param", fortran_name(scope, "", p->name, ""),
			type_name(type_in_precision(p->declared, precision)), NULL,
		};
}

/* In the order of launchers. */
static void
find_operands(struct module *m, const char *module)
{
	static const char *const own[] = {
		"_launcher", "_call", "_check", "_dim", "_size", "_kernels", "_workspace",
	};
	enum { OWN = sizeof own/sizeof *own, OTHERS = 5 };
	const struct kernel *k = m->kernel;
	const bool blocks = targets[k->variant->target].blocks;
	const int named = k->plan->stencil->field_count + k->plan->stencil->param_count
		+ (k->lookups ? k->lookups->count : 0);
	struct fortran_scope scope;

	m->operands = arena_array(k->arena, struct operand, named + OTHERS);
	fortran_scope_begin(&scope, k->arena, named + OWN + 1);
	fortran_name(&scope, "", module, "");
	for (int i = 0; i < OWN; i++)
		fortran_name(&scope, "", m->stencil, own[i]);
	if (m->family->grid)
		add_operand(m, m->family->grid);
	add_relations(m, &scope);
	add_fields(m, &scope);
	if (m->family->probes)
		add_operand(m, "probes");
	if (k->plan->program)
		add_operand(m, "workspace");
	if (blocks && m->family->grid)
		add_operand(m, k->plan->program ? "blocks" : "block");
	if (blocks)
		add_operand(m, "stream");
}

/* Names with commas; lines are continued as in Fortran, or in a directive. */
static const char *
names_text(const struct module *m, int first, int count, const char *directive)
{
	struct arena *arena = m->kernel->arena;
	const char *text = "";
	size_t line = 0;

	for (const struct operand *o = m->operands + first; o < m->operands + first + count; o++) {
		const bool fits = !line || line + strlen(o->name) < LINE_WIDTH;

		text = arena_printf(arena, "%s%s%s%s", text, !line ? "" : fits ? ", " : ", &\n",
			fits ? "" : directive, o->name);
		line = (fits ? line : 0) + strlen(o->name) + 2;
	}
	return text;
}

static const char *
all_names(const struct module *m)
{
	return names_text(m, 0, m->count, "");
}

static const char *
array_names(const struct module *m)
{
	return names_text(m, m->first_array, m->array_count, "");
}

/* What may have a copy on the device: the fields, and the workspace. */
static const char *
mapped_names(const struct module *m, const char *directive)
{
	struct operand *mapped = arena_array(m->kernel->arena, struct operand, m->array_count + 1);
	struct module program = *m;

	if (!m->kernel->plan->program)
		return names_text(m, m->first_array, m->array_count, directive);
	memcpy(mapped, m->operands + m->first_array, sizeof *mapped*(size_t)m->array_count);
	mapped[m->array_count].name = "workspace";
	program.operands = mapped;
	return names_text(&program, 0, m->array_count + 1, directive);
}

/* What a launcher is called with: of the stream, the queue that it is. */
static const char *
launch_operands(const struct module *m)
{
	struct module called = *m;

	called.operands = arena_array(m->kernel->arena, struct operand, m->count);
	memcpy(called.operands, m->operands, sizeof *m->operands*(size_t)m->count);
	if (!strcmp(m->operands[m->count - 1].kind, "stream"))
		called.operands[m->count - 1].name = "queue";
	return all_names(&called);
}

static void
declare(const struct module *m, struct text *text, const struct operand *o, const char *as)
{
	const struct kernel *k = m->kernel;
	const char *kind = o->size && !*o->size ? "rows" : o->kind;

	lines_add(text, EXPAND(k, m->template, arena_printf(k->arena, "%s_%s", kind, as),
		{ "type", o->type ? section(m, o->type) : "" },
		{ "name", o->name },
		{ "stencil", m->stencil },
		{ "size", o->size ? o->size : "" }));
}

static bool
tells_sizes(const struct module *m, const struct operand *o)
{
	return !strcmp(o->kind, "probes") || (m->family->grid && !strcmp(o->kind, m->family->grid));
}

/* A declaration a line; first of what sizes of fields depend on. */
static const char *
declarations(const struct module *m, const char *as)
{
	struct text text = { .arena = m->kernel->arena };

	for (int own = 0; own < 2; own++)
		for (const struct operand *o = m->operands; o < m->operands + m->count; o++)
			if (own == !tells_sizes(m, o))
				declare(m, &text, o, as);
	return text_of(&text);
}

static const char *
short_text(const struct module *m)
{
	const struct kernel *k = m->kernel;
	const struct operand *arrays = m->operands + m->first_array;
	const char *text = "";

	for (int i = 0; i < m->array_count; i++)
		text = arena_printf(k->arena, "%s%s%s", text, i ? " &\n    .or. " : "",
			EXPAND(k, m->template, "short_array", { "name", arrays[i].name }, { "size", arrays[i].size }));
	return text;
}

static const char *
launcher(const struct module *m, struct fortran_scope *scope, const char *type, const char *before,
	const struct variant *v)
{
	const struct kernel *k = m->kernel;
	const char *stem = arena_printf(k->arena, "_%s%s", variant_stem(k->arena, k->plan, v),
		targets[v->target].suffix);

	return EXPAND(k, m->template, "launcher",
		{ "type", type },
		{ "kernel", arena_printf(k->arena, "%s%s%s", before, k->plan->stencil->name, stem) },
		{ "name", fortran_name(scope, before, k->plan->stencil->name, stem) });
}

static const char *
launchers(const struct module *m, struct fortran_scope *scope, const struct variant *variants, int count)
{
	struct arena *arena = m->kernel->arena;
	const char *type = arena_printf(arena, "%s_launcher", m->stencil), *text = "";

	for (const struct variant *v = variants; v < variants + count; v++) {
		const char *upload = m->family->upload ? m->family->upload(v) : NULL;

		if (!headers_match(arena, m->kernel->plan, variants, v))
			continue;
		text = join_lines(arena, text, launcher(m, scope, type, "launch_", v));
		if (upload)
			text = join_lines(arena, text, launcher(m, scope, upload, "upload_", v));
		if (m->kernel->plan->program)
			text = join_lines(arena, text, launcher(m, scope,
				arena_printf(arena, "%s_workspace", m->stencil), "workspace_", v));
	}
	return text;
}

/* The arrays whose sizes are known. */
static struct module
with_sizes(const struct module *m)
{
	struct module known = *m;

	known.operands = arena_array(m->kernel->arena, struct operand, m->array_count + 1);
	known.first_array = known.array_count = 0;
	for (const struct operand *o = m->operands + m->first_array; o < m->operands + m->first_array + m->array_count; o++)
		if (*o->size)
			known.operands[known.array_count++] = *o;
	return known;
}

static const char *
check_text(const struct module *all)
{
	const struct module known = with_sizes(all), *m = &known;

	return EXPAND(m->kernel, m->template, m->family->check,
		{ "stencil", m->stencil },
		{ "arrays", array_names(m) },
		{ "short", short_text(m) });
}

static const char *
call_text(const struct module *m, const char *name)
{
	return EXPAND(m->kernel, m->template, name,
		{ "stencil", m->stencil },
		{ "names", all_names(m) },
		{ "arguments", declarations(m, "argument") },
		{ "acc_arrays", mapped_names(m, "!$acc ") },
		{ "omp_arrays", mapped_names(m, "!$omp ") },
		{ "operands", launch_operands(m) });
}

static const char *
of_grid(const struct module *m, const char *what)
{
	return !m->family->section ? "" : m->family->section(m->kernel, m->template, m->stencil, what);
}

/* The section with what callers must know of launchers. */
static const char *
about(const struct plan *plan, bool device)
{
	return plan->program ? device ? "about_device_program" : "about_openmp_program"
		: device ? "about_device" : "about_openmp";
}

/* What a module has only if launchers run programs. */
static const char *
program_section(const struct module *m, const char *name)
{
	const struct program *program = m->kernel->plan->program;

	return !program ? "" : EXPAND(m->kernel, m->template, name,
		{ "stencil", m->stencil },
		{ "domain", m->family->grid },
		{ "alignment", target_workspace_alignment(m->kernel) },
		{ "count", int_text(m->kernel->arena, program->part_count) });
}

const char *
fortran_module(const struct fortran_family *family, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count)
{
	struct arena *arena = templates->arena;
	const struct lookups lookups = plan->neighbors ? program_lookups(arena, plan) : (struct lookups){ .count = 0 };
	const struct kernel k = {
		.arena = arena, .source = source, .plan = plan, .variant = variants, .templates = templates,
		.lookups = plan->neighbors ? &lookups : NULL, .target = target_template(templates, variants->target),
	};
	struct module m = { .family = family, .kernel = &k, .template = template_find(templates, "fortran") };
	const bool device = targets[variants->target].blocks;
	struct fortran_scope scope;
	const char *module;

	if (!m.template || !k.target)
		return "";
	fortran_scope_begin(&scope, arena, 3*count + 1);
	module = fortran_name(&scope, "", plan->stencil->name, header_suffix(arena, plan, variants));
	m.stencil = fortran_prefix(arena, plan->stencil->name, strlen("_direct_relations"));
	find_operands(&m, module);
	return arena_printf(arena, "%s\n", EXPAND(&k, m.template, "module",
		{ "source", base_name(arena, source->path) },
		{ "description", fortran_comment(arena, comment_above(arena, source, plan->stencil->span)) },
		{ "module", module },
		{ "stencil", m.stencil },
		{ "constants", of_grid(&m, "constants") },
		{ "relations", !family->relations ? ""
			: family->relations(&k, m.template, variants, count, m.stencil, "&\n") },
		{ "kernels", device ? program_section(&m, "kernels") : "" },
		{ "about", section(&m, about(plan, device)) },
		{ "names", all_names(&m) },
		{ "dummies", declarations(&m, "dummy") },
		{ "workspace", program_section(&m, "workspace") },
		{ "launchers", launchers(&m, &scope, variants, count) },
		{ "grid", of_grid(&m, "procedures") },
		{ "check", check_text(&m) },
		{ "call", call_text(&m, device ? "device_call" : "call") }));
}
