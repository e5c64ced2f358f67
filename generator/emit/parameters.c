#include "generator/emit/parameters.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

#include <string.h>

/* A header declares kernels of both precisions, whatever was checked. */
static const char *
type_text(const struct kernel *kernel, enum type declared)
{
	return type_name(declared == TYPE_REAL ? kernel->variant->precision : declared);
}

enum wording { AS_PARAMETER, AS_LAUNCHER_PARAMETER, AS_UNPACKED };

static const char *
array_wording(const struct kernel *kernel, const struct array *array, int index, enum wording wording)
{
	static const char *const sections[][2] = {
		[AS_PARAMETER]          = { "in_parameter", "out_parameter" },
		[AS_LAUNCHER_PARAMETER] = { "in_field", "out_field" },
		[AS_UNPACKED]           = { "unpack_in", "unpack_out" },
	};

	const char *section = wording == AS_PARAMETER && array->by_value ? "param_parameter"
		: wording == AS_PARAMETER && !array->out && kernel->needs.aliases ? "alias_parameter" : sections[wording][array->out];

	return EXPAND(kernel, kernel->common, section,
		{ "type", array->type },
		{ "name", array->name },
		{ "index", arena_printf(kernel->arena, "%d", index) });
}

static const char *
param_wording(const struct kernel *kernel, const struct param *param, enum wording wording)
{
	static const char *const sections[] = {
		[AS_PARAMETER]          = "param_parameter",
		[AS_LAUNCHER_PARAMETER] = "param",
		[AS_UNPACKED]           = "unpack_param",
	};
	const char *type = type_text(kernel, param->declared);
	const bool is_double = !strcmp(type, "double");

	return EXPAND(kernel, kernel->common, wording == AS_UNPACKED && is_double ? "unpack_double"
		: sections[wording],
		{ "type", type },
		{ "name", kernel->plan->names.params[param->index] },
		{ "index", arena_printf(kernel->arena, "%d", param->index) });
}

static const char *
launcher_list(const struct kernel *kernel, enum wording wording)
{
	struct list list = { .text.arena = kernel->arena };
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

	for (int i = 0; i < count; i++)
		list_add(&list, array_wording(kernel, &arrays[i], i, wording));
	for (const struct param *p = kernel->plan->stencil->params; p; p = p->next)
		list_add(&list, param_wording(kernel, p, wording));
	return list_text(&list);
}

int
launcher_parameters(const struct kernel *kernel, struct parameter **parameters)
{
	const struct stencil *stencil = kernel->plan->stencil;
	struct array *arrays;
	int count = kernel_arrays(kernel, &arrays);

	*parameters = arena_array(kernel->arena, struct parameter, count + stencil->param_count + 1);
	for (int i = 0; i < count; i++)
		(*parameters)[i] = (struct parameter){
			array_wording(kernel, &arrays[i], i, AS_LAUNCHER_PARAMETER), arrays[i].name,
		};
	for (const struct param *p = stencil->params; p; p = p->next)
		(*parameters)[count++] = (struct parameter){
			param_wording(kernel, p, AS_LAUNCHER_PARAMETER), kernel->plan->names.params[p->index],
		};
	return count;
}

const char *
launcher_fields(const struct kernel *kernel)
{
	return launcher_list(kernel, AS_LAUNCHER_PARAMETER);
}

const char *
unpacked_fields(const struct kernel *kernel)
{
	return launcher_list(kernel, AS_UNPACKED);
}

static const char *
argument(const struct kernel *kernel, const struct array *array)
{
	return array->shape != SHAPE_POINT || (kernel->stretches && !kernel->plan->sweeps) ? array->name : EXPAND(kernel, kernel->file, "point_argument",
		{ "name", array->name },
		{ "at_level", EXPAND(kernel, array->layout, "at_level", { "array", array->name }) });
}

const char *
kernel_values(const struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;
	struct arena *arena = kernel->arena;
	struct text values = { .arena = arena };
	const char *text;
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

#define ADD(parameter) (text_add(&values, values.length ? ",\n" : ""), text_add(&values, (parameter)))
	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			ADD(array_wording(kernel, &arrays[i], i, AS_PARAMETER));
	for (const struct param *p = plan->stencil->params; p; p = p->next)
		if (plan->params[p->index])
			ADD(param_wording(kernel, p, AS_PARAMETER));
	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->passed[t->index])
			ADD(EXPAND(kernel, kernel->common, "param_parameter", { "type", type_name(t->type) },
				{ "name", plan->names.uniforms[t->index] }));
#undef ADD
	text = text_of(&values);
	if (plan->reads_levels)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "levels_parameter"), text);
	if (kernel->needs.last_level)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "last_level_parameter"), text);
	if (kernel->needs.first_level)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "first_level_parameter"), text);
	if (kernel->needs.bottom)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "bottom_parameter"), text);
	if (kernel->needs.height)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "height_parameter"), text);
	if (kernel->needs.row)
		text = join_lines(arena, kernel_section(kernel, kernel->common, "row_parameter"), text);
	for (enum side s = SIDES; s-- > 0; )
		if (kernel->needs.sides[s])
			text = join_lines(arena, kernel_section(kernel, kernel->common,
				arena_printf(arena, "%s_parameter", side_names[s])), text);
	return text;
}

/* The names of the params and values that a kernel takes; then NULL. */
static const char *const *
kernel_scalars(const struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;
	const struct stencil *stencil = plan->stencil;
	const char **names = arena_array(kernel->arena, const char *,
		stencil->param_count + stencil->temp_count + 1);
	int count = 0;

	for (const struct param *p = stencil->params; p; p = p->next)
		if (plan->params[p->index])
			names[count++] = plan->names.params[p->index];
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (plan->passed[t->index])
			names[count++] = plan->names.uniforms[t->index];
	return names;
}

const char *
kernel_more_operands(const struct kernel *kernel)
{
	const char *text = "";

	for (const char *const *name = kernel_scalars(kernel); *name; name++)
		text = arena_printf(kernel->arena, "%s,\1 %s", text, *name);
	return wrap(kernel->arena, text, LINE_WIDTH, 0);
}

/* The lowest and the highest level of the domain; a part of a program may update more. */
static const char *
domain_level(const struct kernel *kernel, enum side side)
{
	const int beyond = extents_at(&kernel->plan->stencil->widening, side);

	return side == SIDE_BELOW ? index_add(kernel->arena, "grid->bottom", beyond, NULL)
		: index_add(kernel->arena, "grid->top", -1 - beyond, NULL);
}

/* Within a kernel, for a function that it calls, values are there already. */
static void
add_arrays_and_scalars(const struct kernel *kernel, bool within, struct list *list)
{
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			list_add(list, arrays[i].by_value && !within ? arena_printf(kernel->arena, "%s[0]", arrays[i].name)
				: argument(kernel, &arrays[i]));
	for (const char *const *name = kernel_scalars(kernel); *name; name++)
		list_add(list, *name);
}

void
kernel_hand_on(const struct kernel *kernel, struct list *list)
{
	if (kernel->plan->reads_levels)
		list_add(list, "levels");
	add_arrays_and_scalars(kernel, true, list);
}

const char *
kernel_operands(const struct kernel *kernel)
{
	struct list list = { .text.arena = kernel->arena };

	for (enum side s = 0; s < SIDES; s++)
		if (kernel->needs.sides[s])
			list_add(&list, arena_printf(kernel->arena, "grid->%s", side_names[s]));
	if (kernel->needs.row)
		list_add(&list, "grid->north + j");
	if (kernel->needs.height)
		list_add(&list, "grid->north + grid->height + grid->south");
	if (kernel->needs.bottom)
		list_add(&list, "bottom");
	if (kernel->needs.first_level)
		list_add(&list, domain_level(kernel, SIDE_BELOW));
	if (kernel->needs.last_level)
		list_add(&list, domain_level(kernel, SIDE_ABOVE));
	if (kernel->plan->reads_levels)
		list_add(&list, "grid->levels");
	add_arrays_and_scalars(kernel, false, &list);
	return list_text(&list);
}

const char *
launcher_uniforms(const struct kernel *k)
{
	const struct site here = { .at = { 0, 0, 0 } };
	const struct plan *plan = k->plan;
	const char *text = "";

	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			text = join_lines(k->arena, text, wrap(k->arena, EXPAND(k, k->common, "uniform",
				{ "type", type_name(t->type) },
				{ "name", plan->names.uniforms[t->index] },
				{ "value", c_expr(k, &here, t->stmt->u.assign.value) }), LINE_WIDTH, 4));
	return text;
}

const char *
launcher_null_fields(const struct kernel *k)
{
	struct text text = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used) {
			text_add(&text, text.length ? "\1 || !" : "!");
			text_add(&text, arrays[i].name);
		}
	return wrap(k->arena, text_of(&text), LINE_WIDTH, 4);
}

static void
mark_param(void *used, const struct expr *e)
{
	if (e->kind == EXPR_PARAM)
		((bool *)used)[e->u.param->index] = true;
}

/* By index: the params that a kernel or a value of the launcher reads. */
static const bool *
used_params(const struct kernel *k)
{
	const struct plan *plan = k->plan;
	bool *used = arena_array(k->arena, bool, plan->stencil->param_count + 1);

	for (const struct param *p = plan->stencil->params; p; p = p->next)
		used[p->index] = plan->params[p->index];
	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			plan_walk_expr(t->stmt->u.assign.value, mark_param, used);
	return used;
}

static void
add_unused(const struct kernel *k, struct text *text, const char *name)
{
	lines_add(text, EXPAND(k, k->common, "unused", { "name", name }));
}

const char *
launcher_unused(const struct kernel *k)
{
	const bool *used = used_params(k);
	struct text text = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (!arrays[i].used)
			add_unused(k, &text, arrays[i].name);
	for (const struct param *p = k->plan->stencil->params; p; p = p->next)
		if (!used[p->index])
			add_unused(k, &text, k->plan->names.params[p->index]);
	return text_of(&text);
}
