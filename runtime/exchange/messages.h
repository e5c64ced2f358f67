#ifndef MESSAGES_H
#define MESSAGES_H

#include "engine.h"

enum { MESSAGE_UNIT = 8 }; /* the bytes of boxes and messages are multiples of it */

/* Plans the messages of a rank: the columns that each peer gets and sends, and their offsets in the buffers. Both ends have
 * them in the same order: by field, then by the direction of the sender, row by row from the northwest. Allocates the boxes
 * and messages of the exchange. */
int messages_plan(struct stencil_exchange *exchange, const struct stencil_rectangles *parts,
	const struct stencil_grid *grid, const struct stencil_exchanged *fields);

/* The same for lists of elements, field by field, in the order of each field's list. Each element is a box, as elements need
 * not be contiguous at both ends. */
int messages_of_lists(struct stencil_exchange *exchange, const struct stencil_columns *lists, const int *list_of,
	const struct stencil_exchanged *fields);

/* Return the bytes of a rank's buffers. */
size_t messages_sent(const struct stencil_exchange *exchange);
size_t messages_received(const struct stencil_exchange *exchange);

#endif
