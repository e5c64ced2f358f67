#ifndef STENCIL_GRID
#define STENCIL_GRID

/* A grid as kernels see it. Distances are in elements; table and pattern lie
 * in the memory of the processor that runs the kernel. */
struct stencil_grid {
    int first, end;     /* inner columns: first..end-1; only on a regular grid
                         * do halo columns lie among them */
    int width, height;  /* inner columns in x and in y */
    int row;            /* from one row to the next; regular grids only */
    int bottom, top;    /* inner levels: bottom..top-1 */
    int levels;         /* all levels, the halo's included */
    int stride;         /* from one level to the next */
    int patterns;       /* rows of a compressed table */
    const int *pattern; /* pattern[column]: its row of the table */
    const int *table;   /* table[slot*stride + column], or, compressed,
                         * table[slot*patterns + row]: way to a neighbour */
};

#ifndef STENCIL_BLOCK
#define STENCIL_BLOCK
/* Threads in a block. */
struct stencil_block {
    int x, y, z;
};
#endif

/* Fills the constant memory of a kernel whose table lies there: count entries, as
 * a compressed table has them. Returns 0 or an error of CUDA or HIP. */
typedef int stencil_upload(const int *ways, int count);

#endif
