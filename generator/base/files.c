#include "generator/base/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
fail(char *message, size_t room, const char *text)
{
	snprintf(message, room, "%s", text);
	return false;
}

bool
file_read(struct arena *arena, const char *path, const char **text, size_t *size, char *message,
	size_t room)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	enum { MOST_BYTES = 1 << 26 };
	char *bytes = NULL;
	size_t used = 0, space = 0, got;
	bool good;

	if (!in)
		return fail(message, room, strerror(errno));
	do {
		if (used == space) {
			char *larger = realloc(bytes, space = space ? 2*space : 4096);

			if (!larger) {
				free(bytes);
				if (in != stdin)
					fclose(in);
				return fail(message, room, "out of memory");
			}
			bytes = larger;
		}
		errno = 0;
		got = fread(bytes + used, 1, space - used, in);
		used += got;
	} while (got && used <= MOST_BYTES);
	good = !ferror(in) && used <= MOST_BYTES;
	if (ferror(in))
		fail(message, room, errno ? strerror(errno) : "cannot be read");
	else if (!good)
		fail(message, room, "too large");
	if (in != stdin)
		fclose(in);
	if (good) {
		*text = arena_strndup(arena, bytes, used);
		*size = used;
	}
	free(bytes);
	return good;
}

static bool
is_same(const char *path, const char *text, size_t size)
{
	FILE *in = fopen(path, "rb");
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

static bool
make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			return false;
		*slash = '/';
	}
	return true;
}

static bool
write_all(int file, const char *text, size_t size)
{
	while (size) {
		const ssize_t count = write(file, text, size);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return false;
		text += count;
		size -= (size_t)count;
	}
	return true;
}

/* mkstemp makes files for the owner alone. */
static bool
share(int file)
{
	const mode_t mask = umask(0);

	umask(mask);
	return !fchmod(file, 0666 & ~mask);
}

enum written
file_write(const char *path, const char *text, size_t size, char *message, size_t room)
{
	struct arena arena = { 0 };
	char *temporary = arena_printf(&arena, "%s.XXXXXX", path);
	enum written result = WRITE_FAILED;
	int file = -1;

	if (is_same(path, text, size)) {
		arena_free(&arena);
		return WRITE_SAME;
	}
	if (make_folders(temporary) && (file = mkstemp(temporary)) >= 0) {
		bool good = write_all(file, text, size) && share(file);

		good = !close(file) && good;
		if (good && !rename(temporary, path)) {
			result = WRITE_CHANGED;
		} else {
			fail(message, room, strerror(errno));
			unlink(temporary);
		}
	} else {
		fail(message, room, strerror(errno));
	}
	arena_free(&arena);
	return result;
}
