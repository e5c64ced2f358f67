#include "generator/interpret/interpret_mesh_run.h"

#include "generator/interpret/guard.h"

#include <string.h>

/* Levels, counted from the one that is updated, and so that a read of the highest level by a statement on its highest one is at 0: of
 * full levels 1 more than their index from half levels, and the other way round 1 less. */
struct span_of_levels {
	bool any;
	int low, high;
	int below, above; /* so many levels of the field are outside the domain, wherever it is read: through a temporary at a level by value */
};

/* What has gone into a value, by field index: how far below and above it is read. */
struct levels_read {
	struct span_of_levels *fields;
	int count;
};

/* The levels at which a guard allows a read, and the least number of levels of the domain that the guards imply. */
struct known_levels {
	struct guard guard;
	int *smallest;
};

/* Levels at which something is read under guards: near the other end the domain is high enough, else so many levels of it lie
 * between. */
static int
lost_levels(const struct known_levels *known, enum side side, int levels)
{
	const long last = known->guard.last[side == SIDE_BELOW ? SIDE_ABOVE : SIDE_BELOW], first = known->guard.first[side];

	if (levels <= 0 || (first != LONG_MIN && first >= levels))
		return 0;
	if (last == LONG_MAX)
		return first == LONG_MIN ? levels : levels - (int)first;
	if (*known->smallest < (int)last + levels + 1)
		*known->smallest = (int)last + levels + 1;
	return 0;
}

static bool
widen(struct span_of_levels *to, struct span_of_levels by, int dz, const struct known_levels *known)
{
	const struct span_of_levels before = *to;
	int low = by.low + dz, high = by.high + dz;

	to->below = larger(to->below, by.below);
	to->above = larger(to->above, by.above);
	if (!by.any)
		return to->below != before.below || to->above != before.above;
	if (known) {
		const int below = lost_levels(known, SIDE_BELOW, -low), above = lost_levels(known, SIDE_ABOVE, high);

		low = low < 0 ? -below : low;
		high = high > 0 ? above : high;
	}
	if (!to->any || low < to->low)
		to->low = low;
	if (!to->any || high > to->high)
		to->high = high;
	to->any = true;
	return before.any != to->any || before.low != to->low || before.high != to->high || before.below != to->below || before.above != to->above;
}

static bool
widen_all(struct levels_read *to, const struct levels_read *by, int dz, int step, const struct known_levels *known)
{
	bool changed = false;

	for (int i = 0; i < to->count; i++) {
		struct span_of_levels levels = by->fields[i];

		levels.high += step;
		changed |= widen(&to->fields[i], levels, dz, known);
	}
	return changed;
}

/* What a temporary is made of that is read at a level by value: it is stored at the levels of the domain. */
static bool
widen_stored(struct levels_read *to, const struct levels_read *by)
{
	bool changed = false;

	for (int i = 0; i < to->count; i++) {
		const struct span_of_levels *of = &by->fields[i];
		const struct span_of_levels stored = { .below = larger(of->below, of->any ? -of->low : 0), .above = larger(of->above, of->any ? of->high : 0) };

		changed |= widen(&to->fields[i], stored, 0, NULL);
	}
	return changed;
}

static bool
add_reads(const struct expr *e, const struct levels_read *temps, struct levels_read *to, const struct known_levels *known, bool half)
{
	const struct expr *operand;
	bool changed = false;

	if (e->kind == EXPR_FIELD && shapes[e->u.read.field->shape].axes[2]) {
		const struct span_of_levels here = { .any = true, .high = reference_step(&e->u.read, half) };

		if (!e->u.read.level)
			changed |= widen(&to->fields[e->u.read.field->index], here, e->u.read.offset.z, known);
	}
	if (e->kind == EXPR_TEMP && !e->u.read.temp->one_valued && e->u.read.level)
		changed |= widen_stored(to, &temps[e->u.read.temp->index]);
	else if (e->kind == EXPR_TEMP && !e->u.read.temp->one_valued)
		changed |= widen_all(to, &temps[e->u.read.temp->index], e->u.read.offset.z, reference_step(&e->u.read, half), known);
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		struct known_levels inside = known ? *known : (struct known_levels){ .smallest = NULL };

		if (known && e->kind == EXPR_SELECT && n > 0)
			guard_narrow(&inside.guard, e->u.select.condition, n == 1);
		changed |= add_reads(operand, temps, to, known ? &inside : NULL, half);
	}
	return changed;
}

/* What an assignment reads and the conditions around it: of a temporary its own, of all outputs together. */
struct reader {
	const struct expr *conditions[MAX_DEPTH]; /* around the statement */
	struct guard guards[MAX_DEPTH + 1];       /* at each of them; then at the statement */
	int depth;
	bool in_sweep, half;
	int smallest;
	struct levels_read *temps, outputs;
};

static bool
read_list(struct reader *r, const struct stmt *s);

/* Adds what an assignment reads, and the conditions around it. */
static bool
read_values(struct reader *r, const struct stmt *s, struct levels_read *to, bool inside)
{
	const struct temp *prior = s->u.assign.temp ? s->u.assign.temp->prior : NULL;
	struct known_levels known = { r->guards[r->depth], &r->smallest };
	bool changed = add_reads(s->u.assign.value, r->temps, to, inside ? &known : NULL, r->half);

	for (int i = 0; i < r->depth; i++) {
		known.guard = r->guards[i];
		changed |= add_reads(r->conditions[i], r->temps, to, inside ? &known : NULL, r->half);
	}
	return (prior && widen_all(to, &r->temps[prior->index], 0, 0, NULL)) || changed;
}

/* Temporaries are computed where they are read, outside the domain too. A sweep and outputs are on all of its levels, whatever becomes of
 * the values. */
static bool
read_assignment(struct reader *r, const struct stmt *s)
{
	const struct temp *temp = s->u.assign.temp;
	const bool reduced = s->u.assign.reduction; /* on the levels of the domain, as outputs are */
	const bool inside = !temp || reduced || r->in_sweep;
	bool changed = inside && read_values(r, s, &r->outputs, true);

	return (temp && !reduced && read_values(r, s, &r->temps[temp->index], inside)) || changed;
}

static bool
read_branch(struct reader *r, const struct stmt *s, bool holds)
{
	bool changed;

	r->conditions[r->depth] = s->u.branch.condition;
	r->guards[r->depth + 1] = r->guards[r->depth];
	guard_narrow(&r->guards[++r->depth], s->u.branch.condition, holds);
	changed = read_list(r, holds ? s->u.branch.then : s->u.branch.otherwise);
	r->depth--;
	return changed;
}

static bool
read_statement(struct reader *r, const struct stmt *s)
{
	bool changed;

	if (s->kind == STMT_ASSIGN)
		return read_assignment(r, s);
	if (s->kind == STMT_SWEEP) {
		r->in_sweep = true;
		changed = read_list(r, s->u.sweep.body);
		r->in_sweep = false;
		return changed;
	}
	changed = read_branch(r, s, true);
	return read_branch(r, s, false) || changed;
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

int
mesh_full_levels(const struct stencil *stencil, const int *levels)
{
	int full = MAX_LEVELS;

	for (const struct field *f = stencil->fields; f; f = f->next)
		if (shapes[f->shape].axes[2] && levels[f->index] - f->where.half < full)
			full = levels[f->index] - f->where.half;
	return full;
}

/* Below 0 and from a field's levels on there is nothing to read, or to write. */
static bool
find_domain(struct mesh_run *run, const struct levels_read *outputs, int smallest)
{
	const int *levels = run->given->levels;

	run->bottom = 0;
	run->top = MAX_LEVELS;
	for (const struct field *f = run->given->stencil->fields; f; f = f->next) {
		const struct span_of_levels *read = &outputs->fields[f->index];
		const int full = levels[f->index] - f->where.half;
		int high;

		if (f->role != ROLE_IN && shapes[f->shape].axes[2] && full < run->top)
			run->top = full;
		run->bottom = larger(run->bottom, read->below);
		if (read->above && full - read->above < run->top)
			run->top = full - read->above;
		if (!read->any)
			continue;
		if (-read->low > run->bottom)
			run->bottom = -read->low;
		/* Of the half levels that full levels read, the highest is above all full levels. */
		high = f->where.half ? larger(read->high, 0) : read->high;
		if (full - high < run->top)
			run->top = full - high;
	}
	if (run->top == MAX_LEVELS) /* columns that are made of columns and of levels by value */
		run->top = mesh_full_levels(run->given->stencil, levels);
	if (run->top == MAX_LEVELS)
		run->top = 1;
	if (run->top - run->bottom < smallest)
		run->top = run->bottom;
	return run->bottom < run->top;
}

/* The levels of temporaries that are read, from those at which a statement is done. All have the levels of the domain, as at a level by
 * value. */
static void
need_temps(struct mesh_run *run, const struct expr *e, int low, int high)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && e->u.read.temp->shape != SHAPE_COLUMN && !e->u.read.temp->one_valued && !e->u.read.level) {
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

/* Adds the levels at which what a statement makes is read; a sweep makes it on those of the domain, whatever is read. */
static void
find_made(const struct mesh_run *run, const struct stmt *s, int *low, int *high)
{
	for (const struct temp *t = run->given->stencil->temps; t && s->kind != STMT_SWEEP; t = t->next)
		if (t->stmt == s && t->shape != SHAPE_COLUMN) {
			*low = run->kept[t->index].low < *low ? run->kept[t->index].low : *low;
			*high = run->kept[t->index].high > *high ? run->kept[t->index].high : *high;
		}
}

static void
keep(struct mesh_run *run, const struct temp *temp, int low, int high)
{
	struct kept *kept = &run->kept[temp->index], *prior = temp->prior ? &run->kept[temp->prior->index] : NULL;

	kept->low = temp->shape == SHAPE_COLUMN ? 0 : low;
	kept->high = temp->shape == SHAPE_COLUMN ? 1 : high;
	if (prior) {
		prior->low = low < prior->low ? low : prior->low;
		prior->high = high > prior->high ? high : prior->high;
	}
}

/* All that a statement makes is made at the same levels. */
static void
find_kept(struct mesh_run *run, const struct stmt *s)
{
	int low = run->bottom, high = s && s->half ? run->top + 1 : run->top;

	if (!s)
		return;
	find_kept(run, s->next);
	find_made(run, s, &low, &high);
	need_statement(run, s, low, high);
	for (const struct temp *t = run->given->stencil->temps; t; t = t->next)
		if (t->stmt == s)
			keep(run, t, low, high);
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
	reader->guards[0] = guard_nothing();
	reader->guards[0].first[SIDE_BELOW] = reader->guards[0].first[SIDE_ABOVE] = 0;
	for (struct stmt *s = stencil->statements; s; s = following) {
		following = s->next;
		reader->half = s->half;
		while (read_statement(reader, s))
			;
	}
	if (!find_domain(run, &reader->outputs, reader->smallest))
		return false;
	for (int i = 0; i < stencil->temp_count; i++) {
		run->kept[i].low = run->bottom;
		run->kept[i].high = run->top + run->kept[i].half;
	}
	find_kept(run, stencil->statements);
	return true;
}
