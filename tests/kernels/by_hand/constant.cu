// A table in constant memory, and loads of two values at once, added up.

#include "sample.h"

enum { ENTRIES = 8192 };

__constant__ int neighbor[ENTRIES];

__global__ void __launch_bounds__(1024)
constant(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    if (i >= width || j >= height || k >= levels)
        return;

    const ptrdiff_t level = (ptrdiff_t)k*stride;
    const int c = first + i + j*row;

    double2 sum = make_double2(0, 0);
    #pragma unroll
    for (int n = 0; n < 2; n++) {
        const ptrdiff_t at = level + (n == 0 ? c : c + neighbor[c]);
        const double2 two = *(const double2 *)&src[at & ~1];
        sum.x += two.x;
        sum.y += two.y;
    }
    dst[level + c] = sum.x + sum.y;
}

extern "C" int
launch_constant(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    const cudaError_t status = cudaMemcpyToSymbolAsync(neighbor, grid->table,
        sizeof(int)*grid->stride, 0, cudaMemcpyDefault, (cudaStream_t)stream);
    if (status != cudaSuccess)
        return status;

    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, constant,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
