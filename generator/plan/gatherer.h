#ifndef GATHERER_H
#define GATHERER_H

#include "generator/plan/gather.h"

/* A temporary of the stencil where its value is known. */
struct known {
	const struct temp *temp;
	int neighbor, dz;
	struct temp *value; /* the new temporary */
	int stage;
	struct known *next;
};

/*
 * A statement in the order of computation: what needs the result of a loop comes in a stage after it.
 * The statements of a stage stand in the order in which they were needed, then come its loops.
 */
struct item {
	struct stmt *stmt;
	int stage;
	struct scope *loop; /* what stmt goes through; or NULL */
	struct item *next;
};

/* The kernel's body, or that of a loop. */
struct scope {
	struct scope *outer;
	int loop;              /* its neighbor; OWN_ELEMENT: the kernel's body */
	int stage;             /* in the outer scope */
	struct known *known;
	struct item *items, **last;
	int reach;             /* the stage of what was read of it since somebody set this to 0 */
};

/* A bound name. */
struct bound {
	const struct binding *binding;
	int neighbor, dz;
	const struct bound *next;
};

/* Where an expression is evaluated. */
struct view {
	struct scope *scope;
	int neighbor, dz;
	const struct bound *bound;
};

struct gatherer {
	struct arena *arena;
	const struct source *source;
	const struct stencil *stencil;
	struct mesh_neighbors *neighbors;

	/* gather_expr, for what is below it. */
	struct expr *(*evaluate)(struct gatherer *g, const struct view *view, const struct expr *e);
	bool failed;

	/* The first stage of the body in which an output may be read or written: those before read or write one. */
	int floor;
};

/* gather_nodes.c: parts of the new tree. */
struct expr *gather_new(struct gatherer *g, enum expr_kind kind, enum type type, struct span span);
struct expr *gather_number(struct gatherer *g, enum type type, const char *text, struct span span);
struct expr *gather_binary(struct gatherer *g, enum op op, enum type type, struct expr *left, struct expr *right);
struct expr *gather_read(struct gatherer *g, const struct temp *temp, struct span span);

/* Whether a neighbor exists. */
struct expr *gather_exists(struct gatherer *g, int neighbor, struct span span);

struct temp *gather_temp(struct gatherer *g, const char *name, enum type type, struct span span);
struct stmt *gather_assign(struct gatherer *g, const struct temp *temp, struct expr *value, struct span span);
struct scope *gather_scope(struct gatherer *g, struct scope *outer, int loop, int stage);

/* What is being evaluated reads or writes an output: it must come after what did so before. And once it is done
 * in a stage of the body, so must what follows. */
void gather_touch_output(const struct gatherer *g, struct scope *scope);
void gather_touched_output(struct gatherer *g, int stage);

/* gather_value.c: whether a temporary is made of outputs, or of scalars that are assigned. */
bool gather_is_of_outputs(const struct temp *temp);

/* Adds a statement to a scope, to be computed in a stage. */
struct item *gather_add(struct gatherer *g, struct scope *scope, struct stmt *stmt, int stage);

/* The neighbor and level where a chain ends; `slot` if its last step has all of them. */
int gather_chain(struct gatherer *g, const struct view *view, const struct relation_chain *chain, int slot, int *dz);

/* Reports what kernels cannot do. */
void gather_fail(struct gatherer *g, struct span span, const char *what);

/* gather_value.c: the value of a temporary, computed where it is needed first. NULL after an error. */
const struct temp *gather_value(struct gatherer *g, struct scope *scope, const struct temp *temp, int neighbor, int dz);

/* All of an if statement at a neighbor. */
void gather_if(struct gatherer *g, struct scope *scope, const struct stmt *stmt, int neighbor, int dz);

/* gather_reduce.c: reductions and counts. */
struct expr *gather_reduce(struct gatherer *g, const struct view *view, const struct expr *e);
struct expr *gather_count(struct gatherer *g, const struct view *view, const struct expr *e);

/* gather_expr.c: an expression with neighbors instead of places. */
struct expr *gather_expr(struct gatherer *g, const struct view *view, const struct expr *e);

#endif
