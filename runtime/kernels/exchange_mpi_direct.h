#ifndef STENCIL_EXCHANGE_MPI_DIRECT
#define STENCIL_EXCHANGE_MPI_DIRECT

#include "lane.h"

#include <mpi.h>

enum { STENCIL_MPI_TRIAL, STENCIL_MPI_EXCHANGE }; /* tags: of its message; of the first exchange of a rank */

/* Whether MPI reads and writes the memory of a lane's processor itself: it says so, and a message of 1 MB around the ring of all
 * ranks, of which each asks, is right. If memory is short or messages do not come in so many seconds, it does not. */
int stencil_mpi_is_direct(MPI_Comm communicator, const struct stencil_lane *lane, double seconds);

#endif
