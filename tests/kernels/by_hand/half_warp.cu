// Wrong: half of each warp does not reach what the other half waits for.

#include "sample.h"

__global__ void
half_warp(
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

    if (threadIdx.x%warpSize >= 16)
        return;
    __syncwarp(); // FAULT
    if (inside)
        dst[c] = src[c];
}

extern "C" int
launch_half_warp(
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
    return cudaLaunchKernelEx(&launch, half_warp,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
