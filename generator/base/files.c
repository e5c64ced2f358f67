#include "generator/base/files.h"
#include "generator/base/room.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
file_read(struct arena *arena, const char *path, const char **text, size_t *size, struct error *error)
{
	const bool is_named = strcmp(path, "-");
	FILE *in = is_named ? fopen(path, "rb") : stdin;
	enum { MOST_BYTES = 1 << 26, BLOCK = 4096 };
	char *bytes = NULL;
	size_t used = 0, space = 0, got;
	bool good;

	if (!in)
		return error_set(error, EXIT_IO, "%s", strerror(errno));
	do {
		if (used == space) {
			char *larger = heap_resize(bytes, used, space = grown_room(used + BLOCK, space));

			if (!larger) {
				free(bytes);
				if (is_named)
					fclose(in);
				return error_no_memory(error);
			}
			bytes = larger;
		}
		errno = 0;
		got = fread(bytes + used, 1, space - used, in);
		used += got;
	} while (got && used <= MOST_BYTES);
	good = !ferror(in) && used <= MOST_BYTES;
	if (ferror(in))
		error_set(error, EXIT_IO, "%s", errno ? strerror(errno) : "cannot be read");
	else if (!good)
		error_set(error, EXIT_IO, "too large");
	if (is_named)
		fclose(in);
	if (good) {
		*text = arena_strndup(arena, bytes, used);
		*size = used;
	}
	free(bytes);
	return good;
}

bool
file_holds(const char *path, const char *text, size_t size)
{
	struct stat status;
	FILE *in = !stat(path, &status) && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
	char block[4096];
	size_t at = 0, got;
	bool same = in != NULL;

	while (same && (got = fread(block, 1, sizeof block, in)) > 0) {
		same = got <= size - at && !memcmp(block, text + at, got);
		at += got;
	}
	same = same && !ferror(in) && at == size;
	if (in)
		fclose(in);
	return same;
}

/* Creates the path's folders. Returns 0 or an errno. */
static int
make_folders(const char *path)
{
	char *copy = strdup(path);
	int reason = copy ? 0 : errno;

	for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash && !reason; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(copy, 0777) && errno != EEXIST)
			reason = errno;
		*slash = '/';
	}
	free(copy);
	return reason;
}

static enum written
failed(struct temp_file *temp_file, int reason, struct error *error)
{
	temp_file_discard(temp_file);
	error_set(error, EXIT_IO, "%s", strerror(reason));
	return WRITE_FAILED;
}

enum written
file_prepare(struct temp_file *temp_file, const char *path, const char *text, size_t size, struct error *error)
{
	int reason;

	*temp_file = (struct temp_file){ .file = -1 };
	if (file_holds(path, text, size))
		return WRITE_SAME;
	reason = *path ? make_folders(path) : ENOENT;
	if (!reason)
		reason = temp_file_open(temp_file, path);
	if (!reason)
		reason = temp_file_write(temp_file, text, size);
	if (!reason)
		reason = temp_file_close(temp_file, false);
	return reason ? failed(temp_file, reason, error) : WRITE_CHANGED;
}

enum written
file_write(const char *path, const char *text, size_t size, struct error *error)
{
	struct temp_file temp_file;
	const enum written written = file_prepare(&temp_file, path, text, size, error);
	const int reason = written == WRITE_CHANGED ? temp_file_keep(&temp_file) : 0;

	if (reason)
		return failed(&temp_file, reason, error);
	temp_file_discard(&temp_file);
	return written;
}
