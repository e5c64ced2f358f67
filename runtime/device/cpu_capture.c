#include "runtime/device/cpu_capture.h"

#include "generator/base/list.h"
#include "runtime/host/host_stream.h"
#include "runtime/device/cpu_order.h"

#include <stdlib.h>

struct cpu_capture {
	struct cpu_node *nodes;
	int *before; /* the last one of the stream before each; -1: none */
	bool *done;  /* while they are */
	int count, room;
	int left;    /* of them; 0: it begins anew */
};

struct cpu_capture *
cpu_capture_new(void)
{
	return calloc(1, sizeof (struct cpu_capture));
}

void
cpu_capture_free(void *capture)
{
	struct cpu_capture *c = capture;

	for (int i = 0; i < c->count; i++)
		if (c->nodes[i].release)
			c->nodes[i].release(c->nodes[i].work);
	free(c->nodes);
	free(c->before);
	free(c->done);
	free(c);
}

static bool
make_room(struct cpu_capture *c)
{
	int node_room = c->room, before_room = c->room;
	struct cpu_node *nodes = list_grow_on_heap(c->nodes, sizeof *nodes, c->count, &node_room);
	int *before = list_grow_on_heap(c->before, sizeof *before, c->count, &before_room);
	bool *done;

	c->nodes = nodes ? nodes : c->nodes;
	c->before = before ? before : c->before;
	done = nodes && before ? list_grow_on_heap(c->done, sizeof *done, c->count, &c->room) : NULL;
	c->done = done ? done : c->done;
	return done;
}

/* -1: none. */
static int
last_of(const struct cpu_capture *c, const void *stream)
{
	int i = c->count - 1;

	while (i >= 0 && c->nodes[i].stream != stream)
		i--;
	return i;
}

bool
cpu_capture_add(struct cpu_capture *c, const struct cpu_node *node)
{
	if (!make_room(c))
		return false;
	c->before[c->count] = last_of(c, node->stream);
	c->nodes[c->count++] = *node;
	return true;
}

int
cpu_capture_count(const struct cpu_capture *c)
{
	return c->count;
}

bool
cpu_capture_is_joined(const struct cpu_capture *c, const void *stream)
{
	const int last = last_of(c, stream);
	bool all = true;

	for (int i = 0; i < c->count; i++)
		c->done[i] = i == last;
	for (int i = c->count - 1; i >= 0 && all; i--) {
		all = c->done[i];
		if (all && c->before[i] >= 0)
			c->done[c->before[i]] = true;
		if (all && c->nodes[i].after >= 0)
			c->done[c->nodes[i].after] = true;
	}
	return all;
}

static bool
is_ready(const struct cpu_capture *c, const bool *done, int i)
{
	return !done[i] && (c->before[i] < 0 || done[c->before[i]]) && (c->nodes[i].after < 0 || done[c->nodes[i].after]);
}

/* Any node that can be done. */
static int
choose_node(const struct cpu_capture *c, const bool *done)
{
	uint32_t sum = 0, turn;

	for (int i = 0; i < c->count; i++)
		sum += is_ready(c, done, i) ? c->nodes[i].weight : 0;
	turn = cpu_order_random() % sum;
	for (int i = 0;; i++) {
		const uint32_t weight = is_ready(c, done, i) ? c->nodes[i].weight : 0;

		if (turn < weight)
			return i;
		turn -= weight;
	}
}

int
cpu_capture_run(void *capture)
{
	struct cpu_capture *c = capture;
	int status = 0;

	for (int n = 0; n < c->count && !c->left; n++)
		c->done[n] = false;
	c->left = c->left ? c->left : c->count;
	while (c->left && !status) {
		const int i = choose_node(c, c->done);

		status = c->nodes[i].run ? c->nodes[i].run(c->nodes[i].work) : 0;
		if (status == HOST_STREAM_AGAIN)
			return status;
		c->done[i] = true;
		c->left--;
	}
	if (status)
		c->left = 0;
	return status;
}
