#ifndef GRID_KIND_H
#define GRID_KIND_H

#include "generator/language/grids.h"

#include <stdbool.h>

struct arena;
struct catalogue;
struct checker;
struct choice;
struct error;
struct expr;
struct neighbor;
struct plan;
struct reading;
struct reference;
struct source;
struct templates;
struct variant;

/* What the compiler knows of a family of grids. Its phases find it in stencils: those below the ones that have its
 * functions know nothing of these. */
struct grid_kind {
	const struct neighbor *predeclared; /* need no declaration */
	int predeclared_count;
	bool orders_updates;   /* an output may be read at an offset: some points are updated before others */
	bool has_domain;       /* points have offsets, and those near the border are left out: stencils have extents and a border */
	bool has_sides;        /* and have distances to its sides; without offsets, to the lowest and the highest level */
	bool has_sums;         /* sums over the domain, and its least and greatest values */
	bool has_flat_kernels; /* what has no levels is computed by kernels without */
	bool has_relations;    /* neighbors are found by relations, in tables, and several at once can be gone over */
	bool stores_apart;     /* each temporary that is stored has a kernel of its own, and outputs share the last one; all get
	                        * all params */
	bool costs_decide_storing; /* the costs of kernels say what is worth storing; elsewhere alternatives are measured */

	/* check/: reports what makes no sense on the grid. Returns whether the statements are still to be checked as on every
	 * grid. */
	bool (*check)(struct checker *c);

	/* Finds where a name is read. False after errors: there is nothing. */
	bool (*refer)(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to);

	const struct catalogue *storages, *accesses; /* of variants */
	bool has_layouts;  /* fields may lie in structs */
	bool has_tunables; /* kernels have numbers, and can be tuned */

	/* variants/: those of a stencil that a choice selects, in the order of their tables; on an unknown
	 * name, or one that is asked for and illegal, NULL with an error of usage. Where all names are asked for
	 * and none has a legal kernel, none; on planes the error then says why. */
	struct variant *(*choose)(struct arena *arena, const struct plan *plan, const struct choice *choice,
		int *count, struct error *error);

	/* Whether a stencil has such a variant, with its tunables. NULL without these. */
	bool (*has)(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error);

	/* Prints what there is to choose, for --help. */
	void (*describe)(void);

	/* emit/: a kernel. Errors in templates are reported to their diagnostics; the texts are then of no use. */
	struct emitted (*kernel)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variant);

	/* The header that a kernel includes: see header_name(). It declares those of a list that
	 * begins with the kernel that include it, too. */
	const char *(*header)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variants, int count);

	/* A Fortran module with the same, for fields in arrays. */
	const char *(*module)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variants, int count);
};

#define GRID(name, domain) extern const struct grid_kind name##_kind;
#include "generator/language/grids.def"

extern const struct grid_kind *const grid_kinds[GRID_COUNT];

#endif
