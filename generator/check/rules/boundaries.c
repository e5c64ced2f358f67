#include "generator/check/checker.h"

#include <string.h>

static const char axis_names[] = "xyz";

static const char *const rule_names[] = {
	[EDGE_PERIODIC] = "periodic", [EDGE_COPY] = "copy", [EDGE_MIRROR] = "mirror",
};
enum { RULES = sizeof rule_names/sizeof *rule_names, FIRST_RULE = EDGE_PERIODIC };

/* What others call a rule; else the one that is spelled like it; or NULL. */
static const char *
suggest_rule(const char *name)
{
	static const struct { const char *name; enum edge_kind kind; } others[] = {
		{ "wrap", EDGE_PERIODIC }, { "cyclic", EDGE_PERIODIC }, { "circular", EDGE_PERIODIC },
		{ "nearest", EDGE_COPY }, { "clamp", EDGE_COPY }, { "edge", EDGE_COPY }, { "replicate", EDGE_COPY },
		{ "reflect", EDGE_MIRROR }, { "symmetric", EDGE_MIRROR },
	};

	for (size_t i = 0; i < sizeof others/sizeof *others; i++)
		if (!strcmp(name, others[i].name))
			return rule_names[others[i].kind];
	return suggest(name, &rule_names[FIRST_RULE], RULES - FIRST_RULE);
}

/* A word for a rule; EDGE_KEPT if there is none. */
static enum edge_kind
find_rule(const struct checker *c, const struct boundary_rule *rule)
{
	for (int i = FIRST_RULE; rule->kind && i < RULES; i++)
		if (!strcmp(rule->kind, rule_names[i]))
			return (enum edge_kind)i;
	if (rule->value)
		return EDGE_NUMBER;
	report_unknown(c, rule->span, "boundary", rule->kind, suggest_rule(rule->kind),
		"write periodic, copy, mirror or a number");
	return EDGE_KEPT;
}

/* Gives the axes of a rule to a field's edges; an axis that has a rule already is an error. */
static void
add_rule(const struct checker *c, struct edge edges[AXES], const struct boundary_rule *rule)
{
	const enum edge_kind kind = find_rule(c, rule);

	for (const char *letter = rule->axes ? rule->axes : "xy"; *letter; letter++) {
		const struct span span = rule->axes ? rule->axes_span : rule->span;
		const char *axis = strchr(axis_names, *letter);

		if (!axis) {
			error_at(c->source, span, "'%s' is no axis: there are x, y and z, and xyz is all of them", rule->axes);
			return;
		}
		if (edges[axis - axis_names].kind)
			error_at(c->source, span, "axis '%c' has two rules: leave one out", *letter);
		edges[axis - axis_names] = (struct edge){ kind, rule->value };
	}
}

/* Whether the halo of a field can be filled. */
static bool
check_field(const struct checker *c, const struct field *field, const struct bounded *bounded)
{
	if (field->role == ROLE_IN)
		error_at(c->source, bounded->span, "'%s' is only read, so its halo cannot be filled; declare it 'inout'",
			bounded->name);
	else if (field->has_boundary)
		error_at(c->source, bounded->span, "'%s' has two boundaries: write one, with all its rules", bounded->name);
	else if (!shapes[field->shape].axes[0])
		error_at(c->source, bounded->span, "'%s' has one value and no halo: leave its boundary out", bounded->name);
	else
		return true;
	return false;
}

static void
check_values(const struct checker *c, const struct boundary *boundary, const struct field *field)
{
	for (const struct boundary_rule *r = boundary->rules; r; r = r->next)
		if (r->value && field->type == TYPE_INT && strpbrk(r->value, ".eE"))
			error_at(c->source, r->span, "'%s' is int, so its boundary needs a whole number", field->name);
		else if (r->value && field->type == TYPE_BOOL && strcmp(r->value, "0") && strcmp(r->value, "1"))
			error_at(c->source, r->span, "'%s' is bool, so its boundary is 0 or 1", field->name);
		else if (r->value)
			check_number(c, r->span, r->value, field->type == TYPE_BOOL ? TYPE_INT : field->type);
}

static void
check_boundary(const struct checker *c, const struct boundary *boundary)
{
	struct edge edges[AXES] = { { EDGE_KEPT, NULL } };

	for (const struct boundary_rule *r = boundary->rules; r; r = r->next)
		add_rule(c, edges, r);
	for (const struct bounded *b = boundary->fields; b; b = b->next) {
		const struct symbol *symbol = find_symbol(c, b->name);

		if (symbol->param)
			error_at(c->source, b->span, "param '%s' has no halo: leave its boundary out", b->name);
		else if (!symbol->field)
			report_unknown(c, b->span, "field", b->name, suggest_value(c, b->name), "declare it");
		else if (check_field(c, symbol->field, b)) {
			check_values(c, boundary, symbol->field);
			memcpy(symbol->field->edges, edges, sizeof edges);
			symbol->field->has_boundary = true;
		}
	}
}

/* Halos that are filled from the inside need as many cells there. Of half levels there is one more. */
static void
widen_domain(struct stencil *stencil, const struct field *field, int axis)
{
	const enum edge_kind kind = field->edges[axis].kind;
	const int low = stencil->border.low[axis], high = stencil->border.high[axis];
	const int most = (low > high ? low : high) - (axis == 2 && field->where.half);

	if ((kind == EDGE_PERIODIC || kind == EDGE_MIRROR) && shapes[field->shape].axes[axis]
			&& stencil->least[axis] < most)
		stencil->least[axis] = most;
}

void
check_filled(const struct checker *c)
{
	for (const struct field *f = c->stencil->fields; f; f = f->next)
		for (int a = 0; a < AXES; a++)
			widen_domain(c->stencil, f, a);
}

void
check_boundaries(const struct checker *c)
{
	for (const struct boundary *b = c->stencil->boundaries; b; b = b->next)
		check_boundary(c, b);
}
