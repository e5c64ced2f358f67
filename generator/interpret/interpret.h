#ifndef INTERPRET_H
#define INTERPRET_H

#include "generator/language/ast.h"

/*
 * The reference interpreter: applies a stencil to plain arrays, statement by
 * statement, each operation rounded in its type. Shares no lowering with the
 * emitters.
 *
 * Arrays are in C order, z slowest: point fields size[2]*size[1]*size[0]
 * elements, column fields size[1]*size[0], profiles size[2]; fields on half levels
 * have one level more. Elements are of the field's type. Sizes include the halo.
 */
struct interpretation {
	const struct stencil *stencil; /* checked */
	int size[3];                   /* x, y, z */
	int before[2], after[2];       /* of a part: so many columns and rows of the whole domain lie before and after its
	                                * own; what is computed knows how far the sides of the whole one are */
	void *const *fields;           /* by field index; out and inout are written */
	const double *params;          /* by param index */

	/* NULL, or by field index, for out and inout fields an array like the
	 * field's but of double: how far a result computed with other contraction
	 * of products and sums may lie from this one (a running error bound), and
	 * INFINITY where a comparison is too close to call. */
	double *const *bounds;
};

/* The domain: low[a]..high[a]-1 along each axis a. Returns false where it is
 * empty, or smaller than guarded reads need. Computed from the statements here, not taken from check.c. */
bool interpret_domain(const struct stencil *stencil, const int size[3], int low[3], int high[3]);

/* Applies the stencil once. Points outside the domain are left untouched.
 * Returns false, having done nothing, where the domain is empty, or smaller than guarded
 * reads need, or narrower than the halo that is filled from it. */
bool interpret(const struct interpretation *run);

/* Stores a value as an element of an array; an int or a bool is exact. */
void store_element(enum type type, void *array, size_t i, double value);

/* Fills the halo of a field by its boundary. Nothing else of the fields is looked at. */
void interpret_halo(const struct interpretation *given, const struct field *field);

#endif
