#ifndef SMITH_H
#define SMITH_H

#include <stdbool.h>
#include <stdint.h>

/* Random stencils that are right. Text goes to standard output as it is chosen; what
 * is known about names so far keeps it right. */

/* Temporaries by number: numbers t0 t1 ..., ints n0 ..., conditions c0 ..., and x0 ...
 * that nothing reads. */
enum {
	WHOLES = 6, CONDITIONS = 8, DEAD = 11, TEMPS = 13,
	MOST_INPUTS = 4,
	MOST_WHOLE_INPUTS = 2, MOST_MASKS = 2,
	MOST_OUTPUTS = 3,
	MOST_WHOLE_PARAMS = 2,
	MOST_NEIGHBORS = 2,
	MOST_SCALARS = 3, MOST_TOTALS = 2, MOST_CLOCKS = 2,
	MOST_FUNCTIONS = 3,
	PLANE_REACH = 2,     /* offsets, also through temporaries */
	LEVEL_REACH = 1,
	SIDES = 6,           /* west, east, north, south, below, above */
};

struct offset {
	int x, y, z;
};

/* The offsets that a value is made of, or more. */
struct reads {
	struct offset min, max;
	bool output; /* an out or inout that is not read elsewhere */
};

struct temp {
	char name[12];
	bool assigned; /* on every path so far */
	bool open;     /* by the if statement being written */
	struct reads reads;
};

struct output {
	char name[12];
	bool inout, assigned, ever;
	bool filled; /* an out with a boundary along all axes */
};

/* f0 f1 ..., whose arguments are called u0 u1 ..., as if they were inputs. */
struct function {
	int arguments;
	bool far;           /* reads at an offset */
	struct reads reads; /* of each argument, or more */
};

/* The distances that a stencil asks for. */
enum walls { NO_WALLS, LEVELS_ONLY, ALL_WALLS };

struct smith {
	uint64_t state;
	int inputs, outputs, params, whole_params;
	int whole_inputs, masks; /* fields i0 i1 ... of ints, b0 b1 ... of bools */
	bool column, profile;
	bool exact; /* only functions that give the same bits everywhere */
	bool program; /* of several kernels: inouts are read at offsets, but by statements that assign them */
	int scalars; /* s0 s1 ... so far: sums and the like, in programs */
	bool updates[MOST_OUTPUTS]; /* the statement being written may assign them */
	struct offset neighbors[MOST_NEIGHBORS]; /* corner0 corner1 */
	int neighbor_count;
	struct temp temps[TEMPS];
	struct output output[MOST_OUTPUTS];
	struct function functions[MOST_FUNCTIONS];
	int function_count, const_count; /* consts are k0 k1 ... */
	struct offset reach;
	enum walls walls;
	int more[SIDES];    /* cells that reads may go farther, behind guards */
	bool still;         /* nothing is read at an offset, guards or not */
	bool inside;        /* an if statement: temporaries made here have no offsets */
	bool flux;          /* an out column e0 */
	bool coupled;       /* sweeps, beside halos, sums and reads of other columns */
	int clocks;         /* inout scalars g0 g1 ..., which statements update */
	int totals;         /* out scalars z0 z1 ... */
	bool total_set[MOST_TOTALS];
	struct columns *columns; /* what the stencil's sweeps know, if it has any; else NULL */
	struct reads reads; /* of the expression being written, and what is around it */
	int depth;          /* of statements */
};

void smith_seed(struct smith *s, unsigned long seed);
int roll(struct smith *s, int n); /* 0 to n - 1 */
bool chance(struct smith *s, int percent);

/* smith_reads.c: a field of numbers, or one of ints or of bools, of the temporaries from..to-1 or of the
 * outputs, if any can be read, at an offset that keeps everything within reach. */
void reads_include(struct reads *reads, const struct reads *more, struct offset at);
void put_input(struct smith *s);
bool put_whole_input(struct smith *s);
bool put_mask(struct smith *s);
bool put_temp(struct smith *s, int from, int to);
bool put_output(struct smith *s);

/* smith_expressions.c: an expression of at most a depth. */
void put_number(struct smith *s, int depth);
void put_whole(struct smith *s, int depth);
void put_condition(struct smith *s, int depth);

void put_literal(struct smith *s);

/* smith_guards.c: an int and a condition with a distance; a guard, behind which reads may go farther. */
void put_distance(struct smith *s);
void put_distance_condition(struct smith *s);
void put_guard(struct smith *s);

/* smith_statements.c: those of a stencil, and some that assign temporaries or outputs. */
void put_statements(struct smith *s);
void put_some(struct smith *s, int most);

/* smith_totals.c: a statement that takes a sum over the domain, or the like; one that updates a scalar; something that has one value, if
 * there is anything; what must still be assigned. */
void put_total(struct smith *s);
void put_clock(struct smith *s, int which);
bool put_scalar(struct smith *s);
void put_unset_totals(struct smith *s);

/* smith_functions.c: consts and functions, and a call of one of them with arguments of at most a depth. */
void put_definitions(struct smith *s);
bool put_function_call(struct smith *s, int depth);

/* smith_sweeps.c: the statements of a stencil that goes through columns, and in them a name that has a value. */
void put_sweeps(struct smith *s);
bool put_swept(struct smith *s);

/* smith_sparse.c: a whole stencil on a sparse grid. */
void put_sparse(struct smith *s);

/* smith_wider.c: a whole stencil of sums, sweeps and columns beside kernels that are wider than the domain. */
void put_wider(struct smith *s);

/* smith_clock.c: a whole stencil with scalars that are updated. */
void put_clock_stencil(struct smith *s);

/* smith_plain.c: a whole stencil of one kernel of points. */
void put_plain(struct smith *s);

/* smith_half.c: a whole stencil on a structured grid with half levels. */
void put_half(struct smith *s);

/* smith_mesh.c: a whole stencil on a mesh; many: with 15 to 70 references to neighbours; half: with half levels. */
void put_mesh(struct smith *s, bool many, bool half);

#endif
