#include "generator/split/split.h"

#include "generator/check/facts.h"

#include <string.h>

/* Where a statement is done, from the domain on: low[a] cells before it and high[a] behind it, which may be
 * negative. */
struct place {
	bool known;
	int low[AXES], high[AXES];
};

struct fill_finder {
	struct split *split;
	struct place *places; /* by statement */
	bool *filled;         /* by field index: its halo is, and the field not assigned since */
	int *assigned_in;     /* by field index: the number of the last kernel that assigns it so far, from 1; 0: none */
	int statement;
};

static void
include_place(struct place *to, const struct place *from, struct offset at)
{
	for (int a = 0; a < AXES; a++) {
		const int low = from->low[a] - offset_along(at, a), high = from->high[a] + offset_along(at, a);

		if (!to->known || low > to->low[a])
			to->low[a] = low;
		if (!to->known || high > to->high[a])
			to->high[a] = high;
	}
	to->known = true;
}

static const struct offset here = { 0, 0, 0 };

/* A scalar is done in the domain, wherever it is read. */
static void
include_temp(struct fill_finder *f, const struct temp *temp, struct offset at)
{
	const struct place domain = { .known = true };
	struct place *to = &f->places[f->split->statement_of[temp->index]];

	if (temp->scalar)
		include_place(to, &domain, here);
	else
		include_place(to, &f->places[f->statement], at);
	if (temp->stmt->kind == STMT_SWEEP)
		to->low[2] = to->high[2] = 0;
}

static void
include_reads(struct fill_finder *f, const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP)
		include_temp(f, e->u.temp.temp, e->u.temp.offset);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		include_reads(f, operand);
}

/* All expressions of a statement. */
static void
include_all_reads(struct fill_finder *f, const struct stmt *stmt)
{
	if (stmt_expr(stmt))
		include_reads(f, stmt_expr(stmt));
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			include_all_reads(f, s);
}

/* From the last statement on, for readers stand behind what they read. */
static void
find_places(struct fill_finder *f)
{
	const struct split *split = f->split;

	for (int s = split->count; s-- > 0; ) {
		const struct place domain = { .known = true };

		f->statement = s;
		if (split_assigns_fields(split->statements[s]))
			include_place(&f->places[s], &domain, here);
		if (!f->places[s].known)
			continue;
		include_all_reads(f, split->statements[s]);
		for (const struct temp *t = split->stencil->temps; t; t = t->next)
			if (split->statement_of[t->index] == s && t->prior)
				include_temp(f, t->prior, here);
	}
}

/* Whether it reads beyond a side, so many cells towards it, from a place that ends so many cells behind the side. */
static bool
reads_beyond(int end, int cells, int distance)
{
	return (distance > -end ? cells - distance : cells + end) > 0;
}

static bool
reads_halo(const struct fill_finder *f, const struct field *field, struct offset at, const struct facts *known)
{
	const struct place *place = &f->places[f->statement];
	const struct extents *border = &f->split->stencil->border;

	for (int a = 0; a < AXES; a++)
		if (shapes[field->shape].axes[a]
				&& ((border->low[a] && reads_beyond(place->low[a], -offset_along(at, a), known->low[2*a]))
				|| (border->high[a] && reads_beyond(place->high[a], offset_along(at, a), known->low[2*a + 1]))))
			return true;
	return false;
}

/* The first kernel that does anything for its own sake from the statement on, behind those that assign the field before:
 * one of these may do something behind the statement, too, that does not read the halo. */
static int
kernel_to_fill_before(const struct fill_finder *f, const struct field *field)
{
	const struct split *split = f->split;

	for (int s = f->statement; s < split->count; s++)
		if (split->group_of[s] >= f->assigned_in[field->index])
			return split->group_of[s];
	return split->group_count - 1;
}

static void
fill_if_read(struct fill_finder *f, const struct expr *e, const struct facts *known)
{
	const struct field *field = e->kind == EXPR_FIELD ? e->u.field.field : NULL;
	const struct expr *operand;

	if (field && field->has_boundary && !f->filled[field->index] && reads_halo(f, field, e->u.field.offset, known)) {
		f->filled[field->index] = true;
		f->split->fills[kernel_to_fill_before(f, field)][field->index] = true;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		const struct facts inside = e->kind == EXPR_SELECT && n > 0
			? narrow(*known, e->u.select.condition, n == 1) : *known;

		fill_if_read(f, operand, &inside);
	}
}

/* What nothing needs fills no halo. */
static void
fill_for(struct fill_finder *f, const struct stmt *stmt, const struct facts *known)
{
	if (stmt_expr(stmt) && !stmt_is_dead(stmt))
		fill_if_read(f, stmt_expr(stmt), known);
	for (int n = 0; n < MOST_NESTED; n++) {
		const struct facts inside = stmt->kind == STMT_IF ? narrow(*known, stmt->u.branch.condition, n == 0) : *known;

		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			fill_for(f, s, &inside);
	}
}

static void
forget_assigned(struct fill_finder *f, const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN && stmt->u.assign.field) {
		f->filled[stmt->u.assign.field->index] = false;
		f->assigned_in[stmt->u.assign.field->index] = f->split->group_of[f->statement] + 1;
	}
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			forget_assigned(f, s);
}

void
split_keep_sums(struct split *split)
{
	const bool *live = split_live(split);

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		if (split_is_reduced(t))
			split->kept[t->index] = live[t->index];
}

void
split_find_fills(struct split *split)
{
	struct arena *arena = split->arena;
	const int fields = split->stencil->field_count;
	struct fill_finder f = {
		.split = split, .places = arena_array(arena, struct place, split->count + 1),
		.filled = arena_array(arena, bool, fields + 1), .assigned_in = arena_array(arena, int, fields + 1),
	};

	split->fills = arena_array(arena, bool *, split->group_count);
	for (int g = 0; g < split->group_count; g++)
		split->fills[g] = arena_array(arena, bool, fields + 1);
	find_places(&f);
	for (int s = 0; s < split->count; s++) {
		f.statement = s;
		if (f.places[s].known)
			fill_for(&f, split->statements[s], &no_facts);
		forget_assigned(&f, split->statements[s]);
	}
}

static bool
same_edges(const struct field *a, const struct field *b)
{
	bool same = a->type == b->type && a->shape == b->shape;

	for (int x = 0; x < AXES; x++) {
		const struct edge *of_a = &a->edges[x], *of_b = &b->edges[x];

		same = same && of_a->kind == of_b->kind && (!of_a->value || !strcmp(of_a->value, of_b->value));
	}
	return same;
}

/* The fill of fields like this one; a new one if there is none. */
static struct fill *
find_fill(const struct split *split, struct fill **list, const struct field *field)
{
	while (*list && !same_edges((*list)->fields[0], field))
		list = &(*list)->next;
	if (!*list) {
		*list = arena_new(split->arena, struct fill);
		(*list)->fields = arena_array(split->arena, const struct field *, split->stencil->field_count);
	}
	return *list;
}

/* Whether there are cells to fill: along some axis with a rule. */
static bool
has_halo(const struct split *split, const struct field *field)
{
	const struct extents *border = &split->stencil->border;

	for (int a = 0; a < AXES; a++)
		if (field->edges[a].kind && shapes[field->shape].axes[a] && (border->low[a] || border->high[a]))
			return true;
	return false;
}

struct fill *
split_fills_before(const struct split *split, int kernel)
{
	struct fill *list = NULL;

	for (const struct field *f = split->stencil->fields; f; f = f->next)
		if (split->fills[kernel][f->index] && has_halo(split, f)) {
			struct fill *fill = find_fill(split, &list, f);

			fill->fields[fill->count++] = f;
		}
	return list;
}

bool
program_fills_halos(const struct program *program)
{
	for (int p = 0; p < program->part_count; p++)
		if (program->parts[p].fills)
			return true;
	return false;
}

bool
program_fills_apart(const struct program *program)
{
	const int last = program->part_count - 1;

	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].reduction && program->kept[k].first == last)
			return false;
	return program->parts[last].fills;
}
