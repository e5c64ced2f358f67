#ifndef FORTRAN_H
#define FORTRAN_H

#include "generator/emit/kernel.h"

/* The file that all modules use, and its text. */
#define FORTRAN_COMMON "stencil.F90"

/* What modules of kernels on grids of a family have of their own. Sections are those of the template. */
struct fortran_family {
	const char *grid; /* what launchers take first, a kind of operand, with a block where there are blocks; or NULL */
	bool probes;      /* launchers take the number of these */
	const char *check; /* the section with the check */
	const char *(*size)(const struct kernel *kernel, const struct template *template, const char *stencil,
		const struct field *field); /* of a field's array; "": it tells itself */
	const char *(*upload)(const struct variant *variant);  /* the interface of a kernel's upload, or NULL. NULL: always NULL */

	/* "constants" or "procedures" of the grid, for a stencil as Fortran names it. NULL: always "". */
	const char *(*section)(const struct kernel *kernel, const struct template *template,
		const char *stencil, const char *what);

	/* What callers must know of the tables of variants; NULL: there are no tables. */
	const char *(*relations)(const struct kernel *kernel, const struct template *template,
		const struct variant *variants, int count, const char *stencil, const char *line);
};

/* The text of a Fortran module with what a header declares, for arrays of fields (soa): see
 * plane_header and sparse_header. */
const char *fortran_module(const struct fortran_family *family, struct templates *templates,
	const struct source *source, const struct plan *plan, const struct variant *variants, int count);

/* A section that has no macros but the stencil. */
const char *fortran_section(const struct kernel *kernel, const struct template *template, const char *stencil,
	const char *section);

/* The same for a family's emitter. */
const char *plane_module(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);
const char *sparse_module(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

#endif
