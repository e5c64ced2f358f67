#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

/* The memory of one run: allocated piece by piece, freed at once. */
struct arena {
	struct chunk *chunks;
};

/* Returns size zeroed bytes; align is a power of two. Never returns NULL: the
 * program ends with a message and status 3 when memory runs out. */
void *arena_alloc(struct arena *arena, size_t size, size_t align);

char *arena_strndup(struct arena *arena, const char *text, size_t length);

char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

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

/* Ends the program with a message and status 3. */
void out_of_memory(void) __attribute__((noreturn));

#define arena_new(arena, type) \
	((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))

#define arena_array(arena, type, count) \
	((type *)arena_alloc((arena), sizeof(type)*(size_t)(count), _Alignof(type)))

#endif
