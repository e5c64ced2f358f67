#include "messages.h"

#include <stdlib.h>
#include <string.h>

/* What the boxes need in the lane's memory. */
static int
allocate_buffers(struct stencil_exchange *x)
{
	const struct stencil_lane *lane = x->lane;
	int status = lane->allocate(lane, &x->send, messages_sent(x));

	if (!status)
		status = lane->allocate(lane, &x->receive, messages_received(x));
	if (!status && lane->prepare)
		status = lane->prepare(lane, &x->sends);
	if (!status && lane->prepare)
		status = lane->prepare(lane, &x->receives);
	return status;
}

/* NULL: out of memory. */
static struct stencil_exchange *
new_exchange(struct stencil_engine *engine, const struct stencil_lane *lane, int rank, int field_count)
{
	struct stencil_exchange *x = calloc(1, sizeof *x);

	if (!x)
		return NULL;
	*x = (struct stencil_exchange){ .engine = engine, .lane = lane, .rank = rank, .field_count = field_count };
	x->fields = calloc((size_t)field_count + 1, sizeof *x->fields);
	if (x->fields)
		return x;
	free(x);
	return NULL;
}

/* Enters the first channel in which the rank has no exchange yet. */
static int
enter_channel(struct stencil_exchange *x)
{
	struct stencil_channel **at = &x->engine->channels;
	int number = 0;

	for (; *at && (*at)->exchanges[x->rank]; at = &(*at)->next)
		number++;
	if (number == STENCIL_EXCHANGES)
		return STENCIL_ENGINE_TAKEN;
	if (!*at)
		*at = calloc(1, sizeof **at + (size_t)x->engine->ranks*sizeof *(*at)->exchanges);
	if (!*at)
		return STENCIL_NO_MEMORY;
	(*at)->number = number;
	(*at)->exchanges[x->rank] = x;
	x->channel = *at;
	return 0;
}

/* What follows when the messages are planned, or were not. */
static int
attach(struct stencil_exchange *x, int status, struct stencil_exchange **exchange)
{
	if (!status)
		status = allocate_buffers(x);
	if (!status)
		status = enter_channel(x);
	if (!status)
		status = x->engine->attach(x);
	if (status)
		stencil_exchange_free(x);
	else
		*exchange = x;
	return status;
}

int
stencil_exchange_rectangles(struct stencil_exchange **exchange, struct stencil_engine *engine,
	const struct stencil_lane *lane, const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
	const struct stencil_exchanged *fields, int field_count)
{
	struct stencil_exchange *x;
	int status = stencil_rectangles_check(parts);

	*exchange = NULL;
	if (status)
		return status;
	if (rank < 0 || rank >= parts->ranks[0]*parts->ranks[1] || parts->ranks[0]*parts->ranks[1] != engine->ranks)
		return STENCIL_NO_PARTS;
	x = new_exchange(engine, lane, rank, field_count);
	return x ? attach(x, messages_plan(x, parts, grid, fields), exchange) : STENCIL_NO_MEMORY;
}

int
stencil_exchange_lists(struct stencil_exchange **exchange, struct stencil_engine *engine,
	const struct stencil_lane *lane, const struct stencil_columns *lists, const int *list_of, int rank,
	const struct stencil_exchanged *fields, int field_count)
{
	struct stencil_exchange *x;

	*exchange = NULL;
	if (rank < 0 || rank >= engine->ranks || lists->peers < 0)
		return STENCIL_NO_PARTS;
	x = new_exchange(engine, lane, rank, field_count);
	return x ? attach(x, messages_of_lists(x, lists, list_of, fields), exchange) : STENCIL_NO_MEMORY;
}

int
stencil_exchange_columns(struct stencil_exchange **exchange, struct stencil_engine *engine,
	const struct stencil_lane *lane, const struct stencil_columns *columns, int rank,
	const struct stencil_exchanged *fields, int field_count)
{
	int *list_of = calloc((size_t)field_count + 1, sizeof *list_of);
	const int status = list_of
		? stencil_exchange_lists(exchange, engine, lane, columns, list_of, rank, fields, field_count) : STENCIL_NO_MEMORY;

	if (!list_of)
		*exchange = NULL;
	free(list_of);
	return status;
}

/* Messages to the rank itself are copied. */
static int
send_to_oneself(struct stencil_exchange *x, void *stream)
{
	const struct stencil_lane *lane = x->lane;

	for (int m = 0; m < x->message_count; m++) {
		const struct stencil_message *message = &x->messages[m];

		if (message->peer == x->rank)
			return lane->copy(lane, (char *)x->send + message->send, lane, (char *)x->receive + message->receive,
				message->send_bytes, stream);
	}
	return 0;
}

int
stencil_exchange_begin(struct stencil_exchange *x, void *const *fields, void *stream)
{
	const struct stencil_lane *lane = x->lane;
	int status;

	if (x->in_flight)
		return STENCIL_IN_FLIGHT;
	status = x->engine->ready(x);
	if (status)
		return status;
	if (x->field_count)
		memcpy(x->fields, fields, (size_t)x->field_count*sizeof *fields);
	status = lane->pack(lane, &x->sends, fields, x->send, stream);
	if (!status)
		status = send_to_oneself(x, stream);
	if (!status)
		status = x->engine->send(x, stream);
	x->in_flight = !status;
	return status;
}

int
stencil_exchange_end(struct stencil_exchange *x, void *stream)
{
	const struct stencil_lane *lane = x->lane;
	int status;

	if (!x->in_flight)
		return STENCIL_NOT_BEGUN;
	status = x->engine->receive(x, stream);
	if (!status)
		status = lane->unpack(lane, &x->receives, x->fields, x->receive, stream);
	if (!status && x->engine->unpacked)
		status = x->engine->unpacked(x, stream);
	x->in_flight = 0;
	return status;
}

int
stencil_exchange_renew(struct stencil_exchange *x, void *stream)
{
	if (x->in_flight)
		return STENCIL_IN_FLIGHT;
	return x->engine->renew ? x->engine->renew(x, stream) : 0;
}

struct stencil_traffic
stencil_exchange_traffic(const struct stencil_exchange *x)
{
	struct stencil_traffic traffic = { 0, 0 };

	for (int m = 0; m < x->message_count; m++)
		if (x->messages[m].peer != x->rank && x->messages[m].send_bytes) {
			traffic.messages++;
			traffic.bytes += x->messages[m].send_bytes;
		}
	return traffic;
}

static const char *
refusal_text(int status)
{
	switch (status) {
	case STENCIL_NO_PARTS:
		return "invalid decomposition: the number of ranks, steps or columns is not positive, or the transport has "
			"another number of ranks";
	case STENCIL_THIN_PARTS:
		return "a subdomain is narrower than the halo that its neighbors need: use fewer ranks or shorter groups of steps";
	case STENCIL_NO_MEMORY:
		return "out of memory";
	case STENCIL_LARGE_MESSAGE:
		return "a message has 2^31 or more units of 8 bytes: exchange fewer fields at once";
	case STENCIL_IN_FLIGHT:
		return "the last exchange has not ended: call stencil_exchange_end first";
	case STENCIL_NOT_BEGUN:
		return "an exchange ends that has not begun: call stencil_exchange_begin first";
	case STENCIL_PEERS_BEHIND:
		return "begin the exchange on all ranks of the process before one ends, and end it on all before one begins the next";
	case STENCIL_ENGINE_TAKEN:
		return "this rank already has 1024 exchanges on the transport: free some";
	case STENCIL_MANY_FIELDS:
		return "a kernel packs at most 64 fields: plan several exchanges";
	case STENCIL_NO_PROGRESS:
		return "no message arrived within the time limit";
	}
	return stencil_refusal_text(status);
}

const char *
stencil_exchange_text(const struct stencil_exchange *x, int status)
{
	const char *text = x && x->engine->error ? x->engine->error(status) : NULL;

	if (!text)
		text = refusal_text(status);
	if (!text && x)
		text = x->lane->error(x->lane, status);
	return text ? text : "the exchange failed";
}

void
stencil_exchange_free(struct stencil_exchange *x)
{
	const struct stencil_lane *lane = x ? x->lane : NULL;

	if (!x)
		return;
	if (x->channel) {
		x->engine->detach(x);
		x->channel->exchanges[x->rank] = NULL;
	}
	lane->release(lane, x->send);
	lane->release(lane, x->receive);
	lane->release(lane, x->sends.device);
	lane->release(lane, x->receives.device);
	free(x->sends.boxes);
	free(x->receives.boxes);
	free(x->messages);
	free(x->fields);
	free(x);
}

void
stencil_engine_free(struct stencil_engine *engine)
{
	struct stencil_channel *next;

	if (!engine)
		return;
	for (struct stencil_channel *channel = engine->channels; channel; channel = next) {
		next = channel->next;
		free(channel);
	}
	engine->free(engine);
}
