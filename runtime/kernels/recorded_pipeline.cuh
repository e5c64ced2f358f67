#ifndef RECORDED_PIPELINE_CUH
#define RECORDED_PIPELINE_CUH

// For NVRTC, beside which CUDA's headers need not be: of its cuda_pipeline.h what kernels use. Copies to shared memory that a
// thread does not wait for, before sm_80 that it does wait for.

#if __CUDA_ARCH__ >= 800

#define COPY_AHEAD(cache, bytes) asm volatile("cp.async." cache ".shared.global [%0], [%1], " bytes ";" \
    :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")

static inline void
__pipeline_memcpy_async(void *to, const void *from, size_t bytes)
{
    if (bytes == 4)
        COPY_AHEAD("ca", "4");
    else if (bytes == 8)
        COPY_AHEAD("ca", "8");
    else
        COPY_AHEAD("cg", "16");
}

#undef COPY_AHEAD

#define __pipeline_commit() asm volatile("cp.async.commit_group;")

// Groups are a constant.
#define __pipeline_wait_prior(groups) asm volatile("cp.async.wait_group %0;" :: "n"((int)(groups)) : "memory")

#else

static inline void
__pipeline_memcpy_async(void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4)
        *(int *)((char *)to + i) = *(const int *)((const char *)from + i);
}

#define __pipeline_commit() ((void)0)
#define __pipeline_wait_prior(groups) ((void)(groups))

#endif

#endif
