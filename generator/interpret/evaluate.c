#include "generator/interpret/interpreter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum type
operand_type(const struct expr *e, int index)
{
	if (e->kind == EXPR_SELECT && index == 0)
		return TYPE_BOOL;
	if (e->kind == EXPR_BINARY && e->type == TYPE_BOOL) {
		const enum type left = e->u.binary.left->type, right = e->u.binary.right->type;

		return left > right ? left : right;
	}
	return e->type;
}

static void evaluate(struct run *run, const struct expr *e, struct row out);

struct row
evaluate_as(struct run *run, const struct expr *e, enum type type)
{
	const struct row row = row_take(run);

	evaluate(run, e, row);
	row_convert(run, row, e->type, type);
	return row;
}

static void
evaluate_operation(struct run *run, const struct expr *e, struct row out)
{
	const int mark = run->used;
	const struct expr *operand;
	struct row rows[3] = { { NULL, NULL } };
	int count = 0;

	for (; (operand = expr_operand(e, count)); count++)
		rows[count] = evaluate_as(run, operand, operand_type(e, count));
	apply_operation(e, run->n, rows, out.values);
	for (int x = 0; out.bounds && x < run->n; x++) {
		double values[3], bounds[3];

		for (int i = 0; i < count; i++) {
			values[i] = rows[i].values[x];
			bounds[i] = rows[i].bounds[x];
		}
		out.bounds[x] = operation_bound(e, values, bounds, out.values[x]);
	}
	run->used = mark;
}

/* The value of a leaf that is the same in the whole row. */
static double
uniform_value(const struct run *run, const struct expr *e)
{
	double value = NAN;

	if (e->kind == EXPR_LEVEL)
		value = run->z;
	if (e->kind == EXPR_LEVELS)
		value = run->given->size[2];
	if (e->kind == EXPR_PARAM)
		value = run->given->params[e->u.param->index];
	if (e->kind == EXPR_NUMBER) /* a float not by way of double: one rounding */
		value = e->type == TYPE_FLOAT ? (double)strtof(e->u.number.text, NULL)
			: strtod(e->u.number.text, NULL);
	round_values(e->type, 1, &value);
	return value;
}

/* At a level by value, which may differ from point to point. */
static void
read_at_level(struct run *run, const struct expr *e, struct row out)
{
	const int mark = run->used;
	const struct row level = evaluate_as(run, e->u.read.level, TYPE_INT);

	for (int i = 0; i < run->n; i++) {
		struct run one = *run;
		const struct offset by = { e->u.read.offset.x, e->u.read.offset.y, (int)level.values[i] - run->z };

		const struct row to = { out.values + i, out.bounds ? out.bounds + i : NULL };

		one.x = run->x + i;
		one.n = 1;
		if (e->kind == EXPR_FIELD)
			field_read(&one, e->u.read.field, by, to);
		else
			temp_read(&one, e->u.read.temp, by, to);
	}
	run->used = mark;
}

static void
evaluate(struct run *run, const struct expr *e, struct row out)
{
	switch (e->kind) {
	case EXPR_ERROR: case EXPR_NAME: case EXPR_REDUCE: case EXPR_EXISTS: case EXPR_COUNT:
		assert(false); /* none in a checked tree */
		break;
	case EXPR_NUMBER: case EXPR_LEVEL: case EXPR_LEVELS: case EXPR_PARAM:
		row_fill(run, out, uniform_value(run, e));
		break;
	case EXPR_SIDE:
		side_read(run, e->u.side, out);
		break;
	case EXPR_FIELD:
	case EXPR_TEMP:
		if (e->u.read.level)
			read_at_level(run, e, out);
		else if (e->kind == EXPR_FIELD)
			field_read(run, e->u.read.field, e->u.read.offset, out);
		else
			temp_read(run, e->u.read.temp, e->u.read.offset, out);
		break;
	case EXPR_UNARY: case EXPR_BINARY: case EXPR_SELECT: case EXPR_CALL:
		evaluate_operation(run, e, out);
		break;
	}
}
