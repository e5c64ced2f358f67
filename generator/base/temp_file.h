#ifndef TEMP_FILE_H
#define TEMP_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* A file that is being written. It has a temporary name in its path's folder and takes the
 * path's name when it is complete, so that no reader sees a part. Symbolic links stay: what
 * they lead to is replaced, or made. What is no regular file (a device, a fifo, a terminal, or
 * what standard output or standard error leads to) is written through. A folder, a read-only
 * file and a fifo without a reader for a second are errors. */
struct temp_file {
	char *target;    /* the path, its links followed */
	char *temporary; /* NULL: the target is written through, or the temporary file is kept */
	int file;        /* -1: closed */
};

/* Begin, add to and finish a temporary file: these return 0 or an errno. After an error, or instead of
 * temp_file_keep, discard it. temp_file_close may wait until the bytes are on the disk. */
int temp_file_open(struct temp_file *temp_file, const char *path);
int temp_file_write(struct temp_file *temp_file, const void *bytes, size_t size);
int temp_file_close(struct temp_file *temp_file, bool on_disk);
int temp_file_keep(struct temp_file *temp_file);

/* Frees a temporary file, and removes what was not kept. */
void temp_file_discard(struct temp_file *temp_file);

#endif
