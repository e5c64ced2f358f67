#include "generator/interpret/interpreter.h"

/*
 * Sums, and the least and the greatest value, in the one order that all kernels keep: in each column of the
 * domain from the lowest level to the highest; then the columns' results row by row in blocks of BLOCK, in each
 * of them by halves; then the blocks' results again so, until one is left.
 */
enum { BLOCK = 1024 };

void
reduction_open(struct reducing *pair, enum reduction reduction, enum type type)
{
	*pair = (struct reducing){ .left = { .kind = EXPR_NUMBER, .type = type } };
	pair->right = pair->left;
	pair->left.next = &pair->right;
	pair->node.type = type;
	if (reduction == REDUCTION_SUM) {
		pair->node.kind = EXPR_BINARY;
		pair->node.u.binary.op = OP_ADD;
		pair->node.u.binary.left = &pair->left;
		pair->node.u.binary.right = &pair->right;
		return;
	}
	pair->node.kind = EXPR_CALL;
	pair->node.u.call.function = reduction == REDUCTION_MIN ? FN_min : FN_max;
	pair->node.u.call.arguments = &pair->left;
	pair->node.u.call.count = 2;
}

static struct row
row_at(struct row row, size_t i)
{
	return (struct row){ row.values + i, row.bounds ? row.bounds + i : NULL };
}

void
reduction_combine(const struct reducing *pair, size_t n, struct row a, struct row b)
{
	for (size_t i = 0; i < n; i++) {
		const struct row operands[3] = { row_at(a, i), row_at(b, i) };
		double result;

		apply_operation(&pair->node, 1, operands, &result);
		if (a.bounds) {
			const double values[] = { a.values[i], b.values[i] }, bounds[] = { a.bounds[i], b.bounds[i] };

			a.bounds[i] = operation_bound(&pair->node, values, bounds, result);
		}
		a.values[i] = result;
	}
}

/* Adds a level to what the columns have so far. */
static void
reduce_level(struct run *run, const struct stmt *s, const struct reducing *pair, struct row columns)
{
	const size_t width = (size_t)run->n;

	for (run->y = run->domain.low[1]; run->y < run->domain.high[1]; run->y++) {
		const struct row so_far = row_at(columns, (size_t)(run->y - run->domain.low[1])*width);
		const int mark = run->used;
		const struct row level = evaluate_as(run, s->u.assign.value, pair->node.type);

		if (run->z == run->domain.low[2])
			row_copy(run, level, so_far);
		else
			reduction_combine(pair, width, so_far, level);
		run->used = mark;
	}
}

/* Leaves the result of count elements in the first one. */
static void
reduce_block(const struct reducing *pair, struct row block, size_t count)
{
	for (size_t s = BLOCK/2; s > 0; s /= 2)
		if (count > s)
			reduction_combine(pair, count - s < s ? count - s : s, block, row_at(block, s));
}

void
reduction_of_columns(const struct reducing *pair, struct row columns, size_t count)
{
	while (count > 1) {
		size_t blocks = 0;

		for (size_t start = 0; start < count; start += BLOCK, blocks++) {
			const struct row block = row_at(columns, start);

			reduce_block(pair, block, count - start < BLOCK ? count - start : BLOCK);
			columns.values[blocks] = block.values[0];
			if (columns.bounds)
				columns.bounds[blocks] = block.bounds[0];
		}
		count = blocks;
	}
}

void
reduce(struct run *run, const struct stmt *s, struct row result)
{
	const struct window *domain = &run->domain;
	const size_t count = (size_t)window_length(domain, 0)*(size_t)window_length(domain, 1);
	struct arena memory = { NULL };
	const struct row columns = row_new(run, &memory, count);
	struct reducing pair;

	reduction_open(&pair, s->u.assign.reduction, s->u.assign.temp->type);
	run->x = domain->low[0];
	run->n = window_length(domain, 0);
	for (run->z = domain->low[2]; run->z < domain->high[2] + run->half; run->z++)
		reduce_level(run, s, &pair, columns);
	reduction_of_columns(&pair, columns, count);
	run->n = 1;
	row_copy(run, columns, result);
	arena_free(&memory);
}
