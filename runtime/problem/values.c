#include "runtime/problem/values.h"

#include "generator/base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t unwritten_double = UINT64_C(0xfff7a5c35a3c7b1f);
static const uint32_t unwritten_float = UINT32_C(0xffe7a5c3);

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
	if (type == TYPE_FLOAT)
		((float *)array)[i] = (float)value;
	else if (type == TYPE_INT)
		((int32_t *)array)[i] = (int32_t)value;
	else if (type == TYPE_BOOL)
		((unsigned char *)array)[i] = value != 0;
	else
		((double *)array)[i] = value;
	return true;
}

/* Stores a number from low to high that lies at a fraction, less than 1, of the way. */
static void
store_number(enum type type, void *array, size_t i, double low, double high, double fraction)
{
	const bool whole = type == TYPE_INT || type == TYPE_BOOL;

	store_value(type, array, i, whole ? floor(low + (high - low + 1)*fraction) : fmin(low + (high - low)*fraction, high));
}

void
fill_numbers(const struct field *field, void *array, size_t count, uint64_t seed)
{
	const double low = field->low ? strtod(field->low, NULL) : field->probe || field->type == TYPE_BOOL ? 0 : -1;
	const double high = field->low ? strtod(field->high, NULL) : 1;
	const uint64_t own = noise(seed);

	for (size_t i = 0; i < count; i++)
		store_number(field->type, array, i, low, high, (double)(noise(own + i) >> 11)*0x1p-53);
}

void
mark_unwritten(void *memory, size_t count, size_t element)
{
	char *bytes = memory;

	for (size_t i = 0; i < count && element == sizeof unwritten_double; i++)
		memcpy(bytes + i*sizeof unwritten_double, &unwritten_double, sizeof unwritten_double);
	for (size_t i = 0; i < count && element != sizeof unwritten_double; i++)
		memcpy(bytes + i*element, &unwritten_float, element);
}

bool
is_unwritten(const void *element, size_t size)
{
	return size == sizeof unwritten_float ? !memcmp(element, &unwritten_float, size)
		: !memcmp(element, &unwritten_double, size);
}
