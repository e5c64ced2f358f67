#include "runtime/partition/reduce_columns.h"

#include <string.h>

enum { BLOCK = 1024 };

/* Loops of their own, which compilers vectorise. */
#define EACH(expression) \
	for (size_t i = 0; i < count; i++) { \
		const double x = a[i], y = b[i]; \
		a[i] = expression; \
	}

static void
combine(const struct kept *kept, double *restrict a, const double *restrict b, size_t count)
{
	if (kept->reduction == REDUCTION_MIN)
		EACH(y < x ? y : x)
	else if (kept->reduction == REDUCTION_MAX)
		EACH(x < y ? y : x)
	else if (kept->type == TYPE_FLOAT)
		EACH((float)(x + y))
	else
		EACH(x + y)
}

/* Values are so many elements apart. */
static void
load(const struct kept *kept, double *restrict into, const void *restrict values, size_t apart, size_t count)
{
	const float *floats = values;
	const double *doubles = values;

	if (kept->type == TYPE_FLOAT)
		for (size_t i = 0; i < count; i++)
			into[i] = floats[i*apart];
	else if (apart == 1)
		memcpy(into, values, count*sizeof *into);
	else
		for (size_t i = 0; i < count; i++)
			into[i] = doubles[i*apart];
}

void
reduce_levels(const struct kept *kept, double *columns, const void *values, int levels, size_t stride, size_t apart,
	size_t count)
{
	const size_t element = (size_t)element_size(kept->type);
	double level[BLOCK];

	for (size_t start = 0; start < count; start += BLOCK) {
		const size_t n = count - start < BLOCK ? count - start : BLOCK;
		const char *from = (const char *)values + start*apart*element;

		load(kept, columns + start, from, apart, n);
		for (int k = 1; k < levels; k++) {
			load(kept, level, from + (size_t)k*stride, apart, n);
			combine(kept, columns + start, level, n);
		}
	}
}

static double
reduce_block(const struct kept *kept, const double *numbers, size_t count)
{
	double v[BLOCK];

	memcpy(v, numbers, count*sizeof *v);
	for (size_t half = BLOCK/2; half > 0; half /= 2)
		if (half < count) {
			const size_t rest = count - half;

			combine(kept, v, v + half, rest < half ? rest : half);
			count = half;
		}
	return *v;
}

double
reduce_columns(const struct kept *kept, double *columns, size_t count)
{
	while (count > 1) {
		size_t blocks = 0;

		for (size_t start = 0; start < count; start += BLOCK, blocks++)
			columns[blocks] = reduce_block(kept, columns + start, count - start < BLOCK ? count - start : BLOCK);
		count = blocks;
	}
	return *columns;
}
