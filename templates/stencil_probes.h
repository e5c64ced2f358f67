#ifndef STENCIL_PROBES
#define STENCIL_PROBES

/* What a thunk gets as its grid, which its kernel knows. */
struct stencil_probes {
    int count; /* of an evaluation */
};

#endif
