#ifndef MESH_VARIANTS_H
#define MESH_VARIANTS_H

#include "generator/variants/choice.h"

/* The storages of meshes; accesses are called as those of planes. */
enum mesh_storage {
	MESH_CHASING, /* a table of slots for each relation */
	MESH_DIRECT,  /* and for chains of relations, walked one after the other */
	MESH_ROWS,    /* and rows one after the other for those of any degree */
	MESH_STORAGES,
};

extern const char *const mesh_storages[MESH_STORAGES];
extern const struct catalogue mesh_storage_words;

/* The plan of a kernel: of storage direct another one, with other tables. */
const struct plan *mesh_variant_plan(struct arena *arena, const struct plan *plan, const struct variant *variant);

/* Whether a stencil's relations of any degree suit tables of slots, on a mesh where these are known: if a list of storages names them,
 * or no storage is named and levels are outermost. With levels innermost a thread loads a row's entries side by side. */
bool mesh_wants_slots(struct arena *arena, const struct plan *plan, const char *list, enum levels levels);

/* The name of the template of a variant's access; NULL: meshes have no such kernel. */
const char *mesh_access_template(const struct variant *variant);

/* Whether any access on meshes has kernels with such a number. */
bool meshes_have_tunable(int tunable);

#endif
