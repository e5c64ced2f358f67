#include "generator/base/arena.h"

#include "generator/base/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local jmp_buf *escape;
static void (*last_resort)(void) = abort;

void
out_of_memory(void)
{
	if (escape)
		longjmp(*escape, 1);
	last_resort();
	abort();
}

void
memory_set_last_resort(void (*end)(void))
{
	last_resort = end;
}

bool
memory_suffices(void (*work)(void *context), void *context)
{
	jmp_buf here, *const before = escape;
	const bool lacking = setjmp(here);

	if (!lacking) {
		escape = &here;
		work(context);
	}
	escape = before;
	return !lacking;
}

#ifdef STRICT_MEMORY
/* An object. What describes it is allocated elsewhere: nothing but ASan's red zones is beside it. */
struct chunk {
	struct chunk *next;
	void *object;
};

static void *
allocate(struct arena *arena, size_t size, size_t align)
{
	struct chunk *chunk = malloc(sizeof *chunk);

	(void)align; /* malloc aligns for all types */
	if (chunk)
		chunk->object = calloc(1, size + !size);
	if (!chunk || !chunk->object) {
		free(chunk);
		out_of_memory();
	}
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk->object;
}

static void
release(struct arena *arena, const void *object)
{
	struct chunk **link = &arena->chunks, *chunk;

	if (!object)
		return;
	while ((*link)->object != object)
		link = &(*link)->next;
	chunk = *link;
	*link = chunk->next;
	free(chunk->object);
	free(chunk);
}
#else
enum { CHUNK_SIZE = 1 << 16 };

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) unsigned char bytes[];
};

/* Zeroed: the system zeroes pages of large objects only when they are touched, by the threads that share them. */
static struct chunk *
add_chunk(struct arena *arena, size_t size)
{
	struct chunk *chunk = NULL;

	if (size <= SIZE_MAX - sizeof *chunk)
		chunk = calloc(1, sizeof *chunk + size);
	if (!chunk)
		out_of_memory();
	chunk->used = 0;
	chunk->size = size;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

static void *
allocate(struct arena *arena, size_t size, size_t align)
{
	struct chunk *chunk = arena->chunks;
	size_t start = chunk ? (chunk->used + align - 1) & ~(align - 1) : 0;

	if (!chunk || start > chunk->size || size > chunk->size - start) {
		chunk = add_chunk(arena, size < CHUNK_SIZE ? CHUNK_SIZE : size);
		start = 0;
	}
	chunk->used = start + size;
	return chunk->bytes + start;
}

static void
release(const struct arena *arena, const void *object)
{
	(void)arena;
	(void)object; /* freed with the arena */
}
#endif

void *
arena_alloc(struct arena *arena, size_t size, size_t align)
{
	return allocate(arena, size, align);
}

void *
arena_resize(struct arena *arena, void *old, size_t used, size_t size)
{
	char *object = allocate(arena, size, _Alignof(max_align_t));

	if (used)
		memcpy(object, old, used);
	release(arena, old);
	return object;
}

char *
arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1, 1);

	memcpy(copy, text, length);
	return copy;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list arguments;
	char *text;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	text = arena_alloc(arena, (size_t)length + 1, 1);
	va_start(arguments, format);
	vsnprintf(text, (size_t)length + 1, format, arguments);
	va_end(arguments);
	return text;
}

void
text_add(struct text *text, const char *more)
{
	const size_t length = strlen(more), room = grown_room(text->length + length + 1, text->room);

	if (room != text->room) {
		text->bytes = arena_resize(text->arena, text->bytes, text->length, room);
		text->room = room;
	}
	memcpy(text->bytes + text->length, more, length + 1);
	text->length += length;
}

const char *
text_of(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

void
arena_free(struct arena *arena)
{
	struct chunk *chunk = arena->chunks, *next;

	for (; chunk; chunk = next) {
		next = chunk->next;
#ifdef STRICT_MEMORY
		free(chunk->object);
#endif
		free(chunk);
	}
	arena->chunks = NULL;
}
