#ifndef INTERPRETER_H
#define INTERPRETER_H

#include "generator/interpret/interpret.h"

/*
 * The parts of the interpreter.
 *
 * A statement is done row by row along x: each node of an expression fills a
 * row with its values at all points of the row, so that walking the tree costs
 * little. A temporary is computed where later statements read it, even past the
 * edges of the grid: what it is made of may lie inside again. Fields have no
 * values there; NaN stands for them, and no point of the domain sees it.
 *
 * Values of every type are held in double. An int or a float fits, and + - * /
 * and sqrt of floats, done in double and rounded to float, give the bits of a
 * float operation, for a double has more than twice a float's digits.
 */
struct row {
	double *values;
	double *bounds; /* NULL unless asked for; of a condition: 0 or INFINITY */
};

/* The points low[a]..high[a]-1 along each axis a; the grid starts at 0. */
struct window {
	int low[AXES], high[AXES];
};

/* The values of a temporary, there until its last reader is done. */
struct array {
	struct arena memory;
	struct window window;
	struct row rows; /* all of them, one after the other */
	int last;        /* number of the last top-level statement that needs it */
	long nearest[SIDES]; /* the least distances to the sides at which guards let it be read; LONG_MAX: it is not */
};

/* What an if statement changes: one of the two. */
struct target {
	const struct temp *temp;
	const struct field *field;
};

/* A top-level statement. */
struct step {
	const struct stmt *stmt;
	const struct temp *temps; /* that it assigns: this one and those after it */
	int temp_count;
	struct window window;     /* where it is done */
	long nearest[SIDES];      /* where guards let what it reads be needed, as of an array */
};

struct run {
	const struct interpretation *given;
	struct window grid, domain;
	struct arena memory;
	struct step *steps;
	int step_count;
	struct array *arrays;    /* by index of the temporary */
	struct target *targets;  /* of the step being done */
	int target_count;
	struct row *scratch;     /* a stack of rows, the first used ones taken */
	int used, made, width;
	bool half;               /* the step is on half levels */
	int x, y, z, n;          /* the row being done: where it starts, its length */
	bool *filled;            /* by index of the field: its halo was, and not assigned since */
};

static inline int
smaller(int a, int b)
{
	return a < b ? a : b;
}

static inline int
larger(int a, int b)
{
	return a > b ? a : b;
}

static inline int
window_length(const struct window *window, int axis)
{
	return window->high[axis] - window->low[axis];
}

static inline bool
window_is_empty(const struct window *window)
{
	return window_length(window, 0) <= 0;
}

static inline size_t
window_points(const struct window *window)
{
	return (size_t)window_length(window, 0)*(size_t)window_length(window, 1)
		*(size_t)window_length(window, 2);
}

/* domain.c: the domain of what is given; false as interpret_domain says. */
bool domain_of(const struct interpretation *given, struct window *domain);

/* steps.c: lists the steps and computes the window of each. */
void plan_steps(struct run *run);

/* Whether a top-level statement assigns one value. */
bool is_scalar(const struct stmt *s);

/* Lists what a step assigns in run->targets. */
void find_targets(struct run *run, const struct step *step);

/* Whether a step assigns a field. */
bool step_assigns(const struct step *step, const struct field *field);

/* halo.c: fills the halo of each field that has a boundary if the step reads it and it is not filled. What guards keep in the
 * domain reads no halo: first that is found for all steps. */
bool halos_fit(const struct run *run); /* the domain is as wide as what it fills the halo with */
void find_nearest(struct run *run);
void fill_halos(struct run *run, struct step *step);

/* interpret_rows.c: a new row of count zeros; one of the scratch rows, given
 * back by setting run->used to what it was. */
struct row row_new(const struct run *run, struct arena *memory, size_t count);
struct row row_take(struct run *run);

void row_fill(const struct run *run, struct row row, double value);
void row_copy(const struct run *run, struct row from, struct row to);
void row_convert(const struct run *run, struct row row, enum type from, enum type to);

/* The row being done, shifted, of a field; written in the domain only, with values of its type. */
void field_read(const struct run *run, const struct field *field, struct offset by, struct row out);
void field_write(const struct run *run, const struct field *field, struct row from);

/* The row being done of a temporary that the step makes. And a copy of it, shifted; NaN where the temporary has
 * no value: one made in a sweep has none beyond the levels of the domain. */
struct row temp_row(const struct run *run, const struct temp *temp);
void temp_read(const struct run *run, const struct temp *temp, struct offset by, struct row out);

/* The distances of the row being done to a side of the domain. */
void side_read(const struct run *run, enum side side, struct row out);

/* A copy of the row of a temporary, shifted; a scalar is the same everywhere. */
void temp_read(const struct run *run, const struct temp *temp, struct offset by, struct row out);

/* reduce.c: reduces the values of an assignment over the domain to a row of one. */
void reduce(struct run *run, const struct stmt *assign, struct row result);

/* The same file: the operation on two numbers, as a node of an expression; combines n elements of a with those of b, into a; leaves
 * the result of count columns in the first one. */
struct reducing {
	struct expr node, left, right;
};
void reduction_open(struct reducing *pair, enum reduction reduction, enum type type);
void reduction_combine(const struct reducing *pair, size_t n, struct row a, struct row b);
void reduction_of_columns(const struct reducing *pair, struct row columns, size_t count);

/* evaluate.c: evaluates into a scratch row. */
struct row evaluate_as(struct run *run, const struct expr *e, enum type type);

/* The type that an operand is converted to before the operation. */
enum type operand_type(const struct expr *e, int index);

/* apply.c: the operation of a node on n values. */
void apply_operation(const struct expr *e, int n, const struct row operands[3], double *r);

/* A function of one argument, in double. */
double function_at(enum function function, double x);

/* interpret_rows.c: the numbers of an array's elements; what stands for a value outside of an array. */
void copy_elements(const void *array, enum type type, int count, double *r);
double no_value(enum type type);

/* Rounds exact or double results to a type; ints wrap. */
void round_values(enum type type, int n, double *r);

/* bounds.c: the error bound of a node's value r, from its operands'
 * values v and bounds e. */
double operation_bound(const struct expr *node, const double v[], const double e[], double r);
double select_bound(const double v[], const double e[]);
double rounding_unit(enum type type);

#endif
