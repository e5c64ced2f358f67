// Calls of kernels on a GPU: run, recorded as graphs, timed.

#ifndef GPU_CALLS_CUH
#define GPU_CALLS_CUH

#include "device.h"
#include "gpu_clock.cuh"
#include "gpu_try.cuh"

static int
start_call(const struct call *call)
{
    if (call->recording)
        return cudaGraphLaunch((cudaGraphExec_t)call->recording, NULL);
    const int status = call_launch(call, NULL);

    return status ? status : cudaGetLastError();
}

static int
run_call(const struct call *call)
{
    const int status = start_call(call);

    return status ? status : cudaDeviceSynchronize();
}

// What a call sends to a stream of its own, as a graph.
static int
capture(const struct call *call, cudaStream_t stream, cudaGraph_t *graph)
{
    TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    const int status = call_launch(call, stream);
    const cudaError_t end = cudaStreamEndCapture(stream, graph);

    return status ? status : end;
}

static int
record_call(struct call *call)
{
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t recording = NULL;

    TRY(cudaStreamCreate(&stream));
    int status = capture(call, stream, &graph);
    if (!status)
        status = cudaGraphInstantiateWithFlags(&recording, graph, 0);
    if (!status)
        status = cudaGraphUpload(recording, stream);
    if (!status)
        status = cudaStreamSynchronize(stream);
    if (graph)
        cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    call->recording = recording;
    return status;
}

static void
forget_call(struct call *call)
{
    if (call->recording)
        cudaGraphExecDestroy((cudaGraphExec_t)call->recording);
    call->recording = NULL;
}

// Samples are timed a few at a time. All of it goes into the stream behind a
// kernel that waits, so that the GPU never waits for this processor after that:
//
//     wait | [put back] [empty the cache] stamp event APPLICATION event stamp | ...
//
// Stamps read a clock that runs at the multiprocessors' pace and one that does not.
enum { CHUNK = 8, MOST_PROCESSORS = 1024 };

// A stream holds at least so many launches. A call with more of them cannot be queued behind the
// kernel that waits: its time includes that of launching.
enum { MOST_LAUNCHES = 700 };

struct stamp {
    unsigned long long cycles, nanoseconds;
};

static struct {
    cudaEvent_t events[2*CHUNK];
    struct stamp *stamps, *read; // of each processor, 2*CHUNK times; there and here
    int *flags;                  // shared with the GPU: go on, waited in vain
    void *cache;                 // as much memory as the last cache holds
    size_t cache_bytes;
    int processors;
} timing;

enum { RELEASED, WAITED_IN_VAIN, FLAGS };

// Nanoseconds: a host that fills the stream before the wait ends would never end it.
enum { LONGEST_WAIT = 200000000 };

// Below this the second clock is too coarse.
enum { SHORTEST_WINDOW = 50000 };

__global__ void
wait_for_host(volatile int *flags)
{
    const unsigned long long start = nanoseconds();

    while (!flags[RELEASED])
        if (nanoseconds() - start > LONGEST_WAIT) {
            flags[WAITED_IN_VAIN] = 1;
            return;
        }
}

__global__ void
take_stamp(struct stamp *stamps)
{
    const unsigned processor = processor_number();

    if (processor < MOST_PROCESSORS) {
        stamps[processor].cycles = clock64();
        stamps[processor].nanoseconds = nanoseconds();
    }
}

static int
prepare_timing(const struct device_info *info)
{
    const size_t bytes = 2*CHUNK*MOST_PROCESSORS*sizeof (struct stamp);

    timing.processors = info->processors;
    timing.cache_bytes = info->cache;
    for (int i = 0; i < 2*CHUNK; i++)
        TRY(cudaEventCreate(&timing.events[i]));
    TRY(cudaMalloc(&timing.stamps, bytes));
    TRY(cudaMallocHost(&timing.read, bytes));
    TRY(cudaMallocHost(&timing.flags, FLAGS*sizeof *timing.flags));
    TRY(cudaMalloc(&timing.cache, timing.cache_bytes));
    // A kernel's first launch loads it, which the one that waits would not allow.
    timing.flags[RELEASED] = 1;
    wait_for_host<<<1, 1>>>(timing.flags);
    take_stamp<<<timing.processors, 1>>>(timing.stamps);
    TRY(cudaMemset(timing.cache, 0, timing.cache_bytes));
    return cudaDeviceSynchronize();
}

static cudaError_t
put_back(const struct call *call)
{
    if (!call->changed_bytes)
        return cudaSuccess;
    return cudaMemcpyAsync(call->changed, call->initial, call->changed_bytes, cudaMemcpyDeviceToDevice);
}

static int
start_samples(const struct call *call, int cold, int count)
{
    for (int i = 0; i < count; i++) {
        TRY(put_back(call));
        if (cold)
            TRY(cudaMemsetAsync(timing.cache, i, timing.cache_bytes));
        take_stamp<<<timing.processors, 1>>>(timing.stamps + 2*i*MOST_PROCESSORS);
        TRY(cudaEventRecord(timing.events[2*i]));
        const int status = start_call(call);
        if (status)
            return status;
        TRY(cudaEventRecord(timing.events[2*i + 1]));
        take_stamp<<<timing.processors, 1>>>(timing.stamps + (2*i + 1)*MOST_PROCESSORS);
    }
    return cudaGetLastError();
}

// The clock between two stamps, of the first processor that took both.
static double
clock_between(int first, int second, double *window)
{
    const struct stamp *a = timing.read + first*MOST_PROCESSORS;
    const struct stamp *b = timing.read + second*MOST_PROCESSORS;

    for (int p = 0; p < MOST_PROCESSORS; p++)
        if (a[p].nanoseconds && b[p].nanoseconds > a[p].nanoseconds) {
            *window = (double)(b[p].nanoseconds - a[p].nanoseconds);
            return 1e9*(double)(b[p].cycles - a[p].cycles) / *window;
        }
    return *window = 0;
}

static int
read_samples(int count, struct sample *samples)
{
    double window, whole_window;
    const size_t bytes = 2*(size_t)count*MOST_PROCESSORS*sizeof (struct stamp);

    TRY(cudaMemcpy(timing.read, timing.stamps, bytes, cudaMemcpyDeviceToHost));
    const double whole = clock_between(0, 2*count - 1, &whole_window);
    for (int i = 0; i < count; i++) {
        float milliseconds;

        TRY(cudaEventElapsedTime(&milliseconds, timing.events[2*i], timing.events[2*i + 1]));
        samples[i].seconds = 1e-3*milliseconds;
        samples[i].clock = clock_between(2*i, 2*i + 1, &window);
        if (window < SHORTEST_WINDOW)
            samples[i].clock = whole_window < SHORTEST_WINDOW ? 0 : whole;
    }
    return cudaSuccess;
}

static int
launches_of(const struct call *call)
{
    return call->recording || call->launches < 1 ? 1 : call->launches;
}

static int
time_chunk(const struct call *call, int cold, int count, struct sample *samples)
{
    volatile int *flags = timing.flags;

    flags[RELEASED] = launches_of(call) > MOST_LAUNCHES;
    flags[WAITED_IN_VAIN] = 0;
    TRY(cudaMemset(timing.stamps, 0, 2*(size_t)count*MOST_PROCESSORS*sizeof (struct stamp)));
    // A graph is not queued again before its replay has ended.
    if (!cold && call->recording)
        TRY((cudaError_t)run_call(call));
    wait_for_host<<<1, 1>>>(timing.flags);
    int status = cold || call->recording ? cudaSuccess : start_call(call);
    if (!status)
        status = start_samples(call, cold, count);
    flags[RELEASED] = 1;
    const int end = cudaDeviceSynchronize();
    if (status || end)
        return status ? status : end;
    return read_samples(count, samples);
}

// Samples that filled the stream are taken again, fewer at a time.
static int
time_call(const struct call *call, int cold, int count, struct sample *samples)
{
    const int launches = launches_of(call), fit = MOST_LAUNCHES/launches - 1;
    int most = call->recording ? 1 : launches > MOST_LAUNCHES || fit > CHUNK ? CHUNK : fit > 1 ? fit : 1;

    for (int done = 0; done < count;) {
        const int some = count - done < most ? count - done : most;
        const int status = time_chunk(call, cold, some, samples + done);

        if (status)
            return status;
        if (timing.flags[WAITED_IN_VAIN] && most > 1)
            most /= 2;
        else
            done += some;
    }
    return cudaSuccess;
}

#endif
