#include "generator/base/printed.h"

#include "generator/base/files.h"

#include <stdlib.h>

bool
printed_open(struct printed *printed)
{
	*printed = (struct printed){ 0 };
	printed->out = open_memstream(&printed->text, &printed->size);
	return printed->out;
}

bool
printed_close(struct printed *printed)
{
	const bool failed = ferror(printed->out);
	const bool good = !fclose(printed->out) && !failed;

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
