#include "runtime/planeparts/part_arrays.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/planeparts/part_file.h"
#include "runtime/planeparts/part_list.h"
#include "runtime/problem/plane_wrap.h"

#include <stdlib.h>
#include <string.h>

/* Some of a part's cells, counted from the first of its array. */
struct window {
	int begin[2], end[2];
};

enum way { FROM_WHOLE, TO_WHOLE };

/* The cell of the whole grid's array that a part's cell is. */
static int
whole_cell(const struct plane_parts *parts, const struct problem *own, int axis, int cell)
{
	const int place = own->place[axis] + cell;

	return parts->rectangles.periodic[axis] ? plane_wrapped(parts->whole, axis, place) : place;
}

static size_t
cell_offset(const struct problem *problem, int x, int y, int z, size_t element)
{
	return (((size_t)z*(size_t)problem->size[1] + (size_t)y)*(size_t)problem->size[0] + (size_t)x)*element;
}

/* A row of a part lies in one piece of the whole array, or ends where the period does. */
static void
copy_row(const struct plane_parts *parts, const struct problem *part, const struct window *w, int y, int z, size_t element,
	char *whole, char *own, enum way way)
{
	const int from_y = whole_cell(parts, part, 1, y);

	for (int x = w->begin[0], next; x < w->end[0]; x = next) {
		const int from = whole_cell(parts, part, 0, x);
		char *a = whole + cell_offset(parts->whole, from, from_y, z, element);
		char *b = own + cell_offset(part, x, y, z, element);

		next = x + 1;
		while (next < w->end[0] && whole_cell(parts, part, 0, next) == from + next - x)
			next++;
		memcpy(way == FROM_WHOLE ? b : a, way == FROM_WHOLE ? a : b, (size_t)(next - x)*element);
	}
}

static void
copy_window(const struct plane_parts *parts, const struct problem *part, const struct window *w, const struct field *field,
	size_t element, void *whole, void *own, enum way way)
{
	const bool *axes = shapes[field->shape].axes;
	const int levels = axes[2] ? parts->whole->size[2] : 1;

	if (!axes[0]) {
		memcpy(way == FROM_WHOLE ? own : whole, way == FROM_WHOLE ? whole : own, (size_t)levels*element);
		return;
	}
	for (int z = 0; z < levels; z++)
		for (int y = w->begin[1]; y < w->end[1]; y++)
			copy_row(parts, part, w, y, z, element, whole, own, way);
}

static struct window
all_cells(const struct problem *own)
{
	return (struct window){ { 0, 0 }, { own->size[0], own->size[1] } };
}

static struct window
own_cells(const struct plane_part *part)
{
	struct window w = all_cells(part->problem);

	for (int axis = 0; axis < 2; axis++) {
		if (part->rectangle.neighbour[axis ? 0 : 1][axis ? 1 : 0] >= 0)
			w.begin[axis] = part->problem->halo.low[axis];
		if (part->rectangle.neighbour[axis ? 2 : 1][axis ? 1 : 2] >= 0)
			w.end[axis] -= part->problem->halo.high[axis];
	}
	return w;
}

bool
part_take(const struct plane_parts *parts, struct problem *own, struct error *error)
{
	const struct window w = all_cells(own);

	for (const struct field *f = own->plan->stencil->fields; f; f = f->next) {
		const size_t element = field_element(f);
		void *array = own->fields[f->index] = malloc(problem_elements(own, f)*element);

		if (!array)
			return error_no_memory(error);
		if (!part_file_read(parts, own, f, error))
			return false;
		copy_window(parts, own, &w, f, element, parts->whole->fields[f->index], array, FROM_WHOLE);
	}
	return true;
}

void
part_give(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	const void *own, void *whole)
{
	struct window w;

	if (parts->has) {
		part_list_copy(parts, part, field, element, (void *)own, whole, LIST_TO_WHOLE);
		return;
	}
	w = own_cells(part);
	copy_window(parts, part->problem, &w, field, element, whole, (void *)own, TO_WHOLE);
}

void
part_gives(const struct plane_part *part, int begin[2], int end[2])
{
	const struct window w = own_cells(part);

	for (int axis = 0; axis < 2; axis++) {
		begin[axis] = part->problem->place[axis] + w.begin[axis];
		end[axis] = part->problem->place[axis] + w.end[axis];
	}
}

bool
part_write(const struct plane_part *part, const char *path, const struct array *whole, struct error *error)
{
	int begin[2], end[2];
	struct npy_rows rows;

	part_gives(part, begin, end);
	rows = (struct npy_rows){ .end = 1, .from = begin[0], .to = end[0] };
	if (whole->ndim > 1) {
		rows.begin = begin[1];
		rows.end = end[1];
	}
	return npy_write_rows(path, whole, &rows, whole->data, error);
}

void
part_expect(const struct plane_parts *parts, const struct plane_part *part, const struct problem *from, const struct field *field,
	size_t element, const void *expected, void *own)
{
	const struct problem *problem = part->problem;
	const bool *axes = shapes[field->shape].axes;
	const struct window w = own_cells(part);
	const int levels = axes[2] ? problem->size[2] : 1;
	const int dx = problem->place[0] - from->place[0], dy = problem->place[1] - from->place[1];

	if (parts->has) {
		part_list_copy(parts, part, field, element, own, (void *)expected, LIST_FROM_WHOLE);
		return;
	}
	if (!axes[0]) {
		memcpy(own, expected, (size_t)levels*element);
		return;
	}
	for (int z = 0; z < levels; z++)
		for (int y = w.begin[1]; y < w.end[1]; y++)
			memcpy((char *)own + cell_offset(problem, w.begin[0], y, z, element),
				(const char *)expected + cell_offset(from, w.begin[0] + dx, y + dy, z, element),
				(size_t)(w.end[0] - w.begin[0])*element);
}
