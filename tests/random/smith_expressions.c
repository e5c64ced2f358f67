#include "tests/random/smith.h"

#include <stdio.h>
#include <string.h>

void
put_literal(struct smith *s)
{
	static const char *const literals[] = {
		"1", "2", "3", "0.5", "0.25", ".125", "1.5", "2.", "1e-3", "1.5e+1", "0.1", "1/4", "2/3",
		"1.0", "0", "-1",
	};

	printf("%s", literals[roll(s, (int)(sizeof literals/sizeof *literals))]);
}

/* An int that no constant can be made of. */
static void
put_varying(struct smith *s)
{
	if (chance(s, 50) && put_whole_input(s))
		return;
	if (s->walls && chance(s, 40))
		put_distance(s);
	else if (s->whole_params && chance(s, 40))
		printf("m%d", roll(s, s->whole_params));
	else
		printf(chance(s, 70) ? "level" : "levels");
}

static void
put_whole_leaf(struct smith *s)
{
	if (chance(s, 25) && put_temp(s, WHOLES, CONDITIONS))
		return;
	if (chance(s, 60))
		put_varying(s);
	else
		printf("%d", roll(s, 10));
}

/* It wraps, on most levels. */
static void
put_huge(struct smith *s)
{
	static const char *const numbers[] = { "2147483647", "1000003", "65536", "46341" };

	printf("(");
	put_varying(s);
	printf("%s", chance(s, 50) ? "*" : chance(s, 50) ? " + " : " - ");
	printf("%s)", numbers[roll(s, 4)]);
}

static void
put_whole_pair(struct smith *s, int depth, const char *before, const char *between)
{
	printf("%s", before);
	put_whole(s, depth - 1);
	printf("%s", between);
	put_whole(s, depth - 1);
	printf(")");
}

void
put_whole(struct smith *s, int depth)
{
	switch (depth > 0 ? roll(s, 12) : 0) {
	case 0: case 1: case 2:
		put_whole_leaf(s);
		break;
	case 3: case 4: case 5:
		put_whole_pair(s, depth, "(", chance(s, 50) ? " + " : " - ");
		break;
	case 6:
		printf("(");
		put_varying(s);
		printf("*");
		put_whole(s, depth - 1);
		printf(")");
		break;
	case 7:
		printf(chance(s, 70) ? "abs(" : "sign(");
		put_whole(s, depth - 1);
		printf(" - %d)", roll(s, 4));
		break;
	case 8:
		put_whole_pair(s, depth, chance(s, 50) ? "min(" : "max(", ", ");
		break;
	case 9:
		printf("-");
		put_whole_leaf(s);
		break;
	case 10:
		put_huge(s);
		break;
	default:
		printf("(");
		put_condition(s, depth - 1);
		put_whole_pair(s, depth, " ? ", " : ");
		break;
	}
}

static void
put_leaf(struct smith *s)
{
	const int which = roll(s, 20);

	if (s->columns && which < 10 && put_swept(s))
		return;
	if (which < 6 && put_temp(s, 0, WHOLES))
		return;
	if (which < 8 && put_output(s))
		return;
	if (which < 13 && (s->scalars || s->clocks) && chance(s, 40))
		put_scalar(s);
	else if (which == 8 && s->params)
		printf("p%d", roll(s, s->params));
	else if (which == 9 && s->const_count)
		printf("k%d", roll(s, s->const_count));
	else if (which < 11)
		put_literal(s);
	else if (which < 13)
		put_whole(s, 2);
	else
		put_input(s);
}

static void
put_argument(struct smith *s, int depth)
{
	if (chance(s, 15))
		put_whole(s, 1);
	else
		put_number(s, depth - 1);
}

static void
put_call(struct smith *s, int depth)
{
	static const struct { const char *name; int arguments; } functions[] = {
		{ "min", 2 }, { "max", 2 }, { "abs", 1 }, { "sqrt", 1 }, { "floor", 1 }, { "ceil", 1 },
		{ "fma", 3 }, { "min", 2 }, { "max", 2 }, { "abs", 1 }, { "sign", 1 }, { "copysign", 2 },
		{ "float", 1 }, { "double", 1 }, { "real", 1 },
		{ "cbrt", 1 }, { "exp", 1 }, { "log", 1 }, { "sin", 1 }, { "cos", 1 }, { "tan", 1 }, { "tanh", 1 }, { "pow", 2 },
		{ "asin", 1 }, { "acos", 1 }, { "atan", 1 }, { "atan2", 2 }, { "sinh", 1 }, { "cosh", 1 }, { "erf", 1 },
		{ "log10", 1 }, { "exp2", 1 },
	};
	enum { EXACT = 15 }; /* of the first functions */
	const int which = roll(s, s->exact ? EXACT : (int)(sizeof functions/sizeof *functions));

	if (s->function_count && chance(s, 40) && put_function_call(s, depth))
		return;
	if (chance(s, 15)) {
		const int power = roll(s, s->exact ? 9 : 10);

		printf("pow(");
		put_argument(s, depth);
		printf(s->exact || chance(s, 80) ? ", %d)" : ", 2.5)", power);
		return;
	}
	printf("%s(", functions[which].name);
	for (int i = 0; i < functions[which].arguments; i++) {
		printf("%s", i ? ", " : "");
		put_argument(s, depth);
	}
	printf(")");
}

/* A condition and the number where it holds. */
static void
put_chosen(struct smith *s, int depth)
{
	int before[SIDES];

	memcpy(before, s->more, sizeof before);
	if (s->walls && chance(s, 70))
		put_guard(s);
	else
		put_condition(s, depth - 1);
	printf(" ? ");
	put_number(s, depth - 1);
	memcpy(s->more, before, sizeof before);
}

void
put_number(struct smith *s, int depth)
{
	const int which = depth > 0 ? roll(s, 12) : 0;
	const bool parentheses = which >= 3 && which < 9;

	if (parentheses)
		printf("(");
	switch (which) {
	case 0: case 1: case 2:
		put_leaf(s);
		break;
	case 3: case 4: case 5: case 6:
		put_number(s, depth - 1);
		printf("%s", which < 4 ? "*" : which < 6 ? " - " : " + ");
		put_number(s, depth - 1);
		break;
	case 7:
		put_number(s, depth - 1);
		printf("/(1.37 + "); /* no constants add up to 0 */
		put_number(s, depth - 1);
		printf(")");
		break;
	case 8:
		put_chosen(s, depth);
		printf(" : ");
		put_number(s, depth - 1);
		break;
	case 9:
		printf("-");
		put_leaf(s);
		break;
	default:
		put_call(s, depth);
		break;
	}
	if (parentheses)
		printf(")");
}

void
put_condition(struct smith *s, int depth)
{
	static const char *const comparisons[] = { "<", "<=", ">", ">=", "==", "!=" };
	const int which = depth > 0 ? roll(s, 10) : 4;

	if (s->walls && chance(s, 25)) {
		put_distance_condition(s);
		return;
	}
	if (which < 2) {
		printf("(");
		put_condition(s, depth - 1);
		printf(which ? " && " : " || ");
		put_condition(s, depth - 1);
		printf(")");
	} else if (which == 2) {
		printf("!(");
		put_condition(s, depth - 1);
		printf(")");
	} else if (which == 3) {
		put_whole(s, 2);
		printf(" %s ", comparisons[roll(s, 6)]);
		put_whole(s, 1);
	} else if (which == 8) {
		printf("(");
		put_condition(s, depth - 1);
		printf(" ? ");
		put_condition(s, depth - 1);
		printf(" : ");
		put_condition(s, depth - 1);
		printf(")");
	} else if (which == 9) {
		printf(chance(s, 50) ? "isnan(" : "isfinite(");
		put_argument(s, depth);
		printf(")");
	} else if (which == 7 && put_mask(s)) {
		return;
	} else if (which > 5 || !put_temp(s, CONDITIONS, DEAD)) {
		put_number(s, depth - 1);
		printf(" %s ", comparisons[roll(s, 6)]);
		put_number(s, depth - 1);
	}
}
