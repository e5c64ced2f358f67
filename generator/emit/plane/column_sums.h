#ifndef COLUMN_SUMS_H
#define COLUMN_SUMS_H

#include "generator/emit/kernel.h"

/* Sums of columns, or their least or greatest values, that a thread takes while it goes up its column. Each is a field of the
 * part, of columns, to which statements assign points.
 *
 * The variable of such a field; what it becomes on a level, or for other fields the value itself. */
const char *column_sum_name(const struct kernel *kernel, const struct field *field);
const char *column_sum(const struct kernel *kernel, const struct field *field, const char *value);

/* The definitions of all variables, and the lines that keep them. */
const char *column_sums_declared(const struct kernel *kernel);
const char *column_sums_kept(const struct kernel *kernel);

/* Whether blocks sum up what their columns come to; the declarations of what holds that, the lines that put it there, that add up
 * two numbers of it, and that keep what is left. */
bool sums_blocks(const struct kernel *kernel);
const char *block_sums_declared(const struct kernel *kernel);
const char *block_sums_put(const struct kernel *kernel);
const char *block_sums_paired(const struct kernel *kernel);
const char *block_sums_kept(const struct kernel *kernel);

#endif
