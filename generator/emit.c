#include "emit.h"
#include "names.h"
#include "statements.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Lines are at most 80 wide; what stands deepest is indented by 8. */
enum { LINE_WIDTH = 80, DEEPEST = 8 };

#define EXPAND(kernel, template, section, ...) \
	template_expand((kernel)->arena, (template), (section), \
		(const struct macro[]){ __VA_ARGS__ }, \
		(int)(sizeof (const struct macro[]){ __VA_ARGS__ }/sizeof (struct macro)))

static const struct template *
common(struct kernel *kernel)
{
	return templates_get(kernel->templates, "common");
}

static const char *
target_section(struct kernel *kernel, const char *section)
{
	return arena_printf(kernel->arena, "%s_%s", targets[kernel->variant->target].name, section);
}

static bool
has_table(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].table == TABLE_NONE || kernel->plan->column_count > 1;
}

/* A section of the storage's, empty where there is no neighbour to find. */
static const char *
storage_text(struct kernel *kernel, const char *section)
{
	return has_table(kernel) ? EXPAND(kernel, kernel->storage, section, { "slots", "" }) : "";
}

/* " - row + 2": from a column to another on a regular grid. */
static const char *
shift_text(struct arena *arena, struct offset at)
{
	const char *rows = "", *columns = "";

	if (at.y)
		rows = abs(at.y) == 1 ? arena_printf(arena, " %c row", at.y < 0 ? '-' : '+')
			: arena_printf(arena, " %c %d*row", at.y < 0 ? '-' : '+', abs(at.y));
	if (at.x)
		columns = arena_printf(arena, " %c %d", at.x < 0 ? '-' : '+', abs(at.x));
	return arena_printf(arena, "%s%s", rows, columns);
}

/* Where the way to a column starts, and by which relation it goes on. */
static struct offset
way_start(const struct kernel *kernel, struct offset at)
{
	if (storages[kernel->variant->storage].table == TABLE_CHASING)
		return column_before(at);
	return (struct offset){ 0, 0, 0 };
}

static const char *
way(struct kernel *kernel, const char *section, struct offset at, const char *from)
{
	const struct offset start = way_start(kernel, at);
	const struct offset step = { at.x - start.x, at.y - start.y, 0 };

	kernel->lookups += storages[kernel->variant->storage].table != TABLE_NONE;
	return EXPAND(kernel, kernel->storage, section,
		{ "from", from },
		{ "slot", slot_name(kernel->arena, step) },
		{ "shift", shift_text(kernel->arena, step) });
}

/* The storage's way to a column, spelled out from column c. */
static const char *
hop(struct kernel *kernel, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return way(kernel, kernel->variant->target == TARGET_cuda ? "hop" : "call", at,
		hop(kernel, way_start(kernel, at)));
}

const char *
kernel_column(struct kernel *kernel, struct offset at)
{
	at.z = 0;
	if (template_has(kernel->access, "index"))
		return EXPAND(kernel, kernel->access, "column", { "name", column_name(kernel->arena, at) });
	return EXPAND(kernel, kernel->access, "column", { "hop", hop(kernel, at) });
}

static const char *
lines(struct arena *arena, const char *text, const char *line)
{
	return !*text ? line : !*line ? text : arena_printf(arena, "%s\n%s", text, line);
}

static void
add_line(struct text *text, const char *line)
{
	if (text->length && *line)
		text_add(text, "\n");
	text_add(text, line);
}

/* The index variables of all columns, and the storage's visit to each column
 * that ways start from. */
static const char *
indices(struct kernel *kernel)
{
	const enum table table = storages[kernel->variant->storage].table;
	struct arena *arena = kernel->arena;
	struct offset *columns, visited = { MAX_OFFSET + 1, 0, 0 };
	const int count = variant_columns(arena, kernel->plan, table, &columns);
	struct text text = { .arena = arena };
	int width = 0;

	for (int i = 1; i < count; i++) {
		const int length = (int)strlen(column_name(arena, columns[i]));

		if (width < length)
			width = length;
	}
	for (int i = 1; i < count; i++) {
		const struct offset start = way_start(kernel, columns[i]);
		const char *from = column_name(arena, start);

		if (!offset_equal(start, visited))
			add_line(&text, EXPAND(kernel, kernel->storage, "visit",
				{ "column", from }));
		visited = start;
		add_line(&text, EXPAND(kernel, kernel->access, "index",
			{ "name", arena_printf(arena, "%-*s", width, column_name(arena, columns[i])) },
			{ "neighbour", way(kernel, "neighbour", columns[i], from) }));
	}
	return text.length ? EXPAND(kernel, kernel->access, "indices", { "lines", text.bytes }) : "";
}

/* Joined by commas, filled into lines. */
static void
list_add(struct text *list, const char *item)
{
	/* A mark of equal rank everywhere: wrap() fills the lines. */
	if (list->length)
		text_add(list, ",\1 ");
	text_add(list, item);
}

static const char *
list_text(const struct text *list, const char *before)
{
	const char *text = wrap(list->arena, text_of(list), LINE_WIDTH - DEEPEST);
	char *flat = arena_strndup(list->arena, text, strlen(text)), *to = flat;

	/* The items stand below each other, not indented. */
	for (const char *from = text; *from; from++) {
		*to++ = *from;
		if (*from == '\n')
			from += 4;
	}
	*to = '\0';
	return *flat ? arena_printf(list->arena, "%s%s", before, flat) : "";
}

/* A header declares kernels of both precisions, whatever was checked. */
static const char *
type_text(const struct kernel *kernel, enum type declared)
{
	return type_name(declared == TYPE_REAL ? kernel->variant->precision : declared);
}

enum wording { AS_PARAMETER, AS_LAUNCHER_PARAMETER, AS_UNPACKED };

static const char *
field_wording(struct kernel *kernel, const struct field *field, enum wording wording)
{
	static const char *const sections[][2] = {
		[AS_PARAMETER]          = { "in_parameter", "out_parameter" },
		[AS_LAUNCHER_PARAMETER] = { "in_field", "out_field" },
		[AS_UNPACKED]           = { "unpack_in", "unpack_out" },
	};

	return EXPAND(kernel, common(kernel), sections[wording][field->role != ROLE_IN],
		{ "type", type_text(kernel, field->declared) },
		{ "name", kernel->plan->field_names[field->index] },
		{ "index", arena_printf(kernel->arena, "%d", field->index) });
}

static const char *
param_wording(struct kernel *kernel, const struct param *param, enum wording wording)
{
	static const char *const sections[] = {
		[AS_PARAMETER]          = "param_parameter",
		[AS_LAUNCHER_PARAMETER] = "param",
		[AS_UNPACKED]           = "unpack_param",
	};

	const bool is_double = !strcmp(type_text(kernel, param->declared), "double");

	return EXPAND(kernel, common(kernel), wording == AS_UNPACKED && is_double ? "unpack_double"
		: sections[wording],
		{ "type", type_text(kernel, param->declared) },
		{ "name", kernel->plan->param_names[param->index] },
		{ "index", arena_printf(kernel->arena, "%d", param->index) });
}

static const char *
launcher_list(struct kernel *kernel, enum wording wording)
{
	struct text list = { .arena = kernel->arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		list_add(&list, field_wording(kernel, f, wording));
	for (const struct param *p = kernel->plan->stencil->params; p; p = p->next)
		list_add(&list, param_wording(kernel, p, wording));
	return list_text(&list, "");
}

/* What a kernel takes besides the grid: as parameters, or by name as the
 * arguments that a launcher passes. */
static const char *
value_list(struct kernel *kernel, bool parameters)
{
	const struct plan *plan = kernel->plan;
	struct arena *arena = kernel->arena;
	struct text list = { .arena = arena }, text = { .arena = arena };

#define ADD(parameter, argument) do { \
	if (!parameters) { \
		list_add(&list, (argument)); \
		break; \
	} \
	if (text.length) \
		text_add(&text, ",\n"); \
	text_add(&text, (parameter)); \
} while (0)
	if (plan->reads_levels)
		ADD(EXPAND(kernel, common(kernel), "levels_parameter", { "name", "" }), "grid->levels");
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->used)
			ADD(field_wording(kernel, f, AS_PARAMETER), plan->field_names[f->index]);
	for (const struct param *p = plan->stencil->params; p; p = p->next)
		if (plan->params[p->index])
			ADD(param_wording(kernel, p, AS_PARAMETER), plan->param_names[p->index]);
	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			ADD(EXPAND(kernel, common(kernel), "param_parameter", { "type", type_name(t->type) },
				{ "name", plan->uniform_names[t->index] }), plan->uniform_names[t->index]);
#undef ADD
	return parameters ? text_of(&text) : list_text(&list, "");
}

static const char *
uniforms(struct kernel *kernel)
{
	const struct offset here = { 0, 0, 0 };
	const struct plan *plan = kernel->plan;
	struct text text = { .arena = kernel->arena };

	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			add_line(&text, wrap(kernel->arena, EXPAND(kernel, common(kernel), "uniform",
				{ "type", type_name(t->type) },
				{ "name", plan->uniform_names[t->index] },
				{ "value", c_expr(kernel, here, t->stmt->u.assign.value) }),
				LINE_WIDTH - DEEPEST));
	return text_of(&text);
}

static const char *
seek(struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		if (f->used && f->shape == SHAPE_POINT)
			add_line(&text, EXPAND(kernel, kernel->access, "seek",
				{ "field", kernel->plan->field_names[f->index] }));
	return text_of(&text);
}

static const char *
product(struct arena *arena, int power)
{
	const char *text = "x";

	for (int i = 1; i < power; i++)
		text = arena_printf(arena, "%s*x", text);
	return power ? text : "1";
}

static const char *
helpers(struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	const char *text = "";
	const char *qualifiers = EXPAND(kernel, common(kernel), target_section(kernel, "helper"),
		{ "name", "" });

	for (int h = 0; h < HELPER_COUNT; h++)
		for (int type = 0; type < TYPE_COUNT; type++) {
			const char *helper;

			if (!kernel->helpers[h][type])
				continue;
			helper = EXPAND(kernel, common(kernel), h == HELPER_LESSER ? "lesser"
				: h == HELPER_GREATER ? "greater" : "power",
				{ "qualifiers", qualifiers },
				{ "type", type_name((enum type)type) },
				{ "name", helper_name(arena, h, (enum type)type) },
				{ "product", product(arena, h - HELPER_POWER) });
			text = *text ? arena_printf(arena, "%s\n\n%s", text, helper) : helper;
		}
	return text;
}

/* The slots' names, in order: "N, W, E, S". */
static const char *
slots(struct kernel *kernel)
{
	struct text list = { .arena = kernel->arena };
	struct offset *relations;
	const int count = variant_relations(kernel->arena, kernel->plan,
		storages[kernel->variant->storage].table, &relations);

	for (int i = 0; i < count; i++)
		list_add(&list, slot_name(kernel->arena, relations[i]));
	return list_text(&list, "");
}

const char *
emit_costs(struct arena *arena, const struct plan *plan, int lookups)
{
	const char *text = arena_printf(arena, "Per point: loads %d, stores %d, flops %d, bytes %d",
		plan->loads, plan->stores, plan->flops, plan->bytes);

	if (plan->column_bytes)
		text = arena_printf(arena, "%s + %d/levels", text, plan->column_bytes);
	return lookups ? arena_printf(arena, "%s; look-ups %d", text, lookups) : text;
}

static const char *
base_name(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name;

	if (!strcmp(path, "-"))
		return "standard input";
	path = slash ? slash + 1 : path;
	name = arena_strndup(arena, path, strlen(path));
	for (char *c = name; *c; c++)
		if (iscntrl((unsigned char)*c) || *c == '\\')
			*c = '?';
	return name;
}

static const char *
kernel_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s_%s", plan->stencil->name, variant_stem(arena, variant));
}

static bool
load_templates(struct kernel *kernel)
{
	const struct variant *variant = kernel->variant;
	const char *target = targets[variant->target].name;

	kernel->storage = templates_get(kernel->templates,
		arena_printf(kernel->arena, "storage/%s", storages[variant->storage].name));
	kernel->access = templates_get(kernel->templates,
		arena_printf(kernel->arena, "%s/%s", target, accesses[variant->access].name));
	kernel->file = templates_get(kernel->templates,
		arena_printf(kernel->arena, "%s/file", target));
	return kernel->storage && kernel->access && kernel->file && common(kernel);
}

/* The kernel function. What an access does not declare a need for (indices, a
 * look-up function) is left out; all else it must show. */
static const char *
kernel_text(struct kernel *kernel, const struct source *source, const char *name)
{
	const bool indexed = template_has(kernel->access, "index");
	const bool cuda = kernel->variant->target == TARGET_cuda;
	struct macro macros[10] = {
		{ "kernel", name },
		{ "parameters", storage_text(kernel, "parameters") },
		{ "values", value_list(kernel, true) },
		{ "seek", seek(kernel) },
		{ "statements", statements_text(kernel, source, LINE_WIDTH - DEEPEST) },
	};
	int count = 5;

	if (cuda) {
		macros[count++] = (struct macro){ "range", EXPAND(kernel, kernel->storage, "range", { "slots", "" }) };
		macros[count++] = (struct macro){ "locate", EXPAND(kernel, kernel->storage, "locate", { "slots", "" }) };
	}
	if (indexed)
		macros[count++] = (struct macro){ "indices", indices(kernel) };
	else if (cuda)
		macros[count++] = (struct macro){ "lookup", storage_text(kernel, "lookup") };
	return template_expand_all(kernel->arena, kernel->access, "kernel", macros, count);
}

struct emitted
emit_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	struct arena *arena = templates->arena;
	struct kernel kernel = {
		.arena = arena, .plan = plan, .variant = variant, .templates = templates,
	};
	const char *name = kernel_name(arena, plan, variant);
	const char *body, *operands, *arguments, *slot_names;
	struct macro macros[20];
	int count = 0;

	if (!load_templates(&kernel))
		return (struct emitted){ "", 0 };
	body = kernel_text(&kernel, source, name);
	operands = value_list(&kernel, false);
	slot_names = slots(&kernel);
#define ADD(name, text) macros[count++] = (struct macro){ (name), (text) }
	ADD("source", base_name(arena, source->path));
	ADD("stencil", plan->stencil->name);
	ADD("storage", storages[variant->storage].name);
	ADD("access", accesses[variant->access].name);
	ADD("costs", emit_costs(arena, plan, kernel.lookups));
	ADD("slots", *slot_names ? EXPAND(&kernel, kernel.storage, "slots", { "slots", slot_names }) : "");
	ADD("uniforms", uniforms(&kernel));
	ADD("helpers", helpers(&kernel));
	ADD("description", comment_above(arena, source, plan->stencil->span));
	ADD("body", body);
	ADD("kernel", name);
	ADD("fields", launcher_list(&kernel, AS_LAUNCHER_PARAMETER));
	ADD("unpacked", launcher_list(&kernel, AS_UNPACKED));
	arguments = storage_text(&kernel, "arguments");
	if (variant->target == TARGET_cuda) {
		ADD("range", EXPAND(&kernel, kernel.storage, "range_arguments", { "slots", "" }));
		ADD("rows", EXPAND(&kernel, kernel.storage, "rows", { "slots", "" }));
		ADD("storage_arguments", arguments);
		ADD("operands", operands);
	} else {
		ADD("function", template_has(kernel.access, "index") ? "" : storage_text(&kernel, "function"));
		ADD("sweep", EXPAND(&kernel, kernel.storage, "sweep", { "kernel", name },
			{ "arguments", lines(arena, arguments, operands) }));
	}
#undef ADD
	return (struct emitted){
		arena_printf(arena, "%s\n", template_expand_all(arena, kernel.file, "file", macros, count)),
		kernel.lookups,
	};
}

static const char *
capitals(struct arena *arena, const char *name)
{
	char *text = arena_strndup(arena, name, strlen(name));

	for (char *c = text; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return text;
}

static const char *
relations_text(struct kernel *kernel, const struct template *template, enum table table)
{
	const char *name = table == TABLE_CHASING ? "chasing" : "direct";
	struct arena *arena = kernel->arena;
	struct offset *relations;
	const int count = variant_relations(arena, kernel->plan, table, &relations);
	const char *ways = "";

	for (int i = 0; i < count; i++)
		ways = arena_printf(arena, "%s%s{ %d, %d }", ways, !i ? "" : i % 6 ? ", " : ", \\\n  ",
			relations[i].x, relations[i].y);
	return EXPAND(kernel, template, "relations",
		{ "guard", capitals(arena, kernel->plan->stencil->name) },
		{ "table", name },
		{ "capitals", capitals(arena, name) },
		{ "count", arena_printf(arena, "%d", count) },
		{ "ways", arena_printf(arena, "{ %s }", ways) });
}

/* One line for each kernel of a target and precision. */
static const char *
launchers(struct kernel *kernel, const struct template *template, enum target target,
	enum type precision, const char *suffix)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant variant = { (enum storage)s, (enum access)a, target, precision };

			if (why_illegal(kernel->arena, kernel->plan, &variant))
				continue;
			text = lines(kernel->arena, text, EXPAND(kernel, template,
				arena_printf(kernel->arena, "%s_launcher", targets[target].name),
				{ "stencil", kernel->plan->stencil->name },
				{ "suffix", suffix },
				{ "kernel", kernel_name(kernel->arena, kernel->plan, &variant) }));
		}
	return text;
}

/* Types and launchers of one precision. */
static const char *
precision_text(struct kernel *kernel, const struct template *template, enum type precision)
{
	struct arena *arena = kernel->arena;
	const char *suffix = precision == TYPE_FLOAT ? "_float" : "";
	const struct variant variant = { .precision = precision };
	const char *types, *cuda, *openmp;

	kernel->variant = &variant;
	types = EXPAND(kernel, template, "launcher_types",
		{ "stencil", kernel->plan->stencil->name },
		{ "type", type_name(precision) },
		{ "suffix", suffix },
		{ "fields", launcher_list(kernel, AS_LAUNCHER_PARAMETER) });
	cuda = launchers(kernel, template, TARGET_cuda, precision, suffix);
	openmp = launchers(kernel, template, TARGET_openmp, precision, suffix);
	return arena_printf(arena, "%s\n\n%s\n\n%s", types, cuda, openmp);
}

const char *
emit_header(struct templates *templates, const struct source *source, const struct plan *plan)
{
	struct arena *arena = templates->arena;
	struct kernel kernel = { .arena = arena, .plan = plan, .templates = templates };
	const struct template *template = templates_get(templates, "header");
	const char *relations = "";
	struct offset *unused;

	if (!template || !common(&kernel))
		return "";
	for (enum table table = TABLE_CHASING; table <= TABLE_DIRECT; table++)
		if (variant_relations(arena, plan, table, &unused))
			relations = *relations ? arena_printf(arena, "%s\n\n%s", relations,
				relations_text(&kernel, template, table)) : relations_text(&kernel, template, table);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", capitals(arena, plan->stencil->name) },
		{ "grid", templates_text(templates, "stencil_grid.h") },
		{ "relations", relations },
		{ "launchers", arena_printf(arena, "%s\n\n%s",
			precision_text(&kernel, template, TYPE_DOUBLE),
			precision_text(&kernel, template, TYPE_FLOAT)) }));
}
