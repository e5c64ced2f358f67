/* Writes a random stencil that is right: stencilsmith SEED. The same seed gives
 * the same stencil on every machine. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_TEMPS = 6,      /* t0 t1 ..., numbers */
	MOST_CONDITIONS = 3, /* c0 c1 ... */
	MOST_INPUTS = 4,
	MOST_OUTPUTS = 3,
	PLANE_REACH = 2,     /* offsets, also through temporaries */
	LEVEL_REACH = 1,
};

struct offset {
	int x, y, z;
};

/* What a value is made of, at the most. */
struct reads {
	struct offset min, max;
	bool output; /* an out or inout: no reading it elsewhere */
};

/* A temporary. */
struct temp {
	char name[12];
	bool assigned; /* on every path so far */
	bool open;     /* by the if statement being written */
	struct reads reads;
};

struct output {
	char name[12];
	bool inout, assigned, ever;
};

struct smith {
	uint64_t state;
	int inputs, outputs, params, whole_params;
	bool column, profile, neighbor;
	struct temp temps[MOST_TEMPS + MOST_CONDITIONS]; /* conditions last */
	struct output output[MOST_OUTPUTS];
	struct reads reads; /* of the expression being written, and what is around it */
	int depth;          /* of statements */
};

/* Marsaglia's xorshift, from 0 to n - 1. */
static int
roll(struct smith *s, int n)
{
	s->state ^= s->state << 13;
	s->state ^= s->state >> 7;
	s->state ^= s->state << 17;
	return (int)((s->state >> 33) % (uint64_t)n);
}

static bool
chance(struct smith *s, int percent)
{
	return roll(s, 100) < percent;
}

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

static void
include(struct reads *reads, const struct reads *more, struct offset at)
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

	if (reads->output || chance(s, 40))
		return at;
	for (int i = 0; i < 2; i++) {
		const int axis = roll(s, 3), reach = axis == 2 ? LEVEL_REACH : PLANE_REACH;
		const int from = -reach - low[axis], to = reach - high[axis];

		*component[axis] = from + roll(s, to - from + 1);
		if (chance(s, 70))
			break;
	}
	return at;
}

static void
put_offset(struct smith *s, struct offset at)
{
	if (!at.x && !at.y && !at.z && chance(s, 90))
		return;
	if (abs(at.x) + abs(at.y) + abs(at.z) == 1 && chance(s, 50))
		printf("[%s]", at.x ? at.x < 0 ? "west" : "east" : at.y ? at.y < 0 ? "north" : "south"
			: at.z < 0 ? "below" : "above");
	else if (at.x == 1 && at.y == -1 && !at.z && chance(s, 50))
		printf(s->neighbor ? "[corner]" : "[north.east]");
	else if (!at.z && chance(s, 70))
		printf("[%d,%d]", at.x, at.y);
	else
		printf("[%+d,%+d,%d]", at.x, at.y, at.z);
}

static void
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
	include(&s->reads, &nothing, at);
}

/* One of the temporaries from..to-1, if any can be read. */
static bool
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
		include(&s->reads, &temp->reads, at);
		return true;
	}
	return false;
}

static bool
put_output(struct smith *s)
{
	const struct output *output = &s->output[roll(s, s->outputs)];

	if (!output->inout && !output->assigned)
		return false;
	printf("%s", output->name);
	s->reads.output = true;
	return true;
}

static void
put_literal(struct smith *s)
{
	static const char *const literals[] = {
		"1", "2", "3", "0.5", "0.25", ".125", "1.5", "7", "1e-3", "1.5e+1", "10", "0.1", "1/4", "2/3",
	};

	printf("%s", literals[roll(s, (int)(sizeof literals/sizeof *literals))]);
}

/* A small whole number. */
static void
put_whole(struct smith *s, int depth)
{
	switch (depth ? roll(s, 7) : roll(s, 3)) {
	case 0:
		printf(chance(s, 70) ? "level" : "levels");
		break;
	case 1:
		if (s->whole_params) {
			printf("m");
			break;
		}
		/* fall through */
	case 2:
		printf("%d", 1 + roll(s, 9));
		break;
	case 3: case 4:
		printf("(");
		put_whole(s, depth - 1);
		printf(chance(s, 50) ? " + " : " - ");
		put_whole(s, depth - 1);
		printf(")");
		break;
	case 5:
		printf("%d*", 1 + roll(s, 4));
		printf("abs(");
		put_whole(s, 0);
		printf(" - %d)", roll(s, 4));
		break;
	default:
		printf(chance(s, 50) ? "min(" : "max(");
		put_whole(s, depth - 1);
		printf(", ");
		put_whole(s, depth - 1);
		printf(")");
		break;
	}
}

static void put_number(struct smith *s, int depth);
static void put_condition(struct smith *s, int depth);

static void
put_leaf(struct smith *s)
{
	const int which = roll(s, 20);

	if (which < 6 && put_temp(s, 0, MOST_TEMPS))
		return;
	if (which < 8 && put_output(s))
		return;
	if (which == 8 && s->params)
		printf("p%d", roll(s, s->params));
	else if (which < 12)
		put_literal(s);
	else if (which == 12)
		put_whole(s, 1);
	else
		put_input(s);
}

static void
put_call(struct smith *s, int depth)
{
	static const struct { const char *name; int arguments; } functions[] = {
		{ "min", 2 }, { "max", 2 }, { "abs", 1 }, { "sqrt", 1 }, { "floor", 1 }, { "ceil", 1 },
		{ "fma", 3 }, { "min", 2 }, { "max", 2 }, { "abs", 1 }, { "cbrt", 1 }, { "exp", 1 },
		{ "log", 1 }, { "sin", 1 }, { "cos", 1 }, { "tan", 1 }, { "tanh", 1 },
	};
	const int which = roll(s, (int)(sizeof functions/sizeof *functions));

	if (chance(s, 15)) {
		printf("pow(");
		put_number(s, depth - 1);
		if (chance(s, 80))
			printf(", %d)", roll(s, 6));
		else
			printf(", 2.5)");
		return;
	}
	printf("%s(", functions[which].name);
	for (int i = 0; i < functions[which].arguments; i++) {
		printf("%s", i ? ", " : "");
		put_number(s, depth - 1);
	}
	printf(")");
}

static void
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
		printf("/(1 + ");
		put_number(s, depth - 1);
		printf(")");
		break;
	case 8:
		put_condition(s, depth - 1);
		printf(" ? ");
		put_number(s, depth - 1);
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

static void
put_condition(struct smith *s, int depth)
{
	static const char *const comparisons[] = { "<", "<=", ">", ">=", "==", "!=" };
	const int which = depth > 0 ? roll(s, 8) : 4;

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
		put_whole(s, 1);
		printf(" %s ", comparisons[roll(s, 6)]);
		put_whole(s, 1);
	} else if (which > 5 || !put_temp(s, MOST_TEMPS, MOST_TEMPS + MOST_CONDITIONS)) {
		put_number(s, depth - 1);
		printf(" %s ", comparisons[roll(s, 4)]);
		put_number(s, depth - 1);
	}
}

static void
indent(const struct smith *s)
{
	printf("%*s", 4*(s->depth + 1), "");
}

static void
put_temp_assignment(struct smith *s, int which)
{
	struct temp *temp = &s->temps[which];
	const struct reads around = s->reads;

	indent(s);
	printf("%s = ", temp->name);
	if (which < MOST_TEMPS)
		put_number(s, 1 + roll(s, 3));
	else
		put_condition(s, 2);
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
	indent(s);
	printf("%s = ", output->name);
	put_number(s, 1 + roll(s, 3));
	printf(";\n");
	output->assigned = output->ever = true;
}

static void
put_block(struct smith *s, const bool *may_assign)
{
	s->depth++;
	for (int i = 1 + roll(s, 3); i > 0; i--) {
		const int which = roll(s, MOST_TEMPS + MOST_CONDITIONS);

		if (may_assign[which])
			put_temp_assignment(s, which);
		else if (chance(s, 60))
			put_output_assignment(s, &s->output[roll(s, s->outputs)]);
	}
	s->depth--;
}

/* if, else if, else, all in one: the state is taken back for each block, and what
 * all of them assign is assigned. */
static void
put_branches(struct smith *s, const bool *may_assign, int most)
{
	struct smith before, after_then;

	printf("if (");
	put_condition(s, 2);
	printf(") {\n");
	before = *s;
	put_block(s, may_assign);
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
	for (int i = 0; i < MOST_TEMPS + MOST_CONDITIONS; i++)
		s->temps[i].assigned &= after_then.temps[i].assigned;
	for (int i = 0; i < s->outputs; i++) {
		s->output[i].assigned &= after_then.output[i].assigned;
		s->output[i].ever |= after_then.output[i].ever;
	}
}

static void
put_if(struct smith *s)
{
	const struct reads nothing = { .output = false };
	bool may_assign[MOST_TEMPS + MOST_CONDITIONS];

	/* The first condition could read these at an offset, but the others not. */
	s->reads = nothing;
	for (int i = 0; i < MOST_TEMPS + MOST_CONDITIONS; i++) {
		may_assign[i] = s->temps[i].open = chance(s, 40);
		if (may_assign[i])
			include(&s->reads, &s->temps[i].reads, (struct offset){ 0, 0, 0 });
	}
	indent(s);
	put_branches(s, may_assign, 2);
	for (int i = 0; i < MOST_TEMPS + MOST_CONDITIONS; i++) {
		if (may_assign[i])
			s->temps[i].reads = s->reads;
		s->temps[i].open = false;
	}
}

static void
put_declarations(struct smith *s)
{
	static const char *const types[] = { "", "", "", "real ", "float ", "double " };

	for (int i = 0; i < s->inputs; i++)
		printf("    in %su%d;\n", types[roll(s, 6)], i);
	if (s->column)
		printf("    in %scolumn h;\n", types[roll(s, 6)]);
	if (s->profile)
		printf("    in %sprofile q;\n", types[roll(s, 6)]);
	for (int i = 0; i < s->outputs; i++)
		printf("    %s %s%s;\n", s->output[i].inout ? "inout" : "out", types[roll(s, 6)],
			s->output[i].name);
	for (int i = 0; i < s->params; i++)
		printf("    param %sp%d = %s;\n", types[roll(s, 6)], i, chance(s, 50) ? "0.75" : "-2");
	if (s->whole_params)
		printf("    param int m = %d;\n", roll(s, 5));
	if (s->neighbor)
		printf("    neighbor corner = [1,-1];\n");
	if (chance(s, 25))
		printf("    halo [%d,%d,%d];\n", PLANE_REACH, PLANE_REACH + roll(s, 2), LEVEL_REACH);
	printf("\n");
}

static void
put_statements(struct smith *s)
{
	const struct reads nothing = { .output = false };

	for (int i = 2 + roll(s, 7); i > 0; i--) {
		const int which = roll(s, 20);

		s->reads = nothing;
		if (chance(s, 20)) {
			indent(s);
			printf("// Statement %d from the end.\n", i);
		}
		if (which < 11)
			put_temp_assignment(s, roll(s, MOST_TEMPS));
		else if (which < 13)
			put_temp_assignment(s, MOST_TEMPS + roll(s, MOST_CONDITIONS));
		else if (which < 15)
			put_output_assignment(s, &s->output[roll(s, s->outputs)]);
		else
			put_if(s);
	}
	for (int i = 0; i < s->outputs; i++) {
		s->reads = nothing;
		if (s->output[i].inout ? !s->output[i].ever : !s->output[i].assigned || chance(s, 20))
			put_output_assignment(s, &s->output[i]);
	}
}

static void
prepare(struct smith *s, unsigned long seed)
{
	/* Seeds that are close to each other must not give what is. */
	s->state = (seed + 1)*UINT64_C(0x9e3779b97f4a7c15);
	s->state ^= s->state >> 29;
	s->state += !s->state;
	for (int i = 0; i < 8; i++)
		roll(s, 2);
	s->inputs = 1 + roll(s, MOST_INPUTS);
	s->outputs = 1 + roll(s, MOST_OUTPUTS);
	s->params = roll(s, 3);
	s->whole_params = roll(s, 2);
	s->column = chance(s, 40);
	s->profile = chance(s, 40);
	s->neighbor = chance(s, 20);
	for (int i = 0; i < s->outputs; i++) {
		s->output[i].inout = chance(s, 35);
		snprintf(s->output[i].name, sizeof s->output[i].name, "%c%d",
			s->output[i].inout ? 'w' : 'd', i);
	}
	for (int i = 0; i < MOST_TEMPS + MOST_CONDITIONS; i++)
		snprintf(s->temps[i].name, sizeof s->temps[i].name, "%c%d", i < MOST_TEMPS ? 't' : 'c',
			i < MOST_TEMPS ? i : i - MOST_TEMPS);
}

int
main(int argc, char **argv)
{
	struct smith s = { 0 };
	unsigned long seed;
	char *end;

	if (argc != 2 || (seed = strtoul(argv[1], &end, 10), *end) || !*argv[1]) {
		fputs("Usage: stencilsmith SEED\n", stderr);
		return 2;
	}
	prepare(&s, seed);
	printf("// A random stencil: stencilsmith %lu.\nstencil smith {\n", seed);
	put_declarations(&s);
	put_statements(&s);
	printf("}\n");
	return fflush(stdout) ? 1 : 0;
}
