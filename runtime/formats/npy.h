#ifndef NPY_H
#define NPY_H

#include <stdbool.h>
#include <stddef.h>

enum { NPY_DIMENSIONS = 3 };

/* An array of float or double in C order: the last dimension is the fastest. */
struct npy {
	int ndim;                        /* 1 to 3 */
	long long shape[NPY_DIMENSIONS]; /* all at least 1 */
	int element;                     /* bytes: 4 is float, 8 is double */
	void *data;
};

/* How a .npy file begins. */
#define NPY_MAGIC { '\x93', 'N', 'U', 'M', 'P', 'Y' }

/* Reads a NumPy .npy file, format 1.0, 2.0 or 3.0. On failure npy is empty and
 * the message names the path, what was found there and what was expected. The
 * caller ends with npy_free. */
bool npy_read(const char *path, struct npy *npy, char *message, size_t size);

/* Reads the header of a regular file only: shape and element. False if it is another kind
 * of file or cannot be read; npy_read says why. */
bool npy_peek(const char *path, struct npy *npy);

size_t npy_bytes(const struct npy *npy); /* of the data */
void npy_free(struct npy *npy);

#endif
