#ifndef NPY_ROWS_H
#define NPY_ROWS_H

#include "generator/base/error.h"
#include "runtime/formats/npy.h"

/* Rows begin..end-1 of each plane of an array, and of each of them elements from..to-1: the last dimension goes along a row,
 * the first of three from plane to plane. */
struct npy_rows {
	long long begin, end, from, to;
};

/* Reads some rows of an array that npy_open_of left in its file, into their places in memory for all of it. False with an
 * error that names the path. */
bool npy_read_rows(const char *path, const struct array *npy, const struct npy_rows *rows, void *data, struct error *error);

/* Writes them, from their places in memory for all of it, into a file whose data begin at `later`; they are on the disk then. False
 * with an error that names no path. */
bool npy_write_rows(const char *path, const struct array *npy, const struct npy_rows *rows, void *data, struct error *error);

#endif
