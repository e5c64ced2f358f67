#ifndef ROW_BUFFER_H
#define ROW_BUFFER_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/*
 * What access rows keeps: rows of a temporary that several rows of the domain read. A step computes the one that lies
 * farthest south, and finds the others where the steps before have left them.
 */
struct row_buffer {
	const struct temp *temp;
	int level;              /* from the step's */
	int north, south;       /* rows that are kept, from the step's; the last one is computed */
	int west, east;         /* columns of them that are read, beyond a block's */
	struct offset computed; /* the value that a step stores */
	const char **names;     /* of pointers to rows, from north to south */
	const char *array;      /* where they lie, */
	const char *oldest;     /* and what the northernmost is called while rows change places */
	const struct kernel *fill; /* the kernel that computes such a row by itself; NULL in that one */
	struct row_buffer *next;
};

/* Gives a kernel the plan of a step and the rows that it keeps. */
bool row_buffer_find(struct kernel *kernel);

/* Whether a row is computed, or read by a step. */
bool row_buffer_uses(const struct kernel *kernel, const struct row_buffer *kept, int y);

/* Parts of a spelling: the values of row buffers are elements of these, and not declared. */
const char *row_buffer_variable(const struct kernel *kernel, const struct site *site, const struct temp *temp, struct offset at);
bool row_buffer_declares(const struct kernel *kernel, const struct value *value);

/* row_buffer_text.c: the functions that fill rows, by the macros of kernels; the rows as parameters of a step. */
struct providers;
const char *row_buffer_functions(const struct kernel *kernel, const struct providers *of_kernel);
const char *row_buffer_parameters(const struct kernel *kernel);

/* For the function that updates a block: the row buffers, calls that fill those with which it begins, and those that fill what
 * a step computes beside the block; the step's arguments, and how rows then change places. */
const char *row_buffer_declared(const struct kernel *kernel);
const char *row_buffer_filled(const struct kernel *kernel);
const char *row_buffer_ends(const struct kernel *kernel);
const char *row_buffer_arguments(const struct kernel *kernel);
const char *row_buffer_turn(const struct kernel *kernel);

#endif
