// Packs boxes of columns of fields into a message buffer, and unpacks them.

#include "stencil_launch.h"

#include <stddef.h>

#ifndef STENCIL_LANE
#define STENCIL_LANE

#include <stddef.h>

/* A box of columns with all levels of a field, and its offset in a buffer, which has it level by level, row by row. Sizes are
 * in elements. */
struct stencil_box {
    size_t offset; /* in the buffer, in bytes */
    int field;     /* its number in the order of the plan */
    int bytes;     /* of an element */
    int levels, stride, row;
    int first, width, height;
};

struct stencil_packing {
    struct stencil_box *boxes;
    int count;
    void *device; /* a copy of the boxes in the memory of kernels; NULL on a CPU */
};

/* A memory space: the memory of a processor, with functions to pack and copy it. Functions with a stream are asynchronous.
 * `copy` copies from one memory space to itself or another one of the same kind, in a stream of the first. Functions return
 * 0 or an error. */
struct stencil_lane {
    int (*allocate)(const struct stencil_lane *lane, void **memory, size_t bytes);
    void (*release)(const struct stencil_lane *lane, void *memory);
    int (*copy)(const struct stencil_lane *lane, const void *from, const struct stencil_lane *other, void *to, size_t bytes,
        void *stream);
    int (*prepare)(const struct stencil_lane *lane, struct stencil_packing *packing); /* sets `device`; NULL: not needed */
    int (*pack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        void *buffer, void *stream);
    int (*unpack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        const void *buffer, void *stream);
    const char *(*error)(const struct stencil_lane *lane, int status);

    /* Events, which order the streams of several ranks. Work that is queued in a stream after `wait` begins when the work
     * before the last `record` of the event has ended. NULL where streams are synchronous. */
    int (*create_event)(const struct stencil_lane *lane, const char *name, void **event);
    void (*destroy_event)(const struct stencil_lane *lane, void *event);
    int (*record)(const struct stencil_lane *lane, void *event, void *stream);
    int (*wait)(const struct stencil_lane *lane, void *stream, void *event);

    /* Copies between this memory and that of the host, in either direction. `finish` waits for all earlier work of the
     * stream. NULL where the host reads this memory. */
    int (*host_copy)(const struct stencil_lane *lane, void *to, const void *from, size_t bytes, void *stream);
    int (*finish)(const struct stencil_lane *lane, void *stream);

    /* Allocate and release memory of the host with fast copies: pinned memory. NULL: any memory is as fast. */
    int (*allocate_host)(const struct stencil_lane *lane, void **memory, size_t bytes);
    void (*release_host)(const struct stencil_lane *lane, void *memory);
};

#endif

struct fields {
    void *field[64];
};

// Packs or unpacks a box. Its elements are contiguous in the buffer, level by level, row by row.
template <typename element>
static __device__ void
copy_box(const struct stencil_box *box, element *field, element *packed, const bool unpack)
{
    const size_t plane = (size_t)box->width*box->height;
    const size_t count = plane*box->levels;
    const size_t threads = (size_t)gridDim.x*blockDim.x;

    for (size_t i = (size_t)blockIdx.x*blockDim.x + threadIdx.x; i < count; i += threads) {
        const int column = (int)(i % plane);
        const int c = box->first + column/box->width*box->row + column % box->width;
        element *at = field + i/plane*box->stride + c;
        if (unpack)
            *at = packed[i];
        else
            packed[i] = *at;
    }
}

// blockIdx.y is the number of the box.
__global__ void
pack(const struct stencil_box *boxes, const struct fields fields, char *buffer, const bool unpack)
{
    const struct stencil_box *box = boxes + blockIdx.y;
    void *field = fields.field[box->field];
    char *packed = buffer + box->offset;

    if (box->bytes == 8)
        copy_box(box, (double *)field, (double *)packed, unpack);
    else if (box->bytes == 4)
        copy_box(box, (float *)field, (float *)packed, unpack);
    else
        copy_box(box, (char *)field, packed, unpack);
}

// Entry point for tools. grid: a stencil_packing. fields: the fields of the plan, then the buffer. params: the number of
// fields, whether to unpack, and the elements of the largest box.
extern "C" int
run_pack(
    const void *grid, void *const *fields, const double *params,
    struct stencil_block block, void *stream)
{
    enum { BLOCKS = 1024 };
    const struct stencil_packing *packing = (const struct stencil_packing *)grid;
    const int count = (int)params[0];
    const bool unpack = params[1] != 0;
    const double blocks = params[2]/block.x + 1;
    const cudaLaunchConfig_t launch = {
        .gridDim = dim3(blocks < BLOCKS ? (unsigned)blocks : BLOCKS, packing->count),
        .blockDim = dim3(block.x),
        .stream = (cudaStream_t)stream,
    };
    struct fields all = {};

    for (int f = 0; f < count; f++)
        all.field[f] = fields[f];
    return cudaLaunchKernelEx(&launch, pack,
        (const struct stencil_box *)packing->device, all, (char *)fields[count], unpack);
}