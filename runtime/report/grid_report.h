#ifndef GRID_REPORT_H
#define GRID_REPORT_H

#include "runtime/report/text_table.h"
#include "runtime/rows/results.h"

/* The columns that a table of rows needs. */
struct known {
	bool facts;    /* registers and occupancy */
	bool compared; /* with a baseline */
	bool parts;    /* of programs, their kernels alone */
	bool launches; /* their number */
	bool bandwidth; /* a page has room for it, */
	int shares;    /* and for shares of reference copies' speed, 2 at most */
};

/* How rows are reported: those of one report have the same columns in tables. */
struct grid_report {
	bool stored; /* rows differ in storage, order of columns and block */

	/* The columns that follow a row's time, and their cells. */
	void (*columns)(struct text_table *table, const struct known *known);
	void (*cells)(struct text_table *table, struct text_row *cells, const struct results *results,
		const struct row *row, const struct known *known);

	/* The size of a row's grid: see row_size. */
	const char *(*size)(struct arena *arena, const struct row *row);

	/* What a heading tells of the work instead of the bytes to move; NULL, also of the
	 * function: these. */
	const char *(*work)(struct arena *arena, const struct row *row);

	/* See row_speedup and row_bound. NULL: never known. */
	double (*speedup)(const struct results *results, const struct row *row, enum cache cache);
	double (*bound)(const struct row *row, enum cache cache);
};

extern const struct grid_report plane_report, mesh_report, sweep_report, evaluation_report;

/* The columns of grids whose kernels are bound by what they move: bandwidth, its shares of a copy's and a stream's,
 * registers and occupancy, the difference from a baseline. */
void bandwidth_columns(struct text_table *table, const struct known *known);
void bandwidth_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, const struct known *known);

/* "64x64x8" for a plane; "10:7", "10:7:pad" for a sparse grid; "torus:6x4 x 65 levels" for a mesh. */
const char *row_size(struct arena *arena, const struct row *row);

/* How many times faster a row is than the access that its report compares with, `basic` on sparse
 * grids, for the same problem among the results; 0: not known. */
double row_speedup(const struct results *results, const struct row *row, enum cache cache);

/* The time that a stencil on a plane or a sweep on a sparse grid would take at the speed of a copy; else 0. */
double row_bound(const struct row *row, enum cache cache);

#endif
