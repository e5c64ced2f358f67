#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "generator/base/source.h"

/* What the cells beyond an edge of the domain hold. */
enum edge_kind {
	EDGE_KEPT,     /* what the caller left there */
	EDGE_PERIODIC, /* what lies as far from the other edge, inside */
	EDGE_COPY,     /* what the nearest cell of the domain holds */
	EDGE_MIRROR,   /* what lies as far from this edge, inside */
	EDGE_NUMBER,
};

/* The edges of a field along an axis. */
struct edge {
	enum edge_kind kind;
	const char *value; /* the number, as spelled */
};

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
