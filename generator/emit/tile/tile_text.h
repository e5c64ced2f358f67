#ifndef TILE_PARTS_H
#define TILE_PARTS_H

#include "generator/emit/kernel.h"
#include "generator/emit/tile/tile.h"

/* Declarations of what a tile loads, and of what it carries from level to level. */
const char *tile_strips(struct kernel *kernel);
const char *tile_carried_strips(struct kernel *kernel);

/* Loads and stores; what the next level takes over; what the first level begins with. */
const char *tile_loads(struct kernel *kernel);
const char *tile_stores(struct kernel *kernel);
const char *tile_carries(struct kernel *kernel);
const char *tile_prologue(struct kernel *kernel);

/* What keeps reads inside the grid. */
const char *tile_guards(struct kernel *kernel);

/* The thread's first column and row. */
const char *tile_thread_point(struct kernel *kernel);

/* What the files that spell tiles share. */

/* "r", "r + 2", " - 1": a term, if any, and a number, if not 0. */
const char *plus_text(struct arena *arena, const char *term, int number);

/* " + stride", " - 2*row" */
const char *times_text(struct arena *arena, int number, const char *step);

/* Neighbouring rows. */
struct rows {
	int first, count;
	bool clamped; /* not every thread may read them: it reads the last there is */
};

struct rows rows_to_read(const struct kernel *kernel, int first, int count);

/* Begins what is done for rows: sets from where their points are reached; in a loop
 * that is a variable. */
void rows_open(struct kernel *kernel, struct rows rows, const char *origin);

/* A loop that does the body for each row, or, for one row, the body. */
const char *rows_loop(struct kernel *kernel, struct rows rows, const char *section,
	const char *body);

/* The same, with the variable from which points are reached. */
const char *rows_close(struct kernel *kernel, struct rows rows, const char *origin,
	const char *section, const char *body);

/* strips.c: how a kernel spells a strip's element for a row, one point of it if it
 * is a vector, its type, and the index of a point from where the row is reached. */
const char *strip_element(struct kernel *kernel, const struct strip *strip, int row);
const char *strip_part(struct kernel *kernel, const struct strip *strip, int row, int part);
const char *strip_type(struct arena *arena, const struct strip *strip);
const char *strip_index(struct kernel *kernel, int x, int z);

/* Which strips are declared together. */
struct group {
	const struct stmt *stmt; /* whose temporaries they hold; NULL: all, or none */
	bool fields, carried;    /* they hold fields; they are carried from level to level */
};

/* strips.c: a line for each type, in the order in which types appear. */
const char *declare_strips(struct kernel *kernel, struct group group);

#endif
