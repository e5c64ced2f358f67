#include "tests/random/evaluator.h"
#include "tests/random/evaluator_program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Temporaries are computed so far beyond the grid. */
enum { MARGIN = 4 };

static struct value
convert(struct value v, enum kind kind)
{
	struct value to = { .kind = kind };
	const double number = v.kind == K_INT ? v.u.i : v.kind == K_FLOAT ? (double)v.u.f : v.u.d;

	if (kind == v.kind)
		return v;
	if (kind == K_FLOAT)
		to.u.f = v.kind == K_INT ? (float)v.u.i : (float)number;
	else
		to.u.d = number;
	return to;
}

static struct value
nothing(enum kind kind)
{
	struct value v = { .kind = kind };

	if (kind == K_FLOAT)
		v.u.f = NAN;
	else if (kind == K_DOUBLE)
		v.u.d = NAN;
	return v;
}

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

/* old: names that the statement assigns are what they were. */
static struct value
read_name(struct program *p, const struct node *node, const int *at, bool old)
{
	const struct name *name = find_name(p, node->text);
	const int there[AXES_3] = { at[0] + node->by[0], at[1] + node->by[1], at[2] + node->by[2] };
	const struct value *found;

	if (name->role == 'p')
		return read_param(name);
	if (name->role != 't')
		return read_field(p, name, there);
	if (name->open && !old)
		return name->now;
	found = temporary_at(p, name, there);
	return found ? *found : nothing(name->kind);
}

static struct value
number_of(const char *text, enum kind kind)
{
	struct value v = { .kind = kind };

	if (kind == K_INT)
		v.u.i = (int32_t)strtol(text, NULL, 10);
	else if (kind == K_FLOAT)
		v.u.f = strtof(text, NULL);
	else
		v.u.d = strtod(text, NULL);
	return v;
}

static bool
holds(const char *op, struct value a, struct value b)
{
	const double x = a.kind == K_INT ? a.u.i : a.kind == K_FLOAT ? (double)a.u.f : a.u.d;
	const double y = b.kind == K_INT ? b.u.i : b.kind == K_FLOAT ? (double)b.u.f : b.u.d;

	switch (*op) {
	case '<': return op[1] ? x <= y : x < y;
	case '>': return op[1] ? x >= y : x > y;
	case '=': return x == y;
	default:  return x != y;
	}
}

#define CALCULATE(member) \
	switch (op) { \
	case '+': r.u.member = a.u.member + b.u.member; break; \
	case '-': r.u.member = a.u.member - b.u.member; break; \
	case '*': r.u.member = a.u.member*b.u.member; break; \
	default:  r.u.member = a.u.member/b.u.member; break; \
	}

static struct value
calculate(char op, struct value a, struct value b)
{
	struct value r = { .kind = a.kind };
	const uint32_t i = (uint32_t)a.u.i, j = (uint32_t)b.u.i;

	if (a.kind == K_INT)
		r.u.i = (int32_t)(op == '+' ? i + j : op == '-' ? i - j : i*j);
	else if (a.kind == K_FLOAT)
		CALCULATE(f)
	else
		CALCULATE(d)
	return r;
}

static struct value
negate(struct value a)
{
	if (a.kind == K_INT)
		a.u.i = (int32_t)(0 - (uint32_t)a.u.i);
	else if (a.kind == K_FLOAT)
		a.u.f = -a.u.f;
	else
		a.u.d = -a.u.d;
	return a;
}

static float
call_float(const char *name, float a, float b, float c)
{
	return !strcmp(name, "abs") ? fabsf(a) : !strcmp(name, "sqrt") ? sqrtf(a)
		: !strcmp(name, "cbrt") ? cbrtf(a) : !strcmp(name, "exp") ? expf(a)
		: !strcmp(name, "log") ? logf(a) : !strcmp(name, "sin") ? sinf(a)
		: !strcmp(name, "cos") ? cosf(a) : !strcmp(name, "tan") ? tanf(a)
		: !strcmp(name, "tanh") ? tanhf(a) : !strcmp(name, "floor") ? floorf(a)
		: !strcmp(name, "ceil") ? ceilf(a) : !strcmp(name, "pow") ? powf(a, b) : fmaf(a, b, c);
}

static double
call_double(const char *name, double a, double b, double c)
{
	return !strcmp(name, "abs") ? fabs(a) : !strcmp(name, "sqrt") ? sqrt(a)
		: !strcmp(name, "cbrt") ? cbrt(a) : !strcmp(name, "exp") ? exp(a)
		: !strcmp(name, "log") ? log(a) : !strcmp(name, "sin") ? sin(a)
		: !strcmp(name, "cos") ? cos(a) : !strcmp(name, "tan") ? tan(a)
		: !strcmp(name, "tanh") ? tanh(a) : !strcmp(name, "floor") ? floor(a)
		: !strcmp(name, "ceil") ? ceil(a) : !strcmp(name, "pow") ? pow(a, b) : fma(a, b, c);
}

static bool
is_small_power(const struct node *node)
{
	const struct node *exponent = node->part[1];

	return !strcmp(node->text, "pow") && exponent->form == F_NUMBER && strlen(exponent->text) == 1
		&& *exponent->text <= '8';
}

static struct value
call(const struct node *node, const struct value *v)
{
	struct value r = v[0];

	if (!strcmp(node->text, "min"))
		return holds("<", v[1], v[0]) ? v[1] : v[0];
	if (!strcmp(node->text, "max"))
		return holds("<", v[0], v[1]) ? v[1] : v[0];
	if (r.kind == K_INT)
		return r.u.i < 0 ? negate(r) : r;
	if (is_small_power(node)) {
		r = number_of("1", v[0].kind);
		for (int i = *node->part[1]->text - '0'; i > 0; i--)
			r = calculate('*', r, v[0]);
	} else if (r.kind == K_FLOAT) {
		r.u.f = call_float(node->text, v[0].u.f, v[1].u.f, v[2].u.f);
	} else {
		r.u.d = call_double(node->text, v[0].u.d, v[1].u.d, v[2].u.d);
	}
	return r;
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

/* Whether a point is one of the domain, which follows from the reach of outputs. */
static bool
is_inside(const struct program *p, const struct reach *reach, const int *at)
{
	for (int a = 0; a < AXES_3; a++) {
		const bool any = reach->low[a] <= reach->high[a];
		int low = any && reach->low[a] < 0 ? -reach->low[a] : 0;
		int high = any && reach->high[a] > 0 ? reach->high[a] : 0;

		if (p->has_halo)
			low = high = p->halo[a];
		if (at[a] < low || at[a] >= p->size[a] - high)
			return false;
	}
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
do_statement(struct program *p, const struct statement *s, const struct reach *outputs)
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
				do_point(p, s, at, is_inside(p, outputs, at), fresh, index++);
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
	struct reach outputs = { { 1, 1, 1 }, { 0, 0, 0 } };

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
	struct reach outputs, ignored = { { 1, 1, 1 }, { 0, 0, 0 } };
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
		for (struct statement *s = p->statements; s; s = s->next) {
			struct statement *next = s->next;

			s->next = NULL;
			type_statement(p, s, &ignored);
			do_statement(p, s, &outputs);
			s->next = next;
		}
	}
	error = p->error;
	free_program(p);
	free(p);
	return error;
}
