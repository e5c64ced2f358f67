#include "runtime/ranks/engine_nccl.h"

#include "runtime/exchange/engine.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is used of NCCL 2, whose numbers and types have been these since its first version with sends and receives, 2.7. */
enum { OF_NCCL = 2000, NCCL_BYTES = 1 };
typedef struct nccl_communicator *communicator;

/* Functions that return a status: 0 is success. */
#define NCCL_FUNCTIONS \
	F(CommInitAll, (communicator *all, int count, const int *devices)) \
	F(CommDestroy, (communicator)) \
	F(GroupStart, (void)) \
	F(GroupEnd, (void)) \
	F(Send, (const void *buffer, size_t count, int type, int peer, communicator, void *stream)) \
	F(Recv, (void *buffer, size_t count, int type, int peer, communicator, void *stream))

struct nccl {
#define F(name, arguments) int (*name) arguments;
	NCCL_FUNCTIONS
#undef F
	const char *(*GetErrorString)(int status);
};

struct slot {
	struct stencil_exchange *exchange;
	communicator communicator;
	void *stream;
	long begun, ended; /* exchanges */
};

struct nccl_engine {
	struct stencil_engine engine;
	struct nccl nccl;
	long carried; /* exchanges that were given to NCCL */
	struct slot slots[];
};

static const char *(*error_string)(int status); /* of the library, which is one */

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

static int
attach(struct stencil_exchange *x)
{
	struct slot *slot = &engine_of(x)->slots[x->rank];

	if (slot->exchange)
		return STENCIL_ENGINE_TAKEN;
	slot->exchange = x;
	slot->begun = slot->ended = engine_of(x)->carried;
	return 0;
}

static void
detach(struct stencil_exchange *x)
{
	struct slot *slot = &engine_of(x)->slots[x->rank];

	if (slot->exchange == x)
		slot->exchange = NULL;
}

/* Whether all ranks have ended the last exchange. */
static int
ready(struct stencil_exchange *x)
{
	const struct nccl_engine *e = engine_of(x);

	for (int rank = 0; rank < e->engine.ranks; rank++)
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

static int
carry(struct nccl_engine *e)
{
	int result, end;

	for (int rank = 0; rank < e->engine.ranks; rank++)
		if (!e->slots[rank].exchange || e->slots[rank].begun != e->carried + 1)
			return STENCIL_PEERS_BEHIND;
	result = e->nccl.GroupStart();
	if (result)
		return status_of(result);
	for (int rank = 0; rank < e->engine.ranks && !result; rank++)
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

static const char *
error(int status)
{
	return status >= OF_NCCL && status < OF_NCCL + 1000 && error_string ? error_string(status - OF_NCCL) : NULL;
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

static bool
load(struct nccl *nccl, char *message, size_t room)
{
	const char *path = getenv("STENCILGEN_NCCL"), *missing = NULL;
	void *library = dlopen(path ? path : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	if (!library) {
		snprintf(message, room, "no NCCL: %s; STENCILGEN_NCCL says where it is", dlerror());
		return false;
	}
#define F(name, arguments) { \
		void *address = dlsym(library, "nccl" #name); \
\
		missing = address ? missing : "nccl" #name; \
		memcpy(&nccl->name, &address, sizeof address); \
	}
	NCCL_FUNCTIONS
	F(GetErrorString, (int))
#undef F
	if (missing)
		snprintf(message, room, "this NCCL has no function %s", missing);
	error_string = nccl->GetErrorString;
	return !missing;
}

bool
engine_nccl_is_there(char *message, size_t room)
{
	struct nccl nccl;

	return load(&nccl, message, room);
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

int
engine_nccl(int ranks, const int *devices, struct stencil_engine **engine, char *message, size_t room)
{
	struct nccl_engine *e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->slots);
	int status;

	*engine = NULL;
	if (!e) {
		snprintf(message, room, "out of memory");
		return STENCIL_NO_MEMORY;
	}
	e->engine = (struct stencil_engine){ .ranks = ranks, .attach = attach, .detach = detach, .ready = ready,
		.send = send_messages, .receive = receive_messages, .error = error, .free = free_engine };
	if (!load(&e->nccl, message, room)) {
		free(e);
		return STENCIL_NO_PARTS;
	}
	status = connect_all(e, devices);
	if (status) {
		snprintf(message, room, "NCCL does not start: %s", error(status) ? error(status) : "out of memory");
		free_engine(&e->engine);
		return status;
	}
	*engine = &e->engine;
	return 0;
}
