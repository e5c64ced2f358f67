/* All ranks are in one process, and a message is a copy from one buffer to another. */

#include "engine.h"

#include <stdlib.h>

struct slot {
	struct stencil_exchange *exchange;
	long begun, ended; /* exchanges */
};

struct peer_engine {
	struct stencil_engine engine;
	struct slot slots[]; /* by rank */
};

static struct slot *
slots_of(const struct stencil_exchange *x)
{
	return ((struct peer_engine *)x->engine)->slots;
}

static int
attach(struct stencil_exchange *x)
{
	struct slot *slot = &slots_of(x)[x->rank];

	if (slot->exchange)
		return STENCIL_ENGINE_TAKEN;
	*slot = (struct slot){ .exchange = x };
	return 0;
}

static void
detach(struct stencil_exchange *x)
{
	struct slot *slot = &slots_of(x)[x->rank];

	if (slot->exchange == x)
		slot->exchange = NULL;
}

/* Whether all peers have unpacked what this rank sent before. */
static int
ready(struct stencil_exchange *x)
{
	const struct slot *slots = slots_of(x);

	for (int m = 0; m < x->message_count; m++) {
		const struct slot *peer = &slots[x->messages[m].peer];

		if (!peer->exchange || peer->ended < slots[x->rank].begun)
			return STENCIL_PEERS_BEHIND;
	}
	return 0;
}

/* Where a peer wants what a rank sends. */
static char *
destination(const struct stencil_exchange *peer, int rank)
{
	int m = 0;

	while (peer->messages[m].peer != rank)
		m++;
	return (char *)peer->receive + peer->messages[m].receive;
}

static int
send_messages(struct stencil_exchange *x, void *stream)
{
	const struct stencil_lane *lane = x->engine->lane;
	struct slot *slots = slots_of(x);
	int status = 0;

	for (int m = 0; m < x->message_count && !status; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->peer != x->rank && message->send_bytes)
			status = lane->copy(lane, destination(slots[message->peer].exchange, x->rank),
				(char *)x->send + message->send, message->send_bytes, stream);
	}
	slots[x->rank].begun++;
	return status;
}

static int
receive_messages(struct stencil_exchange *x, void *stream)
{
	struct slot *slots = slots_of(x);

	(void)stream;
	for (int m = 0; m < x->message_count; m++)
		if (slots[x->messages[m].peer].begun < slots[x->rank].begun)
			return STENCIL_PEERS_BEHIND;
	slots[x->rank].ended++;
	return 0;
}

static void
free_engine(struct stencil_engine *engine)
{
	free(engine);
}

int
stencil_engine_peer(const struct stencil_lane *lane, int ranks, struct stencil_engine **engine)
{
	struct peer_engine *e;

	*engine = NULL;
	if (ranks < 1)
		return STENCIL_NO_PARTS;
	e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->slots);
	if (!e)
		return STENCIL_NO_MEMORY;
	e->engine = (struct stencil_engine){
		.lane = lane, .ranks = ranks, .attach = attach, .detach = detach, .ready = ready, .send = send_messages,
		.receive = receive_messages, .free = free_engine,
	};
	*engine = &e->engine;
	return 0;
}
