#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>

enum { BLOCK = 1024 };

/* What was reduced so far comes first. */
static struct value
combine(struct program *p, const char *name, struct value a, struct value b)
{
	if (*name != 's')
		note_compared(p, a, b);
	return combined(name, a, b);
}

static struct value
reduce_column(struct program *p, const struct node *node, int x, int y)
{
	int at[AXES_3] = { x, y, p->first[2] };
	struct value r = evaluate(p, node->part[0], at, node->kind, true);

	while (at[2]++ < p->last[2] + p->half)
		r = combine(p, node->text, r, evaluate(p, node->part[0], at, node->kind, true));
	return r;
}

static struct value
reduce_block(struct program *p, const char *name, struct value *v, size_t count)
{
	for (size_t s = BLOCK/2; s > 0; s /= 2)
		for (size_t t = 0; t < s && t + s < count; t++)
			v[t] = combine(p, name, v[t], v[t + s]);
	return v[0];
}

static void
reduce(struct program *p, struct node *node)
{
	const size_t width = (size_t)(p->last[0] - p->first[0] + 1), height = (size_t)(p->last[1] - p->first[1] + 1);
	const int l = index_of_location(node->over), elements = p->mesh ? p->count[l] : 0;
	const char here = p->here;
	const bool half = p->half;
	struct value *v = calloc(p->mesh ? (size_t)elements + 1 : width*height, sizeof *v);
	size_t count = p->mesh ? 0 : width*height;

	p->here = node->over;
	p->half = node->over_half;
	for (size_t i = 0; i < count; i++)
		v[i] = reduce_column(p, node, p->first[0] + (int)(i % width), p->first[1] + (int)(i/width));
	for (int e = 0; e < elements; e++)
		if (p->inside[l][e])
			v[count++] = reduce_column(p, node, e, 0);
	p->here = here;
	p->half = half;
	if (count > BLOCK)
		note(p, C_SEVERAL_BLOCKS);
	do {
		const size_t blocks = (count + BLOCK - 1)/BLOCK;

		for (size_t b = 0; b < blocks; b++)
			v[b] = reduce_block(p, node->text, &v[b*BLOCK], b + 1 < blocks ? BLOCK : count - b*BLOCK);
		count = blocks;
	} while (count > 1);
	node->result = v[0];
	free(v);
}

void
do_reductions(struct program *p, struct node *node)
{
	for (int i = 0; i < node->parts; i++)
		do_reductions(p, node->part[i]);
	if (node->form == F_REDUCTION)
		reduce(p, node);
}
