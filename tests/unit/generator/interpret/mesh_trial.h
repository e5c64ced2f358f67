#ifndef MESH_TRIAL_H
#define MESH_TRIAL_H

#include "generator/interpret/interpret_mesh.h"
#include "runtime/mesh/generate.h"

/* A stencil on a mesh, its data and what the interpreter makes of it. */

enum { MESH_MOST = 24 }; /* fields or relations of a stencil here */

struct mesh_trial {
	struct arena arena;
	struct mesh mesh;
	const struct stencil *stencil;
	struct mesh_table tables[4*MESH_MOST];
	struct mesh_interpretation run;
	void *fields[MESH_MOST], *before[MESH_MOST]; /* before: as they were filled */
	int levels[MESH_MOST];
	double params[MESH_MOST];
	int bottom, top; /* what is updated */
	bool *inside[LOCATIONS];
	double *bounds[MESH_MOST]; /* if it is run with bounds */
};

/* Parses and checks a file's text, takes its stencil of a name, NULL: the first one, makes a mesh and fills fields
 * with noise. Whatever goes wrong fails the test. Levels can be set until the trial runs. */
struct mesh_trial *mesh_trial_new(const char *text, const char *name, const char *mesh, int levels, enum type precision);

/* Gives a field another number of levels. */
void mesh_trial_set_levels(struct mesh_trial *t, const char *name, int levels);

/* Applies the interpreter once. Returns what it does. */
bool mesh_trial_run(struct mesh_trial *t);
bool mesh_trial_run_bounded(struct mesh_trial *t);
void mesh_trial_free(struct mesh_trial *t);

const struct field *mesh_trial_field(const struct mesh_trial *t, const char *name);

/* Values of a field now, and as they were filled. The slot and the level count where the field has them. */
double mesh_trial_at(const struct mesh_trial *t, const char *name, int element, int slot, int level);
double mesh_trial_before(const struct mesh_trial *t, const char *name, int element, int slot, int level);

/* The error bound of an output's value. */
double mesh_trial_bound(const struct mesh_trial *t, const char *name, int element, int level);

#endif
