#include "runtime/problem/values.h"

#include "generator/base/random.h"
#include "generator/base/workers.h"
#include "generator/interpret/interpret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t unwritten_double = UINT64_C(0xfff7a5c35a3c7b1f);
static const uint32_t unwritten_float = UINT32_C(0xffe7a5c3); /* of an int, too: no stencil is likely to compute it */
static const unsigned char unwritten_bool = 0xc3;             /* kernels write 0 and 1 */

size_t
field_element(const struct field *field)
{
	return (size_t)element_size(field->type);
}

double
param_default(const struct param *param)
{
	return param->value ? strtod(param->value, NULL) : 1;
}

/* A random number for each number. */
static uint64_t
noise(uint64_t number)
{
	return random_next(&number);
}

bool
store_value(enum type type, void *array, size_t i, double value)
{
	if (type == TYPE_INT && !(value >= INT32_MIN && value <= INT32_MAX && value == floor(value)))
		return false;
	store_element(type, array, i, value);
	return true;
}

/* Stores a number from low to high that lies at a fraction, less than 1, of the way. */
static void
store_number(enum type type, void *array, size_t i, double low, double high, double fraction)
{
	const bool whole = type_is_whole(type);

	store_value(type, array, i, whole ? floor(low + (high - low + 1)*fraction) : fmin(low + (high - low)*fraction, high));
}

enum { AT_A_TIME = 1 << 16 };

/* Numbers that several threads store. */
struct numbers {
	enum type type;
	void *array;
	double low, high;
	uint64_t seed;
};

static void
fill_some(void *numbers, int worker, long first, long end)
{
	const struct numbers *n = numbers;

	(void)worker;
	for (long i = first; i < end; i++)
		store_number(n->type, n->array, (size_t)i, n->low, n->high, (double)(noise(n->seed + (uint64_t)i) >> 11)*0x1p-53);
}

void
fill_numbers(const struct field *field, void *array, size_t count, uint64_t seed)
{
	const double low = field->low ? strtod(field->low, NULL) : field->probe || field->type == TYPE_BOOL ? 0 : -1;
	const double high = field->low ? strtod(field->high, NULL) : 1;
	struct numbers numbers = { field->type, array, low, high, noise(seed) };

	workers_share((long)count, AT_A_TIME, fill_some, &numbers);
}

static const void *
unwritten(size_t element)
{
	return element == sizeof unwritten_double ? (const void *)&unwritten_double
		: element == sizeof unwritten_float ? (const void *)&unwritten_float : &unwritten_bool;
}

struct marked {
	char *bytes;
	size_t element;
};

static void
mark_some(void *marked, int worker, long first, long end)
{
	const struct marked *m = marked;

	(void)worker;
	for (size_t i = (size_t)first; i < (size_t)end; i++)
		memcpy(m->bytes + i*m->element, unwritten(m->element), m->element);
}

void
mark_unwritten(void *memory, size_t count, size_t element)
{
	struct marked marked = { memory, element };

	workers_share((long)count, AT_A_TIME, mark_some, &marked);
}

bool
is_unwritten(const void *element, size_t size)
{
	return !memcmp(element, unwritten(size), size);
}
