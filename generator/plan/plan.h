#ifndef PLAN_H
#define PLAN_H

#include "generator/plan/neighbors.h"

/*
 * What a kernel has to compute at one point: temporaries are computed on the
 * fly, each (temporary, offset) once. The plan says which, in which order, and
 * what is read. Emitters decide how that is spelled.
 */

/* A temporary at an offset from the point that is computed. */
struct value {
	const struct temp *temp;
	struct offset at;
	struct value *variable; /* whose variable it shares: what an if statement
	                         * updates in place; itself otherwise */
	bool updated;           /* other values share its variable */
	bool escapes;           /* another instance reads it */
	const char *name;       /* of the variable */
	int inside[SIDES];      /* updated cells that must lie on each side of a thread's point, for all that its
	                         * value is made of to lie inside the grid; elsewhere nobody needs it. Else 0 */
	int east;               /* of a variable: how far what assigns or reads it goes; see plan_march_east */
	struct value *next;     /* of the same instance */
};

/* A top-level statement at an offset. Away from the point itself only those of
 * its assignments count that the values need. */
struct instance {
	const struct stmt *stmt;
	struct offset at;
	bool root;            /* its outputs are computed here: at is a thread's point */
	bool carried;         /* not computed: what the level below had one level higher, or rows before had further south */
	struct value *values; /* the temporaries that are needed, in order */
	int east;             /* for plan_march_east: the farthest column that it needs, through others, too; and */
	bool touches;         /* whether it reads or assigns a field that is assigned */
	struct instance *next;
};

/* Where what a sweep keeps for another one lies: in the workspace, or in the shared memory of its block. */
enum kept_place { PLACE_GLOBAL, PLACE_SHARED, PLACE_COUNT, PLACE_ANY = PLACE_COUNT };

/* What is kept by choice, and where, as options say. */
struct storage_decision {
	const char *store; /* temporaries, NAME+NAME/NAME; NULL: none */
	enum kept_place place; /* PLACE_ANY: the faster one, which defaults.h knows for a grid */
	enum processor processor; /* whose costs decide what `auto` stores */
};

enum { LOOP_DEPTHS = 4 }; /* of loops over neighbours inside each other */

/* By index; of temporaries only those that the launcher computes have one. */
struct names {
	const char **fields, **params, **uniforms;
	const char **neighbors; /* on meshes: the variables of elements, and what counts the slots of loops */
	const char *counters[LOOP_DEPTHS];
};

struct plan {
	const struct stencil *stencil; /* on a mesh, of one element: see gather.h */
	const struct mesh_neighbors *neighbors;     /* on a mesh: where it is read; else NULL */
	const struct columns *sweeps;   /* of a kernel that goes through columns: sweeps.h; else NULL */
	const char *no_kernel;          /* what it has for which there are no kernels yet, or NULL */
	const struct program *program; /* of several kernels: split/parts.h; NULL: it is one */
	const char *suffix;            /* of names: what is kept by choice, or where; NULL: nothing */
	enum kept_place place;              /* of what sweeps keep */
	const struct plan *in_shared_memory; /* the same with that in shared memory, if any place will do; else NULL */
	const struct plan *column_sums; /* the same where kernels keep sums of columns, not what is summed up; NULL: no kernel does */
	struct instance *instances; /* in the order of computation, of a statement by offset */
	struct reference *reads;    /* of fields, by instances that are computed, from a thread's point: each once */
	struct reference *by_value; /* the same of those at a level by value; z = 0 */
	struct offset *columns;     /* that are read, z = 0: see column_before */
	int column_count;
	bool *uniforms;             /* by temp index: params-only temporaries that are
	                             * needed; the launcher computes them */
	bool *passed;               /* by temp index: those that a kernel itself reads */
	bool *params;               /* by param index: those that a kernel reads; others
	                             * go into uniforms only */
	bool *fields;               /* by field index: those that a kernel reads or writes */
	const struct hoists *hoists;  /* plan/hoisted.h: what kernels for CPUs compute before their loops */
	struct names names;          /* as kernels spell them */
	const struct reserved *reserved; /* the words of the templates */
	struct names launcher_names; /* as launchers and structs of fields do */
	struct names member_names;   /* as their arguments in a struct do */
	bool reads_level, reads_levels, reads_profile, reads_other_levels;
	bool sides[SIDES];  /* the distances that it asks for */
	bool has_guards;          /* some value has cells that must lie inside */
	struct extents reach; /* of all reads from a thread's point, also of those that guards leave out */
	int loads, stores;  /* of point fields, each (field, offset) once */
	int column_loads;   /* of column fields */
	int flops;
	int additions[PROCESSORS]; /* that take as long as all operations */
	enum processor processor;  /* whose costs the plan's are */
	int bytes;          /* compulsory, a point: each point field once, an inout twice */
	int column_bytes;   /* compulsory, a column: each column field that is read */
};

/* Walks through all reads of fields: those at a level by value come last. */
static inline const struct reference *
plan_first_read(const struct plan *plan)
{
	return plan->reads ? plan->reads : plan->by_value;
}

static inline const struct reference *
plan_next_read(const struct plan *plan, const struct reference *read)
{
	return read->next || read->level ? read->next : plan->by_value;
}

/* The stencil that was checked. */
static inline const struct stencil *
plan_checked(const struct plan *plan)
{
	return plan->neighbors ? plan->neighbors->stencil : plan->stencil;
}

/* lower.c: the plan of a checked stencil. NULL after an error: a kernel that would be
 * too large. */
struct plan *plan_stencil(struct arena *arena, const struct source *source,
	const struct stencil *stencil);

/* The plan of one of several stencils that share a list of neighbors; NULL: not on a mesh. */
struct plan *plan_among(struct arena *arena, const struct source *source, const struct stencil *stencil,
	struct mesh_neighbors *neighbors);

/* Where a thread goes on: nowhere, from level to level, or from row to row. */
enum course { COURSE_NONE, COURSE_UP, COURSE_SOUTH };

/* lower.c: the plan of a thread that computes points x rows neighbours, with the names
 * of the plan for one. Going on, it carries temporaries that are made of in fields only. */
struct plan *plan_tile(struct arena *arena, const struct plan *plan, int points, int rows,
	enum course course);

/* lower.c: the plan of a temporary alone, at the thread's point or so many levels above; with the names of
 * another plan, which kernels share. */
struct plan *plan_of_temp(struct arena *arena, const struct plan *plan, const struct temp *temp, int level);

/* carried.c: whether a thread that goes up from level to level may keep a statement's value for the next one; whether
 * one that goes from row to row may keep a row of its values, and gains by that. */
bool can_be_carried(const struct stencil *stencil, const struct stmt *stmt);
bool can_be_kept_in_rows(const struct stencil *stencil, const struct stmt *stmt);

/* carried.c: whether an if statement makes another version of a temporary. */
bool temp_is_updated(const struct stencil *stencil, const struct temp *temp);

/* carried.c: whether the plan of a thread that goes nowhere has such a statement in several rows. */
bool plan_shares_rows(const struct plan *plan);

/* march.c: orders the instances of a thread that computes many points by how far east their values lie, so
 * that it computes with what it has loaded before it loads more: it then needs fewer registers. */
void plan_march_east(struct plan *plan);

/* costs.c: fills in what a plan reads and costs. False after an error: reads too
 * much. */
bool plan_costs(struct arena *arena, const struct source *source, struct plan *plan);

/* Whether it reads columns of other rows. */
bool plan_reads_rows(const struct plan *plan);

/* Whether anything is carried from level to level, or from row to row. */
bool plan_carries(const struct plan *plan);

/* guards.c: sets the cells that must lie inside of each value of the plan of a thread with so many points and
 * rows, and the distances that it asks for because of that. */
void plan_find_guarded(struct plan *plan, int points, int rows);

/* Whether there are such, for a temporary at that offset from a thread's point. */
bool temp_is_guarded(const struct stencil *stencil, const struct temp *temp, struct offset at, int points, int rows);

/* Whether a kernel reads beyond the border of the domain, but asks before: all of it cannot be
 * loaded at once. */
bool plan_guards_first(const struct plan *plan);

/* The instance of a statement at an offset, or NULL. */
const struct instance *plan_instance(const struct plan *plan, const struct stmt *stmt,
	struct offset at);

/* Calls visit for every node of an expression, or of all expressions of an
 * instance's part of its statement; of several statements the last one first,
 * for it reads what those before it assign. */
typedef void plan_visit(void *context, const struct expr *e);
void plan_walk_expr(const struct expr *e, plan_visit *visit, void *context);
void plan_walk(const struct instance *instance, plan_visit *visit, void *context);

/* The value of a temporary at an offset; NULL if no kernel needs it. */
struct value *plan_value(const struct plan *plan, const struct temp *temp, struct offset at);

/* Whether an assignment of an instance is part of it. */
bool plan_assigns(const struct instance *instance, const struct stmt *assign);

/* Whether the only assignment to a value is also where its variable begins: it
 * is made and read in one block of an if statement. */
bool plan_is_local(const struct instance *instance, const struct value *value);

/* Whether any assignment in a list of statements is part of it. */
bool plan_assigns_any(const struct instance *instance, const struct stmt *stmt);

/* The same of a statement without those after it. */
bool plan_assigns_in(const struct instance *instance, const struct stmt *stmt);

/* Writes what a kernel computes, an instance a line, and the costs. */
void plan_dump(FILE *out, const struct plan *plan);

/* plan_sums.c: whether a thread that goes through a column sums it up on its way; whether it also assigns points; whether threads do
 * nothing but sum up what their own columns have, and of so few sums that a block has shared memory for those of many columns. */
bool plan_sums_columns(const struct plan *plan);
bool plan_updates_points(const struct plan *plan);
bool plan_only_sums(const struct plan *plan);

/* summary.c: what a stencil reads and costs, as a line of CSV. */
void plan_csv_header(FILE *out);
void plan_csv(FILE *out, const struct plan *plan);

#endif
