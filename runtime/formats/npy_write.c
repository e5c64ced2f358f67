#include "runtime/formats/npy_write.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER_BYTES = NPY_HEADER_BYTES };

/* Magic, version, length and text, filled up with blanks so that the data is aligned.
 * 128 bytes hold every shape that fits memory. */
static void
fill_header(char bytes[HEADER_BYTES], const struct array *npy, int ndim, const long long *sizes)
{
	static const char magic[6] = NPY_MAGIC;
	char shape[100] = "";
	const int start = (int)sizeof magic + 4;
	int at = 0;

	for (int d = 0; d < ndim; d++)
		at += snprintf(shape + at, sizeof shape - (size_t)at, d ? ", %lld" : "%lld",
			sizes[d]);
	memcpy(bytes, magic, sizeof magic);
	memcpy(bytes + sizeof magic, (char[]){1, 0, (char)(HEADER_BYTES - start), 0}, 4);
	at = start + snprintf(bytes + start, (size_t)(HEADER_BYTES - start),
		"{'descr': '%s%d', 'fortran_order': %s, 'shape': (%s%s), }",
		npy->whole && npy->element == 1 ? "|b" : npy->whole ? "<i" : "<f", npy->element, npy->fortran ? "True" : "False", shape, ndim == 1 ? "," : "");
	assert(at < HEADER_BYTES);
	memset(bytes + at, ' ', (size_t)(HEADER_BYTES - at));
	bytes[HEADER_BYTES - 1] = '\n';
}

/* Writes the data with the first dimension as the fastest. */
static int
write_turned(struct temp_file *temp_file, const struct array *npy)
{
	const size_t bytes = array_bytes(npy);
	void *turned = malloc(bytes);
	int reason;

	if (!turned)
		return ENOMEM;
	array_to_fortran(npy, npy->data, turned);
	reason = temp_file_write(temp_file, turned, bytes);
	free(turned);
	return reason;
}

bool
npy_file_begin(struct temp_file *temp_file, const char *path, const struct array *npy, struct error *error)
{
	char header[HEADER_BYTES];
	int reason;

	fill_header(header, npy, npy->ndim, npy->shape);
	reason = temp_file_write(temp_file, header, sizeof header);
	if (!reason && ftruncate(temp_file->file, (off_t)(sizeof header + array_bytes(npy))))
		reason = errno;
	return array_temp_file_result(reason, path, error);
}

bool
npy_file_write(struct temp_file *temp_file, const char *path, const struct array *npy, struct error *error)
{
	char header[HEADER_BYTES];
	int reason;

	assert(npy->ndim >= 1 && npy->ndim <= ARRAY_DIMENSIONS);
	assert(npy->element == 4 || npy->element == 8 || (npy->element == 1 && npy->whole));
	fill_header(header, npy, npy->ndim, npy->shape);
	reason = temp_file_write(temp_file, header, sizeof header);
	if (!reason)
		reason = npy->fortran ? write_turned(temp_file, npy) : temp_file_write(temp_file, npy->data, array_bytes(npy));
	if (!reason)
		reason = temp_file_close(temp_file, true);
	return array_temp_file_result(reason, path, error);
}

bool
npy_write(const char *path, const struct array *npy, struct error *error)
{
	struct temp_file temp_file = { .file = -1 };
	const bool done = array_temp_file_open(&temp_file, path, error)
		&& npy_file_write(&temp_file, path, npy, error)
		&& array_temp_file_keep(&temp_file, path, error);

	temp_file_discard(&temp_file);
	return done;
}

struct record_count
npy_record_count(const struct array *record, bool scalar, long long count)
{
	struct array npy = *record;
	struct record_count header = { .size = HEADER_BYTES };
	long long sizes[1 + ARRAY_DIMENSIONS] = { count };

	npy.fortran = false;
	memcpy(sizes + 1, record->shape, sizeof record->shape);
	fill_header(header.bytes, &npy, scalar ? 1 : 1 + record->ndim, sizes);
	return header;
}

long long
npy_record_find(const struct array *record, bool scalar, const char header[NPY_HEADER_BYTES])
{
	static const char before[] = "'shape': (";
	char text[HEADER_BYTES + 1] = "";
	const char *at;
	long long count;

	/* The text comes after bytes that may be 0. */
	for (int i = 0; i < HEADER_BYTES; i++)
		text[i] = header[i] ? header[i] : ' ';
	at = strstr(text, before);
	count = at ? strtoll(at + strlen(before), NULL, 10) : -1;
	return count < 0 || memcmp(npy_record_count(record, scalar, count).bytes, header, HEADER_BYTES) ? -1 : count;
}
