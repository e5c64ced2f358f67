#ifndef LAUNCH_FACTS_CUH
#define LAUNCH_FACTS_CUH

// Included before a kernel's text: while a tool asks, its launcher reports what it
// would launch instead of launching it.

#include "device.h"

extern "C" {
// Where to report; NULL: launch. One for each kernel's shared object.
extern struct launch_facts *asked_facts;
struct launch_facts *asked_facts;
}

template <typename... Parameters>
static cudaError_t
tell_facts(const cudaLaunchConfig_t *launch, void (*kernel)(Parameters...), struct launch_facts *facts)
{
    const dim3 block = launch->blockDim, grid = launch->gridDim;
    const int threads = (int)(block.x*block.y*block.z);
    cudaFuncAttributes attributes;
    int resident = 0, device = 0, most = 1;
    cudaError_t status = cudaFuncGetAttributes(&attributes, kernel);

    if (status == cudaSuccess)
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads,
            launch->dynamicSmemBytes);
    if (status == cudaSuccess)
        status = cudaGetDevice(&device);
    if (status == cudaSuccess)
        status = cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    if (status != cudaSuccess)
        return status;
    facts->registers = attributes.numRegs;
    facts->local = (int)attributes.localSizeBytes;
    facts->shared = (int)(attributes.sharedSizeBytes + launch->dynamicSmemBytes);
    facts->resident = resident;
    facts->occupancy = (double)resident*threads/most;
    facts->threads = threads;
    facts->blocks += (long long)grid.x*grid.y*grid.z;
    facts->launches++;
    return cudaSuccess;
}

template <typename... Parameters, typename... Arguments>
static cudaError_t
launch_or_tell(const cudaLaunchConfig_t *launch, void (*kernel)(Parameters...), Arguments &&...arguments)
{
    return asked_facts ? tell_facts(launch, kernel, asked_facts)
        : cudaLaunchKernelEx(launch, kernel, static_cast<Arguments &&>(arguments)...);
}

#define cudaLaunchKernelEx launch_or_tell

#endif
