#ifndef CALLS_H
#define CALLS_H

#include "generator/emit/kernel.h"

/* What a header offers to those who call launchers, sections of call.tmpl. */
struct calls {
	const struct kernel *kernel; /* as callers see it */
	const struct template *template;
	const char *suffix; /* of the names for a layout and precision */
	const char *sparse; /* _dD_lL[_pad] on sparse grids */
	const char *grid;   /* on which launchers work: "plane" or "mesh"; NULL on sparse grids */
};

/* The halo, and a function that makes a regular grid. */
const char *calls_grid(const struct calls *calls);

/* Structs of a launcher's arguments and of the sizes of its arrays; check is a function
 * that looks at these, or "". */
const char *calls_arguments(const struct calls *calls, const char *check);
const char *calls_plane_check(const struct calls *calls);

/* Which sparse grid it is, and a check where probes' coordinates lie in rows or in tiles. */
const char *calls_sparse_grid(const struct calls *calls);
const char *calls_sparse_check(const struct calls *calls, const char *section, bool in_tiles);

/* Adds to conditions, of which one must hold, that an array has fewer elements; all of them as text. */
void calls_add_short(const struct calls *calls, struct text *conditions, const char *name, const char *least);
const char *calls_conditions(const struct calls *calls, const struct text *conditions);

/* A function that calls a launcher with a struct of arguments. */
const char *calls_call(const struct calls *calls, const char *section);

#endif
