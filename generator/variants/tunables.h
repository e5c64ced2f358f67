#ifndef TUNABLES_H
#define TUNABLES_H

#include "generator/base/error.h"

#include <stdbool.h>

/* Numbers that a kernel is generated with. */
enum tunable {
#define TUNABLE(id, ...) TUNABLE_##id,
#include "generator/variants/tunables.def"
	TUNABLE_COUNT,
};

enum { MAX_ROWS_PER_THREAD = 16, MAX_ROWS_PER_WARP = 4096, MAX_POINTS_PER_THREAD = 4, MAX_LEVELS_PER_LOAD = 8, MAX_STEPS_PER_LAUNCH = 16,
	MAX_AHEAD = 32, MAX_BLOCKS = 8192, MAX_REGISTERS = 255 };
enum { varies = 0 }; /* a default that depends on the stencil */

/* A variant's value for 0, none, as an option says it. The value 0 is the default. */
enum { TUNABLE_NONE = -1 };

struct tunable_info {
	const char *name;     /* of its option, without the dashes */
	const char *accesses; /* that have it, commas between */
	int usual, least, most; /* least: 0 or 1 */
	int axis;             /* along which a thread computes several points: 0 for x, -1: none */
	const char *tried;    /* by --tune: a list, or NULL */
	bool powers;          /* it is a power of two */
};

extern const struct tunable_info tunables[TUNABLE_COUNT];

struct arena;
struct plan;
struct variant;

/* Whether a kernel can be generated with this value. */
bool tunable_fits(int tunable, int value);

/* Reads the number of an option or a file as a value. */
bool tunable_read(int tunable, const char *text, int *value);

/* The number of a value: what tunable_read() reads. */
int tunable_number(int value);

/* Whether kernels with a variant's access are generated with it. */
bool tunable_applies(int tunable, const struct variant *variant);

/* Whether a launch of such kernels computes several steps. */
bool variant_has_steps(const struct variant *variant);

/* used_tunables.c: whether such a number changes the kernel of a plan, or one of a program's kernels; where it does not, why it is refused. Persistent
 * blocks have one column a thread, as tuning files record. */
bool tunable_is_used(int tunable, const struct plan *plan, const struct variant *variant);
bool refuse_tunable(struct arena *arena, int tunable, const struct plan *plan, const struct variant *variant, struct error *error);

/* What --tune tries for the access of a variant alone: a list, or NULL. */
const char *tunable_tried(int tunable, const struct variant *variant);

/* The variant's number, or the default of its access; 0 where it does not apply, and for none. */
int tunable_of(int tunable, const struct variant *variant);

#endif
