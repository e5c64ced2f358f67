// Two checked-in kernels, for check_levels.c.

#include "generated/copy/regular_idxvar.cu"
#include "generated/copy/chasing_zslice.cu"
