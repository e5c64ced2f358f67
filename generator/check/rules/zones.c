#include "generator/check/places.h"

#include <string.h>

/*
 * Blocks of zones. Temporaries in one are computed wherever they are read. What assigns a field becomes an if that asks for the
 * row of the element, which is in a field that the block declares:
 *     zones [1, 3] { t = 2*q; b = t; }
 * becomes
 *     t = 2*q; if (cell_row >= 1 && cell_row <= 3) { b = t; }
 */

static struct expr *
new_name(const struct checker *c, struct span span, const char *name)
{
	struct expr *e = checker_node(c, EXPR_NAME, span);

	e->u.name.name = name;
	return e;
}

/* A comparison of an element's row with an end. */
static struct expr *
compare(const struct checker *c, const char *rows, enum op op, const struct zone_end *end)
{
	return checker_binary(c, op, new_name(c, end->span, rows), end->param ? new_name(c, end->span, end->param->name)
		: checker_number(c, end->row, end->span));
}

static bool
is_inner(const struct zone_end *end)
{
	return !end->param && end->row == INNER;
}

/* Inner elements have row 0. */
static struct expr *
row_condition(const struct checker *c, const struct zone *zone, const char *rows)
{
	const struct zone_end none = { zone->span, 0, NULL, NULL };
	struct expr *condition;

	if (is_inner(&zone->first))
		return compare(c, rows, OP_LE, &none);
	condition = compare(c, rows, OP_GE, &zone->first);
	if (is_inner(&zone->last))
		return checker_binary(c, OP_OR, condition, compare(c, rows, OP_LE, &none));
	if (zone->first.param)
		condition = checker_binary(c, OP_AND, compare(c, rows, OP_GT, &none), condition);
	return checker_binary(c, OP_AND, condition, compare(c, rows, OP_LE, &zone->last));
}

/* The field of the rows of a location; all blocks share it. NULL after an error. */
static const struct field *
rows_of(const struct checker *c, struct span span, enum location location)
{
	const char *name = arena_printf(c->arena, "%s_row", location_names[location]);
	struct symbol *symbol = find_symbol(c, name);
	struct field **last = &c->stencil->fields, *field;

	if (symbol->field && symbol->field->rows)
		return symbol->field;
	if (symbol->name) {
		error_at(c->source, symbol->field ? symbol->field->span : symbol->param->span,
			"'%s' is the field of the rows that zones ask for: use another name", name);
		note_at(c->source, span, "zones used here");
		return NULL;
	}
	while (*last)
		last = &(*last)->next;
	*last = field = arena_new(c->arena, struct field);
	*field = (struct field){
		.name = name, .span = span, .role = ROLE_IN, .shape = SHAPE_COLUMN, .declared = TYPE_INT, .type = TYPE_INT,
		.where.location = location, .index = c->stencil->field_count++, .rows = true,
	};
	*symbol = (struct symbol){ .name = name, .field = field };
	return field;
}

/* Makes an if of an assignment of a field, in its place. */
static void
ask_for_row(const struct checker *c, struct zone *zone, struct stmt *assign, const struct field *field)
{
	struct stmt *own = arena_new(c->arena, struct stmt);
	const enum location location = field->where.location;

	if (location == LOCATIONS) {
		error_at(c->source, assign->span, "'%s' is a scalar, which is in no rows: assign it outside of the zones", field->name);
		return;
	}
	zone->rows[location] = rows_of(c, zone->span, location);
	if (!zone->rows[location])
		return;
	*own = *assign;
	own->next = NULL;
	*assign = (struct stmt){ .kind = STMT_IF, .span = assign->span, .depth = own->depth + 1, .zone = zone, .next = assign->next };
	assign->u.branch.condition = row_condition(c, zone, zone->rows[location]->name);
	assign->u.branch.then = own;
}

static void
lower(const struct checker *c, struct zone *zone, struct stmt *stmt)
{
	const struct field *field;

	stmt->zone = NULL;
	for (int n = 0; n < MOST_NESTED; n++)
		for (struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			lower(c, zone, s);
	field = stmt->kind == STMT_ASSIGN ? find_symbol(c, stmt->u.assign.name)->field : NULL;
	if (field && field->role != ROLE_IN)
		ask_for_row(c, zone, stmt, field);
}

/* A reduction over the domain in an expression, or NULL. */
static const struct expr *
find_sum(const struct checker *c, const struct expr *e)
{
	const struct expr *operand, *found = find_reduction(c, e) ? e : NULL;

	for (int n = 0; !found && (operand = expr_operand(e, n)); n++)
		found = find_sum(c, operand);
	return found;
}

static void
refuse_sums(const struct checker *c, const struct stmt *stmt)
{
	const struct expr *sum = stmt_expr(stmt) ? find_sum(c, stmt_expr(stmt)) : NULL;

	if (sum)
		error_at(c->source, sum->span, "'%s' over the mesh takes all rows: assign it outside of the zones", sum->u.call.name);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			refuse_sums(c, s);
}

static void
find_end(const struct checker *c, struct zone_end *end)
{
	struct param *param = end->name ? find_symbol(c, end->name)->param : NULL;

	if (end->name && (!param || param->declared != TYPE_INT))
		error_at(c->source, end->span, "a zone ends at a row, at an int param or at 'inner', not at '%s'", end->name);
	end->param = param;
}

static void
find_ends(const struct checker *c, struct zone *zone)
{
	find_end(c, &zone->first);
	find_end(c, &zone->last);
	if (is_inner(&zone->first) && zone->last.param)
		error_at(c->source, zone->span, "zones are counted from the boundary inwards: inner elements come last");
}

static bool
reads_name(const struct expr *e, const char *name)
{
	const struct expr *operand;

	if (e->kind == EXPR_NAME && !strcmp(e->u.name.name, name))
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_name(operand, name))
			return true;
	return false;
}

/* Whether a statement assigns a name; or reads it. */
static bool
has_name(const struct stmt *stmt, const char *name, bool reads)
{
	if (reads ? stmt_expr(stmt) && reads_name(stmt_expr(stmt), name)
			: stmt->kind == STMT_ASSIGN && !strcmp(stmt->u.assign.name, name))
		return true;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (has_name(s, name, reads))
				return true;
	return false;
}

static void
rename_in_expr(struct expr *e, const char *from, const char *to)
{
	struct expr *operand;

	if (e->kind == EXPR_NAME && !strcmp(e->u.name.name, from))
		e->u.name.name = to;
	for (int n = 0; (operand = (struct expr *)expr_operand(e, n)); n++)
		rename_in_expr(operand, from, to);
}

static void
rename_in(struct stmt *stmt, const char *from, const char *to)
{
	if (stmt_expr(stmt))
		rename_in_expr(stmt_expr(stmt), from, to);
	if (stmt->kind == STMT_ASSIGN && !strcmp(stmt->u.assign.name, from))
		stmt->u.assign.name = to;
	for (int n = 0; n < MOST_NESTED; n++)
		for (struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			rename_in(s, from, to);
}

static bool
is_taken(const struct checker *c, const char *name)
{
	bool taken = find_symbol(c, name)->name;

	for (const struct stmt *s = c->stencil->statements; s && !taken; s = s->next)
		taken = has_name(s, name, false) || has_name(s, name, true);
	return taken;
}

/* A temporary ends with its block: outside, and in other blocks, its name is another one. */
static void
end_with_block(const struct checker *c, const struct zone *zone, const struct stmt *assign)
{
	const char *name = assign->u.assign.name, *own = name;
	bool outside = false, inside = false;

	for (const struct stmt *s = c->stencil->statements; s; s = s->next) {
		inside |= s->zone == zone;
		if (s->zone != zone && !s->zone && !inside && has_name(s, name, false)) {
			error_at(c->source, assign->u.assign.name_span, "'%s' has a value outside of these zones, and temporaries end with their"
				" zones: use another name", name);
			note_at(c->source, s->span, "assigned here");
			return;
		}
		outside |= s->zone != zone && (has_name(s, name, false) || has_name(s, name, true));
	}
	for (int n = 2; outside && (n == 2 || is_taken(c, own)); n++)
		own = arena_printf(c->arena, "%.*s_%d", MAX_NAME - 4, name, n);
	for (struct stmt *s = c->stencil->statements; s && own != name; s = s->next)
		if (s->zone == zone)
			rename_in(s, name, own);
}

static void
end_temporaries(const struct checker *c, const struct zone *zone, const struct stmt *stmt)
{
	const struct symbol *symbol = stmt->kind == STMT_ASSIGN ? find_symbol(c, stmt->u.assign.name) : NULL;

	if (symbol && !symbol->field && !symbol->param)
		end_with_block(c, zone, stmt);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			end_temporaries(c, zone, s);
}

void
lower_zones(const struct checker *c)
{
	const int errors = c->source->diagnostics->errors;
	const struct zone *before = NULL;

	for (struct stmt *s = c->stencil->statements; s; s = s->next) {
		if (!s->zone)
			continue;
		c->stencil->has_zone_blocks = true;
		if (s->zone != before)
			find_ends(c, s->zone);
		before = s->zone;
		refuse_sums(c, s);
		end_temporaries(c, s->zone, s);
	}
	for (struct stmt *s = c->stencil->statements; s && c->source->diagnostics->errors == errors; s = s->next)
		if (s->zone)
			lower(c, s->zone, s);
}
