#include "runtime/run/run_sparse.h"

#include "generator/interpret/interpret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A formula is a stencil of its own, of a row of points and one field a coordinate. */

enum { AT_ONCE = 4096 };

static const char *
stencil_text(struct arena *arena, int dim, const char *formula)
{
	const char *fields = "";

	for (int t = 0; t < dim; t++)
		fields = arena_printf(arena, "%s%sx%d", fields, t ? ", " : "", t + 1);
	return arena_printf(arena, "stencil sample { in double %s; out double value;\nvalue =\n%s; }",
		fields, formula);
}

/* Coordinates of the points from some place on: 1/2 where none lies. */
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
	const struct npy *array)
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

static void
sample(const struct stencil *stencil, const struct sparse_grid *grid, void **fields,
	const struct npy *array)
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

int
sparse_sample(struct tool *tool, const char *field, const char *formula,
	const struct sparse_grid *grid, int element, struct npy *array)
{
	struct arena *arena = &tool->arena;
	const char *text = stencil_text(arena, grid->dim, formula);
	struct unit unit = { .source = {
		.path = arena_printf(arena, "--formula %s", field), .text = text, .size = strlen(text),
		.diagnostics = &tool->diagnostics,
	} };
	void *fields[SPARSE_DIMENSIONS + 1];

	tool->diagnostics.quiet = true; /* not every coordinate need be used */
	if (!compile_text(arena, TYPE_DOUBLE, &unit)) {
		diagnostics_finish(&tool->diagnostics);
		return EXIT_ERRORS;
	}
	*array = (struct npy){ .ndim = 1, .shape = { grid->group[grid->level] }, .element = element };
	array->data = calloc((size_t)array->shape[0], (size_t)element);
	if (!array->data)
		return tool_fail(tool, EXIT_IO, "out of memory");
	for (int t = 0; t <= grid->dim; t++)
		fields[t] = arena_array(arena, double, AT_ONCE);
	sample(unit.stencils, grid, fields, array);
	return EXIT_GOOD;
}
