#ifndef BODY_H
#define BODY_H

#include "generator/plan/column_planner.h"

/* A body under construction: its names are variables, numbered by temporaries, then fields. */
struct body {
	struct column_planner *p;
	const struct stmt *stmt;      /* of the whole */
	const struct known *known;
	const struct carried *carried;
	struct stencil *stencil;
	struct stmt **last;
	struct temp **last_temp;
	const struct temp **current;  /* by variable: its version; NULL: it is not assigned yet */
	const struct stmt *inside;    /* the if that is being copied, or NULL */
};

int variable_of(const struct body *b, const struct stmt *assign);

/* What is known of a name that the sweep carries, or NULL. */
const struct carried *find_carried(const struct body *b, const struct temp *temp, const struct field *field);

struct expr *new_temp_read(const struct body *b, const struct temp *temp, struct span span);

/* body_expr.c: an expression of the whole as the body has it. */
struct expr *body_expr(struct body *b, const struct expr *e);

/* The same file: what an array holds of a temporary that another statement made, and what is stored there of a version of
 * the body: of a condition 0 or 1. */
struct expr *kept_read(const struct body *b, const struct temp *temp, struct offset at, struct span span);
struct expr *kept_value(const struct body *b, const struct temp *temp, struct span span);

#endif
