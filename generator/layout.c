#include "kernel.h"

#include <ctype.h>
#include <string.h>

static bool
is_struct(const struct kernel *kernel, const struct field *field)
{
	return layouts[kernel->variant->layout].points && field->shape == SHAPE_POINT;
}

/* A header declares kernels of both precisions, whatever was checked. */
static enum type
type_of(const struct kernel *kernel, const struct field *field)
{
	return field->declared == TYPE_REAL ? kernel->variant->precision : field->declared;
}

/* Of the names for a precision, where a struct depends on it. */
static const char *
struct_suffix(const struct kernel *kernel, bool out)
{
	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && (f->role != ROLE_IN) == out && f->declared == TYPE_REAL)
			return kernel->variant->precision == TYPE_FLOAT ? "_float" : "";
	return "";
}

static const char *
array_name(const struct kernel *kernel, const struct field *field)
{
	return !is_struct(kernel, field) ? kernel->plan->field_names[field->index]
		: field->role == ROLE_IN ? "in" : "out";
}

static const char *
array_type(struct kernel *kernel, const struct field *field)
{
	const bool out = field->role != ROLE_IN;
	const char *type = type_name(type_of(kernel, field));

	return field->shape != SHAPE_POINT ? type
		: EXPAND(kernel, kernel->layout, out ? "out_type" : "in_type",
			{ "stencil", kernel->plan->stencil->name },
			{ "suffix", struct_suffix(kernel, out) },
			{ "type", type });
}

int
kernel_arrays(struct kernel *kernel, struct array **arrays)
{
	const struct stencil *stencil = kernel->plan->stencil;
	int *number = arena_array(kernel->arena, int, stencil->field_count + 1);
	const int count = layout_arrays(stencil, kernel->variant->layout, number);

	*arrays = arena_array(kernel->arena, struct array, count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		struct array *array = &(*arrays)[number[f->index]];

		array->used |= f->used;
		if (array->name)
			continue;
		array->name = array_name(kernel, f);
		array->type = array_type(kernel, f);
		array->out = f->role != ROLE_IN;
		array->points = f->shape == SHAPE_POINT;
	}
	return count;
}

const char *
kernel_structs(struct kernel *kernel, enum type precision)
{
	const struct stencil *stencil = kernel->plan->stencil;
	const char *text = "";

	for (int out = 0; out < 2; out++) {
		const char *members = "", *suffix = struct_suffix(kernel, out);

		for (const struct field *f = stencil->fields; f; f = f->next)
			if (is_struct(kernel, f) && (f->role != ROLE_IN) == out)
				members = join_lines(kernel->arena, members, EXPAND(kernel, kernel->layout, "member",
					{ "type", type_name(type_of(kernel, f)) },
					{ "field", kernel->plan->field_names[f->index] }));
		/* What does not depend on the precision is there already. */
		if (!*members || (precision == TYPE_FLOAT && !*suffix))
			continue;
		text = arena_printf(kernel->arena, "%s%s%s", text, *text ? "\n\n" : "",
			EXPAND(kernel, kernel->layout, out ? "out_struct" : "in_struct",
				{ "stencil", stencil->name }, { "suffix", suffix }, { "members", members }));
	}
	return text;
}

/* Whether an operator may stand beside the text as it is. */
static bool
is_name(const char *text)
{
	while (isalnum((unsigned char)*text) || *text == '_')
		text++;
	return !*text;
}

const char *
kernel_element(struct kernel *kernel, const struct field *field, const char *index)
{
	const char *name = kernel->plan->field_names[field->index];

	if (kernel->sparse)
		return sparse_element(kernel, field, index);
	if (field->shape != SHAPE_POINT)
		return arena_printf(kernel->arena, "%s[%s]", name, index);
	return EXPAND(kernel, kernel->layout, "element",
		{ "array", array_name(kernel, field) },
		{ "field", name },
		{ "index", index },
		{ "operand", is_name(index) ? index : arena_printf(kernel->arena, "(%s)", index) });
}
