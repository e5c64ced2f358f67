#ifndef TEST_ARENA_H
#define TEST_ARENA_H

#include "generator/base/arena.h"

/* The memory of a test, with tcase_add_checked_fixture(tests, NULL, free_arena). */
static struct arena arena;

static inline void
free_arena(void)
{
	arena_free(&arena);
}

#endif
