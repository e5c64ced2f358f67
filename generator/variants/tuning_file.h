#ifndef TUNING_FILE_H
#define TUNING_FILE_H

#include "generator/base/error.h"
#include "generator/variants/variants.h"

#include <stdio.h>

/* The file that stencilbench --tune writes and --tuned reads: lines "NAME: VALUE" about the machine and
 * the program, and a line "best: NAME=VALUE ..." for each stencil, size, precision and order of columns. */

struct tuned {
	const char *stencil, *text; /* the text: its file's content hash */
	const char *size, *precision, *order, *storage, *access, *fields, *levels, *block;
	const char *decision;   /* by choice, as the names of kernels end: "store_lap"; "-": nothing */
	const char *store, *place; /* the options for that; "-": not given */
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

/* The error names the path; its status is EXIT_IO if the file cannot be read and EXIT_ERRORS if it is no such file. */
bool tuning_read(struct arena *arena, const char *path, struct tuning *tuning, struct error *error);

void tuning_write(const struct tuning *tuning, FILE *out);

/* What an entry's kernels keep, as options say it. False if it does not tell: then who has it must know. */
bool tuned_decision(const struct tuned *tuned, struct storage_decision *decision);

/* The steps of a launch of an entry's kernel, and the microseconds of one. */
int tuned_steps(const struct tuned *tuned);
double tuned_step_time(const struct tuned *tuned);

/* The same with only the fastest of the entries that differ in what they keep, of those that tell or keep nothing but what
 * a plan without options does. */
struct tuning tuning_fastest(struct arena *arena, const struct tuning *tuning);

/* The value of a line, or "". */
const char *tuning_fact(const struct tuning *tuning, const char *name);

#endif
