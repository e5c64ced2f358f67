#include "fibers_parts.h"

#include <stdlib.h>
#include <string.h>

static struct fibers_order set;
static bool is_set;

bool
fibers_order_read(const char *text, struct fibers_order *order)
{
	static const char shuffle[] = "shuffle";
	const size_t length = sizeof shuffle - 1;
	char *end;

	*order = (struct fibers_order){ .kind = FORWARD };
	if (strcmp(text, "forward") == 0)
		return true;
	order->kind = REVERSE;
	if (strcmp(text, "reverse") == 0)
		return true;
	order->kind = SHUFFLED;
	if (strncmp(text, shuffle, length) != 0)
		return false;
	if (!text[length])
		return true;
	order->noise = strtoull(text + length + 1, &end, 10);
	return text[length] == ':' && end != text + length + 1 && !*end;
}

bool
fibers_set_order(const char *text)
{
	struct fibers_order order;

	if (!fibers_order_read(text, &order))
		return false;
	set = order;
	is_set = true;
	return true;
}

struct fibers_order
fibers_order_wanted(void)
{
	const char *text = getenv("STENCIL_HOST_ORDER");
	struct fibers_order order = set;

	if (!is_set && text && !fibers_order_read(text, &order))
		fibers_fail("STENCIL_HOST_ORDER is '%s', not forward, reverse or shuffle[:SEED]",
			text);
	return order;
}

/* The next random number of an order (splitmix64). */
static uint64_t
draw(struct fibers_order *order)
{
	uint64_t z = order->noise += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30)*0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27)*0x94d049bb133111eb;
	return z ^ z >> 31;
}

void
fibers_order_threads(struct fibers_order *order, unsigned queue[], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		queue[i] = order->kind == REVERSE ? n - 1 - i : i;
	if (order->kind != SHUFFLED)
		return;
	for (unsigned i = n - 1; i > 0; i--) {
		const unsigned j = (unsigned)(draw(order)%(i + 1));
		const unsigned t = queue[i];

		queue[i] = queue[j];
		queue[j] = t;
	}
}

static uint64_t
common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		const uint64_t rest = a%b;

		a = b;
		b = rest;
	}
	return a;
}

void
fibers_order_blocks(struct fibers_order *order, uint64_t blocks,
	uint64_t *first, uint64_t *step)
{
	*first = 0;
	*step = 1;
	if (order->kind == REVERSE)
		*first = *step = blocks - 1;
	if (order->kind == SHUFFLED) {
		*first = draw(order)%blocks;
		*step = draw(order)%blocks;
		/* A step that divides no part of the way reaches all blocks. */
		while (common_divisor(blocks, *step) != 1)
			++*step;
	}
}
