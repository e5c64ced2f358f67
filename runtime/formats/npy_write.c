#include "runtime/formats/npy_write.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { HEADER_BYTES = 128 };

/* Returns whether there is no reason to fail; else the message is PATH: and the reason. */
static bool
succeed(int reason, const char *path, char *message, size_t size)
{
	if (reason == EISDIR)
		snprintf(message, size, "%s: cannot write: is a directory", path);
	else if (reason)
		snprintf(message, size, "%s: cannot write: %s", path, strerror(reason));
	return !reason;
}

/* Magic, version, length and text, filled up with blanks so that the data is aligned.
 * 128 bytes hold every shape that fits memory. */
static void
fill_header(char bytes[HEADER_BYTES], const struct npy *npy)
{
	static const char magic[6] = NPY_MAGIC;
	char shape[80] = "";
	const int start = (int)sizeof magic + 4;
	int at = 0;

	for (int d = 0; d < npy->ndim; d++)
		at += snprintf(shape + at, sizeof shape - (size_t)at, d ? ", %lld" : "%lld",
			npy->shape[d]);
	memcpy(bytes, magic, sizeof magic);
	memcpy(bytes + sizeof magic, (char[]){1, 0, (char)(HEADER_BYTES - start), 0}, 4);
	at = start + snprintf(bytes + start, (size_t)(HEADER_BYTES - start),
		"{'descr': '<f%d', 'fortran_order': False, 'shape': (%s%s), }",
		npy->element, shape, npy->ndim == 1 ? "," : "");
	assert(at < HEADER_BYTES);
	memset(bytes + at, ' ', (size_t)(HEADER_BYTES - at));
	bytes[HEADER_BYTES - 1] = '\n';
}

bool
npy_draft_open(struct draft *draft, const char *path, char *message, size_t size)
{
	return succeed(draft_open(draft, path), path, message, size);
}

bool
npy_draft_write(struct draft *draft, const char *path, const struct npy *npy, char *message, size_t size)
{
	char header[HEADER_BYTES];
	int reason;

	assert(npy->ndim >= 1 && npy->ndim <= NPY_DIMENSIONS);
	assert(npy->element == 4 || npy->element == 8);
	fill_header(header, npy);
	reason = draft_write(draft, header, sizeof header);
	if (!reason)
		reason = draft_write(draft, npy->data, npy_bytes(npy));
	if (!reason)
		reason = draft_close(draft, true);
	return succeed(reason, path, message, size);
}

bool
npy_draft_keep(struct draft *draft, const char *path, char *message, size_t size)
{
	return succeed(draft_keep(draft), path, message, size);
}

/* The folder of a file, and the file's name in it. */
static bool
find_folder(const char *path, struct stat *folder, const char **name)
{
	const char *slash = strrchr(path, '/');
	char *above = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	const bool found = above && !stat(above, folder);

	free(above);
	*name = slash ? slash + 1 : path;
	return found;
}

bool
npy_draft_clash(const struct draft *a, const struct draft *b)
{
	struct stat folder_a, folder_b;
	const char *name_a, *name_b;

	return a->temporary && b->temporary && find_folder(a->target, &folder_a, &name_a)
		&& find_folder(b->target, &folder_b, &name_b) && folder_a.st_dev == folder_b.st_dev
		&& folder_a.st_ino == folder_b.st_ino && !strcmp(name_a, name_b);
}

bool
npy_write(const char *path, const struct npy *npy, char *message, size_t size)
{
	struct draft draft = { .file = -1 };
	const bool done = npy_draft_open(&draft, path, message, size)
		&& npy_draft_write(&draft, path, npy, message, size)
		&& npy_draft_keep(&draft, path, message, size);

	draft_discard(&draft);
	return done;
}
