#ifndef SPLIT_H
#define SPLIT_H

#include "generator/check/facts.h"
#include "generator/language/grid_kind.h"
#include "generator/split/parts.h"

/* What the files of this folder share. Statements are the stencil's top-level ones, by number, what has one value as late as may be. A
 * root is a statement that a kernel does for its own sake: it assigns fields or kept temporaries. All other temporaries are computed on
 * the fly, where a root needs them. */

/* Something that a root reads, itself or through temporaries that are computed on the fly. */
struct access {
	struct reference read;     /* from the root's point; of a kept temporary, or, for closure.c, one that is gone through */
	int past[SIDES];           /* so many cells past the sides of the domain at most, whatever the root's point */
	int time;                  /* the statement that reads it */
	const struct temp *via;    /* the temporary that the root itself reads for it; NULL: it needs none */
};

struct closure {
	struct access *accesses;
	int count, room;
	bool known;
	bool roams; /* it goes through temporaries at other places */
};

/* Roots that share a kernel. */
struct group {
	enum kernel_kind kind;
	int *roots;
	int count;
	bool exact[AXES];           /* some root is */
	bool roams;                 /* some root does */
	int store_group;            /* of --store, of its last root that has one; 0: no root has */
	struct extents widening;
};

struct split {
	struct arena *arena;
	const struct source *source;
	const struct stencil *stencil;
	const struct stmt **statements;
	int count;
	int *statement_of;          /* by temp index */
	bool *kept;                 /* by temp index: it has memory */
	int *store_group;           /* by temp index: of --store, from 1; 0: it does not name it */
	struct closure *closures;   /* by statement */
	bool *wanted;               /* by temp index: for one statement at a time */
	bool *all_levels;           /* by statement: it makes what is read at a level by value, or what that is made of */
	struct extents *windows;    /* by statement: where it is done beyond the domain */
	struct extents *needed;     /* the same, as long as each root is in a kernel of its own */
	struct group *groups;
	int group_count;
	int *group_of;              /* by statement; -1: it is in none */
	const struct field **holders; /* by temp index: the field that a sum is put into at once; NULL: the workspace */
	const struct temp **held_by;  /* by statement: the sum that it would copy to such a field; NULL: it does anything else */
	bool same_windows;          /* roots of one kernel must be needed at the same points */
	bool mixed_windows;         /* and they are not */
	bool **fills;               /* by kernel and field index: its halo is filled before */
	enum kept_place place;      /* of what sweeps leave each other in one kernel */
	int least_levels;           /* that columns need */
	const char *unsupported;    /* what there are no kernels for yet */
	bool column_sums;           /* threads that go through columns keep sums of these, not what is summed up */
	long long work;             /* writers that were asked for so far */
};

/* Far above any real program; bounds the time for hostile input. */
enum { MAX_ACCESSES = 4000, MAX_ROOTS = 200, MAX_WORK = 100000000 };

/* scalars.c: lets what has one value be done just before what reads it. */
void split_defer_scalars(struct split *split);

/* roots.c: lists the statements of the stencil, and makes room for what is found out of them. */
void split_open(struct split *split);

/* The same file: whether a statement assigns fields or temporaries that are kept. */
bool split_is_root(const struct split *split, int statement);

/* The same file: whether a root must not be done at more points along an axis than need it: it assigns fields or takes a
 * reduction, or has values on the levels of the domain only. */
bool split_is_exact(const struct split *split, int root, int axis);

/* kinds.c: whether a temporary is a sum over the domain, or the like: its kernel keeps what is summed
 * up, for every point. What kind of kernel does a statement. */
bool split_is_reduced(const struct temp *temp);
enum kernel_kind split_kind_of(const struct split *split, int statement);

/* The same file: the location of a root on a mesh. */
enum location split_location_of(const struct split *split, int root);

/* Whether two roots are on the same location, and on the same kind of levels. */
bool split_share_points(const struct split *split, int root, int other);

/* The same file: stores what counts distances if a kernel on the other kind of levels needs it: that kernel counts others. On meshes
 * sweeps are the only ones that count. */
void split_keep_counted(struct split *split);

/* closure.c: what a root reads, without what it reads of itself; each access once. At most MAX_ACCESSES. */
const struct closure *split_closure(struct split *split, int statement);

/* Calls visit for each field, param and temporary of other statements that a statement itself reads for the
 * sake of those of its temporaries that are wanted, and of its fields if `fields`. Temporaries of its own
 * that it needs for that become wanted. What is known of the distances where it reads is what is known of its points, and what
 * conditions say. */
typedef void read_visit(void *context, const struct expr *read, const struct facts *known);
void split_read_statement(const struct split *split, int statement, bool *wanted, bool fields, const struct facts *known,
	read_visit *visit, void *context);

/* By temp index: whether fields are made of it. */
const bool *split_live(struct split *split);

/* windows.c: where roots are needed beyond the domain, all in their own kernels; then how far kernels reach.
 * False if that is farther than the grid is sure to have cells, or than some root may be done. */
void split_find_windows(struct split *split);
bool split_widen(struct split *split, bool report);

/* groups.c: shares the roots out to kernels. False after an error. */
bool split_group(struct split *split);

/* The same file: whether a root is a kept temporary with a kernel of its own. */
bool split_is_alone(const struct split *split, int root);

/* held.c: finds the fields that hold sums; whether a field does. */
void split_hold_sums(struct split *split);
bool split_is_holder(const struct split *split, const struct field *field);

/* fills.c: keeps the sums that something needs. */
void split_keep_sums(struct split *split);

/* The same file: which halos are filled before which kernel; then those before one, fields with equal boundaries
 * together. */
void split_find_fills(struct split *split);
struct fill *split_fills_before(const struct split *split, int kernel);

/* store.c: keeps what the text of a stencil has stored, and what --store names. False after an error. */
bool split_read_store(struct split *split, const char *store);

/* What names of kernels and files end in where such temporaries are kept: "_store_lap"; many are abbreviated. "" for none. */
const char *store_suffix(struct arena *arena, const char *store);

/* choose_store.c: the names that make a stencil cost least, as --store has them; NULL: none. Asks plan_program.c for plans. */
typedef struct plan *plan_storing(struct arena *arena, const struct source *source, const struct stencil *stencil,
	const char *store);
const char *split_choose_store(struct arena *arena, const struct source *source, const struct stencil *stencil,
	enum processor processor, plan_storing *plan);

/* The same file: what is worth measuring, ended by NULL: of one name, of two and so on what costs least, while it costs at most
 * a quarter more than with nothing kept by choice. */
const char *const *split_try_stores(struct arena *arena, const struct source *source, const struct stencil *stencil,
	enum processor processor, plan_storing *plan, int most);

/* The same file: bytes a point that take as long as all that a plan's kernels do; the cost of one plan in percent of another's
 * on the first one's processor. */
int plan_cost_in_bytes(const struct plan *plan);
int plan_times(const struct plan *plan, const struct plan *other);

/* kernel_needs.c: what one kernel computes, and what it reads of others; by number of the kernel. */
struct kernel_needs {
	bool *wanted;  /* by temp index: it computes them */
	bool *fetched; /* by temp index: a kernel before kept them */
	bool *stored;  /* by temp index: it keeps them for a kernel after it */
	bool *fields;  /* by field index: it reads or assigns them */
	bool *read;    /* by field index: it reads them */
	bool *params;  /* by param index */
};

const struct kernel_needs *split_needs(const struct split *split);

/* The kernel that makes a kept temporary; whether a statement is one of a kernel's roots, and assigns fields. */
int split_kernel_of(const struct split *split, const struct temp *temp);
bool split_assigns_fields_in(const struct split *split, int statement, int kernel);

/* clone.c: copies of what a kernel does. Fields, params and temporaries are those of the part. */
struct clone {
	struct split *split;
	int kernel;
	bool flat;                    /* the part has no levels */
	const bool *wanted;           /* by temp index: what the kernel computes */
	struct stencil *whole;        /* of a copy of a whole stencil: that */
	struct field **fields;        /* by field index, and by temp index: the part's, or NULL */
	struct field **kept_fields;
	struct param **params;        /* by param index */
	struct temp **temps;          /* by temp index */
};

struct expr *clone_expr(const struct clone *clone, const struct expr *e);

/* A list of statements without the assignments that are not wanted; those to fields are if `fields`. */
struct stmt *clone_list(const struct clone *clone, const struct stmt *list, bool fields);
struct stmt *clone_statement(const struct clone *clone, const struct stmt *s, bool fields);

/* fused_reductions.c: what a thread that goes through a column does of a sum, instead of a statement: it becomes a column
 * variable of the part. */
struct stmt *split_fused_reduction(const struct clone *clone, const struct stmt *stmt, struct temp *sum);

/* Assignments between a kept temporary and the field that holds it. */
struct stmt *clone_store(const struct clone *clone, const struct temp *temp);
struct stmt *clone_fetch(const struct clone *clone, const struct temp *from, struct temp *to);

/* alive.c: a copy of a whole stencil without what it computes for nobody. Its fields and params are the stencil's own. */
struct clone split_clone_alive(struct arena *arena, const struct source *source, const struct stencil *stencil);

/* kept.c: lists the arrays and scalars of the workspace; adds one whose kernels are known. Whether the points of a kernel may be
 * reduced column by column: it is done on the levels of the domain. */
bool split_can_sum_columns(const struct split *split, int kernel);
void split_find_kept(const struct split *split, const struct kernel_needs *needs, struct program *program);
enum type split_bool_type(const struct stencil *stencil); /* that conditions are kept in */
enum type split_kept_type(const struct stencil *stencil, const struct temp *temp);
const struct kept *split_add_kept(struct program *program, struct kept kept);

/* column_program.c: a stencil that is done by columns, as one kernel. Raises the number of levels that it needs. NULL
 * after an error, and where it takes more than one kernel. */
struct program *split_by_columns(struct arena *arena, const struct source *source, struct stencil *stencil,
	enum kept_place place);

/* The same file: keeps what sweeps make for others, and what others make for them. */
void split_keep_swept(struct split *split);

/* The same file: plans a part that goes through columns, which is complete but for the temporaries that it stores, by
 * index. False after an error, and where there is no such kernel: split->unsupported says why. */
bool split_plan_columns(const struct clone *clone, struct program *program, const bool *stored);

/* stored.c: whether a temporary on a mesh can have a kernel of its own, or else is computed where it is needed: arrays on meshes
 * have real numbers. */
bool split_can_be_stored(const struct temp *temp, struct error *error);

/* The same file: whether the text of a stencil on a mesh has a temporary stored; whether it has any. */
bool split_is_stored(const struct temp *temp);
bool split_stores(const struct stencil *stencil);

/* parts.c: makes the parts of the program, with their plans. False after an error. */
bool split_make_parts(struct split *split, struct program *program);

#endif
