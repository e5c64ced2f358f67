#ifndef STENCIL_EXCHANGE_MPI
#define STENCIL_EXCHANGE_MPI

#include "engine.h"

#include <mpi.h>

/* Creates the transport for one rank per process: the ranks of a communicator, which it duplicates. It waits at most
 * `seconds` for a message and then returns STENCIL_NO_PROGRESS. Free it by stencil_engine_free, before MPI_Finalize. */
int stencil_engine_mpi(MPI_Comm communicator, double seconds, struct stencil_engine **engine);

/* Stages messages of GPUs in memory of the host, even if MPI reads memory of GPUs. Call it before the first exchange is
 * planned. */
void stencil_engine_mpi_stage(struct stencil_engine *engine);

/* Returns whether messages are staged. It is known when the first exchange is planned. */
int stencil_engine_mpi_is_staged(const struct stencil_engine *engine);

#endif
