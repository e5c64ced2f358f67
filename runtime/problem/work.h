#ifndef WORK_H
#define WORK_H

#include "generator/plan/plan.h"

/* The arrays of one length that a stream reads and writes; {0}: there is none. */
struct mix {
	int reads, writes;
};

/* Those of a stencil on a plane, of its narrowest type: of its point fields, else of its column fields. */
struct mix mix_of_plan(const struct plan *plan);

/* Eight at most, that come nearest to this share of bytes written, 0 to 1; one is written at least. */
struct mix mix_of_share(double written);

/* What one application of a stencil to a problem, or of one of its kernels, has to do. */
struct work {
	double points;   /* that it updates */
	double bytes;    /* that it must move at least: see plan.h */
	double flops;
	struct mix mix;  /* of the bytes; {0}: not known */
	int checked;     /* probes that a comparison looks at */
	double bound;    /* bytes of a binding, with two copies of what is written: the initial and the verified values */
};

/* How often a kernel of a program reads and writes a field of its plan. One that goes through columns does so in each of its loops over
 * levels: a column is not in any cache until the next one. */
struct part;
int part_moves(const struct part *part, const struct field *field);

/* Bytes of what a kernel, by its number, leaves to be reduced after it, of so many points and columns: that is read once more. */
struct program;
double part_reduced_bytes(const struct program *program, int number, double points, double columns);

#endif
