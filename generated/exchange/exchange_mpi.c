/* Carries halos by MPI: persistent requests, one to and one from each peer of an exchange, whose number is their tag. */

#include "exchange_mpi.h"
#include "exchange_mpi_direct.h"
#include "exchange_mpi_wait.h"

#include <stdlib.h>

enum { UNIT = 8 };

struct mpi_engine {
	struct stencil_engine engine;
	MPI_Comm communicator;
	double seconds;
	enum { UNKNOWN, DIRECT, STAGED } way; /* of messages of a processor with memory of its own */
};

/* The engine's state of an exchange. */
struct requests {
	MPI_Request *items;    /* receives, then sends, by the exchange's messages */
	int *peers, count;     /* of these */
	char *sent, *received; /* copies of the exchange's buffers here, if they lie elsewhere; NULL: MPI reads these themselves */
};

static struct mpi_engine *
engine_of(const struct stencil_exchange *x)
{
	return (struct mpi_engine *)x->engine;
}

static int
allocate(const struct stencil_lane *lane, char **memory, size_t bytes)
{
	void *made = NULL;
	const int status = lane->allocate_host ? lane->allocate_host(lane, &made, bytes + 1) : 0;

	if (!lane->allocate_host)
		made = malloc(bytes + 1);
	*memory = made;
	return status || made ? status : STENCIL_NO_MEMORY;
}

static void
release(const struct stencil_lane *lane, char *memory)
{
	if (memory && lane->release_host)
		lane->release_host(lane, memory);
	else
		free(memory);
}

/* Copies of buffers that only a processor of their own reads. */
static int
make_copies(struct mpi_engine *e, const struct stencil_exchange *x)
{
	struct requests *own = x->own;
	size_t sent = 0, received = 0;
	int status;

	if (x->lane->finish && e->way == UNKNOWN)
		e->way = stencil_mpi_is_direct(e->communicator, x->lane, e->seconds) ? DIRECT : STAGED;
	if (!x->lane->finish || e->way == DIRECT)
		return 0;
	for (int m = 0; m < x->message_count; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->send + message->send_bytes > sent)
			sent = message->send + message->send_bytes;
		if (message->receive + message->receive_bytes > received)
			received = message->receive + message->receive_bytes;
	}
	status = allocate(x->lane, &own->sent, sent);
	return status ? status : allocate(x->lane, &own->received, received);
}

/* Copies what goes to others from where it was packed, or what came from them to where it is unpacked. */
static int
copy_messages(const struct stencil_exchange *x, int sends, void *stream)
{
	const struct requests *own = x->own;
	int status = 0;

	for (int m = 0; m < x->message_count && own->sent && !status; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->peer != x->rank)
			status = sends ? x->lane->host_copy(x->lane, own->sent + message->send, (char *)x->send + message->send,
					message->send_bytes, stream)
				: x->lane->host_copy(x->lane, (char *)x->receive + message->receive, own->received + message->receive,
					message->receive_bytes, stream);
	}
	return status;
}

/* Makes the requests of one way: receives or sends. */
static int
make_requests(const struct mpi_engine *e, const struct stencil_exchange *x, int sends)
{
	struct requests *own = x->own;
	char *sent = own->sent ? own->sent : x->send, *received = own->received ? own->received : x->receive;
	const int tag = STENCIL_MPI_EXCHANGE + x->channel->number;
	int result = MPI_SUCCESS;

	for (int m = 0; m < x->message_count && result == MPI_SUCCESS; m++) {
		const struct stencil_message *message = &x->messages[m];
		MPI_Request *request = &own->items[own->count];

		if (message->peer == x->rank)
			continue;
		own->peers[own->count] = message->peer;
		result = sends ? MPI_Send_init(sent + message->send, (int)(message->send_bytes/UNIT), MPI_DOUBLE,
				message->peer, tag, e->communicator, request)
			: MPI_Recv_init(received + message->receive, (int)(message->receive_bytes/UNIT), MPI_DOUBLE,
				message->peer, tag, e->communicator, request);
		if (result == MPI_SUCCESS)
			own->count++;
	}
	return stencil_mpi_status(result);
}

static int
attach(struct stencil_exchange *x)
{
	const size_t most = 2*(size_t)x->message_count + 1;
	struct requests *own = x->own = calloc(1, sizeof *own);
	int status;

	if (!own)
		return STENCIL_NO_MEMORY;
	own->items = calloc(most, sizeof *own->items);
	own->peers = calloc(most, sizeof *own->peers);
	if (!own->items || !own->peers)
		return STENCIL_NO_MEMORY;
	status = make_copies(engine_of(x), x);
	if (!status)
		status = make_requests(engine_of(x), x, 0);
	return status ? status : make_requests(engine_of(x), x, 1);
}

static void
detach(struct stencil_exchange *x)
{
	struct requests *own = x->own;

	if (!own)
		return;
	for (int r = 0; r < own->count; r++)
		MPI_Request_free(&own->items[r]);
	free(own->items);
	free(own->peers);
	release(x->lane, own->sent);
	release(x->lane, own->received);
	free(own);
	x->own = NULL;
}

static int
start_receives(const struct requests *own)
{
	return own->count ? stencil_mpi_status(MPI_Startall(own->count/2, own->items)) : 0;
}

static int
start_sends(const struct requests *own)
{
	return own->count ? stencil_mpi_status(MPI_Startall(own->count/2, own->items + own->count/2)) : 0;
}

/* Receives are there before anything is sent; but what came last may still be on its way from the copy here. */
static int
ready(struct stencil_exchange *x)
{
	return x->lane->finish ? 0 : start_receives(x->own);
}

/* What must be copied first is sent at the end, when the interior has been enqueued, too. */
static int
send_messages(struct stencil_exchange *x, void *stream)
{
	return x->lane->finish ? copy_messages(x, 1, stream) : start_sends(x->own);
}

static int
receive_messages(struct stencil_exchange *x, void *stream)
{
	const struct requests *own = x->own;
	const int has_streams = x->lane->finish != NULL;
	int status = has_streams ? x->lane->finish(x->lane, stream) : 0;

	if (!status && has_streams)
		status = start_receives(own);
	if (!status && has_streams)
		status = start_sends(own);
	if (!status)
		status = stencil_mpi_wait(own->items, own->peers, own->count, engine_of(x)->seconds);
	return status ? status : copy_messages(x, 0, stream);
}

static void
free_engine(struct stencil_engine *engine)
{
	struct mpi_engine *e = (struct mpi_engine *)engine;

	MPI_Comm_free(&e->communicator);
	free(e);
}

int
stencil_engine_mpi(MPI_Comm communicator, double seconds, struct stencil_engine **engine)
{
	struct mpi_engine *e = calloc(1, sizeof *e);
	int result;

	*engine = NULL;
	if (!e)
		return STENCIL_NO_MEMORY;
	*e = (struct mpi_engine){ .seconds = seconds, .engine = {
		.attach = attach, .detach = detach, .ready = ready, .send = send_messages,
		.receive = receive_messages, .error = stencil_mpi_error, .free = free_engine } };
	result = MPI_Comm_dup(communicator, &e->communicator);
	if (result == MPI_SUCCESS)
		result = MPI_Comm_set_errhandler(e->communicator, MPI_ERRORS_RETURN);
	if (result == MPI_SUCCESS)
		result = MPI_Comm_size(e->communicator, &e->engine.ranks);
	if (result != MPI_SUCCESS) {
		free(e);
		return stencil_mpi_status(result);
	}
	*engine = &e->engine;
	return 0;
}

void
stencil_engine_mpi_stage(struct stencil_engine *engine)
{
	((struct mpi_engine *)engine)->way = STAGED;
}

int
stencil_engine_mpi_is_staged(const struct stencil_engine *engine)
{
	return ((const struct mpi_engine *)engine)->way == STAGED;
}
