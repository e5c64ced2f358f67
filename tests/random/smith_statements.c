#include "tests/random/smith.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NESTED = 3 }; /* ifs in ifs */

static void
indent(const struct smith *s)
{
	printf("%*s", 4*(s->depth + 1), "");
}

static void
put_value(struct smith *s, int which)
{
	if (which >= CONDITIONS && which < DEAD)
		put_condition(s, 2);
	else if (which >= WHOLES && which < CONDITIONS)
		put_whole(s, 2);
	else
		put_number(s, 1 + roll(s, 3));
}

static void
put_temp_assignment(struct smith *s, int which)
{
	struct temp *temp = &s->temps[which];
	const struct reads around = s->reads;

	indent(s);
	printf("%s = ", temp->name);
	put_value(s, which);
	printf(";\n");
	temp->assigned = true;
	if (temp->open) /* what the if statement reads is put together at its end */
		return;
	temp->reads = s->reads;
	s->reads = around;
}

static void
put_output_assignment(struct smith *s, struct output *output)
{
	const bool updated = s->updates[output - s->output];

	indent(s);
	printf("%s = ", output->name);
	s->updates[output - s->output] = true;
	put_number(s, 1 + roll(s, 3));
	s->updates[output - s->output] = updated;
	printf(";\n");
	output->assigned = output->ever = true;
}

/* Within an if statement. */
static void
put_update(struct smith *s, int number)
{
	if (!s->program || s->updates[number])
		put_output_assignment(s, &s->output[number]);
}

static void put_branches(struct smith *s, const bool *may_assign, int most);

/* Of no use: nothing in it is read or written. */
static void
put_dead_if(struct smith *s)
{
	indent(s);
	printf("if (");
	put_condition(s, 2);
	printf(") {\n");
	s->depth++;
	for (int which = DEAD; which < TEMPS; which++) {
		indent(s);
		printf("%s = ", s->temps[which].name);
		put_number(s, 2);
		printf(";\n");
	}
	s->depth--;
	indent(s);
	printf("}\n");
}

static void
put_block(struct smith *s, const bool *may_assign)
{
	s->depth++;
	for (int i = 1 + roll(s, 3); i > 0; i--) {
		const int which = roll(s, TEMPS);

		if (s->depth < MOST_NESTED && chance(s, 25)) {
			indent(s);
			put_branches(s, may_assign, 2);
		} else if (s->depth < MOST_NESTED && chance(s, 8)) {
			put_dead_if(s);
		} else if (may_assign[which]) {
			put_temp_assignment(s, which);
		} else if (s->outputs && chance(s, 60)) {
			put_update(s, roll(s, s->outputs));
		}
	}
	s->depth--;
}

/* if, else if, else, all in one: the state is taken back for each block, and what
 * all of them assign is assigned. */
static void
put_branches(struct smith *s, const bool *may_assign, int most)
{
	struct smith before, after_then;
	const bool was_inside = s->inside;
	int more[SIDES];

	printf("if (");
	memcpy(more, s->more, sizeof more);
	if (s->walls && chance(s, 60))
		put_guard(s);
	else
		put_condition(s, 2);
	printf(") {\n");
	s->inside = true;
	before = *s;
	put_block(s, may_assign);
	memcpy(s->more, more, sizeof more);
	indent(s);
	printf("}");
	after_then = *s;
	memcpy(s->temps, before.temps, sizeof s->temps);
	memcpy(s->output, before.output, sizeof s->output);
	if (most && chance(s, 30)) {
		printf(" else ");
		put_branches(s, may_assign, most - 1);
	} else if (chance(s, 70)) {
		printf(" else {\n");
		put_block(s, may_assign);
		indent(s);
		printf("}\n");
	} else {
		printf("\n");
	}
	for (int i = 0; i < TEMPS; i++)
		s->temps[i].assigned &= after_then.temps[i].assigned;
	for (int i = 0; i < s->outputs; i++) {
		s->output[i].assigned &= after_then.output[i].assigned;
		s->output[i].ever |= after_then.output[i].ever;
	}
	s->inside = was_inside;
}

static void
put_if(struct smith *s)
{
	const struct reads nothing = { .output = false };
	bool may_assign[TEMPS];

	/* The first condition could read these at an offset, but the others not. */
	s->reads = nothing;
	for (int i = 0; i < TEMPS; i++) {
		may_assign[i] = s->temps[i].open = i >= DEAD || chance(s, 40);
		if (may_assign[i])
			reads_include(&s->reads, &s->temps[i].reads, (struct offset){ 0, 0, 0 });
	}
	for (int i = 0; i < s->outputs && s->program; i++)
		s->updates[i] = chance(s, 50);
	indent(s);
	put_branches(s, may_assign, 2);
	memset(s->updates, 0, sizeof s->updates);
	for (int i = 0; i < TEMPS; i++) {
		if (may_assign[i])
			s->temps[i].reads = s->reads;
		s->temps[i].open = false;
	}
}

void
put_some(struct smith *s, int most)
{
	const struct reads nothing = { .output = false };

	for (int i = most; i > 0; i--) {
		const int which = roll(s, 22);

		s->reads = nothing;
		if (chance(s, 20)) {
			indent(s);
			printf("// Statement %d from the end.\n", i);
		}
		if (s->program && s->outputs && chance(s, 15)) /* in no function; what is summed up is so in the domain */
			put_total(s);
		if (s->clocks && s->outputs && chance(s, 30))
			put_clock(s, roll(s, s->clocks));
		if (which < 10)
			put_temp_assignment(s, roll(s, WHOLES));
		else if (which < 15)
			put_temp_assignment(s, WHOLES + roll(s, TEMPS - WHOLES));
		else if (which < 17 && s->outputs)
			put_output_assignment(s, &s->output[roll(s, s->outputs)]);
		else
			put_if(s);
	}
}

void
put_statements(struct smith *s)
{
	const struct reads nothing = { .output = false };

	for (int i = 0; i < s->outputs; i++) /* so that others read them */
		if (s->output[i].filled && chance(s, 80)) {
			s->reads = nothing;
			put_output_assignment(s, &s->output[i]);
		}
	put_some(s, 2 + roll(s, 7));
	put_unset_totals(s);
	for (int i = 0; i < s->outputs; i++) {
		s->reads = nothing;
		if (s->output[i].inout ? !s->output[i].ever : !s->output[i].assigned || chance(s, 20))
			put_output_assignment(s, &s->output[i]);
	}
	for (int i = 0; i < s->clocks; i++)
		put_clock(s, i);
}
