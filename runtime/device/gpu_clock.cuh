#ifndef GPU_CLOCK_CUH
#define GPU_CLOCK_CUH

// Inside kernels: a clock that all multiprocessors share and that runs at one pace, and which
// multiprocessor this is.

#ifdef __HIP__

// Of CDNA GPUs, at 100 MHz.
static __device__ inline unsigned long long
nanoseconds()
{
    return 10*__builtin_amdgcn_s_memrealtime();
}

static __device__ inline unsigned
processor_number()
{
    return __smid();
}

#else

static __device__ inline unsigned long long
nanoseconds()
{
    unsigned long long time;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

static __device__ inline unsigned
processor_number()
{
    unsigned processor;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    return processor;
}

#endif

#endif
