#ifndef PLANE_PARTS_H
#define PLANE_PARTS_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/partition/halo.h"
#include "runtime/problem/plane_device.h"
#include "runtime/problem/verdict.h"
#include "runtime/ranks/cut.h"
#include "runtime/ranks/device_lane.h"
#include "runtime/ranks/part_graph.h"
#include "runtime/ranks/part_streams.h"
#include "runtime/ranks/ranks.h"

/* What a rank has: a rectangle of the grid, its arrays and a halo around it; or columns, and others around them. */
struct plane_part {
	struct stencil_rectangle rectangle;
	struct subset at[LOCATIONS];       /* the columns, and */
	struct column_list list;           /* how they are stored; set where the arrays are here */
	struct problem *problem;
	struct problem *window; /* where results are expected, if not in the whole grid; NULL: there */
	struct plane_device *device;
	struct device_lane lane;
	struct part_streams streams;
	struct stencil_exchange *exchange; /* NULL: there is nothing to exchange, and no streams */
};

/* Where the data of a field lies that was not read yet, if it was not. */
struct part_file {
	const char *path; /* NULL: it was read */
	const struct array *header;
};

/* By field index. */
struct part_fields {
	const bool *exchanged;
	const struct part_file *files;
};

/* A problem on a regular grid, cut into parts; a single one, without period, is the problem itself, on any grid. */
struct plane_parts {
	struct cut cut;
	struct problem *whole;
	struct arena arena;
	const struct subset **has; /* by rank: columns; NULL: parts are rectangles */
	const int *places;         /* of columns in the order, by column of the whole grid */
	struct stencil_rectangles rectangles;
	struct plane_part *ranks; /* of those of other processes only where they lie */
	int count;
	int first, end;           /* of this process: first..end-1 */
	struct part_flows flows;  /* of these */
	struct ranks *processes;
	struct device_lane lane; /* of the first device; of parts, copies */
	struct stencil_engine *engine; /* NULL: there is nothing to exchange */
	struct part_fields fields;
	struct part_staging *staging; /* what sums go through; NULL: there are no other parts */
	struct part_totals *totals;   /* what takes sums where parts lie, in its place; NULL: the host does */
	int failure; /* the exit status if it cannot be opened: EXIT_IO if what carries messages is the reason */
};

/* Cuts a problem that has data, in memory or files, and lays its parts out on devices: all in this process, on as many as
 * there are, or one part in each process. False with an error on failure; ends with parts_free in any case. */
bool parts_open(struct plane_parts *parts, struct ranks *processes, struct templates *templates, const struct cut *cut,
	struct problem *whole, const struct backend *backend, const struct built *kernel, const struct order *order,
	const struct part_fields *fields, struct error *error);
void parts_free(struct plane_parts *parts);

/* Copies a field from the devices into the whole problem's array; of several processes the first has it then. */
bool parts_fetch(const struct plane_parts *parts, const struct field *field, struct error *error);

/* The same without other processes: each has its own cells then, which part_write writes. */
bool parts_fetch_own(const struct plane_parts *parts, const struct field *field, struct error *error);

/* Before a step, HALO_BEFORE, or behind it, HALO_BEHIND: fills halos of the whole problem's arrays by their boundaries, if they
 * are made of what fields have then and no part has them. So files have them as one part leaves them. False with an error on
 * failure. */
bool parts_fetch_halos(const struct plane_parts *parts, enum halo_source source, struct error *error);

/* Compares the results of the parts of this process with what is expected: in windows around them, if there are any, or else
 * in the whole problem. */
bool parts_compare(const struct plane_parts *parts, struct verdict *verdict, struct error *error);

#endif
