#ifndef COLUMNS_H
#define COLUMNS_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/* How a kernel on a plane finds columns. */

/* Elements by index variables, or by steps spelled out where they are read. */
extern const struct spelling plane_spelling;
const char *plane_element(const struct kernel *kernel, const struct site *site, const struct reference *to);

/* The template that checks a grid and goes through it: the storage's, or where columns have any
 * order that of the levels. */
const struct template *kernel_grid_template(const struct kernel *kernel);

/* Whether the kernel looks neighbours up in a table or computes where they are. */
bool kernel_has_table(const struct kernel *kernel);

/* Counts the look-ups of neighbours that the kernel's text will have. */
int columns_lookups(const struct kernel *kernel);

/* The index of a slot in a row of the table, as comments say it. */
const char *table_slots(const struct kernel *kernel);

/* What the storage needs to find neighbours, as a kernel's parameters and arguments; empty where there is none to find. */
const char *kernel_table_parameters(const struct kernel *kernel);
const char *kernel_table_arguments(const struct kernel *kernel);

/* Definitions of the index variables of all columns, nearest first. */
const char *kernel_indices(const struct kernel *kernel);

/* Where every read finds its column anew: what it calls, in a kernel and in a file. */
const char *kernel_lookup(const struct kernel *kernel);
const char *kernel_function(const struct kernel *kernel);

/* A section for each column but the thread's own, with $name, $padded and $slot: those
 * that are read, or those that are found, which by chasing includes those on the way. */
const char *kernel_read_columns(const struct kernel *kernel, const struct template *template,
	const char *section);
const char *kernel_found_columns(const struct kernel *kernel, const struct template *template,
	const char *section);

/* The pragma that vectorizes the loop over columns on a CPU. */
const char *kernel_vectors(const struct kernel *kernel);

/* Slots of shared memory for the columns that are read, an odd number. */
int kernel_slots(const struct kernel *kernel);

#endif
