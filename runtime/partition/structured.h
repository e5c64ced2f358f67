#ifndef STRUCTURED_H
#define STRUCTURED_H

#include "runtime/formats/array.h"
#include "runtime/partition/copy.h"
#include "runtime/problem/plane_device.h"

/* Partitions of structured grids: boxes, or, where columns are looked up in tables of each subdomain's own, any columns. */

/* Data of a field that is still in a file. */
struct field_file {
	const char *path; /* NULL: it was read */
	const struct array *header;
};

/* What a structured grid has besides. */
struct structured {
	struct problem *problem;
	struct stencil_rectangles rectangles;
	const struct field_file *files; /* by field index */
	const struct order *order;
	const int *places;              /* of columns in that order, by column of the whole grid */
};

struct structured_subdomain {
	struct problem *problem;   /* its arrays, with a halo around a box */
	struct column_list list;   /* how columns of owners are stored */
};

static inline const struct structured *
structured_of(const struct partition *p)
{
	return p->whole;
}
/* The columns of the whole domain. */
static inline size_t
columns_of_domain(const struct partition *p)
{
	const int *inner = structured_of(p)->rectangles.inner;

	return (size_t)inner[0]*(size_t)inner[1];
}
static inline bool
box_has_neighbor(const struct stencil_rectangle *box, int axis, int side)
{
	return (axis ? box->neighbour[side + 1][1] : box->neighbour[1][side + 1]) >= 0;
}
static inline const struct structured_subdomain *
structured_subdomain(const struct subdomain *s)
{
	return s->own;
}
static inline struct plane_device *
plane_device_of(const struct subdomain *s)
{
	return (struct plane_device *)s->binding;
}

/* Decomposes a problem that has data, in memory or files, and places the subdomains on devices: all in this process, on as many as
 * there are, or one in each process. The problem, the files and the order are to last. False with an error; ends with partition_close
 * in any case. */
bool structured_open(struct partition *p, const struct partition_setup *setup, struct problem *problem, const struct order *order,
	const struct field_file *files, struct error *error);

/* The cells of a box, or only those that it gives, in the whole domain or in a window of it. */
struct runs structured_runs(struct arena *arena, const struct partition *p, const struct subdomain *s, bool owned,
	const struct problem *window);

/* Reads what a problem needs of the whole grid's arrays where these are still in files: of columns of owners all of the grid, with halos
 * that are periodic. False with an error. */
bool structured_read(const struct partition *p, const struct problem *own, struct error *error);

/* What a box gives: its rectangle, and the halo where it has no neighbor; in cells of the whole grid's arrays. */
void structured_gives(const struct subdomain *s, int begin[2], int end[2]);

/* Writes these cells of the whole grid's array, whose header is given, into a file that has room for all of it. */
bool structured_write(const struct subdomain *s, const char *path, const struct array *whole, struct error *error);

/* The cells of the whole grid's arrays, in x and in y, that a subdomain counts: each is one subdomain's. */
void structured_counts(const struct partition *p, const struct subdomain *s, int begin[2], int end[2]);

/* The problem from which the results of a box after so many steps follow: its cells, and around them what these steps read, of the whole
 * grid's arrays. No message is trusted for it. Along an axis that it has whole `periodic` says whether it still begins anew. NULL with
 * an error. */
struct problem *structured_window(const struct partition *p, const struct subdomain *s, int steps, bool periodic[2], struct error *error);

/* Copies a field of the whole grid into a window again. */
void structured_window_copy(const struct partition *p, struct problem *window, const struct field *field);

/* The levels of an array of points that is reduced: half levels are one more. */
struct kept;
int reduced_levels(const struct stencil_grid *grid, const struct kept *kept);

extern const struct reduction_kind structured_reductions;

#endif
