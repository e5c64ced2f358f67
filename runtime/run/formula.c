#include "runtime/run/formula.h"

#include "generator/interpret/interpret.h"
#include "generator/language/parse.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

/* A formula is a stencil of its own, of a row of points and one field a name. */

enum { AT_ONCE = 4096 };

static int
count_names(const struct formula_points *points)
{
	int count = 0;

	while (points->names[count])
		count++;
	return count;
}

/* A stencil that assigns some value. */
static struct stencil *
new_stencil(struct arena *arena, const struct formula_points *points, struct diagnostics *diagnostics)
{
	const char *fields = "";
	struct source source = { .path = "--formula", .diagnostics = diagnostics };

	for (const char *const *name = points->names; *name; name++)
		fields = arena_printf(arena, "%s%s%s", fields, *fields ? ", " : "", *name);
	source.text = arena_printf(arena, "stencil sample { in double %s; out double value; value = 0; }",
		fields);
	source.size = strlen(source.text);
	return parse_stencils(arena, &source);
}

/* Returns the first value that does not have the type, or NULL. */
static const double *
store(long long first, int count, double *values, const bool *is_point, enum type type, void *array)
{
	for (int j = 0; j < count; j++) {
		values[j] = is_point[j] ? values[j] : 0;
		if (!store_value(type, array, (size_t)(first + j), values[j]))
			return &values[j];
	}
	return NULL;
}

/* Computes the values, some at a time. Returns the first one that does not have the type, or NULL. */
static const double *
sample(const struct stencil *stencil, const struct formula_points *points, void **fields, enum type type, void *array)
{
	const double *wrong = NULL;

	for (long long first = 0; first < points->count && !wrong; first += AT_ONCE) {
		const int count = points->count - first < AT_ONCE ? (int)(points->count - first) : AT_ONCE;
		const struct interpretation run = {
			.stencil = stencil, .size = { count, 1, 1 }, .fields = fields,
		};
		double *x[FORMULA_NAMES];
		bool is_point[AT_ONCE];

		for (int i = 0; i < count_names(points); i++)
			x[i] = fields[i];
		memset(is_point, true, sizeof is_point);
		points->find(points->context, first, count, x, is_point);
		interpret(&run);
		wrong = store(first, count, fields[count_names(points)], is_point, type, array);
	}
	return wrong;
}

static bool
is_name(const char *text, const struct formula_points *points)
{
	for (const char *const *name = points->names; *name; name++)
		if (!strcmp(text, *name))
			return true;
	return false;
}

/* Reports what a statement of a stencil may contain and a formula may not. */
static void
check_names(const struct source *source, const struct expr *e, const struct formula_points *points)
{
	const struct expr *operand;

	if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS)
		error_at(source, e->span, "a formula has no levels, only %s", points->described);
	else if (e->kind == EXPR_NAME && e->u.name.shifted)
		error_at(source, e->span, "a formula has no offsets: a coordinate is that of the point");
	else if (e->kind == EXPR_NAME && !is_name(e->u.name.name, points))
		error_at(source, e->span, "unknown name '%s': a formula is made of %s", e->u.name.name, points->described);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		check_names(source, operand, points);
}

/* Parses and checks the formula, the source of the unit. */
static bool
compile_formula(struct arena *arena, const struct formula_points *points, struct unit *unit)
{
	struct diagnostics *diagnostics = unit->source.diagnostics;
	struct expr *formula;

	unit->errors_before = diagnostics->errors;
	formula = parse_formula(arena, &unit->source);
	if (!formula)
		return false;
	check_names(&unit->source, formula, points);
	unit->stencils = new_stencil(arena, points, diagnostics);
	unit->stencils->statements->u.assign.value = formula;
	unit->count = 1;
	return diagnostics->errors == unit->errors_before && compile_check(arena, TYPE_DOUBLE, unit)
		&& compile_plan(arena, unit);
}

bool
formula_sample(struct tool *tool, const char *field, const char *formula, const struct formula_points *points,
	enum type type, struct array *array, struct error *error)
{
	struct arena *arena = &tool->arena;
	struct unit unit = { .source = {
		.path = arena_printf(arena, "--formula %s", field), .text = formula, .size = strlen(formula),
		.diagnostics = &tool->diagnostics,
	} };
	void *fields[FORMULA_NAMES + 1];
	const double *wrong;

	tool->diagnostics.quiet = true; /* not every name need be used */
	if (!compile_formula(arena, points, &unit)) {
		diagnostics_finish(&tool->diagnostics);
		return error_reported(error, EXIT_ERRORS);
	}
	*array = (struct array){ .ndim = 1, .shape = { points->count }, .element = element_size(type),
		.whole = type_is_whole(type) };
	array->data = calloc((size_t)points->count + 1, (size_t)array->element);
	if (!array->data)
		return error_no_memory(error);
	for (int t = 0; t <= count_names(points); t++)
		fields[t] = arena_array(arena, double, AT_ONCE);
	wrong = sample(unit.stencils, points, fields, type, array->data);
	if (wrong)
		array_free(array);
	return !wrong || error_set(error, EXIT_ERRORS, "--formula %s: %g is no int, but field '%s' is: use floor()", field,
		*wrong, field);
}
