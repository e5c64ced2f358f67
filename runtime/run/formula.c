#include "runtime/run/formula.h"

#include "generator/interpret/interpret.h"
#include "generator/language/parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A formula is a stencil of its own, of a row of points and one field a coordinate. */

enum { AT_ONCE = 4096 };

/* A stencil that assigns some value. */
static struct stencil *
new_stencil(struct arena *arena, int dim, struct diagnostics *diagnostics)
{
	const char *fields = "";
	struct source source = { .path = "--formula", .diagnostics = diagnostics };

	for (int t = 0; t < dim; t++)
		fields = arena_printf(arena, "%s%sx%d", fields, t ? ", " : "", t + 1);
	source.text = arena_printf(arena, "stencil sample { in double %s; out double value; value = 0; }",
		fields);
	source.size = strlen(source.text);
	return parse_stencils(arena, &source);
}

/* The coordinates of count positions of the grid; 1/2 where no point lies. */
static void
find_coordinates(const struct sparse_grid *grid, int first, int count, void **x)
{
	int l[SPARSE_DIMENSIONS], i[SPARSE_DIMENSIONS];

	for (int j = 0; j < count; j++) {
		const bool point = sparse_grid_point(grid, first + j, l, i);

		for (int t = 0; t < grid->dim; t++)
			((double *)x[t])[j] = point ? ldexp(2*i[t] + 1, -l[t] - 1) : 0.5;
	}
}

static void
store(const struct sparse_grid *grid, int first, int count, const double *values,
	const struct array *array)
{
	int l[SPARSE_DIMENSIONS], i[SPARSE_DIMENSIONS];

	for (int j = 0; j < count; j++) {
		const double value = sparse_grid_point(grid, first + j, l, i) ? values[j] : 0;

		if (array->element == sizeof (float))
			((float *)array->data)[first + j] = (float)value;
		else
			((double *)array->data)[first + j] = value;
	}
}

/* Computes the values, some at a time. */
static void
sample(const struct stencil *stencil, const struct sparse_grid *grid, void **fields,
	const struct array *array)
{
	const int end = grid->group[grid->level];

	for (int first = 0; first < end; first += AT_ONCE) {
		const int count = end - first < AT_ONCE ? end - first : AT_ONCE;
		const struct interpretation run = {
			.stencil = stencil, .size = { count, 1, 1 }, .fields = fields,
		};

		find_coordinates(grid, first, count, fields);
		interpret(&run);
		store(grid, first, count, fields[grid->dim], array);
	}
}

/* Whether a name is that of a coordinate. */
static bool
is_coordinate(const char *name, int dim)
{
	for (int t = 1; t <= dim; t++) {
		char coordinate[16];

		snprintf(coordinate, sizeof coordinate, "x%d", t);
		if (!strcmp(name, coordinate))
			return true;
	}
	return false;
}

/* Reports what a statement of a stencil may contain and a formula may not. */
static void
check_names(const struct source *source, const struct expr *e, int dim)
{
	const struct expr *operand;

	if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS)
		error_at(source, e->span, "a formula has no levels, only the coordinates x1 to x%d", dim);
	else if (e->kind == EXPR_NAME && e->u.name.shifted)
		error_at(source, e->span, "a formula has no offsets: a coordinate is that of the point");
	else if (e->kind == EXPR_NAME && !is_coordinate(e->u.name.name, dim))
		error_at(source, e->span, "unknown name '%s': a formula is made of the coordinates x1 to x%d",
			e->u.name.name, dim);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		check_names(source, operand, dim);
}

/* Parses and checks the formula, the source of the unit. */
static bool
compile_formula(struct arena *arena, int dim, struct unit *unit)
{
	struct diagnostics *diagnostics = unit->source.diagnostics;
	struct expr *formula;

	unit->errors_before = diagnostics->errors;
	formula = parse_formula(arena, &unit->source);
	if (!formula)
		return false;
	check_names(&unit->source, formula, dim);
	unit->stencils = new_stencil(arena, dim, diagnostics);
	unit->stencils->statements->u.assign.value = formula;
	unit->count = 1;
	return diagnostics->errors == unit->errors_before && compile_check(arena, TYPE_DOUBLE, unit);
}

int
formula_sample(struct tool *tool, const char *field, const char *formula,
	const struct sparse_grid *grid, int element, struct array *array)
{
	struct arena *arena = &tool->arena;
	struct unit unit = { .source = {
		.path = arena_printf(arena, "--formula %s", field), .text = formula, .size = strlen(formula),
		.diagnostics = &tool->diagnostics,
	} };
	void *fields[SPARSE_DIMENSIONS + 1];

	tool->diagnostics.quiet = true; /* not every coordinate need be used */
	if (!compile_formula(arena, grid->dim, &unit)) {
		diagnostics_finish(&tool->diagnostics);
		return EXIT_ERRORS;
	}
	*array = (struct array){ .ndim = 1, .shape = { grid->group[grid->level] }, .element = element };
	array->data = calloc((size_t)array->shape[0], (size_t)element);
	if (!array->data)
		return tool_fail(tool, EXIT_IO, "out of memory");
	for (int t = 0; t <= grid->dim; t++)
		fields[t] = arena_array(arena, double, AT_ONCE);
	sample(unit.stencils, grid, fields, array);
	return EXIT_GOOD;
}
