#include "runtime/data/census.h"

#include <math.h>

double
array_number(const struct array *array, size_t i)
{
	return array->element == sizeof (float) ? (double)((const float *)array->data)[i]
		: ((const double *)array->data)[i];
}

struct census
census_take(const struct array *array)
{
	const size_t count = array_elements(array);
	struct census census = { .first = count };

	for (size_t i = 0; i < count; i++) {
		const double number = array_number(array, i);

		if (isfinite(number))
			continue;
		if (census.first == count)
			census.first = i;
		if (isnan(number))
			census.nan++;
		else
			census.infinite++;
	}
	return census;
}

const char *
array_index_text(struct arena *arena, const struct array *array, size_t i)
{
	const char *text = "";

	for (int d = array->ndim - 1; d >= 0; d--) {
		const size_t length = (size_t)array->shape[d];

		text = arena_printf(arena, "%s=%zu%s%s", array->names[d], i % length, *text ? ", " : "", text);
		i /= length;
	}
	return text;
}
