#include "runtime/run/mesh_values.h"

#include "runtime/mesh/geometry.h"
#include "runtime/problem/values.h"
#include "runtime/run/formula.h"
#include "runtime/run/mesh_axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sizes of a field's array, slowest first. Returns how many. */
static int
field_shape(const struct mesh_problem *p, const struct field *field, long long shape[ARRAY_DIMENSIONS])
{
	int count = 0;

	if (shapes[field->shape].axes[2])
		shape[count++] = p->levels[field->index];
	if (shapes[field->shape].axes[0] || field->shape == SHAPE_SCALAR)
		shape[count++] = mesh_problem_count(p, field);
	if (field->where.relation)
		shape[count++] = mesh_problem_slots(p, field);
	return count;
}

void
mesh_values_name(const struct field *field, struct array *array)
{
	int d = 0;

	if (shapes[field->shape].axes[2] && d < array->ndim)
		array->names[d++] = field->where.half ? "half_level" : "level";
	if (field->where.location != LOCATIONS && d < array->ndim)
		array->names[d++] = location_names[field->where.location];
	while (d < array->ndim)
		array->names[d++] = field->shape == SHAPE_SCALAR ? "one" : "slot";
}

struct array
mesh_values_array(const struct mesh_problem *p, const struct field *field)
{
	struct array array = { .element = (int)field_element(field), .whole = type_is_whole(field->type), .data = p->fields[field->index] };

	array.ndim = field_shape(p, field, array.shape);
	mesh_values_name(field, &array);
	return array;
}

/* Whether the first axis of an array of the wrong shape is that of the elements. */
static bool
is_by_element(const struct mesh_problem *p, const struct field *f, const struct array *array)
{
	return f->shape == SHAPE_POINT && array->ndim > 1 && array->shape[0] == mesh_problem_count(p, f)
		&& array->shape[1] != array->shape[0];
}

/* An array without the axis of levels is one level. */
static void
add_level(struct mesh_problem *p, const struct field *f, struct array *array)
{
	long long shape[ARRAY_DIMENSIONS];
	int ndim;

	p->levels[f->index] = 1;
	ndim = field_shape(p, f, shape);
	if (array->ndim != ndim - 1 || memcmp(array->shape, shape + 1, (size_t)array->ndim*sizeof *shape) != 0)
		return;
	memcpy(array->shape, shape, (size_t)ndim*sizeof *shape);
	array->ndim = ndim;
	mesh_values_name(f, array);
}

/* An array that was read must have the field's sizes; it tells the levels of a field. */
static bool
take_array(struct job *job, struct mesh_problem *p, const struct field *f, struct error *error)
{
	struct array *array = &job->arrays[f->index];
	struct arena *arena = &job->tool->arena;
	long long shape[ARRAY_DIMENSIONS];
	int ndim;

	if (f->shape == SHAPE_POINT)
		add_level(p, f, array);
	if (shapes[f->shape].axes[2] && array->ndim > 0)
		p->levels[f->index] = array->shape[0] > MAX_LEVELS ? MAX_LEVELS : (int)array->shape[0];
	ndim = field_shape(p, f, shape);
	if (array->element != (int)field_element(f))
		return error_set(error, EXIT_ERRORS, "%s: field '%s' is %s%s", job->ins[f->index].text, f->name, type_name(f->type),
			array->whole ? "" : ": --convert converts arrays of float and double");
	if (array->ndim != ndim || memcmp(array->shape, shape, (size_t)ndim*sizeof *shape) != 0)
		return error_set(error, EXIT_ERRORS, "%s has shape %s%s, but field '%s' needs %s on this mesh%s",
			job->ins[f->index].text, array_shape_text(arena, array->ndim, array->shape),
			mesh_axes_are_turned(job, f) ? " by level and element" : "", f->name, array_shape_text(arena, ndim, shape),
			is_by_element(p, f, array) ? ": is it (element, level)? Then give --axes element,level" : "");
	p->fields[f->index] = array->data;
	array->data = NULL;
	return true;
}

/* Makes room for a field. */
static bool
make_room(struct mesh_problem *p, const struct field *f, struct error *error)
{
	p->fields[f->index] = calloc(mesh_problem_elements(p, f) + 1, field_element(f));
	return p->fields[f->index] || error_no_memory(error);
}

/* What the mesh has beside a value that it has not: "; it has geofac_div, area", or nothing. */
static const char *
list_own(const struct mesh *mesh, struct arena *arena, enum location location, int kind)
{
	const char *text = "";

	for (const struct mesh_field *own = mesh->fields; own; own = own->next)
		if (own->location == location && own->relation == kind)
			text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "; it has ", own->name);
	return text;
}

/* Takes values that the mesh has, on all levels the same. */
static bool
take_own(struct job *job, struct mesh_problem *p, const struct field *f, struct error *error)
{
	const struct relation *relation = f->where.relation;
	const char *name = job->own[f->index];
	const bool is_star = relation && relation->id == RELATIONS && !strcmp(relation->name, "star");
	const int kind = !relation ? COLUMN : !is_star ? (int)relation->id : relation->from == CELL ? CELL_STAR : EDGE_STAR;
	const struct mesh_field *own = f->where.location == LOCATIONS ? NULL
		: mesh_field(p->mesh, f->where.location, kind, name);
	const int count = mesh_problem_count(p, f), slots = mesh_problem_slots(p, f);

	if (!own)
		return error_set(error, EXIT_ERRORS, "--in %s=@%s: the mesh has no such values of %s%s%s%s", f->name, name,
			f->where.location == LOCATIONS ? "levels" : location_names[f->where.location], relation ? "." : "",
			relation ? relation->name : "", list_own(p->mesh, &job->tool->arena, f->where.location, kind));
	if (!make_room(p, f, error))
		return false;
	for (int k = 0; k < p->levels[f->index]; k++)
		for (int e = 0; e < count; e++)
			for (int s = 0; s < slots && s < own->slots; s++) {
				const double value = own->values[(size_t)e*(size_t)own->slots + (size_t)s];
				const size_t at = ((size_t)k*(size_t)count + (size_t)e)*(size_t)slots + (size_t)s;

				if (!store_value(f->type, p->fields[f->index], at, value))
					return error_set(error, EXIT_ERRORS, "--in %s=@%s: %g is no int, but field '%s' is: declare it real",
						f->name, name, value, f->name);
			}
	return true;
}

/* The rows that zones ask for are those of the mesh. */
static bool
take_rows(struct job *job, struct mesh_problem *p, const struct field *f, struct error *error)
{
	if (job->ins[f->index].text)
		return error_set(error, EXIT_USAGE, "field '%s' has the rows of the mesh: leave its %s out", f->name,
			job->formulas[f->index] ? "--formula" : "--in");
	if (!make_room(p, f, error))
		return false;
	mesh_problem_fill_rows(p, f);
	return true;
}

/* Of what a formula is made. */
struct elements {
	const struct mesh_problem *problem;
	const struct field *field;
	const double *xyz; /* NULL: unknown */
};

static const char *const element_names[] = { "x", "y", "z", "lat", "lon", "k", "slot", "element", NULL };

static void
find_elements(const void *context, long long first, int count, double *const *x, bool *is_point)
{
	const struct elements *from = context;
	const int elements = mesh_problem_count(from->problem, from->field);
	const int slots = mesh_problem_slots(from->problem, from->field), dimensions = from->problem->mesh->dimensions;

	(void)is_point;
	for (int j = 0; j < count; j++) {
		const long long place = first + j;
		const long long level = place/slots/elements;
		const int e = (int)(place/slots % elements);
		double at[3] = { 0, 0, 0 };

		for (int d = 0; from->xyz && d < dimensions; d++)
			at[d] = from->xyz[(size_t)e*(size_t)dimensions + (size_t)d];
		for (int d = 0; d < 3; d++)
			x[d][j] = at[d];
		x[3][j] = dimensions > 2 ? atan2(at[2], hypot(at[0], at[1])) : 0;
		x[4][j] = dimensions > 2 ? atan2(at[1], at[0]) : 0;
		x[5][j] = (double)level;
		x[6][j] = (double)(place % slots);
		x[7][j] = e;
	}
}

/* Where the elements of a location are; NULL: the mesh does not tell. */
static const double *
coordinates(const struct mesh_problem *p, struct arena *arena, enum location location)
{
	if (location == LOCATIONS || !p->mesh->xyz[VERTEX])
		return NULL;
	return location == VERTEX ? p->mesh->xyz[VERTEX] : location == EDGE ? mesh_middles(p->mesh, arena)
		: mesh_centres(p->mesh, arena);
}

static bool
take_formula(struct job *job, struct mesh_problem *p, const struct field *f, struct error *error)
{
	const struct elements elements = { p, f, coordinates(p, &job->tool->arena, f->where.location) };
	const struct formula_points points = {
		.count = (long long)mesh_problem_elements(p, f), .names = element_names,
		.described = "x, y and z, lat and lon, the level k, a value's slot, and element",
		.find = find_elements, .context = &elements,
	};
	struct array array = { 0 };
	const bool good = formula_sample(job->tool, f->name, job->formulas[f->index], &points, f->type, &array, error);

	p->fields[f->index] = array.data;
	return good;
}

/* The full levels of what no array tells: as the option says, else as many as the most that an array has. Arrays of stencils with half
 * levels may have one level more than their field. */
static bool
find_levels(struct job *job, struct mesh_problem *p, struct error *error)
{
	const bool half = has_half_fields(job->stencil);
	int levels = job->options->size_levels;

	for (const struct field *f = job->stencil->fields; f && !job->options->size_levels; f = f->next) {
		const int full = !shapes[f->shape].axes[2] || !p->levels[f->index] ? 0 : p->levels[f->index] - f->where.half;

		if (full && (!levels || (half ? full < levels : full > levels)))
			levels = full;
	}
	if (!levels)
		return error_set(error, EXIT_USAGE, "no array has the number of levels: give --size-levels");
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (!shapes[f->shape].axes[2] || !p->levels[f->index])
			p->levels[f->index] = !shapes[f->shape].axes[2] ? 1 : levels + f->where.half;
	return true;
}

bool
mesh_values_fill(struct job *job, struct mesh_problem *p, struct error *error)
{
	bool good = true;

	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		p->levels[f->index] = !shapes[f->shape].axes[2];
		if (job->arrays[f->index].data)
			good = take_array(job, p, f, error);
	}
	good = good && find_levels(job, p, error);
	for (const struct field *f = job->stencil->fields; f && good; f = f->next)
		if (f->rows)
			good = take_rows(job, p, f, error);
		else if (job->own[f->index])
			good = take_own(job, p, f, error);
		else if (job->formulas[f->index])
			good = take_formula(job, p, f, error);
		else if (!p->fields[f->index])
			good = make_room(p, f, error);
	return good;
}
