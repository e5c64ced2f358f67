#ifndef LOOKUPS_H
#define LOOKUPS_H

#include "generator/base/error.h"
#include "generator/plan/plan.h"

/* A relation that a kernel on a mesh looks up. Of any degree (DEGREE_ANY) its rows follow one another; those
 * of relations that are stepped through together begin at the same places, and may have holes. */
struct looked_up {
	const struct relation *relation;
	const char *name;        /* relation_table_name() */
	const struct relation *rows; /* of any degree: the first of those that share their rows; else NULL */
	bool holes;              /* likewise: a slot may have no neighbour */
};

/* What a kernel looks up. */
struct lookups {
	const bool *neighbors;       /* by number: whose elements it needs */
	struct looked_up *tables;    /* in the order of their first use; launchers take them so */
	int count;
	bool columns[LOCATIONS]; /* strides that it needs: of fields with levels */
	bool slots[LOCATIONS];   /* and of tables, or values of slots, with several slots */
	int most[LOCATIONS];     /* the most slots of these */
	int entries;             /* that an element looks up; of relations of any degree each counts once */
	int above, below;        /* levels up, and down, that are read */
};

/* Of one kernel; of a program see program_lookups(). */
struct lookups find_lookups(struct arena *arena, const struct plan *plan);

/* What kernels and callers name the table of a relation: cell_edges. */
const char *relation_table_name(struct arena *arena, const struct relation *relation);

/* The table of a relation, or NULL. */
const struct looked_up *lookups_table(const struct lookups *lookups, const struct relation *relation);

/* Marks the neighbors whose elements a statement of a plan needs, with all that follow it in its list and what
 * these contain. */
void mark_looked_up(const struct plan *plan, const struct instance *instance, const struct stmt *stmt, bool *neighbors);

/* How many loops a neighbor is in. */
int loop_depth(const struct mesh_neighbors *neighbors, int neighbor);

/* Whether kernels can look up what a plan reads; else an error that says what they cannot. */
bool can_be_looked_up(struct arena *arena, const struct plan *plan, struct error *error);

#endif
