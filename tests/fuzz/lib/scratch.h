#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* For fuzz targets; the functions end the program if the system refuses. */

/* The path of a file in memory that holds the bytes. One at a time. */
const char *scratch_file(const uint8_t *bytes, size_t size);

/* A copy with a zero at its end; the caller frees it. */
char *scratch_text(const uint8_t *bytes, size_t size);

/* A stream whose text is dropped. */
FILE *nowhere(void);

#endif
