#include "runtime/partition/table_lists.h"

#include "runtime/exchange/messages.h"

#include <stdlib.h>

/* A box as if its arrays were stored row by row. */
static struct stencil_grid
plain_grid(const struct subdomain *s)
{
	const struct problem *p = structured_subdomain(s)->problem;

	return (struct stencil_grid){
		.row = p->size[0], .stride = p->size[0]*p->size[1], .first = p->halo.low[1]*p->size[0] + p->halo.low[0],
		.width = s->box.end[0] - s->box.begin[0], .height = s->box.end[1] - s->box.begin[1],
	};
}

static int
cells_of(const struct stencil_packing *packing)
{
	int count = 0;

	for (int b = 0; b < packing->count; b++)
		count += packing->boxes[b].width*packing->boxes[b].height;
	return count;
}

/* The boxes of one message follow those of the one before. */
static int
list_message(const struct stencil_packing *packing, const int *position, int *box, size_t end, int *place)
{
	int count = 0;

	for (; *box < packing->count && packing->boxes[*box].offset < end; ++*box) {
		const struct stencil_box *b = &packing->boxes[*box];

		for (int j = 0; j < b->height; j++)
			for (int i = 0; i < b->width; i++)
				place[count++] = position[b->first + j*b->row + i];
	}
	return count;
}

/* Where the cells of all messages are stored; counts[m] of them are message m's. */
static const int *
list_all(struct arena *arena, const struct stencil_exchange *plan, bool sends, const int *position, int *counts)
{
	const struct stencil_packing *packing = sends ? &plan->sends : &plan->receives;
	int *places = arena_array(arena, int, cells_of(packing) + 1), box = 0, count = 0;

	for (int m = 0; m < plan->message_count; m++) {
		const struct stencil_message *message = &plan->messages[m];
		const size_t end = sends ? message->send + message->send_bytes : message->receive + message->receive_bytes;

		counts[m] = list_message(packing, position, &box, end, places + count);
		count += counts[m];
	}
	return places;
}

static struct stencil_columns
lists_of(struct arena *arena, const struct stencil_exchange *plan, const int *position)
{
	int *peers = arena_array(arena, int, plan->message_count + 1);
	int *sends = arena_array(arena, int, plan->message_count + 1), *receives = arena_array(arena, int, plan->message_count + 1);

	for (int m = 0; m < plan->message_count; m++)
		peers[m] = plan->messages[m].peer;
	return (struct stencil_columns){ .peers = plan->message_count, .rank = peers, .sends = sends, .receives = receives,
		.send = list_all(arena, plan, true, position, sends), .receive = list_all(arena, plan, false, position, receives) };
}

int
table_lists(struct arena *arena, const struct partition *p, int rank, struct stencil_columns *lists)
{
	const struct subdomain *s = &p->subdomains[rank];
	const struct stencil_grid grid = plain_grid(s);
	struct stencil_exchange plan = { .rank = rank, .field_count = 1 };
	const int status = messages_plan(&plan, &structured_of(p)->rectangles, &grid, &(struct stencil_exchanged){ sizeof (double), 1 });

	if (!status)
		*lists = lists_of(arena, &plan, plane_device_of(s)->layout.grid->position);
	free(plan.sends.boxes);
	free(plan.receives.boxes);
	free(plan.messages);
	return status;
}
