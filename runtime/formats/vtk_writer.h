#ifndef VTK_WRITER_H
#define VTK_WRITER_H

#include "generator/base/temp_file.h"
#include "runtime/formats/array.h"
#include "generator/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A temporary file of one of VTK's XML files, which is written through a buffer; after an error nothing more is. */
struct vtk_writer;

/* NULL: out of memory. */
struct vtk_writer *vtk_writer_open(struct temp_file *temp_file);

void vtk_put(struct vtk_writer *w, const char *text, size_t length);
void vtk_print(struct vtk_writer *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Text that may hold what XML marks things up with. */
void vtk_put_escaped(struct vtk_writer *w, const char *text);

/* What VTK calls the type of an array's elements. */
const char *vtk_type(const struct array *array);

/* Bytes, at least one, the given number of times, in base64. Their number comes first in the same run of digits.
 * vtk_digits: the number of digits for that number of bytes in all. */
void vtk_put_array(struct vtk_writer *w, const void *bytes, uint64_t size, uint64_t copies);
uint64_t vtk_digits(uint64_t size);

/* Closes the temporary file, and frees the writer. False with an error that names the path. */
bool vtk_writer_finish(struct vtk_writer *w, const char *path, struct error *error);

#endif
