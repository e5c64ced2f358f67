#ifndef FIBERS_PARTS_H
#define FIBERS_PARTS_H

/* What the files of the scheduler share. */

#include "fibers.h"

#ifdef FIBERS_UCONTEXT
#include <ucontext.h>
#elif !defined(__x86_64__)
#define FIBERS_UCONTEXT
#include <ucontext.h>
#endif

/* ThreadSanitizer would take what the scheduler keeps for each thread of a
 * kernel for races between them. */
#if defined(__SANITIZE_THREAD__)
#error "compile the scheduler without -fsanitize=thread"
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#error "compile the scheduler without -fsanitize=thread"
#endif
#endif

/* For the sanitizers' functions, and what else may be missing: null then. */
#define FIBERS_IF_LINKED __attribute__((weak))

#pragma GCC visibility push(hidden)

/* fail.c: reports an error of the kernel and aborts. */
_Noreturn void fibers_fail(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* fibers_stack.c: stacks and how to go from one to another. The main one, which
 * the program started with, is all zeros at first. */
struct fibers_stack {
	char *memory;
	const void *bottom;  /* for AddressSanitizer */
	size_t size;
	void *fake;          /* AddressSanitizer's own stack, kept while another one is in use */
#ifdef FIBERS_UCONTEXT
	ucontext_t context;
#else
	void *top;           /* where the registers lie */
#endif
};

/* RUN is what the stack runs when it is switched to for the first time. It calls
 * fibers_stack_enter first, and never returns. */
bool fibers_stack_make(struct fibers_stack *stack, void (*run)(void));
void fibers_stack_free(struct fibers_stack *stack);
void fibers_stack_switch(struct fibers_stack *from, struct fibers_stack *to);
void fibers_stack_enter(void);

/* fibers.c: a stack, and the thread that is on it. */
struct fiber {
	struct fibers_stack stack;
	struct thread *thread;  /* null between two of them, and in main's */
	struct fiber *next;     /* in the list of those that are ready or idle */
};

/* Where a thread of the block waits. */
enum wait { BARRIER, SYNCWARP, SHUFFLE, BALLOT, RETURNED };

/* A thread of the block. */
struct thread {
	struct fibers_index index;
	struct fiber *fiber;    /* that it is on, from its start to its return */
	void *tsan;
	enum wait wait;
	unsigned lane;
	fibers_mask mask;       /* the lanes that it waits for, itself included */
	unsigned source;        /* the lane whose value it wants */
	uint64_t value;         /* what it offers; then what it got */
};

/* fibers_order.c: the order in which blocks and threads run. */
struct fibers_order {
	enum fibers_order_kind { FORWARD, REVERSE, SHUFFLED } kind;
	uint64_t noise;      /* seed, then state, of its random numbers */
};

bool fibers_order_read(const char *text, struct fibers_order *order);

/* The order that was set, or that the environment asks for. */
struct fibers_order fibers_order_wanted(void);

/* Puts the numbers of N threads into their order. */
void fibers_order_threads(struct fibers_order *order, unsigned queue[], unsigned n);

/* The first of BLOCKS blocks and the distance to the next one, modulo BLOCKS. */
void fibers_order_blocks(struct fibers_order *order, uint64_t blocks,
	uint64_t *first, uint64_t *step);

/* fibers.c: the threads of a block. A launch begins, puts the threads into an order and runs
 * its blocks by number, and ends; only one does so at a time. */
void fibers_blocks_begin(const struct fibers_launch *launch);
void fibers_blocks_order(struct fibers_order *order);
void fibers_blocks_run(uint64_t block);
void fibers_blocks_end(void);

/* fibers_shared.c: shared memory. */

/* Lets a kernel use SIZE bytes of dynamic shared memory. */
void fibers_shared_allow(size_t size);

/* Makes shared memory what it is when a block starts: anything. */
void fibers_shared_spoil(size_t size);

/* fibers_tsan.c: what ThreadSanitizer has to know. To it each thread of the grid
 * is one of its own; the launch comes before all of them, and all of them come
 * before the launch returns. Nothing else orders them but fibers_tsan_meet.
 * Without it these do nothing, and a thread's name is null. */
void fibers_tsan_launch(void);
void fibers_tsan_return(void);
void *fibers_tsan_start(void);             /* of the thread threadIdx; runs as it */
void fibers_tsan_end(void *thread);        /* runs as the launching thread again */
void fibers_tsan_switch(void *thread);     /* null: the launching thread */

/* The N threads, SELF among them, wait for each other. */
void fibers_tsan_meet(void *const threads[], unsigned n, void *self);

/* Nobody has accessed this memory before. */
void fibers_tsan_renew(void *memory, size_t size);

#pragma GCC visibility pop

#endif
