// Wrong: a shuffle is no barrier for memory.

#include "sample.h"

enum { X = 32 };

__global__ void
unordered_shuffle(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    static __shared__ double tile[X];

    const bool inside = i < width && j < height && k < levels;
    const ptrdiff_t c = first + i + j*row + (ptrdiff_t)k*stride;
    const int x = threadIdx.x;

    tile[x] = inside ? src[c] : 0;
    const int west = __shfl_up_sync(0xffffffff, x, 1);
    if (inside)
        dst[c] = tile[west]; // FAULT
}

extern "C" int
launch_unordered_shuffle(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    if (block.x > X || block.y > 1 || block.z > 1)
        return cudaErrorInvalidConfiguration;
    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, unordered_shuffle,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
