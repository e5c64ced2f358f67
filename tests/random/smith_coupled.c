#include "tests/random/smith_columns.h"

#include <stdio.h>

/* What couples columns: reads beside the point of what other statements made. */

enum { MOST_REACH = 2 }; /* beside what inputs reach */

void
note_read(struct columns *c, const struct swept *x, int far)
{
	c->bound |= x->bound || x->name[0] == 'd' || x->name[0] == 'e';
	if (c->reach < x->reach + far)
		c->reach = x->reach + far;
}

void
note_assigned(struct columns *c)
{
	for (int i = 0; i < c->count; i++) {
		struct swept *x = &c->names[i];

		if (!x->assigns)
			continue;
		x->bound |= c->bound;
		if (x->reach < c->reach)
			x->reach = c->reach;
	}
	c->bound = false;
	c->reach = 0;
}

/* What a field holds beyond the domain is its own, whatever it is made of. */
static int
reach_of(const struct swept *x)
{
	return x->name[0] == 'w' ? 0 : x->reach;
}

bool
put_beside(struct smith *s, const struct swept *x)
{
	static const char *const offsets[] = { "west", "east", "north", "south", "west.south", "-1,0,0", "0,+1" };

	if (!s->coupled || x->assigns || !x->before || reach_of(x) >= MOST_REACH || x->name[0] == 'd' || x->name[0] == 'e')
		return false;
	if (x->bound && x->name[0] != 'w')
		return false;
	printf("%s[%s]", x->name, offsets[roll(s, 7)]);
	note_read(s->columns, x, 1);
	return true;
}
