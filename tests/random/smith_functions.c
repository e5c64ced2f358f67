#include "tests/random/smith.h"

#include <stdio.h>
#include <string.h>

/* With the names of a function: those of a stencil, which are no less its own. */
static struct smith
in_function(const struct smith *s)
{
	struct smith f = *s;

	f.outputs = f.params = f.whole_params = f.neighbor_count = 0;
	f.whole_inputs = f.masks = f.clocks = 0;
	f.column = f.profile = false;
	memset(f.more, 0, sizeof f.more);
	f.reads = (struct reads){ .output = false };
	for (int i = 0; i < TEMPS; i++)
		f.temps[i].assigned = false;
	return f;
}

static void
put_function(struct smith *s)
{
	struct function *function = &s->functions[s->function_count];
	struct smith f = in_function(s);

	function->far = chance(&f, 50);
	f.inputs = function->arguments = 1 + roll(&f, 3);
	f.still = !function->far;
	f.reach = function->far ? (struct offset){ 1, 1, roll(&f, 2) } : (struct offset){ 0, 0, 0 };
	printf("function f%d(u0", s->function_count);
	for (int i = 1; i < f.inputs; i++)
		printf(", u%d", i);
	printf(") {\n");
	put_some(&f, roll(&f, 4));
	f.reads = (struct reads){ .output = false };
	printf("    return ");
	put_number(&f, 2);
	printf(";\n}\n");
	/* What it assigns on the way to its value may be read, too. */
	for (int i = 0; i < TEMPS; i++)
		if (f.temps[i].assigned)
			reads_include(&f.reads, &f.temps[i].reads, (struct offset){ 0, 0, 0 });
	function->reads = f.reads;
	s->function_count++;
	s->state = f.state;
}

static void
put_const(struct smith *s)
{
	printf("const k%d = ", s->const_count);
	if (s->const_count && chance(s, 50))
		printf("%s%s", chance(s, 50) ? "-k0" : "k0", chance(s, 50) ? "*" : " - ");
	put_literal(s);
	printf(";\n");
	s->const_count++;
}

void
put_definitions(struct smith *s)
{
	if (chance(s, 30))
		return;
	for (int i = roll(s, 3); i > 0; i--)
		put_const(s);
	for (int i = roll(s, MOST_FUNCTIONS + 1); i > 0; i--)
		put_function(s);
	printf("\n");
}

/* Arguments that may be read at an offset have none themselves. */
static struct smith
for_arguments(const struct smith *s, const struct function *function)
{
	struct smith f = *s;

	if (!function->far)
		return f;
	f = in_function(s);
	f.params = s->params;
	f.whole_params = s->whole_params;
	f.scalars = s->scalars;
	f.clocks = s->clocks;
	f.program = s->program;
	f.reach = (struct offset){ 0, 0, 0 };
	f.still = true;
	return f;
}

bool
put_function_call(struct smith *s, int depth)
{
	const int which = roll(s, s->function_count);
	const struct function *function = &s->functions[which];
	struct smith f;

	if (function->far && (s->inside || s->reach.x < 1 || s->reach.z < 1))
		return false;
	f = for_arguments(s, function);
	printf("f%d(", which);
	for (int i = 0; i < function->arguments; i++) {
		if (i)
			printf(", ");
		if (chance(&f, 50))
			put_number(&f, 0);
		else
			put_number(&f, depth - 1);
	}
	printf(")");
	s->state = f.state;
	if (function->far)
		reads_include(&s->reads, &function->reads, (struct offset){ 0, 0, 0 });
	else
		s->reads = f.reads;
	return true;
}
