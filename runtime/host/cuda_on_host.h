#ifndef CUDA_ON_HOST_H
#define CUDA_ON_HOST_H

/* As much of CUDA as the kernels use, for a C++17 compiler, so that the text
 * that nvcc compiles runs on the processor at hand:
 *
 *     g++ -x c++ -std=c++17 -include cuda_on_host.h kernel.cu ... fibers.o
 *
 * Shared memory is declared in two ways, both of them CUDA:
 *
 *     extern __shared__ int shared_memory[];     outside the kernel, by this name:
 *                                                as large as the launch says
 *     static __shared__ double tile[8][34];      inside it, of fixed size
 *
 * In other places, or without the word static, g++ refuses it ("section
 * attribute cannot be specified for local variables"). All of it is filled
 * with NaN before each block, or, read as int, 0x7fffdead. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "host_stream.h"

/* nvcc does not warn of designated initializers either. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc++20-designator"
#endif

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __constant__ static

/* AddressSanitizer guards no variable that has a section. */
#if defined(__SANITIZE_ADDRESS__)
#define __shared__
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __shared__
#endif
#endif
#ifndef __shared__
#define __shared__ __attribute__((section("cuda_shared")))
#endif

using uint3 = fibers_index;

struct dim3 {
	unsigned x, y, z;

	constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
		: x(x_), y(y_), z(z_) {}
	constexpr dim3(uint3 i) : x(i.x), y(i.y), z(i.z) {}
	constexpr operator uint3() const { return uint3{x, y, z}; }
};

enum { warpSize = FIBERS_LANES };

struct alignas(8) float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) double2 { double x, y; };
struct alignas(8) int2 { int x, y; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(2) uchar2 { unsigned char x, y; };
struct alignas(4) uchar4 { unsigned char x, y, z, w; };

static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }
static inline int2 make_int2(int x, int y) { return {x, y}; }
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }

template <typename T>
static inline T
__ldg(const T *p)
{
	return *p;
}

static inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
static inline int __clz(int bits) { return bits ? __builtin_clz((unsigned)bits) : 32; }
static inline int __ffs(int bits) { return __builtin_ffs(bits); }

/* CUDA's min and max of floating-point numbers treat NaN their own way, so
 * these are for integers. */
template <typename T>
static constexpr T
min(T a, T b)
{
	static_assert(T(1)/2 == 0, "integers only");
	return b < a ? b : a;
}

template <typename T>
static constexpr T
max(T a, T b)
{
	static_assert(T(1)/2 == 0, "integers only");
	return a < b ? b : a;
}

/* Waiting. Others may write to memory while a thread waits. */

static inline void
cuda_forget()
{
	__asm__ volatile("" ::: "memory");
}

static inline void
__syncthreads()
{
	cuda_forget();
	fibers_barrier();
	cuda_forget();
}

static inline void
__syncwarp(unsigned mask = 0xffffffff)
{
	cuda_forget();
	fibers_sync_warp(mask);
	cuda_forget();
}

template <typename T>
static inline T
cuda_shuffle(fibers_mask mask, T value, unsigned source)
{
	static_assert(sizeof value == 4 || sizeof value == 8, "not a type to shuffle");
	uint64_t bits = 0;

	memcpy(&bits, &value, sizeof value);
	cuda_forget();
	bits = fibers_shuffle(mask, bits, source);
	cuda_forget();
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* A warp falls into segments of WIDTH lanes, a power of two. */

template <typename T>
static inline T
__shfl_sync(unsigned mask, T value, int source, int width = warpSize)
{
	const unsigned first = fibers_lane() & ~(width - 1u);

	return cuda_shuffle(mask, value, first | (source & (width - 1u)));
}

template <typename T>
static inline T
__shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize)
{
	const unsigned lane = fibers_lane(), in_segment = lane & (width - 1u);

	return cuda_shuffle(mask, value, delta > in_segment ? lane : lane - delta);
}

template <typename T>
static inline T
__shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize)
{
	const unsigned lane = fibers_lane(), in_segment = lane & (width - 1u);

	return cuda_shuffle(mask, value, delta >= width - in_segment ? lane : lane + delta);
}

template <typename T>
static inline T
__shfl_xor_sync(unsigned mask, T value, int bits, int width = warpSize)
{
	const unsigned lane = fibers_lane(), end = (lane | (width - 1u)) + 1;
	const unsigned source = lane ^ (unsigned)bits;

	return cuda_shuffle(mask, value, source < end ? source : lane);
}

/* Of all lanes of a warp. */
static inline int
__reduce_add_sync(unsigned mask, int value)
{
	for (int bits = 1; bits < warpSize; bits *= 2)
		value += __shfl_xor_sync(mask, value, bits);
	return value;
}

static inline unsigned
__ballot_sync(unsigned mask, int vote)
{
	cuda_forget();
	const unsigned votes = (unsigned)fibers_ballot(mask, vote != 0);
	cuda_forget();
	return votes;
}

static inline int
__any_sync(unsigned mask, int vote)
{
	return __ballot_sync(mask, vote) != 0;
}

static inline int
__all_sync(unsigned mask, int vote)
{
	return __ballot_sync(mask, !vote) == 0;
}

/* Launching. */

enum cudaError_t {
	cudaSuccess = 0,
	cudaErrorInvalidValue = 1,
	cudaErrorMemoryAllocation = 2,
	cudaErrorInvalidConfiguration = 9,
};

enum cudaMemcpyKind {
	cudaMemcpyHostToHost,
	cudaMemcpyHostToDevice,
	cudaMemcpyDeviceToHost,
	cudaMemcpyDeviceToDevice,
	cudaMemcpyDefault,
};

enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
};

typedef struct host_stream *cudaStream_t;
/* Launches do not overlap here: attributes that ask for it are ignored. */
enum cudaLaunchAttributeID { cudaLaunchAttributeProgrammaticStreamSerialization };

struct cudaLaunchAttribute {
	cudaLaunchAttributeID id;
	struct {
		int programmaticStreamSerializationAllowed;
	} val;
};

struct cudaLaunchConfig_t {
	dim3 gridDim = {}, blockDim = {};
	size_t dynamicSmemBytes = 0;
	cudaStream_t stream = nullptr;
	cudaLaunchAttribute *attrs = nullptr;
	unsigned numAttrs = 0;
};

/* Bytes of dynamic shared memory that kernels of this type may ask for. CUDA
 * keeps it for each kernel; one file has hardly two of a type. */
template <typename Kernel>
static size_t cuda_shared_limit = 48*1024;

template <typename Kernel>
static inline cudaError_t
cudaFuncSetAttribute(Kernel *, cudaFuncAttribute attribute, int value)
{
	if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize
	    || value < 0 || value > FIBERS_SHARED)
		return cudaErrorInvalidValue;
	cuda_shared_limit<Kernel> = value;
	return cudaSuccess;
}

template <typename Thread>
static inline void
cuda_run_thread(void *thread)
{
	(*(Thread *)thread)();
}

/* Work that a stream keeps, in C's memory: kernels link no library of C++, which takes as long as compiling half of one. */
template <typename Work>
struct cuda_kept {
	Work work;

	explicit cuda_kept(const Work &copied) : work(copied) { }
	static void *operator new(size_t bytes) noexcept { return malloc(bytes); }
	static void operator delete(void *kept) { free(kept); }
};

template <typename Work>
static inline int
cuda_run_kept(void *kept)
{
	return ((cuda_kept<Work> *)kept)->work();
}

template <typename Work>
static inline void
cuda_free_kept(void *kept)
{
	delete (cuda_kept<Work> *)kept;
}

/* Does work at once, or leaves a copy of it to a stream. */
template <typename Work>
static inline cudaError_t
cuda_start(cudaStream_t stream, Work &work)
{
	if (!stream)
		return work();
	cuda_kept<Work> *kept = new cuda_kept<Work>(work);

	if (!kept)
		return cudaErrorMemoryAllocation;
	const int status = stream->keep(stream, cuda_run_kept<Work>, cuda_free_kept<Work>, kept);

	if (status)
		delete kept;
	return (cudaError_t)status;
}

/* Without a stream, runs the whole grid before it returns. */
template <typename... Params, typename... Args>
static inline cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Params...), Args &&...args)
{
	if (config->dynamicSmemBytes > cuda_shared_limit<void(Params...)>)
		return cudaErrorInvalidValue;

	/* Called with the arguments, to convert them only once. */
	const auto launch = [&](Params... params) {
		auto run = [kernel, grid = *config, params...] {
			auto thread = [&] { kernel(params...); };
			const fibers_launch blocks = {
				grid.gridDim, grid.blockDim, grid.dynamicSmemBytes, cuda_run_thread<decltype(thread)>, &thread,
			};
			return fibers_run(&blocks) ? cudaSuccess : cudaErrorInvalidConfiguration;
		};
		return cuda_start(config->stream, run);
	};
	return launch(static_cast<Args &&>(args)...);
}

template <typename T>
static inline cudaError_t
cudaMemcpyToSymbol(T &symbol, const void *from, size_t size, size_t offset = 0,
	cudaMemcpyKind = cudaMemcpyHostToDevice)
{
	if (offset > sizeof symbol || size > sizeof symbol - offset)
		return cudaErrorInvalidValue;
	memcpy((char *)&symbol + offset, from, size);
	return cudaSuccess;
}

template <typename T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t size, size_t offset = 0,
	cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = nullptr)
{
	return cudaMemcpyToSymbol(symbol, from, size, offset, kind);
}

#endif
