#define _GNU_SOURCE /* fopencookie */

#include "generator/base/printed.h"

#include "generator/base/files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* Adds bytes to the text; 0 if memory is short. The stream then has an error, which that of
 * open_memstream has not: it drops what finds no room. */
static ssize_t
add_bytes(void *cookie, const char *bytes, size_t count)
{
	struct printed *printed = cookie;

	if (printed->size + count >= printed->room) {
		const size_t room = 2*(printed->size + count) + 1;
		char *larger = realloc(printed->text, room);

		if (!larger)
			return 0;
		printed->text = larger;
		printed->room = room;
	}
	memcpy(printed->text + printed->size, bytes, count);
	printed->size += count;
	printed->text[printed->size] = '\0';
	return (ssize_t)count;
}

bool
printed_open(struct printed *printed)
{
	*printed = (struct printed){ .text = calloc(1, 1), .room = 1 };
	printed->out = printed->text
		? fopencookie(printed, "w", (cookie_io_functions_t){ .write = add_bytes }) : NULL;
	if (!printed->out)
		free(printed->text);
	return printed->out;
}

bool
printed_close(struct printed *printed)
{
	const bool flushed = !fflush(printed->out);
	const bool failed = ferror(printed->out);
	const bool good = !fclose(printed->out) && flushed && !failed;

	if (!good) {
		free(printed->text);
		printed->text = NULL;
	}
	return good;
}

bool
printed_save(struct printed *printed, const char *path, char *message, size_t room)
{
	bool good;

	if (!printed_close(printed)) {
		snprintf(message, room, "out of memory");
		return false;
	}
	good = file_write(path, printed->text, printed->size, message, room) != WRITE_FAILED;
	free(printed->text);
	return good;
}

FILE *
printed_begin(struct printed *printed)
{
	if (!printed_open(printed))
		out_of_memory();
	return printed->out;
}

char *
printed_end(struct printed *printed, struct arena *arena)
{
	char *copy;

	if (!printed_close(printed))
		out_of_memory();
	copy = arena_strndup(arena, printed->text, printed->size);
	free(printed->text);
	return copy;
}
