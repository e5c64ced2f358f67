#ifndef MESH_PROBLEM_H
#define MESH_PROBLEM_H

#include "generator/interpret/interpret_mesh.h"
#include "generator/plan/lookups.h"
#include "runtime/mesh/mesh.h"
#include "runtime/problem/verdict.h"

/*
 * A stencil on a mesh with data: plain arrays of (level, element), (level, element, slot) for values of
 * slots, without the level for columns; (level) for profiles.
 */
struct mesh_problem {
	const struct stencil *stencil; /* as checked */
	const struct plan *plan;
	const struct mesh *mesh;
	struct mesh_table *tables; /* by index of the stencil's relations */
	struct lookups lookups;
	const struct lookups *lookups_of; /* by number of the program's kernel: what it alone looks up */
	int *levels;               /* by field index, of the arrays: of point fields and profiles; 1 of columns */
	int *known;                /* by field index: levels that stencils may read; half levels are one more than full ones */
	int bottom, top;           /* full levels that are updated; of half levels, top is, too */
	bool *inside[LOCATIONS];   /* elements that are updated; NULL: the location has no outputs */
	int updated[LOCATIONS];    /* how many, of the own ones if it is a part */
	const int *zone[LOCATIONS]; /* of a part: by element of a location with outputs the zone that it is in, if it is updated: zones
	                            * follow one another, from 0 on; NULL: there is one */
	int zones;
	void **fields;             /* by field index */
	void **expected;           /* likewise: what the interpreter makes of out and inout fields; or NULL */
	double **bounds;           /* by field index: how far the expected values of out and inout fields may be off, if they are bounded */
	bool bounded;              /* set it before they are worked out: kernels may contract products and sums, or have
	                            * functions of their own */
	double *params;
	int align;                 /* with levels innermost elements begin at multiples of so many bytes; 0: of what is loaded at once */
};

/* Finds the tables of a stencil's relations in its mesh. False with an error. */
bool mesh_problem_open(struct mesh_problem *problem, struct arena *arena, const struct stencil *stencil,
	const struct plan *plan, const struct mesh *mesh, struct error *error);

/* The same for another plan of the stencil, compiled for this mesh. Arrays stay. */
bool mesh_problem_set_plan(struct mesh_problem *problem, struct arena *arena, const struct stencil *stencil, const struct plan *plan,
	struct error *error);

/* Slots of an element's values, 1 where they lie on no slots; elements of a field's location, 1 of a profile;
 * elements of its array. */
int mesh_problem_slots(const struct mesh_problem *problem, const struct field *field);
int mesh_problem_count(const struct mesh_problem *problem, const struct field *field);
size_t mesh_problem_elements(const struct mesh_problem *problem, const struct field *field);

/* Fills the field of the rows that zones ask for: 0 for inner elements. */
void mesh_problem_fill_rows(const struct mesh_problem *problem, const struct field *field);

/* Elements that are updated, of all locations. */
int mesh_problem_updated(const struct mesh_problem *problem);

/* Whether it takes sums over the mesh, or the like. */
bool mesh_problem_reduces(const struct mesh_problem *problem);

/* Finds what is updated, from the levels of fields and the tables: sets bottom, top, inside. Returns false with
 * a finding if nothing is. */
bool mesh_problem_find_domain(struct mesh_problem *problem, struct error *error);

/* Applies the interpreter to copies of the fields, step after step; out and inout ones are the expected ones then. Before each
 * step, from 1, `prepare`, if there is one, may set params and, if it `exchanges`, arrays by field index. False: out of memory. */
typedef void mesh_prepare(void *context, int step, void **fields);
bool mesh_problem_solve(struct mesh_problem *problem, int steps, mesh_prepare *prepare, bool exchanges, void *context);

void mesh_problem_free(struct mesh_problem *problem);

#endif
