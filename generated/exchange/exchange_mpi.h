#ifndef STENCIL_EXCHANGE_MPI
#define STENCIL_EXCHANGE_MPI

#include "engine.h"

#include <mpi.h>

/* One rank a process: those of a communicator, which is duplicated. Waits at most so many seconds for messages. */
int stencil_engine_mpi(MPI_Comm communicator, double seconds, struct stencil_engine **engine);

/* Before the first exchange is planned: messages of GPUs go through the host's memory, also where MPI could take them there. */
void stencil_engine_mpi_stage(struct stencil_engine *engine);

/* Whether they do, since the first exchange was planned. */
int stencil_engine_mpi_is_staged(const struct stencil_engine *engine);

#endif
