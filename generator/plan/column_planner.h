#ifndef COLUMN_PLANNER_H
#define COLUMN_PLANNER_H

#include "generator/plan/sweeps.h"

#include <limits.h>

/* What the files of this folder share. */

/* What is known of a distance on the levels of a segment: low to high; INT_MAX: any. */
struct known {
	int low[SIDES], high[SIDES];
};

enum truth { UNSURE, NEVER, ALWAYS };

/* segments.c: whether a condition holds on all levels of a segment, or on none. */
enum truth truth_of(const struct expr *condition, const struct known *known);

/* Shares the levels of a sweep, or of any statement, out to segments: comparisons of distances to the lowest and the highest level come out
 * the same on all levels of one. Returns their number, or more than MOST_SEGMENTS: too many; sets how many levels there
 * must be at least. As many as are needed are there in any case. */
int find_segments(const struct stmt *stmt, int needed, struct segment segments[MOST_SEGMENTS],
	struct known known[MOST_SEGMENTS], int *least);

/* A value that a level carries to those after it. */
struct carried {
	const struct temp *temp;   /* one of these two */
	const struct field *field;
	int levels;                /* for how many it is kept */
	struct field **variables;  /* by their number - 1 */
	struct carried *next;
};

struct column_planner {
	struct arena *arena;
	const struct source *source;
	const struct stencil *stencil; /* the whole */
	struct stencil *frame;         /* the fields and params that all bodies have, and all variables */
	struct field **fields;         /* by field index: the frame's; by temp index: of kept temporaries, and variables */
	struct field **kept;
	struct field **variables;
	const struct param **params;
	struct mesh_neighbors *neighbors; /* on a mesh: of all bodies; else NULL */
	enum kept_place place;         /* of what is kept */
	enum type bool_type;           /* that conditions are kept in */
	const char *unsupported;       /* why there is no kernel; NULL: there is one */
};

/* frame.c: the fields and params that all bodies have: those of the whole, arrays of the workspace for what a sweep
 * makes and other statements read, or places in shared memory, and variables of the thread. */
void add_fields(struct column_planner *p);
void copy_params(struct column_planner *p);
void add_arrays(struct column_planner *p, const bool *given, struct columns *columns);
void add_column_variables(struct column_planner *p, struct columns *columns);
/* Whether a column variable is made of params only, so that it stands where it is read. */
bool is_spelled_out(const struct column_planner *p, const struct temp *temp);
struct field *add_variable(struct column_planner *p, const char *name, enum type type, struct span span);

/* carried_values.c: what a sweep reads behind itself in a list of its statements; and variables for it: cp_b is cp a level below,
 * cp_bb two. */
void find_all_carried(struct column_planner *p, const struct stmt *sweep, const struct stmt *list,
	struct carried **carried);
void add_carried_variables(struct column_planner *p, const struct stmt *sweep, struct carried *carried,
	struct column_loop *loop);

/* bodies.c: what a statement of the whole does on a level of which that is known, or once a column: a plan.
 * NULL if there is none. */
struct plan *plan_body(struct column_planner *p, const struct stmt *stmt, const struct known *known,
	const struct carried *carried);

/* Whether a statement makes versions of column variables that differ in type from those before it, which may go on to be
 * read; what sets them to these first. */
bool changes_types(const struct column_planner *p, const struct stmt *stmt);
struct plan *plan_changes(struct column_planner *p, const struct stmt *stmt);

/* What a sweep loads of its outputs before its first level. */
struct plan *plan_start(struct column_planner *p, const struct stmt *stmt, const struct carried *carried);

/* Whether that has the n-th variable of something, from 0. */
bool is_loaded_at_start(const struct column_planner *p, const struct stmt *sweep, const struct carried *carried, int n);

/* How far behind a sweep reads a name that it assigns; 0 for all other reads. */
int levels_behind(const struct stmt *sweep, const struct expr *read);

/* Whether a temporary is computed where a body reads it: on a mesh, all that no sweep makes and that is not stored. */
static inline bool
is_on_the_fly(const struct column_planner *p, const struct temp *temp)
{
	return p->neighbors && temp->shape == SHAPE_POINT && temp->stmt->kind != STMT_SWEEP && !p->kept[temp->index];
}

struct expr *new_field_read(struct arena *arena, const struct field *field, struct offset at, struct span span);

#endif
