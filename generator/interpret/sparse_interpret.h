#ifndef SPARSE_INTERPRET_H
#define SPARSE_INTERPRET_H

#include "generator/language/ast.h"

/*
 * The reference interpreter on sparse grids: a sweep goes down each pole, the points
 * of a line through the grid, by recursion from its middle; an evaluation adds up
 * hat functions in double. Where points lie in memory is found in a map of level
 * vectors. Nothing is shared with the emitter. sparse_grid.h says how points are
 * numbered. Runs on all cores.
 */
struct sparse_interpretation {
	const struct stencil *stencil; /* checked */
	int dim, level;
	bool padded;
	const double *params;          /* by param index */
	void *u;                       /* of its field's type; a sweep writes it */
	const void *x;                 /* of an evaluation: dim coordinates of each probe */
	double *v;                     /* and a value of each, written */
	double *errors;                /* of these, what rounding may do in any order: written in
	                                * units of roundoff, unless NULL */
	int probes;
};

/* Returns false if memory is short. */
bool sparse_interpret(const struct sparse_interpretation *run);

#endif
