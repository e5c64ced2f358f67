#ifndef ARENA_H
#define ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* The memory of one run: allocated piece by piece, freed at once. With STRICT_MEMORY, as in sanitized builds, each
 * object is an allocation of its own, so that an access before its begin or past its end is reported. */
struct arena {
	struct chunk *chunks;
};

/* Returns size zeroed bytes; align is a power of two. Never returns NULL: see out_of_memory. */
void *arena_alloc(struct arena *arena, size_t size, size_t align);

char *arena_strndup(struct arena *arena, const char *text, size_t length);

char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A copy of an object's first `used` bytes with room for `size` ones, zeroed after them. The old object is not to be used any
 * more: with STRICT_MEMORY it is freed. NULL for none. */
void *arena_resize(struct arena *arena, void *old, size_t used, size_t size);

/* A text that grows at its end; all zeros but the arena to start with. */
struct text {
	struct arena *arena;
	char *bytes; /* NULL as long as nothing was added */
	size_t length, room;
};

void text_add(struct text *text, const char *more);

/* "" for NULL. */
const char *text_of(const struct text *text);

void arena_free(struct arena *arena);

/* Leaves the work of memory_suffices that is under way in this thread, or ends the program. */
void out_of_memory(void) __attribute__((noreturn));

/* Works, and returns whether memory sufficed. If it did not, the work was left in its midst, and what it
 * had open stays so. */
bool memory_suffices(void (*work)(void *context), void *context);

/* What ends the program; it aborts otherwise. */
void memory_set_last_resort(void (*end)(void));

#define arena_new(arena, type) \
	((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))

#define arena_array(arena, type, count) \
	((type *)arena_alloc((arena), sizeof(type)*(size_t)(count), _Alignof(type)))

#endif
