#include "generator/interpret/interpreter.h"

#include <math.h>
#include <string.h>

static const struct offset here = { 0, 0, 0 };

static void
load_target(const struct run *run, struct target target, struct row out)
{
	if (target.temp)
		row_copy(run, temp_row(run, target.temp), out);
	else
		field_read(run, target.field, here, out);
}

static void
store_target(const struct run *run, struct target target, struct row from)
{
	if (target.temp && target.temp->one_valued)
		row_copy(run, from, run->arrays[target.temp->index].rows);
	else if (target.temp)
		row_copy(run, from, temp_row(run, target.temp));
	else
		field_write(run, target.field, from);
}

static void
execute_assign(struct run *run, const struct stmt *s)
{
	const struct target target = { s->u.assign.temp, s->u.assign.field };
	const enum type type = target.temp ? target.temp->type : target.field->type;
	const int mark = run->used;

	store_target(run, target, evaluate_as(run, s->u.assign.value, type));
	run->used = mark;
}

/* Overwrites no with yes where the condition holds. */
static void
merge_rows(const struct run *run, struct row condition, struct row yes, struct row no)
{
	for (int x = 0; x < run->n; x++) {
		const double values[] = { condition.values[x], yes.values[x], no.values[x] };

		if (no.bounds) {
			const double bounds[] = { condition.bounds[x], yes.bounds[x], no.bounds[x] };

			no.bounds[x] = select_bound(values, bounds);
		}
		no.values[x] = values[0] != 0 ? values[1] : values[2];
	}
}

static void execute(struct run *run, const struct stmt *s);

static void
execute_list(struct run *run, const struct stmt *list)
{
	for (const struct stmt *s = list; s; s = s->next)
		execute(run, s);
}

/* Does both branches, each from the state before, and selects between what
 * they made of every target. */
static void
execute_if(struct run *run, const struct stmt *s)
{
	const int mark = run->used, count = run->target_count;
	const struct row condition = evaluate_as(run, s->u.branch.condition, TYPE_BOOL);
	const struct row no = row_take(run);
	const int before = run->used, after = before + count;

	for (int i = 0; i < count; i++)
		load_target(run, run->targets[i], row_take(run));
	execute_list(run, s->u.branch.then);
	for (int i = 0; i < count; i++) {
		load_target(run, run->targets[i], row_take(run));
		store_target(run, run->targets[i], run->scratch[before + i]);
	}
	execute_list(run, s->u.branch.otherwise);
	for (int i = 0; i < count; i++) {
		load_target(run, run->targets[i], no);
		merge_rows(run, condition, run->scratch[after + i], no);
		store_target(run, run->targets[i], no);
	}
	run->used = mark;
}

static void
execute(struct run *run, const struct stmt *s)
{
	if (s->kind == STMT_IF)
		execute_if(run, s);
	else
		execute_assign(run, s);
}

/* Gives the temporaries of the step the values that they have before it. */
static void
begin_row(const struct run *run, const struct step *step)
{
	const struct temp *t = step->temps;

	for (int i = 0; i < step->temp_count; i++, t = t->next) {
		const struct row row = temp_row(run, t);

		if (t->prior) {
			temp_read(run, t->prior, here, row);
			row_convert(run, row, t->prior->type, t->type);
		} else {
			row_fill(run, row, NAN);
		}
	}
}

static void
do_row(struct run *run, const struct step *step)
{
	begin_row(run, step);
	execute(run, step->stmt);
}

static bool
is_column(struct target target)
{
	return target.field && target.field->shape == SHAPE_COLUMN;
}

/* The same, but what has one value a column keeps it. */
static void
do_row_beside_columns(struct run *run, const struct step *step)
{
	const int mark = run->used;

	for (int i = 0; i < run->target_count; i++)
		if (is_column(run->targets[i]))
			load_target(run, run->targets[i], row_take(run));
	do_row(run, step);
	for (int i = 0, row = mark; i < run->target_count; i++)
		if (is_column(run->targets[i]))
			store_target(run, run->targets[i], run->scratch[row++]);
	run->used = mark;
}

static void
do_level(struct run *run, const struct step *step, void (*row)(struct run *, const struct step *))
{
	for (run->y = step->window.low[1]; run->y < step->window.high[1]; run->y++)
		row(run, step);
}

/* Column fields are assigned on the lowest level of the domain, after temporaries on all others were made of what they
 * were before. */
static void
do_points(struct run *run, const struct step *step)
{
	const struct window *window = &step->window;
	const int lowest = run->domain.low[2];

	for (run->z = window->low[2]; run->z < window->high[2]; run->z++)
		if (run->z != lowest)
			do_level(run, step, do_row_beside_columns);
	run->z = lowest;
	if (window->low[2] <= lowest && lowest < window->high[2])
		do_level(run, step, do_row);
}

/* Level by level. Ahead of the level being done temporaries have the values from before the sweep. */
static void
do_sweep(struct run *run, const struct step *step)
{
	const struct window *window = &step->window;
	const bool up = step->stmt->u.sweep.order == SWEEP_UP;

	for (run->z = window->low[2]; run->z < window->high[2]; run->z++)
		for (run->y = window->low[1]; run->y < window->high[1]; run->y++)
			begin_row(run, step);
	for (int i = 0; i < window_length(window, 2); i++) {
		run->z = up ? window->low[2] + i : window->high[2] - 1 - i;
		for (run->y = window->low[1]; run->y < window->high[1]; run->y++)
			execute_list(run, step->stmt->u.sweep.body);
	}
}

/* Does a statement that has one value, at one point. */
static void
do_scalar(struct run *run, const struct stmt *s)
{
	run->n = 1;
	if (s->u.assign.reduction)
		reduce(run, s, run->arrays[s->u.assign.temp->index].rows);
	else
		execute_assign(run, s);
}

static void
do_rows(struct run *run, const struct step *step)
{
	run->x = step->window.low[0];
	run->n = window_length(&step->window, 0);
	if (step->stmt->kind == STMT_SWEEP)
		do_sweep(run, step);
	else
		do_points(run, step);
}

static void
do_step(struct run *run, int number)
{
	struct step *step = &run->steps[number];
	const struct window *window = &step->window;
	const struct temp *t = step->temps;

	run->half = step->stmt->half;
	if (window_is_empty(window))
		return;
	fill_halos(run, step);
	find_targets(run, step);
	for (int i = 0; i < step->temp_count; i++, t = t->next) {
		struct array *array = &run->arrays[t->index];

		array->rows = row_new(run, &array->memory, t->one_valued ? 1 : window_points(&array->window));
	}
	if (is_scalar(step->stmt))
		do_scalar(run, step->stmt);
	else
		do_rows(run, step);
	for (int i = 0; i < run->target_count; i++)
		if (run->targets[i].field)
			run->filled[run->targets[i].field->index] = false;
	for (int i = 0; i < run->given->stencil->temp_count; i++)
		if (run->arrays[i].last == number)
			arena_free(&run->arrays[i].memory);
}

static size_t
field_points(const struct run *run, const struct field *field)
{
	size_t count = 1;

	for (int a = 0; a < AXES; a++)
		count *= shapes[field->shape].axes[a] ? (size_t)window_length(&run->grid, a) + (a == 2 && field->where.half) : 1;
	return count;
}

bool
interpret(const struct interpretation *given)
{
	struct run run = { .given = given };

	if (!domain_of(given, &run.domain))
		return false;
	memcpy(run.grid.high, given->size, sizeof run.grid.high);
	if (!halos_fit(&run))
		return false;
	for (const struct field *f = given->stencil->fields; given->bounds && f; f = f->next)
		if (f->role != ROLE_IN)
			memset(given->bounds[f->index], 0, field_points(&run, f)*sizeof(double));
	plan_steps(&run);
	find_nearest(&run);
	for (int number = 0; number < run.step_count; number++)
		do_step(&run, number);
	arena_free(&run.memory);
	return true;
}
