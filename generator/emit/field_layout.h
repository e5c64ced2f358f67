#ifndef FIELD_LAYOUT_H
#define FIELD_LAYOUT_H

#include "generator/emit/kernel.h"

/* How fields lie in arrays. */

/* Finds the templates of the variant's layout, soa for fields outside structs.
 * False after an error, which is reported. */
bool kernel_read_layout(struct kernel *kernel);

/* An array that a kernel gets one pointer to: a field, or structs of several. */
struct array {
	const struct field *field; /* the first, of a struct */
	const char *name, *type;
	const char *element; /* the type of a field, also in structs */
	int points;  /* that an element has */
	bool out;    /* a kernel writes it */
	bool used;   /* a kernel reads or writes it */
	bool by_value; /* scalar_by_value() */
	enum shape shape;
};

/* Whether a kernel gets the value of a scalar that it reads, not a pointer to it: it is loaded before the kernel's loops. */
bool scalar_by_value(const struct kernel *kernel, const struct field *field);

/* How a kernel spells a scalar field. */
const char *scalar_element(const struct kernel *kernel, const struct field *field);

/* The arrays of the layout, in the order of a thunk's; returns their number. */
int kernel_arrays(const struct kernel *kernel, struct array **arrays);

/* So many points as a number of the array's elements: a struct may have several points. */
const char *array_length(struct arena *arena, const struct array *array, const char *points);

/* The definitions of the layout's structs. */
const char *kernel_structs(const struct kernel *kernel);

/* The element of a field at an index, which is a sum or one word; of a profile, on the level z above the
 * thread's. */
const char *kernel_element(const struct kernel *kernel, const struct field *field, const char *index);
const char *profile_element(const struct kernel *kernel, const struct field *field, int z);

#endif
