#include "tests/random/smith.h"

#include <stdio.h>
#include <string.h>

static const char *const sides[] = { "west", "east", "north", "south", "below", "above" };

static int
choose_side(struct smith *s)
{
	return s->walls == LEVELS_ONLY ? 4 + roll(s, 2) : roll(s, SIDES);
}

void
put_distance(struct smith *s)
{
	printf("(%s + %d)", sides[choose_side(s)], roll(s, 4));
}

static void
put_comparison(struct smith *s, const char *side, const char *op, const char *reverse, int number)
{
	if (chance(s, 70))
		printf("%s %s %d", side, op, number);
	else
		printf("%d %s %s", number, reverse, side);
}

void
put_distance_condition(struct smith *s)
{
	static const char *const operators[][2] = {
		{ "<", ">" }, { "<=", ">=" }, { ">", "<" }, { ">=", "<=" }, { "==", "==" }, { "!=", "!=" },
	};
	const int which = roll(s, 6);
	const char *side = sides[choose_side(s)];
	int number = roll(s, 5) - 1;

	/* With others a temporary would read from a cell beyond the domain. */
	if (number < 0 && strcmp(operators[which][0], ">") && strcmp(operators[which][0], "<="))
		number = 0;
	put_comparison(s, side, operators[which][0], operators[which][1], number);
}

/* At least n cells lie on the side. */
static void
put_far(struct smith *s, const char *side, int n)
{
	switch (roll(s, n == 1 ? 4 : 3)) {
	case 0:
		put_comparison(s, side, ">=", "<=", n);
		break;
	case 1:
		put_comparison(s, side, ">", "<", n - 1);
		break;
	case 2:
		printf("!(");
		put_comparison(s, side, "<", ">", n);
		printf(")");
		break;
	default:
		put_comparison(s, side, "!=", "!=", 0);
		break;
	}
}

/* At most n. */
static void
put_near(struct smith *s, const char *side, int n)
{
	if (n == 0 && chance(s, 50))
		put_comparison(s, side, "==", "==", 0);
	else if (chance(s, 50))
		put_comparison(s, side, "<", ">", n + 1);
	else
		printf("!(%s > %d)", side, n);
}

/* How much farther than elsewhere reads may go along an axis. */
static int
room(const struct smith *s, int side)
{
	const int reach[] = { s->reach.x, s->reach.y, s->reach.z }, most[] = { PLANE_REACH, PLANE_REACH, LEVEL_REACH };

	return s->still ? 0 : most[side/2] - reach[side/2];
}

void
put_guard(struct smith *s)
{
	const int side = choose_side(s), across = side^1, n = roll(s, 2);
	const bool also = chance(s, 30);

	if (chance(s, 70)) {
		put_far(s, sides[side], n + 1);
		if (s->more[side] < n + 1)
			s->more[side] = n + 1 < room(s, side) ? n + 1 : room(s, side);
	} else {
		put_near(s, sides[side], n);
		s->more[across] = room(s, across);
	}
	if (!also)
		return;
	printf(" && ");
	if (chance(s, 60)) {
		put_guard(s);
	} else {
		printf("(");
		put_condition(s, 1);
		printf(")");
	}
}
