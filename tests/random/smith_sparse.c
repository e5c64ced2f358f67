#include "tests/random/smith.h"

#include <stdio.h>

static bool
put_sparse_temp(const struct temp *temp)
{
	if (temp->assigned)
		printf("%s", temp->name);
	return temp->assigned;
}

/* u, at the point itself or at a parent. */
static void
put_sparse_leaf(struct smith *s)
{
	switch (roll(s, 9)) {
	case 0: case 1:
		printf("u[left]");
		return;
	case 2: case 3:
		printf("u[right]");
		return;
	case 4:
		if (s->params) {
			printf("p%d", roll(s, s->params));
			return;
		}
		break;
	case 5:
		if (put_sparse_temp(&s->temps[roll(s, WHOLES)]))
			return;
		break;
	case 6:
		printf("%s", chance(s, 50) ? "0.5" : "0.25");
		return;
	default:
		break;
	}
	printf("u");
}

static void put_sparse_number(struct smith *s, int depth);

static void
put_sparse_pair(struct smith *s, int depth, const char *before, const char *between, const char *after)
{
	printf("%s", before);
	put_sparse_number(s, depth);
	printf("%s", between);
	put_sparse_number(s, depth);
	printf("%s", after);
}

static void
put_sparse_number(struct smith *s, int depth)
{
	switch (depth > 0 ? roll(s, 10) : 0) {
	case 0: case 1:
		put_sparse_leaf(s);
		break;
	case 2: case 3:
		put_sparse_pair(s, depth - 1, "(", " + ", ")");
		break;
	case 4: case 5:
		put_sparse_pair(s, depth - 1, "(", " - ", ")");
		break;
	case 6:
		put_sparse_pair(s, depth - 1, "(", "*", ")");
		break;
	case 7:
		put_sparse_pair(s, depth - 1, chance(s, 50) ? "min(" : "max(", ", ", ")");
		break;
	case 8:
		put_sparse_pair(s, depth - 1, "(", " < ", " ? ");
		put_sparse_pair(s, depth - 1, "", " : ", ")");
		break;
	default:
		printf("sqrt(1 + abs(");
		put_sparse_leaf(s);
		printf("))");
		break;
	}
}

/* The type of a declaration, mostly what --precision says. */
static const char *
sparse_type(struct smith *s)
{
	switch (roll(s, 5)) {
	case 0:
		return "double ";
	case 1:
		return "float ";
	default:
		return "";
	}
}

void
put_sparse(struct smith *s)
{
	printf("stencil smith on sparse {\n    inout %su;\n", sparse_type(s));
	for (int i = 0; i < s->params; i++)
		printf("    param %sp%d = %s;\n", sparse_type(s), i, chance(s, 50) ? "0.75" : "-2");
	printf("    sweep %s;\n\n", chance(s, 50) ? "up" : "down");
	for (int i = roll(s, 4); i > 0; i--) {
		struct temp *temp = &s->temps[roll(s, WHOLES)];

		printf("    %s = ", temp->name);
		put_sparse_number(s, 2);
		printf(";\n");
		temp->assigned = true;
	}
	/* Kernels read both parents, so a stencil does: else compilers warn. */
	printf("    u = ");
	put_sparse_number(s, 3);
	printf(" - 0.125*u[left] + 0.25*u[right];\n}\n");
}
