#ifndef MESSAGES_H
#define MESSAGES_H

#include "engine.h"

/* Finds the messages of a rank: which columns of the fields go to each peer and come from it, and where these lie in the
 * buffers. Both ends put them in the same order: by field, then by the sender's direction, row by row from the northwest
 * one. Allocates the boxes and messages of the exchange. */
int messages_plan(struct stencil_exchange *exchange, const struct stencil_rectangles *parts,
	const struct stencil_grid *grid, const struct stencil_exchanged *fields);

/* Bytes of a rank's buffers. */
size_t messages_sent(const struct stencil_exchange *exchange);
size_t messages_received(const struct stencil_exchange *exchange);

#endif
