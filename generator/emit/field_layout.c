#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

#include <string.h>

bool
kernel_read_layout(struct kernel *kernel)
{
	kernel->layout = template_find(kernel->templates, arena_printf(kernel->arena, "layout/%s",
		layouts[kernel->variant->layout].form));
	kernel->soa = template_find(kernel->templates, "layout/soa");
	return kernel->layout && kernel->soa;
}

static bool
in_struct(const struct kernel *kernel, const struct field *field)
{
	return layout_in_struct(kernel->variant->layout, field);
}

static const struct template *
layout_of(const struct kernel *kernel, const struct field *field)
{
	return in_struct(kernel, field) ? kernel->layout : kernel->soa;
}

/* A header declares kernels of both precisions, whatever was checked. */
static enum type
type_of(const struct kernel *kernel, const struct field *field)
{
	return type_in_precision(field->declared, kernel->variant->precision);
}

/* The suffix of a struct whose members depend on the precision. */
static const char *
struct_suffix(const struct kernel *kernel, bool out)
{
	const struct stencil *stencil = kernel->plan->stencil;

	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && (f->role != ROLE_IN) == out && (f->declared == TYPE_REAL || stencil->low == TYPE_FLOAT))
			return precision_suffix(stencil, kernel->variant->precision);
	return "";
}

static const char *
array_name(const struct kernel *kernel, const struct field *field)
{
	return !in_struct(kernel, field) ? kernel->plan->names.fields[field->index]
		: field->role == ROLE_IN ? "in" : "out";
}

static const char *
type_of_struct(const struct kernel *kernel, bool out)
{
	return arena_printf(kernel->arena, "struct %s_%s%s%s", kernel->plan->stencil->name, out ? "out" : "in",
		layouts[kernel->variant->layout].points > 1 ? "_block" : "", struct_suffix(kernel, out));
}

static const char *
array_type(const struct kernel *kernel, const struct field *field)
{
	return in_struct(kernel, field) ? type_of_struct(kernel, field->role != ROLE_IN) : element_name(type_of(kernel, field));
}

/* A load in a loop, behind a condition, would keep compilers of C from taking vectors. */
bool
scalar_by_value(const struct kernel *kernel, const struct field *field)
{
	return field->shape == SHAPE_SCALAR && field->role == ROLE_IN && !field->local && !targets[kernel->variant->target].blocks;
}

const char *
scalar_element(const struct kernel *kernel, const struct field *field)
{
	return scalar_by_value(kernel, field) ? kernel->plan->names.fields[field->index] : kernel_element(kernel, field, "0");
}

int
kernel_arrays(const struct kernel *kernel, struct array **arrays)
{
	const struct stencil *stencil = kernel->plan->stencil;
	int *number = arena_array(kernel->arena, int, stencil->field_count + 1);
	const int count = layout_arrays(stencil, kernel->variant->layout, number);

	*arrays = arena_array(kernel->arena, struct array, count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		struct array *array = &(*arrays)[number[f->index]];

		array->used |= kernel->plan->fields[f->index];
		if (array->name)
			continue;
		array->field = f;
		array->name = array_name(kernel, f);
		array->type = array_type(kernel, f);
		array->element = element_name(type_of(kernel, f));
		array->points = in_struct(kernel, f) ? layouts[kernel->variant->layout].points : 1;
		array->out = f->role != ROLE_IN;
		array->shape = f->shape;
		array->by_value = scalar_by_value(kernel, f);
	}
	return count;
}

const char *
array_length(struct arena *arena, const struct array *array, const char *points)
{
	return array->points > 1 ? arena_printf(arena, "%s/%d", points, array->points) : points;
}

const char *
kernel_structs(const struct kernel *kernel)
{
	const struct stencil *stencil = kernel->plan->stencil;
	const int points = layouts[kernel->variant->layout].points;
	const char *text = "";

	for (int out = 0; out < 2; out++) {
		struct text members = { .arena = kernel->arena };

		for (const struct field *f = stencil->fields; f; f = f->next)
			if (in_struct(kernel, f) && (f->role != ROLE_IN) == out)
				lines_add(&members, arena_printf(kernel->arena, points > 1 ? "%s %s[%d];" : "%s %s;",
					element_name(type_of(kernel, f)), kernel->plan->launcher_names.fields[f->index], points));
		if (!members.length)
			continue;
		text = arena_printf(kernel->arena, "%s%s%s", text, *text ? "\n\n" : "",
			EXPAND(kernel, kernel->layout, "struct",
				{ "in", macro_if(!out) },
				{ "out", macro_if(out) },
				{ "type", type_of_struct(kernel, out) },
				{ "stencil", stencil->name },
				{ "guard", macro_prefix(kernel->arena, stencil->name) },
				{ "suffix", struct_suffix(kernel, out) },
				{ "guard_suffix", capitals(kernel->arena, struct_suffix(kernel, out)) },
				{ "members", text_of(&members) }));
	}
	return text;
}

const char *
kernel_element(const struct kernel *kernel, const struct field *field, const char *index)
{
	const char *name = kernel->plan->launcher_names.fields[field->index];

	return EXPAND(kernel, layout_of(kernel, field), "element",
		{ "array", array_name(kernel, field) },
		{ "field", name },
		{ "index", index },
		{ "operand", strchr(index, ' ') ? arena_printf(kernel->arena, "(%s)", index) : index });
}

const char *
profile_element(const struct kernel *kernel, const struct field *field, int z)
{
	/* Some levels of a thread's vector may lie outside of those that are updated, where a profile has no value: the nearest
	 * level stands for them. */
	const bool vectors = kernel_has_vectors(kernel) && kernel->kind->columns;

	return kernel_element(kernel, field, vectors ? index_add(kernel->arena, "min(max(k + l, bottom), top - 1)", z, NULL)
		: kernel_level(kernel, z));
}
