#include "tests/random/smith.h"

#include <stdio.h>
#include <stdlib.h>

static int
lesser(int a, int b)
{
	return a < b ? a : b;
}

static int
greater(int a, int b)
{
	return a > b ? a : b;
}

static struct offset
add(struct offset a, struct offset b)
{
	return (struct offset){ a.x + b.x, a.y + b.y, a.z + b.z };
}

void
reads_include(struct reads *reads, const struct reads *more, struct offset at)
{
	const struct offset min = add(more->min, at), max = add(more->max, at);

	reads->min.x = lesser(reads->min.x, min.x);
	reads->min.y = lesser(reads->min.y, min.y);
	reads->min.z = lesser(reads->min.z, min.z);
	reads->max.x = greater(reads->max.x, max.x);
	reads->max.y = greater(reads->max.y, max.y);
	reads->max.z = greater(reads->max.z, max.z);
	reads->output |= more->output;
}

/* An offset at which what reads so far stays within reach. */
static struct offset
choose_offset(struct smith *s, const struct reads *reads)
{
	struct offset at = { 0, 0, 0 };
	int *const component[] = { &at.x, &at.y, &at.z };
	const int low[] = { reads->min.x, reads->min.y, reads->min.z };
	const int high[] = { reads->max.x, reads->max.y, reads->max.z };
	const int most[] = { s->reach.x, s->reach.y, s->reach.z };

	if (reads->output || chance(s, 40))
		return at;
	for (int i = 0; i < 2; i++) {
		const int axis = roll(s, 3), reach = most[axis];
		const int from = -reach - s->more[2*axis] - low[axis], to = reach + s->more[2*axis + 1] - high[axis];

		if (from <= to)
			*component[axis] = from + roll(s, to - from + 1);
		if (chance(s, 70))
			break;
	}
	return at;
}

static bool
put_declared(struct smith *s, struct offset at)
{
	for (int i = 0; i < s->neighbor_count; i++)
		if (s->neighbors[i].x == at.x && s->neighbors[i].y == at.y && s->neighbors[i].z == at.z) {
			printf("[corner%d]", i);
			return true;
		}
	return false;
}

static void
put_offset(struct smith *s, struct offset at)
{
	if (!at.x && !at.y && !at.z && chance(s, 90))
		return;
	if (chance(s, 60) && put_declared(s, at))
		return;
	if (abs(at.x) + abs(at.y) + abs(at.z) == 1 && chance(s, 50))
		printf("[%s]", at.x ? at.x < 0 ? "west" : "east" : at.y ? at.y < 0 ? "north" : "south"
			: at.z < 0 ? "below" : "above");
	else if (abs(at.x) == 1 && abs(at.y) == 1 && !at.z && chance(s, 50))
		printf("[%s.%s]", at.y < 0 ? "north" : "south", at.x < 0 ? "west" : "east");
	else if (!at.z && chance(s, 70))
		printf("[%d,%d]", at.x, at.y);
	else
		printf("[%+d,%+d,%d]", at.x, at.y, at.z);
}

void
put_input(struct smith *s)
{
	const struct reads nothing = { .output = false };
	struct offset at = choose_offset(s, &nothing);
	const int which = roll(s, 10);

	if (which == 0 && s->column) {
		printf("h");
		at.z = 0;
	} else if (which == 1 && s->profile) {
		printf("q");
		at.x = at.y = 0;
	} else {
		printf("u%d", roll(s, s->inputs));
	}
	put_offset(s, at);
	reads_include(&s->reads, &nothing, at);
}

/* One of so many fields that are called by a letter. */
static bool
put_one_of(struct smith *s, char letter, int count)
{
	const struct reads nothing = { .output = false };
	struct offset at;

	if (!count)
		return false;
	at = choose_offset(s, &nothing);
	printf("%c%d", letter, roll(s, count));
	put_offset(s, at);
	reads_include(&s->reads, &nothing, at);
	return true;
}

bool
put_whole_input(struct smith *s)
{
	return put_one_of(s, 'i', s->whole_inputs);
}

bool
put_mask(struct smith *s)
{
	return put_one_of(s, 'b', s->masks);
}

bool
put_temp(struct smith *s, int from, int to)
{
	const int first = roll(s, to - from);

	for (int i = 0; i < to - from; i++) {
		const struct temp *temp = &s->temps[from + (first + i) % (to - from)];
		const struct reads still = { .output = true };
		struct offset at;

		if (!temp->assigned)
			continue;
		at = choose_offset(s, temp->open ? &still : &temp->reads);
		printf("%s", temp->name);
		put_offset(s, at);
		reads_include(&s->reads, &temp->reads, at);
		return true;
	}
	return false;
}

/* In a program an inout has values everywhere, and so has an out whose halo is filled, behind the statement that assigns it;
 * elsewhere the statement that assigns it does not read it. */
static void
put_inout(struct smith *s, int number)
{
	const struct reads nothing = { .output = false }, still = { .output = true };
	const struct offset at = choose_offset(s, s->updates[number] ? &still : &nothing);

	put_offset(s, at);
	reads_include(&s->reads, &nothing, at);
}

bool
put_output(struct smith *s)
{
	const int number = s->outputs ? roll(s, s->outputs) : 0;
	const struct output *output = s->outputs ? &s->output[number] : NULL;

	if (!output || (!output->inout && !output->assigned))
		return false;
	printf("%s", output->name);
	if (s->program && (output->inout || (output->filled && !s->updates[number])))
		put_inout(s, number);
	else
		s->reads.output = true;
	return true;
}
