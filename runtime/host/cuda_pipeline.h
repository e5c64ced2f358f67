#ifndef CUDA_PIPELINE_ON_HOST_H
#define CUDA_PIPELINE_ON_HOST_H

/* CUDA's copies to shared memory that a thread does not wait for. Those of every other thread are done at once, those of the
 * others as late as may be, when the thread waits for their group: what is wrong with either is wrong on a GPU. */

struct cuda_copy {
	void *to;
	const void *from;
	size_t bytes, group;
};

/* The copies of a thread that have not arrived, in order. Their groups are counted from 0, `committed` is the one that is filled. */
struct cuda_copies {
	cuda_copy *items;
	size_t count, room, committed;

	~cuda_copies() { free(items); }
};

/* By thread of the block. */
static cuda_copies cuda_copies_of_threads[FIBERS_THREADS];

/* There only with ThreadSanitizer. */
extern "C" {
void AnnotateIgnoreReadsBegin(const char *file, int line) __attribute__((weak));
void AnnotateIgnoreReadsEnd(const char *file, int line) __attribute__((weak));
void AnnotateIgnoreWritesBegin(const char *file, int line) __attribute__((weak));
void AnnotateIgnoreWritesEnd(const char *file, int line) __attribute__((weak));
}

/* Threads of several blocks have the same groups, one after the other, which is no race of theirs. */
struct cuda_bookkeeping {
	cuda_bookkeeping()
	{
		if (AnnotateIgnoreReadsBegin) {
			AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
			AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
		}
	}
	~cuda_bookkeeping()
	{
		if (AnnotateIgnoreReadsBegin) {
			AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
			AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
		}
	}
};

static inline cuda_copies &
cuda_copies_of_thread()
{
	return cuda_copies_of_threads[threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)];
}

static inline void
cuda_copy_later(cuda_copies &copies, void *to, const void *from, size_t bytes)
{
	if (copies.count == copies.room) {
		copies.room = copies.room ? 2*copies.room : 64;
		copies.items = (cuda_copy *)realloc(copies.items, copies.room*sizeof *copies.items);
		if (!copies.items)
			abort();
	}
	copies.items[copies.count++] = { to, from, bytes, copies.committed };
}

static inline void
__pipeline_memcpy_async(void *to, const void *from, size_t bytes)
{
	/* No GPU has copies of other sizes, or between other addresses. */
	if ((bytes != 4 && bytes != 8 && bytes != 16) || ((uintptr_t)to | (uintptr_t)from) % bytes)
		abort();
	if (threadIdx.x % 2) {
		memcpy(to, from, bytes);
	} else {
		const cuda_bookkeeping ours;

		cuda_copy_later(cuda_copies_of_thread(), to, from, bytes);
	}
}

static inline void
__pipeline_commit()
{
	const cuda_bookkeeping ours;

	cuda_copies_of_thread().committed++;
}

/* The first copy, if more than so many groups were committed since. */
static inline bool
cuda_next_copy(size_t groups, cuda_copy &next)
{
	const cuda_bookkeeping ours;
	cuda_copies &copies = cuda_copies_of_thread();

	if (!copies.count || copies.items[0].group + groups >= copies.committed)
		return false;
	next = copies.items[0];
	memmove(copies.items, copies.items + 1, --copies.count*sizeof *copies.items);
	return true;
}

/* Until all groups but the last so many have arrived. */
static inline void
__pipeline_wait_prior(size_t groups)
{
	cuda_copy arrived;

	while (cuda_next_copy(groups, arrived))
		memcpy(arrived.to, arrived.from, arrived.bytes);
	cuda_forget();
}

#endif
