#ifndef STENCIL_LANE_CUDA
#define STENCIL_LANE_CUDA

#include "exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The memory of a GPU; fields, streams and buffers of exchanges that use it lie there, and it is the current device whenever
 * one is planned, begun, ended or freed. NULL if memory is short. Streams are CUDA's. With the engine for MPI messages go through
 * pinned memory of the host, if MPI does not take that of GPUs. */
struct stencil_lane *stencil_lane_cuda(int device);
void stencil_lane_cuda_free(struct stencil_lane *lane);

#ifdef __cplusplus
}
#endif

#endif
