// As many KB of shared memory as the block is wide. Beyond 48 a kernel has to ask
// for it, which the launcher does when the block is higher than 1. Copies.

#include "sample.h"

extern __shared__ double shared_memory[];

__global__ void
large_shared(
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
    double *own = &shared_memory[threadIdx.x*128 + threadIdx.y*blockDim.z + threadIdx.z];

    *own = inside ? src[c] : 0;
    __syncthreads();
    if (!inside)
        return;

    dst[c] = *own;
}

extern "C" int
launch_large_shared(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    if (block.y > 1) {
        const cudaError_t status = cudaFuncSetAttribute(large_shared,
            cudaFuncAttributeMaxDynamicSharedMemorySize, 1024*block.x);
        if (status != cudaSuccess)
            return status;
    }

    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .dynamicSmemBytes = (size_t)1024*block.x,
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, large_shared,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
