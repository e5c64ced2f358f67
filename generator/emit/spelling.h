#ifndef SPELLING_H
#define SPELLING_H

#include "generator/plan/plan.h"

struct kernel;
struct rows;

/* Where an expression or a statement stands in a kernel. */
struct site {
	struct offset at;        /* its point, from the thread's */
	const struct rows *rows; /* the rows for which it is written once; NULL: its point's */
	bool before_loop;        /* above the loop over levels: for the first of them */
	bool assigned;           /* what is spelled there is assigned to */
};

/* Loops over levels inside loops over neighbours: see emit/mesh/level_loops.h. */
struct level_spelling {
	/* Whether a statement has other results on other levels; else it stands before the loop over levels. */
	bool (*is_by_level)(const struct kernel *kernel, const struct stmt *stmt);

	/* The lines that open a loop over levels. */
	const char *(*opening)(const struct kernel *kernel);

	/* Whether nothing but the run that begins with a statement, in a loop over neighbours, uses a variable: the
	 * run declares it. */
	bool (*belongs)(const struct kernel *kernel, const struct value *variable, const struct stmt *run);
};

/*
 * How the leaves of expressions and the variables of statements are spelled. Kernels on
 * planes, tiles and sparse grids each have a spelling of their own; what walks the tree
 * knows none of them.
 */
struct spelling {
	/* A field's element, read or assigned to; its offset is from the thread's point. */
	const char *(*element)(const struct kernel *kernel, const struct site *site, const struct reference *to);

	/* The type before an element that is a variable, and is defined where it is assigned; else "". NULL: always "". */
	const char *(*definition)(const struct kernel *kernel, const struct reference *to);

	/* What is assigned to such an element for a value; NULL: the value. */
	const char *(*stored)(const struct kernel *kernel, const struct field *field, const char *value);

	/* The variable of a temporary's value there. */
	const char *(*variable)(const struct kernel *kernel, const struct site *site,
		const struct temp *temp, struct offset at);

	/* The distance of the site to a side of the domain; NULL where there are none. */
	const char *(*distance)(const struct kernel *kernel, const struct site *site, enum side side);

	/* Whether that variable is declared inside the if statement that assigns it. */
	bool (*is_local)(const struct kernel *kernel, const struct instance *instance,
		const struct value *value);

	/* All instances of a statement, the first given, in lines of `width` characters. */
	const char *(*statement)(const struct kernel *kernel, const struct instance *first, int width);

	/* On meshes: that a neighbor exists; the lines that open a loop over neighbours. */
	const char *(*exists)(const struct kernel *kernel, int neighbor);
	const char *(*opening)(const struct kernel *kernel, const struct instance *instance, const struct stmt *loop);

	/* Whether a loop over neighbours computes with elements that are not there, and chooses: loads then need not wait for a
	 * branch. How it chooses between a variable's next value and the one that it has. */
	bool (*chooses)(const struct kernel *kernel, const struct stmt *loop);
	const char *(*choice)(const struct kernel *kernel, const struct stmt *loop, const char *variable, const char *value);

	/* What loops over neighbours have inside; NULL: they stand inside of loops over levels. */
	const struct level_spelling *levels;

	/* Whether a variable is declared where it is first assigned; else the spelling's
	 * statement declares it. */
	bool (*declares)(const struct kernel *kernel, const struct value *value);
};

#endif
