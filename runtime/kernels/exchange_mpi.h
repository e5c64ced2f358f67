#ifndef STENCIL_EXCHANGE_MPI
#define STENCIL_EXCHANGE_MPI

#include "engine.h"

#include <mpi.h>

/* One rank a process: those of a communicator, which is duplicated. Waits at most so many seconds for messages. */
int stencil_engine_mpi(MPI_Comm communicator, double seconds, struct stencil_engine **engine);

#endif
