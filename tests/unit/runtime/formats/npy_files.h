#ifndef NPY_FILES_H
#define NPY_FILES_H

/* A folder for a test, and a file of numpy to write there. */

#include "runtime/formats/npy.h"

enum { GOLDEN_HEADER = 128, GOLDEN = GOLDEN_HEADER + 4*sizeof (double) };

/* numpy.save of [[1.0, 2.5], [-3.0, 1e300]]. */
extern const char golden_npy[GOLDEN + 1];
extern const double golden_numbers[4];

/* Every test has a folder of its own, and the path of a file in it. */
extern char npy_folder[64];
extern char npy_path[128];

void make_npy_folder(void);

/* Calls visit with the path of every file in the npy_folder; returns their number. */
int each_file(int (*visit)(const char *path));

void remove_npy_folder(void);

void write_bytes(const void *bytes, size_t count);

size_t read_bytes(const char *name, unsigned char *bytes, size_t size);

#endif
