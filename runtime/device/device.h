#ifndef DEVICE_H
#define DEVICE_H

#include "stencil_launch.h"

#include <stddef.h>

/* What runs kernels: a GPU, by way of device.cu, or this CPU, by cpu.c. Both are
 * a table of functions; a status of 0 is success, `error` words any other. */

/* The thunk of a kernel: see any file in generated/. */
typedef int kernel_run(const void *grid, void *const *fields, const double *params,
    struct stencil_block block, void *stream);

/* One application of a stencil; all pointers but params point to the device. */
struct call {
    kernel_run *run;
    const void *grid; /* of the kernel's family: struct stencil_grid, struct stencil_probes */
    void *const *fields;
    const double *params;
    struct stencil_block block;

    /* What it changes of its own input, and what that was before. */
    void *changed;
    const void *initial;
    size_t changed_bytes;

    int launches;    /* of kernels, if there are many */
    void *recording; /* is replayed instead; NULL: there is none */
};

struct device_info {
    char name[128];
    int major, minor;    /* compute capability; 0 on a CPU */
    int driver, runtime; /* CUDA versions, 13000 for 13.0; 0 on a CPU */
    int processors;      /* multiprocessors, or cores */
    int threads;         /* that a multiprocessor can have at a time; 0 on a CPU */
    int block_threads;   /* and a block */
    double clock;        /* usual one of the multiprocessors, in Hz; 0: not known */
    size_t cache;        /* bytes of the last one, 0: not known */
    size_t memory;       /* bytes */
};

/* One application, timed. */
struct sample {
    double seconds;
    double clock;  /* of the processor meanwhile, in Hz; 0: not known */
    double waited; /* the longest time a thread was ready and had no core; 0: none, or not known */
};

/* What the runtime tells of a kernel and its launch. */
struct launch_facts {
    int registers;     /* of a thread */
    int local;         /* bytes a thread keeps in memory: spilled registers */
    int shared;        /* bytes a block has of shared memory */
    int resident;      /* blocks that a multiprocessor can have at a time */
    double occupancy;  /* of its threads, then: a share */
    long long threads; /* of a block */
    long long blocks;
    int launches;      /* of kernels; 0: nothing is known */
};

struct device {
    int (*open)(struct device_info *info);
    int (*allocate)(void **memory, size_t bytes); /* aligned to 256 bytes */
    void (*release)(void *memory);
    int (*clear)(void *memory, size_t bytes);
    int (*upload)(void *to, const void *from, size_t bytes);
    int (*download)(void *to, const void *from, size_t bytes);
    int (*copy)(void *to, const void *from, size_t bytes); /* both on the device */
    int (*compare)(const void *a, const void *b, size_t bytes, int *different);
    int (*run)(const struct call *call); /* waits for the end */

    /* Times applications one by one, each with an empty last cache (cold) or all
     * right after one that does not count. The time to launch them is left out, as long
     * as they are few, and that to put back what they change. */
    int (*time)(const struct call *call, int cold, int count, struct sample *samples);

    /* Records the launches of a call that has run before, all at once to be replayed, and
     * forgets them. NULL where that cannot be done. */
    int (*record)(struct call *call);
    void (*forget)(struct call *call);

    /* The library's copy, as a thunk: params[0] bytes of fields[0] go to fields[1]. */
    kernel_run *copy_thunk;

    const char *(*error)(int status);
};

#endif
