#ifndef NPY_H
#define NPY_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"

#include <stdbool.h>
#include <stddef.h>

/* How a .npy file begins. */
#define NPY_MAGIC { '\x93', 'N', 'U', 'M', 'P', 'Y' }

/* Reads a NumPy .npy file, format 1.0, 2.0 or 3.0, of either byte order and in C or Fortran
 * order: the header's shape is that of the array, whichever way its elements lie in the file.
 * On failure npy is empty and the error names the path, what was found there and what was
 * expected. The caller ends with array_free. */
bool npy_read(const char *path, struct array *npy, struct error *error);

/* The same, but it may hold int32_t or int64_t as well. */
bool npy_read_any(const char *path, struct array *npy, struct error *error);

/* The same for an array of some types only, a set of these. */
enum npy_types { NPY_INT32 = 1, NPY_INT64 = 2, NPY_BOOL = 4, NPY_REAL = 8 };
bool npy_read_of(const char *path, unsigned types, struct array *npy, struct error *error);

/* The same, but of a regular file whose elements lie as in memory only the header is read: there is memory for the data, of
 * which npy_read_rows reads what is needed, from `later` on. */
bool npy_open_of(const char *path, unsigned types, struct array *npy, struct error *error);

/* Reads the header of a regular file only: shape and element. False if it is another kind
 * of file or cannot be read; npy_read says why. */
bool npy_peek(const char *path, struct array *npy);

#endif
