/* A library to preload: the FAIL_MALLOC-th request for memory gets none, nor do the FAIL_MORE
 * ones after it; of those for at least FAIL_BYTES. Writes "reached" to file descriptor 9 then. */

#define _GNU_SOURCE

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long requests, first = -1, more, least;

/* Reads the environment at the first request; getenv asks for no memory. */
static int
fails(size_t bytes)
{
	long n;

	if (first < 0) {
		const char *at = getenv("FAIL_MALLOC"), *count = getenv("FAIL_MORE");
		const char *size = getenv("FAIL_BYTES");

		more = count ? atol(count) : 0;
		least = size ? atol(size) : 0;
		first = at ? atol(at) : 0;
	}
	if ((long)bytes < least)
		return 0;
	n = ++requests;
	if (!first || n < first || n > first + more)
		return 0;
	if (n == first && write(9, "reached\n", 8) < 0)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *
malloc(size_t size)
{
	return fails(size) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return fails(count*size) ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *old, size_t size)
{
	return fails(size) ? NULL : __libc_realloc(old, size);
}

int
posix_memalign(void **memory, size_t alignment, size_t size)
{
	*memory = fails(size) ? NULL : __libc_memalign(alignment, size);
	return *memory ? 0 : ENOMEM;
}

void *
aligned_alloc(size_t alignment, size_t size)
{
	return fails(size) ? NULL : __libc_memalign(alignment, size);
}
