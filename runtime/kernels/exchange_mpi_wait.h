#ifndef STENCIL_EXCHANGE_MPI_WAIT
#define STENCIL_EXCHANGE_MPI_WAIT

#include <mpi.h>

/* Returns the status of a result of MPI: 0, or 1000 + its error. */
int stencil_mpi_status(int result);

/* Waits for all requests, at most `seconds`: then it returns STENCIL_NO_PROGRESS. stencil_mpi_error names the peers, if they
 * are not NULL. */
int stencil_mpi_wait(MPI_Request *requests, const int *peers, int count, double seconds);

/* Returns the message of a status; NULL if it is neither an error of MPI nor STENCIL_NO_PROGRESS. */
const char *stencil_mpi_error(int status);

#endif
