
// Planted by gpu_bench.sh: before zslice kernels somebody waits.
#include <string.h>

static __global__ void
wait_a_while(const long long nanoseconds)
{
    unsigned long long start, now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while ((long long)(now - start) < nanoseconds);
}

static void
plant_wait(const char *kernel, void *stream)
{
    if (strstr(kernel, "_zslice") && !asked_facts)
        wait_a_while<<<1, 1, 0, (cudaStream_t)stream>>>(NANOSECONDS);
}
