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

/* Memory of a processor, and how it is packed and copied. What has a stream is done when it comes to it; `copy` is within
 * the memory of one lane. */
struct stencil_lane {
    int (*allocate)(const struct stencil_lane *lane, void **memory, size_t bytes);
    void (*release)(const struct stencil_lane *lane, void *memory);
    int (*copy)(const struct stencil_lane *lane, void *to, const void *from, size_t bytes, void *stream);
    int (*prepare)(const struct stencil_lane *lane, struct stencil_packing *packing); /* sets `device`; NULL: nothing to do */
    int (*pack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        void *buffer, void *stream);
    int (*unpack)(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields,
        const void *buffer, void *stream);
    const char *(*error)(const struct stencil_lane *lane, int status);
};

#endif
