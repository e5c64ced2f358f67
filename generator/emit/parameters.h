#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "generator/emit/kernel.h"

/* An array as a parameter, "const double *__restrict__ u", where nothing else leads to its elements. */
const char *array_declaration(struct arena *arena, const char *type, const char *name, bool out, bool restricted);

/* Further conditions, a line each: that an array is not stored where so many elements, a constant, can be loaded at once; of all arrays, or
 * of those with levels. */
const char *misaligned_arrays(const struct kernel *kernel, const char *elements, bool all);

/* Fields, params and values as a kernel's parameters, and the arguments for these. */
const char *kernel_values(const struct kernel *kernel);
const char *kernel_operands(const struct kernel *kernel);

/* The same inside the kernel, for a function that takes them, too. */
struct list;
void kernel_carry(const struct kernel *kernel, struct list *list);

/* The arguments without fields, each after a comma. */
const char *kernel_more_operands(const struct kernel *kernel);

/* A field, structs of several, or a param. */
struct parameter {
	const char *declaration, *name;
};

/* What launchers take, in order; returns their number. */
int launcher_parameters(const struct kernel *kernel, struct parameter **parameters);

/* Fields and params as a launcher's parameters, and as its arguments out of a thunk's
 * arrays. */
const char *launcher_fields(const struct kernel *kernel);
const char *unpacked_fields(const struct kernel *kernel);

/* Whether a field that the kernel reads or writes is a null pointer. */
const char *launcher_null_fields(const struct kernel *kernel);

/* A statement for each field and param that a launcher neither passes on nor reads, so
 * that C compilers do not warn of it. */
const char *launcher_unused(const struct kernel *kernel);

/* Definitions of the values that a launcher computes from params. */
const char *launcher_uniforms(const struct kernel *kernel);

#endif
