#include "generator/split/split.h"

#include "generator/check/facts.h"
#include "generator/language/boundary.h"

#include <string.h>

/* Where a statement is done: so many cells past the sides of the domain at most, which may be negative. */
struct place {
	bool known;
	int past[SIDES];
};

struct fill_finder {
	struct split *split;
	struct place *places; /* by statement */
	bool *filled;         /* by field index: its halo is, and the field not assigned since */
	int *assigned_in;     /* by field index: the number of the last kernel that assigns it so far, from 1; 0: none */
	int statement;
};

/* Distances to the sides at the points where a statement makes temporaries, and where it assigns fields or takes a sum. */
struct points {
	struct facts temps, domain;
};

static const struct facts in_domain = { .high = {
	UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH,
} };

typedef void visit_read(struct fill_finder *f, const struct expr *read, const struct facts *known);

static void
visit_expr(struct fill_finder *f, const struct expr *e, const struct facts *known, visit_read *visit)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD || e->kind == EXPR_TEMP)
		visit(f, e, known);
	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		const struct facts inside = narrow_operand(known, e, n);

		visit_expr(f, operand, &inside, visit);
	}
}

static void
visit_statement(struct fill_finder *f, const struct stmt *stmt, const struct points *known, visit_read *visit)
{
	const bool in_domain_only = stmt->kind == STMT_ASSIGN && (stmt->u.assign.field || stmt->u.assign.reduction);

	if (stmt_expr(stmt) && !stmt_is_dead(stmt)) /* what nothing needs fills no halo */
		visit_expr(f, stmt_expr(stmt), in_domain_only ? &known->domain : &known->temps, visit);
	for (int n = 0; n < MOST_NESTED; n++) {
		const struct points inside = {
			narrow_nested(&known->temps, stmt, n), narrow_nested(&known->domain, stmt, n),
		};

		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			visit_statement(f, s, &inside, visit);
	}
}

/* Visits all that the statement reads. */
static void
visit_reads(struct fill_finder *f, visit_read *visit)
{
	struct points known = { no_facts, in_domain };

	for (int s = 0; s < SIDES; s++)
		known.temps.low[s] = -f->places[f->statement].past[s];
	visit_statement(f, f->split->statements[f->statement], &known, visit);
}

static void
include_place(struct place *to, const int past[SIDES])
{
	for (int s = 0; s < SIDES; s++)
		if (!to->known || past[s] > to->past[s])
			to->past[s] = past[s];
	to->known = true;
}

static const struct place domain;

/* A scalar is done in the domain, wherever it is read; a sweep on all levels of it. */
static void
include_temp(struct fill_finder *f, const struct temp *temp, const struct reference *read, const struct facts *known)
{
	const bool half = f->split->statements[f->statement]->half;
	struct place *to = &f->places[f->split->statement_of[temp->index]];
	int past[SIDES];

	for (enum side s = 0; s < SIDES; s++)
		past[s] = read->level && side_axis(s) == 2 ? 0 : cells_past(known, s, reference_cells(read, s, half));
	include_place(to, temp->scalar ? domain.past : past);
	if (temp->stmt->kind == STMT_SWEEP)
		to->past[SIDE_BELOW] = to->past[SIDE_ABOVE] = 0;
}

static void
include_read_temp(struct fill_finder *f, const struct expr *read, const struct facts *known)
{
	if (read->kind == EXPR_TEMP)
		include_temp(f, read->u.read.temp, &read->u.read, known);
}

/* From the last statement on, for readers stand behind what they read. */
static void
find_places(struct fill_finder *f)
{
	const struct split *split = f->split;

	for (int s = split->count; s-- > 0; ) {
		struct facts known = no_facts;

		f->statement = s;
		if (assigns_fields(split->statements[s]))
			include_place(&f->places[s], domain.past);
		if (!f->places[s].known)
			continue;
		visit_reads(f, include_read_temp);
		for (int side = 0; side < SIDES; side++)
			known.low[side] = -f->places[s].past[side];
		for (const struct temp *t = split->stencil->temps; t; t = t->next)
			if (split->statement_of[t->index] == s && t->prior)
				include_temp(f, t->prior, &(struct reference){ .temp = t->prior }, &known);
	}
}

static bool
reads_halo(const struct fill_finder *f, const struct expr *read, const struct facts *known)
{
	for (enum side s = 0; s < SIDES; s++)
		if (shapes[read->u.read.field->shape].axes[side_axis(s)] && extents_at(&f->split->stencil->border, s)
				&& ((read->u.read.level && side_axis(s) == 2)
					|| cells_past(known, s, reference_cells(&read->u.read, s, f->split->statements[f->statement]->half)) > 0))
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
fill_if_read(struct fill_finder *f, const struct expr *read, const struct facts *known)
{
	const struct field *field = read->kind == EXPR_FIELD ? read->u.read.field : NULL;

	if (field && field->has_boundary && !f->filled[field->index] && reads_halo(f, read, known)) {
		f->filled[field->index] = true;
		f->split->fills[kernel_to_fill_before(f, field)][field->index] = true;
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
			visit_reads(&f, fill_if_read);
		forget_assigned(&f, split->statements[s]);
	}
}

static bool
same_edges(const struct field *a, const struct field *b)
{
	bool same = a->type == b->type && a->shape == b->shape && a->where.half == b->where.half;

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

static bool
is_filled(const struct program *program, const char *name)
{
	for (int p = 0; p < program->part_count; p++)
		for (const struct fill *fill = program->parts[p].fills; fill; fill = fill->next)
			for (int i = 0; i < fill->count; i++)
				if (!strcmp(fill->fields[i]->name, name))
					return true;
	return false;
}

void
program_warn_unfilled(const struct source *source, const struct program *program)
{
	for (const struct boundary *boundary = program->stencil->boundaries; boundary; boundary = boundary->next)
		for (const struct bounded *b = boundary->fields; b; b = b->next)
			if (!is_filled(program, b->name))
				warning_at(source, b->span, "the boundary of '%s' fills nothing: no output needs '%s' outside the domain along"
					" an axis of its rules; leave it out, or declare the boundary of the field that the next step reads",
					b->name, b->name);
}

int
program_last_on_grid(const struct program *program)
{
	int last = program->part_count - 1;

	while (last >= 0 && program->parts[last].kind == KERNEL_scalar)
		last--;
	return last;
}

bool
program_fills_apart(const struct program *program)
{
	const int last = program_last_on_grid(program);

	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].reduction && program->kept[k].first == last)
			return false;
	return last >= 0 && program->parts[last].fills;
}
