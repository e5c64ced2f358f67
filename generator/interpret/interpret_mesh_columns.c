#include "generator/interpret/interpret_mesh_run.h"

#include "generator/base/workers.h"

#include <string.h>

/* An array whose elements of a level follow one another, and its copy: one is the other transposed. */
struct transposition {
	char *array, *copy;
	size_t bytes, count;
	int levels;
	bool back;
};

static inline void
move(const struct transposition *t, size_t bytes, size_t first, size_t end)
{
	for (int level = 0; level < t->levels; level++)
		for (size_t e = first; e < end; e++) {
			char *array = t->array + ((size_t)level*t->count + e)*bytes;
			char *copy = t->copy + (e*(size_t)t->levels + (size_t)level)*bytes;

			memcpy(t->back ? array : copy, t->back ? copy : array, bytes);
		}
}

/* Sizes that the compiler knows are moved as one value. */
static void
transpose_elements(void *transposition, int worker, long first, long end)
{
	const struct transposition *t = transposition;

	(void)worker;
	if (t->bytes == sizeof (double))
		move(t, sizeof (double), (size_t)first, (size_t)end);
	else if (t->bytes == sizeof (float))
		move(t, sizeof (float), (size_t)first, (size_t)end);
	else
		move(t, t->bytes, (size_t)first, (size_t)end);
}

static void
transpose(void *array, void *copy, size_t bytes, size_t count, int levels, bool back)
{
	enum { LINES = 64 };
	struct transposition t = { array, copy, bytes, count, levels, back };

	workers_share((long)count, LINES, transpose_elements, &t);
}

/* Columns and profiles have one value an element or level. */
static bool
has_columns(const struct field *field)
{
	return shapes[field->shape].axes[2] && field->where.location != LOCATIONS;
}

static size_t
columns_of(const struct mesh_interpretation *given, const struct field *field)
{
	const size_t slots = field->where.relation ? (size_t)relation_slots(given->tables, field->where.relation) : 1;

	return (size_t)given->count[field->where.location]*slots;
}

/* NULL where there is no array. */
static void *
copy_array(const struct mesh_interpretation *given, const struct field *field, void *array, size_t bytes, struct arena *memory)
{
	const size_t count = columns_of(given, field);
	const int levels = given->levels[field->index];
	void *copy = array ? arena_alloc(memory, count*(size_t)levels*bytes + 1, sizeof (double)) : NULL;

	if (array)
		transpose(array, copy, bytes, count, levels, false);
	return copy;
}

struct mesh_interpretation
mesh_copy_columns(const struct mesh_interpretation *given, struct arena *memory)
{
	const int fields = given->stencil->field_count;
	struct mesh_interpretation columns = *given;
	void **values = arena_array(memory, void *, fields + 1);
	double **bounds = arena_array(memory, double *, fields + 1);

	for (const struct field *f = given->stencil->fields; f; f = f->next) {
		double *own = given->bounds ? given->bounds[f->index] : NULL;

		values[f->index] = !has_columns(f) ? given->fields[f->index]
			: copy_array(given, f, given->fields[f->index], (size_t)element_size(f->type), memory);
		bounds[f->index] = !has_columns(f) ? own : copy_array(given, f, own, sizeof *own, memory);
	}
	columns.fields = values;
	columns.bounds = given->bounds ? bounds : NULL;
	return columns;
}

void
mesh_return_columns(const struct mesh_interpretation *given, const struct mesh_interpretation *columns)
{
	for (const struct field *f = given->stencil->fields; f; f = f->next) {
		const size_t count = has_columns(f) ? columns_of(given, f) : 0;
		const int levels = given->levels[f->index];

		if (f->role == ROLE_IN || !count)
			continue;
		transpose(given->fields[f->index], columns->fields[f->index], (size_t)element_size(f->type), count, levels, true);
		if (given->bounds && given->bounds[f->index])
			transpose(given->bounds[f->index], columns->bounds[f->index], sizeof (double), count, levels, true);
	}
}
