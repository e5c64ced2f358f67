#include "runtime/partition/engine_nccl.h"

#include "runtime/exchange/engine.h"
#include "runtime/partition/nccl.h"

#include <stdbool.h>
#include <stdlib.h>

enum { OF_NCCL = 2000 };

struct slot {
	struct stencil_exchange *exchange;
	communicator communicator;
	void *stream;
	long begun, ended; /* exchanges */
};

struct nccl_engine {
	struct stencil_engine engine;
	struct nccl nccl;
	long carried;   /* exchanges that were given to NCCL */
	int first, end; /* ranks of this process: all, or one */
	const struct ranks *processes; /* of several */
	struct slot slots[];
};

static struct nccl_engine *
engine_of(const struct stencil_exchange *x)
{
	return (struct nccl_engine *)x->engine;
}

static int
status_of(int result)
{
	return result ? OF_NCCL + result : 0;
}

static void
detach(struct stencil_exchange *x)
{
	struct slot *slot = &engine_of(x)->slots[x->rank];

	if (slot->exchange == x)
		slot->exchange = NULL;
}

/* Whether all ranks of this process have ended the last exchange. */
static int
ready(struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);

	for (int rank = e->first; rank < e->end; rank++)
		if (!e->slots[rank].exchange || e->slots[rank].ended < e->slots[x->rank].begun)
			return STENCIL_PEERS_BEHIND;
	return 0;
}

/* Messages are given to NCCL when all ranks have packed theirs: their streams keep the order. */
static int
send_messages(struct stencil_exchange *x, void *stream)
{
	struct slot *slot = &engine_of(x)->slots[x->rank];

	slot->stream = stream;
	slot->begun++;
	return 0;
}

static int
give_messages(const struct nccl *nccl, const struct slot *slot)
{
	const struct stencil_exchange *x = slot->exchange;
	int result = 0;

	for (int m = 0; m < x->message_count && !result; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->peer == x->rank)
			continue;
		if (message->send_bytes)
			result = nccl->Send((const char *)x->send + message->send, message->send_bytes, NCCL_BYTES, message->peer,
				slot->communicator, slot->stream);
		if (!result && message->receive_bytes)
			result = nccl->Recv((char *)x->receive + message->receive, message->receive_bytes, NCCL_BYTES, message->peer,
				slot->communicator, slot->stream);
	}
	return result;
}

/* Of a process for each rank messages go once when all ranks open their exchanges: the first ones connect ranks, in which the host waits
 * for the others, and takes long. */
static int
warm_up(struct nccl_engine *e, struct slot *slot)
{
	int result, end;

	slot->stream = NULL;
	result = e->nccl.GroupStart();
	if (result)
		return status_of(result);
	ranks_limit(e->processes, "start NCCL");
	result = give_messages(&e->nccl, slot);
	end = e->nccl.GroupEnd();
	ranks_limit(e->processes, NULL);
	return status_of(result ? result : end);
}

static int
attach(struct stencil_exchange *x)
{
	struct nccl_engine *e = engine_of(x);
	struct slot *slot = &e->slots[x->rank];

	if (slot->exchange)
		return STENCIL_ENGINE_TAKEN;
	slot->exchange = x;
	slot->begun = slot->ended = e->carried;
	return e->end - e->first < e->engine.ranks ? warm_up(e, slot) : 0;
}

static int
carry(struct nccl_engine *e)
{
	int result, end;

	for (int rank = e->first; rank < e->end; rank++)
		if (!e->slots[rank].exchange || e->slots[rank].begun != e->carried + 1)
			return STENCIL_PEERS_BEHIND;
	result = e->nccl.GroupStart();
	if (result)
		return status_of(result);
	for (int rank = e->first; rank < e->end && !result; rank++)
		result = give_messages(&e->nccl, &e->slots[rank]);
	end = e->nccl.GroupEnd();
	e->carried++;
	return status_of(result ? result : end);
}

static int
receive_messages(struct stencil_exchange *x, void *stream)
{
	struct nccl_engine *e = engine_of(x);
	struct slot *slot = &e->slots[x->rank];
	int status;

	(void)stream;
	status = e->carried < slot->begun ? carry(e) : 0;
	slot->ended++;
	return status;
}

/* What came up after messages were given to NCCL. */
static int
check(struct stencil_engine *engine)
{
	struct nccl_engine *e = (struct nccl_engine *)engine;
	int result = 0;

	for (int rank = e->first; rank < e->end && !result; rank++) {
		int later = 0;

		if (e->slots[rank].communicator)
			result = e->nccl.CommGetAsyncError(e->slots[rank].communicator, &later);
		result = result || later == NCCL_IN_PROGRESS ? result : later;
	}
	return status_of(result);
}

static void
abort_all(struct stencil_engine *engine)
{
	struct nccl_engine *e = (struct nccl_engine *)engine;

	for (int rank = e->first; rank < e->end; rank++) {
		if (e->slots[rank].communicator)
			e->nccl.CommAbort(e->slots[rank].communicator);
		e->slots[rank].communicator = NULL;
	}
}

static const char *
error_text(int status)
{
	return status >= OF_NCCL && status < OF_NCCL + 1000 ? nccl_text(status - OF_NCCL) : NULL;
}

static void
free_engine(struct stencil_engine *engine)
{
	struct nccl_engine *e = (struct nccl_engine *)engine;

	for (int rank = 0; rank < e->engine.ranks; rank++)
		if (e->slots[rank].communicator)
			e->nccl.CommDestroy(e->slots[rank].communicator);
	free(e);
}

/* A communicator of the device that is selected. */
static int
connect_rank(struct nccl_engine *e, int rank, struct unique_id id, int blocks)
{
	struct nccl_config config = { .size = sizeof config, .magic = NCCL_MAGIC, .version = NCCL_OLDEST, .blocking = NCCL_AS_USUAL,
		.cluster = NCCL_AS_USUAL, .least_blocks = NCCL_AS_USUAL, .most_blocks = blocks };

	return status_of(e->nccl.CommInitRankConfig(&e->slots[rank].communicator, e->engine.ranks, id, rank, &config));
}

/* One for each rank. */
static int
connect_all(struct nccl_engine *e, const struct device *device, const int *devices, int blocks)
{
	struct unique_id id = { { 0 } };
	int status = status_of(e->nccl.GetUniqueId(&id)), end;

	if (status)
		return status;
	status = status_of(e->nccl.GroupStart());
	if (status)
		return status;
	for (int rank = 0; rank < e->engine.ranks && !status; rank++) {
		status = device->streams->select(devices[rank]);
		if (!status)
			status = connect_rank(e, rank, id, blocks);
	}
	end = status_of(e->nccl.GroupEnd());
	return status ? status : end;
}

/* The library is loaded. NULL with an error, and the status. */
static struct nccl_engine *
new_engine(int ranks, int first, int end, int *status, struct error *error)
{
	struct nccl_engine *e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->slots);

	if (!e) {
		error_no_memory(error);
		*status = STENCIL_NO_MEMORY;
		return NULL;
	}
	e->engine = (struct stencil_engine){ .ranks = ranks, .attach = attach, .detach = detach, .ready = ready,
		.send = send_messages, .receive = receive_messages, .check = check, .abort = abort_all,
		.error = error_text, .free = free_engine };
	e->first = first;
	e->end = end;
	if (nccl_load(&e->nccl, error))
		return e;
	free(e);
	*status = STENCIL_NO_PARTS;
	return NULL;
}

static int
started(struct nccl_engine *e, int status, struct stencil_engine **engine, struct error *error)
{
	if (!status) {
		*engine = &e->engine;
		return 0;
	}
	error_set(error, EXIT_IO, "NCCL does not start: %s", error_text(status) ? error_text(status) : "it lacks a device, or other ranks");
	free_engine(&e->engine);
	return status;
}

int
engine_nccl(int ranks, const struct device *device, const int *devices, int blocks, struct stencil_engine **engine,
	struct error *error)
{
	int status;
	struct nccl_engine *e = new_engine(ranks, 0, ranks, &status, error);

	*engine = NULL;
	return e ? started(e, connect_all(e, device, devices, blocks), engine, error) : status;
}

int
engine_nccl_joined(const struct ranks *processes, int blocks, struct stencil_engine **engine, struct error *error)
{
	const int rank = processes->rank;
	struct unique_id id = { { 0 } };
	int status = 0;
	struct nccl_engine *e = new_engine(processes->count, rank, rank + 1, &status, error);

	*engine = NULL;
	if (!e)
		return status;
	e->processes = processes;
	if (!rank)
		status = status_of(e->nccl.GetUniqueId(&id));
	if (!status)
		status = processes->mpi->broadcast(&id, sizeof id);
	ranks_limit(processes, "start NCCL");
	if (!status)
		status = connect_rank(e, rank, id, blocks);
	ranks_limit(processes, NULL);
	return started(e, status, engine, error);
}

static bool
is_here(const struct nccl_engine *e, int rank)
{
	return rank >= e->first && rank < e->end;
}

int
engine_nccl_carry(struct stencil_engine *engine, const struct nccl_transfer *messages, int count)
{
	const struct nccl_engine *e = (const struct nccl_engine *)engine;
	int result = e->nccl.GroupStart(), end;

	if (result)
		return status_of(result);
	for (const struct nccl_transfer *t = messages; t < messages + count && !result; t++) {
		if (is_here(e, t->from))
			result = e->nccl.Send(t->sent, t->bytes, NCCL_BYTES, t->to, e->slots[t->from].communicator, t->sender);
		if (!result && is_here(e, t->to))
			result = e->nccl.Recv(t->received, t->bytes, NCCL_BYTES, t->from, e->slots[t->to].communicator, t->receiver);
	}
	end = e->nccl.GroupEnd();
	return status_of(result ? result : end);
}
