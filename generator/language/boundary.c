#include "generator/language/boundary.h"
#include "generator/language/nodes.h"

void
new_boundary(struct parser *p, struct span span)
{
	struct boundary *boundary = arena_new(p->arena, struct boundary);

	boundary->span = span;
	*p->last_boundary = boundary;
	p->last_boundary = &boundary->next;
	p->last_bounded = &boundary->fields;
	p->last_rule = &boundary->rules;
}

void
new_bounded(struct parser *p, const char *name, struct span span)
{
	struct bounded *bounded = arena_new(p->arena, struct bounded);

	bounded->name = name;
	bounded->span = span;
	*p->last_bounded = bounded;
	p->last_bounded = &bounded->next;
}

static struct boundary_rule *
add_rule(struct parser *p, struct span span, const char *axes, struct span axes_span)
{
	struct boundary_rule *rule = arena_new(p->arena, struct boundary_rule);

	rule->span = span;
	rule->axes = axes;
	rule->axes_span = axes_span;
	*p->last_rule = rule;
	p->last_rule = &rule->next;
	return rule;
}

void
new_rule(struct parser *p, struct span span, const char *kind, const char *axes, struct span axes_span)
{
	add_rule(p, span, axes, axes_span)->kind = kind;
}

void
new_fixed_rule(struct parser *p, struct span span, const char *value, const char *axes, struct span axes_span)
{
	add_rule(p, span, axes, axes_span)->value = value;
}
