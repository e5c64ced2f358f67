#include "tests/random/smith.h"

#include <stdio.h>

/* Scalars that are updated, clocks and totals, beside fields that are read around their points: parts of them have interiors. */

static const char *const around[] = { "west", "east", "north", "south", "-2,0", "0,1", "south.west", "2,0" };

static void
put_scalar_name(struct smith *s, bool total)
{
	printf(total && chance(s, 50) ? "total" : "time");
}

/* Of fields around the point, and perhaps of scalars. */
static void
put_flow(struct smith *s, const char *field, bool total, int reads)
{
	printf("0.25*(%s", field);
	for (int i = 0; i < reads; i++)
		printf(" %c %s[%s]", "+-"[roll(s, 2)], field, around[roll(s, 8)]);
	printf(")");
	if (chance(s, 60)) {
		printf(" + 0.5*");
		put_scalar_name(s, total);
	}
	if (s->column && chance(s, 30))
		printf(" + h");
	if (s->profile && chance(s, 30))
		printf("*q");
	if (s->params && chance(s, 30))
		printf(" - p0");
	if (s->whole_inputs && chance(s, 30))
		printf(" + i0");
	if (s->masks && chance(s, 30))
		printf(" + (b0 ? 1 : -1)");
	if (chance(s, 15))
		printf(" + %s", field);
	if (chance(s, 15))
		printf(" + (west > 0 ? %s[west] : 0.5)", field);
	if (chance(s, 15))
		printf(" + (below > 0 ? %s[below] : 0.5)", field);
}

static void
put_update(struct smith *s, const char *field)
{
	static const char *const reductions[] = { "sum", "min", "max" };

	if (!chance(s, 50)) {
		printf("    total = 0.5*total + ");
		put_literal(s);
		printf(";\n");
	} else {
		printf("    total = 0.5*total + %s(%s);\n", reductions[roll(s, 3)], field);
	}
}

void
put_clock_stencil(struct smith *s)
{
	static const char *const rules[] = { "periodic", "copy", "mirror", "0.5" };
	const bool total = chance(s, 40), early = chance(s, 25), swept = chance(s, 15);
	const bool output = chance(s, 50);
	const int fields = roll(s, 3) + !output > 0 ? 1 + roll(s, 2) : 0;

	printf("stencil smith {\n    in u0;\n%s", output ? "    out d0;\n" : "");
	for (int i = 0; i < fields; i++)
		printf("    inout w%d;\n", i);
	printf("    inout %sscalar time;\n", chance(s, 20) ? "float " : "");
	if (total)
		printf("    inout scalar total;\n");
	if (s->totals)
		printf("    out scalar z0;\n");
	if (s->column)
		printf("    in column h;\n");
	if (s->profile)
		printf("    in profile q;\n");
	if (s->whole_inputs)
		printf("    in int i0 = -3..3;\n");
	if (s->masks)
		printf("    in bool b0;\n");
	if (s->params)
		printf("    param p0 = 0.75;\n");
	if (chance(s, 15))
		printf("    halo [2,3,1];\n");
	for (int i = 0; i < fields; i++)
		if (chance(s, 40))
			printf("    boundary w%d = %s%s;\n", i, rules[roll(s, 4)], chance(s, 50) ? "" : chance(s, 50) ? " x" : " y");
	printf("\n");
	if (early)
		printf("    time = time + 0.125;\n");
	if (swept)
		printf("    column v = 0.0;\n    sweep up {\n        v = 0.5*v + u0;\n    }\n");
	for (int i = 0; i < fields; i++) {
		char field[16];

		snprintf(field, sizeof field, "w%d", i);
		if (total && chance(s, 30))
			put_update(s, "u0");
		/* An inout is read around its points behind a copy, or as another one is assigned. */
		if (chance(s, 50)) {
			printf("    o%d = %s;\n    %s = ", i, field, field);
			snprintf(field, sizeof field, "o%d", i);
			put_flow(s, field, total, 1 + roll(s, 3));
		} else {
			printf("    %s = %s + ", field, field);
			put_flow(s, i && chance(s, 60) ? "w0" : "u0", total, 1 + roll(s, 3));
		}
		printf(swept && chance(s, 60) ? " + v;\n" : ";\n");
	}
	if (output) {
		printf("    d0 = ");
		put_flow(s, "u0", total, 1 + roll(s, 4));
		printf(";\n");
	}
	if (total)
		put_update(s, fields && chance(s, 50) ? "w0" : "u0");
	if (!early || chance(s, 20))
		printf("    time = time + %s;\n", s->params ? "p0" : "0.5");
	if (s->totals)
		printf("    z0 = 0.5*time;\n");
	printf("}\n");
}
