#ifndef STENCIL_PROBES
#define STENCIL_PROBES

/* The grid argument of tools' entry points; a kernel knows the sparse grid itself. */
struct stencil_probes {
    int count; /* probes of an evaluation */
};

#endif
