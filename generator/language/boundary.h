#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "generator/base/source.h"

/* A field whose halo is filled. */
struct bounded {
	const char *name;
	struct span span;
	struct bounded *next;
};

struct boundary_rule {
	const char *kind;  /* periodic, copy or mirror as written, or NULL */
	const char *value; /* or the number, as spelled */
	struct span span;
	const char *axes;  /* as written, or NULL */
	struct span axes_span;
	struct boundary_rule *next;
};

/* boundary FIELDS = RULES; */
struct boundary {
	struct span span;
	struct bounded *fields;
	struct boundary_rule *rules;
	struct boundary *next;
};

#endif
