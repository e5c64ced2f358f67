#include "generator/interpret/interpret_mesh_run.h"

#include "generator/base/workers.h"
#include "generator/interpret/interpreter.h"

#include <math.h>
#include <string.h>

static const struct row no_mask = { NULL, NULL };

/* A condition that may hold or not, and what it would choose between: see select_bound. No condition: `from` it is. */
static double
bound_of(struct row condition, int i, double from, double from_bound, double to, double to_bound)
{
	const double v[] = { condition.values ? condition.values[i] : 1, from, to };
	const double e[] = { condition.bounds ? condition.bounds[i] : 0, from_bound, to_bound };

	return select_bound(v, e);
}

/* Overwrites a value where the mask is not 0; no mask: everywhere. */
static void
store_temp(const struct mesh_run *run, struct row mask, struct row from, struct row to)
{
	for (int i = 0; i < run->n; i++) {
		if (to.bounds)
			to.bounds[i] = bound_of(mask, i, from.values[i], from.bounds[i], to.values[i], to.bounds[i]);
		if (!mask.values || mask.values[i] != 0)
			to.values[i] = from.values[i];
	}
}

static double
stored_element(const struct field *field, const void *array, size_t at)
{
	double value;

	copy_elements((const char *)array + at*(size_t)element_size(field->type), field->type, 1, &value);
	return value;
}

/* The same in a field, at the levels and elements that are updated. */
static void
store_field(const struct mesh_run *run, const struct field *field, int element, struct row mask, struct row from)
{
	void *array = run->given->fields[field->index];
	double *bounds = run->given->bounds ? run->given->bounds[field->index] : NULL;
	const int end = run->top + (field->shape == SHAPE_COLUMN ? run->half : field->where.half);

	if (field->shape == SHAPE_SCALAR) {
		store_element(field->type, array, 0, from.values[0]);
		if (bounds)
			bounds[0] = from.bounds[0];
		return;
	}
	for (int i = 0; i < run->n && run->inside[field->where.location][element]; i++) {
		const int level = run->low + i;
		const size_t at = mesh_field_index(run->given, field, element, 0, level);

		if (level < run->bottom || level >= end)
			continue;
		if (bounds)
			bounds[at] = bound_of(mask, i, from.values[i], from.bounds[i], stored_element(field, array, at), bounds[at]);
		if (!mask.values || mask.values[i] != 0)
			store_element(field->type, array, at, from.values[i]);
	}
}

static void
assign(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point, int slot, struct row mask)
{
	const struct temp *temp = s->u.assign.temp;
	const int mark = run->used;
	const struct row values = mesh_evaluate(run, s->u.assign.value, temp ? temp->type : s->u.assign.field->type, point);

	if (temp && temp->one_valued)
		store_temp(run, mask, values, run->kept[temp->index].rows);
	else if (temp)
		store_temp(run, mask, values, kept_row(run, temp, point->element, slot));
	else
		store_field(run, s->u.assign.field, point->element, mask, values);
	run->used = mark;
}

static void execute(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point, int slot,
	struct row mask);

static void
execute_list(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point, struct row mask)
{
	for (; s; s = s->next)
		execute(run, s, point, 0, mask);
}

/* Whether a branch is taken on a level, or may be. */
static bool
is_taken(const struct mesh_run *run, struct row mask)
{
	bool taken = false;

	for (int i = 0; i < run->n && !taken; i++)
		taken = mask.values[i] != 0 || (mask.bounds && mask.bounds[i] != 0);
	return taken;
}

/* Does both branches, each where the condition and those around it send a level. */
static void
execute_if(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point, struct row mask)
{
	const int mark = run->used;
	const struct row then = mesh_evaluate(run, s->u.branch.condition, TYPE_BOOL, point);
	const struct row otherwise = mesh_take_row(run);

	for (int i = 0; i < run->n; i++) {
		const bool here = !mask.values || mask.values[i] != 0, holds = then.values[i] != 0;

		then.values[i] = here && holds;
		otherwise.values[i] = here && !holds;
		if (then.bounds)
			then.bounds[i] = otherwise.bounds[i] = mask.values && !here && mask.bounds[i] == 0 ? 0
				: fmax(then.bounds[i], mask.bounds ? mask.bounds[i] : 0);
	}
	if (is_taken(run, then))
		execute_list(run, s->u.branch.then, point, then);
	if (is_taken(run, otherwise))
		execute_list(run, s->u.branch.otherwise, point, otherwise);
	run->used = mark;
}

static void
execute(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point, int slot, struct row mask)
{
	if (s->kind == STMT_ASSIGN)
		assign(run, s, point, slot, mask);
	else
		execute_if(run, s, point, mask);
}

/* A temporary that an if statement makes begins as what it was before, if that reaches it. */
static void
begin_temp(struct mesh_run *run, const struct temp *temp, int element)
{
	const struct row to = kept_row(run, temp, element, 0);
	struct mesh_run own = *run;

	own.n = temp->shape == SHAPE_COLUMN ? 1 : run->n;
	if (temp->prior && temp->prior->one_valued)
		mesh_repeat_value(&own, temp->prior, to);
	else if (temp->prior)
		mesh_copy_row(&own, kept_row(&own, temp->prior, element, 0), to);
	for (int i = 0; i < own.n && !temp->prior; i++)
		to.values[i] = NAN;
	if (temp->type == TYPE_FLOAT && temp->prior)
		mesh_convert_row(&own, TYPE_FLOAT, to);
}

/* Level after level, each with what those before it have made. */
static void
do_sweep(struct mesh_run *run, const struct stmt *s, const struct mesh_point *point)
{
	const bool up = s->u.sweep.order == SWEEP_UP;
	const int top = run->top + s->half;

	run->n = 1;
	for (int level = run->bottom; level < top; level++) {
		run->low = up ? level : run->bottom + top - 1 - level;
		execute_list(run, s->u.sweep.body, point, no_mask);
	}
	run->low = run->bottom;
	run->n = top - run->bottom;
}

static void
do_element(struct mesh_run *run, const struct stmt *s, int element)
{
	const struct mesh_point point = { element, NULL };

	for (const struct temp *t = run->given->stencil->temps; t; t = t->next)
		if (t->stmt == s && s->kind != STMT_ASSIGN)
			begin_temp(run, t, element);
	if (s->kind == STMT_SWEEP)
		do_sweep(run, s, &point);
	else
		execute(run, s, &point, 0, no_mask);
}

static void
do_slots(struct mesh_run *run, const struct stmt *s, int element)
{
	const struct binding *slots = s->u.assign.slots;
	const struct relation *relation = chain_last(slots->chain)->relation;

	for (int slot = 0; slot < relation_slots(run->given->tables, relation); slot++) {
		const struct bound_neighbour bound = {
			.binding = slots, .owner = element, .slot = slot,
			.element = neighbour_at(run->given->tables, relation, element, slot),
		};
		const struct mesh_point point = { element, &bound };

		execute(run, s, &point, slot, no_mask);
	}
}

/* Sets the levels at which a statement is done: those that its temporaries are kept at. What has one value a column is worked
 * out on the lowest level. */
static void
set_levels(struct mesh_run *run, const struct stmt *s)
{
	int low = run->bottom, high = s->kind == STMT_SWEEP || assigns_levels(s) ? run->top + s->half : low + 1;

	for (const struct temp *t = run->given->stencil->temps; t; t = t->next)
		if (t->stmt == s && t->shape != SHAPE_COLUMN) {
			low = run->kept[t->index].low;
			high = run->kept[t->index].high;
		}
	run->low = low;
	run->n = high - low;
	run->half = s->half;
}

/* A statement that several threads do, each for some elements at a time. */
struct mesh_share {
	const struct mesh_run *run;
	const struct stmt *stmt;
};

/* With scratch rows of its own. */
static void
do_elements(void *share_, int worker, long first, long end)
{
	const struct mesh_share *share = share_;
	const struct stmt *s = share->stmt;
	const struct temp *temp = s->kind == STMT_ASSIGN ? s->u.assign.temp : NULL;
	struct mesh_run own = *share->run;

	(void)worker;
	own.memory = (struct arena){ NULL };
	own.scratch = NULL;
	own.used = own.made = 0;
	for (long e = first; e < end; e++)
		if (temp && temp->where.relation)
			do_slots(&own, s, (int)e);
		else
			do_element(&own, s, (int)e);
	arena_free(&own.memory);
}

/* In the order that kernels keep: each element's levels from the lowest to the highest, then the results of the elements that are
 * updated, by their numbers. */
static void
reduce_elements(struct mesh_run *run, const struct stmt *s, struct row result)
{
	const enum location location = s->u.assign.temp->where.location;
	const int count = run->given->count[location];
	struct arena memory = { NULL };
	const struct row columns = mesh_new_rows(run, &memory, (size_t)count + 1);
	struct reducing pair;
	size_t updated = 0;

	reduction_open(&pair, s->u.assign.reduction, s->u.assign.temp->type);
	run->half = s->half;
	run->low = run->bottom;
	run->n = run->top + s->half - run->bottom;
	for (int e = 0; e < count; e++) {
		const struct mesh_point point = { e, NULL };
		const int mark = run->used;
		struct row levels, so_far = { columns.values + updated, columns.bounds ? columns.bounds + updated : NULL };

		if (!run->inside[location][e])
			continue;
		levels = mesh_evaluate(run, s->u.assign.value, s->u.assign.temp->type, &point);
		so_far.values[0] = levels.values[0];
		if (so_far.bounds)
			so_far.bounds[0] = levels.bounds[0];
		for (int i = 1; i < run->n; i++)
			reduction_combine(&pair, 1, so_far, (struct row){ levels.values + i, levels.bounds ? levels.bounds + i : NULL });
		run->used = mark;
		updated++;
	}
	reduction_of_columns(&pair, columns, updated);
	run->n = 1;
	mesh_copy_row(run, columns, result);
	arena_free(&memory);
}

/* What has one value is computed once, from what has one. */
static void
do_scalar(struct mesh_run *run, const struct stmt *s)
{
	const struct mesh_point nowhere = { -1, NULL };

	if (s->u.assign.reduction) {
		reduce_elements(run, s, run->kept[s->u.assign.temp->index].rows);
		return;
	}
	run->half = false;
	run->low = run->bottom;
	run->n = 1;
	assign(run, s, &nowhere, 0, no_mask);
}

/* What an element gets depends on earlier statements only, so they can be done in any order. */
static void
do_statement(struct mesh_run *run, const struct stmt *s)
{
	enum { AT_A_TIME = 512 };
	const struct mesh_interpretation *given = run->given;
	const enum location location = stmt_location(s);
	struct mesh_share share = { run, s };

	if (is_scalar(s)) {
		do_scalar(run, s);
		return;
	}
	if (location == LOCATIONS)
		return;
	set_levels(run, s);
	workers_share(given->count[location], AT_A_TIME, do_elements, &share);
}

/* Finds what is updated. */
static bool
plan(struct mesh_run *run)
{
	const struct mesh_interpretation *given = run->given;
	const struct stencil *stencil = given->stencil;

	run->kept = arena_array(&run->memory, struct kept, stencil->temp_count + 1);
	for (int l = 0; l < LOCATIONS; l++)
		run->inside[l] = !stencil->outputs_on[l] ? NULL : arena_array(&run->memory, bool, (size_t)given->count[l] + 1);
	for (const struct temp *t = stencil->temps; t; t = t->next) {
		run->kept[t->index].slots = t->where.relation ? relation_slots(given->tables, t->where.relation) : 1;
		run->kept[t->index].half = t->where.half;
	}
	return find_mesh_levels(run) && find_mesh_elements(run);
}

bool
mesh_interpret_domain(const struct mesh_interpretation *given, int *bottom, int *top, bool *const inside[LOCATIONS])
{
	struct mesh_run run = { .given = given };
	const bool some = plan(&run);

	*bottom = run.bottom;
	*top = run.top;
	for (int l = 0; l < LOCATIONS; l++)
		if (run.top > run.bottom && run.inside[l])
			memcpy(inside[l], run.inside[l], (size_t)given->count[l]*sizeof *inside[l]);
	arena_free(&run.memory);
	return some;
}

bool
mesh_interpret(const struct mesh_interpretation *given)
{
	struct mesh_run run = { .given = given };
	const bool some = plan(&run);
	const struct mesh_interpretation columns = some ? mesh_copy_columns(given, &run.memory) : *given;

	run.given = &columns;
	for (const struct temp *t = given->stencil->temps; some && t; t = t->next) {
		struct kept *kept = &run.kept[t->index];

		kept->rows = mesh_new_rows(&run, &run.memory, t->one_valued ? 1 : (size_t)given->count[t->where.location]
			*(size_t)kept->slots*(size_t)(kept->high - kept->low) + 1);
	}
	for (const struct stmt *s = given->stencil->statements; some && s; s = s->next)
		do_statement(&run, s);
	if (some)
		mesh_return_columns(given, &columns);
	arena_free(&run.memory);
	return some;
}
