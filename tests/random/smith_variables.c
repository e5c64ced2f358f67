#include "tests/random/smith_columns.h"

#include <stdio.h>

/* What has one value a column. */

void
put_factor(struct smith *s)
{
	static const char *const factors[] = { "0.5", "0.75", "0.9", "-0.6" };

	printf("%s*", factors[roll(s, 4)]);
}

/* A value that is the same on all levels, and made of all that are. */
static void
put_column_value(struct smith *s)
{
	const struct columns *c = s->columns;

	put_factor(s);
	printf("(");
	for (int i = 0; i < c->count; i++)
		if (is_column(&c->names[i]) && c->names[i].now) {
			printf("%s + ", c->names[i].name);
			note_read(s->columns, &c->names[i], 0);
		}
	if (s->scalars && chance(s, 50) && put_scalar(s))
		printf("*");
	if (s->column && chance(s, 50))
		printf(chance(s, 70) ? "h - " : "h[east]*");
	if (s->params && chance(s, 50))
		printf("p0 + ");
	put_literal(s);
	printf(")");
}

/* Of a type of its own, which sweeps change: of ints, or that of a column field. False: there is none. */
static bool
put_typed_value(struct smith *s)
{
	const int which = roll(s, 4);

	if (which == 0)
		printf("%d", roll(s, 5) - 2);
	else if (which == 1 && s->column)
		printf("h");
	else if (which == 2 && s->whole_params)
		printf("m%d", roll(s, s->whole_params));
	else if (which == 3 && s->params)
		printf("p%d", roll(s, s->params));
	else
		return false;
	return true;
}

void
put_once(struct smith *s, struct swept *x, const char *before)
{
	printf("    %s%s = ", before, x->name);
	if (x->name[0] != 'v' || chance(s, 50) || !put_typed_value(s))
		put_column_value(s);
	printf(";\n");
	x->assigns = true;
	note_assigned(s->columns);
	x->assigns = false;
	x->ever = x->before = x->now = true;
}
