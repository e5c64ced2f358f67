#ifndef REFERENCE_H
#define REFERENCE_H

/*
 * The shipped stencils written by hand, as plain loops. They judge the
 * interpreter, so they share nothing with it.
 *
 * Fields and params are in the order of the .stencil file, sizes include the
 * halo, arrays are in C order with z slowest. Only the domain is written.
 */
typedef void reference_function(const int size[3], void *const *fields, const double *params);

struct plain_loops {
	const char *name; /* of the stencil */
	reference_function *in_double, *in_float;
};

enum { REFERENCES = 4 };

extern const struct plain_loops references[REFERENCES];

#endif
