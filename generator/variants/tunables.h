#ifndef CONSTANTS_H
#define CONSTANTS_H

#include "generator/variants/variants.h"

/* Numbers that a kernel is generated with, besides its storage and access. */
enum constant {
#define CONSTANT(id, ...) CONSTANT_##id,
#include "generator/variants/tunables.def"
	CONSTANT_COUNT,
};

enum { varies = 0 }; /* a default that depends on the stencil */

struct constant_info {
	const char *name;     /* of its option, without the dashes */
	const char *accesses; /* that have it, commas between */
	int usual, most;
	int axis;             /* along which a thread does so many points: 0 for x, -1: none */
	const char *tried;    /* by --tune: a list */
	size_t place;         /* in struct variant */
};

extern const struct constant_info constants[CONSTANT_COUNT];

/* Whether kernels of the access are generated with it. */
bool constant_applies(enum constant constant, enum access access);

/* What a variant has: 0 if its access has no such constant. */
int constant_of(enum constant constant, const struct variant *variant);

/* Sets those that are 0 but depend on the stencil. */
void constants_settle(const struct plan *plan, struct variant *variant);

void constant_set(enum constant constant, struct variant *variant, int value);

#endif
