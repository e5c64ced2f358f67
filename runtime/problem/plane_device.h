#ifndef EXECUTION_H
#define EXECUTION_H

#include "runtime/device/backend.h"
#include "runtime/grid/grid.h"
#include "runtime/problem/plane_problem.h"

/* An array of one field, or of structs of several. */
struct array_memory {
	int members;  /* fields */
	bool written; /* by a kernel */
	size_t bytes;
};

/* A problem laid out for a storage, on a device. */
struct execution {
	const struct device *device;
	const struct problem *problem;
	struct grid *grid;
	struct stencil_grid view; /* with table and pattern on the device */
	enum layout layout;
	struct array_memory *arrays; /* by number: see layout_arrays */
	int array_count;
	int *array;               /* by field index: the number of the array it lies in */
	int *member;              /* and its place there */
	void **fields;            /* the arrays on the device, by number */
	void *table, *pattern;    /* on the device */
	void **initial;           /* of written arrays, on the device: what they hold before */
	void **verified;          /* a run, and what a run has given that was found right */
	void **expected;          /* by field index, here, as soa: what outs and inouts */
	double **bounds;          /* should hold after a run, and how far off they may be */
};

enum { USUAL_ALIGNMENT = 128 };

/* The grid that a problem needs in a storage, the first inner point of each row or
 * level aligned to so many bytes. NULL with a message on failure. */
struct grid *execution_grid(struct arena *arena, const struct problem *problem,
	const struct variant *variant, const struct order *order, int alignment, char *message, size_t room);

/* Lays out and uploads, for a grid that is for the layout. Execution takes the grid over. */
struct execution *execution_create(const struct device *device, const struct problem *problem,
	enum layout layout, struct grid *grid, char *message, size_t room);
void execution_free(struct execution *execution);

/* Fills constant memory with the table, if the kernel wants it there (upload is
 * not NULL). Fails with a message if it does not fit. */
bool execution_fill_constant(const struct execution *execution, stencil_upload *upload, char *message,
	size_t room);

/* Undoes a run: outs and inouts hold their data again. */
bool execution_reset(struct execution *execution, char *message, size_t room);

/* Puts what a field has on the device into the problem's array. */
bool execution_fetch(const struct execution *execution, const struct field *field, char *message,
	size_t room);

struct call execution_call(const struct execution *execution, kernel_run *run,
	struct stencil_block block);

/* Compares the device's outs and inouts with the problem's expected ones, over
 * the whole of their memory: bit for bit (a NaN equals any NaN), or within the
 * bounds if the problem has them. A result that repeats a right one is right.
 * Returns false with a message if it cannot. */
bool execution_compare(struct execution *execution, struct verdict *verdict, char *message,
	size_t room);

#endif
