#include "runtime/formats/npy_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { ENDS_EARLY = -1 };

/* Returns 0, an errno or ENDS_EARLY. */
static int
read_at(int file, void *memory, size_t bytes, off_t at)
{
	for (char *to = memory; bytes;) {
		const ssize_t got = pread(file, to, bytes, at);

		if (!got)
			return ENDS_EARLY;
		if (got < 0 && errno != EINTR)
			return errno;
		if (got > 0) {
			to += got;
			at += got;
			bytes -= (size_t)got;
		}
	}
	return 0;
}

static int
write_at(int file, void *memory, size_t bytes, off_t at)
{
	for (const char *from = memory; bytes;) {
		const ssize_t put = pwrite(file, from, bytes, at);

		if (put < 0 && errno != EINTR)
			return errno;
		if (put > 0) {
			from += put;
			at += put;
			bytes -= (size_t)put;
		}
	}
	return 0;
}

typedef int move_at(int file, void *memory, size_t bytes, off_t at);

/* Of a plane that begins at this element. Whole rows are moved at once. */
static int
move_plane(int file, const struct array *npy, const struct npy_rows *rows, long long plane, char *data, move_at *move)
{
	const long long row = npy->shape[npy->ndim - 1];
	const bool whole = !rows->from && rows->to == row;
	const long long pieces = whole ? rows->begin < rows->end : rows->end - rows->begin;
	const size_t bytes = (size_t)(whole ? (rows->end - rows->begin)*row : rows->to - rows->from)*(size_t)npy->element;
	int reason = 0;

	for (long long i = 0; i < pieces && !reason; i++) {
		const long long at = (plane + (rows->begin + i)*row + rows->from)*npy->element;

		reason = move(file, data + at, bytes, (off_t)(npy->later + at));
	}
	return reason;
}

static int
move_planes(int file, const struct array *npy, const struct npy_rows *rows, void *data, move_at *move)
{
	const long long planes = npy->ndim == 3 ? npy->shape[0] : 1;
	const long long elements = npy->shape[npy->ndim - 1]*(npy->ndim > 1 ? npy->shape[npy->ndim - 2] : 1);
	int reason = file < 0 ? errno : 0;

	for (long long p = 0; p < planes && !reason; p++)
		reason = move_plane(file, npy, rows, p*elements, data, move);
	return reason;
}

bool
npy_write_rows(const char *path, const struct array *npy, const struct npy_rows *rows, void *data, struct error *error)
{
	const int file = open(path, O_WRONLY | O_CLOEXEC);
	int reason = move_planes(file, npy, rows, data, write_at);

	if (file >= 0 && fsync(file) && !reason)
		reason = errno;
	if (file >= 0 && close(file) && !reason)
		reason = errno;
	if (reason)
		error_set(error, EXIT_IO, "cannot write: %s", strerror(reason));
	return !reason;
}

bool
npy_read_rows(const char *path, const struct array *npy, const struct npy_rows *rows, void *data, struct error *error)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	const int reason = move_planes(file, npy, rows, data, read_at);

	if (file >= 0)
		close(file);
	if (reason)
		error_set(error, EXIT_IO, "%s: %s", path, reason == ENDS_EARLY ? "the file is shorter than it was" : strerror(reason));
	return !reason;
}
