#ifndef LOADS_AHEAD_TEXT_H
#define LOADS_AHEAD_TEXT_H

#include "generator/emit/loads_ahead.h"
#include "generator/emit/sweep_text.h"

/* Kernels of columns store values in shared memory that one sweep passes to another. Levels are `threads` elements apart. A thread
 * reads only what it has written, so there are no barriers. */

/* Whether it has any. */
bool has_shared_memory(const struct kernel *kernel);

/* Pointers to the thread's elements; one of these elements; the declaration above the kernels. */
const char *shared_memory_text(const struct kernel *kernel);
const char *shared_element(const struct kernel *kernel, const struct field *field, int z);
const char *shared_declaration(const struct kernel *kernel);

/* The function that tells how many bytes a block needs, which launchers call. */
const char *shared_size(const struct kernel *kernel);

/* The call of that, for a number of levels. */
const char *shared_bytes(const struct kernel *kernel, const char *depth);

/* What a launch computes of such a number, and what lets a kernel have many. */
const char *shared_launch(const struct kernel *kernel, const char *bytes);

/* A level from a mark: "1", "depth - 1". */
const char *level_text(struct arena *arena, struct level_mark mark, int shift);

/* Levels of a sweep on which a plan is done, and how: the last one passes nothing on; several are a loop. */
struct levels_of_loop {
	const struct plan *plan;
	struct level_mark first, end;
	bool last, several;
};

/* A sweep with the variables of what its levels pass on, and what comes first: what the first level finds there, and where
 * levels begin. */
const char *ahead_sweep(const struct kernel *kernel, const char *variables, const char *start, const char *statements);
const char *ahead_start(const struct kernel *kernel);
struct starts ahead_starts(const struct kernel *kernel);

/* Whether levels are a loop that loads ahead, and that loop around what is done in its columns; what surrounds a level's own
 * statements. */
bool loads_ahead(const struct kernel *kernel, const struct levels_of_loop *levels);
const char *ahead_loop(const struct kernel *kernel, const struct levels_of_loop *levels, struct starts own, const char *columns);
struct starts starts_of_loads(const struct kernel *kernel, const struct levels_of_loop *levels);
const char *ahead_level(const struct kernel *kernel, const struct levels_of_loop *levels, const char *statements);

/* The loop of a thread that updates several levels of an element or a column, with what it carries to the next level. */
const char *ahead_points(const struct kernel *kernel, struct starts own, const char *statements, const char *carries);

#endif
