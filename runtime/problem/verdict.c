#include "runtime/problem/verdict.h"

#include "runtime/problem/values.h"

#include <math.h>
#include <string.h>

void
verdict_add(struct verdict *verdict, const struct verdict *other)
{
	verdict->points += other->points;
	if (!verdict->different)
		memcpy(verdict->first, other->first, sizeof verdict->first);
	verdict->different += other->different;
	verdict->skipped += other->skipped;
}

double
compared_number(const struct compared *v, const void *memory, size_t i)
{
	switch (v->type) {
	case TYPE_BOOL:  return ((const unsigned char *)memory)[i];
	case TYPE_INT:   return ((const int32_t *)memory)[i];
	case TYPE_FLOAT: return ((const float *)memory)[i];
	default:         return ((const double *)memory)[i];
	}
}

static bool
same(const struct compared *v, size_t i, double got, double expected)
{
	const size_t element = (size_t)element_size(v->type);
	const char *p = (const char *)v->got + i*element, *q = (const char *)v->expected + i*element;

	return !memcmp(p, q, element)
		|| (isnan(got) && isnan(expected) && !is_unwritten(p, element) && !is_unwritten(q, element));
}

size_t
verdict_compare(struct verdict *verdict, const struct compared *v)
{
	size_t first = v->count;

	for (size_t i = 0; i < v->count; i++) {
		const double got = compared_number(v, v->got, i), expected = compared_number(v, v->expected, i);

		if (same(v, i, got, expected))
			continue;
		if (v->bounds && v->bounds[i] > 0 && isinf(v->bounds[i]))
			verdict->skipped++;
		else if ((!v->bounds || !(fabs(got - expected) <= 2*v->bounds[i])) && !verdict->different++)
			first = i;
	}
	return first;
}

bool
verdict_is_good(const struct verdict *verdict)
{
	return !verdict->different && verdict->skipped <= 1e-3*verdict->points;
}
