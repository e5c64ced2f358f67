#ifndef STENCIL_GRID
#define STENCIL_GRID

#include <limits.h>

/* A structured grid. Distances are in elements; columns and levels are counted from 0. Tables are in the memory of the
 * processor that runs the kernel and belong to the caller. Use stencil_regular_grid or stencil_columns_grid to make one. */
struct stencil_grid {
    int first, end;     /* inner columns: first..end-1; a regular grid has halo
                         * columns among them */
    int width, height;  /* inner columns in x and in y */
    int row;            /* from one row to the next; unstructured grids: 0 */
    int bottom, top;    /* inner levels: bottom..top-1 */
    int levels;         /* all levels, including the halo */
    int stride;         /* columns of a level; levels outermost: from one to the next */
    int pitch;          /* levels innermost: from one column to the next; outermost: 0 */
    int patterns;       /* rows of a compressed table */
    int clusters;       /* for access cluster: number of clusters */
    int singles;        /* number of columns in no cluster */
    int across;         /* from one row of place to the next */
    const int *pattern; /* pattern[column]: its row of the table */
    const int *table;   /* table[slot*stride + column], or, compressed,
                         * table[slot*patterns + row]: offset to a neighbor; levels
                         * innermost: table[column*slots + slot], table[row*slots + slot] */
    const int *cluster; /* cluster[slot*clusters + number], levels innermost cluster[number*slots + slot]: its
                         * columns and those that they read; with a compressed table cluster[2*number]: its first column, cluster[2*number + 1]: index in
                         * this array of the offsets from it to all these columns */
    const int *single;  /* single[i]: a column in no cluster */
    const int *place;   /* place[i + j*across]: column of cell (i, j), counted from the first cell of the
                         * domain; halo cells also have negative i or j. Used to fill halos and to order
                         * reductions. NULL: reductions use the order of columns */
    int west, east, north, south; /* of a subdomain or region of a regular domain: inner columns of the domain on these
                         * sides of it, for kernels that read distances to the sides; else 0 */
};

/* Cells that a stencil reads from a point, or that a halo has, in each direction. */
struct stencil_extents {
    int west, east, north, south, below, above;
};

/* Number of blocks of a launch in x and y. */
struct stencil_blocks {
    int x, y;
};

/* Returns a/b rounded up, for positive numbers. */
static inline int
stencil_ceil_div(int a, int b)
{
    return (a - 1)/b + 1;
}

/* Returns a regular grid for arrays of nx x ny x nz elements, halo included; x varies fastest. Without inner points, or
 * if the elements of a level do not fit an int, the grid is empty and launchers refuse it. */
static inline struct stencil_grid
stencil_regular_grid(int nx, int ny, int nz, struct stencil_extents halo)
{
    struct stencil_grid grid = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

    if (nx <= halo.west + halo.east || ny <= halo.north + halo.south || ny < 1
            || nz <= halo.below + halo.above || nx > INT_MAX/ny)
        return grid;
    grid.first = halo.north*nx + halo.west;
    grid.end = nx*(ny - halo.south) - halo.east;
    grid.width = nx - halo.west - halo.east;
    grid.height = ny - halo.north - halo.south;
    grid.row = nx;
    grid.bottom = halo.below;
    grid.top = nz - halo.above;
    grid.levels = nz;
    grid.stride = nx*ny;
    return grid;
}

/* Returns an unstructured grid that updates columns first..end-1 and all levels except the halo. Set its
 * table, and pattern if there is one.
 *     pitch 0                 levels outermost: value[level*columns + column], table[slot*columns + column]
 *     pitch levels or more    levels innermost: value[column*pitch + level], table[column*slots + slot]
 * Entries are offsets: the neighbor's number minus the column's number. */
static inline struct stencil_grid
stencil_columns_grid(int columns, int first, int end, int levels, int pitch, struct stencil_extents halo)
{
    struct stencil_grid grid = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

    grid.pitch = pitch;
    grid.stride = columns;
    if (first < 0 || end <= first || levels <= halo.below + halo.above)
        return grid;
    grid.first = first;
    grid.end = end;
    grid.width = end - first;
    grid.height = 1;
    grid.bottom = halo.below;
    grid.top = levels - halo.above;
    grid.levels = levels;
    return grid;
}

/* Returns a pitch for columns of `levels` levels, in elements, that suits all kernels: columns are aligned to vectors
 * and span as few cache lines as possible. */
static inline int
stencil_pitch(int levels)
{
    int multiple = 4;

    while (multiple < levels && multiple < 16)
        multiple *= 2;
    return levels < 1 || levels > 1 << 24 ? levels : (levels + multiple - 1)/multiple*multiple;
}

/* The following checks return 0 or a stencil_refusal. This one: levels, and their halo. */
static inline int
stencil_check_levels(const struct stencil_grid *grid, const struct stencil_extents *extents)
{
    if (grid->levels > 1 << 24)
        return STENCIL_LARGE_GRID;
    if (grid->bottom < 0 || grid->top <= grid->bottom || grid->levels < grid->top)
        return STENCIL_WRONG_SIZE;
    if (grid->bottom < extents->below || grid->levels - grid->top < extents->above)
        return STENCIL_SMALL_HALO;
    return 0;
}

/* Checks a regular grid. */
static inline int
stencil_check_regular(const struct stencil_grid *grid, const struct stencil_extents *extents)
{
    long long end;

    if (!grid)
        return STENCIL_NULL_POINTER;
    if (grid->pitch)
        return STENCIL_WRONG_LEVELS;
    if (grid->first < 0 || grid->width < 1 || grid->height < 1)
        return STENCIL_WRONG_SIZE;
    if (grid->row < grid->width)
        return STENCIL_SHORT_ROW;
    end = grid->first + (grid->height - 1LL)*grid->row + grid->width;
    if (end > grid->stride)
        return STENCIL_SHORT_STRIDE;
    if (grid->row - grid->width < extents->west + extents->east
            || grid->first < (long long)extents->north*grid->row + extents->west
            || grid->stride - end < (long long)extents->south*grid->row + extents->east)
        return STENCIL_SMALL_HALO;
    return stencil_check_levels(grid, extents);
}

/* Returns whether the tables of a grid are aligned to ints. */
static inline int
stencil_tables_are_aligned(const struct stencil_grid *grid)
{
    return ((size_t)grid->table | (size_t)grid->pattern | (size_t)grid->cluster | (size_t)grid->single
        | (size_t)grid->place) % sizeof (int) == 0;
}

/* Checks an unstructured grid, whatever the order of levels, except the halo in x and y: stencil_check_table does. */
static inline int
stencil_check_columns(const struct stencil_grid *grid, const struct stencil_extents *extents)
{
    if (!stencil_tables_are_aligned(grid))
        return STENCIL_MISALIGNED;
    if (grid->first < 0 || grid->end <= grid->first || grid->width < 1)
        return STENCIL_WRONG_SIZE;
    if (grid->end > grid->stride || grid->width > grid->stride)
        return STENCIL_SHORT_STRIDE;
    if (grid->place && (long long)grid->width*grid->height != grid->end - grid->first)
        return STENCIL_WRONG_SIZE;
    if (grid->place && grid->across - grid->width < extents->west + extents->east)
        return STENCIL_SMALL_HALO;
    return stencil_check_levels(grid, extents);
}

/* Checks an unstructured grid with levels outermost. */
static inline int
stencil_check_unstructured(const struct stencil_grid *grid, const struct stencil_extents *extents)
{
    if (!grid)
        return STENCIL_NULL_POINTER;
    if (grid->pitch)
        return STENCIL_WRONG_LEVELS;
    return stencil_check_columns(grid, extents);
}

/* The same with levels innermost. */
static inline int
stencil_check_innermost(const struct stencil_grid *grid, const struct stencil_extents *extents)
{
    if (!grid)
        return STENCIL_NULL_POINTER;
    if (grid->pitch < 1)
        return STENCIL_WRONG_LEVELS;
    if (grid->pitch < grid->levels)
        return STENCIL_SHORT_STRIDE;
    return stencil_check_columns(grid, extents);
}

/* Checks that each inner column is single or in one of the clusters, which have `columns` columns. */
static inline int
stencil_check_cluster_table(const struct stencil_grid *grid, int columns, int slots)
{
    if (grid->clusters < 0 || grid->singles < 0
            || (long long)grid->clusters*columns + grid->singles != grid->end - grid->first)
        return STENCIL_WRONG_TABLE;
    if ((grid->clusters && !grid->cluster) || (grid->singles && !grid->single))
        return STENCIL_NO_TABLE;
    return grid->clusters > INT_MAX/slots ? STENCIL_LARGE_TABLE : 0;
}

/* Checks a grid for access cluster with levels innermost. */
static inline int
stencil_check_clusters(const struct stencil_grid *grid, const struct stencil_extents *extents,
    int columns, int slots)
{
    const int refusal = stencil_check_innermost(grid, extents);

    return refusal ? refusal : stencil_check_cluster_table(grid, columns, slots);
}

/* The same with levels outermost. */
static inline int
stencil_check_outermost_clusters(const struct stencil_grid *grid, const struct stencil_extents *extents,
    int columns, int slots)
{
    const int refusal = stencil_check_unstructured(grid, extents);

    return refusal ? refusal : stencil_check_cluster_table(grid, columns, slots);
}

/* Number of elements of an array with an element for each point, each column or each level of a grid. */
struct stencil_elements {
    unsigned long long points, columns, levels;
};

/* Checks a grid, then returns the numbers of its elements in `least`. */
static inline int
stencil_least_elements(const struct stencil_grid *grid, const struct stencil_extents *extents,
    struct stencil_elements *least)
{
    const int refusal = grid && grid->row ? stencil_check_regular(grid, extents)
        : grid && grid->pitch ? stencil_check_innermost(grid, extents)
        : stencil_check_unstructured(grid, extents);

    if (refusal)
        return refusal;
    least->columns = (unsigned long long)grid->stride;
    least->levels = (unsigned long long)grid->levels;
    least->points = grid->pitch ? (unsigned long long)grid->pitch*least->columns
        : least->levels*least->columns;
    return 0;
}

/* Checks that all entries of a table in host memory refer to columns of the grid. Columns without neighbors have entries
 * of 0. Checks every entry, so call it once per table. */
static inline int
stencil_check_table(const struct stencil_grid *grid, int slots)
{
    if (!grid || !grid->table)
        return STENCIL_NULL_POINTER;
    if (!stencil_tables_are_aligned(grid))
        return STENCIL_MISALIGNED;
    if (slots < 0 || grid->stride < 1 || (grid->pattern && grid->patterns < 1))
        return STENCIL_WRONG_SIZE;
    for (int column = 0; column < grid->stride; column++) {
        const int rows = grid->pattern ? grid->patterns : grid->stride;
        const int row = grid->pattern ? grid->pattern[column] : column;

        if (row < 0 || row >= rows)
            return STENCIL_WRONG_TABLE;
        for (int slot = 0; slot < slots; slot++) {
            const int offset = grid->table[grid->pitch ? (long long)row*slots + slot
                : (long long)slot*rows + row];

            if (offset < -column || offset >= grid->stride - column)
                return STENCIL_WRONG_TABLE;
        }
    }
    return 0;
}

/* Returns the blocks of `columns` x `rows` that cover a level. x is 0 if the column index of a thread, also past the last
 * column, does not fit an int. */
static inline struct stencil_blocks
stencil_regular_blocks(const struct stencil_grid *grid, int columns, int rows)
{
    struct stencil_blocks blocks;

    blocks.x = stencil_ceil_div(grid->width, columns);
    blocks.y = stencil_ceil_div(grid->height, rows);
    if ((long long)blocks.x*columns + (long long)blocks.y*rows*grid->row > INT_MAX - grid->first)
        blocks.x = 0;
    return blocks;
}

/* The same where the columns of a level are contiguous. */
static inline struct stencil_blocks
stencil_unstructured_blocks(const struct stencil_grid *grid, int columns, int rows)
{
    struct stencil_blocks blocks;
    long long row;

    blocks.x = stencil_ceil_div(grid->width, columns);
    row = (long long)blocks.x*columns;
    blocks.y = (int)((grid->end - grid->first - 1)/(row*rows)) + 1;
    if (row*rows*blocks.y > INT_MAX - grid->first)
        blocks.x = 0;
    return blocks;
}

/* The same with levels innermost: blocks of `columns` columns and, in y, `levels` levels. The first block in y starts at a
 * multiple of `vector`. */
static inline struct stencil_blocks
stencil_innermost_blocks(const struct stencil_grid *grid, int columns, int levels, int vector)
{
    enum { MOST = 65535 };
    struct stencil_blocks blocks;

    blocks.x = stencil_ceil_div(grid->end - grid->first, columns);
    blocks.y = stencil_ceil_div(grid->top - grid->bottom/vector*vector, levels);
    if ((long long)blocks.x*columns > INT_MAX - grid->first || blocks.y > MOST)
        blocks.x = 0;
    return blocks;
}

/* Limits blocks in x, for persistent blocks. */
static inline struct stencil_blocks
stencil_at_most(int most, struct stencil_blocks blocks)
{
    if (blocks.x > most)
        blocks.x = most;
    return blocks;
}

/* Returns the blocks for clusters, then for single columns. */
static inline struct stencil_blocks
stencil_cluster_blocks(const struct stencil_grid *grid, int columns, int levels, int vector)
{
    struct stencil_blocks blocks = stencil_innermost_blocks(grid, columns, levels, vector);

    if (blocks.x)
        blocks.x = (grid->clusters + columns - 1)/columns + (grid->singles + columns - 1)/columns;
    return blocks;
}

/* Returns the number of levels that a launch from level `bottom` updates: indices up to the highest level that is read
 * must fit an int. */
static inline int
stencil_launch_levels(const struct stencil_grid *grid, const struct stencil_extents *extents,
    int bottom)
{
    const int most = INT_MAX/grid->stride - 1 - extents->above;

    return grid->top - bottom < most ? grid->top - bottom : most;
}

#endif
