#ifndef TUNING_FILE_H
#define TUNING_FILE_H

#include "generator/variants/variants.h"

#include <stdio.h>

/* The file that stencilbench --tune writes and --tuned reads: lines "NAME: VALUE" about the machine and
 * the program, and a line "best: NAME=VALUE ..." for each stencil, size, precision and order of columns. */

struct tuned {
	const char *stencil, *text; /* the text: its file's content hash */
	const char *size, *precision, *order, *storage, *access, *fields, *levels, *block;
	const char *kept;   /* by choice, as the names of kernels end: "store_lap"; "-": nothing */
	const char *median; /* microseconds */
	int tunables[TUNABLE_COUNT];
	struct tuned *next;
};

struct tuning_fact {
	const char *name, *value;
	struct tuning_fact *next;
};

struct tuning {
	const char *path;
	struct tuning_fact *facts;
	struct tuned *best;
};

/* Returns EXIT_GOOD; or, with a message that names the path, EXIT_IO if the file cannot be read
 * and EXIT_ERRORS if it is no such file. */
int tuning_read(struct arena *arena, const char *path, struct tuning *tuning, char *message,
	size_t room);

void tuning_write(const struct tuning *tuning, FILE *out);

/* The value of a line, or "". */
const char *tuning_fact(const struct tuning *tuning, const char *name);

#endif
