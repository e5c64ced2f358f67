#define _GNU_SOURCE /* fopencookie */

#include "generator/base/printed.h"

#include "generator/base/files.h"
#include "generator/base/room.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* On the heap, for a stream that is never closed, as when memory ran out, may be flushed at the end. */
struct buffer {
	char *text;
	size_t size, room;
};

/* Adds bytes to the text; returns 0 if memory is short, which is an error of the stream. (One of
 * open_memstream drops the bytes without an error.) */
static ssize_t
add_bytes(void *cookie, const char *bytes, size_t count)
{
	struct buffer *buffer = cookie;

	if (buffer->size + count >= buffer->room) {
		const size_t room = grown_room(buffer->size + count + 1, buffer->room);
		char *larger = heap_resize(buffer->text, buffer->size, room);

		if (!larger)
			return 0;
		buffer->text = larger;
		buffer->room = room;
	}
	memcpy(buffer->text + buffer->size, bytes, count);
	buffer->size += count;
	buffer->text[buffer->size] = '\0';
	return (ssize_t)count;
}

bool
printed_open(struct printed *printed)
{
	struct buffer *buffer = calloc(1, sizeof *buffer);

	*printed = (struct printed){ .buffer = buffer };
	if (buffer)
		buffer->text = calloc(1, 1);
	if (buffer && buffer->text)
		printed->out = fopencookie(buffer, "w", (cookie_io_functions_t){ .write = add_bytes });
	if (!printed->out && buffer)
		free(buffer->text);
	if (!printed->out)
		free(buffer);
	return printed->out;
}

bool
printed_close(struct printed *printed)
{
	const bool flushed = !fflush(printed->out);
	const bool failed = ferror(printed->out);
	const bool good = !fclose(printed->out) && flushed && !failed;

	printed->text = printed->buffer->text;
	printed->size = printed->buffer->size;
	free(printed->buffer);
	printed->out = NULL;
	if (!good) {
		free(printed->text);
		printed->text = NULL;
	}
	return good;
}

bool
printed_save(struct printed *printed, const char *path, struct error *error)
{
	bool good;

	if (!printed_close(printed))
		return error_no_memory(error);
	good = file_write(path, printed->text, printed->size, error) != WRITE_FAILED;
	free(printed->text);
	return good;
}

void
printed_discard(struct printed *printed)
{
	if (printed_close(printed))
		free(printed->text);
}

bool
printed_finish(struct printed *printed, bool good, const char *path, struct error *error)
{
	if (good)
		return printed_save(printed, path, error) || error_prefix(error, "cannot write %s: ", path);
	printed_discard(printed);
	return false;
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
