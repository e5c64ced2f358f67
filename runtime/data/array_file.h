#ifndef ARRAY_FILE_H
#define ARRAY_FILE_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/formats/place.h"

/* Files of arrays that are read, of any format. Messages name the place. */

/* Finds the bytes of an element without reading the array; 0 means that they are as whoever reads
 * it likes. Returns false if that cannot be told; array_file_read says why. */
bool array_file_peek(const struct place *place, int *element);

/* Reads an array of whole numbers or bools of so many bytes, 4 or 1, or else of float or double: what has no
 * type of its own becomes elements of so many bytes. On failure the array is empty; the caller ends with
 * array_free. */
bool array_file_read(const struct place *place, int element, bool whole, struct array *array, struct error *error);

/* The same, but where the file allows it, its data is left there: see npy_open_of. */
bool array_file_open(const struct place *place, int element, bool whole, struct array *array, struct error *error);

#endif
