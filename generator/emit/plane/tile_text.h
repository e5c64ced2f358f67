#ifndef TILE_TEXT_H
#define TILE_TEXT_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"
#include "generator/emit/plane/tile.h"

/* The text of a tile. */

/* A thread that computes a tile; and one that goes up from level to level with it and carries rows along. */
extern const struct shape_kind tile_kind, marching_tile_kind;
struct tile_shape tile_shape_of(const struct plan *plan, const struct variant *variant);

/* Finds the tile of a kernel, without its guards; false after an error, which is reported. The macros of tiles. */
bool tile_prepare(struct kernel *kernel);
struct providers;
extern const struct providers tile_providers;

/* The template of tiles: all accesses with them take sections from it. */
const struct template *tile_template(const struct kernel *kernel);

/* Points of fields and values are elements of register tiles. */
extern const struct spelling tile_spelling;

/* Neighbouring rows for which the same is done, in a loop over r if there are several. */
struct rows {
	int first, count;
	const char *origin; /* the index from which rows are counted */
	bool clamped;       /* not every thread may read them: it reads the last one instead */
};

struct rows rows_of(const struct kernel *kernel, const char *origin, int first, int count);

/* The number of a row: "r + 2", or "2" without a loop. */
const char *rows_number(const struct kernel *kernel, const struct rows *rows, int row);

/* The index of their points in the thread's first column, and the same spelled out from
 * the origin. */
const char *rows_index(const struct kernel *kernel, const struct rows *rows);
const char *rows_from_origin(const struct kernel *kernel, const struct rows *rows);

/* A loop that does the body for each row; for one row, the body. Section is the
 * loop of tiles or, if it may end early, of the target. */
const char *rows_loop(const struct kernel *kernel, const struct rows *rows, const char *section,
	const char *body);

/* The same; the body uses rows_index(). */
const char *rows_indexed_loop(const struct kernel *kernel, const struct rows *rows,
	const char *section, const char *body);

/* An element of a register tile, in the loop if rows are given, and one point of it if it is a
 * vector; its type. */
const char *register_tile_element(const struct kernel *kernel, const struct register_tile *registers,
	const struct rows *rows, int row);
const char *register_tile_part(const struct kernel *kernel, const struct register_tile *registers,
	const struct rows *rows, int row, int part);
const char *register_tile_type(struct arena *arena, const struct register_tile *registers);

/* The index of a point at a distance from the thread's column and level, in the row
 * whose point in the thread's column has the index row_start. */
const char *register_tile_index(const struct kernel *kernel, const char *row_start, int x, int z);

/* The statement that loads a row, or each of a loop's rows, of a field's register tile. */
const char *register_tile_load(const struct kernel *kernel, const struct register_tile *registers,
	const struct rows *rows);

/* Register tiles that are declared together. */
struct register_tile_set {
	const struct stmt *stmt; /* whose temporaries they hold; NULL: all, or none */
	bool fields, carried;    /* they hold fields; they are carried from level to level */
	bool outputs;            /* they hold out fields, which are computed, and not others */
};

/* Their declarations, but for those declared where they are assigned: a line for each
 * array, and one for the scalars of each type. */
const char *declare_register_tiles(const struct kernel *kernel, struct register_tile_set set);

/* Declarations of what a tile loads, of what it computes, and of what it carries from level to level. */
const char *tile_register_tiles(const struct kernel *kernel);
const char *tile_outputs(const struct kernel *kernel);
const char *tile_carried_register_tiles(const struct kernel *kernel);

/* Loads and stores; what the next level takes over; what the first level begins with. */
const char *tile_loads(const struct kernel *kernel);
const char *tile_stores(const struct kernel *kernel);
const char *tile_carries(const struct kernel *kernel);
const char *tile_prologue(const struct kernel *kernel);

/* Finds the rows and columns beyond those that every thread may read, and defines what
 * keeps reads of these inside the grid. */
void tile_find_guards(struct kernel *kernel);
const char *tile_guards(const struct kernel *kernel);

/* The thread's first column and row. */
const char *tile_thread_point(const struct kernel *kernel);

#endif
