#include "generator/base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 1 << 16 };

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) unsigned char bytes[];
};

/* Under AddressSanitizer every object is a chunk of its own, so that an access past its end is seen. */
#if defined(__SANITIZE_ADDRESS__)
enum { SHARE_CHUNKS = 0 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SHARE_CHUNKS = 0 };
#else
enum { SHARE_CHUNKS = 1 };
#endif
#else
enum { SHARE_CHUNKS = 1 };
#endif

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

static struct chunk *
add_chunk(struct arena *arena, size_t size)
{
	struct chunk *chunk = NULL;

	if (size <= SIZE_MAX - sizeof *chunk)
		chunk = malloc(sizeof *chunk + size);
	if (!chunk)
		out_of_memory();
	chunk->used = 0;
	chunk->size = size;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

void *
arena_alloc(struct arena *arena, size_t size, size_t align)
{
	struct chunk *chunk = arena->chunks;
	size_t start = chunk ? (chunk->used + align - 1) & ~(align - 1) : 0;
	void *object;

	if (!SHARE_CHUNKS || !chunk || start > chunk->size || size > chunk->size - start) {
		chunk = add_chunk(arena, SHARE_CHUNKS && size < CHUNK_SIZE ? CHUNK_SIZE : size);
		start = 0;
	}
	object = chunk->bytes + start;
	chunk->used = start + size;
	return memset(object, 0, size);
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
	const size_t length = strlen(more);

	if (length >= text->room - text->length) {
		const size_t room = 2*(text->length + length) + 64;
		char *bytes = arena_alloc(text->arena, room, 1);

		if (text->length)
			memcpy(bytes, text->bytes, text->length);
		text->bytes = bytes;
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
		free(chunk);
	}
	arena->chunks = NULL;
}
