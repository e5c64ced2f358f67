#ifndef STATE_FILE_H
#define STATE_FILE_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"

/*
 * The state of a run between two steps. A file has lines of text, then the arrays' bytes one after the other, in C order and
 * little-endian. The text is padded with blanks to a multiple of 64 bytes:
 *
 *     stencilgen state 1
 *     stencil wave
 *     step 1000
 *     double u 16 48 64
 *     end
 */
struct state {
	const char *stencil;
	int step;                /* steps that are done */
	const char **names;      /* of fields */
	struct array *arrays;    /* their values: of float or double */
	int count;
};

/* Replaces a file by way of a temporary file that is on the disk before it gets the name. False with an error: the file is as before. */
bool state_file_write(struct arena *arena, const char *path, const struct state *state, struct error *error);

/* Reads a file. False with an error. The caller ends with state_free in either case. */
bool state_file_read(struct arena *arena, const char *path, struct state *state, struct error *error);
void state_free(struct state *state);

#endif
