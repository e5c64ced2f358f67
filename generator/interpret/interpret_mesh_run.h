#ifndef INTERPRET_MESH_RUN_H
#define INTERPRET_MESH_RUN_H

#include "generator/interpret/interpreter.h"
#include "generator/interpret/interpret_mesh.h"

/* The parts of the interpreter on meshes. All values are held in double, as on planes, with error bounds if these are
 * asked for. */

/* The values of a temporary: of each element and slot those at levels low..high-1, one after the other. */
struct kept {
	struct row rows;
	int slots;
	int low, high;
	bool half;
};

/* A neighbour that has a name: one slot of what the name goes over. */
struct bound_neighbour {
	const struct binding *binding;
	int owner, slot; /* the element whose neighbour it is; -1: there is none */
	int element;     /* or -1 */
	const struct bound_neighbour *outer;
};

/* Where an expression is evaluated. */
struct mesh_point {
	int element;
	const struct bound_neighbour *bound;
};

/* Where a place leads. */
struct mesh_target {
	int element;     /* -1: nowhere */
	int owner, slot; /* the last step: from which element, to which of its slots */
	bool broken;     /* an exact relation has no neighbour on the way */
};

struct mesh_run {
	const struct mesh_interpretation *given;
	struct arena memory;
	struct kept *kept;      /* by temp index */
	bool *inside[LOCATIONS]; /* elements that are updated; NULL: the location has no outputs */
	int bottom, top;        /* full levels that are updated; of half levels, top is, too */
	bool half;              /* the statement being done is on half levels */
	int low, n;             /* the levels being done: low..low+n-1 */
	struct row *scratch;    /* a stack of rows of levels, the first used ones taken */
	int used, made, width;
};

/* interpret_mesh_places.c: where a chain leads from a point; NULL: to the point itself. A last step to all slots is not done. */
struct mesh_target follow(const struct mesh_interpretation *given, const struct relation_chain *chain,
	const struct mesh_point *point);

/* How many terms a reduction may have; binds the names of one, linked by outer, in `bound` (one for each name). Returns
 * whether all neighbours exist. */
int reduction_slots(const struct mesh_interpretation *given, const struct expr *reduce);
bool bind_term(const struct mesh_interpretation *given, const struct expr *reduce, const struct mesh_point *point,
	int slot, struct bound_neighbour *bound);
bool is_exact_reduction(const struct expr *reduce);

/* interpret_mesh_levels.c: finds bottom and top, and the levels of each temporary that are needed. */
bool find_mesh_levels(struct mesh_run *run);

/* interpret_mesh_columns.c: copies of fields with levels, in which the levels of an element follow one another; puts back what was
 * written. */
struct mesh_interpretation mesh_copy_columns(const struct mesh_interpretation *given, struct arena *memory);
void mesh_return_columns(const struct mesh_interpretation *given, const struct mesh_interpretation *columns);

/* interpret_mesh_domain.c: finds what is inside. */
bool find_mesh_elements(struct mesh_run *run);

/* interpret_mesh_evaluate.c: evaluates into a scratch row. */
struct row mesh_evaluate(struct mesh_run *run, const struct expr *e, enum type type, const struct mesh_point *point);
struct row mesh_take_row(struct mesh_run *run);

/* Rows of so many values. */
struct row mesh_new_rows(const struct mesh_run *run, struct arena *memory, size_t count);

/* Copies a row, values and bounds; converts it. */
void mesh_copy_row(const struct mesh_run *run, struct row from, struct row to);

/* The value of a temporary that has one, in a row. */
void mesh_repeat_value(const struct mesh_run *run, const struct temp *temp, struct row to);
void mesh_convert_row(const struct mesh_run *run, enum type type, struct row row);

/* Where the row being done begins in what is kept of a temporary; NULL for an element of -1. */
struct row kept_row(const struct mesh_run *run, const struct temp *temp, int element, int slot);

/* The place of a level of a field in its copy: the levels of an element follow one another. */
size_t mesh_field_index(const struct mesh_interpretation *given, const struct field *field, int element, int slot,
	int level);

#endif
