// The GPU's side of device.h. The tools compile this with nvcc or hipcc when they need it
// and load it, so that they themselves run without CUDA and HIP.

#include "device.h"
#include "gpu_calls.cuh"
#include "gpu_try.cuh"

#include <stdio.h>
#include <string.h>

static int
open_device(struct device_info *info)
{
    cudaDeviceProp properties;
    int count = 0;

    TRY(cudaGetDeviceCount(&count));
    if (!count)
        return cudaErrorNoDevice;
    TRY(cudaSetDevice(0));
    TRY(cudaGetDeviceProperties(&properties, 0));
    TRY(cudaDriverGetVersion(&info->driver));
    TRY(cudaRuntimeGetVersion(&info->runtime));
    snprintf(info->name, sizeof info->name, "%s", properties.name);
    info->major = properties.major;
    info->minor = properties.minor;
    info->processors = properties.multiProcessorCount;
    info->threads = properties.maxThreadsPerMultiProcessor;
    info->block_threads = properties.maxThreadsPerBlock;
    info->cache = (size_t)properties.l2CacheSize;
    info->memory = properties.totalGlobalMem;
    TRY(cudaDeviceGetAttribute(&info->block_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    int kilohertz = 0;
    TRY(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    info->clock = 1e3*kilohertz;
    return prepare_timing(info);
}

static int
allocate(void **memory, size_t bytes)
{
    return cudaMalloc(memory, bytes);
}

static void
release(void *memory)
{
    cudaFree(memory);
}

static int
clear(void *memory, size_t bytes)
{
    return cudaMemset(memory, 0, bytes);
}

static int
upload(void *to, const void *from, size_t bytes)
{
    return cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
}

static int
download(void *to, const void *from, size_t bytes)
{
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}

static int
copy_bytes(void *to, const void *from, size_t bytes)
{
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

__global__ void
find_difference(const unsigned *a, const unsigned *b, const size_t count, int *different)
{
    const size_t i = (size_t)blockIdx.x*blockDim.x + threadIdx.x;

    if (i < count && a[i] != b[i])
        *different = 1;
}

// Fields are of 4 or 8 bytes, so words of 4 cover them.
static int
compare_bytes(const void *a, const void *b, size_t bytes, int *different)
{
    const size_t count = bytes/sizeof (unsigned);
    int *flag = NULL, status;

    *different = 0;
    TRY(cudaMalloc(&flag, sizeof *flag));
    status = cudaMemcpy(flag, different, sizeof *flag, cudaMemcpyHostToDevice);
    if (status == cudaSuccess) {
        find_difference<<<(unsigned)((count + 255)/256), 256>>>((const unsigned *)a,
            (const unsigned *)b, count, flag);
        status = cudaGetLastError();
    }
    if (status == cudaSuccess)
        status = cudaMemcpy(different, flag, sizeof *flag, cudaMemcpyDeviceToHost);
    cudaFree(flag);
    return status;
}

static int
copy_thunk(const void *, void *const *fields, const double *params,
    struct stencil_block, void *stream)
{
    return cudaMemcpyAsync(fields[1], fields[0], (size_t)params[0], cudaMemcpyDeviceToDevice,
        (cudaStream_t)stream);
}

static const char *
error(int status)
{
    const char *refusal = stencil_refusal_text(status);

    return refusal ? refusal : cudaGetErrorString((cudaError_t)status);
}

// Not const: HIP would put it, and so all functions of the host, on the GPU too.
extern "C" {
extern struct device_streams cuda_streams; // in gpu_streams.cu
extern struct device cuda_device;
struct device cuda_device = {
    open_device, allocate, release, clear, upload, download, copy_bytes, compare_bytes, run_call,
    time_call, record_call, forget_call, copy_thunk, error, &cuda_streams,
};
}
