#ifndef RECORDING_H
#define RECORDING_H

#include "stencil_launch.h"
#include "stencil_grid.h"
#include "stencil_mesh.h"

/* What a launcher that runs on the GPU itself is called with, and what it would do. Shared by the tools and
 * recorded_launch.cuh. */

struct recording {
    /* The call. A grid's has a grid, a mesh's a mesh and its relations. */
    const struct stencil_grid *grid;
    const struct stencil_mesh *mesh;
    const struct stencil_relation *relations;
    const struct stencil_block *blocks; /* of each kernel */
    void *const *fields;
    const double *params;

    /* Its steps, one after the other, with room for so many bytes. Those that all of them take; what does not fit is not
     * written. Of a query of the workspace, the bytes of that. */
    char *steps;
    size_t room, bytes;
    int status;
};

enum recorded_kind {
    RECORDED_LAUNCH,
    RECORDED_LIMIT, /* the shared memory that a block may ask for from now on */
};

/* Behind it lie the kernel's name, which ends with 0, and its arguments as the driver takes them, each at a multiple of its
 * alignment, which is 8 bytes at most. */
struct recorded_step {
    void *kernel; /* for those who launch it */
    unsigned kind, grid[3], block[3], shared, name, arguments; /* the last two: how many bytes */
};

/* Each part of a step begins at a multiple of 8 bytes. */
static inline size_t
recorded_padded(size_t bytes)
{
    return (bytes + 7)/8*8;
}

static inline size_t
recorded_step_bytes(size_t name, size_t arguments)
{
    return recorded_padded(sizeof (struct recorded_step)) + recorded_padded(name) + recorded_padded(arguments);
}

static inline char *
recorded_name(struct recorded_step *step)
{
    return (char *)step + recorded_padded(sizeof *step);
}

static inline char *
recorded_arguments(struct recorded_step *step)
{
    return recorded_name(step) + recorded_padded(step->name);
}

static inline struct recorded_step *
recorded_next(struct recorded_step *step)
{
    return (struct recorded_step *)(recorded_arguments(step) + recorded_padded(step->arguments));
}

#endif
