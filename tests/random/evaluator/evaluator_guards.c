#include "tests/random/evaluator/evaluator_program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int
side_of(struct program *p, const struct node *node)
{
	static const char *const sides[] = { "west", "east", "north", "south", "below", "above" };

	for (int s = 0; s < SIDES_6; s++)
		if (node->form == F_NAME && !strcmp(node->text, sides[s]) && !find_name(p, node->text))
			return s;
	return -1;
}

/* A whole number with a sign, or none. */
static bool
whole_number(const struct node *node, int *number)
{
	if (node->form == F_UNARY && *node->text == '-' && whole_number(node->part[0], number)) {
		*number = -*number;
		return true;
	}
	if (node->form != F_NUMBER || strspn(node->text, "0123456789") != strlen(node->text) || strlen(node->text) > 8)
		return false;
	*number = atoi(node->text);
	return true;
}

static void
at_least(struct known *known, int side, int number)
{
	if (!known->has_low[side] || known->low[side] < number)
		known->low[side] = number;
	known->has_low[side] = true;
}

static void
at_most(struct known *known, int side, int number)
{
	if (!known->has_high[side] || known->high[side] > number)
		known->high[side] = number;
	known->has_high[side] = true;
}

static void
learn_other(struct known *known, int side, int number)
{
	if (known->has_low[side] && known->low[side] == number)
		known->low[side]++;
	else if (known->has_high[side] && known->high[side] == number)
		known->high[side]--;
}

/* The distance compares so with the number; op is one of < > and so on. */
static void
learn_comparison(struct known *known, int side, const char *op, int number)
{
	if (!strcmp(op, "<"))
		at_most(known, side, number - 1);
	else if (!strcmp(op, "<="))
		at_most(known, side, number);
	else if (!strcmp(op, ">"))
		at_least(known, side, number + 1);
	else if (!strcmp(op, ">="))
		at_least(known, side, number);
	else if (!strcmp(op, "!="))
		learn_other(known, side, number);
	else {
		at_least(known, side, number);
		at_most(known, side, number);
	}
}

static const char *
other_operator(const char *op, const char *const pairs[][2])
{
	for (int i = 0; i < 6; i++)
		if (!strcmp(op, pairs[i][0]))
			return pairs[i][1];
	return NULL;
}

void
learn(struct program *p, struct known *known, const struct node *condition, bool holds)
{
	static const char *const contrary[][2] = { { "<", ">=" }, { "<=", ">" }, { ">", "<=" }, { ">=", "<" },
		{ "==", "!=" }, { "!=", "==" } };
	static const char *const mirrored[][2] = { { "<", ">" }, { "<=", ">=" }, { ">", "<" }, { ">=", "<=" },
		{ "==", "==" }, { "!=", "!=" } };
	const struct node *left = condition->part[0], *right = condition->part[1];
	const char *op = condition->text;
	int number;

	if (p->coarse)
		return;
	if (condition->form == F_UNARY) {
		learn(p, known, left, !holds);
		return;
	}
	if (condition->form != F_BINARY)
		return;
	if (!strcmp(op, holds ? "&&" : "||")) {
		learn(p, known, left, holds);
		learn(p, known, right, holds);
	}
	if (!other_operator(op, contrary))
		return;
	op = holds ? op : other_operator(op, contrary);
	if (side_of(p, left) >= 0 && whole_number(right, &number))
		learn_comparison(known, side_of(p, left), op, number);
	else if (side_of(p, right) >= 0 && whole_number(left, &number))
		learn_comparison(known, side_of(p, right), other_operator(op, mirrored), number);
}

static int
most(int a, int b)
{
	return a > b ? a : b;
}

/* Something that far towards a side is read. */
static void
add_far(struct reach *to, int side, int far, const struct known *known)
{
	const int across = side ^ 1;

	if (known->has_low[side] && far <= known->low[side]) {
		to->spared |= far > 0;
		return;
	}
	if (far > 0 && known->has_high[across]) {
		to->cells[side/2] = most(to->cells[side/2], known->high[across] + far + 1 - known->more);
	} else if (known->has_low[side]) {
		to->beyond[side] = most(to->beyond[side], far - known->low[side]);
	} else {
		to->far[side] = to->any[side] ? most(to->far[side], far) : far;
		to->any[side] = true;
	}
}

bool
reach_add(struct reach *to, const struct reach *by, const int *offset, const struct known *known)
{
	const struct reach before = *to;

	for (int s = 0; s < SIDES_6; s++) {
		if (by->any[s])
			add_far(to, s, by->far[s] + (s % 2 ? offset[s/2] : -offset[s/2]), known);
		to->beyond[s] = most(to->beyond[s], by->beyond[s]);
	}
	for (int a = 0; a < AXES_3; a++)
		to->cells[a] = most(to->cells[a], by->cells[a]);
	to->spared |= by->spared;
	return memcmp(&before, to, sizeof before) != 0;
}
