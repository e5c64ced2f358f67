// The GPU's side of device.h. The tools compile this with nvcc when they need it
// and load it, so that they themselves run without CUDA.

#include "device.h"

#include <stdio.h>
#include <string.h>

#define TRY(call) do { \
    const cudaError_t status = (call); \
    if (status != cudaSuccess) \
        return status; \
} while (0)

enum { WARM_UP = 3 };

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
    return cudaSuccess;
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
run_call(const struct call *call)
{
    const int status = call->run(call->grid, call->fields, call->params, call->block, NULL);

    if (status)
        return status;
    TRY(cudaGetLastError());
    return cudaDeviceSynchronize();
}

// What is timed: something that can be put into the stream again and again.
struct job {
    int (*start)(const struct job *job);
    const struct call *call;
    void *to, *from;
    size_t bytes;
};

// All samples go into the stream before the first has run, so that the time to
// launch one passes while another runs.
static int
time_events(const struct job *job, int samples, double *seconds, cudaEvent_t *events)
{
    for (int i = 0; i < WARM_UP; i++) {
        const int status = job->start(job);

        if (status)
            return status;
    }
    for (int i = 0; i < samples; i++) {
        TRY(cudaEventRecord(events[2*i]));
        const int status = job->start(job);
        if (status)
            return status;
        TRY(cudaEventRecord(events[2*i + 1]));
    }
    TRY(cudaDeviceSynchronize());
    for (int i = 0; i < samples; i++) {
        float milliseconds;

        TRY(cudaEventElapsedTime(&milliseconds, events[2*i], events[2*i + 1]));
        seconds[i] = milliseconds*1e-3;
    }
    return cudaSuccess;
}

static int
time_job(const struct job *job, int samples, double *seconds)
{
    cudaEvent_t *events = new cudaEvent_t[2*samples];
    int made = 0, status = cudaSuccess;

    for (; made < 2*samples && status == cudaSuccess; made++)
        status = cudaEventCreate(&events[made]);
    if (status == cudaSuccess)
        status = time_events(job, samples, seconds, events);
    for (int i = 0; i < made; i++)
        cudaEventDestroy(events[i]);
    delete[] events;
    return status;
}

static int
start_call(const struct job *job)
{
    const struct call *call = job->call;

    return call->run(call->grid, call->fields, call->params, call->block, NULL);
}

static int
time_call(const struct call *call, int samples, double *seconds)
{
    const struct job job = { start_call, call };

    return time_job(&job, samples, seconds);
}

__global__ void
copy(const double2 *__restrict__ from, double2 *__restrict__ to, const size_t count)
{
    const size_t i = (size_t)blockIdx.x*blockDim.x + threadIdx.x;

    if (i < count)
        to[i] = from[i];
}

static int
start_copy(const struct job *job)
{
    const size_t count = job->bytes/sizeof (double2);

    copy<<<(unsigned)((count + 255)/256), 256>>>((const double2 *)job->from, (double2 *)job->to, count);
    return cudaGetLastError();
}

static int
start_memcpy(const struct job *job)
{
    return cudaMemcpyAsync(job->to, job->from, job->bytes, cudaMemcpyDeviceToDevice);
}

static int
time_transfer(int (*start)(const struct job *), size_t bytes, int samples, double *seconds)
{
    struct job job = { start, NULL, NULL, NULL, bytes/2/sizeof (double2)*sizeof (double2) };
    int status = cudaMalloc(&job.to, job.bytes);

    if (status == cudaSuccess)
        status = cudaMalloc(&job.from, job.bytes);
    if (status == cudaSuccess)
        status = cudaMemset(job.from, 0, job.bytes);
    if (status == cudaSuccess)
        status = time_job(&job, samples, seconds);
    cudaFree(job.to);
    cudaFree(job.from);
    return status;
}

static int
time_copy(size_t bytes, int samples, double *seconds)
{
    return time_transfer(start_copy, bytes, samples, seconds);
}

static int
time_memcpy(size_t bytes, int samples, double *seconds)
{
    return time_transfer(start_memcpy, bytes, samples, seconds);
}

static const char *
error(int status)
{
    return cudaGetErrorString((cudaError_t)status);
}

extern "C" {
extern const struct device cuda_device;
const struct device cuda_device = {
    open_device, allocate, release, upload, download, copy_bytes, compare_bytes, run_call,
    time_call, time_copy, time_memcpy, error,
};
}
