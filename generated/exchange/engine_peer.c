/* All ranks are in one process, and a message is a copy from one buffer to another. Where streams do it, events take care
 * that nobody unpacks a message before it is there, or sends one where the last was not unpacked yet. */

#include "engine.h"

#include <stdlib.h>

/* How far an exchange is. */
struct progress {
	long begun, ended;
	void *sent, *unpacked; /* events: of the last one */
};

/* The exchange of another rank, or of this one; NULL: not planned yet. */
static const struct stencil_exchange *
exchange_of(const struct stencil_exchange *x, int rank)
{
	return x->channel->exchanges[rank];
}

static const struct progress *
progress_of(const struct stencil_exchange *x)
{
	return x->own;
}

static int
attach(struct stencil_exchange *x)
{
	const struct stencil_lane *lane = x->lane;
	struct progress *own = x->own = calloc(1, sizeof *own);
	int status;

	if (!own)
		return STENCIL_NO_MEMORY;
	if (!lane->create_event)
		return 0;
	status = lane->create_event(lane, "sent", &own->sent);
	return status ? status : lane->create_event(lane, "unpacked", &own->unpacked);
}

static void
detach(struct stencil_exchange *x)
{
	struct progress *own = x->own;

	if (own && own->sent)
		x->lane->destroy_event(x->lane, own->sent);
	if (own && own->unpacked)
		x->lane->destroy_event(x->lane, own->unpacked);
	free(own);
	x->own = NULL;
}

/* Whether all peers have unpacked what this rank sent before. */
static int
ready(struct stencil_exchange *x)
{
	const struct progress *own = x->own;

	for (int m = 0; m < x->message_count; m++) {
		const struct stencil_exchange *peer = exchange_of(x, x->messages[m].peer);

		if (!peer || progress_of(peer)->ended < own->begun)
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
	const struct stencil_exchange *peer = exchange_of(x, message->peer);
	const int status = wait_for(x, stream, progress_of(peer)->unpacked);

	return status ? status : x->lane->copy(x->lane, (char *)x->send + message->send, peer->lane, destination(peer, x->rank),
		message->send_bytes, stream);
}

static int
send_messages(struct stencil_exchange *x, void *stream)
{
	struct progress *own = x->own;
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
	struct progress *own = x->own;
	int status = 0;

	for (int m = 0; m < x->message_count && !status; m++) {
		const struct stencil_exchange *peer = exchange_of(x, x->messages[m].peer);

		if (!peer || progress_of(peer)->begun < own->begun)
			return STENCIL_PEERS_BEHIND;
		if (peer != x)
			status = wait_for(x, stream, progress_of(peer)->sent);
	}
	own->ended++;
	return status;
}

static int
unpacked(struct stencil_exchange *x, void *stream)
{
	return record(x, progress_of(x)->unpacked, stream);
}

static int
renew(struct stencil_exchange *x, void *stream)
{
	const struct progress *own = x->own;
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
	*engine = NULL;
	if (ranks < 1)
		return STENCIL_NO_PARTS;
	*engine = malloc(sizeof **engine);
	if (!*engine)
		return STENCIL_NO_MEMORY;
	**engine = (struct stencil_engine){
		.ranks = ranks, .attach = attach, .detach = detach, .ready = ready, .send = send_messages,
		.receive = receive_messages, .unpacked = unpacked, .renew = renew, .free = free_engine,
	};
	return 0;
}
