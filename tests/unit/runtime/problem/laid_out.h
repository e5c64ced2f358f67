#ifndef LAID_OUT_H
#define LAID_OUT_H

/* Problems laid out in memory, and a kernel that writes what is expected, and then one
 * thing that is not. */

#include "runtime/problem/plane_compare.h"
#include "tests/unit/runtime/problem/problem_trial.h"

enum { MEMORIES = 13 }; /* kinds of memory for each storage */

enum { X = 11, Y = 9, Z = 7 };

/* A cell of every domain here, for tests that set what is expected. */
enum { AT_X = 4, AT_Y = 4, AT_Z = 3 };

/* What the kernel does; a kernel gets no other arguments. */
extern struct task {
	const struct plane_device *on;
	const struct field *field; /* NULL: nothing wrong */
	size_t element;            /* of its memory */
	unsigned char bytes[8];    /* that go there */
	bool idle;                 /* it writes nothing at all */
} fake_task;

size_t memory_elements(const struct plane_device *x);

/* The place of the cell (x,y,z) in a field's memory. */
size_t memory_place(const struct plane_device *e, int x, int y, int z);

/* Element i of a point field in the arrays that a thunk gets. */
void *memory_element(const struct plane_device *x, void *const *fields, const struct field *f, size_t i);

/* Runs the kernel anew and compares. */
struct verdict run_and_compare(struct plane_device *x);

void set_task(const struct field *field, size_t element, double value);

/* Expects that one element is found wrong, and called this. */
void expect_difference(struct plane_device *x, const char *first);

void put_number(const struct field *f, void *array, size_t i, double value);

size_t index_of(const struct problem *p, int x, int y, int z);

/* Lays a trial's problem out: memory number i of MEMORIES*STORAGE_COUNT. */
struct plane_device *lay_out(struct trial *t, int i);

void open_memory(struct trial *t, int i, bool bounds);

/* The first field of a role that a kernel writes, and its last one. */
const struct field *first_written(const struct trial *t);

const struct field *last_written(const struct trial *t);

const char *point_text(struct arena *arena, const struct field *f, int x, int y, int z);

#endif
