#include "generator/check/checker.h"

#include <string.h>

static bool
check_nested(const struct checker *c, const struct stmt *around, const struct stmt *stmt)
{
	bool good = true;

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_SWEEP) {
			error_at(c->source, stmt->span, around->kind == STMT_SWEEP ? "a sweep in a sweep: end the first one before it"
				: "a sweep in an 'if': write the 'if' inside the sweep");
			note_at(c->source, around->span, "the %s begins here", around->kind == STMT_SWEEP ? "sweep" : "'if'");
			good = false;
		}
		for (int n = 0; n < MOST_NESTED; n++)
			good = check_nested(c, around, stmt_nested(stmt, n)) && good;
	}
	return good;
}

bool
check_sweep_places(const struct checker *c)
{
	bool good = true;

	for (const struct stmt *stmt = c->stencil->statements; stmt; stmt = stmt->next)
		for (int n = 0; n < MOST_NESTED; n++)
			good = check_nested(c, stmt, stmt_nested(stmt, n)) && good;
	return good;
}

/* What a read of a name that the sweep assigns has to know. */
struct swept {
	const char *name;
	struct offset offset;
	bool beside;    /* at another column */
	bool by_level;  /* at a level by value */
	bool had_value; /* before the sweep, at every point */
	bool gets_one;  /* on every path of the sweep */
};

static bool
is_beside(const struct reference *read)
{
	return read->chain || read->offset.x || read->offset.y;
}

static bool
find_swept_temp(const struct checker *c, const struct expr *read, struct swept *found)
{
	struct name_state *state = find_symbol(c, read->u.read.temp->name)->temp;

	if (read->u.read.temp != state->open)
		return false;
	*found = (struct swept){ state->name, read->u.read.offset, is_beside(&read->u.read), false, state->assigned_before,
		*assigned_inside_flag(c, state) };
	state->keeps |= found->offset.z && found->had_value;
	return true;
}

static bool
find_swept_field(const struct checker *c, const struct expr *read, const bool *assigned_before, struct swept *found)
{
	const struct field *field = read->u.read.field;

	if (!assigns_field(c->statement->u.sweep.body, field))
		return false;
	*found = (struct swept){ field->name, read->u.read.offset, is_beside(&read->u.read), read->u.read.level,
		field->role == ROLE_INOUT || assigned_before[field->index], c->assigned[field->index] };
	return true;
}

static void
check_swept(const struct checker *c, struct expr *read, const struct swept *swept)
{
	const bool up = c->statement->u.sweep.order == SWEEP_UP;
	const bool ahead = up ? swept->offset.z > 0 : swept->offset.z < 0;

	if (swept->beside)
		error_at(c->source, read->span, "'%s' is read at %s in the sweep that assigns it: read it after the sweep",
			swept->name, read->u.read.chain ? "another element" : "a horizontal offset");
	else if (swept->by_level)
		error_at(c->source, read->span, "'%s' is read at a level by its number in the sweep that assigns it: read it after the sweep",
			swept->name);
	else if (ahead && !swept->had_value)
		error_at(c->source, read->span,
			"'%s' is read ahead of the sweep, where it has no value yet: read it in a sweep after this one",
			swept->name);
	else if (swept->offset.z && !swept->had_value && !swept->gets_one)
		error_at(c->source, read->span,
			"'%s' is read after the sweep, but not assigned on every path of it: assign it in every branch",
			swept->name);
	else
		return;
	note_at(c->source, c->statement->span, "the sweep goes %s", up ? "up" : "down");
	read->kind = EXPR_ERROR;
}

static void
check_reads(const struct checker *c, struct expr *e, const bool *assigned_before)
{
	struct expr *operand;
	struct swept swept;

	if ((e->kind == EXPR_TEMP && find_swept_temp(c, e, &swept))
			|| (e->kind == EXPR_FIELD && find_swept_field(c, e, assigned_before, &swept)))
		check_swept(c, e, &swept);
	for (int n = 0; (operand = (struct expr *)expr_operand(e, n)); n++)
		check_reads(c, operand, assigned_before);
}

static void
check_list(const struct checker *c, const struct stmt *stmt, const bool *assigned_before)
{
	for (; stmt; stmt = stmt->next) {
		check_reads(c, stmt_expr(stmt), assigned_before);
		for (int n = 0; n < MOST_NESTED; n++)
			check_list(c, stmt_nested(stmt, n), assigned_before);
	}
}

void
check_sweep_reads(struct checker *c, const bool *assigned_before)
{
	check_list(c, c->statement->u.sweep.body, assigned_before);
}

static bool
was_swept(const struct symbol *symbol)
{
	return symbol->temp && symbol->temp->current && symbol->temp->current->swept;
}

/* Whether an unresolved expression has a name that stands for a distance between levels; or, in an if, which cannot be stored, for
 * what a sweep has made. */
static bool
is_of_levels(const struct checker *c, const struct expr *e)
{
	const struct expr *operand;
	const struct symbol *symbol = e->kind == EXPR_NAME ? find_symbol(c, e->u.name.name) : NULL;

	if (symbol && !symbol->name && !symbol->temp && find_side(e->u.name.name) >= 0)
		return side_axis((enum side)find_side(e->u.name.name)) == 2;
	if (symbol && c->statement->kind == STMT_IF && was_swept(symbol))
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (is_of_levels(c, operand))
			return true;
	return false;
}

/* Whether a name is read at another level or element. */
static bool
reads_elsewhere(const struct expr *e, const char *name)
{
	const struct expr *operand;

	if (e->kind == EXPR_NAME && e->u.name.shifted && !strcmp(e->u.name.name, name))
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_elsewhere(operand, name))
			return true;
	return false;
}

/* What the statements of a list do, before their names are resolved. */
struct contents {
	bool of_levels;       /* they depend on distances between levels */
	bool temps;           /* they assign temporaries with levels */
	bool slots, elsewhere; /* such with values for slots; some assigned name is read elsewhere */
};

static bool
list_reads_elsewhere(const struct stmt *list, const char *name)
{
	for (const struct stmt *s = list; s; s = s->next) {
		if (stmt_expr(s) && reads_elsewhere(stmt_expr(s), name))
			return true;
		for (int n = 0; n < MOST_NESTED; n++)
			if (list_reads_elsewhere(stmt_nested(s, n), name))
				return true;
	}
	return false;
}

static void
find_contents(const struct checker *c, const struct stmt *list, const struct stmt *whole, struct contents *found)
{
	for (const struct stmt *s = list; s; s = s->next) {
		const struct name_state *temp = s->kind == STMT_ASSIGN ? find_symbol(c, s->u.assign.name)->temp : NULL;

		found->of_levels |= stmt_expr(s) && is_of_levels(c, stmt_expr(s));
		found->temps |= temp && temp->shape != SHAPE_COLUMN;
		found->slots |= s->kind == STMT_ASSIGN && s->u.assign.slots;
		found->elsewhere |= s->kind == STMT_ASSIGN && list_reads_elsewhere(whole, s->u.assign.name);
		for (int n = 0; n < MOST_NESTED; n++)
			find_contents(c, stmt_nested(s, n), whole, found);
	}
}

void
sweep_distances(const struct checker *c)
{
	struct stmt *s = c->statement, own = *s, *body;
	struct contents found = { .of_levels = false };

	own.next = NULL;
	if (!c->kind->has_relations || s->kind == STMT_SWEEP
			|| (s->kind == STMT_ASSIGN && (s->u.assign.reduction || (!s->u.assign.written.location && has_several_locations(c->stencil)))))
		return;
	find_contents(c, &own, &own, &found);
	if (!found.of_levels || !found.temps || found.slots || found.elsewhere)
		return;
	body = arena_new(c->arena, struct stmt);
	*body = own;
	if (body->kind == STMT_ASSIGN)
		body->u.assign.stored = false;
	*s = (struct stmt){
		.kind = STMT_SWEEP, .span = own.span, .depth = own.depth + 1, .next = s->next,
		.written = own.kind == STMT_ASSIGN ? own.u.assign.written : own.written,
	};
	s->u.sweep.order = SWEEP_UP;
	s->u.sweep.independent = true;
	s->u.sweep.body = body;
}

static void
report_level_read(const struct checker *c, const struct expr *e, enum side side, int cells)
{
	const char *where = side == SIDE_BELOW ? "below the lowest level" : "above the highest level";

	if (e->kind == EXPR_TEMP)
		error_at(c->source, e->span, "'%s' has no value %s of the domain; guard it by 'if (%s > %d)'",
			e->u.read.temp->name, where, side_names[side], cells - 1);
	else
		error_at(c->source, e->span, "out '%s' is read %s of the domain, where it has no values; declare it 'inout'%s or"
			" guard it by 'if (%s > %d)'", e->u.read.field->name, where,
			e->u.read.field->edges[2].kind || !c->assigned_before[e->u.read.field->index] ? ""
				: ", give it a 'boundary' for z", side_names[side], cells - 1);
}

void
check_level_read(const struct checker *c, const struct expr *e, const struct facts *facts, int *least, bool report)
{
	const enum side side = e->u.read.offset.z < 0 ? SIDE_BELOW : SIDE_ABOVE;
	const int cells = reference_cells(&e->u.read, side, c->statement->half), across = facts->high[side_opposite(side)];
	const int needed = across == UNKNOWN_HIGH ? 0 : across + cells + 1 - facts->more;

	if (cells <= 0 || (facts->low[side] != UNKNOWN_LOW && cells <= facts->low[side]))
		return;
	if (across == UNKNOWN_HIGH && report)
		report_level_read(c, e, side, cells);
	else if (*least < needed)
		*least = needed;
}
