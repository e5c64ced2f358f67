#ifndef MESH_PROGRAM_H
#define MESH_PROGRAM_H

#include "generator/emit/emitter.h"

/* A stencil on a mesh that stores temporaries: one file with a kernel for each, one for the outputs and one launcher. */
const char *mesh_program(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant);

#endif
