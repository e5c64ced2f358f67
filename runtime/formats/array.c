#include "runtime/formats/array.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t
array_elements(const struct array *array)
{
	size_t elements = 1;

	for (int d = 0; d < array->ndim; d++)
		elements *= (size_t)array->shape[d];
	return elements;
}

size_t
array_bytes(const struct array *array)
{
	return array_elements(array)*(size_t)array->element;
}

static int64_t
whole_number(const struct array *array, size_t i)
{
	return array->element == 4 ? ((const int32_t *)array->data)[i] : ((const int64_t *)array->data)[i];
}

int
array_whole_at(const struct array *array, size_t i)
{
	const int64_t value = whole_number(array, i);

	return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

/* Copies element `from[i]` to `to[j]`, where i counts with the last dimension as the fastest and
 * j with the first, or the other way round. */
static void
reorder(const struct array *array, const char *from, char *to, bool back)
{
	const size_t element = (size_t)array->element;
	size_t shape[ARRAY_DIMENSIONS] = { 1, 1, 1 }, c = 0;

	for (int d = 0; d < array->ndim; d++)
		shape[d] = (size_t)array->shape[d];
	for (size_t i = 0; i < shape[0]; i++)
		for (size_t j = 0; j < shape[1]; j++)
			for (size_t k = 0; k < shape[2]; k++, c++) {
				const size_t f = i + shape[0]*(j + shape[1]*k);

				memcpy(to + (back ? c : f)*element, from + (back ? f : c)*element, element);
			}
}

void
array_to_fortran(const struct array *array, const void *from, void *to)
{
	reorder(array, from, to, false);
}

void
array_from_fortran(const struct array *array, const void *from, void *to)
{
	reorder(array, from, to, true);
}

const char *
array_shape_text(struct arena *arena, int ndim, const long long *shape)
{
	const char *text = "";

	for (int d = 0; d < ndim; d++)
		text = arena_printf(arena, "%s%s%lld", text, d ? "," : "", shape[d]);
	return arena_printf(arena, "(%s)", text);
}

double
array_number(const struct array *array, size_t i)
{
	if (array->whole && array->element == 1)
		return ((const unsigned char *)array->data)[i] != 0;
	if (array->whole)
		return (double)whole_number(array, i);
	return array->element == sizeof (float) ? (double)((const float *)array->data)[i] : ((const double *)array->data)[i];
}

void
array_set_number(const struct array *array, size_t i, double number)
{
	if (array->whole && array->element == 1)
		((unsigned char *)array->data)[i] = number != 0;
	else if (array->whole && array->element == 4)
		((int32_t *)array->data)[i] = (int32_t)number;
	else if (array->whole)
		((int64_t *)array->data)[i] = (int64_t)number;
	else if (array->element == sizeof (float))
		((float *)array->data)[i] = (float)number;
	else
		((double *)array->data)[i] = number;
}

const char *
array_type(const struct array *array)
{
	if (array->whole)
		return array->element == 1 ? "bool" : array->element == 4 ? "int" : "long";
	return array->element == sizeof (float) ? "float" : "double";
}

void
array_free(struct array *array)
{
	free(array->data);
	memset(array, 0, sizeof *array);
}
