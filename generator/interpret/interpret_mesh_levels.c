#include "generator/interpret/interpret_mesh_run.h"

#include <string.h>

/* Levels, counted from the one that is updated. */
struct span_of_levels {
	bool any;
	int low, high;
};

/* What has gone into a value, by field index: how far below and above it is read. */
struct levels_read {
	struct span_of_levels *fields;
	int count;
};

static bool
widen(struct span_of_levels *to, struct span_of_levels by, int dz)
{
	const struct span_of_levels before = *to;

	if (!by.any)
		return false;
	if (!to->any || by.low + dz < to->low)
		to->low = by.low + dz;
	if (!to->any || by.high + dz > to->high)
		to->high = by.high + dz;
	to->any = true;
	return before.any != to->any || before.low != to->low || before.high != to->high;
}

static bool
widen_all(struct levels_read *to, const struct levels_read *by, int dz)
{
	bool changed = false;

	for (int i = 0; i < to->count; i++)
		changed |= widen(&to->fields[i], by->fields[i], dz);
	return changed;
}

static bool
add_reads(const struct expr *e, const struct levels_read *temps, struct levels_read *to)
{
	const struct span_of_levels here = { true, 0, 0 };
	const struct expr *operand;
	bool changed = false;

	if (e->kind == EXPR_FIELD && shapes[e->u.read.field->shape].axes[2])
		changed |= widen(&to->fields[e->u.read.field->index], here, e->u.read.offset.z);
	if (e->kind == EXPR_TEMP)
		changed |= widen_all(to, &temps[e->u.read.temp->index], e->u.read.offset.z);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		changed |= add_reads(operand, temps, to);
	return changed;
}

/* What an assignment reads and the conditions around it: of a temporary its own, of all outputs together. */
struct reader {
	const struct expr *conditions[MAX_DEPTH]; /* around the statement */
	int depth;
	struct levels_read *temps, outputs;
};

static bool
read_list(struct reader *r, const struct stmt *s);

static bool
read_statement(struct reader *r, const struct stmt *s)
{
	struct levels_read *to = s->kind == STMT_ASSIGN && s->u.assign.temp ? &r->temps[s->u.assign.temp->index] : &r->outputs;
	bool changed = false;

	if (s->kind == STMT_ASSIGN) {
		const struct temp *prior = s->u.assign.temp ? s->u.assign.temp->prior : NULL;

		changed |= add_reads(s->u.assign.value, r->temps, to);
		for (int i = 0; i < r->depth; i++)
			changed |= add_reads(r->conditions[i], r->temps, to);
		return (prior && widen_all(to, &r->temps[prior->index], 0)) || changed;
	}
	r->conditions[r->depth++] = s->u.branch.condition;
	changed |= read_list(r, s->u.branch.then);
	changed |= read_list(r, s->u.branch.otherwise);
	r->depth--;
	return changed;
}

static bool
read_list(struct reader *r, const struct stmt *s)
{
	bool changed = false;

	for (; s; s = s->next)
		changed |= read_statement(r, s);
	return changed;
}

static struct levels_read
no_levels(struct arena *arena, const struct stencil *stencil)
{
	return (struct levels_read){
		arena_array(arena, struct span_of_levels, stencil->field_count + 1), stencil->field_count,
	};
}

/* Below 0 and from a field's levels on there is nothing to read, or to write. */
static bool
find_domain(struct mesh_run *run, const struct levels_read *outputs)
{
	const int *levels = run->given->levels;

	run->bottom = 0;
	run->top = MAX_LEVELS;
	for (const struct field *f = run->given->stencil->fields; f; f = f->next) {
		const struct span_of_levels *read = &outputs->fields[f->index];

		if (f->role != ROLE_IN && levels[f->index] < run->top)
			run->top = levels[f->index];
		if (!read->any)
			continue;
		if (-read->low > run->bottom)
			run->bottom = -read->low;
		if (levels[f->index] - read->high < run->top)
			run->top = levels[f->index] - read->high;
	}
	return run->bottom < run->top;
}

/* The levels of temporaries that are read, from those at which a statement is done. */
static void
need_temps(struct mesh_run *run, const struct expr *e, int low, int high)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP) {
		struct kept *kept = &run->kept[e->u.read.temp->index];
		const int dz = e->u.read.offset.z;

		kept->low = low + dz < kept->low ? low + dz : kept->low;
		kept->high = high + dz > kept->high ? high + dz : kept->high;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		need_temps(run, operand, low, high);
}

static void
need_statement(struct mesh_run *run, const struct stmt *s, int low, int high)
{
	if (stmt_expr(s))
		need_temps(run, stmt_expr(s), low, high);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			need_statement(run, t, low, high);
}

/* All that a statement makes is made at the same levels. */
static void
find_kept(struct mesh_run *run, const struct stmt *s)
{
	const struct temp *temps = run->given->stencil->temps;
	int low = run->bottom, high = run->top;

	if (!s)
		return;
	find_kept(run, s->next);
	for (const struct temp *t = temps; t; t = t->next)
		if (t->stmt == s) {
			low = run->kept[t->index].low < low ? run->kept[t->index].low : low;
			high = run->kept[t->index].high > high ? run->kept[t->index].high : high;
		}
	need_statement(run, s, low, high);
	for (const struct temp *t = temps; t; t = t->next)
		if (t->stmt == s) {
			run->kept[t->index].low = low;
			run->kept[t->index].high = high;
			if (t->prior) {
				struct kept *prior = &run->kept[t->prior->index];

				prior->low = low < prior->low ? low : prior->low;
				prior->high = high > prior->high ? high : prior->high;
			}
		}
	run->width = high - low > run->width ? high - low : run->width;
}

bool
find_mesh_levels(struct mesh_run *run)
{
	const struct stencil *stencil = run->given->stencil;
	struct reader *reader = arena_new(&run->memory, struct reader);
	struct stmt *following;

	reader->temps = arena_array(&run->memory, struct levels_read, stencil->temp_count + 1);
	for (int i = 0; i < stencil->temp_count; i++)
		reader->temps[i] = no_levels(&run->memory, stencil);
	reader->outputs = no_levels(&run->memory, stencil);
	for (struct stmt *s = stencil->statements; s; s = following) {
		following = s->next;
		while (read_statement(reader, s))
			;
	}
	if (!find_domain(run, &reader->outputs))
		return false;
	for (int i = 0; i < stencil->temp_count; i++) {
		run->kept[i].low = run->bottom;
		run->kept[i].high = run->top;
	}
	find_kept(run, stencil->statements);
	return true;
}
