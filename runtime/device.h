#ifndef DEVICE_H
#define DEVICE_H

#include "stencil_grid.h"

#include <stddef.h>

/* What runs kernels: a GPU, by way of device.cu, or this CPU, by cpu.c. Both are
 * a table of functions; a status of 0 is success, `error` words any other. */

/* The thunk of a kernel: see any file in generated/. */
typedef int kernel_run(const struct stencil_grid *grid, void *const *fields, const double *params,
    struct stencil_block block, void *stream);

/* One application of a stencil; all pointers but params point to the device. */
struct call {
    kernel_run *run;
    const struct stencil_grid *grid;
    void *const *fields;
    const double *params;
    struct stencil_block block;
};

struct device_info {
    char name[128];
    int major, minor; /* compute capability; 0 on a CPU */
    int driver, runtime; /* CUDA versions, 13000 for 13.0 */
};

struct device {
    int (*open)(struct device_info *info);
    int (*allocate)(void **memory, size_t bytes); /* aligned to 256 bytes */
    void (*release)(void *memory);
    int (*upload)(void *to, const void *from, size_t bytes);
    int (*download)(void *to, const void *from, size_t bytes);
    int (*copy)(void *to, const void *from, size_t bytes); /* both on the device */
    int (*compare)(const void *a, const void *b, size_t bytes, int *different);
    int (*run)(const struct call *call); /* waits for the end */

    /* Seconds of each of some applications in a row, after a few that do not
     * count. */
    int (*time_call)(const struct call *call, int samples, double *seconds);

    /* The same for copying: half of the bytes are read, half are written. */
    int (*time_copy)(size_t bytes, int samples, double *seconds);
    int (*time_memcpy)(size_t bytes, int samples, double *seconds);

    const char *(*error)(int status);
};

#endif
