#ifndef CIRCULAR_BUFFER_H
#define CIRCULAR_BUFFER_H

#include "generator/emit/kernel.h"
#include "generator/plan/sweeps.h"

/*
 * What a loop over levels loads ahead of time. A value is a field's in some column, or of some element: the loop loads it once for each level,
 * where it meets it first, and passes it to the levels that read it later.
 */
struct buffer_value {
	const struct field *field;
	struct offset at;         /* of the column, z = 0 */
	int neighbor;             /* on a mesh: of its element */
	int low, high;            /* levels on which it is read, from the thread's */
	struct level_mark limit;  /* loads are for levels below it or, downwards, not below it */
	bool misses_top;          /* downwards: nor for the highest level, which its field does not have */
	int needed;               /* the first level needs no variables for levels behind that one, from its own */
	const char **names;       /* of variables, from low to high */
};

struct circular_buffer {
	const struct column_loop *loop;
	struct buffer_value *values;
	int count;
};

/* What a loop loads ahead; NULL: nothing. */
const struct circular_buffer *buffer_find(const struct kernel *kernel, const struct column_loop *loop);

/* The levels that kernels load ahead. */
int buffer_levels(const struct kernel *kernel);

/* From the thread's level, where a value is loaded. */
int buffer_lead(const struct circular_buffer *buffer, const struct buffer_value *value);

/* Whether memory has what a value loads on the levels from one mark to below another, of a loop of `least` levels or more: nothing after
 * them reads what is absent. */
enum presence { PRESENT, PRESENT_ON_SOME, ABSENT };
enum presence buffer_presence(const struct circular_buffer *buffer, int least, const struct buffer_value *value, struct level_mark first,
	struct level_mark end);

/* Whether the first level of a loop finds a value in the variable for a level. */
bool buffer_starts_with(const struct circular_buffer *buffer, const struct buffer_value *value, int z);

/* The variable that holds a field's element, from the thread's point; NULL: the kernel's loop loads it from memory where it
 * is read. */
const char *buffer_variable(const struct kernel *kernel, const struct reference *read);

/* Whether a read is of a value. */
bool buffer_has_read(const struct plan *plan, const struct buffer_value *value, const struct reference *read);

#endif
