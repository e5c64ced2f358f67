#include "runtime/ranks/engine_nccl.h"

#include "runtime/exchange/engine.h"
#include "runtime/ranks/nccl.h"

#include <stdbool.h>
#include <stdio.h>
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
	result = give_messages(&e->nccl, slot);
	end = e->nccl.GroupEnd();
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
error(int status)
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

/* A communicator for each rank. */
static int
connect_all(struct nccl_engine *e, const int *devices)
{
	communicator *all = calloc((size_t)e->engine.ranks, sizeof *all);
	int result;

	if (!all)
		return STENCIL_NO_MEMORY;
	result = e->nccl.CommInitAll(all, e->engine.ranks, devices);
	for (int rank = 0; rank < e->engine.ranks && !result; rank++)
		e->slots[rank].communicator = all[rank];
	free(all);
	return status_of(result);
}

/* The library is loaded. NULL with a message, and the status. */
static struct nccl_engine *
new_engine(int ranks, int first, int end, int *status, char *message, size_t room)
{
	struct nccl_engine *e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->slots);

	if (!e) {
		snprintf(message, room, "out of memory");
		*status = STENCIL_NO_MEMORY;
		return NULL;
	}
	e->engine = (struct stencil_engine){ .ranks = ranks, .attach = attach, .detach = detach, .ready = ready,
		.send = send_messages, .receive = receive_messages, .check = check, .abort = abort_all,
		.error = error, .free = free_engine };
	e->first = first;
	e->end = end;
	if (nccl_load(&e->nccl, message, room))
		return e;
	free(e);
	*status = STENCIL_NO_PARTS;
	return NULL;
}

static int
started(struct nccl_engine *e, int status, struct stencil_engine **engine, char *message, size_t room)
{
	if (!status) {
		*engine = &e->engine;
		return 0;
	}
	snprintf(message, room, "NCCL does not start: %s", error(status) ? error(status) : "out of memory");
	free_engine(&e->engine);
	return status;
}

int
engine_nccl(int ranks, const int *devices, struct stencil_engine **engine, char *message, size_t room)
{
	int status;
	struct nccl_engine *e = new_engine(ranks, 0, ranks, &status, message, room);

	*engine = NULL;
	return e ? started(e, connect_all(e, devices), engine, message, room) : status;
}

int
engine_nccl_joined(const struct ranks *processes, struct stencil_engine **engine, char *message, size_t room)
{
	const int rank = processes->rank;
	struct unique_id id = { { 0 } };
	int status = 0;
	struct nccl_engine *e = new_engine(processes->count, rank, rank + 1, &status, message, room);

	*engine = NULL;
	if (!e)
		return status;
	if (!rank)
		status = status_of(e->nccl.GetUniqueId(&id));
	if (!status)
		status = processes->mpi->broadcast(&id, sizeof id);
	if (!status)
		status = status_of(e->nccl.CommInitRank(&e->slots[rank].communicator, processes->count, id, rank));
	return started(e, status, engine, message, room);
}
