#include "generator/interpret/interpreter.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

struct row
row_new(const struct run *run, struct arena *memory, size_t count)
{
	return (struct row){
		.values = arena_array(memory, double, count),
		.bounds = run->given->bounds ? arena_array(memory, double, count) : NULL,
	};
}

struct row
row_take(struct run *run)
{
	if (run->used == run->made) {
		const int count = 2*run->made + 8;
		struct row *more = arena_array(&run->memory, struct row, count);

		for (int i = 0; i < count; i++)
			more[i] = i < run->made ? run->scratch[i]
				: row_new(run, &run->memory, (size_t)run->width);
		run->scratch = more;
		run->made = count;
	}
	return run->scratch[run->used++];
}

static void
fill(int n, double *r, double value)
{
	for (int i = 0; i < n; i++)
		r[i] = value;
}

void
row_fill(const struct run *run, struct row row, double value)
{
	fill(run->n, row.values, value);
	if (row.bounds)
		fill(run->n, row.bounds, 0);
}

void
row_copy(const struct run *run, struct row from, struct row to)
{
	const size_t bytes = (size_t)run->n*sizeof(double);

	memcpy(to.values, from.values, bytes);
	if (to.bounds)
		memcpy(to.bounds, from.bounds, bytes);
}

/* Finds where the row y, z of an array over the window, or over its half levels, starts; false if it lies
 * outside. */
static bool
find_row(const struct window *window, bool half, int y, int z, size_t *start)
{
	if (y < window->low[1] || y >= window->high[1] || z < window->low[2] || z >= window->high[2] + half)
		return false;
	*start = ((size_t)(z - window->low[2])*(size_t)window_length(window, 1)
		+ (size_t)(y - window->low[1]))*(size_t)window_length(window, 0);
	return true;
}

#define COPY(type, value)                              \
	for (const type *from = array; count--; from++) \
		*r++ = (value)

void
copy_elements(const void *array, enum type type, int count, double *r)
{
	if (type == TYPE_FLOAT)
		COPY(float, *from);
	else if (type == TYPE_INT)
		COPY(int32_t, *from);
	else if (type == TYPE_BOOL)
		COPY(unsigned char, *from != 0);
	else
		COPY(double, *from);
}

double
no_value(enum type type)
{
	return type_is_whole(type) ? 0 : (double)NAN;
}

/* Reads n elements of the count ones from start on, the first skip past it. */
static void
read_elements(const void *array, enum type type, size_t start, int count,
	int skip, int n, double *r)
{
	const int first = smaller(larger(0, -skip), n), end = larger(first, smaller(n, count - skip));
	const char *bytes = array;

	fill(first, r, no_value(type));
	if (first < end)
		copy_elements(bytes + (start + (size_t)(first + skip))*(size_t)element_size(type), type, end - first,
			r + first);
	fill(n - end, r + end, no_value(type));
}

void
field_read(const struct run *run, const struct field *field, struct offset by, struct row out)
{
	const int x = run->x + by.x, z = run->z + by.z, nx = run->given->size[0];
	const bool *axes = shapes[field->shape].axes;
	const void *array = run->given->fields[field->index];
	size_t start;

	row_fill(run, out, no_value(field->type));
	if (!find_row(&run->grid, field->where.half, axes[1] ? run->y + by.y : 0, axes[2] ? z : 0, &start))
		return;
	if (!axes[0]) {
		read_elements(array, field->type, axes[2] ? (size_t)z : 0, 1, 0, 1, out.values);
		fill(run->n, out.values, *out.values);
	} else {
		read_elements(array, field->type, start, nx, x, run->n, out.values);
	}
	if (out.bounds && field->shape == SHAPE_SCALAR && field->role != ROLE_IN)
		fill(run->n, out.bounds, run->given->bounds[field->index][0]);
	else if (out.bounds && field->role != ROLE_IN)
		read_elements(run->given->bounds[field->index], TYPE_DOUBLE, start, nx, x,
			run->n, out.bounds);
}

void
store_element(enum type type, void *array, size_t i, double value)
{
	if (type == TYPE_FLOAT)
		((float *)array)[i] = (float)value;
	else if (type == TYPE_INT)
		((int32_t *)array)[i] = (int32_t)value;
	else if (type == TYPE_BOOL)
		((unsigned char *)array)[i] = value != 0;
	else
		((double *)array)[i] = value;
}

static void
put_element(const struct run *run, const struct field *field, size_t i, double value, const double *bound)
{
	store_element(field->type, run->given->fields[field->index], i, value);
	if (bound)
		run->given->bounds[field->index][i] = *bound;
}

void
side_read(const struct run *run, enum side side, struct row out)
{
	const struct window *domain = &run->domain;
	const int axis = side_axis(side), start = axis == 0 ? run->x : axis == 1 ? run->y : run->z;
	const bool is_low = side == SIDE_WEST || side == SIDE_NORTH || side == SIDE_BELOW;

	row_fill(run, out, 0);
	for (int i = 0; i < run->n; i++) {
		const int at = axis == 0 ? start + i : start;

		out.values[i] = is_low ? at - domain->low[axis] : domain->high[axis] + (axis == 2 && run->half) - 1 - at;
		if (axis < 2)
			out.values[i] += is_low ? run->given->before[axis] : run->given->after[axis];
	}
}

void
field_write(const struct run *run, const struct field *field, struct row from)
{
	const struct window *domain = &run->domain;
	size_t start, inside;

	if (field->shape == SHAPE_SCALAR) {
		put_element(run, field, 0, from.values[0], from.bounds);
		return;
	}
	if (!find_row(domain, field->shape == SHAPE_COLUMN ? run->half : field->where.half, run->y, run->z, &inside) ||
	    !find_row(&run->grid, field->where.half, run->y, shapes[field->shape].axes[2] ? run->z : 0, &start))
		return;
	for (int x = domain->low[0]; x < domain->high[0]; x++)
		put_element(run, field, start + (size_t)x, from.values[x - run->x],
			from.bounds ? &from.bounds[x - run->x] : NULL);
}

static bool
find_temp_row(const struct run *run, const struct temp *temp, struct offset by, struct row *row)
{
	const struct array *array = &run->arrays[temp->index];
	const int z = temp->shape == SHAPE_COLUMN ? 0 : run->z + by.z;
	size_t start;

	if (!find_row(&array->window, false, run->y + by.y, z, &start))
		return false;
	assert(run->x + by.x >= array->window.low[0] && run->x + by.x + run->n <= array->window.high[0]);
	*row = array->rows;
	start += (size_t)(run->x + by.x - array->window.low[0]);
	row->values += start;
	if (row->bounds)
		row->bounds += start;
	return true;
}

struct row
temp_row(const struct run *run, const struct temp *temp)
{
	struct row row = { NULL, NULL };
	const bool found = find_temp_row(run, temp, (struct offset){ 0, 0, 0 }, &row);

	assert(found);
	(void)found;
	return row;
}

static void
scalar_read(const struct run *run, struct row one, struct row out)
{
	fill(run->n, out.values, one.values[0]);
	if (out.bounds)
		fill(run->n, out.bounds, one.bounds[0]);
}

void
temp_read(const struct run *run, const struct temp *temp, struct offset by, struct row out)
{
	struct row row;

	if (temp->one_valued)
		scalar_read(run, run->arrays[temp->index].rows, out);
	else if (find_temp_row(run, temp, by, &row))
		row_copy(run, row, out);
	else
		row_fill(run, out, NAN);
}

/* Only rounding to float changes a value; an exact one is rounded alike
 * everywhere. */
void
row_convert(const struct run *run, struct row row, enum type from, enum type to)
{
	if (to != TYPE_FLOAT || from == TYPE_FLOAT)
		return;
	round_values(to, run->n, row.values);
	for (int i = 0; row.bounds && i < run->n; i++)
		if (row.bounds[i] > 0)
			row.bounds[i] += rounding_unit(to)*fabs(row.values[i]);
}
