/* Nothing waits in MPI itself: requests are polled, so that a rank that never sends is found out, and so that ranks which
 * share a core give way. */

#include "exchange_mpi_wait.h"
#include "engine.h"

#include <sched.h>
#include <stdio.h>

enum { OF_MPI = 1000 };

static char waiting_for[256]; /* in words */

int
stencil_mpi_status(int result)
{
	return result == MPI_SUCCESS ? 0 : OF_MPI + result;
}

static int
is_waited_for(MPI_Request request)
{
	int done;

	return MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done;
}

/* Whether this is the first request that still waits for its peer. */
static int
is_first_of_peer(const MPI_Request *requests, const int *peers, int r)
{
	for (int before = 0; before < r; before++)
		if (peers[before] == peers[r] && is_waited_for(requests[before]))
			return 0;
	return is_waited_for(requests[r]);
}

/* Says which ranks have not answered, each once. */
static void
tell_waiting(const MPI_Request *requests, const int *peers, int count, double seconds)
{
	int length = snprintf(waiting_for, sizeof waiting_for, "no progress for %g s", seconds), all = 0, said = 0;

	for (int r = 0; r < count && peers; r++)
		all += is_first_of_peer(requests, peers, r);
	for (int r = 0; r < count && peers && length < (int)sizeof waiting_for; r++)
		if (is_first_of_peer(requests, peers, r))
			length += snprintf(waiting_for + length, sizeof waiting_for - (size_t)length, "%s%d",
				said++ ? ", " : all > 1 ? ": waits for ranks " : ": waits for rank ", peers[r]);
}

int
stencil_mpi_wait(MPI_Request *requests, const int *peers, int count, double seconds)
{
	const double start = MPI_Wtime();
	int done = 0, result = MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);

	while (result == MPI_SUCCESS && !done) {
		if (MPI_Wtime() - start > seconds) {
			tell_waiting(requests, peers, count, seconds);
			return STENCIL_NO_PROGRESS;
		}
		sched_yield();
		result = MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
	}
	return stencil_mpi_status(result);
}

const char *
stencil_mpi_error(int status)
{
	static char text[MPI_MAX_ERROR_STRING + 1];
	int length;

	if (status == STENCIL_NO_PROGRESS)
		return waiting_for;
	if (status < OF_MPI || MPI_Error_string(status - OF_MPI, text, &length) != MPI_SUCCESS)
		return NULL;
	return text;
}
