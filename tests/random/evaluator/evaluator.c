#include "tests/random/evaluator/evaluator.h"
#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

struct value *
temporary_at(const struct program *p, const struct name *name, const int *at)
{
	size_t index = 0;

	if (p->mesh) {
		const size_t levels = (size_t)(p->size[2] + 1 + 2*MARGIN);
		const int level = name->shape == 'c' ? 0 : at[2] + MARGIN;

		if (at[0] < 0 || level < 0 || level >= (int)levels)
			return NULL;
		return &name->values[((size_t)(name->location ? at[0] : 0)*(size_t)slots_of_name(p, name) + (size_t)(*name->slots ? at[1] : 0))*levels + (size_t)level];
	}
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
	if (p->mesh) {
		const bool levels = name->shape == 'p' || name->shape == 'z';

		if (name->shape != 's' && name->location && at[0] < 0)
			return false;
		if (levels && (at[2] < 0 || at[2] >= p->size[2] + name->half))
			return false;
		*index = levels ? (size_t)at[2] : 0;
		if (name->shape != 's' && name->location)
			*index = (*index*(size_t)p->count[index_of_location(name->location)] + (size_t)at[0])*(size_t)slots_of_name(p, name)
				+ (size_t)(*name->slots ? at[1] : 0);
		return true;
	}
	for (int a = AXES_3; a-- > 0; ) {
		if (name->shape == 's' || (name->shape != 'p' && (name->shape == 'c') != (a < 2)))
			continue;
		if (at[a] < 0 || at[a] >= p->size[a] + (a == 2 && name->half))
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

/* Within those that the field has; a temporary has those of the domain. */
static int
level_by_value(struct program *p, const struct node *node, const int *at, bool old)
{
	const bool temporary = node->name->role == 't';
	const int level = evaluate(p, node->part[0], at, K_INT, old).u.i, least = temporary ? p->first[2] : 0;
	const int most = (temporary ? p->last[2] : p->size[2] - 1) + node->name->half;

	if (level < least || level > most)
		note(p, !temporary ? C_LEVEL_BY_VALUE : p->mesh ? C_MESH_LEVEL_OF_TEMPORARY : C_LEVEL_OF_TEMPORARY);
	if (node->name->changed && !temporary)
		note(p, p->mesh ? C_MESH_LEVEL_OF_UPDATE : C_LEVEL_OF_UPDATE);
	return level < least ? least : level > most ? most : level;
}

static struct value
distance(const struct program *p, int side, const int *at)
{
	struct value v = { .kind = K_INT };
	const int a = side/2;

	v.u.i = side % 2 ? p->last[a] + p->half - at[a] : at[a] - p->first[a];
	return v;
}

/* old: names that the statement assigns are what they were. */
static struct value
read_name(struct program *p, const struct node *node, const int *at, bool old)
{
	const struct name *name = node->name;
	int there[AXES_3] = { at[0] + node->by[0], at[1] + node->by[1], at[2] + node->by[2] };
	const bool beside = p->mesh && (*node->path.from || node->path.count);
	const struct value *found;

	if (node->at_level)
		there[2] = level_by_value(p, node, at, old);
	if (beside || (p->mesh && name && *name->slots)) {
		bool broken = false;
		const struct bound to = follow_path(p, &node->path, at, &broken);

		there[0] = name && *name->slots ? to.owner : to.element;
		there[1] = to.slot;
		if (to.element < 0)
			return nothing(name->kind);
	}
	if (node->side >= 0)
		return distance(p, node->side, there);
	if (name->role == 'p')
		return read_param(name);
	if (name->role != 't')
		return read_field(p, name, there);
	if (name->open && !old && !p->sweeping && !beside)
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

/* exists and count. */
static struct value
asked(struct program *p, const struct node *node, const int *at)
{
	struct value v = { .kind = node->kind };
	bool broken = false;
	const struct bound to = follow_path(p, &node->path, at, &broken);
	const struct way *way = node->form == F_COUNT ? find_way(p, to.location, node->path.steps[node->path.count - 1].relation) : NULL;

	if (node->form == F_EXISTS)
		v.u.b = to.element >= 0;
	for (int slot = 0; way && slot < slots_of(p, way); slot++)
		v.u.i += neighbor_of(p, way, to.element, slot) >= 0;
	return v;
}

/* want: the kind that literals take, and that the result is converted to. */
struct value
evaluate(struct program *p, const struct node *node, const int *at, enum kind want, bool old)
{
	const enum kind own = node->kind == K_WHOLE || node->kind == K_DECIMAL ? want : node->kind;
	struct value v[3] = { { .kind = own }, { .kind = own }, { .kind = own } };

	if (node->form == F_REDUCTION)
		return convert(node->result, want);
	if (node->form == F_NEIGHBORS)
		return convert(reduce_neighbors(p, node, at, own, old), want);
	if (node->form == F_EXISTS || node->form == F_COUNT)
		return convert(asked(p, node, at), want);
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
