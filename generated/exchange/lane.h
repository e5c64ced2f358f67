#ifndef STENCIL_LANE
#define STENCIL_LANE

#include <stddef.h>

/* Columns of all levels of a field, and where they lie in a message's buffer: level by level, row by row. */
struct stencil_box {
    size_t offset; /* in the buffer, in bytes */
    int field;     /* by the order of the plan */
    int bytes;     /* of an element */
    int levels, stride, row;
    int first, width, height;
};

struct stencil_packing {
    struct stencil_box *boxes;
    int count;
    void *device; /* a copy of the boxes where kernels read them; NULL on a CPU */
};

/* Memory of a processor, and how it is packed and copied. What has a stream is done when it comes to it; `copy` is from
 * the memory of one lane to its own or that of another one like it, on a stream of the former. */
struct stencil_lane {
    int (*allocate)(const struct stencil_lane *lane, void **memory, size_t bytes);
    void (*release)(const struct stencil_lane *lane, void *memory);
    int (*copy)(const struct stencil_lane *lane, const void *from, const struct stencil_lane *other, void *to, size_t bytes,
        void *stream);
    int (*prepare)(const struct stencil_lane *lane, struct stencil_packing *packing); /* sets `device`; NULL: nothing to do */
    int (*pack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        void *buffer, void *stream);
    int (*unpack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        const void *buffer, void *stream);
    const char *(*error)(const struct stencil_lane *lane, int status);

    /* What orders the streams of several ranks: what comes to a stream behind `wait` begins when all is done that was in
     * the other one when the event was last recorded, if ever. NULL where nothing is left in streams. */
    int (*create_event)(const struct stencil_lane *lane, const char *name, void **event);
    void (*destroy_event)(const struct stencil_lane *lane, void *event);
    int (*record)(const struct stencil_lane *lane, void *event, void *stream);
    int (*wait)(const struct stencil_lane *lane, void *stream, void *event);

    /* Between this memory and the host's, either way; the host waits for it, and all that came to the stream before, by
     * `finish`. NULL where the host reads this memory as it is. */
    int (*host_copy)(const struct stencil_lane *lane, void *to, const void *from, size_t bytes, void *stream);
    int (*finish)(const struct stencil_lane *lane, void *stream);

    /* Memory of the host that copies to and from this one are fast with: pinned. NULL: any is. */
    int (*allocate_host)(const struct stencil_lane *lane, void **memory, size_t bytes);
    void (*release_host)(const struct stencil_lane *lane, void *memory);
};

#endif
