#ifndef STENCIL_LAUNCH
#define STENCIL_LAUNCH

#include <stddef.h>

/* Size of a block on a GPU, in threads. */
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

/* Copies a compressed table of `count` entries from host memory to the constant memory of a kernel. Call it before
 * the launcher. Returns what a launcher returns. */
typedef int stencil_upload(const int *offsets, int count);

/* Refusals of launchers. A launcher returns 0, one of these if it has launched nothing, or an error of CUDA or HIP,
 * which is positive. Launchers allocate nothing. Arrays, tables and workspaces belong to the caller and must stay valid
 * until the kernels have run. The grid or mesh and the block sizes are read during the call only. */
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
        return "the grid, a field, a table, the workspace or the block size is a null pointer: pass its address";
    case STENCIL_WRONG_SIZE:
        return "a size, an offset or a count is negative, or no point is updated: give the grid inner points";
    case STENCIL_SHORT_ROW:
        return "the grid is wider than its rows: raise row to width and the halo";
    case STENCIL_SHORT_STRIDE:
        return "the levels of the grid overlap: raise the stride to the columns of a level, or the pitch to its levels";
    case STENCIL_SMALL_HALO:
        return "the stencil reads outside of the grid: give the arrays and the grid the halo that the header defines";
    case STENCIL_NO_TABLE:
        return "the grid or mesh lacks a table of neighbors or places, or constant memory is empty: "
            "set it, or call the upload";
    case STENCIL_MISALIGNED:
        return "a field, a table, the first column, the rows, the levels or the workspace are not aligned "
            "to elements, vectors or structs: align them, or call a launcher of another access";
    case STENCIL_WRONG_BLOCK:
        return "the kernel cannot have a block of this size: use at most 1024 threads, or what its first lines name";
    case STENCIL_LARGE_GRID:
        return "the grid has more than 2^24 levels, or indices of a level or block do not fit an int: decompose it";
    case STENCIL_LARGE_TABLE:
        return "the table does not fit into constant memory, or its indices do not fit an int: "
            "use a storage without _constant";
    case STENCIL_SHORT_ARRAY:
        return "an array is too short for the grid: allocate an element for each of its points, columns or levels";
    case STENCIL_WRONG_TABLE:
        return "an entry of the table leads out of the level, a pattern is no row of it, or clusters have other columns: "
            "make the tables of this grid";
    case STENCIL_WRONG_LEVELS:
        return "the grid's levels are innermost and the kernel's outermost, or the other way round: "
            "set pitch or height, or 0";
    }
    return 0;
}

#endif
