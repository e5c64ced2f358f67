#include "runtime/data/nonfinite.h"

#include <math.h>

static void
count_elements(const struct array *array, size_t from, size_t to, struct nonfinite *nonfinite)
{
	for (size_t i = from; i < to; i++) {
		const double number = array_number(array, i);

		if (isfinite(number))
			continue;
		if (i < nonfinite->first)
			nonfinite->first = i;
		if (isnan(number))
			nonfinite->nan++;
		else
			nonfinite->infinite++;
	}
}

struct nonfinite
nonfinite_count(const struct array *array)
{
	const size_t count = array_elements(array);
	struct nonfinite nonfinite = { .first = count };

	count_elements(array, 0, count, &nonfinite);
	return nonfinite;
}

struct nonfinite
nonfinite_of_cells(const struct array *array, const int begin[2], const int end[2])
{
	const size_t count = array_elements(array), width = (size_t)array->shape[array->ndim - 1];
	const size_t height = array->ndim > 1 ? (size_t)array->shape[array->ndim - 2] : 1;
	struct nonfinite nonfinite = { .first = count };

	for (size_t row = 0; row < count/width; row++)
		if (array->ndim == 1 || (row % height >= (size_t)begin[1] && row % height < (size_t)end[1]))
			count_elements(array, row*width + (size_t)begin[0], row*width + (size_t)end[0], &nonfinite);
	return nonfinite;
}

void
nonfinite_add(struct nonfinite *nonfinite, const struct nonfinite *other)
{
	nonfinite->nan += other->nan;
	nonfinite->infinite += other->infinite;
	if (other->first < nonfinite->first)
		nonfinite->first = other->first;
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
