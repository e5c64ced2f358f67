#ifndef EMIT_H
#define EMIT_H

#include "generator/emit/kernel.h"

/* Of a kernel a point; numbers of a thread with several points may be broken. */
struct costs {
	const char *loads, *stores, *flops; /* a vector's load is one */
	int bytes, column_bytes;            /* as in a plan */
	int lookups;                        /* of neighbours in a table, as the text spells them */
};

struct emitted {
	const char *text;
	struct costs costs;
};

/* The text of a kernel's file. Errors in templates are reported to their
 * diagnostics; the text is then of no use. */
struct emitted emit_kernel(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant);

/* The text of STENCIL.h: the launchers of all legal kernels. */
const char *emit_header(struct templates *templates, const struct source *source,
	const struct plan *plan);

/* STENCIL_STORAGE_ACCESS[_LAYOUT][_float] */
const char *emit_kernel_name(struct arena *arena, const struct plan *plan,
	const struct variant *variant);

#endif
