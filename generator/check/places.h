#ifndef PLACES_H
#define PLACES_H

#include "generator/check/checker.h"

/* Where values lie, and how one gets from there to others. */

/* A bound name that is known where something is read. */
struct bound {
	struct binding *binding;
	struct bound *outer;
};

/* What holds in what is being resolved: the places that exist, as a condition says. */
struct assumption {
	const struct relation_chain **chains; /* count of them */
	struct span *spans;               /* of the tests; its end is 0 after a warning */
	int count;
	struct assumption *outer;
};

struct scope {
	enum location own;             /* of the point at which what is resolved is evaluated */
	enum location block;           /* of all that an if assigns */
	bool half;                     /* an if or a sweep is on half levels */
	struct bound *bound;           /* the innermost one */
	struct assumption *assumption; /* the innermost one */
};

/* relations.c: a location as written; an error and LOCATIONS if it is none. */
bool read_location(const struct checker *c, const char *name, struct span span, enum location *location);

/* Lists the relations of the stencil: the predeclared ones of its kind of mesh, then its own. */
void list_relations(struct checker *c);

/* A relation that begins at a location, or NULL. Finding one to read through uses it. */
const struct relation *find_relation(const struct checker *c, enum location from, const char *name);

/* Whether any location has a relation of that name. */
bool is_relation_name(const struct checker *c, const char *name);

/* Whether a relation has the slot of a step; an error if not. */
bool has_slot(const struct checker *c, const struct relation *relation, const struct step_name *step);

/* "edges (3)", "edges (<=6)", "edges (any)" */
const char *degree_of_relation(const struct checker *c, const struct relation *relation);

/* "a cell", "an edge" */
const char *a_location(enum location location);

/* The names of the relations of a location, with commas. */
const char *spell_relations(const struct checker *c, enum location at);

void report_missing_relation(const struct checker *c, struct span span, enum location at, const char *name);

/* places.c: the kind of levels of a field, as declared. */
void check_half(const struct checker *c, struct field *f);

/* The same file: the chain of steps from the own point of a location, and the levels up. Steps may begin with a
 * bound name. Returns NULL after an error. */
const struct relation_chain *resolve_chain(const struct checker *c, const struct step_name *steps, struct span span,
	enum location own, int *up);

/* The same; the last step, and no other, leads to several, through a relation. */
const struct relation_chain *resolve_several(const struct checker *c, const struct step_name *steps, struct span span,
	enum location own);

/* One that need not exist: exists() asks. */
const struct relation_chain *resolve_tested(const struct checker *c, const struct step_name *steps, struct span span,
	enum location own);

/* guards.c: reports a place that may not exist where it is read. Returns whether it does. */
bool must_exist(const struct checker *c, const struct relation_chain *chain, struct span span);

/* Lets a condition hold, or not, in what is resolved until the innermost one is forgotten. */
void assume(const struct checker *c, const struct expr *condition, bool holds);
void forget(const struct checker *c);

/* mesh_reads.c: see struct grid_kind. */
bool refer_on_mesh(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to);

/* neighbours.c: names a reduction and binds its names in the scope; one name alone. They return false after an error. */
bool bind_reduction(const struct checker *c, struct expr *e);
bool bind_name(const struct checker *c, struct binding *binding);

/* The same file: warns of names that a reduction did not read. */
void warn_unread(const struct checker *c, const struct binding *bindings);

/* zones.c: makes ifs of the blocks of zones. */
void lower_zones(const struct checker *c);

/* targets.c: finds the location of an if, and resolves its conditions there. */
void begin_block(const struct checker *c, const struct stmt *block);

/* The same file: where an assignment's target lies; until it ends, its value is resolved there. */
struct where begin_assign(const struct checker *c, struct stmt *stmt);
void end_assign(const struct checker *c);

#endif
