#ifndef CUDA_PIPELINE_ON_HOST_H
#define CUDA_PIPELINE_ON_HOST_H

/* CUDA's copies to shared memory that a thread does not wait for. Those of every other thread are done at once, those of the
 * others as late as may be, when the thread waits for their group: what is wrong with either is wrong on a GPU. */

#include <vector>

struct cuda_copy {
	void *to;
	const void *from;
	size_t bytes;
};

using cuda_group = std::vector<cuda_copy>;

/* By thread of the block: groups that are committed, then one that is not. */
static std::vector<cuda_group> cuda_groups[FIBERS_THREADS];

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

static inline std::vector<cuda_group> &
cuda_groups_of_thread()
{
	std::vector<cuda_group> &groups =
		cuda_groups[threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)];

	if (groups.empty())
		groups.emplace_back();
	return groups;
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

		cuda_groups_of_thread().back().push_back({to, from, bytes});
	}
}

static inline void
__pipeline_commit()
{
	const cuda_bookkeeping ours;

	cuda_groups_of_thread().emplace_back();
}

/* The group that was committed first, if more than so many wait. */
static inline bool
cuda_next_group(size_t groups, cuda_group &next)
{
	const cuda_bookkeeping ours;
	std::vector<cuda_group> &waiting = cuda_groups_of_thread();

	if (waiting.size() - 1 <= groups)
		return false;
	next = waiting.front();
	waiting.erase(waiting.begin());
	return true;
}

/* Until all groups but the last so many have arrived. */
static inline void
__pipeline_wait_prior(size_t groups)
{
	cuda_group arrived;

	while (cuda_next_group(groups, arrived))
		for (const cuda_copy &copy : arrived)
			memcpy(copy.to, copy.from, copy.bytes);
	cuda_forget();
}

#endif
