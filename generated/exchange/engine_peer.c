/* All ranks are in one process, and a message is a copy from one buffer to another. Where streams do it, events take care
 * that nobody unpacks a message before it is there, or sends one where the last was not unpacked yet. */

#include "engine.h"

#include <stdlib.h>

struct slot {
	struct stencil_exchange *exchange;
	long begun, ended;    /* exchanges */
	void *sent, *unpacked; /* events: of the last one */
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
	const struct stencil_lane *lane = x->lane;
	struct slot *slot = &slots_of(x)[x->rank];
	int status;

	if (slot->exchange)
		return STENCIL_ENGINE_TAKEN;
	*slot = (struct slot){ .exchange = x };
	if (!lane->create_event)
		return 0;
	status = lane->create_event(lane, "sent", &slot->sent);
	return status ? status : lane->create_event(lane, "unpacked", &slot->unpacked);
}

static void
detach(struct stencil_exchange *x)
{
	struct slot *slot = &slots_of(x)[x->rank];

	if (slot->exchange != x)
		return;
	if (slot->sent)
		x->lane->destroy_event(x->lane, slot->sent);
	if (slot->unpacked)
		x->lane->destroy_event(x->lane, slot->unpacked);
	*slot = (struct slot){ 0 };
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

/* Lets a stream wait for an event of a peer. */
static int
wait_for(const struct stencil_exchange *x, void *stream, void *event)
{
	return event ? x->lane->wait(x->lane, stream, event) : 0;
}

static int
record(const struct stencil_exchange *x, void *event, void *stream)
{
	return event ? x->lane->record(x->lane, event, stream) : 0;
}

static int
send_message(const struct stencil_exchange *x, const struct stencil_message *message, void *stream)
{
	const struct slot *peer = &slots_of(x)[message->peer];
	const int status = wait_for(x, stream, peer->unpacked);

	return status ? status : x->lane->copy(x->lane, (char *)x->send + message->send, peer->exchange->lane,
		destination(peer->exchange, x->rank), message->send_bytes, stream);
}

static int
send_messages(struct stencil_exchange *x, void *stream)
{
	struct slot *own = &slots_of(x)[x->rank];
	int status = 0;

	for (int m = 0; m < x->message_count && !status; m++)
		if (x->messages[m].peer != x->rank && x->messages[m].send_bytes)
			status = send_message(x, &x->messages[m], stream);
	own->begun++;
	return status ? status : record(x, own->sent, stream);
}

static int
receive_messages(struct stencil_exchange *x, void *stream)
{
	struct slot *slots = slots_of(x);
	int status = 0;

	for (int m = 0; m < x->message_count && !status; m++) {
		const struct slot *peer = &slots[x->messages[m].peer];

		if (peer->begun < slots[x->rank].begun)
			return STENCIL_PEERS_BEHIND;
		if (x->messages[m].peer != x->rank)
			status = wait_for(x, stream, peer->sent);
	}
	slots[x->rank].ended++;
	return status;
}

static int
unpacked(struct stencil_exchange *x, void *stream)
{
	return record(x, slots_of(x)[x->rank].unpacked, stream);
}

static int
renew(struct stencil_exchange *x, void *stream)
{
	const struct slot *own = &slots_of(x)[x->rank];
	const int status = record(x, own->sent, stream);

	return status ? status : record(x, own->unpacked, stream);
}

static void
free_engine(struct stencil_engine *engine)
{
	free(engine);
}

int
stencil_engine_peer(int ranks, struct stencil_engine **engine)
{
	struct peer_engine *e;

	*engine = NULL;
	if (ranks < 1)
		return STENCIL_NO_PARTS;
	e = calloc(1, sizeof *e + (size_t)ranks*sizeof *e->slots);
	if (!e)
		return STENCIL_NO_MEMORY;
	e->engine = (struct stencil_engine){
		.ranks = ranks, .attach = attach, .detach = detach, .ready = ready, .send = send_messages,
		.receive = receive_messages, .unpacked = unpacked, .renew = renew, .free = free_engine,
	};
	*engine = &e->engine;
	return 0;
}
