#include "messages.h"

#include <stdbool.h>
#include <stdlib.h>

enum { DIRECTIONS = 9 };

struct interval {
	int begin, end;
};

struct planner {
	struct stencil_exchange *exchange;
	const struct stencil_rectangles *parts;
	const struct stencil_grid *grid;
	const struct stencil_exchanged *fields;
	struct stencil_rectangle part;
};

/* What a part sends towards a side along an axis: -1, 0 for all of it, 1. The receiver's halo is as wide as its own
 * reads need, which are all ranks' alike. */
static struct interval
sent(const struct planner *p, int axis, int towards)
{
	const int width = p->part.end[axis] - p->part.begin[axis];

	if (towards > 0)
		return (struct interval){ width - stencil_halo(p->parts, axis, -1), width };
	return (struct interval){ 0, towards ? stencil_halo(p->parts, axis, 1) : width };
}

/* Where it puts what a neighbour sends towards a side. */
static struct interval
received(const struct planner *p, int axis, int towards)
{
	const int width = p->part.end[axis] - p->part.begin[axis];

	if (towards > 0)
		return (struct interval){ -stencil_halo(p->parts, axis, -1), 0 };
	return (struct interval){ towards ? width : 0, towards ? width + stencil_halo(p->parts, axis, 1) : width };
}

/* Whether anything reads across a side or corner. */
static bool
is_needed(const struct planner *p, int dx, int dy)
{
	if ((!dx && !dy) || (dx && dy && !p->parts->corners && p->parts->every == 1))
		return false;
	return (!dx || stencil_halo(p->parts, 0, -dx)) && (!dy || stencil_halo(p->parts, 1, -dy));
}

static size_t
box_bytes(const struct stencil_box *box)
{
	const size_t bytes = (size_t)box->width*(size_t)box->height*(size_t)box->levels*(size_t)box->bytes;

	return (bytes + MESSAGE_UNIT - 1)/MESSAGE_UNIT*MESSAGE_UNIT;
}

/* Adds a box behind the others. */
static void
add_box(const struct planner *p, struct stencil_packing *packing, int field, struct interval x, struct interval y,
	size_t *end)
{
	struct stencil_box *box = &packing->boxes[packing->count++];
	const struct stencil_grid region = stencil_region(p->grid, x.begin, y.begin, x.end, y.end);

	*box = (struct stencil_box){
		.offset = *end, .field = field, .bytes = p->fields[field].bytes, .levels = p->fields[field].levels,
		.stride = region.stride, .row = region.row, .first = region.first, .width = region.width,
		.height = region.height,
	};
	*end += box_bytes(box);
}

/* Adds all that a peer gets, or that it sends. */
static void
add_peer(const struct planner *p, int peer, bool sends, size_t *end)
{
	struct stencil_packing *packing = sends ? &p->exchange->sends : &p->exchange->receives;
	struct interval (*const along)(const struct planner *, int, int) = sends ? sent : received;

	for (int f = 0; f < p->exchange->field_count; f++)
		for (int d = 0; d < DIRECTIONS; d++) {
			const int dx = d % 3 - 1, dy = d/3 - 1, to = sends ? 1 : -1;

			if (p->part.neighbour[to*dy + 1][to*dx + 1] == peer && is_needed(p, dx, dy))
				add_box(p, packing, f, along(p, 0, dx), along(p, 1, dy), end);
		}
}

/* Whether a rank is next to the part, on any side. */
static bool
is_peer(const struct planner *p, int rank)
{
	for (int d = 0; d < DIRECTIONS; d++)
		if (d != DIRECTIONS/2 && p->part.neighbour[d/3][d % 3] == rank)
			return true;
	return false;
}

/* Adds a peer's message, unless there is nothing to tell. */
static int
add_message(const struct planner *p, int peer, size_t *send, size_t *receive)
{
	struct stencil_message message = { .peer = peer, .send = *send, .receive = *receive };

	add_peer(p, peer, true, send);
	add_peer(p, peer, false, receive);
	message.send_bytes = *send - message.send;
	message.receive_bytes = *receive - message.receive;
	if (message.send_bytes/MESSAGE_UNIT > INT_MAX || message.receive_bytes/MESSAGE_UNIT > INT_MAX)
		return STENCIL_LARGE_MESSAGE;
	if (message.send_bytes || message.receive_bytes)
		p->exchange->messages[p->exchange->message_count++] = message;
	return 0;
}

/* Whether the arrays hold the halo. */
static int
check_grid(const struct planner *p)
{
	const struct stencil_grid *grid = p->grid;
	const struct stencil_rectangle *part = &p->part;
	const long long row = grid->row, end = grid->first + (grid->height - 1)*row + grid->width;

	if (grid->width != part->end[0] - part->begin[0] || grid->height != part->end[1] - part->begin[1])
		return STENCIL_WRONG_SIZE;
	if (row < (long long)grid->width + part->low[0] + part->high[0] || grid->first < part->low[1]*row + part->low[0]
			|| end + part->high[1]*row + part->high[0] > grid->stride)
		return STENCIL_SMALL_HALO;
	return 0;
}

int
messages_plan(struct stencil_exchange *exchange, const struct stencil_rectangles *parts, const struct stencil_grid *grid,
	const struct stencil_exchanged *fields)
{
	const struct planner p = {
		.exchange = exchange, .parts = parts, .grid = grid, .fields = fields,
		.part = stencil_rectangle(parts, exchange->rank),
	};
	const size_t boxes = DIRECTIONS*(size_t)exchange->field_count;
	size_t send = 0, receive = 0;
	int status = check_grid(&p);

	if (status)
		return status;
	exchange->sends.boxes = calloc(boxes + 1, sizeof *exchange->sends.boxes);
	exchange->receives.boxes = calloc(boxes + 1, sizeof *exchange->receives.boxes);
	exchange->messages = calloc(DIRECTIONS, sizeof *exchange->messages);
	if (!exchange->sends.boxes || !exchange->receives.boxes || !exchange->messages)
		return STENCIL_NO_MEMORY;
	for (int peer = 0; peer < parts->ranks[0]*parts->ranks[1] && !status; peer++)
		if (is_peer(&p, peer))
			status = add_message(&p, peer, &send, &receive);
	return status;
}

static size_t
end_of(size_t begin, size_t bytes, size_t end)
{
	return begin + bytes > end ? begin + bytes : end;
}

size_t
messages_sent(const struct stencil_exchange *exchange)
{
	size_t end = 0;

	for (int m = 0; m < exchange->message_count; m++)
		end = end_of(exchange->messages[m].send, exchange->messages[m].send_bytes, end);
	return end;
}

size_t
messages_received(const struct stencil_exchange *exchange)
{
	size_t end = 0;

	for (int m = 0; m < exchange->message_count; m++)
		end = end_of(exchange->messages[m].receive, exchange->messages[m].receive_bytes, end);
	return end;
}
