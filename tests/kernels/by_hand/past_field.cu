// Wrong: the bound is that of the halo, which has no eastern neighbours.

#include "sample.h"

__global__ void
past_field(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    if (i >= width + 2 || j >= height + 2 || k >= levels)
        return;

    const ptrdiff_t c = i + j*row + (ptrdiff_t)k*stride;
    dst[c] = src[c + 1]; // FAULT
    (void)first;
}

extern "C" int
launch_past_field(
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
    return cudaLaunchKernelEx(&launch, past_field,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
