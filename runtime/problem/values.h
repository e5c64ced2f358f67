#ifndef VALUES_H
#define VALUES_H

#include "generator/language/ast.h"

#include <stdint.h>

/* Values of fields and params, on any grid. */

size_t field_element(const struct field *field); /* bytes */

/* The default of a param, or 1 where the stencil gives none. */
double param_default(const struct param *param);

/* Fills an array of a field's type with pseudo-random numbers of the field's range: if none is declared, from -1
 * to 1, or of probes and bools from 0 to 1. Ints have its whole numbers. */
void fill_numbers(const struct field *field, void *array, size_t count, uint64_t seed);

/* Stores a number as an element of a type; of bools 0 is false. Returns false if an int would differ from it. */
bool store_value(enum type type, void *array, size_t i, double value);

/* Fills memory with a marker: NaNs with a private payload. */
void mark_unwritten(void *memory, size_t count, size_t element);

/* Whether an element is still as mark_unwritten left it. */
bool is_unwritten(const void *element, size_t size);

#endif
