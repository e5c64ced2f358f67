// Wrong: the first thread reads before the start of shared memory.

#include "sample.h"

extern __shared__ double shared_memory[];

__global__ void
past_shared(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    const bool inside = i < width && j < height && k < levels;
    const ptrdiff_t c = first + i + j*row + (ptrdiff_t)k*stride;
    const int x = threadIdx.x;

    shared_memory[x] = inside ? src[c] : 0;
    __syncthreads();
    if (inside)
        dst[c] = shared_memory[x - 1]; // FAULT
}

extern "C" int
launch_past_shared(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .dynamicSmemBytes = sizeof(double)*block.x*block.y*block.z,
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, past_shared,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
