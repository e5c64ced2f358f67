#ifndef TUNED_H
#define TUNED_H

#include "generator/variants/variants.h"

#include <stdio.h>

/* The file that stencilbench --tune writes, and stencilrun and stencilgen --tuned
 * read: lines "NAME: VALUE" that say on what was measured, and for each stencil,
 * size, precision and order of columns a line "best: NAME=VALUE ..." */

struct tuned {
	const char *stencil, *text; /* the text: its file's content hash */
	const char *size, *precision, *order, *storage, *access, *fields, *block;
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

/* "" if there is none. */
const char *tuning_fact(const struct tuning *tuning, const char *name);

/* The variant that is best, for a target. Returns false if it names what there is
 * not. */
bool tuned_variant(const struct tuned *tuned, enum target target, struct variant *variant);

#endif
