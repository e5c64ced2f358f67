// The memory of a GPU: what pack.cu packs there is copied to other GPUs, or to the host. Statuses are CUDA's.

#include "lane_cuda.h"
#include "lane.h"

#include <cuda_runtime.h>
#include <stdlib.h>

extern "C" int run_pack(
    const void *grid, void *const *fields, const double *params,
    struct stencil_block block, void *stream);

namespace {

enum { MOST_FIELDS = 64, THREADS = 256 };

struct cuda_lane {
    struct stencil_lane lane;
    int device;
};

int
device_of(const struct stencil_lane *lane)
{
    return ((const struct cuda_lane *)lane)->device;
}

int
allocate(const struct stencil_lane *, void **memory, size_t bytes)
{
    return cudaMalloc(memory, bytes + !bytes);
}

void
release(const struct stencil_lane *, void *memory)
{
    cudaFree(memory);
}

int
copy(const struct stencil_lane *lane, const void *from, const struct stencil_lane *other, void *to, size_t bytes, void *stream)
{
    return cudaMemcpyPeerAsync(to, device_of(other), from, device_of(lane), bytes, (cudaStream_t)stream);
}

int
prepare(const struct stencil_lane *lane, struct stencil_packing *packing)
{
    const size_t bytes = (size_t)packing->count*sizeof *packing->boxes;

    for (int b = 0; b < packing->count; b++)
        if (packing->boxes[b].field >= MOST_FIELDS)
            return STENCIL_MANY_FIELDS;
    const int status = allocate(lane, &packing->device, bytes);
    return status ? status : cudaMemcpy(packing->device, packing->boxes, bytes, cudaMemcpyHostToDevice);
}

int
run(const struct stencil_packing *packing, void *const *fields, void *buffer, bool unpack, void *stream)
{
    void *all[MOST_FIELDS + 1];
    double most = 0;
    int count = 0;

    if (!packing->count)
        return cudaSuccess;
    for (int b = 0; b < packing->count; b++) {
        const struct stencil_box *box = &packing->boxes[b];
        const double elements = (double)box->width*box->height*box->levels;

        most = elements > most ? elements : most;
        count = box->field >= count ? box->field + 1 : count;
    }
    for (int f = 0; f < count; f++)
        all[f] = fields[f];
    all[count] = buffer;
    const double params[] = { (double)count, (double)unpack, most };
    return run_pack(packing, all, params, { THREADS, 1, 1 }, stream);
}

int
pack(const struct stencil_lane *, const struct stencil_packing *packing, void *const *fields, void *buffer, void *stream)
{
    return run(packing, fields, buffer, false, stream);
}

int
unpack(const struct stencil_lane *, const struct stencil_packing *packing, void *const *fields, const void *buffer,
    void *stream)
{
    return run(packing, fields, (void *)buffer, true, stream);
}

const char *
error(const struct stencil_lane *, int status)
{
    return cudaGetErrorString((cudaError_t)status);
}

int
create_event(const struct stencil_lane *, const char *, void **event)
{
    return cudaEventCreateWithFlags((cudaEvent_t *)event, cudaEventDisableTiming);
}

void
destroy_event(const struct stencil_lane *, void *event)
{
    cudaEventDestroy((cudaEvent_t)event);
}

int
record(const struct stencil_lane *, void *event, void *stream)
{
    return cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream);
}

int
wait_for(const struct stencil_lane *, void *stream, void *event)
{
    return cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0);
}

int
host_copy(const struct stencil_lane *, void *to, const void *from, size_t bytes, void *stream)
{
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, (cudaStream_t)stream);
}

int
finish(const struct stencil_lane *, void *stream)
{
    return cudaStreamSynchronize((cudaStream_t)stream);
}

int
allocate_host(const struct stencil_lane *, void **memory, size_t bytes)
{
    return cudaMallocHost(memory, bytes);
}

void
release_host(const struct stencil_lane *, void *memory)
{
    cudaFreeHost(memory);
}

}

struct stencil_lane *
stencil_lane_cuda(int device)
{
    struct cuda_lane *lane = (struct cuda_lane *)calloc(1, sizeof *lane);

    if (!lane)
        return NULL;
    lane->lane = {
        allocate, release, copy, prepare, pack, unpack, error, create_event, destroy_event, record, wait_for, host_copy, finish,
        allocate_host, release_host,
    };
    lane->device = device;
    return &lane->lane;
}

void
stencil_lane_cuda_free(struct stencil_lane *lane)
{
    free(lane);
}
