#include "tests/random/smith.h"

#include <stdio.h>

/* One kernel of points. It has accesses, storages and layouts that several kernels do not have: shared memory, warps, clusters, row buffers,
 * structs of fields, several steps a launch. Structs need fields of one type, several steps one in field and one out field. */

enum { MOST_PLAIN_INPUTS = 3, MOST_PLAIN_TEMPS = 3 };

struct plain {
	struct smith *smith;
	char letter;        /* of the in fields: u0 u1 ..., i0 ... of ints, b0 ... of bools */
	int inputs, outputs, temps;
	bool lone;          /* an in field and an out field; above and below is read in the own column only */
	bool mixed;         /* fields of other types and shapes beside */
	bool column;        /* a column variable, v */
	bool inout, branch, guard, function, levels, far;
	bool of_other_level[MOST_PLAIN_TEMPS]; /* what a temporary is made of */
	bool of_beside[MOST_PLAIN_TEMPS];
};

static const char *
choose(struct smith *s, const char *const *texts, int count)
{
	return texts[roll(s, count)];
}

static void
put_besides(struct plain *p)
{
	static const char *const near[] = { "west", "east", "north", "south", "-1,0", "0,+1", "south.east", "-1,-1", "0,-1" };
	static const char *const far[] = { "-3,0", "+4,0", "0,-3", "2,0", "0,3", "3,0" };

	printf("[%s]", p->far && chance(p->smith, 40) ? choose(p->smith, far, 6) : choose(p->smith, near, 9));
}

static void
put_level(struct plain *p)
{
	static const char *const levels[] = { "below", "above", "0,0,-1", "0,0,+1", "0,0,2", "0,0,-2" };

	printf("[%s]", choose(p->smith, levels, 6));
}

enum at { POINT, BESIDE, OTHER_LEVEL };

static void
put_input_at(struct plain *p, enum at at)
{
	printf("%s%c%d", p->letter == 'b' ? "(" : "", p->letter, roll(p->smith, p->inputs));
	if (at == BESIDE)
		put_besides(p);
	else if (at == OTHER_LEVEL)
		put_level(p);
	if (p->letter == 'b')
		printf(" ? 0.75 : -0.5)");
}

static enum at
choose_at(struct plain *p)
{
	return p->levels && chance(p->smith, 30) ? OTHER_LEVEL : chance(p->smith, 70) ? BESIDE : POINT;
}

static void
put_temp_at(struct plain *p)
{
	const int t = roll(p->smith, p->temps);

	printf("a%d", t);
	if (chance(p->smith, 80) && !(p->lone && p->of_other_level[t]))
		put_besides(p);
	else if (p->levels && !(p->lone && p->of_beside[t]))
		put_level(p);
}

static void
put_plain_factor(struct plain *p)
{
	static const char *const factors[] = { "0.5", "0.25", "0.75", "1.5", "-0.125" };
	struct smith *s = p->smith;

	if (p->column && chance(s, 50))
		printf("v");
	else if (s->params && chance(s, 40))
		printf("p0");
	else if (p->mixed && chance(s, 70))
		printf("%s", s->masks && chance(s, 40) ? "(b7 ? 0.5 : 0.25)" : s->whole_inputs && chance(s, 40) ? "i7"
			: s->profile && chance(s, 50) ? "q" : s->column ? "h" : "1.25");
	else
		printf("%s", choose(s, factors, 5));
}

/* Temporaries are read beside the point, so rows and threads may share them. */
static void
put_plain_term(struct plain *p)
{
	put_plain_factor(p);
	printf(p->function && chance(p->smith, 50) ? "*f0(" : "*(");
	if (p->temps && chance(p->smith, 60))
		put_temp_at(p);
	else
		put_input_at(p, choose_at(p));
	printf(")");
}

static void
put_plain_assignment(struct plain *p, int t)
{
	const enum at at = p->of_other_level[t] ? OTHER_LEVEL : p->of_beside[t] ? BESIDE : POINT;

	printf("a%d = ", t);
	put_plain_factor(p);
	printf(p->function ? "*f0(" : "*(");
	put_input_at(p, at);
	printf(" %c ", "+-*"[roll(p->smith, 3)]);
	put_input_at(p, POINT);
	printf(");\n");
}

static void
put_plain_temp(struct plain *p)
{
	struct smith *s = p->smith;
	const int t = p->temps;

	p->of_other_level[t] = p->levels && chance(s, 30);
	p->of_beside[t] = !p->of_other_level[t] && chance(s, 60);
	if (p->branch && chance(s, 60)) {
		printf("    if (");
		put_input_at(p, POINT);
		printf(" > 0.25) {\n        ");
		put_plain_assignment(p, t);
		printf("    } else {\n        a%d = ", t);
		put_plain_factor(p);
		printf(";\n    }\n");
	} else {
		printf("    ");
		put_plain_assignment(p, t);
	}
	p->temps++;
}

static void
put_plain_guard(struct plain *p)
{
	static const char *const guards[][2] = { { "below > 0", "below" }, { "above >= 1", "above" }, { "west > 0", "west" }, { "0 < south", "south" } };
	const int which = roll(p->smith, 4);

	printf(" + (%s ? ", guards[which][0]);
	printf("%s%c0[%s]%s : 0.5)", p->letter == 'b' ? "(" : "", p->letter, guards[which][1], p->letter == 'b' ? " ? 1 : 2)" : "");
}

static void
put_plain_output(struct plain *p, int number)
{
	const bool inout = p->inout && !number;

	printf("    %c%d = ", inout ? 'w' : 'd', number);
	for (int terms = 1 + roll(p->smith, 4); terms > 0; terms--) {
		put_plain_term(p);
		printf("%s", terms > 1 ? " + " : "");
	}
	if (p->guard)
		put_plain_guard(p);
	printf(inout ? " + 0.5*w0;\n" : ";\n");
}

static void
put_plain_declarations(struct plain *p, const char *type)
{
	struct smith *s = p->smith;

	for (int i = 0; i < p->inputs; i++)
		printf("    in %s%c%d;\n", p->letter == 'i' ? "int " : p->letter == 'b' ? "bool " : type, p->letter, i);
	for (int i = 0; i < p->outputs; i++)
		printf(p->inout && !i ? "    inout %sw%d;\n" : "    out %sd%d;\n", type, i);
	if (p->mixed && s->whole_inputs)
		printf("    in int i7 = -3..3;\n");
	if (p->mixed && s->masks)
		printf("    in bool b7;\n");
	if (p->mixed && s->column)
		printf("    in column h;\n");
	if (p->mixed && s->profile)
		printf("    in profile q;\n");
	if (s->params)
		printf("    param p0 = 0.75;\n");
	if (chance(s, 25))
		printf("    halo [5,5,4];\n");
	printf("\n");
	if (p->column)
		printf("    column v = %s;\n", p->mixed && s->column && chance(s, 50) ? "0.5*h" : s->params && chance(s, 50) ? "0.25*p0" : "0.5");
}

void
put_plain(struct smith *s)
{
	static const char *const types[] = { "", "", "", "real ", "float ", "double " };
	const char *type = types[roll(s, 6)];
	const bool lone = chance(s, 25);
	struct plain p = { .smith = s, .lone = lone, .letter = "uuuuuuib"[lone ? 0 : roll(s, 8)], .inputs = lone ? 1 : 1 + roll(s, MOST_PLAIN_INPUTS),
		.outputs = lone ? 1 : 1 + roll(s, 2), .mixed = !lone && chance(s, 50), .column = chance(s, 40), .inout = !lone && chance(s, 25),
		.branch = chance(s, 30), .guard = !lone && chance(s, 15), .function = chance(s, 30), .levels = chance(s, 50), .far = chance(s, 25) };

	if (p.function)
		printf("function f0(a) {\n    b = 0.25*a;\n    return b + 0.5*a;\n}\n");
	printf("stencil smith {\n");
	put_plain_declarations(&p, type);
	for (int count = roll(s, MOST_PLAIN_TEMPS) + roll(s, 2); count > 0; count--)
		put_plain_temp(&p);
	for (int i = 0; i < p.outputs; i++)
		put_plain_output(&p, i);
	printf("}\n");
}
