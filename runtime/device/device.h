#ifndef DEVICE_H
#define DEVICE_H

#include "stencil_launch.h"

#include <stddef.h>

/* A device runs kernels: a GPU (device.cu) or this CPU (cpu.c). It is a table of
 * functions that return a status: 0 is success, `error` describes any other. */

/* The thunk of a kernel: see any file in generated/. */
typedef int kernel_run(const void *grid, void *const *fields, const double *params,
    struct stencil_block block, void *stream);

/* The same of a program of several kernels, with a block for each. */
typedef int kernel_run_blocks(const void *grid, void *const *fields, const double *params,
    const struct stencil_block *blocks, void *stream);

/* One of its kernels alone, by number. */
typedef int kernel_run_part(const void *grid, void *const *fields, const double *params,
    const struct stencil_block *blocks, int part, void *stream);

struct cpu_team;

/* One application of a stencil; all pointers but params point to the device. */
struct call {
    kernel_run *run;
    const struct cpu_team *team; /* on a CPU: how many threads it has, see cpu_team.h; NULL: all */
    struct recorded *recorded; /* in its place, if NVRTC compiled the kernel: see recorded.h */
    const void *grid; /* of the kernel's family: struct stencil_grid, struct stencil_probes */
    void *const *fields;
    const double *params;
    struct stencil_block block;
    kernel_run_blocks *run_blocks;      /* instead, with a block for each kernel; */
    const struct stencil_block *blocks; /* NULL: all have `block` */
    kernel_run_part *run_part;          /* instead, one of the kernels alone, with its block; NULL: all of them */
    int part;

    /* Input that the kernel overwrites, and a copy of it from before. */
    void *changed;
    const void *initial;
    size_t changed_bytes;

    int launches;    /* of kernels, if it has many */
    void *recording; /* a graph that is replayed instead; NULL: none */
};

/* Launches it. */
static inline int
call_launch(const struct call *call, void *stream)
{
    if (call->run_part)
        return call->run_part(call->grid, call->fields, call->params, call->blocks, call->part, stream);
    return call->blocks ? call->run_blocks(call->grid, call->fields, call->params, call->blocks, stream)
        : call->run(call->grid, call->fields, call->params, call->block, stream);
}

struct device_info {
    char name[128];
    int major, minor;    /* compute capability; 0 on a CPU */
    int driver, runtime; /* CUDA versions, 13000 for 13.0; 0 on a CPU */
    int processors;      /* multiprocessors, or cores */
    int threads;         /* resident on a multiprocessor, at most; 0 on a CPU */
    int block_threads;   /* of a block, at most */
    int block_shared;    /* bytes of shared memory of a block, at most; 0: unknown, or on a CPU */
    double clock;        /* nominal, of the multiprocessors, in Hz; 0: unknown */
    size_t cache;        /* bytes of the last-level cache; 0: unknown */
    size_t memory;       /* bytes */
};

/* One application, timed. */
struct sample {
    double seconds;
    double clock;  /* of the processor meanwhile, in Hz; 0: not known */
    double waited; /* the longest time a thread was ready and had no core; 0: none, or not known */
};

/* Launch statistics from the CUDA runtime. */
struct launch_facts {
    int registers;     /* of a thread */
    int local;         /* bytes of local memory of a thread: spilled registers */
    int shared;        /* bytes of shared memory of a block */
    int resident;      /* blocks that fit a multiprocessor at a time */
    double occupancy;  /* share of a multiprocessor's threads that they are */
    long long threads; /* of a block */
    long long blocks;
    int launches;      /* of kernels; 0: all of this is unknown */
};

/* Work that goes on by itself. What comes to a stream is done in that order, and beside what other streams do; events order
 * these. Memory, streams and events are made on the device that was selected, the first one at the start, and work comes to
 * its streams only. All functions return a status as those of struct device. */
struct device_streams {
    int (*count)(int *devices);     /* of this kind */
    int (*connect)(int devices);    /* lets the first of them read and write each other's memory, where they can */
    int (*select)(int number);
    int (*create)(int urgent, void **stream); /* work begins when all is done that the device was told to do so far */
    void (*destroy)(void *stream);            /* when it is done */
    int (*create_event)(const char *name, void **event);
    void (*destroy_event)(void *event);
    int (*record)(void *event, void *stream); /* the event: all is done that is in the stream by now */
    int (*wait)(void *stream, void *event);   /* what comes from now on waits for the event, as it was last recorded, if ever */
    int (*query)(void *event, int *happened); /* as it was last recorded; does not wait */
    int (*create_clock)(void **event);        /* an event that knows when it happened; */
    int (*elapsed)(void *from, void *to, double *seconds); /* between two of them, which have; less than 0: the other way round */
    int (*start)(const struct call *call, void *stream);
    int (*copy)(void *to, int device, const void *from, int own_device, size_t bytes, void *stream);
    int (*call)(void (*function)(void *data), void *data, void *stream); /* a function of the host, which calls no device */
    int (*finish)(void *stream); /* waits for its end, and says whether what came to it failed */

    /* Memory of the host, pinned: copies between it and a device go on beside other work. */
    int (*allocate_host)(void **memory, size_t bytes);
    void (*release_host)(void *memory);

    /* Capture: what comes to a stream, and to those that wait for an event of it, of any device, is recorded and not done; by the
     * end it waits for all of these. What is recorded waits for no event of before, and later nothing for one of the recording.
     * The end is to be told after failures, too; there is no recording then. NULL: there is no such thing. */
    int (*begin_capture)(void *stream);
    int (*end_capture)(void *stream, void **recording);
    int (*replay)(void *recording, void *stream); /* as work that comes to the stream */
    void (*forget)(void *recording);              /* when no replay goes on */
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

    /* Times applications one by one: cold, each with an empty last-level cache, or hot,
     * after one that is not counted. Excludes the time to launch them (if they are few)
     * and to restore overwritten input. */
    int (*time)(const struct call *call, int cold, int count, struct sample *samples);

    /* Records the launches of a call that has run before as a graph, to be replayed, and
     * frees it. NULL on a device without graphs. */
    int (*record)(struct call *call);
    void (*forget)(struct call *call);

    /* The library's copy, as a thunk: params[0] bytes of fields[0] go to fields[1]. */
    kernel_run *copy_thunk;

    const char *(*error)(int status);

    const struct device_streams *streams; /* NULL: there are none */
};

#endif
