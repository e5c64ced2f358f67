#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>
#include <stddef.h>

/* A file that is being written. It has a temporary name in its path's folder and takes the
 * path's name when it is complete, so that no reader sees a part. Symbolic links stay: what
 * they lead to is replaced, or made. What is no regular file (a device, a fifo, a terminal, or
 * what standard output or standard error leads to) is written through. A folder, a read-only
 * file and a fifo without a reader for a second are errors. */
struct draft {
	char *target;    /* the path, its links followed */
	char *temporary; /* NULL: the target is written through, or the draft is kept */
	int file;        /* -1: closed */
};

/* Begin, add to and finish a draft: these return 0 or an errno. After an error, or instead of
 * keeping it, discard it. draft_close may wait until the bytes are on the disk. */
int draft_open(struct draft *draft, const char *path);
int draft_write(struct draft *draft, const void *bytes, size_t size);
int draft_close(struct draft *draft, bool on_disk);
int draft_keep(struct draft *draft);

/* Frees a draft, and removes what was not kept. */
void draft_discard(struct draft *draft);

#endif
