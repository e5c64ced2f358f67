/* Writes a random stencil that is right, or nearly always: stencilsmith [--sparse | --mesh | --references | --exact | --program | --clocks |
 * --walls | --sweeps | --coupled | --wider | --clock | --clock-output | --plain | --half | --interfaces] SEED. The same seed gives the same stencil on every machine.
 * --exact: without functions that differ between a CPU's library and a GPU's. --program: of several kernels, most of them. --clocks: and with
 * scalars that are updated, most without sums. --walls: it asks for distances to the sides of the domain, and guards reads. --sweeps: it goes
 * through columns. --coupled: and has halos, sums and reads of other columns beside. --references: on a mesh, with 15 to 70 references to
 * neighbours. --wider: sums, sweeps and columns beside reads below, beside and far away; the compiler refuses some. --clock: scalars that are
 * updated. --clock-output: and one that is assigned. --plain: one kernel of points, with few fields. --half: on a mesh, with half levels. --interfaces: on
 * a structured grid, with half levels. */

#include "tests/random/smith.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Marsaglia's xorshift. */
int
roll(struct smith *s, int n)
{
	s->state ^= s->state << 13;
	s->state ^= s->state >> 7;
	s->state ^= s->state << 17;
	return (int)((s->state >> 33) % (uint64_t)n);
}

bool
chance(struct smith *s, int percent)
{
	return roll(s, 100) < percent;
}

/* One rule, or one for each of some axes, or of all. */
static void
put_boundary(struct smith *s, const char *field, bool everywhere)
{
	static const char *const rules[] = { "periodic", "copy", "mirror", "0.5", "-2" };
	static const char *const axes[] = { "", " x", " y", " z", " zx", " xyz" };
	const char *between = "";

	printf("    boundary %s = ", field);
	if (chance(s, 60)) {
		printf("%s%s;\n", rules[roll(s, 5)], everywhere ? " xyz" : axes[roll(s, 6)]);
		return;
	}
	for (const char *axis = "xyz"; *axis; axis++)
		if (*axis == 'y' || everywhere || chance(s, 60)) {
			printf("%s%s %c", between, rules[roll(s, 5)], *axis);
			between = ", ";
		}
	printf(";\n");
}

static void
put_declarations(struct smith *s)
{
	static const char *const types[] = { "", "", "", "real ", "float ", "double " };
	static const char *const ranges[10] = { "", "", "", "", "", "", "", " = 0.25..2", " = -4e0 .. +.5e1", " = 0..0" };
	static const char *const whole_ranges[4] = { "", " = 0..3", " = -100000..100000", " = -2147483647..2147483647" };

	for (int i = 0; i < s->inputs; i++)
		printf("    in %su%d%s;\n", types[roll(s, 6)], i, ranges[roll(s, 10)]);
	for (int i = 0; i < s->whole_inputs; i++)
		printf("    in int i%d%s;\n", i, whole_ranges[roll(s, 4)]);
	for (int i = 0; i < s->masks; i++)
		printf("    in bool b%d;\n", i);
	if (s->column)
		printf("    in %scolumn h;\n", chance(s, 15) ? "int " : types[roll(s, 6)]);
	if (s->profile)
		printf("    in %sprofile q;\n", chance(s, 15) ? "int " : types[roll(s, 6)]);
	for (int i = 0; i < s->outputs; i++)
		printf("    %s %s%s;\n", s->output[i].inout ? "inout" : "out", types[roll(s, 6)],
			s->output[i].name);
	if (s->flux)
		printf("    out column e0;\n");
	for (int i = 0; i < s->clocks; i++)
		printf("    inout %sscalar g%d;\n", types[roll(s, 6)], i);
	for (int i = 0; i < s->totals; i++)
		printf("    out %sscalar z%d;\n", types[roll(s, 6)], i);
	for (int i = 0; i < s->params; i++) {
		printf("    param %sp%d = ", types[roll(s, 6)], i);
		printf("%s;\n", chance(s, 50) ? "0.75" : "-2");
	}
	for (int i = 0; i < s->whole_params; i++)
		printf("    param int m%d = %d;\n", i, chance(s, 20) ? -99999999 : roll(s, 5) - 1);
	for (int i = 0; i < s->neighbor_count; i++)
		printf("    neighbor corner%d = [%+d,%d,%d];\n", i, s->neighbors[i].x, s->neighbors[i].y,
			s->neighbors[i].z);
	if (!s->coupled && (s->program ? chance(s, 70) : chance(s, 25)))
		printf("    halo [%d,%d,%d];\n", PLANE_REACH, PLANE_REACH + roll(s, 2), LEVEL_REACH);
	for (int i = 0; i < s->outputs && (s->program || s->coupled); i++)
		if (s->output[i].inout && chance(s, s->coupled ? 60 : 30))
			put_boundary(s, s->output[i].name, false);
	for (int i = 0; i < s->outputs && s->program; i++)
		if (!s->output[i].inout && chance(s, 70)) {
			s->output[i].filled = chance(s, 80);
			put_boundary(s, s->output[i].name, s->output[i].filled);
		}
	printf("\n");
}

static void
name_temps(struct smith *s)
{
	for (int i = 0; i < TEMPS; i++) {
		const char kind = i < WHOLES ? 't' : i < CONDITIONS ? 'n' : i < DEAD ? 'c' : 'x';
		const int first = i < WHOLES ? 0 : i < CONDITIONS ? WHOLES : i < DEAD ? CONDITIONS : DEAD;

		snprintf(s->temps[i].name, sizeof s->temps[i].name, "%c%d", kind, i - first);
	}
}

void
smith_seed(struct smith *s, unsigned long seed)
{
	/* Seeds that are close to each other must not give stencils that are. */
	s->state = (seed + 1)*UINT64_C(0x9e3779b97f4a7c15);
	s->state ^= s->state >> 29;
	s->state += !s->state;
	for (int i = 0; i < 8; i++)
		roll(s, 2);
	s->inputs = 1 + roll(s, MOST_INPUTS);
	s->outputs = 1 + roll(s, MOST_OUTPUTS);
	s->params = roll(s, 3);
	s->whole_params = roll(s, MOST_WHOLE_PARAMS + 1);
	s->whole_inputs = roll(s, MOST_WHOLE_INPUTS + 1);
	s->masks = roll(s, MOST_MASKS + 1);
	s->column = chance(s, 40);
	s->profile = chance(s, 40);
	s->neighbor_count = roll(s, MOST_NEIGHBORS + 1);
	for (int i = 0; i < s->neighbor_count; i++) {
		s->neighbors[i].x = roll(s, 3) - 1;
		s->neighbors[i].y = roll(s, 3) - 1;
		s->neighbors[i].z = roll(s, 3) - 1;
	}
	for (int i = 0; i < s->outputs; i++) {
		s->output[i].inout = chance(s, 35);
		snprintf(s->output[i].name, sizeof s->output[i].name, "%c%d",
			s->output[i].inout ? 'w' : 'd', i);
	}
	s->reach = (struct offset){ PLANE_REACH, PLANE_REACH, LEVEL_REACH };
	name_temps(s);
}

static const char *const kinds[] = {
	"--sparse", "--mesh", "--references", "--exact", "--program", "--clocks", "--walls", "--sweeps", "--coupled", "--wider", "--clock", "--clock-output",
	"--plain", "--half", "--interfaces",
};

/* An index of kinds; -1: there is no such kind. */
static int
find_kind(const char *text)
{
	for (size_t k = 0; k < sizeof kinds/sizeof *kinds; k++)
		if (!strcmp(kinds[k], text))
			return (int)k;
	return -1;
}

int
main(int argc, char **argv)
{
	const int found = argc == 3 ? find_kind(argv[1]) : -1;
	const char *kind = found < 0 ? "" : kinds[found];
	const bool sparse = !strcmp(kind, "--sparse"), references = !strcmp(kind, "--references"), half = !strcmp(kind, "--half");
	const bool mesh = !strcmp(kind, "--mesh") || references || half;
	const bool exact = !strcmp(kind, "--exact"), walls = !strcmp(kind, "--walls");
	const bool clocks = !strcmp(kind, "--clocks"), program = clocks || !strcmp(kind, "--program");
	const bool coupled = !strcmp(kind, "--coupled"), sweeps = coupled || !strcmp(kind, "--sweeps");
	const bool wider = !strcmp(kind, "--wider"), clock_output = !strcmp(kind, "--clock-output");
	const bool clock = clock_output || !strcmp(kind, "--clock"), plain = !strcmp(kind, "--plain");
	const char *text = argc == 2 + (found >= 0) ? argv[argc - 1] : "";
	struct smith s = { 0 };
	unsigned long seed;
	char *end;

	if (seed = strtoul(text, &end, 10), *end || !*text) {
		fputs("Usage: stencilsmith [--sparse | --mesh | --references | --exact | --program | --clocks | --walls | --sweeps | --coupled | --wider | --clock |"
			" --clock-output | --plain | --half | --interfaces] SEED\n", stderr);
		return 2;
	}
	smith_seed(&s, seed);
	s.exact = exact;
	s.program = program;
	s.coupled = coupled;
	printf("// A random stencil: stencilsmith%s%s %lu.\n", argc > 2 ? " " : "", argc > 2 ? argv[1] : "", seed);
	for (int i = 0; i < s.outputs && (program || coupled); i++) {
		s.output[i].inout |= chance(&s, program ? 40 : 60);
		s.output[i].name[0] = s.output[i].inout ? 'w' : 'd';
	}
	if (walls) {
		s.walls = chance(&s, 50) ? LEVELS_ONLY : ALL_WALLS;
		s.reach = (struct offset){ s.walls == ALL_WALLS ? roll(&s, 2) : PLANE_REACH,
			s.walls == ALL_WALLS ? roll(&s, 2) : PLANE_REACH, 0 };
	}
	s.flux = sweeps && chance(&s, 60);
	s.totals = (coupled || program) && chance(&s, 60) ? 1 + roll(&s, MOST_TOTALS) : 0;
	if (clock_output)
		s.totals = 1;
	if (clocks) {
		s.totals = chance(&s, 20) ? s.totals : 0;
		s.clocks = 1 + roll(&s, MOST_CLOCKS);
	}
	if (sparse) {
		put_sparse(&s);
	} else if (mesh) {
		put_mesh(&s, references || (half && chance(&s, 50)), half);
	} else if (wider) {
		put_wider(&s);
	} else if (clock) {
		put_clock_stencil(&s);
	} else if (!strcmp(kind, "--interfaces")) {
		put_half(&s);
	} else if (plain) {
		put_plain(&s);
	} else {
		if (!sweeps)
			put_definitions(&s);
		printf("stencil smith {\n");
		put_declarations(&s);
		if (sweeps)
			put_sweeps(&s);
		else
			put_statements(&s);
		printf("}\n");
	}
	return fflush(stdout) ? 1 : 0;
}
