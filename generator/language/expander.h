#ifndef EXPANDER_H
#define EXPANDER_H

#include "generator/language/name_map.h"
#include "generator/language/definition.h"

/* What the files of this folder share while they expand one definition or one stencil. */
struct expander {
	struct arena *arena;
	const struct source *source;
	const struct name_map *definitions; /* of the file, struct definition */
	size_t before;                      /* those that begin before this byte are known */
	struct definition *current;         /* the one being checked, or NULL */
	struct name_map *taken;             /* names of the function, struct variable, or of the stencil: */
	char param, other;                  /* pointers to these say what such a name is */
	struct variable **last_variable;    /* where the function's next one goes */
	struct span around;                 /* the statement being expanded */
	struct written_where where;         /* where its value lies, on a mesh */
	struct zone *zone;                  /* likewise: the block of zones that it is in */
	int bound;                          /* names of neighbours that are bound where a call stands */
	struct stmt **insert;               /* where those go that come before it */
	int made;                           /* nodes, in this file */
	bool full, too_deep;                /* reported */
};

/* expansion.c: expand all calls and consts in an expression, and in a list of statements. */
void expand_expr(struct expander *x, struct expr *e);
void expand_list(struct expander *x, struct stmt **list);

/* The definition of a name if it stands above, or NULL. */
struct definition *known_definition(const struct expander *x, const char *name);

/* Whether a name is that of a reduction, also of those for evaluations. */
bool is_reduction(const char *name);

/* substitute.c: a copy with the place of a call, in which the variables of a function are what they stand
 * for. After an error the copy is one. */
struct expr *copy_expr(struct expander *x, const struct expr *e, struct span span);
struct stmt *copy_list(struct expander *x, const struct stmt *stmt, struct span span);

/* One more than the deepest of the operands of e; e becomes an error if it is too deep. */
void set_depth(struct expander *x, struct expr *e);
void set_stmt_depth(struct expander *x, struct stmt *stmt);

/* Counts a node. Returns false, after an error, if there are too many. */
bool count_node(struct expander *x, struct span span);

/* function.c: report what is wrong with a definition's own text, before it is expanded. */
void check_const(struct expander *x, struct expr *e);
void check_function(struct expander *x, struct definition *function);

#endif
