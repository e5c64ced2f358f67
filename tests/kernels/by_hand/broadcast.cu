// The threads above one another lie in one warp; the lowest of them looks up
// the neighbour for all.

#include "sample.h"

__global__ void
broadcast(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const int *__restrict__ table,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    const int columns = blockDim.x*blockDim.y;
    const int leader = (threadIdx.x + threadIdx.y*blockDim.x)%warpSize;
    const int c = first + i + j*row;

    int other = 0;
    if (threadIdx.z%(warpSize/columns) == 0 && i < width && j < height)
        other = c + table[c];
    other = __shfl_sync(0xffffffff, other, leader);
    if (i >= width || j >= height || k >= levels)
        return;

    dst[c + (ptrdiff_t)k*stride] = src[other + (ptrdiff_t)k*stride];
}

extern "C" int
launch_broadcast(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, broadcast,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        grid->table,
        src, dst);
}
