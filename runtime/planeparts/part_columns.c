#include "runtime/planeparts/part_columns.h"

#include "runtime/exchange/messages.h"

#include <stdlib.h>

/* Where the cells lie that a part sends or receives, message after message. */
struct places {
	int *place, *counts;
};

/* The part as if its arrays lay row by row, as `position` does. */
static struct stencil_grid
plain_grid(const struct plane_part *part)
{
	const struct problem *p = part->problem;
	const struct stencil_rectangle *r = &part->rectangle;

	return (struct stencil_grid){
		.row = p->size[0], .stride = p->size[0]*p->size[1], .first = p->halo.low[1]*p->size[0] + p->halo.low[0],
		.width = r->end[0] - r->begin[0], .height = r->end[1] - r->begin[1],
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

static bool
list_all(const struct stencil_exchange *plan, bool sends, const int *position, struct places *places)
{
	const struct stencil_packing *packing = sends ? &plan->sends : &plan->receives;
	int box = 0, count = 0;

	*places = (struct places){ malloc(((size_t)cells_of(packing) + 1)*sizeof *places->place),
		malloc(((size_t)plan->message_count + 1)*sizeof *places->counts) };
	if (!places->place || !places->counts)
		return false;
	for (int m = 0; m < plan->message_count; m++) {
		const struct stencil_message *message = &plan->messages[m];
		const size_t end = sends ? message->send + message->send_bytes : message->receive + message->receive_bytes;

		places->counts[m] = list_message(packing, position, &box, end, places->place + count);
		count += places->counts[m];
	}
	return true;
}

void
part_heights(const struct plane_parts *parts, const struct grid *grid, int *heights)
{
	for (const struct field *f = parts->whole->plan->stencil->fields; f; f = f->next)
		if (parts->fields.exchanged[f->index])
			*heights++ = shapes[f->shape].axes[2] ? grid->view.pitch : 0;
}

static int
exchange_as(struct plane_parts *parts, int rank, const struct stencil_exchange *plan, const struct stencil_exchanged *fields,
	int count)
{
	struct plane_part *part = &parts->ranks[rank];
	const struct grid *grid = part->device->layout.grid;
	int *peers = malloc(((size_t)plan->message_count + 1)*sizeof *peers);
	int *heights = malloc(((size_t)count + 1)*sizeof *heights);
	struct places send = { NULL, NULL }, receive = { NULL, NULL };
	int status = STENCIL_NO_MEMORY;

	for (int m = 0; m < plan->message_count && peers; m++)
		peers[m] = plan->messages[m].peer;
	if (heights)
		part_heights(parts, grid, heights);
	if (peers && heights && list_all(plan, true, grid->position, &send) && list_all(plan, false, grid->position, &receive))
		status = stencil_exchange_columns(&part->exchange, parts->engine, &part->lane.lane, &(struct stencil_columns){
			.peers = plan->message_count, .rank = peers, .sends = send.counts, .receives = receive.counts,
			.send = send.place, .receive = receive.place, .stride = grid->view.stride, .heights = heights }, rank, fields, count);
	free(send.place);
	free(send.counts);
	free(receive.place);
	free(receive.counts);
	free(heights);
	free(peers);
	return status;
}

int
part_exchange_columns(struct plane_parts *parts, int rank, const struct stencil_exchanged *fields, int count)
{
	const struct stencil_grid grid = plain_grid(&parts->ranks[rank]);
	struct stencil_exchange plan = { .rank = rank, .field_count = 1 };
	int status = messages_plan(&plan, &parts->rectangles, &grid, &(struct stencil_exchanged){ sizeof (double), 1 });

	if (!status)
		status = exchange_as(parts, rank, &plan, fields, count);
	free(plan.sends.boxes);
	free(plan.receives.boxes);
	free(plan.messages);
	return status;
}
