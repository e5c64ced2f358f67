#ifndef STENCIL_EXCHANGE_MPI_DIRECT
#define STENCIL_EXCHANGE_MPI_DIRECT

#include "lane.h"

#include <mpi.h>

enum { STENCIL_MPI_TRIAL, STENCIL_MPI_EXCHANGE }; /* tags: of its message; of the first exchange of a rank */

/* Returns whether MPI reads and writes this memory: it must report so, and a message of 1 MB from each rank to the next one
 * must arrive unchanged. All ranks call it. Returns 0 if memory is short or no message arrives in `seconds`. */
int stencil_mpi_is_direct(MPI_Comm communicator, const struct stencil_lane *lane, double seconds);

#endif
