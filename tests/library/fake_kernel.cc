// What the fake driver takes for a cubin: TEXT, a kernel and its launcher, with the recorder of RUN, on the CPU.

#include "cuda_on_host.h"

template <typename... Parameters>
static cudaError_t
start(const cudaLaunchConfig_t *launch, void (*kernel)(Parameters...), Parameters... arguments)
{
    return cudaLaunchKernelEx(launch, kernel, arguments...);
}

#include "recorded_launch.cuh"
#undef __global__
#define __global__ extern "C"

#include TEXT
#ifdef ON_MESH
RECORD_ON_MESH(RUN)
#else
RECORD(RUN)
#endif

#undef cudaError_t
#undef cudaLaunchConfig_t

// The next argument of a launch.
template <typename T>
static T
take(const unsigned char *arguments, size_t *at)
{
    T argument;

    *at = (*at + alignof(T) - 1)/alignof(T)*alignof(T);
    memcpy(&argument, arguments + *at, sizeof argument);
    *at += sizeof argument;
    return argument;
}

template <typename... Parameters>
static int
launch_packed(const cudaLaunchConfig_t *launch, void (*kernel)(Parameters...), const unsigned char *arguments, size_t bytes)
{
    size_t at = 0;
    auto call = [&](Parameters... values) { return start(launch, kernel, values...); };
    struct caller {
        cudaError_t status;
        caller(decltype(call) &f, Parameters... values) : status(f(values...)) {}
    } called{ call, take<Parameters>(arguments, &at)... }; // in braces: from left to right

    return at == bytes ? called.status : 1;
}

extern "C" int
launch(const unsigned *grid, const unsigned *block, unsigned shared, const unsigned char *arguments, size_t bytes)
{
    cudaLaunchConfig_t config = {};

    config.gridDim = dim3(grid[0], grid[1], grid[2]);
    config.blockDim = dim3(block[0], block[1], block[2]);
    config.dynamicSmemBytes = shared;
    return launch_packed(&config, KERNEL, arguments, bytes);
}
