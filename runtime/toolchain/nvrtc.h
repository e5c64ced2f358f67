#ifndef NVRTC_H
#define NVRTC_H

#include "runtime/toolchain/toolchain.h"

/* NVIDIA's compiler as a library. It is loaded, not linked: there may be none. */

/* Its name and version, as "NVRTC 13.0"; NULL: there is none. */
const char *nvrtc_version(struct arena *arena);

/* A toolchain's compile: makes a cubin of a build's source, which includes its other files. */
int nvrtc_compile(const char *const *command, const struct build *build, const char *folder, const char *log);

#endif
