#ifndef KERNEL_H
#define KERNEL_H

#include "generator/emit/helpers.h"
#include "generator/text/expand.h"
#include "generator/text/template_store.h"
#include "generator/variants/variants.h"
#include "generator/variants/defaults.h"

enum { GUARDS = MAX_OFFSET + MAX_POINTS_PER_THREAD };

/* What a kernel needs besides its statements. It is found before any text is written,
 * so that the parts of the text can be written in any order. */
struct needs {
	bool helpers[HELPER_COUNT][TYPE_COUNT]; /* functions that it calls */
	bool abs_of_int;      /* a function of stdlib.h */
	int lookups;          /* of neighbours in a table, as its text has them */
	bool bottom;          /* the number of the lowest updated level */
	bool first_level, last_level; /* those of the domain */
	bool row, height;     /* the number of a CPU's row in the domain; how many there are */
	bool sides[SIDES];    /* how far the domain goes on beyond the columns that are updated */
	bool aliases;         /* in fields that may alias: see needs.c */
	bool last_row;        /* the number of the last row that a thread may read, for it reads further
	                       * ones */
	bool guarded[GUARDS]; /* columns that not every thread may read, by their distance
	                       * from the thread's */
	bool hoists;          /* a place before its loops: see kernel_hoisted() */
	unsigned library;     /* on sparse grids: parts of the library, a bit each */
};

struct kernel;

/* What a thread computes: a point, a vector of levels, a tile, rows of a CPU and so on. */
struct shape_kind {
	bool (*prepare)(struct kernel *kernel);                /* finds that; false after an error, which is reported. NULL: nothing to find */
	const struct spelling *spelling;
	const char *section;                                   /* of the access: the kernel */
	const char *(*callees)(const struct kernel *kernel);   /* functions that it calls, before it in a file; NULL: none */
	const struct providers *own;                           /* macros of only such kernels, or with other texts than in others; or NULL */
	const struct sweep_hooks *sweep;                       /* sweep_text.h, of kernels that go through columns; or NULL */
	bool columns;                                          /* levels innermost: it goes along each column by itself */
};

/* A kernel to be written. Nothing in it changes once its needs are known. */
struct kernel {
	struct arena *arena;
	const struct source *source; /* of the stencil */
	const struct plan *plan;
	const struct variant *variant;
	const char *name;
	const char *ending; /* of its name, if it is one of several in a file; else NULL */
	struct templates *templates;
	const struct template *storage, *levels, *tables, *access, *layout, *soa, *file, *target, *common;
	const struct shape_kind *kind;
	struct tile_shape shape;  /* what a thread computes; levels 0: one of a column, or all */
	bool own_slices;          /* it has another number of levels than other kernels of its file */
	bool sweeps;              /* it goes through columns; so do the kernels of its levels */
	const struct tile *tile;  /* what it keeps, if it computes several points; else NULL */
	const char *const *step_suffixes; /* by field index, of the names for updated fields, if it computes several steps; else NULL */
	const struct planes *planes; /* what its block copies to shared memory, with access planes; else NULL */
	const struct level_vector *level_vectors; /* what it loads and stores of fields, with levels innermost; else NULL */
	bool flat;                /* what is written is on no level: a sweep's column variables, before it */
	int vector;                      /* levels of a column that a thread loads at once; 0: it does not */
	const struct level_loops *level_loops; /* on a mesh with levels innermost: how it goes over them; else NULL */
	const struct lookups *lookups;   /* what it looks up, on a mesh; else NULL */
	const struct loads_ahead *ahead;              /* what the loop over levels that is written loads ahead; else NULL */
	const struct row_buffer *rows;    /* what access rows keeps of a temporary; else NULL */
	const struct kernel *cluster;    /* the same for the columns of a cluster, if it goes through such */
	struct needs needs;
};

/* A section of a template with these macros, each { name, text }. */
#define EXPAND(kernel, template, section, ...) \
	template_expand((kernel)->arena, (template), (section), \
		(const struct macro[]){ __VA_ARGS__ }, \
		(int)(sizeof (const struct macro[]){ __VA_ARGS__ }/sizeof (struct macro)))

/* A section without macros; "" if the template does not have it. */
const char *kernel_section(const struct kernel *kernel, const struct template *template,
	const char *section);

/* The kernel as its launcher sees it: fields and params have the names of launchers. */
struct kernel kernel_launcher(const struct kernel *kernel);

/* The same as callers see it: with the names of members of structs. */
struct kernel kernel_caller(const struct kernel *kernel);

/* Whether blocks are persistent: each updates columns or elements a grid-sized stride apart. */
bool kernel_is_persistent(const struct kernel *kernel);

/* The cells that a grid must have around the domain: those that are read, or filled. */
const struct extents *needed_halo(const struct stencil *stencil);

/* Cells to the west, east, north, south, below and above. */
const char *extents_text(struct arena *arena, const struct extents *extents);

/* What refuses a domain with fewer cells than guards need; "" if any will do. */
const char *kernel_least(const struct kernel *kernel);

/* Names for the numbers that a kernel is built with: those of what a thread updates, and of what it updates for a cluster, as
 * "POINTS = 2, ROWS = 4"; numbers of clusters; 0 and "": there is none. Blocks of a launch are among them. */
struct constants {
	const char *thread, *cluster;
	int clusters, slots;
};
const char *kernel_constants(const struct kernel *kernel, const struct constants *constants);

/* Columns, or clusters of them, that a thread with a vector of levels updates one after the other; 0: that has no limit. */
int kernel_columns_per_thread(const struct kernel *kernel);

/* What the kernel computes before its loops in the place of an expression; NULL: nothing, or its template has no place there. */
const struct hoisted *kernel_hoisted(const struct kernel *kernel, const struct expr *e);

/* The number of the level z above the thread's; whether that is a sum. */
const char *kernel_level(const struct kernel *kernel, int z);
bool kernel_level_is_sum(const struct kernel *kernel, int z);

/* Whether it is counted from the lowest updated level. */
bool kernel_level_has_bottom(const struct kernel *kernel);

/* Whether a thread has vectors of levels; or, with levels innermost on a GPU, a level of each column, in scalars. */
bool kernel_has_vectors(const struct kernel *kernel);
bool kernel_has_scalars(const struct kernel *kernel);

#endif
