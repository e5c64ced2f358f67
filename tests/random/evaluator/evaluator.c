#include "tests/random/evaluator/evaluator.h"
#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

struct value *
temporary_at(const struct program *p, const struct name *name, const int *at)
{
	size_t index = 0;

	for (int a = AXES_3; a-- > 0; ) {
		if (a == 2 && name->shape == 'c')
			continue;
		if (at[a] < -MARGIN || at[a] >= p->size[a] + MARGIN)
			return NULL;
		index = index*(size_t)(p->size[a] + 2*MARGIN) + (size_t)(at[a] + MARGIN);
	}
	return &name->values[index];
}

bool
element_at(const struct program *p, const struct name *name, const int *at, size_t *index)
{
	*index = 0;
	for (int a = AXES_3; a-- > 0; ) {
		if (name->shape == 's' || (name->shape != 'p' && (name->shape == 'c') != (a < 2)))
			continue;
		if (at[a] < 0 || at[a] >= p->size[a])
			return false;
		*index = *index*(size_t)p->size[a] + (size_t)at[a];
	}
	return true;
}

static struct value
read_field(const struct program *p, const struct name *name, const int *at)
{
	struct value v = nothing(name->kind);
	size_t index;

	if (!element_at(p, name, at, &index))
		return v;
	if (name->kind == K_FLOAT)
		v.u.f = ((const float *)name->array)[index];
	else if (name->kind == K_INT)
		v.u.i = ((const int32_t *)name->array)[index];
	else if (name->kind == K_BOOL)
		v.u.b = ((const unsigned char *)name->array)[index];
	else
		v.u.d = ((const double *)name->array)[index];
	return v;
}

static struct value
read_param(const struct name *name)
{
	struct value v = { .kind = name->kind };

	if (name->kind == K_INT)
		v.u.i = (int32_t)name->number;
	else if (name->kind == K_FLOAT)
		v.u.f = (float)name->number;
	else
		v.u.d = name->number;
	return v;
}

static struct value
distance(const struct program *p, int side, const int *at)
{
	struct value v = { .kind = K_INT };
	const int a = side/2;

	v.u.i = side % 2 ? p->last[a] - at[a] : at[a] - p->first[a];
	return v;
}

/* old: names that the statement assigns are what they were. */
static struct value
read_name(struct program *p, const struct node *node, const int *at, bool old)
{
	const struct name *name = node->name;
	const int there[AXES_3] = { at[0] + node->by[0], at[1] + node->by[1], at[2] + node->by[2] };
	const struct value *found;

	if (node->side >= 0)
		return distance(p, node->side, there);
	if (name->role == 'p')
		return read_param(name);
	if (name->role != 't')
		return read_field(p, name, there);
	if (name->open && !old && !p->sweeping)
		return name->now;
	found = temporary_at(p, name, there);
	return found ? *found : nothing(name->kind);
}

static bool
condition(struct program *p, const struct node *node, const int *at, bool old)
{
	return evaluate(p, node, at, K_BOOL, old).u.b;
}

static struct value
evaluate_condition(struct program *p, const struct node *node, const int *at, bool old)
{
	struct value r = { .kind = K_BOOL };
	enum kind kind;

	if (node->form == F_CALL) {
		kind = node->part[0]->kind;
		r.u.b = is_so(node->text, convert(evaluate(p, node->part[0], at, kind >= K_FLOAT ? kind : p->real, old), K_DOUBLE).u.d);
	} else if (node->form == F_UNARY) {
		r.u.b = !condition(p, node->part[0], at, old);
	} else if (!strcmp(node->text, "&&")) {
		r.u.b = condition(p, node->part[0], at, old) && condition(p, node->part[1], at, old);
	} else if (!strcmp(node->text, "||")) {
		r.u.b = condition(p, node->part[0], at, old) || condition(p, node->part[1], at, old);
	} else {
		kind = resolved(p, wider(p, node->part[0]->kind, node->part[1]->kind));
		r.u.b = holds(node->text, evaluate(p, node->part[0], at, kind, old),
			evaluate(p, node->part[1], at, kind, old));
	}
	return r;
}

/* want: the kind that literals take, and that the result is converted to. */
struct value
evaluate(struct program *p, const struct node *node, const int *at, enum kind want, bool old)
{
	const enum kind own = node->kind == K_WHOLE || node->kind == K_DECIMAL ? want : node->kind;
	struct value v[3] = { { .kind = own }, { .kind = own }, { .kind = own } };

	if (node->form == F_REDUCTION)
		return convert(node->result, want);
	if (node->form == F_NAME)
		return convert(read_name(p, node, at, old), want);
	if (node->form == F_SELECT)
		return convert(evaluate(p, node->part[condition(p, node->part[0], at, old) ? 1 : 2], at,
			own, old), want);
	if (node->form == F_NUMBER)
		return number_of(node->text, want);
	if (node->form == F_LEVEL || node->form == F_LEVELS) {
		v[0].u.i = node->form == F_LEVEL ? at[2] : p->size[2];
		return convert(v[0], want);
	}
	if (own == K_BOOL)
		return evaluate_condition(p, node, at, old);
	for (int i = 0; i < node->parts; i++)
		v[i] = evaluate(p, node->part[i], at, own, old);
	return convert(node->form == F_CALL ? call(node, v) : node->form == F_UNARY ? negate(v[0])
		: calculate(*node->text, v[0], v[1]), want);
}
