#ifndef PLANE_KERNEL_H
#define PLANE_KERNEL_H

#include "generator/emit/emitter.h"

/* The text of STENCIL.h: the launchers of all legal kernels. */
const char *plane_header(struct templates *templates, const struct source *source,
	const struct plan *plan);


#endif
