#ifndef RUNNER_H
#define RUNNER_H

#include "runtime/partition/graph.h"
#include "runtime/run/job.h"

/* How stencils on one family of grids are run; run.c calls these in order. */
struct runner {
	bool strict; /* no contraction of products and sums on a GPU; without it none only with --verify */
	enum format picture; /* VTK's of results: FORMAT_VTI or FORMAT_VTU; 0: there is none */
	bool part_files; /* of several processes each reads what its part needs */
	bool parts;  /* the grid can be decomposed: --ranks, --periodic */
	bool values; /* the grid has values of its own: --in FIELD=@NAME */
	void (*name_dimensions)(const struct field *field, struct array *array);
	bool (*graph)(const struct job *job, struct graph *graph, struct error *error); /* what can be partitioned, once it is open; NULL:
	                                                                                  * nothing */
	bool (*open)(struct job *job, struct error *error);   /* checks data and options; no backend is open */
	bool (*choose)(struct job *job, struct error *error); /* chooses the kernel and checks what depends on it */
	bool (*place)(struct job *job, struct run_results *out, struct error *error); /* opens the partition; says what a step updates */
	bool (*solve)(struct job *job, struct error *error);  /* computes what is expected */
	struct array (*result)(const struct job *job, const struct field *field); /* of a field, once it is fetched */
	void (*close)(struct job *job); /* frees the state and the results */
};

#define GRID(name, domain) extern const struct runner domain##_runner;
#include "generator/language/grids.def"

#endif
