/* The table for programs that load MPI at run time. */

#include "exchange_mpi.h"
#include "exchange_mpi_wait.h"
#include "mpi_table.h"

#include <stdlib.h>

enum { PIECE = 1 << 30, ROLL_CALL = 2 /* a tag */ };

static double patience; /* seconds */

static int
open_mpi(double seconds, int *rank, int *ranks)
{
	int provided, result = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);

	patience = seconds;
	if (result == MPI_SUCCESS)
		result = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (result == MPI_SUCCESS)
		result = MPI_Comm_rank(MPI_COMM_WORLD, rank);
	if (result == MPI_SUCCESS)
		result = MPI_Comm_size(MPI_COMM_WORLD, ranks);
	return stencil_mpi_status(result);
}

static int
world_engine(int staged, struct stencil_engine **engine)
{
	const int status = stencil_engine_mpi(MPI_COMM_WORLD, patience, engine);

	if (!status && staged)
		stencil_engine_mpi_stage(*engine);
	return status;
}

static int
finish(int result, MPI_Request *request, const int *peer)
{
	return result == MPI_SUCCESS ? stencil_mpi_wait(request, peer, 1, patience) : stencil_mpi_status(result);
}

static int
largest(const long long *own, long long *all, int count)
{
	MPI_Request request;

	return finish(MPI_Iallreduce(own, all, count, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD, &request), &request, NULL);
}

static int
broadcast(void *bytes, int size)
{
	MPI_Request request;

	return finish(MPI_Ibcast(bytes, size, MPI_BYTE, 0, MPI_COMM_WORLD, &request), &request, NULL);
}

/* In pieces, whose sizes fit an int. */
static int
send_bytes(const void *bytes, size_t size, int to)
{
	MPI_Request request;
	int status = 0;

	for (size_t at = 0; at < size && !status; at += PIECE)
		status = finish(MPI_Isend((const char *)bytes + at, size - at < PIECE ? (int)(size - at) : PIECE, MPI_BYTE, to, 1,
			MPI_COMM_WORLD, &request), &request, &to);
	return status;
}

static int
receive_bytes(void *bytes, size_t size, int from)
{
	MPI_Request request;
	int status = 0;

	for (size_t at = 0; at < size && !status; at += PIECE)
		status = finish(MPI_Irecv((char *)bytes + at, size - at < PIECE ? (int)(size - at) : PIECE, MPI_BYTE, from, 1,
			MPI_COMM_WORLD, &request), &request, &from);
	return status;
}

/* Ranks that wait, too, call each other; what is never answered is left to the end of all. */
static int
roll_call(double seconds, unsigned char *here)
{
	int rank, ranks, result = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Request *requests;

	if (result == MPI_SUCCESS)
		result = MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	requests = result == MPI_SUCCESS ? malloc(2*(size_t)ranks*sizeof *requests) : NULL;
	if (!requests)
		return stencil_mpi_status(result == MPI_SUCCESS ? MPI_ERR_NO_MEM : result);
	here[rank] = 1;
	for (int r = 0; r < ranks && result == MPI_SUCCESS; r++) {
		requests[r] = requests[ranks + r] = MPI_REQUEST_NULL;
		if (r != rank)
			result = MPI_Irecv(&here[r], 1, MPI_BYTE, r, ROLL_CALL, MPI_COMM_WORLD, &requests[r]);
		if (r != rank && result == MPI_SUCCESS)
			result = MPI_Isend(&here[rank], 1, MPI_BYTE, r, ROLL_CALL, MPI_COMM_WORLD, &requests[ranks + r]);
	}
	return result == MPI_SUCCESS ? stencil_mpi_wait(requests, NULL, ranks, seconds) : stencil_mpi_status(result);
}

static int
close_mpi(void)
{
	return stencil_mpi_status(MPI_Finalize());
}

static void
abort_all(int status)
{
	MPI_Abort(MPI_COMM_WORLD, status);
}

extern const struct stencil_mpi stencil_mpi;
const struct stencil_mpi stencil_mpi = {
	.open = open_mpi, .engine = world_engine, .is_staged = stencil_engine_mpi_is_staged, .largest = largest, .broadcast = broadcast, .send = send_bytes,
	.receive = receive_bytes, .close = close_mpi, .roll_call = roll_call, .abort = abort_all, .error = stencil_mpi_error,
};
