#include "messages.h"

#include <stdlib.h>

struct planner {
	const struct stencil_columns *lists;
	const int *list_of; /* by field */
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
	const struct stencil_columns *list = &p->lists[p->list_of[field]];
	const int height = list->heights[field];

	return (struct stencil_box){
		.field = field, .bytes = f->bytes, .levels = height ? 1 : f->levels, .stride = list->stride,
		.first = height ? place*height : place, .width = height ? f->levels : 1, .height = 1,
	};
}

enum way { SENDS, RECEIVES };

static const int *
counts_of(const struct stencil_columns *list, enum way way)
{
	return way == SENDS ? list->sends : list->receives;
}

/* The elements of a list that go to a peer, or come from it. */
static const int *
places_of(const struct stencil_columns *list, enum way way, int peer)
{
	const int *places = way == SENDS ? list->send : list->receive;

	for (int i = 0; i < peer; i++)
		places += counts_of(list, way)[i];
	return places;
}

/* Adds what one message has of all fields. */
static void
add_places(const struct planner *p, struct stencil_packing *packing, enum way way, int peer, size_t *end)
{
	for (int f = 0; f < p->exchange->field_count; f++) {
		const struct stencil_columns *list = &p->lists[p->list_of[f]];
		const int *places = places_of(list, way, peer), count = counts_of(list, way)[peer];

		for (int i = 0; i < count; i++) {
			struct stencil_box *box = &packing->boxes[packing->count++];

			*box = box_of(p, f, places[i]);
			box->offset = *end;
			*end += box_bytes(box);
		}
	}
}

static int
add_peers(const struct planner *p)
{
	struct stencil_exchange *x = p->exchange;
	size_t sent = 0, received = 0;

	for (int i = 0; i < p->lists->peers; i++) {
		struct stencil_message *message = &x->messages[x->message_count++];

		*message = (struct stencil_message){ .peer = p->lists->rank[i], .send = sent, .receive = received };
		add_places(p, &x->sends, SENDS, i, &sent);
		add_places(p, &x->receives, RECEIVES, i, &received);
		message->send_bytes = sent - message->send;
		message->receive_bytes = received - message->receive;
		if (message->send_bytes/MESSAGE_UNIT > INT_MAX || message->receive_bytes/MESSAGE_UNIT > INT_MAX)
			return STENCIL_LARGE_MESSAGE;
	}
	return 0;
}

/* The boxes of all messages. */
static size_t
count_boxes(const struct planner *p, enum way way)
{
	size_t count = 0;

	for (int f = 0; f < p->exchange->field_count; f++)
		for (int i = 0; i < p->lists->peers; i++)
			count += (size_t)counts_of(&p->lists[p->list_of[f]], way)[i];
	return count;
}

int
messages_of_lists(struct stencil_exchange *exchange, const struct stencil_columns *lists, const int *list_of,
	const struct stencil_exchanged *fields)
{
	const struct planner p = { .lists = lists, .list_of = list_of, .fields = fields, .exchange = exchange };

	exchange->sends.boxes = calloc(count_boxes(&p, SENDS) + 1, sizeof *exchange->sends.boxes);
	exchange->receives.boxes = calloc(count_boxes(&p, RECEIVES) + 1, sizeof *exchange->receives.boxes);
	exchange->messages = calloc((size_t)lists->peers + 1, sizeof *exchange->messages);
	if (!exchange->sends.boxes || !exchange->receives.boxes || !exchange->messages)
		return STENCIL_NO_MEMORY;
	return add_peers(&p);
}
