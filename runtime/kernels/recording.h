#ifndef RECORDING_H
#define RECORDING_H

#include "stencil_launch.h"
#include "stencil_grid.h"
#include "stencil_mesh.h"

/* What a launcher that runs on the GPU itself is called with, and what it would launch. Shared by the tools and
 * recorded_launch.cuh. */

enum { MOST_RECORDED = 32, MOST_RECORDED_ARRAYS = 64, MOST_ARGUMENT_BYTES = 1024,
       MOST_RECORDED_RELATIONS = 64 };

/* Statuses of a launcher besides those of stencil_launch.h. */
enum { TOO_MANY_LAUNCHES = -200, TOO_MANY_ARGUMENTS = -201 };

/* Of the grid, or of the mesh and its relations: what is not there is 0. */
struct recorded_call {
    struct stencil_grid grid;
    struct stencil_mesh mesh;
    struct stencil_relation relations[MOST_RECORDED_RELATIONS];
    struct stencil_block block;
    void *fields[MOST_RECORDED_ARRAYS];
    double params[MOST_RECORDED_ARRAYS];
};

/* The arguments lie as the driver takes them: each aligned to its size, which is 8 bytes at most. */
struct recorded_launch {
    unsigned grid[3], block[3], shared, bytes;
    double arguments[MOST_ARGUMENT_BYTES/8];
};

struct recording {
    struct recorded_call call;
    int status, count;
    struct recorded_launch launches[MOST_RECORDED];
};

#endif
