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

/* Reads a NumPy .npy file, format 1.0, 2.0 or 3.0. On failure npy is empty and
 * the message names the path, what was found there and what was expected. The
 * caller ends with npy_free. */
bool npy_read(const char *path, struct npy *npy, char *message, size_t size);

/* Writes a .npy file of format 1.0, the bytes that NumPy would write. It goes to
 * a temporary file beside the path and takes the path's name when it is
 * complete; on failure what was there before is still there. */
bool npy_write(const char *path, const struct npy *npy, char *message, size_t size);

/* A complete .npy file that does not have its name yet. */
struct npy_draft {
	const char *path;
	char *target; /* the path without links */
	char *name;   /* the file's, until it is kept */
};

/* npy_write in two steps, so that several files appear together or not at all:
 * writing does what can fail, keeping gives a file its name, freeing removes one
 * that was not kept. */
bool npy_draft_write(struct npy_draft *draft, const char *path, const struct npy *npy, char *message,
	size_t size);
bool npy_draft_keep(struct npy_draft *draft, char *message, size_t size);
void npy_draft_free(struct npy_draft *draft);

void npy_free(struct npy *npy);

#endif
