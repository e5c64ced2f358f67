/* Finds out whether MPI takes the memory of a GPU as it takes the host's. That it says so is not enough: some stage wrongly. */

#include "exchange_mpi_direct.h"
#include "exchange_mpi_wait.h"

#include <stdlib.h>
#include <string.h>

#if defined OPEN_MPI && defined __has_include
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif

enum { BYTES = 1 << 20 };

/* Its two buffers, on the processor, and what they hold, here. */
struct trial {
	const struct stencil_lane *lane;
	void *sent, *received;
	char *text;
};

static int
says_so(void)
{
	const char *mpich = getenv("MPICH_GPU_SUPPORT_ENABLED");

#if defined MPIX_CUDA_AWARE_SUPPORT
	if (MPIX_Query_cuda_support())
		return 1;
#endif
	return mpich && !strcmp(mpich, "1");
}

/* Whether all ranks can go on. */
static int
agree(MPI_Comm communicator, int own, double seconds)
{
	MPI_Request request;
	int all = 0;

	return MPI_Iallreduce(&own, &all, 1, MPI_INT, MPI_MIN, communicator, &request) == MPI_SUCCESS
		&& !stencil_mpi_wait(&request, NULL, 1, seconds) && all;
}

/* What a rank sends. */
static char
letter(int rank, int i)
{
	return (char)(i*31 + i/4096 + rank + 1);
}

static int
prepare(struct trial *t, int rank)
{
	const struct stencil_lane *lane = t->lane;

	t->text = malloc(BYTES);
	if (!t->text || lane->allocate(lane, &t->sent, BYTES) || lane->allocate(lane, &t->received, BYTES))
		return 0;
	for (int i = 0; i < BYTES; i++)
		t->text[i] = letter(rank, i);
	if (lane->host_copy(lane, t->sent, t->text, BYTES, NULL) || lane->finish(lane, NULL))
		return 0;
	memset(t->text, 0, BYTES);
	return !lane->host_copy(lane, t->received, t->text, BYTES, NULL) && !lane->finish(lane, NULL);
}

static int
goes_around(const struct trial *t, MPI_Comm communicator, int rank, int ranks, double seconds)
{
	const struct stencil_lane *lane = t->lane;
	const int from = (rank + ranks - 1) % ranks, to = (rank + 1) % ranks;
	MPI_Request requests[2];

	if (MPI_Irecv(t->received, BYTES, MPI_BYTE, from, STENCIL_MPI_TRIAL, communicator, &requests[0]) != MPI_SUCCESS
			|| MPI_Isend(t->sent, BYTES, MPI_BYTE, to, STENCIL_MPI_TRIAL, communicator, &requests[1]) != MPI_SUCCESS
			|| stencil_mpi_wait(requests, NULL, 2, seconds))
		return 0;
	if (lane->host_copy(lane, t->text, t->received, BYTES, NULL) || lane->finish(lane, NULL))
		return 0;
	for (int i = 0; i < BYTES; i++)
		if (t->text[i] != letter(from, i))
			return 0;
	return 1;
}

int
stencil_mpi_is_direct(MPI_Comm communicator, const struct stencil_lane *lane, double seconds)
{
	struct trial trial = { lane, NULL, NULL, NULL };
	int rank, ranks, is_direct;

	if (MPI_Comm_rank(communicator, &rank) != MPI_SUCCESS || MPI_Comm_size(communicator, &ranks) != MPI_SUCCESS
			|| !agree(communicator, says_so(), seconds))
		return 0;
	is_direct = agree(communicator, prepare(&trial, rank), seconds);
	if (is_direct)
		is_direct = agree(communicator, goes_around(&trial, communicator, rank, ranks, seconds), seconds);
	free(trial.text);
	if (trial.sent)
		lane->release(lane, trial.sent);
	if (trial.received)
		lane->release(lane, trial.received);
	return is_direct;
}
