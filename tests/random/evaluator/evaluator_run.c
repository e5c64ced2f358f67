#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

static void
store(const struct program *p, const struct name *name, const int *at, struct value v, bool inside)
{
	size_t index;

	if (!inside || !element_at(p, name, at, &index))
		return;
	if (name->kind == K_FLOAT)
		((float *)name->array)[index] = v.u.f;
	else if (name->kind == K_INT)
		((int32_t *)name->array)[index] = v.u.i;
	else if (name->kind == K_BOOL)
		((unsigned char *)name->array)[index] = v.u.b;
	else
		((double *)name->array)[index] = v.u.d;
}

static void
execute(struct program *p, const struct statement *s, const int *at, bool inside)
{
	if (!*s->target) {
		const struct statement *branch = evaluate(p, s->value, at, K_BOOL, s == p->top).u.b ? s->yes : s->no;

		for (; branch; branch = branch->next)
			execute(p, branch, at, inside);
	} else {
		struct name *name = find_name(p, s->target);

		if (name->role != 't')
			store(p, name, at, evaluate(p, s->value, at, name->kind, false), inside);
		else if (p->sweeping)
			*temporary_at(p, name, at) = evaluate(p, s->value, at, name->new_kind, false);
		else
			name->now = evaluate(p, s->value, at, name->new_kind, !name->open);
	}
}

bool
assigns(const struct statement *s, const char *name)
{
	if (*s->target)
		return !strcmp(s->target, name);
	for (const struct statement *t = s->yes; t; t = t->next)
		if (assigns(t, name))
			return true;
	for (const struct statement *t = s->no; t; t = t->next)
		if (assigns(t, name))
			return true;
	return false;
}

static struct value
kept_value(const struct program *p, const struct name *name, const int *at)
{
	return name->keeps ? convert(*temporary_at(p, name, at), name->new_kind) : nothing(name->new_kind);
}

/* New values of names that the statement assigns go to fresh[name]. */
static void
do_point(struct program *p, const struct statement *s, const int *at, struct value **fresh)
{
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i])
			p->names[i].now = kept_value(p, &p->names[i], at);
	execute(p, s, at, is_inside(p, at));
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i])
			fresh[i][temporary_at(p, &p->names[i], at) - p->names[i].values] = p->names[i].now;
}

/* A statement has values at points, or one a column, or one. An if assigns either columns or what has levels. */
static char
shape_of(struct program *p, const struct statement *s)
{
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].shape != 'p' && assigns(s, p->names[i].text))
			return p->names[i].shape;
	return 'p';
}

/* Of temporaries that are columns without being called so: the same on all levels. */
static void
do_column(struct program *p, const struct statement *s, const int *column, struct value **fresh)
{
	int at[AXES_3] = { column[0], column[1] };

	do_point(p, s, column, fresh);
	for (int i = 0; i < p->name_count; i++)
		for (at[2] = -MARGIN; fresh[i] && p->names[i].shape == 'p' && at[2] < p->size[2] + MARGIN; at[2]++)
			fresh[i][temporary_at(p, &p->names[i], at) - p->names[i].values] = p->names[i].now;
}

/* A temporary that is a column without being called so: the same on all levels. */
static void
repeat(const struct program *p, const struct name *name, const int *column, struct value *fresh)
{
	int at[AXES_3] = { column[0], column[1] };

	for (at[2] = -MARGIN; at[2] <= p->size[2] + MARGIN; at[2]++)
		fresh[temporary_at(p, name, at) - name->values] = name->now;
}

/* On a mesh: all elements of a location and, if a temporary has values for slots, their slots that have a neighbor. */
static void
do_elements(struct program *p, const struct statement *s, char shape, struct value **fresh)
{
	const struct way *way = way_of_slots(p, s);
	const int count = s->location ? p->count[index_of_location(s->location)] : 1;
	int at[AXES_3];

	for (at[0] = 0; at[0] < count; at[0]++)
		for (at[1] = 0; at[1] < (way ? slots_of(p, way) : 1); at[1]++) {
			struct bound own;

			if (way) {
				own = bind_slot(p, s, at[0], at[1]);
				p->bound = &own;
			}
			at[2] = p->first[2];
			if (shape != 'p')
				do_point(p, s, at, fresh);
			for (int i = 0; shape != 'p' && i < p->name_count; i++)
				if (fresh[i] && p->names[i].shape == 'p')
					repeat(p, &p->names[i], at, fresh[i]);
			for (at[2] = -MARGIN; shape == 'p' && at[2] <= p->size[2] + MARGIN; at[2]++)
				do_point(p, s, at, fresh);
		}
	p->bound = NULL;
}

static void
do_points(struct program *p, const struct statement *s, struct value **fresh)
{
	const char shape = shape_of(p, s);
	int at[AXES_3] = { p->first[0], p->first[1], p->first[2] };

	if (p->mesh) {
		do_elements(p, s, shape, fresh);
		return;
	}

	if (shape == 's') {
		do_point(p, s, at, fresh);
		return;
	}
	for (at[1] = -MARGIN; at[1] < p->size[1] + MARGIN; at[1]++)
		for (at[0] = -MARGIN; at[0] < p->size[0] + MARGIN; at[0]++) {
			if (shape == 'c') {
				do_column(p, s, at, fresh);
				continue;
			}
			for (at[2] = -MARGIN; at[2] < p->size[2] + MARGIN; at[2]++)
				do_point(p, s, at, fresh);
		}
}

static void
replace_values(struct name *name, struct value *fresh)
{
	free(name->values);
	name->values = fresh;
	name->kind = name->new_kind;
	name->reach = name->new_reach;
	name->on_levels = name->new_on_levels;
}

/* Names change in place, so that each level reads what is there: behind it what the sweep left, ahead of it what was. */
static void
do_sweep(struct program *p, const struct statement *s, struct value **fresh)
{
	int at[AXES_3] = { 0 };

	for (int i = 0; i < p->name_count; i++) {
		struct name *name = &p->names[i];

		if (!fresh[i])
			continue;
		for (at[0] = 0; p->mesh && at[0] < elements_of(p, name); at[0]++)
			for (at[2] = -MARGIN; at[2] <= p->size[2] + MARGIN; at[2]++)
				fresh[i][temporary_at(p, name, at) - name->values] = kept_value(p, name, at);
		for (at[2] = -MARGIN; !p->mesh && at[2] < p->size[2] + MARGIN; at[2]++)
			for (at[1] = -MARGIN; at[1] < p->size[1] + MARGIN; at[1]++)
				for (at[0] = -MARGIN; at[0] < p->size[0] + MARGIN; at[0]++)
					fresh[i][temporary_at(p, name, at) - name->values] = kept_value(p, name, at);
		replace_values(name, fresh[i]);
	}
	p->sweeping = true;
	at[1] = 0;
	for (at[0] = 0; p->mesh && at[0] < p->count[index_of_location(s->location)]; at[0]++)
		for (int k = p->first[2]; k <= p->last[2] + p->half; k++) {
			at[2] = s->sweep > 0 ? k : p->first[2] + p->last[2] + p->half - k;
			for (const struct statement *t = s->yes; t; t = t->next)
				execute(p, t, at, is_inside(p, at));
		}
	for (at[1] = -MARGIN; !p->mesh && at[1] < p->size[1] + MARGIN; at[1]++)
		for (at[0] = -MARGIN; at[0] < p->size[0] + MARGIN; at[0]++)
			for (int k = p->first[2]; k <= p->last[2] + p->half; k++) {
				at[2] = s->sweep > 0 ? k : p->first[2] + p->last[2] + p->half - k;
				for (const struct statement *t = s->yes; t; t = t->next)
					execute(p, t, at, is_inside(p, at));
			}
	p->sweeping = false;
}

void
do_statement(struct program *p, const struct statement *s)
{
	struct value *fresh[MOST_SLOTS] = { NULL };
	size_t points = 1;

	for (int a = 0; a < AXES_3; a++)
		points *= (size_t)(p->size[a] + 2*MARGIN);
	p->here = s->location;
	p->half = s->half;
	if (*s->target)
		do_reductions(p, s->value);
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].role == 't' && (p->names[i].open || !strcmp(p->names[i].text, s->target)))
			fresh[i] = calloc(p->mesh ? (size_t)elements_of(p, &p->names[i])*(size_t)(p->size[2] + 1 + 2*MARGIN) : points, sizeof **fresh);
	if (s->sweep) {
		do_sweep(p, s, fresh);
		return;
	}
	do_points(p, s, fresh);
	for (int i = 0; i < p->name_count; i++)
		if (fresh[i])
			replace_values(&p->names[i], fresh[i]);
}
