// Barriers in a loop: prefix sums along x within each block.

#include "sample.h"

extern __shared__ double shared_memory[];

__global__ void
rounds(
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
    double *sums = shared_memory + (threadIdx.y + threadIdx.z*blockDim.y)*blockDim.x;

    sums[x] = inside ? src[c] : 0;
    __syncthreads();
    for (int distance = 1; distance < (int)blockDim.x; distance *= 2) {
        const double before = x >= distance ? sums[x - distance] : 0;
        __syncthreads();
        sums[x] += before;
        __syncthreads();
    }
    if (!inside)
        return;

    dst[c] = sums[x];
}

extern "C" int
launch_rounds(
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
    return cudaLaunchKernelEx(&launch, rounds,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
