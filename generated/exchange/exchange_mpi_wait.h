#ifndef STENCIL_EXCHANGE_MPI_WAIT
#define STENCIL_EXCHANGE_MPI_WAIT

#include <mpi.h>

/* What engines return for a result of MPI: 0, or 1000 + its error. */
int stencil_mpi_status(int result);

/* Until all requests are done, but no longer than so many seconds: then STENCIL_NO_PROGRESS. The peers, or NULL, are told of by
 * stencil_mpi_error. */
int stencil_mpi_wait(MPI_Request *requests, const int *peers, int count, double seconds);

/* A status in words; NULL if it is neither of MPI nor of a wait that was too long. */
const char *stencil_mpi_error(int status);

#endif
