// A tile of shared memory of fixed size, halo included: the sum of a point
// and its neighbours in the plane.

#include "sample.h"

enum { X = 16, Y = 8 };

__global__ void
tile(
    const int first, const int row, const int stride,
    const int width, const int height, const int levels,
    const double *__restrict__ src,
    double *__restrict__ dst)
{
    const int i = blockIdx.x*blockDim.x + threadIdx.x;
    const int j = blockIdx.y*blockDim.y + threadIdx.y;
    const int k = blockIdx.z*blockDim.z + threadIdx.z;
    static __shared__ double tile[Y + 2][X + 2];

    // From the south-western corner of the tile, which is one column out.
    src += first - 1 - row + (ptrdiff_t)k*stride;
    const int west = blockIdx.x*blockDim.x;
    const int south = blockIdx.y*blockDim.y;
    const int threads = blockDim.x*blockDim.y;
    const int cells = (blockDim.x + 2)*(blockDim.y + 2);
    for (int t = threadIdx.x + threadIdx.y*blockDim.x; t < cells; t += threads) {
        const int x = t%(blockDim.x + 2);
        const int y = t/(blockDim.x + 2);
        if (west + x < width + 2 && south + y < height + 2)
            tile[y][x] = src[west + x + (south + y)*row];
    }
    __syncthreads();
    if (i >= width || j >= height || k >= levels)
        return;

    const int x = threadIdx.x + 1;
    const int y = threadIdx.y + 1;
    dst[first + i + j*row + (ptrdiff_t)k*stride] =
        tile[y][x] + tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x];
}

extern "C" int
launch_tile(
    const struct stencil_grid *grid, const double *src, double *dst,
    struct stencil_block block, void *stream)
{
    if (block.x > X || block.y > Y || block.z > 1)
        return cudaErrorInvalidConfiguration;
    const cudaLaunchConfig_t launch = {
        .gridDim = dim3((grid->width + block.x - 1)/block.x,
                        (grid->height + block.y - 1)/block.y,
                        (grid->levels + block.z - 1)/block.z),
        .blockDim = dim3(block.x, block.y, block.z),
        .stream = (cudaStream_t)stream,
    };
    return cudaLaunchKernelEx(&launch, tile,
        grid->first, grid->row, grid->stride,
        grid->width, grid->height, grid->levels,
        src, dst);
}
