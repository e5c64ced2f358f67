#ifndef RECORDED_LAUNCH_CUH
#define RECORDED_LAUNCH_CUH

// Stands in for the CUDA runtime before a kernel's text that is compiled for the GPU alone: its launcher runs there,
// and records what it would launch.

#include "recording.h"

struct recorded_config {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    void *stream;
};

// Newer compilers know these, and for other purposes.
#define cudaError_t int
#define cudaStream_t void *
#define cudaSuccess 0
#define cudaLaunchConfig_t recorded_config

// The driver finds kernels by their names in C.
#undef __global__
#define __global__ extern "C" __attribute__((global))

__device__ static struct recording *recorded;

template <typename T> struct same { typedef T type; };

// Places an argument behind the others; false: there is no room.
template <typename T>
static bool
add_argument(struct recorded_launch *launch, const T &argument)
{
    static_assert(alignof(T) <= alignof(double), "see recorded_launch");
    const unsigned at = (launch->bytes + alignof(T) - 1)/alignof(T)*alignof(T);

    if (at + sizeof argument > MOST_ARGUMENT_BYTES)
        return false;
    *(T *)((char *)launch->arguments + at) = argument;
    launch->bytes = at + sizeof argument;
    return true;
}

template <typename... Parameters>
static int
record_launch(const struct recorded_config *launch, void (*)(Parameters...), typename same<Parameters>::type... arguments)
{
    if (recorded->count == MOST_RECORDED)
        return TOO_MANY_LAUNCHES;
    struct recorded_launch *const to = &recorded->launches[recorded->count++];
    to->grid[0] = launch->gridDim.x;
    to->grid[1] = launch->gridDim.y;
    to->grid[2] = launch->gridDim.z;
    to->block[0] = launch->blockDim.x;
    to->block[1] = launch->blockDim.y;
    to->block[2] = launch->blockDim.z;
    to->shared = (unsigned)launch->dynamicSmemBytes;
    to->bytes = 0;
    return (add_argument(to, arguments) && ...) ? 0 : TOO_MANY_ARGUMENTS;
}

#define cudaLaunchKernelEx(launch, kernel, ...) record_launch(launch, (decltype(&kernel))nullptr, __VA_ARGS__)

// Behind the kernel's text: the thunk, on one thread.
#define RECORD(run) RECORD_ON(run, &call.grid)

// The same on a mesh.
#define RECORD_ON_MESH(run) RECORD_ON(run, &view)

#define RECORD_ON(run, place) \
    __global__ void \
    record(struct recording *recording) \
    { \
        const struct recorded_call &call = recording->call; \
        const struct stencil_mesh_view view = { call.mesh, call.relations }; \
        (void)view; \
        recorded = recording; \
        recording->count = 0; \
        recording->status = run(place, call.fields, call.params, call.block, nullptr); \
    }

#endif
