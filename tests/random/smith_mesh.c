#include "tests/random/smith.h"

#include "generator/language/relation.h"

#include <stdio.h>
#include <string.h>

/* Random stencils on meshes. Each location has a field a_cell ..., inputs of columns h_cell ... and of slots
 * w_cell_edges ..., so that what is read can be chosen on the way; temporaries are t0 t1 ..., those with
 * values for slots s0 s1 ... */

enum { MESHES = 3, MESH_TEMPS = 4, MOST_NESTED_NAMES = 2, DEEPEST = 3 };

static const char *const places[LOCATIONS] = { "cell", "edge", "vertex" };
static const char *const mesh_kinds[MESHES] = { "triangles", "hexagons", "polygons" };

#define EXACTLY(n) { DEGREE_EXACT, n }
#define AT_MOST(n) { DEGREE_AT_MOST, n }
#define ANY        { DEGREE_ANY, 0 }
#define NONE       { DEGREE_EXACT, 0 }

static const struct way {
	enum location from, to;
	const char *name;
	struct degree degrees[MESHES];
} ways[] = {
#define RELATION(id, from, name, to, triangles, hexagons, polygons) \
	{ from, to, #name, { triangles, hexagons, polygons } },
#include "generator/language/relations.def"
	{ CELL, CELL, "star", { EXACTLY(4), NONE, NONE } },
	{ EDGE, EDGE, "star", { EXACTLY(5), NONE, NONE } },
};

enum { WAYS = sizeof ways/sizeof *ways };

/* A name that is bound, or a temporary with values for slots. */
struct slots {
	const struct way *way;
	char name[8];
};

struct mesh_smith {
	struct smith *smith;
	int kind;                /* of mesh */
	enum location outputs;
	struct slots bound[MOST_NESTED_NAMES]; /* names n0 n1 */
	int bound_count;
	enum location temps[MESH_TEMPS];
	int temp_count;
	struct slots slots[MESH_TEMPS];
	int slots_count;
	bool half;               /* there are half levels: of w0, and of some of the others */
	bool half_fields[LOCATIONS]; /* a_cell ... has them */
	bool by_value;           /* fields are read at levels by value */
	bool kept_levels;        /* and l0, a temporary on the location of the outputs */
	bool guards;             /* what is being written may have guards: all but temporaries */
	bool updated;            /* w0 is assigned: later statements read it */
	bool updates;            /* the statement being written assigns it, too, so that it is read where it is assigned only */
	bool typed;              /* ints and bools are written: i0 i1 f0, in columns j0 b0 */
	const char *typed_half;  /* i1 and f0 have half levels: "half " or "" */
	bool typed_assigned;     /* i1 and f0 are read: not before, as kernels of zones would have to read what they were */
	bool scalars;            /* sg is given, g0 updated, z0 assigned */
	bool total_set, total_kept; /* z0 and r0 have values */
	bool apart;              /* x0 and y0 are on another location than the outputs */
	bool several;            /* so is that, or a reduction: column variables would need a location, which they cannot have */
	enum location other;
};

static struct degree
degree_of(const struct mesh_smith *m, const struct way *way)
{
	return way->degrees[m->kind];
}

static bool
is_there(const struct mesh_smith *m, const struct way *way)
{
	return degree_of(m, way).kind != DEGREE_EXACT || degree_of(m, way).most;
}

/* A relation that begins at a location. */
static const struct way *
choose_way(const struct mesh_smith *m, enum location from)
{
	for (;;) {
		const struct way *way = &ways[roll(m->smith, WAYS)];

		if (way->from == from && is_there(m, way))
			return way;
	}
}

static int
choose_slot(const struct mesh_smith *m, const struct way *way)
{
	const struct degree degree = degree_of(m, way);

	return roll(m->smith, degree.kind == DEGREE_ANY ? 4 : degree.most);
}

static void put_value(struct mesh_smith *m, enum location own, int depth);
static void put_mesh_whole(struct mesh_smith *m, enum location own, int depth);

/* An input, where it exists if the statement is on half levels. */
static void
put_guarded(struct mesh_smith *m, enum location at, const char *place, const char *vertical)
{
	const int missing = !m->half_fields[at];

	if (!strcmp(vertical, "below"))
		printf("(below > 0 ? ");
	else
		printf("(above > %d ? ", missing + (*vertical != 0) - 1);
	printf("a_%s", places[at]);
	if (*place || *vertical)
		printf("[%s%s%s]", place, *place && *vertical ? "." : "", vertical);
	printf(" : p)");
}

/* What is read at a level by value: an input, the temporary for that, or what statements before have updated. */
static void
put_of_levels(struct mesh_smith *m, enum location at)
{
	if (m->kept_levels && at == m->outputs && chance(m->smith, 35))
		printf("l0");
	else if (m->updated && at == m->outputs && !m->updates && chance(m->smith, 75))
		printf("w0");
	else
		printf("a_%s", places[at]);
}

/* That at a level within those that there are, and beyond. */
static void
put_by_value(struct mesh_smith *m, enum location at, const char *place)
{
	static const char *const levels[] = { "levels - 2", "3*level - 2", "level + 1", "levels - level", "kq", "k_%s", "level + k_%s[above]" };
	const char *level = levels[roll(m->smith, *place ? 5 : 7)];

	put_of_levels(m, at);
	printf("[%s%slevel[", place, *place ? "." : "");
	if (*place && chance(m->smith, 50))
		printf("k_%s[%s] - kq", places[at], place);
	else
		printf(level, places[at]);
	printf("]]");
}

/* "half ", at times, if there are half levels. */
static const char *
half_word(struct mesh_smith *m, int percent)
{
	return m->half && chance(m->smith, percent) ? "half " : "";
}

/* A value that lies at a location, read at a place: what is written in its brackets, or "". */
static void
put_read(struct mesh_smith *m, enum location at, const char *place)
{
	const int temp = roll(m->smith, MESH_TEMPS);
	const char *vertical = chance(m->smith, 15) ? (chance(m->smith, 50) ? "above" : "below") : "";

	if (m->by_value && chance(m->smith, 40)) {
		put_by_value(m, at, place);
		return;
	}
	if (m->guards && chance(m->smith, 60)) {
		put_guarded(m, at, place, vertical);
		return;
	}
	if (m->updated && at == m->outputs && chance(m->smith, 40) && !(m->updates && (*place || *vertical)))
		printf("w0");
	else if (m->apart && m->updated && at == m->other && chance(m->smith, 40) && !m->updates)
		printf("x0");
	else if (temp < m->temp_count && m->temps[temp] == at && chance(m->smith, 60)) {
		printf("t%d", temp);
		vertical = "";
	} else if (chance(m->smith, 30)) {
		printf("h_%s", places[at]);
		vertical = "";
	} else {
		printf("a_%s", places[at]);
	}
	if (*place || *vertical)
		printf("[%s%s%s]", place, *place && *vertical ? "." : "", vertical);
}

/* A value that lies at slots of a relation, at one of them. */
static void
put_slot_read(struct mesh_smith *m, const struct way *way, const char *place)
{
	const int temp = roll(m->smith, MESH_TEMPS);

	if (temp < m->slots_count && m->slots[temp].way == way)
		printf("s%d[%s]", temp, place);
	else
		printf("w_%s_%s[%s]", places[way->from], way->name, place);
}

/* What lies at the end of a place, a slot of a relation. */
static void
put_at(struct mesh_smith *m, const struct way *way, const char *place)
{
	if (chance(m->smith, 35))
		put_slot_read(m, way, place);
	else
		put_read(m, way->to, place);
}

/* One step further than `before`, from a location; a slot that may be empty is asked for. */
static void
put_step(struct mesh_smith *m, enum location from, const char *before)
{
	const struct way *way = choose_way(m, from);
	char place[64];

	/* Kernels read no single slot of a relation of any degree. */
	if (degree_of(m, way).kind == DEGREE_ANY) {
		if (*before)
			put_read(m, from, before);
		else
			printf("count(%s)", way->name);
		return;
	}
	snprintf(place, sizeof place, "%s%s%s[%d]", before, *before ? "." : "", way->name, choose_slot(m, way));
	if (degree_of(m, way).kind == DEGREE_EXACT) {
		if (!*before && chance(m->smith, 25) && strcmp(way->name, "star"))
			put_step(m, way->to, place);
		else
			put_at(m, way, place);
		return;
	}
	printf("(exists(%s) ? ", place);
	put_at(m, way, place);
	printf(" : p)");
}

static void
put_reduction(struct mesh_smith *m, enum location own, int depth)
{
	static const char *const reductions[] = { "sum", "sum", "sum", "min", "max", "product" };
	const struct slots *outer = m->bound_count && chance(m->smith, 60) ? &m->bound[m->bound_count - 1] : NULL;
	const struct way *way = choose_way(m, outer ? outer->way->to : own);
	struct slots *bound = &m->bound[m->bound_count];

	snprintf(bound->name, sizeof bound->name, "n%d", m->bound_count);
	printf("%s(%s in %s%s%s: ", reductions[roll(m->smith, 6)], bound->name, outer ? outer->name : "", outer ? "." : "",
		way->name);
	bound->way = way;
	m->bound_count++;
	printf("(");
	put_at(m, way, bound->name);
	printf(" + ");
	put_value(m, own, depth - 1);
	printf("))");
	m->bound_count--;
}

/* A value that is the same everywhere. */
static void
put_mesh_scalar(struct mesh_smith *m)
{
	const int which = roll(m->smith, 4);

	printf("%s", which == 0 && m->total_set ? "z0" : which == 1 && m->total_kept ? "r0" : which < 3 ? "g0" : "sg");
}

/* An int that no constant can be made of. */
static void
put_mesh_whole_leaf(struct mesh_smith *m, enum location own)
{
	const struct slots *bound = m->bound_count && chance(m->smith, 50) ? &m->bound[roll(m->smith, m->bound_count)] : NULL;

	switch (roll(m->smith, 6)) {
	case 0:
		printf("%s", chance(m->smith, 50) ? "level" : "levels");
		break;
	case 1:
		printf("count(%s)", choose_way(m, own)->name);
		break;
	case 2:
		if (m->typed_assigned && own == m->outputs) {
			printf("i1");
			break;
		}
		/* fall through */
	default:
		if (bound)
			printf("k_%s[%s]", places[bound->way->to], bound->name);
		else
			printf("k_%s", places[own]);
	}
}

static void
put_leaf(struct mesh_smith *m, enum location own)
{
	if (m->scalars && chance(m->smith, 10)) {
		put_mesh_scalar(m);
		return;
	}
	if (m->typed && chance(m->smith, 10)) {
		put_mesh_whole_leaf(m, own);
		return;
	}
	switch (roll(m->smith, 6)) {
	case 0:
		put_literal(m->smith);
		break;
	case 1:
		printf("%s", chance(m->smith, 50) ? "q" : "p");
		break;
	case 2:
		if (chance(m->smith, 50))
			printf("count(%s)", choose_way(m, own)->name);
		else
			printf(chance(m->smith, 50) ? "(level - levels)" : "(level < levels - 1 ? 0.5*p : 2)");
		break;
	case 3:
		if (m->bound_count) {
			const struct slots *bound = &m->bound[roll(m->smith, m->bound_count)];

			put_at(m, bound->way, bound->name);
			break;
		}
		/* fall through */
	default:
		put_read(m, own, "");
	}
}

/* A bool of the own point, of its level or of a bound neighbor. */
static void
put_mesh_mask(struct mesh_smith *m, enum location own)
{
	const struct slots *bound = m->bound_count && chance(m->smith, 50) ? &m->bound[roll(m->smith, m->bound_count)] : NULL;

	if (m->typed_assigned && own == m->outputs && chance(m->smith, 40))
		printf("f0");
	else if (chance(m->smith, 20))
		printf("mq");
	else if (bound)
		printf("m_%s[%s]", places[bound->way->to], bound->name);
	else
		printf("%sm_%s", chance(m->smith, 30) ? "!" : "", places[own]);
}

static void
put_operation(struct mesh_smith *m, enum location own, int depth)
{
	static const char *const operators[] = { " + ", " - ", "*", " + " };
	static const char *const comparisons[] = { " < ", " >= ", " != " };
	static const char *const conversions[] = { "float", "double", "real" };
	const int kind = roll(m->smith, 9);

	if (kind == 8) {
		printf("%s(", conversions[roll(m->smith, 3)]);
		put_value(m, own, depth - 1);
		printf(")");
	} else if (kind < 5) {
		printf("(");
		put_value(m, own, depth - 1);
		printf("%s", operators[roll(m->smith, 4)]);
		put_value(m, own, depth - 1);
		printf(")");
	} else if (kind < 7) {
		printf("%s(", chance(m->smith, 50) ? "min" : "max");
		put_value(m, own, depth - 1);
		printf(", ");
		put_value(m, own, depth - 1);
		printf(")");
	} else {
		printf("(");
		if (chance(m->smith, 40)) {
			put_mesh_mask(m, own);
		} else {
			put_value(m, own, depth - 1);
			printf("%s", comparisons[roll(m->smith, 3)]);
			put_leaf(m, own);
		}
		printf(" ? ");
		put_value(m, own, depth - 1);
		printf(" : ");
		put_leaf(m, own);
		printf(")");
	}
}

static void
put_mesh_condition(struct mesh_smith *m, enum location own, int depth)
{
	static const char *const comparisons[] = { " < ", " >= ", " == ", " != " };

	switch (depth > 0 ? roll(m->smith, 5) : 3 + roll(m->smith, 2)) {
	case 0:
		printf("(");
		put_mesh_condition(m, own, depth - 1);
		printf(chance(m->smith, 50) ? " && " : " || ");
		put_mesh_condition(m, own, depth - 1);
		printf(")");
		break;
	case 1:
		printf("!(");
		put_mesh_condition(m, own, depth - 1);
		printf(")");
		break;
	case 2:
		printf("(");
		put_mesh_whole(m, own, depth - 1);
		printf("%s", comparisons[roll(m->smith, 4)]);
		put_mesh_whole(m, own, depth - 1);
		printf(")");
		break;
	case 3:
		put_mesh_mask(m, own);
		break;
	default:
		printf("(");
		put_read(m, own, "");
		printf("%s", comparisons[roll(m->smith, 4)]);
		put_leaf(m, own);
		printf(")");
	}
}

/* An int at the own point of a location. */
static void
put_mesh_whole(struct mesh_smith *m, enum location own, int depth)
{
	static const char *const operators[] = { " + ", " - ", "*" };

	switch (depth > 0 ? roll(m->smith, 6) : 5) {
	case 0:
		printf("(");
		put_mesh_whole(m, own, depth - 1);
		printf("%s%d)", operators[roll(m->smith, 3)], chance(m->smith, 15) ? 1000003 : roll(m->smith, 7));
		break;
	case 1:
	case 2:
		printf("(");
		put_mesh_whole(m, own, depth - 1);
		printf("%s", operators[roll(m->smith, 3)]);
		put_mesh_whole(m, own, depth - 1);
		printf(")");
		break;
	case 3:
		printf(chance(m->smith, 50) ? "min(" : "max(");
		put_mesh_whole(m, own, depth - 1);
		printf(", ");
		put_mesh_whole(m, own, depth - 1);
		printf(")");
		break;
	case 4:
		printf("(");
		put_mesh_condition(m, own, depth - 1);
		printf(" ? ");
		put_mesh_whole(m, own, depth - 1);
		printf(" : %s(", chance(m->smith, 50) ? "abs" : "sign");
		put_mesh_whole(m, own, depth - 1);
		printf("))");
		break;
	default:
		put_mesh_whole_leaf(m, own);
	}
}

/* A number at the own point of a location. */
static void
put_value(struct mesh_smith *m, enum location own, int depth)
{
	const int kind = depth > 0 ? roll(m->smith, 10) : 9;

	if (kind < 3 && m->bound_count < MOST_NESTED_NAMES)
		put_reduction(m, own, depth);
	else if (kind < 5)
		put_step(m, own, "");
	else if (kind < 8)
		put_operation(m, own, depth);
	else
		put_leaf(m, own);
}

static void
put_mesh_temp(struct mesh_smith *m)
{
	const enum location at = (enum location)roll(m->smith, LOCATIONS);
	const bool guards = m->guards;

	m->guards = false;
	if (!m->updated && chance(m->smith, 30)) {
		struct slots *slots = &m->slots[m->slots_count];

		slots->way = choose_way(m, at);
		m->bound[0] = (struct slots){ slots->way, "n0" };
		m->bound_count = 1;
		printf("    %s %ss%d[n0 in %s] = ", places[at], half_word(m, 30), m->slots_count, slots->way->name);
		put_at(m, slots->way, "n0");
		printf(" + ");
		put_value(m, at, 1);
		m->bound_count = 0;
		m->slots_count++;
	} else {
		printf("    %s%s %st%d = ", chance(m->smith, 20) ? "stored " : "", places[at], half_word(m, 40), m->temp_count);
		put_value(m, at, 2);
		m->temps[m->temp_count++] = at;
	}
	printf(";\n");
	m->guards = guards;
}

static void
put_mesh_if(struct mesh_smith *m, const char *output)
{
	printf("    if (");
	put_leaf(m, m->outputs);
	printf(" < ");
	put_leaf(m, m->outputs);
	printf(") {\n        %s = ", output);
	put_value(m, m->outputs, 2);
	printf(";\n    }\n");
}

/* Of w0 at neighbours, or at their neighbours. */
static void
put_updated_neighbors(struct mesh_smith *m)
{
	const struct way *first = choose_way(m, m->outputs), *then = first;

	if (first->to == m->outputs) {
		printf("max(n0 in %s: w0[n0])", first->name);
		return;
	}
	while (then->to != m->outputs)
		then = choose_way(m, first->to);
	printf("sum(n0 in %s: min(n1 in n0.%s: w0[n1]))", first->name, then->name);
}

/* Statements that read w0 after it was assigned, at neighbours too, and update it again: kernels of their own. */
static void
put_mesh_updates(struct mesh_smith *m)
{
	m->updated = true;
	for (int count = 1 + roll(m->smith, 3); count > 0; count--) {
		if (m->temp_count < MESH_TEMPS && chance(m->smith, 50))
			put_mesh_temp(m);
		m->updates = chance(m->smith, 50);
		if (m->updates && chance(m->smith, 30)) {
			put_mesh_if(m, "w0");
			continue;
		}
		printf("    %s = ", m->updates ? "w0" : "d0");
		if (!m->updates && chance(m->smith, 60)) {
			put_updated_neighbors(m);
			printf(" + ");
		}
		put_value(m, m->outputs, 2);
		printf(";\n");
	}
}

/* A sweep: v0 is carried from level to level, c0 adds up, and w0 is updated by what it was and what it became. */
static void
put_mesh_sweep(struct mesh_smith *m, bool up)
{
	const char *behind = up ? "below" : "above", *ahead = up ? "above" : "below";
	const int guard = roll(m->smith, 2);

	m->updated = m->updates = true;
	printf("    %ssweep %s {\n        if (%s > %d) {\n            v0 = 0.5*v0[%s%s%s] + ", half_word(m, 50), up ? "up" : "down", behind, guard, behind,
		guard ? "." : "", guard ? behind : "");
	put_value(m, m->outputs, 1);
	printf(";\n        } else {\n            v0 = ");
	put_value(m, m->outputs, 2);
	printf(";\n        }\n");
	if (chance(m->smith, 50))
		printf("        c0 = c0 + 0.5*v0;\n");
	if (chance(m->smith, 70)) {
		const char *read = chance(m->smith, 70) ? behind : ahead;

		printf("        w0 = v0 + (%s > 0 ? 0.25*w0[%s] : w0);\n", read, read);
	}
	if (m->half && chance(m->smith, 40))
		printf("        if (above > 0) {\n            e0 = 0.5*e0 + v0;\n        }\n");
	if (m->typed_assigned && chance(m->smith, 60)) {
		printf("        j0 = j0 + (v0 > 0.5 ? level : 1);\n");
		printf(*m->typed_half ? "        f0 = v0 > 0.25 || (%s > 0 ? f0[%s] : f0);\n        i1 = i1 + (%s > 0 ? i1[%s] : 1);\n"
			: "        if (above > 0) {\n            i1 = i1 + (v0 > 0.25 ? level : j0);\n            f0 = !f0;\n        }\n",
			behind, behind, behind, behind);
	}
	printf("    }\n");
}

/* One or two of them, with statements after them that read what they made. */
static void
put_mesh_sweeps(struct mesh_smith *m)
{
	const bool up = chance(m->smith, 50);

	printf("    column c0 = h_%s;\n", places[m->outputs]);
	put_mesh_sweep(m, up);
	if (chance(m->smith, 50)) {
		printf("    sweep %s {\n        d0 = %s > 0 ? v0 - 0.5*d0[%s] : c0;\n    }\n", up ? "down" : "up", up ? "above" : "below",
			up ? "above" : "below");
	} else {
		m->updates = false;
		printf("    d0 = c0 + 0.5*v0 + ");
		put_value(m, m->outputs, 1);
		printf(";\n");
	}
	if (chance(m->smith, 40))
		put_mesh_updates(m);
}

static void
put_mesh_fields(struct mesh_smith *m)
{
	static const char *const types[] = { "", "", "float ", "double ", "int " };

	for (int l = 0; l < LOCATIONS; l++)
		printf("    in %s%s %sa_%s;\n    in %s%s column h_%s;\n    in bool %s %sm_%s;\n", types[roll(m->smith, 5)], places[l],
			m->half_fields[l] ? "half " : "", places[l], chance(m->smith, 15) ? "int " : "", places[l], places[l], places[l],
			chance(m->smith, 40) ? "column " : "", places[l]);
	for (int l = 0; l < LOCATIONS && (m->by_value || m->typed); l++)
		printf("    in int %s k_%s;\n", places[l], places[l]);
	if (m->by_value)
		printf("    in int profile kq;\n");
	for (int i = 0; i < WAYS; i++)
		if (is_there(m, &ways[i]))
			printf("    in %s%s.%s %sw_%s_%s;\n", chance(m->smith, 15) ? "int " : "", places[ways[i].from], ways[i].name,
				chance(m->smith, 60) ? "column " : half_word(m, 40), places[ways[i].from], ways[i].name);
	printf("    in %s%sprofile q;\n    in bool profile mq;\n    param p = 0.75;\n", types[roll(m->smith, 5)], half_word(m, 40));
	printf("    out %s%s d0;\n    inout %s %sw0;\n", types[roll(m->smith, 4)], places[m->outputs],
		places[m->outputs], m->half ? "half " : "");
	if (m->half)
		printf("    inout %s e0;\n", places[m->outputs]);
	if (m->typed)
		printf("    out int %s i0;\n    inout int %s %si1;\n    inout bool %s %sf0;\n    inout int %s column j0;\n    out bool %s column b0;\n",
			places[m->outputs], places[m->outputs], m->typed_half, places[m->outputs], m->typed_half, places[m->outputs],
			places[m->outputs]);
	if (m->scalars)
		printf("    in %sscalar sg;\n    inout %sscalar g0;\n    out %sscalar z0;\n", types[roll(m->smith, 5)], types[roll(m->smith, 4)],
			types[roll(m->smith, 4)]);
	if (m->apart)
		printf("    inout %s%s x0;\n    out int %s y0;\n", types[roll(m->smith, 4)], places[m->other], places[m->other]);
	if (chance(m->smith, 20))
		printf("    zones [%d, inner];\n", 1 + roll(m->smith, 3));
}

/* What is reduced over a location; said: where, else by what is read first. */
static void
put_summand(struct mesh_smith *m, enum location at, bool said)
{
	if (!said)
		printf("%s_%s + ", chance(m->smith, 60) ? "a" : "h", places[at]);
	if (m->typed && chance(m->smith, 40))
		put_mesh_whole(m, at, 2);
	else
		put_value(m, at, 2);
}

/* A scalar. */
static void
put_mesh_total(struct mesh_smith *m)
{
	static const char *const reductions[] = { "sum", "min", "max" };
	const enum location at = chance(m->smith, 50) ? m->outputs : (enum location)roll(m->smith, LOCATIONS);
	const char *reduction = reductions[roll(m->smith, 3)];
	const int which = m->total_set ? roll(m->smith, 5) : 0;

	m->several |= which < 3 && at != m->outputs;
	switch (which) {
	case 0:
		printf("    z0 = %s(", reduction);
		put_summand(m, at, false);
		printf(chance(m->smith, 30) ? ") + g0;\n" : ");\n");
		m->total_set = true;
		break;
	case 1:
		printf("    g0 = max(0.5*g0, %s(", reduction);
		put_summand(m, at, false);
		printf("));\n");
		break;
	case 2:
		printf("    %s %sr0 = %s(", places[at], half_word(m, 50), reduction);
		put_summand(m, at, true);
		printf(chance(m->smith, 50) ? ")*p + sg;\n" : ");\n");
		m->total_kept = true;
		break;
	case 3:
		printf("    g0 = g0 + p*sg;\n");
		break;
	default:
		printf("    g0 = z0 > p ? min(g0, sg) : float(z0);\n");
	}
}

/* Statements that assign ints and bools. */
static void
put_mesh_typed(struct mesh_smith *m)
{
	printf("    i0 = ");
	put_mesh_whole(m, m->outputs, 3);
	printf(";\n    i1 = i1 - ");
	put_mesh_whole(m, m->outputs, 2);
	printf(";\n    f0 = ");
	put_mesh_condition(m, m->outputs, 2);
	printf(";\n    j0 = j0 + count(%s);\n    b0 = h_%s > 0.5*p || j0 > %d;\n", choose_way(m, m->outputs)->name, places[m->outputs],
		roll(m->smith, 6));
	m->typed_assigned = true;
	if (chance(m->smith, 50)) {
		printf("    if (");
		put_mesh_condition(m, m->outputs, 1);
		printf(") {\n        i1 = ");
		put_mesh_whole(m, m->outputs, 2);
		printf(";\n        f0 = !f0 || m_%s;\n    } else {\n        i1 = -i1;\n    }\n", places[m->outputs]);
	}
	if (chance(m->smith, 50)) {
		const struct way *way = choose_way(m, m->outputs);

		while (way->to != m->outputs)
			way = choose_way(m, m->outputs);
		printf("    e0 = e0 + sum(n0 in %s: f0[n0] ? i1[n0] : k_%s);\n", way->name, places[m->outputs]);
	}
}

/* Those of another location than the others. */
static void
put_mesh_apart(struct mesh_smith *m)
{
	printf("    x0 = x0 - ");
	put_value(m, m->other, 2);
	printf(";\n    y0 = ");
	put_mesh_whole(m, m->other, 2);
	printf(";\n");
}

/* A reference to a neighbour by up to three steps, each to a slot that is always there. False: none begins here. */
static bool
put_reference(struct mesh_smith *m)
{
	enum location at = m->outputs;
	const struct way *last = NULL;
	char place[120] = "";
	size_t length = 0;

	for (int steps = 1 + roll(m->smith, 3); steps > 0; steps--) {
		const struct way *way = choose_way(m, at);

		if (degree_of(m, way).kind != DEGREE_EXACT || (!strcmp(way->name, "star") && steps > 1))
			continue;
		length += (size_t)snprintf(place + length, sizeof place - length, "%s%s[%d]", length ? "." : "", way->name,
			choose_slot(m, way));
		at = way->to;
		last = way;
		if (!strcmp(way->name, "star"))
			break;
	}
	if (!last)
		return false;
	if (length < 16 && !strchr(place, '.') && chance(m->smith, 20))
		put_slot_read(m, last, place);
	else
		printf("%s_%s[%s]", chance(m->smith, 20) ? "h" : "a", places[at], place);
	return true;
}

/* Over the neighbours of a neighbour that is always there, if any is. */
static void
put_far_reduction(struct mesh_smith *m)
{
	static const char *const reductions[] = { "sum", "sum", "min", "max" };
	const struct way *first = choose_way(m, m->outputs), *then = choose_way(m, first->to);

	if (degree_of(m, first).kind != DEGREE_EXACT || !strcmp(first->name, "star")) {
		put_reduction(m, m->outputs, 1);
		return;
	}
	printf("%s(n0 in %s[%d].%s: (", reductions[roll(m->smith, 4)], first->name, choose_slot(m, first), then->name);
	m->bound[0] = (struct slots){ then, "n0" };
	m->bound_count = 1;
	put_read(m, then->to, "n0");
	printf(" + ");
	put_leaf(m, m->outputs);
	m->bound_count = 0;
	printf("))");
}

/* Lists of references grow at 16, 32 and 64; what comes then is a reduction as well as not. */
static void
put_references(struct mesh_smith *m)
{
	static const int limits[] = { 16, 32, 64 };
	struct smith *s = m->smith;
	int count = chance(s, 60) ? limits[roll(s, 3)] - 3 + roll(s, 6) : 15 + roll(s, 56), on_line = 0;

	printf("0.5*w0");
	while (count-- > 0) {
		printf(++on_line % 6 ? " + " : "\n        + ");
		if (chance(s, 15)) {
			put_far_reduction(m);
		} else if (!put_reference(m)) {
			put_far_reduction(m);
		}
	}
	for (int more = roll(s, 3); more > 0; more--) {
		printf(" + ");
		put_far_reduction(m);
	}
}

/* A block of zones, in which temporaries end. */
static void
put_mesh_zones(struct mesh_smith *m, bool sweeps)
{
	const int temps = m->temp_count, first = 1 + roll(m->smith, 3);

	if (chance(m->smith, 50))
		printf("    zones [%d, inner] {\n", first);
	else
		printf("    zones [%d, %d] {\n", first, first + roll(m->smith, 4));
	if (sweeps)
		put_mesh_sweeps(m);
	else
		put_mesh_updates(m);
	printf("    }\n");
	m->temp_count = temps;
}

void
put_mesh(struct smith *s, bool many, bool half)
{
	struct mesh_smith m = { .smith = s, .kind = roll(s, MESHES), .outputs = (enum location)roll(s, LOCATIONS), .half = half };
	bool sweeps;

	for (int l = 0; l < LOCATIONS && half; l++)
		m.half_fields[l] = chance(s, 50);
	m.by_value = half && chance(s, 50);
	m.typed = half && chance(s, 50);
	m.typed_half = m.typed ? half_word(&m, 50) : "";
	m.scalars = half && chance(s, 50);
	m.apart = m.several = m.typed && chance(s, 35);
	m.other = m.apart ? (enum location)((m.outputs + 1 + roll(s, 2)) % LOCATIONS) : m.outputs;
	printf("stencil smith on %s {\n", mesh_kinds[m.kind]);
	put_mesh_fields(&m);
	printf("\n");
	if (m.by_value && chance(s, 60)) {
		printf("    %s %sl0 = a_%s%s + p;\n", places[m.outputs], m.half_fields[m.outputs] ? "half " : "", places[m.outputs],
			chance(s, 30) ? "[below]" : "");
		m.kept_levels = true;
	}
	for (int count = roll(s, MESH_TEMPS); count > 0; count--)
		put_mesh_temp(&m);
	m.guards = half && chance(s, 50);
	printf("    d0 = ");
	if (many)
		put_references(&m);
	else
		put_value(&m, m.outputs, DEEPEST);
	m.guards = half && chance(s, 70);
	printf(";\n    w0 = w0 + ");
	put_value(&m, m.outputs, many ? 1 : DEEPEST);
	printf(";\n");
	if (m.scalars)
		put_mesh_total(&m);
	if (m.typed)
		put_mesh_typed(&m);
	if (m.apart)
		put_mesh_apart(&m);
	if (chance(s, 40))
		put_mesh_if(&m, "w0");
	if (chance(s, 40))
		put_mesh_updates(&m);
	for (int totals = m.scalars ? roll(s, 4) : 0; totals > 0; totals--)
		put_mesh_total(&m);
	sweeps = !many && !m.several && chance(s, 40);
	if (sweeps)
		put_mesh_sweeps(&m);
	if (half && !many && chance(s, 50))
		put_mesh_zones(&m, !sweeps && !m.several && chance(s, 50));
	if (half)
		printf("    e0 = e0 + 0.25*w0[above] - d0;\n");
	if (m.scalars)
		printf("    g0 = g0 + 0.5*z0;\n");
	printf("}\n");
}
