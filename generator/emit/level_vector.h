#ifndef LEVEL_VECTOR_H
#define LEVEL_VECTOR_H

#include "generator/emit/kernel.h"

/*
 * Kernels with levels innermost take from a field a vector of levels of each column that they read: the levels
 * that a thread or a loop updates and those below and above that it reads, side by side in memory.
 */
struct level_vector {
	const struct field *field;
	int neighbor;         /* on a mesh: of its element */
	struct offset at; /* the column, z = 0, or a level of it if threads have scalars */
	int low, high;    /* the lowest and highest level that is read from the point's: low <= 0 <= high */
	const char *name; /* src_c, src_nw, theta_e0_c1, ... */
	bool read, written; /* of a level of a sweep */
	const struct level_vector *second; /* if both are accessed at once: that of the next column; else NULL */
	bool is_second;   /* it is this one of another */
	const char *pair; /* the name of both */
	struct level_vector *next;
};

/* The column, or point, of a vector of levels in its name. */
typedef const char *level_vector_column(struct arena *arena, const struct plan *plan, const struct level_vector *vector);

/* The vectors of levels of a plan, fields in order, columns nearest first; of an out field those that a thread
 * writes. If the kernel has scalars, one for each level that is read. */
struct level_vector *level_vectors_list(const struct kernel *kernel, const struct plan *plan, level_vector_column *column);

/* The vectors of levels of a level of a sweep, which may read what it writes: of all fields of points in memory. */
struct level_vector *level_vectors_of_level(const struct kernel *kernel, const struct plan *plan, level_vector_column *column);

/* A level of a field's column, in a loop over the levels of a thread if it has several. */
const char *level_vector_element(const struct kernel *kernel, const struct reference *to);

/* The type before it where it is defined. */
const char *level_vector_definition(const struct kernel *kernel, const struct reference *to);

/* Macros: whether a thread has vectors, or scalars. */
const char *macro_vector(const struct kernel *kernel);
const char *macro_scalar(const struct kernel *kernel);

/* The field of a vector of levels as the kernel calls it. */
const char *level_vector_field(const struct kernel *kernel, const struct level_vector *vector);

/* How a thread of a GPU begins with a vector of levels, a constant or not: it loads the levels from an index on, the first of which is
 * level `level` of a column and at least 0, and those below and above that are read; `pitch` lie between columns. What is
 * only written is declared, unless it is defined where it is assigned. How it stores levels `first` to `end` - 1 of them, counted from the first one that
 * it has. */
const char *level_vector_loaded(const struct kernel *kernel, const struct level_vector *vector, const char *index,
	const char *level,
	const char *pitch, bool constant);
const char *level_vector_declared(const struct kernel *kernel, const struct level_vector *vector);
const char *level_vector_stored(const struct kernel *kernel, const struct level_vector *vector, const char *index,
	const char *first,
	const char *end);

#endif
