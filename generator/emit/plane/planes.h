#ifndef EMIT_PLANES_H
#define EMIT_PLANES_H

#include "generator/emit/plane/tile_text.h"

/* Access planes: what threads read from planes of fields in shared memory. */

enum { PLANE_LEVELS = 2*MAX_OFFSET + 1 };

/* A field's planes. */
struct planes {
	const struct field *field;
	const char *buffer;              /* where they are */
	const char *names[PLANE_LEVELS]; /* the thread's point, by level + MAX_OFFSET; NULL: it is not read */
	struct planes *next;
};

/* Those of a kernel with a tile, which was planned for a point; those of one of its fields, or NULL. */
const struct planes *planes_find(const struct kernel *kernel, const struct plan *of_point);
const struct planes *planes_of(const struct kernel *kernel, const struct field *field);

/* The first point of a register tile's row in a plane: "u_plane_c[(r - 4)*PITCH - 2]". */
const char *plane_element_of(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows);

/* How far planes are read from a point; levels from that of a thread. */
struct extents extents_of_planes(const struct kernel *kernel);

extern const struct shape_kind planes_kind;

#endif
