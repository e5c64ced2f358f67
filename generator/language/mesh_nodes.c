#include "generator/language/nodes.h"

#include <stdlib.h>
#include <string.h>

/* It is a word only where no other name can be. */
static const char half_word[] = "half";

struct written_where
half_where(struct span span)
{
	return (struct written_where){ .span = span, .half = true };
}

struct written_where
new_where(const char *location, struct span location_span, const char *relation, struct span relation_span)
{
	if (!relation && !strcmp(location, half_word))
		return half_where(location_span);
	return (struct written_where){ location, relation, location_span, relation_span, false };
}

struct written_where
with_half(struct parser *p, struct written_where where, const char *word, struct span span)
{
	if (strcmp(word, half_word) != 0 || where.half)
		error_at(p->source, span, "unexpected '%s': only 'half' is possible here", word);
	where.half = true;
	return where;
}

struct degree
new_degree(struct parser *p, enum degree_kind kind, struct span span, const char *number)
{
	const long most = strspn(number, "0123456789") == strlen(number) ? strtol(number, NULL, 10) : 0;

	if (most >= 1 && most <= MAX_DEGREE)
		return (struct degree){ kind, (int)most };
	error_at(p->source, span, "an element has from 1 to %d neighbors, or any number: []", MAX_DEGREE);
	return (struct degree){ DEGREE_ANY, 0 };
}

void
new_relation(struct parser *p, struct degree degree)
{
	struct relation *relation = arena_new(p->arena, struct relation);

	if (!p->where.relation)
		error_at(p->source, p->where.span, "a relation is called by where it begins, cell.%s",
			p->where.location);
	relation->name = p->where.relation ? p->where.relation : p->where.location;
	relation->span = p->where.relation ? p->where.relation_span : p->where.span;
	relation->from_written = p->where;
	relation->degree = degree;
	relation->id = RELATIONS;
	*p->last_relation = p->relation = relation;
	p->last_relation = &relation->next;
}

void
set_target(struct parser *p, const char *location, struct span span)
{
	p->relation->to_written = location;
	p->relation->to_span = span;
}

void
set_pieces(struct parser *p, struct piece_list pieces)
{
	p->relation->pieces = pieces.first;
}

struct relation_piece *
new_piece(struct parser *p, struct span span, struct step_list steps)
{
	struct relation_piece *piece = arena_new(p->arena, struct relation_piece);

	piece->steps = steps.first;
	piece->span = span;
	return piece;
}

void
add_less(struct parser *p, struct relation_piece *piece, struct span span, struct step_list steps)
{
	struct relation_piece **last = &piece->less;

	while (*last)
		last = &(*last)->next;
	*last = new_piece(p, span, steps);
}

struct piece_list
piece_list_add(struct piece_list list, struct relation_piece *piece)
{
	if (list.first)
		*list.last = piece;
	else
		list.first = piece;
	list.last = &piece->next;
	return list;
}

struct zone_end
new_zone_end(struct span span, const char *name)
{
	return (struct zone_end){ span, INNER, strcmp(name, "inner") != 0 ? name : NULL, NULL };
}

struct zone
new_zone(struct parser *p, struct span span, struct zone_end first, struct zone_end last)
{
	if (!first.name && !last.name && first.row > last.row)
		error_at(p->source, span, "zones are counted from the boundary inwards: the first one comes first");
	return (struct zone){ .first = first, .last = last, .span = span };
}

/* The row of an end that is the same in all calls. */
static int
fixed_row(struct parser *p, const struct zone_end *end)
{
	if (end->name)
		error_at(p->source, end->span, "a zone ends at a row or at 'inner', not at '%s'", end->name);
	return end->row;
}

void
set_zones(struct parser *p, struct zone zones)
{
	struct stencil *stencil = p->stencil;

	if (stencil->has_zones) {
		error_at(p->source, zones.span, "the zones are declared twice: leave one out");
		note_at(p->source, stencil->zones_span, "declared here first");
	}
	stencil->has_zones = true;
	stencil->zones[0] = fixed_row(p, &zones.first);
	stencil->zones[1] = fixed_row(p, &zones.last);
	stencil->zones_span = zones.span;
}

void
refuse_zones(struct parser *p, struct zone zone)
{
	error_at(p->source, zone.span, "zones are in no other block: write the if or the sweep in the zones, and zones one after the other");
}

struct stmt_list
in_zones(struct parser *p, struct zone zone, struct stmt_list block)
{
	struct zone *kept = arena_new(p->arena, struct zone);

	*kept = zone;
	for (struct stmt *stmt = block.first; stmt; stmt = stmt->next)
		stmt->zone = kept;
	return block;
}

struct target
half_target(const char *name, struct span span, struct span half)
{
	return (struct target){ .name = name, .span = span, .where = half_where(half) };
}

struct stmt *
new_laid(struct parser *p, struct span span, struct target target, struct expr *value)
{
	struct stmt *stmt = new_assign(p, span, target.name, target.span, value);

	if (target.stored && target.slots)
		error_at(p->source, target.slots->span, "a temporary with a value for each slot cannot be stored: remove 'stored'");
	stmt->u.assign.written = target.where;
	stmt->u.assign.slots = target.slots;
	stmt->u.assign.stored = target.stored;
	return stmt;
}

struct binding *
new_binding(struct parser *p, const char *name, struct span span, struct step_name *steps, struct span steps_span)
{
	struct binding *binding = arena_new(p->arena, struct binding);

	*binding = (struct binding){ .name = name, .span = span, .steps = steps, .steps_span = steps_span };
	return binding;
}

struct binding_list
binding_list_add(struct binding_list list, struct binding *binding)
{
	if (list.first)
		*list.last = binding;
	else
		list.first = binding;
	list.last = &binding->next;
	return list;
}

struct expr *
new_reduce(struct parser *p, struct span span, const char *name, struct span name_span,
	struct binding *bindings, struct expr *body)
{
	struct expr *expr = new_expr(p, EXPR_REDUCE, span, name_span, 1 + body->depth);

	if (expr->kind == EXPR_ERROR)
		return expr;
	expr->u.reduce.name = name;
	expr->u.reduce.bindings = bindings;
	expr->u.reduce.body = body;
	return expr;
}

struct expr *
new_exists(struct parser *p, enum expr_kind kind, struct span span, struct step_name *steps)
{
	struct expr *expr = new_expr(p, kind, span, span, 1);

	expr->u.exists.steps = steps;
	return expr;
}
