#include "runtime/partition/transport_nccl.h"

#include "runtime/exchange/engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of NCCL 2 that is used. Later versions accept the configuration of 2.17, too: members that they added have
 * defaults then. */
enum { NCCL_BYTES = 1, NCCL_IN_PROGRESS = 7, NCCL_OLDEST = 21700, NCCL_DEFAULT = INT_MIN };
typedef struct nccl_communicator *communicator;
struct unique_id {
	char bytes[128];
};
#define NCCL_MAGIC 0xcafebeef
struct nccl_config {
	size_t size;
	unsigned magic, version;
	int blocking, cluster, least_blocks, most_blocks;
	const char *network;
};

/* Functions that return a status: 0 is success. */
#define NCCL_FUNCTIONS \
	F(GetVersion, (int *version)) \
	F(GetUniqueId, (struct unique_id *id)) \
	F(CommInitRankConfig, (communicator *own, int count, struct unique_id id, int rank, struct nccl_config *config)) \
	F(CommDestroy, (communicator)) \
	F(CommAbort, (communicator)) \
	F(CommGetAsyncError, (communicator, int *result)) \
	F(GroupStart, (void)) \
	F(GroupEnd, (void)) \
	F(Send, (const void *buffer, size_t count, int type, int peer, communicator, void *stream)) \
	F(Recv, (void *buffer, size_t count, int type, int peer, communicator, void *stream))

/* The library. */
static struct {
#define F(name, arguments) int (*name) arguments;
	NCCL_FUNCTIONS
#undef F
	const char *(*GetErrorString)(int status);
	char version[32];
} nccl;

/* 2708 was 2.7.8, 20900 is 2.9.0. */
static bool
read_version(struct error *error)
{
	int v = 0;
	const int status = nccl.GetVersion(&v), major = v < 10000 ? 1000 : 10000;

	snprintf(nccl.version, sizeof nccl.version, "%d.%d.%d", v/major, v % major/100, v % 100);
	return (!status && v >= NCCL_OLDEST)
		|| error_set(error, EXIT_IO, "NCCL %s is too old: use 2.17 or newer", nccl.version);
}

bool
nccl_load(struct error *error)
{
	const char *path = getenv("STENCILGEN_NCCL"), *missing = NULL;
	void *library = dlopen(path && *path ? path : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return error_set(error, EXIT_IO, "no NCCL: %s; set STENCILGEN_NCCL to the path of its library", dlerror());
#define F(name, arguments) { \
		void *address = dlsym(library, "nccl" #name); \
\
		missing = address ? missing : "nccl" #name; \
		memcpy(&nccl.name, &address, sizeof address); \
	}
	NCCL_FUNCTIONS
	F(GetErrorString, (int))
#undef F
	if (missing)
		return error_set(error, EXIT_IO, "this NCCL has no function %s", missing);
	return read_version(error);
}

const char *
nccl_version(void)
{
	return nccl_load(NULL) ? nccl.version : "of an unknown version";
}

enum { OF_NCCL = 2000 };

static int
status_of(int result)
{
	return result ? OF_NCCL + result : 0;
}

/* How far an exchange of a rank is. */
struct endpoint {
	void *stream;
	long begun, started, ended; /* started: NCCL has the messages */
};

struct nccl_engine {
	struct stencil_engine engine;
	const struct processes *processes;
	int first, end; /* ranks of this process: all, or one */
	communicator communicators[];
};

static struct nccl_engine *
engine_of(const struct stencil_exchange *x)
{
	return (struct nccl_engine *)x->engine;
}

/* The same exchange of a rank of this process; NULL: not planned yet. */
static struct endpoint *
endpoint_of(const struct stencil_exchange *x, int rank)
{
	return x->channel->exchanges[rank] ? x->channel->exchanges[rank]->own : NULL;
}

static void
detach(struct stencil_exchange *x)
{
	free(x->own);
	x->own = NULL;
}

/* Whether all ranks of this process have ended the last exchange. */
static int
ready(struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);
	const struct endpoint *own = x->own;

	for (int rank = e->first; rank < e->end; rank++)
		if (!endpoint_of(x, rank) || endpoint_of(x, rank)->ended < own->begun)
			return STENCIL_PEERS_BEHIND;
	return 0;
}

/* NCCL gets the messages when all ranks have packed theirs: their streams keep the order. */
static int
send_messages(struct stencil_exchange *x, void *stream)
{
	struct endpoint *own = x->own;

	own->stream = stream;
	own->begun++;
	return 0;
}

static int
enqueue_messages(const struct stencil_exchange *x)
{
	const communicator own_communicator = engine_of(x)->communicators[x->rank];
	const struct endpoint *own = x->own;
	int result = 0;

	for (int m = 0; m < x->message_count && !result; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->peer == x->rank)
			continue;
		if (message->send_bytes)
			result = nccl.Send((const char *)x->send + message->send, message->send_bytes, NCCL_BYTES, message->peer,
				own_communicator, own->stream);
		if (!result && message->receive_bytes)
			result = nccl.Recv((char *)x->receive + message->receive, message->receive_bytes, NCCL_BYTES, message->peer,
				own_communicator, own->stream);
	}
	return result;
}

/* The messages of an exchange of all ranks of this process, as one group. */
static int
enqueue_all(const struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);
	int result = nccl.GroupStart(), end;

	if (result)
		return status_of(result);
	for (int rank = e->first; rank < e->end && !result; rank++)
		result = enqueue_messages(x->channel->exchanges[rank]);
	end = nccl.GroupEnd();
	return status_of(result ? result : end);
}

/* Several processes send messages once when all ranks open their exchanges: the first messages connect ranks. The host waits for
 * the others then, and it takes long. */
static int
attach(struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);
	int status;

	x->own = calloc(1, sizeof (struct endpoint));
	if (!x->own)
		return STENCIL_NO_MEMORY;
	if (e->processes->count == 1)
		return 0;
	processes_limit(e->processes, "start NCCL");
	status = enqueue_all(x);
	processes_limit(e->processes, NULL);
	return status;
}

static int
start_exchange(const struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);
	const struct endpoint *own = x->own;

	for (int rank = e->first; rank < e->end; rank++)
		if (!endpoint_of(x, rank) || endpoint_of(x, rank)->begun != own->begun)
			return STENCIL_PEERS_BEHIND;
	for (int rank = e->first; rank < e->end; rank++)
		endpoint_of(x, rank)->started = own->begun;
	return enqueue_all(x);
}

static int
receive_messages(struct stencil_exchange *x, void *stream)
{
	struct endpoint *own = x->own;
	const int status = own->started < own->begun ? start_exchange(x) : 0;

	(void)stream;
	own->ended++;
	return status;
}

/* Errors after messages were enqueued. */
static int
check(struct stencil_engine *engine)
{
	const struct nccl_engine *e = (const struct nccl_engine *)engine;
	int result = 0;

	for (int rank = e->first; rank < e->end && !result; rank++) {
		int later = 0;

		if (e->communicators[rank])
			result = nccl.CommGetAsyncError(e->communicators[rank], &later);
		result = result || later == NCCL_IN_PROGRESS ? result : later;
	}
	return status_of(result);
}

/* Ends all communicators in one of the two ways. */
static void
end_all(struct nccl_engine *e, int (*end)(communicator))
{
	for (int rank = e->first; rank < e->end; rank++) {
		if (e->communicators[rank])
			end(e->communicators[rank]);
		e->communicators[rank] = NULL;
	}
}

static void
abort_all(struct stencil_engine *engine)
{
	end_all((struct nccl_engine *)engine, nccl.CommAbort);
}

static void
free_engine(struct stencil_engine *engine)
{
	end_all((struct nccl_engine *)engine, nccl.CommDestroy);
	free(engine);
}

static const char *
error_text(int status)
{
	return status >= OF_NCCL && status < OF_NCCL + 1000 ? nccl.GetErrorString(status - OF_NCCL) : NULL;
}

/* A communicator on the device that is selected. */
static int
connect_rank(struct nccl_engine *e, int rank, struct unique_id id, int blocks)
{
	struct nccl_config config = { .size = sizeof config, .magic = NCCL_MAGIC, .version = NCCL_OLDEST, .blocking = NCCL_DEFAULT,
		.cluster = NCCL_DEFAULT, .least_blocks = NCCL_DEFAULT, .most_blocks = blocks };

	return status_of(nccl.CommInitRankConfig(&e->communicators[rank], e->engine.ranks, id, rank, &config));
}

/* All ranks are in this process. */
static int
connect_all(struct nccl_engine *e, const struct device *device, int devices, int blocks)
{
	struct unique_id id = { { 0 } };
	int status = status_of(nccl.GetUniqueId(&id)), end;

	if (!status)
		status = status_of(nccl.GroupStart());
	if (status)
		return status;
	for (int rank = 0; rank < e->end && !status; rank++) {
		status = device->streams->select(processes_device(e->processes, rank, e->end, devices));
		if (!status)
			status = connect_rank(e, rank, id, blocks);
	}
	end = status_of(nccl.GroupEnd());
	return status ? status : end;
}

/* This process has one of the ranks. */
static int
connect_processes(struct nccl_engine *e, int blocks)
{
	struct unique_id id = { { 0 } };
	int status = e->first ? 0 : status_of(nccl.GetUniqueId(&id));

	if (!status)
		status = e->processes->mpi->broadcast(&id, sizeof id);
	processes_limit(e->processes, "start NCCL");
	if (!status)
		status = connect_rank(e, e->first, id, blocks);
	processes_limit(e->processes, NULL);
	return status;
}

static struct nccl_engine *
new_engine(const struct processes *processes, int subdomains)
{
	const int ranks = processes->count > 1 ? processes->count : subdomains;
	struct nccl_engine *e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->communicators);

	if (!e)
		return NULL;
	e->engine = (struct stencil_engine){ .ranks = ranks, .attach = attach, .detach = detach, .ready = ready,
		.send = send_messages, .receive = receive_messages, .check = check, .abort = abort_all,
		.error = error_text, .free = free_engine };
	e->processes = processes;
	e->first = processes->rank;
	e->end = processes->count > 1 ? e->first + 1 : ranks;
	return e;
}

bool
nccl_open(const struct processes *processes, int subdomains, int blocks, const struct device *device, int devices,
	struct stencil_engine **engine, struct error *error)
{
	struct nccl_engine *e;
	int status;

	*engine = NULL;
	if (!nccl_load(error))
		return false;
	e = new_engine(processes, subdomains);
	if (!e)
		return error_no_memory(error);
	status = processes->count > 1 ? connect_processes(e, blocks) : connect_all(e, device, devices, blocks);
	if (!status) {
		*engine = &e->engine;
		return true;
	}
	free_engine(&e->engine);
	return error_set(error, EXIT_IO, "NCCL does not start: %s",
		error_text(status) ? error_text(status) : "it lacks a device, or other ranks");
}

static bool
is_here(const struct nccl_engine *e, int rank)
{
	return rank >= e->first && rank < e->end;
}

int
nccl_start_transfers(struct stencil_engine *engine, const struct nccl_transfer *transfers, int count)
{
	const struct nccl_engine *e = (const struct nccl_engine *)engine;
	int result = nccl.GroupStart(), end;

	if (result)
		return status_of(result);
	for (const struct nccl_transfer *t = transfers; t < transfers + count && !result; t++) {
		if (is_here(e, t->from))
			result = nccl.Send(t->sent, t->bytes, NCCL_BYTES, t->to, e->communicators[t->from], t->sender);
		if (!result && is_here(e, t->to))
			result = nccl.Recv(t->received, t->bytes, NCCL_BYTES, t->from, e->communicators[t->to], t->receiver);
	}
	end = nccl.GroupEnd();
	return status_of(result ? result : end);
}
