#ifndef NPY_WRITE_H
#define NPY_WRITE_H

#include "generator/base/draft.h"
#include "runtime/formats/npy.h"

/* Writes a .npy file of format 1.0, the bytes that NumPy would write, by way of a draft:
 * on failure what was there before is still there. The message names the path. */
bool npy_write(const char *path, const struct npy *npy, char *message, size_t size);

/* The same in steps, so that several files appear together or not at all: open and write
 * all, then keep all. Discard each draft at the end. What is no regular file is written
 * through. */
bool npy_draft_open(struct draft *draft, const char *path, char *message, size_t size);
bool npy_draft_write(struct draft *draft, const char *path, const struct npy *npy, char *message,
	size_t size);
bool npy_draft_keep(struct draft *draft, const char *path, char *message, size_t size);

/* Whether two drafts would become the same file. */
bool npy_draft_clash(const struct draft *a, const struct draft *b);

#endif
