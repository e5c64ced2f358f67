#include "generator/interpret/mesh/interpret_mesh_run.h"

#include "generator/interpret/interpreter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double *
mesh_take_row(struct mesh_run *run)
{
	if (run->used == run->made) {
		const int count = 2*run->made + 8;
		double **more = arena_array(&run->memory, double *, count);

		for (int i = 0; i < count; i++)
			more[i] = i < run->made ? run->scratch[i]
				: arena_array(&run->memory, double, (size_t)run->width + 1);
		run->scratch = more;
		run->made = count;
	}
	return run->scratch[run->used++];
}

double *
kept_row(const struct mesh_run *run, const struct temp *temp, int element, int slot, int dz)
{
	const struct kept *kept = &run->kept[temp->index];
	const size_t row = (size_t)element*(size_t)kept->slots + (size_t)(temp->where.relation ? slot : 0);

	assert(run->low + dz >= kept->low && run->low + run->n + dz <= kept->high);
	return kept->values + row*(size_t)(kept->high - kept->low) + (size_t)(run->low + dz - kept->low);
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

static double
element_of(const void *array, enum type type, size_t i)
{
	return type == TYPE_FLOAT ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* NaN stands where there is nothing to be read: no point of the domain sees it. */
static void
read_field(const struct mesh_run *run, const struct expr *e, const struct mesh_point *point, double *r)
{
	const struct mesh_interpretation *given = run->given;
	const struct field *field = e->u.field.field;
	const struct mesh_target at = follow(given, e->u.field.place, point);
	const bool levels = shapes[field->shape].axes[2];

	for (int i = 0; i < run->n; i++) {
		const int level = run->low + i + e->u.field.offset.z;
		const bool there = at.element >= 0 && (!levels || (level >= 0 && level < given->levels[field->index]));

		r[i] = !there ? NAN : element_of(given->fields[field->index], field->type,
			mesh_field_index(given, field, field->where.relation ? at.owner : at.element, at.slot, level));
	}
}

static void
fill(const struct mesh_run *run, double *r, double value)
{
	for (int i = 0; i < run->n; i++)
		r[i] = value;
}

static void
read_temp(const struct mesh_run *run, const struct expr *e, const struct mesh_point *point, double *r)
{
	const struct temp *temp = e->u.temp.temp;
	const struct mesh_target at = follow(run->given, e->u.temp.place, point);

	if (at.element < 0)
		fill(run, r, NAN);
	else
		memcpy(r, kept_row(run, temp, temp->where.relation ? at.owner : at.element, at.slot, e->u.temp.offset.z),
			(size_t)run->n*sizeof *r);
}

static int
count_neighbours(const struct mesh_run *run, const struct expr *e, const struct mesh_point *point)
{
	const struct mesh_interpretation *given = run->given;
	const struct relation *relation = place_last(e->u.exists.place)->relation;
	const int element = follow(given, e->u.exists.place, point).element;
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
		value = follow(run->given, e->u.exists.place, point).element >= 0;
	if (e->kind == EXPR_COUNT)
		value = count_neighbours(run, e, point);
	if (e->kind == EXPR_NUMBER) /* a float not by way of double: one rounding */
		value = e->type == TYPE_FLOAT ? (double)strtof(e->u.number.text, NULL) : strtod(e->u.number.text, NULL);
	round_values(e->type, 1, &value);
	return value;
}

static void
evaluate_operation(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, double *r)
{
	const int mark = run->used;
	const struct expr *operand;
	struct row rows[3] = { { NULL, NULL } };

	for (int n = 0; (operand = expr_operand(e, n)); n++)
		rows[n].values = mesh_evaluate(run, operand, operand_type(e, n), point);
	apply_operation(e, run->n, rows, r);
	run->used = mark;
}

/* The operation of a reduction on two values. */
static struct expr
operation_of(const struct expr *reduce)
{
	struct expr pair = { .kind = EXPR_BINARY, .type = reduce->type };

	switch (reduce->u.reduce.reduction) {
	case REDUCTION_SUM:     pair.u.binary.op = OP_ADD; break;
	case REDUCTION_PRODUCT: pair.u.binary.op = OP_MUL; break;
	case REDUCTION_MIN: case REDUCTION_MAX: case REDUCTION_NONE: case REDUCTIONS:
		pair.kind = EXPR_CALL;
		pair.u.call.function = reduce->u.reduce.reduction == REDUCTION_MIN ? FN_min : FN_max;
	}
	return pair;
}

/* What a reduction begins with where neighbours may be missing. */
static double
neutral(enum reduction reduction)
{
	return reduction == REDUCTION_MIN ? INFINITY : reduction == REDUCTION_MAX ? -INFINITY
		: reduction == REDUCTION_PRODUCT;
}

/* Over an exact relation term by term from the first one; over others from a neutral value. */
static void
reduce_terms(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, double *r)
{
	const struct expr pair = operation_of(e);
	const bool exact = is_exact_reduction(e);
	const int slots = reduction_slots(run->given, e);
	struct bound_neighbour bound[MAX_BOUND];
	int names = 0;

	for (const struct binding *b = e->u.reduce.bindings; b; b = b->next)
		names++;
	fill(run, r, neutral(e->u.reduce.reduction));
	for (int slot = 0; slot < slots; slot++) {
		const int mark = run->used;
		const bool all = bind_term(run->given, e, point, slot, bound);
		const struct mesh_point inner = { point->element, &bound[names - 1] };
		struct row rows[3] = { { r, NULL } };

		if (!all && !exact)
			continue;
		rows[1].values = mesh_evaluate(run, e->u.reduce.body, e->type, &inner);
		if (exact && slot == 0)
			memcpy(r, rows[1].values, (size_t)run->n*sizeof *r);
		else
			apply_operation(&pair, run->n, rows, r);
		run->used = mark;
	}
}

static void
evaluate(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, double *r)
{
	switch (e->kind) {
	case EXPR_ERROR: case EXPR_NAME: case EXPR_LEVELS: case EXPR_SIDE:
		assert(false); /* none in a checked tree */
		break;
	case EXPR_NUMBER: case EXPR_PARAM: case EXPR_EXISTS: case EXPR_COUNT:
		fill(run, r, uniform_value(run, e, point));
		break;
	case EXPR_LEVEL:
		for (int i = 0; i < run->n; i++)
			r[i] = run->low + i;
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

double *
mesh_evaluate(struct mesh_run *run, const struct expr *e, enum type type, const struct mesh_point *point)
{
	double *r = mesh_take_row(run);

	evaluate(run, e, point, r);
	if (type == TYPE_FLOAT && e->type != TYPE_FLOAT)
		round_values(type, run->n, r);
	return r;
}
