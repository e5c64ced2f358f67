#include "tests/random/evaluator/evaluator.h"
#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

/* Temporaries are computed so far beyond the grid. */
enum { MARGIN = 4 };

static struct value *
temporary_at(const struct program *p, const struct name *name, const int *at)
{
	size_t index = 0;

	for (int a = AXES_3; a-- > 0; ) {
		if (at[a] < -MARGIN || at[a] >= p->size[a] + MARGIN)
			return NULL;
		index = index*(size_t)(p->size[a] + 2*MARGIN) + (size_t)(at[a] + MARGIN);
	}
	return &name->values[index];
}

/* The index of an element of a field; false where there is none. */
static bool
element_at(const struct program *p, const struct name *name, const int *at, size_t *index)
{
	*index = 0;
	for (int a = AXES_3; a-- > 0; ) {
		if (name->shape != 'p' && (name->shape == 'c') != (a < 2))
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
	const struct name *name = find_name(p, node->text);
	const int there[AXES_3] = { at[0] + node->by[0], at[1] + node->by[1], at[2] + node->by[2] };
	const struct value *found;

	if (side_of(p, node) >= 0)
		return distance(p, side_of(p, node), there);
	if (name->role == 'p')
		return read_param(name);
	if (name->role != 't')
		return read_field(p, name, there);
	if (name->open && !old)
		return name->now;
	found = temporary_at(p, name, there);
	return found ? *found : nothing(name->kind);
}

static struct value evaluate(struct program *p, const struct node *node, const int *at,
	enum kind want, bool old);

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

	if (node->form == F_UNARY) {
		r.u.b = !condition(p, node->part[0], at, old);
	} else if (!strcmp(node->text, "&&")) {
		r.u.b = condition(p, node->part[0], at, old) && condition(p, node->part[1], at, old);
	} else if (!strcmp(node->text, "||")) {
		r.u.b = condition(p, node->part[0], at, old) || condition(p, node->part[1], at, old);
	} else {
		kind = settled(p, wider(p, node->part[0]->kind, node->part[1]->kind));
		r.u.b = holds(node->text, evaluate(p, node->part[0], at, kind, old),
			evaluate(p, node->part[1], at, kind, old));
	}
	return r;
}

/* want: the kind that literals take, and that the result is converted to. */
static struct value
evaluate(struct program *p, const struct node *node, const int *at, enum kind want, bool old)
{
	const enum kind own = node->kind == K_WHOLE || node->kind == K_DECIMAL ? want : node->kind;
	struct value v[3] = { { .kind = own }, { .kind = own }, { .kind = own } };

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

static void
store(struct program *p, const struct name *name, const int *at, struct value v, bool inside)
{
	size_t index;

	if (!inside || !element_at(p, name, at, &index))
		return;
	if (name->kind == K_FLOAT)
		((float *)name->array)[index] = v.u.f;
	else
		((double *)name->array)[index] = v.u.d;
}

static void
execute(struct program *p, const struct statement *s, const int *at, bool inside)
{
	if (!*s->target) {
		const struct statement *branch = condition(p, s->value, at, s == p->top) ? s->yes : s->no;

		for (; branch; branch = branch->next)
			execute(p, branch, at, inside);
	} else {
		struct name *name = find_name(p, s->target);

		if (name->role == 't')
			name->now = evaluate(p, s->value, at, name->new_kind, !name->open);
		else
			store(p, name, at, evaluate(p, s->value, at, name->kind, false), inside);
	}
}

/* The domain follows from the reach of outputs. False if it has too few points. */
static bool
find_domain(struct program *p, const struct reach *outputs)
{
	bool good = true;

	for (int a = 0; a < AXES_3; a++) {
		p->first[a] = p->has_halo ? p->halo[a] : outputs->beyond[2*a];
		p->last[a] = p->size[a] - 1 - (p->has_halo ? p->halo[a] : outputs->beyond[2*a + 1]);
		good = good && p->last[a] - p->first[a] >= 0 && p->last[a] - p->first[a] + 1 >= outputs->cells[a];
	}
	return good;
}

static bool
is_inside(const struct program *p, const int *at)
{
	for (int a = 0; a < AXES_3; a++)
		if (at[a] < p->first[a] || at[a] > p->last[a])
			return false;
	return true;
}

/* A point: new values of names that the statement assigns go to fresh[name]. */
static void
do_point(struct program *p, const struct statement *s, const int *at, bool inside,
	struct value **fresh, size_t index)
{
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i])
			p->names[i].now = p->names[i].keeps ? convert(*temporary_at(p, &p->names[i], at),
				p->names[i].new_kind) : nothing(p->names[i].new_kind);
	execute(p, s, at, inside);
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i])
			fresh[i][index] = p->names[i].now;
}

static void
do_statement(struct program *p, const struct statement *s)
{
	struct value *fresh[MOST_SLOTS] = { NULL };
	size_t points = 1, index = 0;
	int at[AXES_3];

	for (int a = 0; a < AXES_3; a++)
		points *= (size_t)(p->size[a] + 2*MARGIN);
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].role == 't' && (p->names[i].open || !strcmp(p->names[i].text, s->target)))
			fresh[i] = calloc(points, sizeof **fresh);
	for (at[2] = -MARGIN; at[2] < p->size[2] + MARGIN; at[2]++)
		for (at[1] = -MARGIN; at[1] < p->size[1] + MARGIN; at[1]++)
			for (at[0] = -MARGIN; at[0] < p->size[0] + MARGIN; at[0]++)
				do_point(p, s, at, is_inside(p, at), fresh, index++);
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i]) {
			free(p->names[i].values);
			p->names[i].values = fresh[i];
			p->names[i].kind = p->names[i].new_kind;
			p->names[i].reach = p->names[i].new_reach;
		}
}

/* Types and reaches first: the domain follows from all statements. */
static struct reach
find_outputs(struct program *p)
{
	struct reach outputs = { .any = { false } };

	for (struct statement *s = p->statements; s; s = s->next) {
		struct statement *next = s->next;

		s->next = NULL;
		type_statement(p, s, &outputs);
		s->next = next;
		for (int i = 0; i < p->name_count; i++)
			if (p->names[i].open || !strcmp(p->names[i].text, s->target)) {
				if (p->names[i].role != 't')
					continue;
				p->names[i].kind = p->names[i].new_kind;
				p->names[i].reach = p->names[i].new_reach;
			}
	}
	return outputs;
}

const char *
evaluate_stencil(const char *text, bool single, const int size[3],
	void *(*find)(void *context, const char *field), void *context)
{
	struct program *p = calloc(1, sizeof *p);
	struct reach outputs, ignored = { .any = { false } };
	const char *error;

	p->real = single ? K_FLOAT : K_DOUBLE;
	memcpy(p->size, size, sizeof p->size);
	if (parse_program(p, text)) {
		outputs = find_outputs(p);
		for (int i = 0; i < p->name_count; i++)
			if (p->names[i].role == 't') {
				p->names[i].kind = K_NONE;
				p->names[i].assigned = false;
			} else if (p->names[i].role != 'p') {
				p->names[i].array = find(context, p->names[i].text);
			}
		for (struct statement *s = find_domain(p, &outputs) ? p->statements : NULL; s; s = s->next) {
			struct statement *next = s->next;

			s->next = NULL;
			type_statement(p, s, &ignored);
			do_statement(p, s);
			s->next = next;
		}
	}
	error = p->error;
	free_program(p);
	free(p);
	return error;
}
