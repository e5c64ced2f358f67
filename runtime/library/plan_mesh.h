#ifndef PLAN_MESH_H
#define PLAN_MESH_H

#include "runtime/library/stencil_plan.h"
#include "runtime/problem/mesh_layout.h"

/* A mesh that plans share. */
struct stencil_plan_mesh {
	struct arena arena;
	struct mesh mesh;
	const double *places[LOCATIONS]; /* where elements are; NULL: unknown */
};

/* A plan on a mesh: where its elements and the tables are. */
struct mesh_plan {
	struct mesh mesh; /* as the caller's, which other threads may use, with findings and memory of its own */
	struct mesh_problem problem;
	struct mesh_layout layout;
	int top;                         /* the end of the levels that launches update */
	struct stencil_relation *placed; /* on a device with memory of its own, or NULL */
};

/* Makes a whole mesh of the caller's tables. False with an error. */
bool mesh_take_tables(struct mesh *mesh, struct arena *arena, const struct stencil_mesh_tables *tables,
	struct error *error);

/* The location and relation of "cell.edges", or of "cell", which has COLUMN. False: there is nothing of that name. */
bool mesh_find_where(const char *where, enum location *location, int *relation);

void mesh_plan_free(struct stencil_plan *plan);

#endif
