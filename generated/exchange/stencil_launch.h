#ifndef STENCIL_LAUNCH
#define STENCIL_LAUNCH

#include <stddef.h>

/* Block size, in threads. */
struct stencil_block {
    int x, y, z;
};

/* Returns the number of threads of a block; 0 if no GPU has such blocks. */
static inline int
stencil_threads(struct stencil_block block)
{
    enum { MOST = 1024 };

    if (block.x < 1 || block.y < 1 || block.z < 1)
        return 0;
    if (block.x > MOST || block.y > MOST || block.z > MOST || block.x*block.y > MOST)
        return 0;
    return block.x*block.y*block.z > MOST ? 0 : block.x*block.y*block.z;
}

/* Copies a compressed table of `count` entries from host memory to the constant memory of a kernel. Returns the
 * same values as a launcher. */
typedef int stencil_upload(const int *offsets, int count);

/* Why a launcher refuses a call. A launcher returns 0, one of these if it has launched nothing, or an error of
 * CUDA or HIP, which are positive. Launchers allocate nothing and own nothing: arrays, tables and workspaces belong
 * to the caller and must stay valid until the kernels have run. */
enum stencil_refusal {
    STENCIL_NULL_POINTER = -1,
    STENCIL_WRONG_SIZE = -2,
    STENCIL_SHORT_ROW = -3,
    STENCIL_SHORT_STRIDE = -4,
    STENCIL_SMALL_HALO = -5,
    STENCIL_NO_TABLE = -6,
    STENCIL_MISALIGNED = -7,
    STENCIL_WRONG_BLOCK = -8,
    STENCIL_LARGE_GRID = -9,
    STENCIL_LARGE_TABLE = -10,
    STENCIL_SHORT_ARRAY = -11,
    STENCIL_WRONG_TABLE = -12,
    STENCIL_WRONG_LEVELS = -13
};

/* Returns the message of a refusal; NULL for any other result of a launcher. */
static inline const char *
stencil_refusal_text(int result)
{
    switch (result) {
    case STENCIL_NULL_POINTER:
        return "the grid, a field, a table, the workspace or the block size is a null pointer";
    case STENCIL_WRONG_SIZE:
        return "a size, an offset or a number of the call is negative, or no point is updated";
    case STENCIL_SHORT_ROW:
        return "the grid is wider than its rows are apart";
    case STENCIL_SHORT_STRIDE:
        return "the levels of the grid overlap: the stride is less than the columns of a level";
    case STENCIL_SMALL_HALO:
        return "the halo of the grid is smaller than the stencil reads";
    case STENCIL_NO_TABLE:
        return "the grid has no table of neighbors or of places, or constant memory was not filled with it";
    case STENCIL_MISALIGNED:
        return "a field, a table, the first column, the rows, the levels or the workspace are not aligned "
            "to elements, vectors or structs";
    case STENCIL_WRONG_BLOCK:
        return "the kernel cannot have such a block of threads";
    case STENCIL_LARGE_GRID:
        return "the grid has more than 2^24 levels, or indices of a level or block do not fit an int";
    case STENCIL_LARGE_TABLE:
        return "the table does not fit into constant memory, or its indices do not fit an int";
    case STENCIL_SHORT_ARRAY:
        return "an array is too short for the grid";
    case STENCIL_WRONG_TABLE:
        return "an entry of the table leads out of the level, a pattern is no row of it, or clusters have other columns";
    case STENCIL_WRONG_LEVELS:
        return "the grid's levels are innermost and the kernel's outermost, or the other way round";
    }
    return 0;
}

#endif
