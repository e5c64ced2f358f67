#include "generator/interpret/sparse_interpret.h"

#include "generator/interpret/interpreter.h"
#include "generator/interpret/sparse_blocks.h"
#include "generator/base/workers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a statement at one point of a pole reads. */
struct point {
	const struct sparse_interpretation *run;
	double self, left, right;
	double *temps; /* by temp index */
};

static double
convert(double value, enum type to)
{
	return to == TYPE_FLOAT ? (double)(float)value : value;
}

static double evaluate(const struct point *point, const struct expr *e);

static double
evaluate_operation(const struct point *point, const struct expr *e)
{
	double values[3], result;
	struct row rows[3] = { { NULL, NULL } };
	const struct expr *operand;

	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		values[n] = convert(evaluate(point, operand), operand_type(e, n));
		rows[n].values = &values[n];
	}
	apply_operation(e, 1, rows, &result);
	return result;
}

static double
evaluate(const struct point *point, const struct expr *e)
{
	double value = 0;

	switch (e->kind) {
	case EXPR_ERROR: case EXPR_NAME: case EXPR_LEVEL: case EXPR_LEVELS: case EXPR_SIDE:
	case EXPR_REDUCE: case EXPR_EXISTS: case EXPR_COUNT:
		assert(false); /* none in a checked sweep */
		break;
	case EXPR_NUMBER:
		value = e->type == TYPE_FLOAT ? (double)strtof(e->u.number.text, NULL)
			: strtod(e->u.number.text, NULL);
		break;
	case EXPR_FIELD:
		return e->u.read.offset.x < 0 ? point->left : e->u.read.offset.x > 0 ? point->right
			: point->self;
	case EXPR_PARAM:
		value = point->run->params[e->u.param->index];
		break;
	case EXPR_TEMP:
		return point->temps[e->u.read.temp->index];
	case EXPR_UNARY: case EXPR_BINARY: case EXPR_SELECT: case EXPR_CALL:
		return evaluate_operation(point, e);
	}
	round_values(e->type, 1, &value);
	return value;
}

/* What the point becomes. */
static double
update(struct point *point)
{
	double value = point->self;

	for (const struct stmt *s = point->run->stencil->statements; s; s = s->next) {
		const struct temp *temp = s->u.assign.temp;

		value = evaluate(point, s->u.assign.value);
		if (temp)
			point->temps[temp->index] = convert(value, temp->type);
	}
	return convert(value, point->run->stencil->fields->type);
}

/* The points that differ in one dimension: those of level k of it begin at
 * starts[k] and are 2^after apart. */
struct pole {
	const struct sparse_interpretation *run;
	const int *starts;
	int top, after, low;
	int high; /* rank of the indices before the dimension */
	double *temps;
};

static double
read_point(const struct sparse_interpretation *run, long position)
{
	return run->stencil->fields->type == TYPE_FLOAT ? (double)((const float *)run->u)[position]
		: ((const double *)run->u)[position];
}

static void
write_point(const struct sparse_interpretation *run, long position, double value)
{
	if (run->stencil->fields->type == TYPE_FLOAT)
		((float *)run->u)[position] = (float)value;
	else
		((double *)run->u)[position] = value;
}

/* Updates a point between the values left and right, and all points below it. Going down, these see
 * what it was; going up, what it has become. */
static void
walk(const struct pole *pole, int k, int index, double left, double right)
{
	const long position = pole->starts[k]
		+ ((((long)pole->high << k) + index) << pole->after) + pole->low;
	struct point point = { pole->run, read_point(pole->run, position), left, right, pole->temps };
	double seen = point.self;

	if (k > 0) {
		const double now = update(&point);

		write_point(pole->run, position, now);
		if (pole->run->stencil->sweep == SWEEP_UP)
			seen = now;
	}
	if (k == pole->top)
		return;
	walk(pole, k + 1, 2*index, left, seen);
	walk(pole, k + 1, 2*index + 1, seen, right);
}

/* Sweeps a chain along dimension t: the blocks that differ from one of level 0 there in that level
 * only. Its points are on poles, each swept on its own. */
static void
sweep_chain(const struct sparse_interpretation *run, const struct blocks *blocks, int block, int t,
	double *temps)
{
	int l[SPARSE_MOST_DIMENSIONS], starts[SPARSE_MOST_LEVELS];
	int before = 0, after = 0;
	struct pole pole = { .run = run, .starts = starts, .temps = temps };

	memcpy(l, blocks_levels(blocks, block), (size_t)run->dim*sizeof *l);
	for (int s = 0; s < run->dim; s++)
		*(s < t ? &before : &after) += l[s];
	pole.after = after;
	for (l[t] = 0; before + after + l[t] < run->level; l[t]++)
		starts[l[t]] = blocks_find(blocks, l);
	pole.top = l[t] - 1;
	for (pole.high = 0; pole.high < 1 << before; pole.high++)
		for (pole.low = 0; pole.low < 1 << after; pole.low++)
			walk(&pole, 0, 0, 0, 0);
}

/* A dimension of a sweep: its chains have no point in common. */
struct dimension {
	const struct sparse_interpretation *run;
	const struct blocks *blocks;
	int t;
	double *temps; /* those of a worker after those of the one before */
};

static void
sweep_blocks(void *context, int worker, long first, long end)
{
	const struct dimension *d = context;
	double *temps = d->temps + (size_t)worker*(size_t)d->run->stencil->temp_count;

	for (int b = (int)first; b < end; b++)
		if (blocks_levels(d->blocks, b)[d->t] == 0)
			sweep_chain(d->run, d->blocks, b, d->t, temps);
}

static void
sweep(const struct sparse_interpretation *run, const struct blocks *blocks, double *temps)
{
	enum { AT_A_TIME = 16 };
	const bool up = run->stencil->sweep == SWEEP_UP;

	for (int n = 0; n < run->dim; n++) {
		struct dimension d = { run, blocks, up ? run->dim - 1 - n : n, temps };

		workers_share(blocks->count, AT_A_TIME, sweep_blocks, &d);
	}
}

/* The hat function of a level that is not 0 at x, and its index. */
static double
hat(int level, double x, int *index)
{
	const double cells = ldexp(1, level), cell = fmin(fmax(floor(x*cells), 0), cells - 1);
	const double height = 1 - fabs(2*(x*cells - cell) - 1);

	*index = isnan(x) ? 0 : (int)cell;
	return isnan(x) ? x : fmax(height, 0);
}

/* The hat functions of all levels and dimensions that are not 0 at a probe. */
struct hats {
	double heights[SPARSE_MOST_DIMENSIONS][SPARSE_MOST_LEVELS];
	int indices[SPARSE_MOST_DIMENSIONS][SPARSE_MOST_LEVELS];
};

static double
coordinate(const struct sparse_interpretation *run, long position)
{
	return run->stencil->fields->type == TYPE_FLOAT ? (double)((const float *)run->x)[position]
		: ((const double *)run->x)[position];
}

static void
find_hats(const struct sparse_interpretation *run, long probe, struct hats *hats)
{
	for (int t = 0; t < run->dim; t++)
		for (int l = 0; l < run->level; l++)
			hats->heights[t][l] = hat(l, coordinate(run, probe*run->dim + t), &hats->indices[t][l]);
}

/* The value at a probe and how far rounding may take it, in units of roundoff: a hat is
 * computed within two of 1, each product and each sum within one of itself. */
static double
interpolate(const struct sparse_interpretation *run, const struct blocks *blocks,
	const struct hats *hats, double *error)
{
	double sum = 0, sum_of_sizes = 0;

	*error = 0;
	for (int b = 0; b < blocks->count; b++) {
		const int *l = blocks_levels(blocks, b);
		double weight = 1, weight_error = 0, value;
		long offset = 0;

		for (int t = 0; t < run->dim; t++) {
			const double height = hats->heights[t][l[t]];

			weight_error = weight_error*height + weight*(2 + height);
			weight *= height;
			offset = (offset << l[t]) + hats->indices[t][l[t]];
		}
		value = read_point(run, blocks->starts[b] + offset);
		sum += value*weight;
		sum_of_sizes += fabs(value)*weight;
		*error += fabs(value)*weight_error;
	}
	*error += (blocks->count + 1)*sum_of_sizes;
	return sum;
}

struct evaluation {
	const struct sparse_interpretation *run;
	const struct blocks *blocks;
};

static void
evaluate_probes(void *context, int worker, long first, long end)
{
	const struct evaluation *e = context;
	struct hats hats;
	double error;

	(void)worker;
	for (long j = first; j < end; j++) {
		find_hats(e->run, j, &hats);
		e->run->v[j] = interpolate(e->run, e->blocks, &hats, &error);
		if (e->run->errors)
			e->run->errors[j] = error;
	}
}

bool
sparse_interpret(const struct sparse_interpretation *run)
{
	const size_t temps_of_all = (size_t)workers_count()*(size_t)run->stencil->temp_count;
	double *temps = calloc(temps_of_all + 1, sizeof *temps);
	struct blocks blocks;
	struct evaluation evaluation = { run, &blocks };
	bool good = temps && blocks_make(&blocks, run->dim, run->level, run->padded);

	if (good && run->stencil->sweep)
		sweep(run, &blocks, temps);
	else if (good)
		workers_share(run->probes, 1, evaluate_probes, &evaluation);
	if (good)
		blocks_free(&blocks);
	free(temps);
	return good;
}
