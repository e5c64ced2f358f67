#ifndef MESSAGES_H
#define MESSAGES_H

#include "engine.h"

enum { MESSAGE_UNIT = 8 }; /* boxes and messages are multiples of so many bytes */

/* Finds the messages of a rank: which columns of the fields go to each peer and come from it, and where these lie in the
 * buffers. Both ends put them in the same order: by field, then by the sender's direction, row by row from the northwest
 * one. Allocates the boxes and messages of the exchange. */
int messages_plan(struct stencil_exchange *exchange, const struct stencil_rectangles *parts,
	const struct stencil_grid *grid, const struct stencil_exchanged *fields);

/* The same of lists of elements, each a box of its own, for they need not follow one another at both ends: field by field, in the
 * order of the lists. */
int messages_of_columns(struct stencil_exchange *exchange, const struct stencil_columns *columns,
	const struct stencil_exchanged *fields);

/* Bytes of a rank's buffers. */
size_t messages_sent(const struct stencil_exchange *exchange);
size_t messages_received(const struct stencil_exchange *exchange);

#endif
