#ifndef FIBERS_H
#define FIBERS_H

/* Runs a kernel once for each thread of a grid, on one thread of the operating
 * system. Blocks run one after the other. So do the threads of a block, on one
 * stack, until one of them waits for others: only then it keeps the stack, as
 * a fiber, and the threads after it get another.
 *
 * A thread that others wait for in vain ends the program with a message.
 * One launch at a time.
 *
 * Compile fibers*.c without sanitizers: they notice when the program that they
 * are linked into has AddressSanitizer or ThreadSanitizer. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FIBERS_SEEN const
extern "C" {
#else
#define FIBERS_SEEN
#endif

/* In a warp: 32 as CUDA has, or 64, as AMD's GPUs have, if fibers*.c and the kernels
 * are compiled so. */
#ifndef FIBERS_LANES
#define FIBERS_LANES 32
#endif

enum { FIBERS_THREADS = 1024 };     /* at most, in a block */
enum { FIBERS_SHARED = 227*1024 };  /* bytes of shared_memory */

/* Lanes of a warp, a bit each. */
typedef uint64_t fibers_mask;

struct fibers_index {
	unsigned x, y, z;
};

struct fibers_launch {
	struct fibers_index grid;   /* blocks in the grid */
	struct fibers_index block;  /* threads in a block */
	size_t shared;              /* bytes of shared_memory that the kernel may use */
	void (*kernel)(void *arguments);
	void *arguments;
};

/* Order in which blocks and the threads of a block run: "forward", "reverse",
 * "shuffle" or "shuffle:SEED". Until it is set, the variable
 * STENCIL_HOST_ORDER of the environment decides, or else forward.
 * False if ORDER is none of these. */
bool fibers_set_order(const char *order);

/* The number of launches so far. */
extern long fibers_launches;

/* A shared object that holds a kernel has a scheduler of its own; only
 * fibers_set_order and fibers_launches are for others to look up. */
#pragma GCC visibility push(hidden)

/* Where the running thread is, in CUDA's words. */
extern FIBERS_SEEN struct fibers_index threadIdx, blockIdx, blockDim, gridDim;

/* shared_memory is declared by each kernel, with elements of its own type. */

/* False if no device would accept the grid or the block. */
bool fibers_run(const struct fibers_launch *launch);

/* The functions below are for the running thread. */
void fibers_barrier(void);
void fibers_sync_warp(fibers_mask mask);

/* The value that lane SOURCE passes; garbage if it is not in the mask. Like
 * CUDA's shuffles and votes these two order no memory accesses. */
uint64_t fibers_shuffle(fibers_mask mask, uint64_t value, unsigned source);
fibers_mask fibers_ballot(fibers_mask mask, bool vote);

unsigned fibers_lane(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
