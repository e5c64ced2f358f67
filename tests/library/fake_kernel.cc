// What the fake driver takes for a cubin: TEXT, kernels and their launcher, with the recorder that RECORDERS makes, on the CPU.

#include "cuda_on_host.h"

#include <map>
#include <string>

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
launch_packed(const cudaLaunchConfig_t *launch, void *function, const unsigned char *arguments, size_t bytes)
{
    void (*const kernel)(Parameters...) = (void (*)(Parameters...))function;
    size_t at = 0;
    auto call = [&](Parameters... values) { return cudaLaunchKernelEx(launch, kernel, values...); };
    struct caller {
        int status;
        caller(decltype(call) &f, Parameters... values) : status(f(values...)) {}
    } called{ call, take<Parameters>(arguments, &at)... }; // in braces: from left to right

    return at == bytes ? called.status : 1;
}

template <typename... Parameters>
static int
limit_of(void *function, int bytes)
{
    return cudaFuncSetAttribute((void (*)(Parameters...))function, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}

// Kernels that were recorded, by name.
struct known {
    void *function;
    int (*launch)(const cudaLaunchConfig_t *launch, void *function, const unsigned char *arguments, size_t bytes);
    int (*limit)(void *function, int bytes);
};
static std::map<std::string, known> kernels;

template <typename... Parameters>
static void
learn(const char *name, void (*kernel)(Parameters...))
{
    kernels[name] = { (void *)kernel, launch_packed<Parameters...>, limit_of<Parameters...> };
}

static cudaLaunchConfig_t
config_of(const unsigned *grid, const unsigned *block, unsigned shared)
{
    cudaLaunchConfig_t config = {};

    config.gridDim = dim3(grid[0], grid[1], grid[2]);
    config.blockDim = dim3(block[0], block[1], block[2]);
    config.dynamicSmemBytes = shared;
    return config;
}

extern "C" void *
find_kernel(const char *name)
{
    return kernels.count(name) ? &kernels[name] : nullptr;
}

extern "C" int
set_limit(void *kernel, int bytes)
{
    return ((known *)kernel)->limit(((known *)kernel)->function, bytes);
}

extern "C" int
launch(void *kernel, const unsigned *grid, const unsigned *block, unsigned shared, const unsigned char *arguments, size_t bytes)
{
    const known *const of = (known *)kernel;
    const cudaLaunchConfig_t config = config_of(grid, block, shared);

    return of->launch(&config, of->function, arguments, bytes);
}

#include "recorded_launch.cuh"
#undef __global__
#define __global__ extern "C"
#undef cudaLaunchKernelEx
#define cudaLaunchKernelEx(launch, kernel, ...) \
    (learn(#kernel, kernel), record_launch(launch, #kernel, (decltype(&kernel))nullptr, __VA_ARGS__))

#include TEXT
RECORDERS
