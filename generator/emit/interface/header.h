#ifndef HEADER_H
#define HEADER_H

#include "generator/emit/field_layout.h"

/* What headers of all families of grids share: their names and header.tmpl. */

/* STENCIL[_dD_lL[_pad]][_direct][_LAYOUT][_innermost][_float][_store_NAMES][_TARGET].h: the header of a variant. Then what
 * stands in it between STENCIL and .h, that of a kernel, and whether two variants of a stencil have the same one. */
const char *header_name(struct arena *arena, const struct plan *plan, const struct variant *variant);
const char *header_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);
const char *kernel_header(const struct kernel *kernel);
bool headers_match(struct arena *arena, const struct plan *plan, const struct variant *a, const struct variant *b);

/* A header that is written. */
struct header {
	struct kernel kernel; /* the first that it declares, as its launcher sees it */
	struct kernel caller; /* the same as callers see it; set by the family when the former is complete */
	const struct template *template, *own; /* header.tmpl; the family's */
	const struct variant *variants;        /* all that it declares */
	int count;

	/* What the family adds; "" to begin with. */
	const char *grid;         /* what launchers take first: "grid" or "mesh" */
	const char *about;        /* the section of its template with what callers must know of launchers */
	const char *definition;   /* what defines its grids, a file of templates/ */
	const char *reduced_on;   /* what defines those on which it reduces, if they are others; or NULL */
	const char *about_grid, *constants, *relations, *structs, *launchers;
	const char *tables;       /* parameters of launchers, of relations */
	const char *check, *grid_checks; /* of arguments: on all grids, on a sparse grid */
	bool probes;              /* launchers take the number of these */
	const char *(*shape)(const struct kernel *kernel, const struct array *array); /* the elements of an array, in comments */
};

/* Begins the header of the first of a list of variants, with a family's template. False after an error, which is reported. */
bool header_begin(struct header *header, struct templates *templates, const char *own, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

/* Adds to conditions, of which one must hold, that an array has fewer elements; all of them as text. */
void header_add_short(struct text *conditions, const char *name, const char *least);
const char *header_conditions(const struct text *conditions);

/* Declares the launcher of a kernel, the first of a storage that is named, and its upload. */
const char *header_launcher(const struct header *header, const struct variant *variant, const char *storage, bool uploads);

/* How names of types end. */
const char *header_types_suffix(const struct header *header);

const char *header_text(const struct header *header);

#endif
