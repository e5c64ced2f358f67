#ifndef HIP_ON_HOST_H
#define HIP_ON_HOST_H

/* As much of HIP as the kernels use, for a C++17 compiler, so that the text that
 * hipcc compiles runs on the processor at hand, with the 64 lanes of AMD's data
 * centre GPUs:
 *
 *     g++ -x c++ -std=c++17 -DFIBERS_LANES=64 -Iruntime/host kernel.hip ... fibers.o
 *
 * fibers*.c are compiled with FIBERS_LANES=64 as well. What HIP has under CUDA's
 * names and what it renames come from there. */

#include "../cuda_on_host.h"

static_assert(FIBERS_LANES == 64, "compile with -DFIBERS_LANES=64");

/* All lanes of the warp take part, whichever CUDA's mask would name. */
template <typename T>
static inline T
__shfl(T value, int source, int width = warpSize)
{
	const unsigned first = fibers_lane() & ~(width - 1u);

	return cuda_shuffle(~(fibers_mask)0, value, first | (source & (width - 1u)));
}

template <typename T>
static inline T
__shfl_up(T value, unsigned delta, int width = warpSize)
{
	const unsigned lane = fibers_lane(), in_segment = lane & (width - 1u);

	return cuda_shuffle(~(fibers_mask)0, value, delta > in_segment ? lane : lane - delta);
}

template <typename T>
static inline T
__shfl_down(T value, unsigned delta, int width = warpSize)
{
	const unsigned lane = fibers_lane(), in_segment = lane & (width - 1u);

	return cuda_shuffle(~(fibers_mask)0, value, delta >= width - in_segment ? lane : lane + delta);
}

enum hipError_t {
	hipSuccess = cudaSuccess,
	hipErrorInvalidValue = cudaErrorInvalidValue,
	hipErrorInvalidConfiguration = cudaErrorInvalidConfiguration,
};

typedef struct ihipStream_t *hipStream_t;

#define HIP_SYMBOL(symbol) symbol

template <typename T>
static inline hipError_t
hipMemcpyToSymbol(T &symbol, const void *from, size_t size, size_t offset = 0)
{
	return (hipError_t)cudaMemcpyToSymbol(symbol, from, size, offset);
}

static hipError_t hip_last_error;

static inline hipError_t
hipGetLastError()
{
	const hipError_t error = hip_last_error;

	hip_last_error = hipSuccess;
	return error;
}

/* Runs the whole grid before it returns, whatever the stream. */
template <typename... Params, typename... Args>
static inline void
hipLaunchKernelGGL(void (*kernel)(Params...), dim3 grid, dim3 block, size_t shared, hipStream_t,
	Args &&...args)
{
	cudaLaunchConfig_t launch;

	launch.gridDim = grid;
	launch.blockDim = block;
	launch.dynamicSmemBytes = shared;
	const cudaError_t error = cudaLaunchKernelEx(&launch, kernel, static_cast<Args &&>(args)...);
	if (error != cudaSuccess)
		hip_last_error = (hipError_t)error;
}

#endif
