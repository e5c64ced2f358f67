#ifndef TILE_H
#define TILE_H

#include "generator/variants/variants.h"
#include "generator/variants/defaults.h"

/*
 * A thread that computes points x rows neighbouring points keeps what they need in
 * register tiles: one array over rows for each column of a field or a temporary. A thread of
 * 1 x 2 points, at the stars, that reads src at [0,-1], [0,+1] and [+1,0] has two:
 *
 *     row -1     o
 *     row  0     *   o        src_c[4]: rows -1 to 2
 *     row  1     *   o        src_e[2]: rows 0 to 1
 *     row  2     o
 *
 * Kernels index register tiles by constants only, so register tiles lie in registers.
 */

enum { REGISTER_TILE_ROWS = 2*MAX_OFFSET + MAX_ROWS_PER_THREAD };

struct register_tile {
	const struct field *field; /* whose points it holds, or NULL */
	const struct temp *temp;   /* else of what, the first that shares the variable */
	enum type type;
	int x, z;                  /* its column and level; a vector's first column */
	int width;                 /* neighbours in x: a vector, if more than 1 */
	int low, high;             /* rows: first and beyond the last */
	bool needed[REGISTER_TILE_ROWS];   /* by row + MAX_OFFSET: holds something */
	bool carried[REGISTER_TILE_ROWS];  /* and takes it over from the register tile above */
	bool local;                /* a variable inside an if statement */
	const char *name;
	struct register_tile *next;
};

struct tile {
	struct tile_shape shape;
	struct plan *plan;
	struct register_tile *register_tiles; /* fields in order, then temporaries; by z, then x */
};

/* Whether a thread goes up from level to level. */
bool tile_marches(const struct variant *variant, const struct tile_shape *shape);

/* NULL if a thread would have to compute too much. */
struct tile *tile_create(struct arena *arena, const struct plan *plan,
	const struct variant *variant);

/* The register tile that holds a field's point, and which of its vector's; or NULL. */
const struct register_tile *tile_field(const struct tile *tile, const struct field *field,
	struct offset at, int *component);

/* The register tile that holds a temporary. */
const struct register_tile *tile_value(const struct tile *tile, const struct temp *temp,
	struct offset at);

/* The register tile a level higher that a carried one takes its rows over from. */
const struct register_tile *register_tile_above(const struct tile *tile, const struct register_tile *registers);

/* Loads of point fields that a thread makes for its points of one level, and stores. */
int tile_load_count(const struct tile *tile);
int tile_store_count(const struct tile *tile);

/* Whether a row of a register tile is loaded from a field on each level, or taken over from the level below. */
bool register_tile_is_loaded(const struct register_tile *registers, int row);
bool register_tile_is_carried(const struct register_tile *registers, int row);
bool register_tile_is_carried_at_all(const struct register_tile *registers);

/* Whether it has one row, so that it is a variable; whether that is declared where it is
 * loaded or assigned: there is one place. */
bool register_tile_is_scalar(const struct register_tile *registers);
bool register_tile_is_immediate(const struct register_tile *registers);

#endif
