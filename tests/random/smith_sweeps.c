#include "tests/random/smith_columns.h"

#include <stdio.h>

/* Statements of a stencil that goes through columns: sweeps, and between them what is done for all points or once a
 * column. What is read above or below is there, or guarded. */

static const char *const ends[ENDS] = { "below", "above" };

static void
indent(const struct smith *s)
{
	printf("%*s", 4*(s->depth + 1), "");
}

/* Whether the levels towards an end have values, as far as there are any. */
static bool
has_levels(const struct columns *c, const struct swept *x, enum end end)
{
	if (is_column(x) || (x->assigns && !c->sweeps))
		return false;
	return x->before || (x->assigns && x->always && end == c->behind);
}

/* There are so many levels towards an end. */
static void
put_levels(struct smith *s, enum end end, int count)
{
	switch (roll(s, 3)) {
	case 0:  printf("%s >= %d", ends[end], count); break;
	case 1:  printf("%s > %d", ends[end], count - 1); break;
	default: printf("%d <= %s", count, ends[end]); break;
	}
}

static bool
put_other_level(struct smith *s, const struct swept *x)
{
	const struct columns *c = s->columns;
	const enum end end = (enum end)roll(s, ENDS);
	const int far = chance(s, 25) ? 2 : 1;
	const bool guarded = c->known[end] < far;

	if (!has_levels(c, x, end))
		return false;
	if (guarded) {
		printf("(");
		put_levels(s, end, far);
		printf(" ? ");
	}
	if (far == 1 && chance(s, 50))
		printf("%s[%s]", x->name, ends[end]);
	else
		printf("%s[0,0,%d]", x->name, end == BELOW ? -far : far);
	note_read(s->columns, x, 0);
	if (guarded) {
		printf(" : ");
		put_literal(s);
		printf(")");
	}
	return true;
}

bool
put_swept(struct smith *s)
{
	const struct swept *x = &s->columns->names[roll(s, s->columns->count)];

	if (chance(s, 50) && put_other_level(s, x))
		return true;
	if (s->coupled && chance(s, 40) && put_beside(s, x))
		return true;
	if (!x->now)
		return false;
	printf("%s", x->name);
	note_read(s->columns, x, 0);
	return true;
}

static void
put_assignment(struct smith *s, struct swept *x)
{
	indent(s);
	printf("%s = ", x->name);
	if (x->name[0] == 'v' && chance(s, 15)) {
		printf("u%d;\n", roll(s, s->inputs)); /* of the input's type */
		x->now = x->ever = true;
		return;
	}
	put_factor(s);
	printf("(u%d %c ", roll(s, s->inputs), "+-*"[roll(s, 3)]); /* no name is made of itself alone */
	put_number(s, 1 + roll(s, 2));
	printf(");\n");
	x->now = x->ever = true;
}

static void put_if(struct smith *s);

static void
put_block(struct smith *s, int most)
{
	struct columns *c = s->columns;

	for (int i = 1 + roll(s, most); i > 0; i--) {
		struct swept *x = &c->names[roll(s, c->count)];

		if (s->depth < 3 && chance(s, 30))
			put_if(s);
		else if (x->assigns)
			put_assignment(s, x);
	}
}

/* The condition of an if, and how many levels there are where it holds, or where it does not. */
static void
put_if_condition(struct smith *s, int then[ENDS], int otherwise[ENDS])
{
	const enum end end = (enum end)roll(s, ENDS);
	const int count = chance(s, 75) ? 1 : 2;

	switch (roll(s, 4)) {
	case 0:
		printf(count == 1 && chance(s, 50) ? "%s == %d" : "%s <= %d", ends[end], count - 1);
		otherwise[end] = count;
		break;
	case 1:
		put_levels(s, end, count);
		then[end] = count;
		break;
	case 2:
		put_levels(s, end, count);
		printf(" && ");
		put_condition(s, 1);
		then[end] = count;
		break;
	default:
		put_condition(s, 2);
		break;
	}
}

static void
put_branch(struct smith *s, const int known[ENDS])
{
	struct columns *c = s->columns;
	const int before[ENDS] = { c->known[BELOW], c->known[ABOVE] };

	for (int e = 0; e < ENDS; e++)
		if (c->known[e] < known[e])
			c->known[e] = known[e];
	printf("{\n");
	s->depth++;
	put_block(s, 3);
	s->depth--;
	indent(s);
	printf("}");
	for (int e = 0; e < ENDS; e++)
		c->known[e] = before[e];
}

static void
put_if(struct smith *s)
{
	struct columns *c = s->columns, before = *c, after;
	int then[ENDS] = { 0 }, otherwise[ENDS] = { 0 };

	indent(s);
	printf("if (");
	put_if_condition(s, then, otherwise);
	printf(") ");
	put_branch(s, then);
	after = *c;
	for (int i = 0; i < c->count; i++)
		c->names[i].now = before.names[i].now;
	if (chance(s, 80)) {
		printf(" else ");
		put_branch(s, otherwise);
	}
	printf("\n");
	for (int i = 0; i < c->count; i++)
		c->names[i].now &= after.names[i].now;
}

/* What may be assigned, and what is assigned on every path, before a statement is written. */
static void
begin_statement(struct smith *s, int percent, bool columns)
{
	struct columns *c = s->columns;

	for (int i = 0; i < c->count; i++) {
		c->names[i].assigns = chance(s, percent) && (columns || !is_column(&c->names[i]));
		c->names[i].always = c->names[i].assigns && chance(s, 70);
	}
	c->names[0].assigns = c->names[0].always = true;
}

static void
end_statement(struct smith *s)
{
	struct columns *c = s->columns;

	note_assigned(c);
	for (int i = 0; i < c->count; i++) {
		struct swept *x = &c->names[i];

		x->before |= x->now;
		x->now = x->before;
		x->assigns = x->always = false;
	}
}

static void
put_sweep(struct smith *s)
{
	struct columns *c = s->columns;

	begin_statement(s, 60, true);
	c->sweeps = true;
	c->behind = (enum end)roll(s, ENDS);
	printf("    sweep %s {\n", c->behind == BELOW ? "up" : "down");
	s->depth++;
	put_block(s, 5);
	for (int i = 0; i < c->count; i++)
		if (c->names[i].always && !c->names[i].now)
			put_assignment(s, &c->names[i]);
	s->depth--;
	printf("    }\n");
	c->sweeps = false;
	end_statement(s);
}

/* For all points. */
static void
put_points(struct smith *s)
{
	struct columns *c = s->columns;

	begin_statement(s, 25, false);
	if (chance(s, 40)) {
		put_if(s);
	} else {
		struct swept *x = &c->names[roll(s, c->count)];

		for (int i = 0; i < c->count; i++)
			c->names[i].assigns = &c->names[i] == x;
		if (!is_column(x))
			put_assignment(s, x);
	}
	end_statement(s);
}

static void
add_name(struct columns *c, char letter, int number, bool before)
{
	struct swept *x = &c->names[c->count++];

	*x = (struct swept){ .before = before, .now = before };
	snprintf(x->name, sizeof x->name, "%c%d", letter, number);
}

/* What no statement has assigned that must be. */
static void
put_rest(struct smith *s)
{
	struct columns *c = s->columns;

	for (int i = 0; i < c->count; i++) {
		struct swept *x = &c->names[i];

		if (x->name[0] == 'e')
			put_once(s, x, "");
		else if ((x->name[0] == 'd' && !x->before) || (x->name[0] == 'w' && !x->ever)) {
			x->assigns = true;
			put_assignment(s, x);
			end_statement(s);
		}
	}
}

void
put_sweeps(struct smith *s)
{
	struct columns c = { .count = 0 };
	const int variables = s->flux ? roll(s, 3) : 0, first = 4 + s->outputs;

	for (int i = 0; i < 4; i++)
		add_name(&c, 'a', i, false);
	for (int i = 0; i < s->outputs; i++)
		add_name(&c, s->output[i].name[0], i, s->output[i].inout);
	s->outputs = 0;
	s->columns = &c;
	for (int i = 0; i < variables; i++) {
		add_name(&c, 'v', i, false);
		put_once(s, &c.names[c.count - 1], "column ");
	}
	if (s->flux)
		add_name(&c, 'e', 0, false);
	for (int i = 1 + roll(s, 3); i > 0; i--) {
		if (chance(s, 40))
			put_points(s);
		if (variables && chance(s, 20))
			put_once(s, &c.names[first], "");
		if (s->coupled && chance(s, 30))
			put_total(s);
		put_sweep(s);
	}
	if (s->coupled && chance(s, 40))
		put_total(s);
	if (chance(s, 40))
		put_points(s);
	put_rest(s);
	put_unset_totals(s);
	s->columns = NULL;
}
