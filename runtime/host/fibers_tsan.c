#include "fibers_parts.h"

#include <stdio.h>
#include <stdlib.h>

void *__tsan_get_current_fiber(void) FIBERS_IF_LINKED;
void *__tsan_create_fiber(unsigned flags) FIBERS_IF_LINKED;
void __tsan_destroy_fiber(void *fiber) FIBERS_IF_LINKED;
void __tsan_switch_to_fiber(void *fiber, unsigned flags) FIBERS_IF_LINKED;
void __tsan_set_fiber_name(void *fiber, const char *name) FIBERS_IF_LINKED;
void __tsan_acquire(void *object) FIBERS_IF_LINKED;
void __tsan_release(void *object) FIBERS_IF_LINKED;
void __tsan_java_init(uintptr_t start, uintptr_t size) FIBERS_IF_LINKED;
void __tsan_java_alloc(uintptr_t start, uintptr_t size) FIBERS_IF_LINKED;
void __tsan_java_free(uintptr_t start, uintptr_t size) FIBERS_IF_LINKED;

static void *launcher;   /* the thread that launches; null without ThreadSanitizer */
static char end;         /* what ends of threads and the launch's end meet at */

/* A switch alone orders nothing. */
static void
switch_to(void *thread)
{
	enum { NO_SYNC = 1 };

	__tsan_switch_to_fiber(thread, NO_SYNC);
}

void
fibers_tsan_launch(void)
{
	static bool has_heap;

	if (!__tsan_get_current_fiber)
		return;
	launcher = __tsan_get_current_fiber();
	/* For fibers_tsan_renew. */
	if (!has_heap)
		__tsan_java_init(8, ((uintptr_t)1 << 47) - 8);
	has_heap = true;
}

void
fibers_tsan_return(void)
{
	if (launcher)
		__tsan_acquire(&end);
}

/* A stack serves one thread after the other, which would look like races too. */
static void
renew_stack(void)
{
	enum { DEPTH = 64*1024, CALL = 2*sizeof(void *) };
	char *frame = __builtin_frame_address(0);

	fibers_tsan_renew(frame + CALL - DEPTH, DEPTH);
}

void *
fibers_tsan_start(void)
{
	static char name[96];
	void *thread;

	if (!launcher)
		return NULL;
	renew_stack();
	thread = __tsan_create_fiber(0);
	snprintf(name, sizeof name, "(%u,%u,%u) of block (%u,%u,%u)",
		threadIdx.x, threadIdx.y, threadIdx.z, blockIdx.x, blockIdx.y, blockIdx.z);
	__tsan_set_fiber_name(thread, name);
	switch_to(thread);
	return thread;
}

void
fibers_tsan_end(void *thread)
{
	if (!launcher)
		return;
	__tsan_release(&end);
	switch_to(launcher);
	__tsan_destroy_fiber(thread);
}

void
fibers_tsan_switch(void *thread)
{
	if (launcher)
		switch_to(thread ? thread : launcher);
}

void
fibers_tsan_meet(void *const threads[], unsigned n, void *self)
{
	char *place;

	if (!launcher)
		return;
	/* A new address each time, or threads would meet those of an earlier meeting. */
	place = malloc(1);
	for (unsigned i = 0; i < n; i++) {
		switch_to(threads[i]);
		__tsan_release(place);
	}
	for (unsigned i = 0; i < n; i++) {
		switch_to(threads[i]);
		__tsan_acquire(place);
	}
	switch_to(self);
	free(place);
}

/* Memory becomes new in the sanitizer's eyes when Java frees and allocates it,
 * and in no other way that leaves it in its place. */
void
fibers_tsan_renew(void *memory, size_t size)
{
	const uintptr_t start = (uintptr_t)memory & ~(uintptr_t)7;
	const uintptr_t stop = ((uintptr_t)memory + size + 7) & ~(uintptr_t)7;

	if (!launcher)
		return;
	__tsan_java_free(start, stop - start);
	__tsan_java_alloc(start, stop - start);
}
