#ifndef HOISTED_H
#define HOISTED_H

#include "generator/plan/plan.h"

/* What kernels for CPUs compute once, before their loops, for it has the same value at all points: temporaries and parts of
 * expressions that are made of scalars, params and numbers only. A compiler leaves what may trap, and calls, inside an if
 * statement, and then takes no vectors. */
struct hoisted {
	const struct temp *temp;  /* NULL: a part of an expression */
	const struct expr *value;
	const struct stmt *stmt;  /* which assigns it, or is the first to have it inside */
	const char *name;
	struct hoisted *next;     /* may read this one */
};

/* A part of an expression that has such a value. */
struct hoisted_part {
	const struct expr *e;
	const struct hoisted *value;
};

struct hoists {
	struct hoisted *first;
	int count;
	struct hoisted_part *parts; /* by address */
	int part_count;
	struct hoisted **temps;     /* by index of temporaries; NULL: another one */
};

/* Finds them in all that a plan computes; they have no names yet. */
struct hoists *hoists_find(struct arena *arena, const struct plan *plan);

/* What an expression is the value of, or reads; NULL: it has to be computed where it stands. */
const struct hoisted *hoisted_of(const struct hoists *hoists, const struct expr *e);

#endif
