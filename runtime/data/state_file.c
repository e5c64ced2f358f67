#include "runtime/data/state_file.h"

#include "runtime/formats/array_temp_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FIELDS = 1000, MOST_LINE = 4096, ALIGNMENT = 64 };

static const char magic[] = "stencilgen state 1";

/* The text before the arrays. */
static const char *
header_text(struct arena *arena, const struct state *state)
{
	struct text text = { .arena = arena };
	size_t length;

	text_add(&text, arena_printf(arena, "%s\nstencil %s\nstep %d\n", magic, state->stencil, state->step));
	for (int i = 0; i < state->count; i++) {
		const struct array *array = &state->arrays[i];

		text_add(&text, arena_printf(arena, "%s %s", array_type(array), state->names[i]));
		for (int d = 0; d < array->ndim; d++)
			text_add(&text, arena_printf(arena, " %lld", array->shape[d]));
		text_add(&text, "\n");
	}
	text_add(&text, "end");
	length = strlen(text_of(&text)) + 1;
	return arena_printf(arena, "%s%*s\n", text_of(&text), (int)((ALIGNMENT - length % ALIGNMENT) % ALIGNMENT), "");
}

bool
state_file_write(struct arena *arena, const char *path, const struct state *state, struct error *error)
{
	struct temp_file temp_file = { .file = -1 };
	const char *header = header_text(arena, state);
	bool good = array_temp_file_open(&temp_file, path, error);

	if (good) {
		int reason = temp_file_write(&temp_file, header, strlen(header));

		for (int i = 0; i < state->count && !reason; i++)
			reason = temp_file_write(&temp_file, state->arrays[i].data, array_bytes(&state->arrays[i]));
		if (!reason)
			reason = temp_file_close(&temp_file, true);
		good = array_temp_file_result(reason, path, error) && array_temp_file_keep(&temp_file, path, error);
	}
	temp_file_discard(&temp_file);
	return good;
}

/* The next line without its end; NULL: there is none. */
static char *
read_line(FILE *file, char line[MOST_LINE])
{
	char *end;

	if (!fgets(line, MOST_LINE, file))
		return NULL;
	end = strchr(line, '\n');
	if (!end)
		return NULL;
	*end = '\0';
	return line;
}

/* Reads "TYPE NAME SIZE..." of a field. */
static bool
read_field(struct arena *arena, char *line, struct state *state)
{
	struct array array = { 0 };
	char *rest, *type = strtok_r(line, " ", &rest), *name = strtok_r(NULL, " ", &rest), *size;
	double bytes;

	if (!name || state->count >= MOST_FIELDS)
		return false;
	array.whole = !strcmp(type, "int") || !strcmp(type, "bool");
	array.element = !strcmp(type, "float") ? sizeof (float) : !strcmp(type, "double") ? sizeof (double)
		: !strcmp(type, "int") ? sizeof (int32_t) : array.whole ? 1 : 0;
	bytes = array.element;
	while ((size = strtok_r(NULL, " ", &rest)) && array.ndim < ARRAY_DIMENSIONS) {
		char *end;
		const long long number = strtoll(size, &end, 10);

		if (*end || number < 1)
			return false;
		array.shape[array.ndim++] = number;
		bytes *= (double)number;
	}
	if (size || !array.element || !array.ndim || bytes > 0.25*(double)SIZE_MAX)
		return false;
	state->names[state->count] = arena_printf(arena, "%s", name);
	state->arrays[state->count++] = array;
	return true;
}

/* Reads the text to its end. */
static bool
read_header(struct arena *arena, FILE *file, struct state *state)
{
	char buffer[MOST_LINE], *line = read_line(file, buffer), *end;
	long step;

	if (!line || strcmp(line, magic))
		return false;
	line = read_line(file, buffer);
	if (!line || strncmp(line, "stencil ", strlen("stencil ")))
		return false;
	state->stencil = arena_printf(arena, "%s", line + strlen("stencil "));
	line = read_line(file, buffer);
	if (!line || strncmp(line, "step ", strlen("step ")))
		return false;
	step = strtol(line + strlen("step "), &end, 10);
	if (*end || step < 1 || step > INT_MAX)
		return false;
	state->step = (int)step;
	while ((line = read_line(file, buffer)) && strncmp(line, "end", 3))
		if (!read_field(arena, line, state))
			return false;
	return line;
}

static bool
complain(const char *path, const char *what, struct error *error)
{
	return error_set(error, EXIT_ERRORS, "%s: %s", path, what);
}

/* Reads the arrays, which end with the file. */
static bool
read_arrays(FILE *file, const char *path, struct state *state, struct error *error)
{
	struct stat status;
	double bytes = (double)ftell(file);

	for (int i = 0; i < state->count; i++)
		bytes += (double)array_bytes(&state->arrays[i]);
	if (fstat(fileno(file), &status) || (double)status.st_size != bytes)
		return error_set(error, EXIT_ERRORS, "%s: the state has %.0f bytes, but needs %.0f: the file is damaged", path,
			(double)status.st_size, bytes);
	for (int i = 0; i < state->count; i++) {
		struct array *array = &state->arrays[i];

		array->data = malloc(array_bytes(array));
		if (!array->data)
			return error_no_memory(error);
		if (fread(array->data, 1, array_bytes(array), file) != array_bytes(array))
			return error_set(error, EXIT_IO, "%s: cannot read", path);
	}
	return true;
}

bool
state_file_read(struct arena *arena, const char *path, struct state *state, struct error *error)
{
	struct stat status;
	FILE *file;
	bool good;

	*state = (struct state){ .names = arena_array(arena, const char *, MOST_FIELDS), .arrays = arena_array(arena, struct array, MOST_FIELDS) };
	if (stat(path, &status))
		return error_set(error, EXIT_IO, "%s: cannot read: %s", path, strerror(errno));
	if (!S_ISREG(status.st_mode))
		return error_set(error, EXIT_IO, "%s: cannot read: it is no regular file", path);
	file = fopen(path, "rb");
	if (!file)
		return error_set(error, EXIT_IO, "%s: cannot read: %s", path, strerror(errno));
	good = read_header(arena, file, state) ? read_arrays(file, path, state, error)
		: complain(path, "it is no state, or it is damaged: --load-state needs a file of --save-state", error);
	fclose(file);
	return good;
}

void
state_free(struct state *state)
{
	for (int i = 0; i < state->count; i++)
		array_free(&state->arrays[i]);
}
