#ifndef MESH_OWN_H
#define MESH_OWN_H

#include "runtime/mesh/mesh.h"

/* A relation that the language does not know: a table of the mesh's own, for stencils that declare it. Entries count
 * from 0; -1 is none. */
struct mesh_own {
	struct mesh_own *next;
	enum location from, to; /* to: LOCATIONS where only stencils say it */
	const char *name;       /* "wings" */
	const char *shown;      /* in messages: the file, or "edge.wings" */
	int width;              /* slots of each element */
	int *at;                /* [element*width + slot] */
};

/* Adds one to a mesh that has the number of its elements; one of the same name is replaced. */
void mesh_add_own(struct mesh *mesh, const struct mesh_own *own);

/* The one of a name, or NULL. */
const struct mesh_own *mesh_own(const struct mesh *mesh, enum location from, const char *name);

/* Whether all of its entries are elements of a location, or none. */
bool mesh_own_check(const struct mesh *mesh, const struct mesh_own *own, enum location to, struct error *error);

#endif
