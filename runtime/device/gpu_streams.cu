// Streams and events of GPUs: see device.h.

#include "device.h"
#include "gpu_try.cuh"

static int
count_devices(int *devices)
{
    return cudaGetDeviceCount(devices);
}

// One way. That it is there already is no error.
static int
connect_pair(int from, int to)
{
    int can = 0;

    TRY(cudaDeviceCanAccessPeer(&can, from, to));
    if (!can)
        return cudaSuccess;
    TRY(cudaSetDevice(from));
    const cudaError_t status = cudaDeviceEnablePeerAccess(to, 0);
    if (status != cudaErrorPeerAccessAlreadyEnabled)
        return status;
    cudaGetLastError();
    return cudaSuccess;
}

static int
connect_devices(int devices)
{
    for (int from = 0; from < devices; from++)
        for (int to = 0; to < devices; to++)
            if (from != to)
                TRY((cudaError_t)connect_pair(from, to));
    return cudaSetDevice(0);
}

static int
select_device(int number)
{
    return cudaSetDevice(number);
}

// Nothing that goes to the default stream holds it up, or waits for it: so all that the device was told before is done first.
static int
create_stream(int urgent, void **stream)
{
    int least, greatest;

    TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    TRY(cudaDeviceSynchronize());
    return cudaStreamCreateWithPriority((cudaStream_t *)stream, cudaStreamNonBlocking, urgent ? greatest : least);
}

static void
destroy_stream(void *stream)
{
    cudaStreamSynchronize((cudaStream_t)stream);
    cudaStreamDestroy((cudaStream_t)stream);
}

static int
create_event(const char *, void **event)
{
    return cudaEventCreateWithFlags((cudaEvent_t *)event, cudaEventDisableTiming);
}

static void
destroy_event(void *event)
{
    cudaEventDestroy((cudaEvent_t)event);
}

static int
record_event(void *event, void *stream)
{
    return cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream);
}

static int
wait_for_event(void *stream, void *event)
{
    return cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0);
}

static int
query_event(void *event, int *happened)
{
    const cudaError_t status = cudaEventQuery((cudaEvent_t)event);

    *happened = status == cudaSuccess;
    return status == cudaErrorNotReady ? cudaSuccess : status;
}

static int
create_clock(void **event)
{
    return cudaEventCreate((cudaEvent_t *)event);
}

static int
elapsed(void *from, void *to, double *seconds)
{
    float milliseconds = 0;

    TRY(cudaEventElapsedTime(&milliseconds, (cudaEvent_t)from, (cudaEvent_t)to));
    *seconds = 1e-3*milliseconds;
    return cudaSuccess;
}

static int
start_call(const struct call *call, void *stream)
{
    if (call->recording)
        return cudaGraphLaunch((cudaGraphExec_t)call->recording, (cudaStream_t)stream);
    const int status = call_launch(call, stream);

    return status ? status : cudaGetLastError();
}

static bool capturing;

static int
copy_between(void *to, int device, const void *from, int own_device, size_t bytes, void *stream)
{
    // A graph finds out from the addresses which devices they are on.
    if (device == own_device || capturing)
        return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, (cudaStream_t)stream);
    return cudaMemcpyPeerAsync(to, device, from, own_device, bytes, (cudaStream_t)stream);
}

static int
call_function(void (*function)(void *data), void *data, void *stream)
{
    return cudaLaunchHostFunc((cudaStream_t)stream, function, data);
}

static int
finish_stream(void *stream)
{
    return cudaStreamSynchronize((cudaStream_t)stream);
}

static int
allocate_host(void **memory, size_t bytes)
{
    return cudaMallocHost(memory, bytes);
}

static void
release_host(void *memory)
{
    cudaFreeHost(memory);
}

static int
begin_capture(void *stream)
{
    TRY(cudaStreamBeginCapture((cudaStream_t)stream, cudaStreamCaptureModeThreadLocal));
    capturing = true;
    return cudaSuccess;
}

// Nodes keep the priorities of the streams that they came to.
static int
end_capture(void *stream, void **recording)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t executable = NULL;

    capturing = false;
    *recording = NULL;
    TRY(cudaStreamEndCapture((cudaStream_t)stream, &graph));
    const cudaError_t status = cudaGraphInstantiateWithFlags(&executable, graph, cudaGraphInstantiateFlagUseNodePriority);
    cudaGraphDestroy(graph);
    if (status == cudaSuccess)
        *recording = executable;
    return status;
}

static int
replay(void *recording, void *stream)
{
    return cudaGraphLaunch((cudaGraphExec_t)recording, (cudaStream_t)stream);
}

static void
forget(void *recording)
{
    cudaGraphExecDestroy((cudaGraphExec_t)recording);
}

// Not const: HIP would put it on the GPU too.
extern "C" {
extern struct device_streams cuda_streams;
struct device_streams cuda_streams = {
    count_devices, connect_devices, select_device, create_stream, destroy_stream, create_event, destroy_event,
    record_event, wait_for_event, query_event, create_clock, elapsed, start_call, copy_between, call_function, finish_stream,
    allocate_host, release_host, begin_capture, end_capture, replay, forget,
};
}
