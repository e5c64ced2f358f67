#ifndef SMITH_COLUMNS_H
#define SMITH_COLUMNS_H

#include "tests/random/smith.h"

/* What stencils that go through columns know of their names. */

enum end { BELOW, ABOVE, ENDS };

/* A temporary a0 ..., an inout w0 ..., an out d0 ..., a column variable v0 ... or an out column e0. */
struct swept {
	char name[12];
	bool ever;    /* something assigned it */
	bool before;  /* it has a value at all points since an earlier statement */
	bool assigns; /* the statement being written may assign it */
	bool always;  /* and does so on every path */
	bool now;     /* it has a value at the point */
	bool bound;   /* it is made of an out, which has no values beyond the domain */
	int reach;    /* how many cells beside its own it is made of, through others, or more */
};

enum { MOST_SWEPT = 4 + MOST_OUTPUTS + 3 };

struct columns {
	struct swept names[MOST_SWEPT];
	int count;
	bool sweeps;     /* the statement is a sweep */
	enum end behind; /* where it comes from */
	int known[ENDS]; /* so many levels lie there at least */
	bool bound;      /* the statement reads what has no values beyond the domain */
	int reach;       /* of what it reads */
};

/* Whether there is one value a column. */
static inline bool
is_column(const struct swept *x)
{
	return x->name[0] == 'v' || x->name[0] == 'e';
}

/* smith_coupled.c: a name beside the point, where it has values. */
bool put_beside(struct smith *s, const struct swept *x);

/* smith_variables.c: what makes values small, for a sweep hands them on, and whole numbers others, for only these are kept; a statement
 * that assigns a name once a column, after a word. */
void put_factor(struct smith *s);
void put_once(struct smith *s, struct swept *x, const char *before);

/* Notes that the statement reads a name; what those that it assigns are made of then. */
void note_read(struct columns *columns, const struct swept *x, int far);
void note_assigned(struct columns *columns);

#endif
