#include "messages.h"

#include <stdlib.h>

struct planner {
	const struct stencil_columns *columns;
	const struct stencil_exchanged *fields;
	struct stencil_exchange *exchange;
};

static size_t
box_bytes(const struct stencil_box *box)
{
	const size_t bytes = (size_t)box->width*(size_t)box->levels*(size_t)box->bytes;

	return (bytes + MESSAGE_UNIT - 1)/MESSAGE_UNIT*MESSAGE_UNIT;
}

/* The levels of an element: with levels innermost they follow one another. */
static struct stencil_box
box_of(const struct planner *p, int field, int place)
{
	const struct stencil_exchanged *f = &p->fields[field];
	const int height = p->columns->heights[field];

	return (struct stencil_box){
		.field = field, .bytes = f->bytes, .levels = height ? 1 : f->levels, .stride = p->columns->stride,
		.first = height ? place*height : place, .width = height ? f->levels : 1, .height = 1,
	};
}

/* Adds what lies at some places, in their order, of all fields. */
static void
add_places(const struct planner *p, struct stencil_packing *packing, const int *places, int count, size_t *end)
{
	for (int f = 0; f < p->exchange->field_count; f++)
		for (int i = 0; i < count; i++) {
			struct stencil_box *box = &packing->boxes[packing->count++];

			*box = box_of(p, f, places[i]);
			box->offset = *end;
			*end += box_bytes(box);
		}
}

static int
add_peers(const struct planner *p)
{
	const int *send = p->columns->send, *receive = p->columns->receive;
	struct stencil_exchange *x = p->exchange;
	size_t sent = 0, received = 0;

	for (int i = 0; i < p->columns->peers; i++) {
		struct stencil_message *message = &x->messages[x->message_count++];

		*message = (struct stencil_message){ .peer = p->columns->rank[i], .send = sent, .receive = received };
		add_places(p, &x->sends, send, p->columns->sends[i], &sent);
		add_places(p, &x->receives, receive, p->columns->receives[i], &received);
		message->send_bytes = sent - message->send;
		message->receive_bytes = received - message->receive;
		if (message->send_bytes/MESSAGE_UNIT > INT_MAX || message->receive_bytes/MESSAGE_UNIT > INT_MAX)
			return STENCIL_LARGE_MESSAGE;
		send += p->columns->sends[i];
		receive += p->columns->receives[i];
	}
	return 0;
}

int
messages_of_columns(struct stencil_exchange *exchange, const struct stencil_columns *columns,
	const struct stencil_exchanged *fields)
{
	const struct planner p = { .columns = columns, .fields = fields, .exchange = exchange };
	size_t sends = 0, receives = 0;

	for (int i = 0; i < columns->peers; i++) {
		sends += (size_t)columns->sends[i]*(size_t)exchange->field_count;
		receives += (size_t)columns->receives[i]*(size_t)exchange->field_count;
	}
	exchange->sends.boxes = calloc(sends + 1, sizeof *exchange->sends.boxes);
	exchange->receives.boxes = calloc(receives + 1, sizeof *exchange->receives.boxes);
	exchange->messages = calloc((size_t)columns->peers + 1, sizeof *exchange->messages);
	if (!exchange->sends.boxes || !exchange->receives.boxes || !exchange->messages)
		return STENCIL_NO_MEMORY;
	return add_peers(&p);
}
