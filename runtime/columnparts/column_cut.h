#ifndef COLUMN_CUT_H
#define COLUMN_CUT_H

#include "generator/base/error.h"
#include "runtime/grid/column_list.h"
#include "runtime/problem/plane_problem.h"

#include "generator/base/arena.h"
#include "generator/variants/variants.h"

/* How the columns of a plane are to be shared out. */
struct column_split {
	const char *partition;
	int ranks[2]; /* of rectangles, in x and in y; in all their product */
	bool periodic[2];
};

/* Which rank owns each column of a plane. */
struct column_cut {
	struct column_plane plane;
	int ranks;
	int *owner; /* -1: outside the domain */
};

/* Whether parts of a kernel may have any columns: it looks them up in a table of each part's own, and is no program. */
bool columns_are_cut(const struct plan *plan, const struct variant *variant);

/* The plane of a problem. */
struct column_plane column_plane(const struct problem *problem, const bool periodic[2]);

/*
 * Cuts a plane into parts:
 *
 *     curve           equal pieces of a Hilbert curve through the domain
 *     random[:SEED]   of a random order
 *     rectangles      as regular grids are cut
 *     FILE            the rank of each column of the domain, row by row, one a line, as gpmetis and gpart write
 *
 * False with an error: of status EXIT_USAGE if it is none of these.
 */
bool column_cut_open(struct column_cut *cut, struct arena *arena, const struct problem *problem,
	const struct column_split *split, struct error *error);

/* The numbers that an order gives the columns of a domain of width x height, row by row. NULL with an error on failure. */
int *column_numbers(struct arena *arena, int width, int height, const struct order *order, struct error *error);

#endif
