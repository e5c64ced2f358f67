#ifndef STENCIL_LANE_CUDA
#define STENCIL_LANE_CUDA

#include "exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the memory space of a GPU; NULL if memory is short. Fields, streams and buffers of its exchanges are on this GPU. It
 * must be the current device when an exchange is planned, begun, ended or freed. Streams are those of CUDA. The transport
 * for MPI stages messages in pinned memory of the host if MPI does not read memory of GPUs. */
struct stencil_lane *stencil_lane_cuda(int device);
void stencil_lane_cuda_free(struct stencil_lane *lane);

#ifdef __cplusplus
}
#endif

#endif
