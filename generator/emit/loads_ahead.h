#ifndef LOADS_AHEAD_H
#define LOADS_AHEAD_H

#include "generator/emit/kernel.h"
#include "generator/plan/sweeps.h"

/*
 * What a loop over levels loads ahead of time. A value is a field's in some column, or of some element: the loop loads it once for each level,
 * where it meets it first, and passes it to the levels that read it later.
 */
struct value_ahead {
	const struct field *field;
	struct offset at;         /* of the column, z = 0 */
	int neighbor;             /* on a mesh: of its element */
	int low, high;            /* levels on which it is read, from the thread's */
	struct level_mark limit;  /* loads are for levels below it or, downwards, not below it */
	bool misses_top;          /* downwards: nor for the highest level, which its field does not have */
	int needed;               /* the first level needs no variables for levels behind that one, from its own */
	const char **names;       /* of variables, from low to high */
};

struct loads_ahead {
	const struct column_loop *loop;
	struct value_ahead *values;
	int count;
};

/* What a loop loads ahead; NULL: nothing. */
const struct loads_ahead *ahead_find(const struct kernel *kernel, const struct column_loop *loop);

/* What threads that update several levels of an element load of each before they compute the first of them; NULL: nothing. */
const struct loads_ahead *ahead_of_points(const struct kernel *kernel);

/* The levels that kernels load ahead. */
int ahead_levels(const struct kernel *kernel);

/* From the thread's level, where a value is loaded. */
int ahead_lead(const struct loads_ahead *ahead, const struct value_ahead *value);

/* Whether memory has what a value loads on the levels from one mark to below another, of a loop of `least` levels or more: nothing after
 * them reads what is absent. */
enum presence { PRESENT, PRESENT_ON_SOME, ABSENT };
enum presence ahead_presence(const struct loads_ahead *ahead, int least, const struct value_ahead *value, struct level_mark first,
	struct level_mark end);

/* Whether the first level of a loop finds a value in the variable for a level. */
bool ahead_starts_with(const struct loads_ahead *ahead, const struct value_ahead *value, int z);

/* The variable that holds a field's element, from the thread's point; NULL: the kernel's loop loads it from memory where it
 * is read. */
const char *ahead_variable(const struct kernel *kernel, const struct reference *read);

/* Whether a read is of a value. */
bool ahead_has_read(const struct plan *plan, const struct value_ahead *value, const struct reference *read);

#endif
