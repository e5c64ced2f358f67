#include "tests/random/smith.h"

#include <stdio.h>

/* Sums, sweeps and column variables beside kernels of every width: temporaries are made of what sweeps, sums and columns give, and
 * are read below, beside and far from the point that is computed. */

enum { MOST_TEMPORARIES = 7, MOST_WIDE_COLUMNS = 2, MOST_WIDE_SUMS = 2, MOST_WIDE_OUTPUTS = 3, FARTHEST = 4 };

/* A temporary, or a field that was assigned. */
struct wide_name {
	char name[8];
	bool levels;   /* it has values on the levels of the domain only: it is read at other levels behind a guard */
	bool inside;   /* it has values inside the domain only */
	bool assigned;
};

struct wider {
	struct smith *smith;
	struct wide_name temps[MOST_TEMPORARIES], outputs[MOST_WIDE_OUTPUTS];
	int temp_count, columns, sums, output_count, steps_of_time;
	bool functions;            /* it has f0 */
	bool plain, lone;          /* one kernel of points; and only of an in field and an out field */
	int written;               /* values */
	bool other_levels, beside; /* what the stencil reads at all, so that extents of all kinds come */
	bool levels, inside;       /* of the expression being written */
	const struct wide_name *assigning; /* a field, which is read at no offset then */
};

static const char *const besides[] = { "west", "east", "north", "south", "-3,0", "0,+2", "2,0", "south.east", "-1,-1", "0,-3", "+4,0",
	"1,0,0" };
static const char *const levels_away[] = { "below", "above", "0,0,-1", "0,0,+1", "0,0,-2", "0,0,2" };

static void
put_guarded_level(struct wider *w, const char *name)
{
	const bool below = chance(w->smith, 50);

	switch (roll(w->smith, 3)) {
	case 0:  printf("(%s > 0 ? %s[%s] : ", below ? "below" : "above", name, below ? "below" : "above"); break;
	case 1:  printf("(%s >= 2 ? %s[0,0,%+d] : ", below ? "below" : "above", name, below ? -2 : 2); break;
	default: printf("(%s != 0 ? %s[%s] : ", below ? "below" : "above", name, below ? "below" : "above"); break;
	}
	put_literal(w->smith);
	printf(")");
}

/* A name at a place where it has values. */
static void
put_name(struct wider *w, const struct wide_name *x)
{
	struct smith *s = w->smith;

	w->inside |= x->inside && x->name[0] != 'w';
	if (x == w->assigning) {
		printf("%s", x->name);
		return;
	}
	if (w->other_levels && chance(s, 35)) {
		w->levels |= x->levels;
		if (x->levels) {
			put_guarded_level(w, x->name);
			return;
		}
		printf("%s[%s]", x->name, levels_away[roll(s, 6)]);
		return;
	}
	w->levels |= x->levels;
	if (w->beside && chance(s, 50) && !(x->inside && x->name[0] != 'w'))
		printf("%s[%s]", x->name, besides[roll(s, 12)]);
	else
		printf("%s", x->name);
}

static const struct wide_name wide_input = { .name = "u0" };

static void
put_wide_leaf(struct wider *w)
{
	struct smith *s = w->smith;
	const int which = roll(s, 18), output = roll(s, w->output_count);

	if (which < 6 && w->temp_count) {
		put_name(w, &w->temps[roll(s, w->temp_count)]);
	} else if (which < 8 && w->outputs[output].name[0] == 'w') {
		put_name(w, &w->outputs[output]);
	} else if (which < 10 && w->columns) {
		printf("v%d", roll(s, w->columns));
	} else if (which < 11 && w->sums) {
		printf("s%d", roll(s, w->sums));
	} else if (which < 12 && s->column) {
		printf("h");
	} else if (which < 13 && s->profile) {
		printf("q");
	} else if (which < 14 && s->whole_inputs) {
		printf("i%d", roll(s, s->whole_inputs));
	} else if (which < 15 && s->params) {
		printf("p%d", roll(s, s->params));
	} else if (which < 16 && s->masks) {
		printf("(b%d ? u0 : ", roll(s, s->masks));
		put_literal(s);
		printf(")");
	} else {
		put_name(w, &wide_input);
	}
}

static void
put_wide_value(struct wider *w, int depth)
{
	static const char *const operators[] = { " + ", " - ", "*", " + " };
	struct smith *s = w->smith;

	if (depth <= 0 || chance(s, 15)) {
		put_wide_leaf(w);
		return;
	}
	printf(w->functions && w->written++ % 2 ? "f0(" : "0.5*(");
	put_wide_value(w, depth - 1);
	printf("%s", operators[roll(s, 4)]);
	put_wide_value(w, depth - 1);
	printf(")");
}

/* Of the own point alone, which a sweep may make of anything. */
static void
put_swept_value(struct wider *w)
{
	printf("u0*");
	put_literal(w->smith);
	if (w->temp_count && chance(w->smith, 50)) {
		const struct wide_name *x = &w->temps[roll(w->smith, w->temp_count)];

		w->inside |= x->inside;
		printf(" + %s", x->name);
	}
	if (w->columns && chance(w->smith, 40))
		printf(" - v%d", roll(w->smith, w->columns));
}

static void
put_wide_temp(struct wider *w)
{
	struct wide_name *x = &w->temps[w->temp_count];

	if (w->temp_count == MOST_TEMPORARIES)
		return;
	*x = (struct wide_name){ .levels = false };
	snprintf(x->name, sizeof x->name, "t%d", w->temp_count);
	w->levels = w->inside = false;
	printf("    %s = ", x->name);
	put_wide_value(w, 1 + roll(w->smith, 2));
	printf(";\n");
	x->levels = w->levels;
	x->inside = w->inside;
	w->temp_count++;
}

static void
put_wide_sum(struct wider *w)
{
	static const char *const reductions[] = { "sum", "min", "max" };

	if (w->sums == MOST_WIDE_SUMS)
		return;
	printf("    s%d = %s(", w->sums, reductions[roll(w->smith, 3)]);
	put_wide_value(w, roll(w->smith, 2));
	printf(");\n");
	w->sums++;
}

static void
put_wide_output(struct wider *w, int number)
{
	struct wide_name *x = &w->outputs[number];

	printf("    %s = ", x->name);
	w->assigning = x;
	put_wide_value(w, 1 + roll(w->smith, 2));
	w->assigning = NULL;
	printf(";\n");
	x->assigned = true;
}

/* A sum of a name beside a temporary of another one, which an output reads beside its point: all of these may share kernels. */
static void
put_sum_beside(struct wider *w, const struct wide_name *summed, const struct wide_name *field)
{
	static const char *const reductions[] = { "sum", "min", "max" };
	struct smith *s = w->smith;
	struct wide_name *x = &w->temps[w->temp_count];

	if (w->temp_count == MOST_TEMPORARIES || w->sums == MOST_WIDE_SUMS)
		return;
	*x = (struct wide_name){ .inside = field->name[0] != 'w' };
	snprintf(x->name, sizeof x->name, "t%d", w->temp_count++);
	printf("    %s = u0*%s;\n", x->name, field->name);
	printf("    s%d = %s(%s);\n", w->sums++, reductions[roll(s, 3)], summed->name);
	for (int i = 0; i < w->output_count; i++)
		if (&w->outputs[i] != field && !x->inside && chance(s, 70)) {
			printf("    %s = 0.5*s%d*%s[%s];\n", w->outputs[i].name, w->sums - 1, x->name, besides[roll(s, 12)]);
			w->outputs[i].assigned = true;
			return;
		}
}

/* A sweep that keeps a column variable, a temporary, or a field, or some of these. */
static void
put_wide_sweep(struct wider *w)
{
	struct smith *s = w->smith;
	const bool up = chance(s, 50), variable = w->columns && chance(s, 75);
	const int output = roll(s, 2*w->output_count);
	const bool field = output < w->output_count && chance(s, 70);
	const char *behind = up ? "below" : "above";
	const bool temp = w->temp_count < MOST_TEMPORARIES && (chance(s, 60) || !(variable || field));
	struct wide_name made = { .levels = true };

	if (!variable && !field && !temp)
		return;
	w->levels = w->inside = false;
	printf("    sweep %s {\n", up ? "up" : "down");
	if (variable) {
		const int v = roll(s, w->columns);

		printf("        v%d = 0.5*v%d + ", v, v);
		put_swept_value(w);
		printf(";\n");
	}
	if (temp) {
		snprintf(made.name, sizeof made.name, "t%d", w->temp_count);
		if (chance(s, 60)) {
			printf("        if (%s == 0) {\n            %s = ", behind, made.name);
			put_swept_value(w);
			printf(";\n        } else {\n            %s = 0.5*%s[%s] + ", made.name, made.name, behind);
			put_swept_value(w);
			printf(";\n        }\n");
		} else {
			printf("        %s = ", made.name);
			put_swept_value(w);
			printf(";\n");
		}
	}
	if (field) {
		struct wide_name *x = &w->outputs[output];
		const bool was = x->assigned;

		if (chance(s, 50)) {
			printf("        if (%s == 0) {\n            %s = ", behind, x->name);
			put_swept_value(w);
			if (w->beside && chance(s, 40))
				printf(" + u0[%s]", besides[roll(s, 12)]);
			printf(";\n        }");
			if (was || chance(s, 60)) {
				printf(" else {\n            %s = 0.5*%s[%s];\n        }", x->name, x->name, behind);
				x->assigned = true;
			}
			printf("\n");
		} else {
			printf("        %s = ", x->name);
			put_swept_value(w);
			printf(";\n");
			x->assigned = true;
		}
	}
	printf("    }\n");
	made.inside = w->inside;
	if (temp)
		w->temps[w->temp_count++] = made;
	if (field && !w->outputs[output].assigned && chance(s, 70)) {
		const char *name = w->outputs[output].name;

		printf("    sweep %s {\n        if (%s == 0) {\n            %s = ", up ? "up" : "down", behind, name);
		put_swept_value(w);
		printf(";\n        } else {\n            %s = 0.5*%s[%s];\n        }\n    }\n", name, name, behind);
		w->outputs[output].assigned = true;
	}
	if (temp && field && chance(s, 85))
		put_sum_beside(w, &w->temps[w->temp_count - 1], &w->outputs[output]);
}

static void
put_wide_column(struct wider *w)
{
	if (w->columns == MOST_WIDE_COLUMNS)
		return;
	printf("    column v%d = ", w->columns);
	if (w->smith->column && chance(w->smith, 40))
		printf("h*");
	put_literal(w->smith);
	printf(";\n");
	w->columns++;
}

static void
put_wide_declarations(struct wider *w)
{
	static const char *const types[] = { "", "", "", "real ", "float ", "double " };
	static const char *const rules[] = { "periodic", "copy", "mirror", "0.5" };
	static const char *const axes[] = { " z", " xy", " y", " z", "" };
	struct smith *s = w->smith;

	printf("    in %su0;\n", types[roll(s, 6)]);
	for (int i = 0; i < s->whole_inputs; i++)
		printf("    in int i%d = -3..3;\n", i);
	for (int i = 0; i < s->masks; i++)
		printf("    in bool b%d;\n", i);
	if (s->column)
		printf("    in column h;\n");
	if (s->profile)
		printf("    in profile q;\n");
	for (int i = 0; i < w->output_count; i++) {
		const bool inout = chance(s, 65) && !w->plain;

		snprintf(w->outputs[i].name, sizeof w->outputs[i].name, "%c%d", inout ? 'w' : 'd', i);
		w->outputs[i].inside = true;
		printf("    %s %s%s;\n", inout ? "inout" : "out", types[roll(s, 6)], w->outputs[i].name);
	}
	if (s->flux)
		printf("    out column e0;\n");
	for (int i = 0; i < s->totals; i++)
		printf("    out scalar z%d;\n", i);
	if (w->steps_of_time)
		printf("    inout scalar time;\n");
	for (int i = 0; i < s->params; i++)
		printf("    param p%d = 0.75;\n", i);
	if (chance(s, 25))
		printf("    halo [%d,%d,%d];\n", FARTHEST, FARTHEST + roll(s, 2), 2 + roll(s, 2));
	for (int i = 0; i < w->output_count; i++)
		if (chance(s, 35) && !w->plain)
			printf("    boundary %s = %s%s;\n", w->outputs[i].name, rules[roll(s, 4)], axes[roll(s, 5)]);
	printf("\n");
}

/* One kernel of points has accesses, storages and layouts that several have not. */
static void
choose_plain(struct wider *w)
{
	struct smith *s = w->smith;

	w->lone = w->plain && s->state >> 5 & 1;
	if (!w->plain)
		return;
	s->flux = false;
	s->totals = 0;
	w->steps_of_time = 0;
	if (!w->lone)
		return;
	s->column = s->profile = false;
	s->whole_inputs = s->masks = 0;
	w->output_count = 1;
}

static void
put_wide_statement(struct wider *w)
{
	if (w->plain) {
		put_wide_temp(w);
		return;
	}
	switch (roll(w->smith, 9)) {
	case 0: case 1: put_wide_sweep(w); break;
	case 2: put_wide_sum(w); break;
	case 3: put_wide_column(w); break;
	case 4: put_wide_output(w, roll(w->smith, w->output_count)); break;
	default: put_wide_temp(w); break;
	}
}

void
put_wider(struct smith *s)
{
	const bool plain = !(s->state >> 20 & 7), functions = !(s->state >> 10 & 3);
	struct wider w = { .smith = s, .output_count = 1 + roll(s, MOST_WIDE_OUTPUTS), .steps_of_time = chance(s, 20),
		.other_levels = chance(s, 60), .beside = chance(s, 70) };

	s->flux = chance(s, 25);
	s->totals = chance(s, 25) ? 1 : 0;
	w.plain = plain;
	w.functions = functions;
	choose_plain(&w);
	if (functions)
		printf("function f0(a) {\n    b = 0.25*a;\n    return b + 0.25*a;\n}\n");
	printf("stencil smith {\n");
	put_wide_declarations(&w);
	if (plain) {
		put_wide_temp(&w);
	} else if (chance(s, 75)) {
		put_wide_column(&w);
		if (chance(s, 75))
			put_wide_sweep(&w);
	} else if (chance(s, 50)) {
		put_wide_sweep(&w);
	}
	for (int count = 3 + roll(s, 6); count > 0; count--)
		put_wide_statement(&w);
	for (int i = 0; i < w.output_count; i++)
		if (!w.outputs[i].assigned || chance(s, 40))
			put_wide_output(&w, i);
	if (s->flux)
		printf(w.columns ? "    e0 = v0;\n" : "    e0 = 0.5;\n");
	if (s->totals)
		printf("    z0 = max(u0);\n");
	if (w.steps_of_time)
		printf("    time = time + 1;\n");
	printf("}\n");
}
