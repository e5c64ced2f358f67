#include "tests/random/smith.h"

#include <stdio.h>
#include <string.h>

/*
 * A stencil on a structured grid with full and half levels: fields, temporaries, sweeps, blocks, sums and boundaries of
 * both kinds. What does not exist at the ends of a column is read behind a guard, or leaves levels out.
 */

enum { MOST_NAMES = 24 };

/* What can be read anywhere: inputs, and temporaries made of them. */
struct value {
	char name[8];
	bool half, flat;      /* flat: a profile, read at no offset in x and y */
	bool whole;           /* an int or a bool */
};

struct half_smith {
	struct smith *smith;
	struct value values[MOST_NAMES];
	int count, temps;
	bool half;            /* what is being written is on half levels */
	bool boundary;        /* b0 is read at offsets */
	bool column;          /* sweeps sum up in c0 */
	bool by_value;        /* levels are read by their numbers: all temporaries differ from level to level */
	bool swept;           /* what is being written is in a sweep */
	char own;             /* the first letter of what is being assigned, w d or b; else 0 */
};

static void
add_value(struct half_smith *h, const char *name, bool half, bool flat, bool whole)
{
	struct value *v = &h->values[h->count++];

	snprintf(v->name, sizeof v->name, "%s", name);
	v->half = half;
	v->flat = flat;
	v->whole = whole;
}

/* One name at a step up or down, and beside. */
static void
put_at(struct half_smith *h, const struct value *v, const char *level)
{
	static const char *const beside[] = { "west", "east", "north", "south", "north.east", "west.west" };
	const char *side = v->flat || chance(h->smith, 60) ? "" : beside[roll(h->smith, 6)];

	if (!*side && !*level)
		printf("%s", v->name);
	else
		printf("%s[%s%s%s]", v->name, side, *side && *level ? "." : "", level);
}

/* By the number of a level, which may not exist. */
static void
put_level(struct half_smith *h, const char *name, bool flat)
{
	static const char *const levels[] = { "levels", "level + 1", "level*2 - 3", "levels - level", "0" };

	printf("%s[%slevel[%s]]", name, flat || chance(h->smith, 80) ? "" : chance(h->smith, 50) ? "west." : "north.", levels[roll(h->smith, 5)]);
}

/* At levels that exist, behind a guard or without need of one; at times without one where it would be needed. */
static void
put_value(struct half_smith *h)
{
	const struct value *v = &h->values[roll(h->smith, h->count)];
	static const char *const levels[] = { "above", "below", "" };
	const bool same = v->half == h->half;

	if (h->by_value && !v->whole && chance(h->smith, 15)) {
		put_level(h, v->name, v->flat);
		return;
	}
	if (chance(h->smith, 10)) {
		put_at(h, v, levels[roll(h->smith, 3)]);
	} else if (same && chance(h->smith, 60)) {
		put_at(h, v, "");
	} else if (!same && !h->half) {
		put_at(h, v, chance(h->smith, 50) ? "above" : "");
	} else if (same) {
		const bool up = chance(h->smith, 50);

		printf("(%s > 0 ? ", up ? "above" : "below");
		put_at(h, v, up ? "above" : "below");
		printf(" : ");
		put_at(h, v, "");
		printf(")");
	} else {
		const bool up = chance(h->smith, 50);

		printf(up ? "(above > 0 ? " : "(below != 0 ? ");
		put_at(h, v, up ? "" : "below");
		printf(" : ");
		put_at(h, v, up ? "below" : "");
		printf(")");
	}
}

/* A field that statements assign, but not the one being written. */
static void
put_assigned_level(struct half_smith *h)
{
	static const char *const names[] = { "w0", "d0", "b0" };
	const char *name = names[roll(h->smith, h->boundary ? 3 : 2)];

	if (*name == h->own)
		put_value(h);
	else
		put_level(h, name, false);
}

static void
put_leaf(struct half_smith *h)
{
	static const char *const leaves[] = { "p0", "0.5", "level*0.125", "levels", "above*0.25", "(below - 1)", "1.5", "h0" };

	if (h->by_value && !h->swept && chance(h->smith, 10))
		put_assigned_level(h);
	else if (chance(h->smith, 75) || h->swept) /* kernels of sweeps count no distances */
		put_value(h);
	else
		printf("%s", leaves[roll(h->smith, 8)]);
}

static void
put_expression(struct half_smith *h, int depth)
{
	static const char *const operators[] = { " + ", " - ", "*", " + " };
	static const char *const functions[] = { "min", "max" };

	if (!depth || chance(h->smith, 15)) {
		put_leaf(h);
	} else if (chance(h->smith, 15)) {
		printf("%s(", functions[roll(h->smith, 2)]);
		put_expression(h, depth - 1);
		printf(", ");
		put_expression(h, depth - 1);
		printf(")");
	} else if (chance(h->smith, 12)) {
		printf("(");
		put_leaf(h);
		printf(" > 0.25 ? ");
		put_expression(h, depth - 1);
		printf(" : ");
		put_expression(h, depth - 1);
		printf(")");
	} else {
		printf("(");
		put_expression(h, depth - 1);
		printf("%s", operators[roll(h->smith, 4)]);
		put_expression(h, depth - 1);
		printf(")");
	}
}

static void
put_temporary(struct half_smith *h)
{
	char name[8];

	h->half = chance(h->smith, 55);
	snprintf(name, sizeof name, "%c%d", h->half ? 'g' : 't', h->temps++);
	printf("    %s%s = ", h->half ? "half " : "", name);
	put_expression(h, 2);
	printf(h->by_value ? " + level*0.0625;\n" : ";\n");
	add_value(h, name, h->half, false, false);
}

/* A block that makes a temporary, on one kind of levels by its first word. */
static void
put_branch(struct half_smith *h)
{
	static const char *const conditions[] = { "above == 0", "below > 0", "above > 1 && below > 0", "p0 > 0.5", "level > 1" };
	char name[8];

	h->half = chance(h->smith, 60);
	snprintf(name, sizeof name, "%c%d", h->half ? 'g' : 't', h->temps++);
	printf("    %sif (%s) {\n        %s = ", h->half ? "half " : "", conditions[roll(h->smith, 5)], name);
	put_expression(h, 2);
	printf("%s;\n    } else {\n        %s = ", h->by_value ? " + level*0.0625" : "", name);
	put_expression(h, 1);
	printf(";\n    }\n");
	add_value(h, name, h->half, false, false);
}

static void
put_sweep(struct half_smith *h, int number)
{
	const bool up = chance(h->smith, 50);
	const char *before = up ? "below" : "above";

	h->half = chance(h->smith, 60);
	h->swept = true;
	printf("    %ssweep %s {\n        if (%s > 0) {\n            v%d = 0.5*v%d[%s] + ", h->half ? "half " : "", up ? "up" : "down", before,
		number, number, before);
	put_expression(h, 2);
	printf(";\n        } else {\n            v%d = ", number);
	put_expression(h, 1);
	h->swept = false;
	printf(";\n        }\n");
	if (h->column && (number == 0 || chance(h->smith, 50)))
		printf("        c0 = c0 + 0.5*v%d;\n", number);
	if (!h->half) {
		printf("        d0 = d0 + v%d;\n    }\n", number);
		return;
	}
	printf("        w0 = %sv%d;\n", chance(h->smith, 50) ? "w0 + " : "", number);
	if (chance(h->smith, 40))
		printf("        if (above > 0) { d0 = v%d - w0; }\n", number);
	printf("    }\n");
}

static void
put_assigned(struct half_smith *h, const char *name, bool half)
{
	h->half = half;
	h->own = *name;
	printf("    %s = ", name);
	put_expression(h, 3);
	h->own = 0;
	if (h->boundary && chance(h->smith, 50))
		printf(half ? " + b0[north] - b0[west]" : " + b0[east.above] - b0");
	printf(";\n");
}

/* A sum over half levels, or over full ones. */
static void
put_sum(struct half_smith *h)
{
	static const char *const reductions[] = { "sum", "min", "max" };

	printf("    z0 = %s(", reductions[roll(h->smith, 3)]);
	if (chance(h->smith, 50))
		printf("w0*a0");
	else if (chance(h->smith, 50))
		printf("d0 + w0");
	else
		printf("u0*2");
	printf(");\n");
}

static void
put_declared(struct half_smith *h)
{
	static const char *const types[] = { "", "low ", "float ", "double " };
	static const char *const rules[] = { "periodic", "copy", "mirror", "0.5", "periodic y, copy x", "copy xyz", "mirror zx" };
	struct smith *s = h->smith;

	printf("    in %su0;\n    in %shalf a0;\n    in column h0;\n    param p0 = 0.75;\n", types[roll(s, 4)], types[roll(s, 4)]);
	add_value(h, "u0", false, false, false);
	add_value(h, "a0", true, false, false);
	if (chance(s, 50)) {
		printf("    in %su1;\n    in %shalf a1;\n", types[roll(s, 4)], types[roll(s, 4)]);
		add_value(h, "u1", false, false, false);
		add_value(h, "a1", true, false, false);
	}
	if (chance(s, 40)) {
		printf("    in int half i0;\n");
		add_value(h, "i0", true, false, true);
	}
	if (chance(s, 40)) {
		printf("    in %shalf profile q0;\n    in profile q1;\n", types[roll(s, 4)]);
		add_value(h, "q0", true, true, false);
		add_value(h, "q1", false, true, false);
	}
	printf("    inout %shalf w0;\n    inout %sd0;\n", types[roll(s, 4)], types[roll(s, 4)]);
	if (chance(s, 50))
		printf("    out scalar z0;\n");
	else
		h->temps = 1; /* no sum */
	if (h->column)
		printf("    inout column c0;\n");
	h->boundary = chance(s, 35);
	if (h->boundary)
		printf("    inout half b0;\n    boundary b0 = %s;\n", rules[roll(s, 7)]);
	printf("\n");
}

void
put_half(struct smith *s)
{
	struct half_smith h = { .smith = s, .by_value = chance(s, 30) };
	const bool swept = chance(s, 55);
	bool sums;

	h.column = swept && chance(s, 60);
	printf("stencil smith {\n");
	put_declared(&h);
	sums = !h.temps;
	for (int i = 2 + roll(s, 4); i > 0; i--)
		if (chance(s, 30))
			put_branch(&h);
		else
			put_temporary(&h);
	if (h.boundary && chance(s, 70)) {
		h.half = true;
		h.own = 'b';
		printf("    b0 = 0.5*b0 + ");
		put_expression(&h, 1);
		printf(";\n");
		h.own = 0;
	}
	if (chance(s, 50))
		put_assigned(&h, "d0", false);
	else
		put_assigned(&h, "w0", true);
	if (swept)
		put_sweep(&h, 0);
	put_temporary(&h);
	put_assigned(&h, "w0", true);
	if (swept && chance(s, 40))
		put_sweep(&h, 1);
	put_assigned(&h, "d0", false);
	if (sums)
		put_sum(&h);
	printf("}\n");
}
