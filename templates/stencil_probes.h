#ifndef STENCIL_PROBES
#define STENCIL_PROBES

/* A thunk's grid; the sparse grid itself is known to the kernel. */
struct stencil_probes {
    int count; /* of an evaluation */
};

#endif
