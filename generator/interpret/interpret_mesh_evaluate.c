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

/* The lowest level that is kept of a temporary. */
static struct row
first_kept(const struct mesh_run *run, const struct temp *temp, int element, int slot)
{
	const struct kept *kept = &run->kept[temp->index];
	const size_t row = (size_t)element*(size_t)kept->slots + (size_t)(temp->where.relation ? slot : 0);
	const size_t at = row*(size_t)(kept->high - kept->low);

	return (struct row){ kept->rows.values + at, kept->rows.bounds ? kept->rows.bounds + at : NULL };
}

struct row
kept_row(const struct mesh_run *run, const struct temp *temp, int element, int slot)
{
	const struct kept *kept = &run->kept[temp->index];
	const struct row first = first_kept(run, temp, element, slot);
	const int level = temp->shape == SHAPE_COLUMN ? 0 : run->low - kept->low;

	assert(level >= 0 && (temp->shape == SHAPE_COLUMN || run->low + run->n <= kept->high));
	return (struct row){ first.values + level, first.bounds ? first.bounds + level : NULL };
}

size_t
mesh_field_index(const struct mesh_interpretation *given, const struct field *field, int element, int slot, int level)
{
	const struct where *where = &field->where;
	const bool levels = shapes[field->shape].axes[2];
	size_t index = (size_t)element;

	if (where->location == LOCATIONS)
		return levels ? (size_t)level : 0;
	if (where->relation)
		index = index*(size_t)relation_slots(given->tables, where->relation) + (size_t)slot;
	return levels ? index*(size_t)given->levels[field->index] + (size_t)level : index;
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

/* Copies to a row from low on what an array has of it from level `from` to `to`, and begins at *values. */
static void
copy_levels(int n, int low, int from, int to, const void *values, enum type type, double *r)
{
	const int first = larger(from - low, 0), end = smaller(to - low, n);

	if (first < end)
		copy_elements((const char *)values + (size_t)(low + first - from)*(size_t)element_size(type), type, end - first, r + first);
}

static void
repeat(const struct mesh_run *run, double value, double bound, struct row r)
{
	fill(run, r, value);
	for (int i = 0; r.bounds && i < run->n; i++)
		r.bounds[i] = bound;
}

void
mesh_repeat_value(const struct mesh_run *run, const struct temp *temp, struct row to)
{
	const struct row one = run->kept[temp->index].rows;

	repeat(run, one.values[0], to.bounds ? one.bounds[0] : 0, to);
}

/* Reads run->n levels from `low` on; a column has one value for all. */
static void
read_field(const struct mesh_run *run, const struct field *field, const struct mesh_target *at, int low, struct row r)
{
	const struct mesh_interpretation *given = run->given;
	const size_t start = mesh_field_index(given, field, field->where.relation ? at->owner : at->element, at->slot, 0);
	const char *values = (const char *)given->fields[field->index] + start*(size_t)element_size(field->type);
	const double *bounds = given->bounds && given->bounds[field->index] ? given->bounds[field->index] + start : NULL;
	const int levels = given->levels[field->index];

	if (!shapes[field->shape].axes[2]) {
		double value;

		copy_elements(values, field->type, 1, &value);
		repeat(run, value, bounds ? *bounds : 0, r);
		return;
	}
	copy_levels(run->n, low, 0, levels, values, field->type, r.values);
	if (bounds)
		copy_levels(run->n, low, 0, levels, bounds, TYPE_DOUBLE, r.bounds);
}

/* The same of temporaries: a sweep makes none below and above its levels. */
static void
read_temp(const struct mesh_run *run, const struct temp *temp, const struct mesh_target *at, int low, struct row r)
{
	const struct kept *kept = &run->kept[temp->index];
	const struct row from = first_kept(run, temp, temp->where.relation ? at->owner : at->element, at->slot);

	if (temp->shape == SHAPE_COLUMN) {
		repeat(run, *from.values, from.bounds ? *from.bounds : 0, r);
		return;
	}
	copy_levels(run->n, low, kept->low, kept->high, from.values, TYPE_DOUBLE, r.values);
	if (r.bounds)
		copy_levels(run->n, low, kept->low, kept->high, from.bounds, TYPE_DOUBLE, r.bounds);
}

static void
read_levels(const struct mesh_run *run, const struct expr *e, const struct mesh_target *at, int low, struct row r)
{
	if (e->kind == EXPR_FIELD)
		read_field(run, e->u.read.field, at, low, r);
	else
		read_temp(run, e->u.read.temp, at, low, r);
}

/* At a level by value, which may differ from level to level. */
static void
read_by_value(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, const struct mesh_target *at, struct row r)
{
	const int mark = run->used;
	const struct row levels = mesh_evaluate(run, e->u.read.level, TYPE_INT, point);
	struct mesh_run one = *run;

	one.n = 1;
	for (int i = 0; i < run->n; i++)
		read_levels(&one, e, at, (int)levels.values[i], (struct row){ r.values + i, r.bounds ? r.bounds + i : NULL });
	run->used = mark;
}

/* Where there is nothing to be read stands a value that no point of the domain sees. */
static void
read_reference(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	const struct mesh_target at = follow(run->given, e->u.read.chain, point);

	if (e->kind == EXPR_TEMP && e->u.read.temp->one_valued) {
		mesh_repeat_value(run, e->u.read.temp, r);
		return;
	}
	fill(run, r, e->kind == EXPR_FIELD ? no_value(e->u.read.field->type) : (double)NAN);
	if (at.element < 0 && !(e->kind == EXPR_FIELD && e->u.read.field->shape == SHAPE_SCALAR))
		return;
	if (e->u.read.level)
		read_by_value(run, e, point, &at, r);
	else
		read_levels(run, e, &at, run->low + e->u.read.offset.z, r);
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

/* Whether all levels of a condition say the same, without doubt. */
static bool
is_uniform(const struct mesh_run *run, struct row condition)
{
	bool same = true;

	for (int i = 0; i < run->n && same; i++)
		same = (condition.values[i] != 0) == (condition.values[0] != 0) && (!condition.bounds || condition.bounds[i] == 0);
	return same;
}

/* Levels of a sweep, one by one, need only one of the two values. */
static void
evaluate_select(struct mesh_run *run, const struct expr *e, const struct mesh_point *point, struct row r)
{
	const int mark = run->used;
	struct row rows[3] = { mesh_evaluate(run, expr_operand(e, 0), TYPE_BOOL, point) };

	if (is_uniform(run, rows[0])) {
		mesh_copy_row(run, mesh_evaluate(run, expr_operand(e, rows[0].values[0] != 0 ? 1 : 2), e->type, point), r);
	} else {
		rows[1] = mesh_evaluate(run, expr_operand(e, 1), e->type, point);
		rows[2] = mesh_evaluate(run, expr_operand(e, 2), e->type, point);
		apply_rows(run, e, rows, 3, r);
	}
	run->used = mark;
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
	case EXPR_FIELD: case EXPR_TEMP:
		read_reference(run, e, point, r);
		break;
	case EXPR_REDUCE:
		reduce_terms(run, e, point, r);
		break;
	case EXPR_SELECT:
		evaluate_select(run, e, point, r);
		break;
	case EXPR_UNARY: case EXPR_BINARY: case EXPR_CALL:
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
