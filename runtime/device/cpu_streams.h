#ifndef CPU_STREAMS_H
#define CPU_STREAMS_H

#include "runtime/device/device.h"

/* Streams of a CPU. All is done at once, unless the environment's STENCIL_HOST_STREAMS asks otherwise, for tests: then
 * kernels of CUDA text and copies are kept, and done when a stream is to be finished, in any order that streams and events
 * allow. The variable is a number, which the order follows from: with n mod 3 = 1 streams that are urgent seldom get a turn,
 * with 2 the others. "3:sent" leaves out all waits for events of this name: what needs them must give wrong results. There
 * are two devices then, and work for a stream of one that is not selected is refused. */
extern const struct device_streams cpu_streams;

/* What a status of these means; NULL: it is none of theirs. */
const char *cpu_streams_text(int status);

/* Launches a kernel with the threads that it should have. */
int cpu_launch(const struct call *call, void *stream);

#endif
