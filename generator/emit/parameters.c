#include "generator/emit/parameters.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

#include <string.h>

/* A header declares kernels of both precisions, whatever was checked. */
static const char *
type_text(const struct kernel *kernel, enum type declared)
{
	return type_name(type_in_precision(declared, kernel->variant->precision));
}

const char *
array_declaration(struct arena *arena, const char *type, const char *name, bool out, bool restricted)
{
	return arena_printf(arena, "%s%s *%s%s", out ? "" : "const ", type, restricted ? "__restrict__ " : "", name);
}

const char *
misaligned_arrays(const struct kernel *kernel, const char *elements, bool all)
{
	struct text text = { .arena = kernel->arena };
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used && (all || arrays[i].shape == SHAPE_POINT))
			lines_add(&text, arena_printf(kernel->arena, "|| (size_t)%s %% (%s*sizeof *%s) != 0", arrays[i].name, elements,
				arrays[i].name));
	return text_of(&text);
}

static const char *
array_parameter(const struct kernel *kernel, const struct array *array)
{
	return array->by_value ? arena_printf(kernel->arena, "const %s %s", array->type, array->name)
		: array_declaration(kernel->arena, array->type, array->name, array->out, array->out || !kernel->needs.aliases);
}

static const char *
array_of_launcher(const struct kernel *kernel, const struct array *array)
{
	return array_declaration(kernel->arena, array->type, array->name, array->out, false);
}

static const char *
param_of_launcher(const struct kernel *kernel, const struct param *param)
{
	return arena_printf(kernel->arena, "%s %s", type_text(kernel, param->declared), kernel->plan->names.params[param->index]);
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
			array_of_launcher(kernel, &arrays[i]), arrays[i].name,
		};
	for (const struct param *p = stencil->params; p; p = p->next)
		(*parameters)[count++] = (struct parameter){
			param_of_launcher(kernel, p), kernel->plan->names.params[p->index],
		};
	return count;
}

const char *
launcher_fields(const struct kernel *kernel)
{
	struct list list = { .text.arena = kernel->arena };
	struct parameter *parameters;
	const int count = launcher_parameters(kernel, &parameters);

	for (int i = 0; i < count; i++)
		list_add(&list, parameters[i].declaration);
	return list_text(&list);
}

const char *
unpacked_fields(const struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	struct list list = { .text.arena = arena };
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

	for (int i = 0; i < count; i++)
		list_add(&list, arena_printf(arena, "(%s%s *)fields[%d]", arrays[i].out ? "" : "const ", arrays[i].type, i));
	for (const struct param *p = kernel->plan->stencil->params; p; p = p->next) {
		const char *type = type_text(kernel, p->declared);

		list_add(&list, !strcmp(type, "double") ? arena_printf(arena, "params[%d]", p->index)
			: arena_printf(arena, "(%s)params[%d]", type, p->index));
	}
	return list_text(&list);
}

static const char *
argument(const struct kernel *kernel, const struct array *array)
{
	const bool at_level = targets[kernel->variant->target].blocks && array->shape == SHAPE_POINT && !kernel->kind->columns;

	return at_level ? arena_printf(kernel->arena, "%s + %s", array->name, array_length(kernel->arena, array, "level")) : array->name;
}

const char *
kernel_values(const struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;
	const struct needs *needs = &kernel->needs;
	struct arena *arena = kernel->arena;
	struct text values = { .arena = arena };
	struct array *arrays;
	const int count = kernel_arrays(kernel, &arrays);

#define ADD(parameter) (text_add(&values, values.length ? ",\n" : ""), text_add(&values, (parameter)))
	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			ADD(array_parameter(kernel, &arrays[i]));
	for (const struct param *p = plan->stencil->params; p; p = p->next)
		if (plan->params[p->index])
			ADD(arena_printf(arena, "const %s", param_of_launcher(kernel, p)));
	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->passed[t->index])
			ADD(arena_printf(arena, "const %s %s", type_name(t->type), plan->names.uniforms[t->index]));
#undef ADD
	return EXPAND(kernel, kernel->common, "values",
		{ "west", macro_if(needs->sides[SIDE_WEST]) },
		{ "east", macro_if(needs->sides[SIDE_EAST]) },
		{ "north", macro_if(needs->sides[SIDE_NORTH]) },
		{ "south", macro_if(needs->sides[SIDE_SOUTH]) },
		{ "row", macro_if(needs->row) },
		{ "height", macro_if(needs->height) },
		{ "bottom", macro_if(needs->bottom) },
		{ "first_level", macro_if(needs->first_level) },
		{ "last_level", macro_if(needs->last_level) },
		{ "levels", macro_if(plan->reads_levels && !kernel->lookups) },
		{ "full_levels", macro_if(plan->reads_levels && kernel->lookups) },
		{ "arrays", text_of(&values) });
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
kernel_carry(const struct kernel *kernel, struct list *list)
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
			text = join_lines(k->arena, text, wrap(k->arena, arena_printf(k->arena, "const %s %s = %s;",
				type_name(t->type), plan->names.uniforms[t->index], c_expr(k, &here, t->stmt->u.assign.value)),
				LINE_WIDTH, 4));
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
	lines_add(text, arena_printf(k->arena, "(void)%s;", name));
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
