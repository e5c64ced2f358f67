#ifndef PLANE_HEADER_H
#define PLANE_HEADER_H

#include "generator/emit/kernel.h"

/* The header of the launchers of those of a list of variants that have the first one's: see header_name(). */
const char *plane_header(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

#endif
