#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include "generator/base/error.h"
#include "runtime/formats/array_temp_file.h"

/* A regular file with a header and records of one size, to which records are appended. The bytes of a record are on the disk before
 * the header counts it: whenever the writer is killed, the header counts complete records only. These return false with an error that
 * names the path. */
struct record_file {
	const char *path;
	struct temp_file temp_file; /* of a new file, until it is kept */
	int file;                   /* -1: not open */
	long long begin, size;      /* where the first record begins, and the bytes of each */
	long long count;            /* of complete records */
};

/* What the header counts records by: so many bytes at a place. */
struct record_count {
	long long at;
	size_t size;
	char bytes[128];
};

/* Begins a new file without records as a temporary file: the header, padded with zeros. */
bool record_file_create(struct record_file *file, const void *header, size_t size, struct error *error);

/* Opens an existing file to read and append. */
bool record_file_open(struct record_file *file, struct error *error);

/* Appends a record, after which the count is as given. On failure the file has the records that it had. */
bool record_file_append(struct record_file *file, const void *record, const struct record_count *count, struct error *error);

/* Removes all but the first records; the count is as given. */
bool record_file_shorten(struct record_file *file, long long records, const struct record_count *count, struct error *error);

/* Gives a new file its name. */
bool record_file_keep(struct record_file *file, struct error *error);

/* Closes the file; removes it if it is new and not kept. */
void record_file_close(struct record_file *file);

#endif
