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
