#include "generator/interpret/interpret_mesh_run.h"

#include "generator/interpret/interpreter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct row
mesh_new_rows(const struct mesh_run *run, struct arena *memory, size_t count)
{
	return (struct row){
		.values = arena_array(memory, double, count),
		.bounds = run->given->bounds ? arena_array(memory, double, count) : NULL,
	};
}

struct row
mesh_take_row(struct mesh_run *run)
{
	if (run->used == run->made) {
		const int count = 2*run->made + 8;
		struct row *more = arena_array(&run->memory, struct row, count);

		for (int i = 0; i < count; i++)
			more[i] = i < run->made ? run->scratch[i] : mesh_new_rows(run, &run->memory, (size_t)run->width + 1);
		run->scratch = more;
		run->made = count;
	}
	return run->scratch[run->used++];
}

void
mesh_copy_row(const struct mesh_run *run, struct row from, struct row to)
{
	memcpy(to.values, from.values, (size_t)run->n*sizeof *to.values);
	if (to.bounds)
		memcpy(to.bounds, from.bounds, (size_t)run->n*sizeof *to.bounds);
}

/* A double that becomes a float is rounded. */
void
mesh_convert_row(const struct mesh_run *run, enum type type, struct row row)
{
	round_values(type, run->n, row.values);
	for (int i = 0; row.bounds && i < run->n; i++)
		if (row.bounds[i] > 0)
			row.bounds[i] += rounding_unit(type)*fabs(row.values[i]);
}

struct row
kept_row(const struct mesh_run *run, const struct temp *temp, int element, int slot, int dz)
{
	const struct kept *kept = &run->kept[temp->index];
	const size_t row = (size_t)element*(size_t)kept->slots + (size_t)(temp->where.relation ? slot : 0);
	const int level = temp->shape == SHAPE_COLUMN ? 0 : run->low + dz;
	const size_t at = row*(size_t)(kept->high - kept->low) + (size_t)(level - kept->low);

	assert(level >= kept->low && (temp->shape == SHAPE_COLUMN || level + run->n <= kept->high));
	return (struct row){ kept->rows.values + at, kept->rows.bounds ? kept->rows.bounds + at : NULL };
}

size_t
mesh_field_index(const struct mesh_interpretation *given, const struct field *field, int element, int slot, int level)
{
	const struct where *where = &field->where;
	size_t index = shapes[field->shape].axes[2] ? (size_t)level : 0;

	if (where->location == LOCATIONS)
		return index;
	index = index*(size_t)given->count[where->location] + (size_t)element;
	return where->relation ? index*(size_t)relation_slots(given->tables, where->relation) + (size_t)slot : index;
}

static void
fill(const struct mesh_run *run, struct row r, double value)
{
	for (int i = 0; i < run->n; i++) {
		r.values[i] = value;
		if (r.bounds)
			r.bounds[i] = 0;
	}
}

void
mesh_repeat_value(const struct mesh_run *run, const struct temp *temp, struct row to)
{
	const struct row one = run->kept[temp->index].rows;

	fill(run, to, one.values[0]);
	for (int i = 0; to.bounds && i < run->n; i++)
		to.bounds[i] = one.bounds[0];
}

/* Where there is nothing to be read stands a value that no point of the domain sees. */
static void
read_field(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	const int mark = run->used;
	const struct row by_value = e->u.read.level ? mesh_evaluate(run, e->u.read.level, TYPE_INT, point) : r;
	const struct mesh_interpretation *given = run->given;
	const struct field *field = e->u.read.field;
	const struct mesh_target at = follow(given, e->u.read.chain, point);
	const bool levels = shapes[field->shape].axes[2];
	const double *bounds = given->bounds ? given->bounds[field->index] : NULL;

	fill(run, r, no_value(field->type));
	for (int i = 0; i < run->n; i++) {
		const int level = e->u.read.level ? (int)by_value.values[i] : run->low + i + e->u.read.offset.z;
		const bool there = (at.element >= 0 || field->shape == SHAPE_SCALAR) && (!levels || (level >= 0 && level < given->levels[field->index]));

		size_t index;

		if (!there)
			continue;
		index = mesh_field_index(given, field, field->where.relation ? at.owner : at.element, at.slot, level);
		copy_elements((const char *)given->fields[field->index] + index*(size_t)element_size(field->type), field->type,
			1, &r.values[i]);
		if (r.bounds && bounds)
			r.bounds[i] = bounds[index];
	}
	run->used = mark;
}

/* The same of temporaries: a sweep makes none below and above its levels. */
static void
read_temp(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	const int mark = run->used;
	const struct row by_value = e->u.read.level ? mesh_evaluate(run, e->u.read.level, TYPE_INT, point) : r;
	const struct temp *temp = e->u.read.temp;
	const struct mesh_target at = follow(run->given, e->u.read.chain, point);

	if (temp->one_valued) {
		mesh_repeat_value(run, temp, r);
		return;
	}
	fill(run, r, NAN);
	for (int i = 0; i < run->n && at.element >= 0; i++) {
		const struct kept *kept = &run->kept[temp->index];
		const int level = temp->shape == SHAPE_COLUMN ? 0 : e->u.read.level ? (int)by_value.values[i] : run->low + i + e->u.read.offset.z;
		struct mesh_run own = *run;
		struct row from;

		if (level < kept->low || level >= kept->high)
			continue;
		own.low = level;
		own.n = 1;
		from = kept_row(&own, temp, temp->where.relation ? at.owner : at.element, at.slot, 0);
		r.values[i] = *from.values;
		if (r.bounds)
			r.bounds[i] = *from.bounds;
	}
	run->used = mark;
}

/* How many levels of the domain there are below those being done, or above. */
static void
count_levels(const struct mesh_run *run, enum side side, struct row r)
{
	fill(run, r, 0);
	for (int i = 0; i < run->n; i++)
		r.values[i] = side == SIDE_BELOW ? run->low + i - run->bottom : run->top + run->half - 1 - run->low - i;
}

static int
count_neighbours(const struct mesh_run *run, const struct expr *e, const struct mesh_point *point)
{
	const struct mesh_interpretation *given = run->given;
	const struct relation *relation = chain_last(e->u.exists.chain)->relation;
	const int element = follow(given, e->u.exists.chain, point).element;
	int count = 0;

	for (int slot = 0; slot < relation_slots(given->tables, relation); slot++)
		count += neighbour_at(given->tables, relation, element, slot) >= 0;
	return count;
}

/* The value of a leaf that is the same on all levels. */
static double
uniform_value(const struct mesh_run *run, const struct expr *e, const struct mesh_point *point)
{
	double value = NAN;

	if (e->kind == EXPR_PARAM)
		value = run->given->params[e->u.param->index];
	if (e->kind == EXPR_EXISTS)
		value = follow(run->given, e->u.exists.chain, point).element >= 0;
	if (e->kind == EXPR_LEVELS)
		value = mesh_full_levels(run->given->stencil, run->given->levels);
	if (e->kind == EXPR_COUNT)
		value = count_neighbours(run, e, point);
	if (e->kind == EXPR_NUMBER) /* a float not by way of double: one rounding */
		value = e->type == TYPE_FLOAT ? (double)strtof(e->u.number.text, NULL) : strtod(e->u.number.text, NULL);
	round_values(e->type, 1, &value);
	return value;
}

/* The operation of a node; its result may be put into an operand's row. */
static void
apply_rows(const struct mesh_run *run, const struct expr *e, const struct row rows[3], int count, struct row r)
{
	double values[3], bounds[3];

	if (!r.bounds) {
		apply_operation(e, run->n, rows, r.values);
		return;
	}
	for (int i = 0; i < run->n; i++) {
		struct row one[3] = { { NULL, NULL } };

		for (int n = 0; n < count; n++) {
			values[n] = rows[n].values[i];
			bounds[n] = rows[n].bounds[i];
			one[n].values = &values[n];
		}
		apply_operation(e, 1, one, &r.values[i]);
		r.bounds[i] = operation_bound(e, values, bounds, r.values[i]);
	}
}

static void
evaluate_operation(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	const int mark = run->used;
	const struct expr *operand;
	struct row rows[3] = { { NULL, NULL } };
	int count = 0;

	for (; (operand = expr_operand(e, count)); count++)
		rows[count] = mesh_evaluate(run, operand, operand_type(e, count), point);
	apply_rows(run, e, rows, count, r);
	run->used = mark;
}

/* The operation of a reduction, a node on two operands. */
struct pair {
	struct expr operation, operands[2];
};

static void
operation_of(const struct expr *reduce, struct pair *pair)
{
	struct expr *e = &pair->operation, *operands = pair->operands;

	*pair = (struct pair){ .operation = { .kind = EXPR_BINARY, .type = reduce->type } };
	if (reduce->u.reduce.reduction == REDUCTION_SUM || reduce->u.reduce.reduction == REDUCTION_PRODUCT) {
		e->u.binary.op = reduce->u.reduce.reduction == REDUCTION_SUM ? OP_ADD : OP_MUL;
		e->u.binary.left = &operands[0];
		e->u.binary.right = &operands[1];
		return;
	}
	e->kind = EXPR_CALL;
	e->u.call.function = reduce->u.reduce.reduction == REDUCTION_MIN ? FN_min : FN_max;
	e->u.call.arguments = &operands[0];
	e->u.call.count = 2;
	operands[0].next = &operands[1];
}

/* What a reduction begins with where neighbours may be missing. */
static double
neutral(enum reduction reduction)
{
	return reduction == REDUCTION_MIN ? INFINITY : reduction == REDUCTION_MAX ? -INFINITY
		: reduction == REDUCTION_PRODUCT ? 1 : 0;
}

/* Over an exact relation term by term from the first one; over others from a neutral value. */
static void
reduce_terms(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	struct pair pair;
	const bool exact = is_exact_reduction(e);
	const int slots = reduction_slots(run->given, e);
	struct bound_neighbour bound[MAX_BOUND];
	int names = 0;

	operation_of(e, &pair);
	for (const struct binding *b = e->u.reduce.bindings; b; b = b->next)
		names++;
	fill(run, r, neutral(e->u.reduce.reduction));
	for (int slot = 0; slot < slots; slot++) {
		const int mark = run->used;
		const bool all = bind_term(run->given, e, point, slot, bound);
		const struct mesh_point inner = { point->element, &bound[names - 1] };
		struct row rows[3] = { r };

		if (!all && !exact)
			continue;
		rows[1] = mesh_evaluate(run, e->u.reduce.body, e->type, &inner);
		if (exact && slot == 0)
			mesh_copy_row(run, rows[1], r);
		else
			apply_rows(run, &pair.operation, rows, 2, r);
		run->used = mark;
	}
}

static void
evaluate(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	switch (e->kind) {
	case EXPR_ERROR: case EXPR_NAME:
		assert(false); /* none in a checked tree */
		break;
	case EXPR_NUMBER: case EXPR_LEVELS: case EXPR_PARAM: case EXPR_EXISTS: case EXPR_COUNT:
		fill(run, r, uniform_value(run, e, point));
		break;
	case EXPR_LEVEL:
		fill(run, r, 0);
		for (int i = 0; i < run->n; i++)
			r.values[i] = run->low + i;
		break;
	case EXPR_SIDE:
		count_levels(run, e->u.side, r);
		break;
	case EXPR_FIELD:
		read_field(run, e, point, r);
		break;
	case EXPR_TEMP:
		read_temp(run, e, point, r);
		break;
	case EXPR_REDUCE:
		reduce_terms(run, e, point, r);
		break;
	case EXPR_UNARY: case EXPR_BINARY: case EXPR_SELECT: case EXPR_CALL:
		evaluate_operation(run, e, point, r);
		break;
	}
}

struct row
mesh_evaluate(struct mesh_run *run, const struct expr *e, enum type type, const struct mesh_point *point)
{
	const struct row r = mesh_take_row(run);

	evaluate(run, e, point, r);
	if (type == TYPE_FLOAT && e->type != TYPE_FLOAT)
		mesh_convert_row(run, type, r);
	return r;
}
