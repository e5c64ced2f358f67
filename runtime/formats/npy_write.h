#ifndef NPY_WRITE_H
#define NPY_WRITE_H

#include "generator/base/error.h"
#include "runtime/formats/array_temp_file.h"
#include "runtime/formats/npy.h"
#include "runtime/formats/record_file.h"

/* Writes a .npy file of format 1.0, the bytes that NumPy would write, by way of a temporary file:
 * on failure what was there before is still there. The error names the path. */
bool npy_write(const char *path, const struct array *npy, struct error *error);

enum { NPY_HEADER_BYTES = 128 }; /* of what is written here: where the data begin */

/* Begins a temporary file that is open: the header, and room for the data, which npy_write_rows writes. It stays open. */
bool npy_file_begin(struct temp_file *temp_file, const char *path, const struct array *npy, struct error *error);

/* Writes all of a temporary file that is open, and closes it. */
bool npy_file_write(struct temp_file *temp_file, const char *path, const struct array *npy, struct error *error);

/* The header of a file of so many arrays: they have one more dimension, the first one. A scalar has that only. */
struct record_count npy_record_count(const struct array *record, bool scalar, long long count);

/* The number of arrays by the header of such a file; -1: it is another header. */
long long npy_record_find(const struct array *record, bool scalar, const char header[NPY_HEADER_BYTES]);

#endif
