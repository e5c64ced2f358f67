#ifndef STENCIL_PROBES
#define STENCIL_PROBES

/* What a thunk gets as its grid, which its kernel knows. */
struct stencil_probes {
    int count; /* of an evaluation */
};

#ifndef STENCIL_BLOCK
#define STENCIL_BLOCK
/* Threads in a block. */
struct stencil_block {
    int x, y, z;
};
#endif

#endif
