#ifndef MESH_VARIANTS_H
#define MESH_VARIANTS_H

#include "generator/variants/choice.h"

/* The storages of meshes; accesses are called as those of planes. */
enum mesh_storage {
	MESH_CHASING, /* a table of slots for each relation */
	MESH_ROWS,    /* and rows one after the other for those of any degree */
	MESH_STORAGES,
};

extern const char *const mesh_storages[MESH_STORAGES];

#endif
