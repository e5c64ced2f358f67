#include "generator/interpret/interpreter.h"

static const struct offset here = { 0, 0, 0 };

static bool
assigns(const struct stmt *s, const struct field *field)
{
	bool found = s->kind == STMT_ASSIGN && s->u.assign.field == field;

	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			found |= assigns(t, field);
	return found;
}

bool
step_assigns(const struct step *step, const struct field *field)
{
	return assigns(step->stmt, field);
}

void
find_targets(struct run *run, const struct step *step)
{
	const struct temp *t = step->temps;

	run->target_count = 0;
	for (int i = 0; i < step->temp_count; i++, t = t->next)
		run->targets[run->target_count++] = (struct target){ .temp = t };
	for (const struct field *f = run->given->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && assigns(step->stmt, f))
			run->targets[run->target_count++] = (struct target){ .field = f };
}

bool
is_scalar(const struct stmt *s)
{
	return s->kind == STMT_ASSIGN && (s->u.assign.field ? s->u.assign.field->shape == SHAPE_SCALAR
		: s->u.assign.temp->one_valued);
}

/* Makes a window hold another one, shifted. */
static void
include_window(struct window *to, const struct window *window, struct offset offset)
{
	const int by[AXES] = { offset.x, offset.y, offset.z };
	const bool first = window_is_empty(to);

	for (int a = 0; a < AXES && !window_is_empty(window); a++) {
		const int low = window->low[a] + by[a], high = window->high[a] + by[a];

		to->low[a] = first ? low : smaller(low, to->low[a]);
		to->high[a] = first ? high : larger(high, to->high[a]);
	}
}

static void
set_levels(struct window *window, int low, int high)
{
	window->low[2] = low;
	window->high[2] = high;
}

/* Half levels of the domain are one more. */
static void
set_levels_of_domain(const struct run *run, struct window *window, bool half)
{
	set_levels(window, run->domain.low[2], run->domain.high[2] + half);
}

/* A temporary is needed by the step of that number, at an offset, or at any level of the domain. A sweep leaves nothing beyond these. */
static void
plan_read(struct run *run, const struct temp *temp, const struct reference *read, int number)
{
	struct array *array = &run->arrays[temp->index];
	struct window window = run->steps[number].window;

	if (temp->shape == SHAPE_COLUMN)
		set_levels(&window, 0, 1);
	else if (read->level)
		set_levels_of_domain(run, &window, temp->stmt->half);
	include_window(&array->window, &window, read->offset);
	if (temp->stmt->kind == STMT_SWEEP && temp->shape != SHAPE_COLUMN)
		set_levels_of_domain(run, &array->window, temp->stmt->half);
	array->last = larger(array->last, number);
}

static void
plan_reads(struct run *run, const struct expr *e, int number)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP)
		plan_read(run, e->u.read.temp, &e->u.read, number);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		plan_reads(run, operand, number);
}

static void
plan_statement(struct run *run, const struct stmt *s, int number)
{
	if (stmt_expr(s))
		plan_reads(run, stmt_expr(s), number);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			plan_statement(run, t, number);
}

/* Where a temporary is computed: what has one value all over the domain, if at all. */
static const struct window *
needed_window(const struct run *run, const struct temp *temp)
{
	const struct window *window = &run->arrays[temp->index].window;

	return temp->one_valued && !window_is_empty(window) ? &run->domain : window;
}

/* Where a step has to be done for a target. What has one value a column is worked out on the lowest level. */
static struct window
target_window(const struct run *run, struct target target, bool half)
{
	const enum shape shape = target.temp ? target.temp->shape : target.field->shape;
	struct window window = target.temp ? *needed_window(run, target.temp) : run->domain;

	if (target.field)
		window.high[2] += half;
	if (shape == SHAPE_COLUMN)
		set_levels(&window, run->domain.low[2], run->domain.low[2] + 1);
	return window;
}

/* Computes the window of a step from those of the steps after it. */
static void
plan_step(struct run *run, int number)
{
	const struct reference own = { .level = NULL };
	struct step *step = &run->steps[number];

	find_targets(run, step);
	for (int i = 0; i < run->target_count; i++) {
		const struct window window = target_window(run, run->targets[i], step->stmt->half);

		include_window(&step->window, &window, here);
	}
	if (step->stmt->kind == STMT_SWEEP)
		set_levels_of_domain(run, &step->window, step->stmt->half);
	for (int i = 0; i < step->temp_count; i++) {
		const struct temp *temp = run->targets[i].temp;

		plan_read(run, temp, &own, number);
		if (temp->prior)
			plan_read(run, temp->prior, &own, number);
	}
	plan_statement(run, step->stmt, number);
	run->width = larger(run->width, window_length(&step->window, 0));
}

void
plan_steps(struct run *run)
{
	const struct stencil *stencil = run->given->stencil;
	const struct temp *t = stencil->temps;
	int count = 0;

	for (const struct stmt *s = stencil->statements; s; s = s->next)
		count++;
	run->steps = arena_array(&run->memory, struct step, count);
	run->arrays = arena_array(&run->memory, struct array, stencil->temp_count);
	run->filled = arena_array(&run->memory, bool, stencil->field_count);
	run->targets = arena_array(&run->memory, struct target,
		stencil->temp_count + stencil->field_count);
	for (const struct stmt *s = stencil->statements; s; s = s->next) {
		struct step *step = &run->steps[run->step_count++];

		step->stmt = s;
		step->temps = t;
		for (; t && t->stmt == s; t = t->next)
			step->temp_count++;
	}
	for (int number = count; number-- > 0; )
		plan_step(run, number);
}
