#include "tests/random/smith_columns.h"

#include <stdio.h>

/* Sums over the domain, least and greatest values: scalars s0 s1 ..., and fields z0 z1 ..., which may be such themselves, or be made of
 * them, and be assigned again. */

bool
put_scalar(struct smith *s)
{
	const bool clock = s->clocks && (!s->scalars || chance(s, 60));
	const int which = clock ? 0 : roll(s, MOST_SCALARS + MOST_TOTALS);

	if (clock)
		printf("g%d", roll(s, s->clocks));
	else if (which < s->scalars)
		printf("s%d", which);
	else if (which >= MOST_SCALARS && which - MOST_SCALARS < s->totals && s->total_set[which - MOST_SCALARS])
		printf("z%d", which - MOST_SCALARS);
	else if (s->scalars)
		printf("s%d", roll(s, s->scalars));
	else
		return false;
	return true;
}

/* Of points, and beside it, or in its place, what has one value. */
static void
put_value(struct smith *s)
{
	static const char *const reductions[] = { "sum", "min", "max" };

	printf("%s(", reductions[roll(s, 3)]);
	put_number(s, 1 + roll(s, 2));
	printf(")");
	if (s->scalars && chance(s, 40)) {
		printf("/(1.37 + abs(");
		put_scalar(s);
		printf("))");
	}
}

static void
put_field(struct smith *s, int number)
{
	printf("    z%d = ", number);
	if (chance(s, 65) || !s->scalars) {
		put_value(s);
	} else {
		printf(chance(s, 50) ? "" : "0.5*");
		put_scalar(s);
	}
	printf(";\n");
	s->total_set[number] = true;
}

void
put_total(struct smith *s)
{
	const struct reads around = s->reads;

	if (s->totals && chance(s, 40)) {
		put_field(s, roll(s, s->totals));
	} else if (s->scalars < MOST_SCALARS) {
		printf("    s%d = ", s->scalars);
		put_value(s);
		printf(";\n");
		s->scalars++;
	}
	s->reads = around;
	if (s->columns)
		note_assigned(s->columns);
}

/* Of numbers, params and scalars; it stays of moderate size, whatever the number of steps. */
void
put_clock(struct smith *s, int which)
{
	printf("    g%d = ", which);
	if (chance(s, 60)) {
		printf("g%d + ", which);
		if (s->params && chance(s, 40))
			printf("p%d;\n", roll(s, s->params));
		else
			printf("%d;\n", 1 + roll(s, 3));
		return;
	}
	printf("0.5*g%d - 0.25*", which);
	put_scalar(s);
	printf(" + 1;\n");
}

void
put_unset_totals(struct smith *s)
{
	for (int i = s->clocks ? roll(s, 3) : 0; i > 0; i--)
		put_clock(s, roll(s, s->clocks));
	for (int z = 0; z < s->totals; z++)
		if (!s->total_set[z])
			printf("    z%d = max(u0);\n", z);
}
