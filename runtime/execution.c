#include "execution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 128, NOT_WRITTEN = 0xff };

struct grid *
execution_grid(struct arena *arena, const struct problem *problem, const struct variant *variant,
	const struct order *order, char *message, size_t room)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct stencil *stencil = problem->plan->stencil;
	struct offset *ways;
	const int count = variant_relations(arena, problem->plan, storage->table, &ways);
	struct relation *relations = arena_array(arena, struct relation, count + 1);
	struct grid_spec spec = {
		.regular = storage->regular, .order = *order, .relations = relations,
		.relation_count = count, .compressed = storage->compressed,
		.alignment = ALIGNMENT/(int)sizeof (double),
	};

	for (int a = 0; a < 3; a++) {
		spec.size[a] = problem->size[a];
		spec.low[a] = stencil->border.low[a];
		spec.high[a] = stencil->border.high[a];
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->type == TYPE_FLOAT)
			spec.alignment = ALIGNMENT/(int)sizeof (float);
	for (int i = 0; i < count; i++)
		relations[i] = (struct relation){ ways[i].x, ways[i].y };
	return grid_create(&spec, message, room);
}

static bool
failed(const struct device *device, int status, const char *what, char *message, size_t room)
{
	if (status)
		snprintf(message, room, "cannot %s: %s", what, device->error(status));
	return status != 0;
}

static size_t
elements(const struct execution *x, const struct field *field)
{
	switch (field->shape) {
	case SHAPE_POINT:   return x->grid->elements;
	case SHAPE_COLUMN:  return (size_t)x->grid->view.stride;
	case SHAPE_PROFILE: return (size_t)x->problem->size[2];
	}
	return 0;
}

/* A plain array as the field lies in memory; padding is marked as not written. */
static void *
laid_out(const struct execution *x, const struct field *field, const void *array)
{
	const size_t size = field_element(field), bytes = elements(x, field)*size;
	void *memory = malloc(bytes);

	if (!memory)
		return NULL;
	if (field->shape == SHAPE_PROFILE)
		return memcpy(memory, array, bytes);
	memset(memory, NOT_WRITTEN, bytes);
	grid_pack(x->grid, field->shape == SHAPE_COLUMN ? 1 : x->grid->view.levels, size, array, memory);
	return memory;
}

bool
execution_reset(struct execution *x, char *message, size_t room)
{
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next) {
		void *memory = laid_out(x, f, x->problem->fields[f->index]);
		int status;

		if (!memory) {
			snprintf(message, room, "out of memory");
			return false;
		}
		status = x->device->upload(x->fields[f->index], memory, elements(x, f)*field_element(f));
		free(memory);
		if (failed(x->device, status, "upload a field", message, room))
			return false;
	}
	return true;
}

static bool
upload_ints(const struct device *device, const int *ints, size_t count, void **memory, char *message,
	size_t room)
{
	return !ints || !count || (!failed(device, device->allocate(memory, count*sizeof *ints),
			"allocate a table", message, room)
		&& !failed(device, device->upload(*memory, ints, count*sizeof *ints), "upload a table",
			message, room));
}

static bool
prepare(struct execution *x, char *message, size_t room)
{
	const struct grid *grid = x->grid;

	if (!grid_check(grid, message, room)
			|| !upload_ints(x->device, grid->table, grid->entries, &x->table, message, room)
			|| !upload_ints(x->device, grid->pattern, (size_t)grid->view.stride, &x->pattern,
				message, room))
		return false;
	x->view.table = x->table;
	x->view.pattern = x->pattern;
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next)
		if (failed(x->device, x->device->allocate(&x->fields[f->index],
				elements(x, f)*field_element(f)), "allocate a field", message, room))
			return false;
	return execution_reset(x, message, room);
}

struct execution *
execution_create(const struct device *device, const struct problem *problem, struct grid *grid,
	char *message, size_t room)
{
	struct execution *x = calloc(1, sizeof *x);

	if (x)
		x->fields = calloc((size_t)problem->plan->stencil->field_count + 1, sizeof *x->fields);
	if (!x || !x->fields) {
		snprintf(message, room, "out of memory");
		grid_free(grid);
		free(x);
		return NULL;
	}
	x->device = device;
	x->problem = problem;
	x->grid = grid;
	x->view = grid->view;
	if (prepare(x, message, room))
		return x;
	execution_free(x);
	return NULL;
}

void
execution_free(struct execution *x)
{
	if (!x)
		return;
	for (int i = 0; i < x->problem->plan->stencil->field_count; i++)
		if (x->fields[i])
			x->device->release(x->fields[i]);
	if (x->table)
		x->device->release(x->table);
	if (x->pattern)
		x->device->release(x->pattern);
	grid_free(x->grid);
	free(x->fields);
	free(x);
}

static void *
download(const struct execution *x, const struct field *field, char *message, size_t room)
{
	const size_t bytes = elements(x, field)*field_element(field);
	void *memory = malloc(bytes);

	if (!memory) {
		snprintf(message, room, "out of memory");
		return NULL;
	}
	if (!failed(x->device, x->device->download(memory, x->fields[field->index], bytes),
			"download a field", message, room))
		return memory;
	free(memory);
	return NULL;
}

bool
execution_fetch(const struct execution *x, const struct field *field, char *message, size_t room)
{
	void *memory = download(x, field, message, room);

	if (memory)
		grid_unpack(x->grid, x->grid->view.levels, field_element(field), memory,
			x->problem->fields[field->index]);
	free(memory);
	return memory != NULL;
}

struct call
execution_call(const struct execution *x, kernel_run *run, struct stencil_block block)
{
	return (struct call){ run, &x->view, x->fields, x->problem->params, block };
}

static double
number(const void *memory, size_t i, size_t element)
{
	return element == sizeof (float) ? ((const float *)memory)[i] : ((const double *)memory)[i];
}

static bool
same(const void *a, const void *b, size_t i, size_t element)
{
	static const unsigned char untouched[sizeof (double)] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	const char *p = (const char *)a + i*element, *q = (const char *)b + i*element;

	if (!memcmp(p, q, element))
		return true;
	return isnan(number(a, i, element)) && isnan(number(b, i, element))
		&& memcmp(p, untouched, element) && memcmp(q, untouched, element);
}

/* In words, where element i of a field's memory is and what it holds. */
static void
describe(const struct execution *x, const struct field *field, size_t i, double got, double expected,
	struct verdict *verdict)
{
	const int *size = x->problem->size, *place = x->grid->place;
	const size_t stride = (size_t)x->grid->view.stride;
	const int columns = size[0]*size[1];
	int column = 0;

	while (column < columns && (size_t)place[column] != i % stride)
		column++;
	if (column == columns)
		snprintf(verdict->first, sizeof verdict->first, "%s: padding is overwritten with %.17g",
			field->name, got);
	else
		snprintf(verdict->first, sizeof verdict->first, "%s at (%d,%d,%zu): got %.17g, expected %.17g",
			field->name, column % size[0], column/size[0], i/stride, got, expected);
}

static void
compare_field(const struct execution *x, const struct field *field, const void *got,
	const void *expected, const double *bounds, struct verdict *verdict)
{
	const size_t element = field_element(field), count = elements(x, field);

	for (size_t i = 0; i < count; i++) {
		const double g = number(got, i, element), e = number(expected, i, element);

		if (same(got, expected, i, element))
			continue;
		/* Both may be off by the bound, in opposite directions. */
		if (bounds && bounds[i] > 0 && isinf(bounds[i]))
			verdict->skipped++;
		else if (!bounds || !(fabs(g - e) <= 2*bounds[i])) {
			if (!verdict->different++)
				describe(x, field, i, g, e, verdict);
		}
	}
}

static double *
laid_out_bounds(const struct execution *x, const struct field *field)
{
	double *memory = calloc(elements(x, field), sizeof *memory);

	if (memory)
		grid_pack(x->grid, x->grid->view.levels, sizeof *memory,
			x->problem->bounds[field->index], memory);
	return memory;
}

bool
execution_compare(const struct execution *x, struct verdict *verdict, char *message, size_t room)
{
	const struct problem *problem = x->problem;
	bool good = true;

	*verdict = (struct verdict){ 0 };
	for (const struct field *f = problem->plan->stencil->fields; f && good; f = f->next) {
		void *got, *expected;
		double *bounds = NULL;

		if (f->role == ROLE_IN)
			continue;
		got = download(x, f, message, room);
		expected = laid_out(x, f, problem->expected[f->index]);
		if (problem->bounds[f->index])
			bounds = laid_out_bounds(x, f);
		good = got && expected && (bounds || !problem->bounds[f->index]);
		if (good)
			compare_field(x, f, got, expected, bounds, verdict);
		else if (got)
			snprintf(message, room, "out of memory");
		verdict->points += problem_points(problem);
		free(got);
		free(expected);
		free(bounds);
	}
	return good;
}

bool
verdict_is_good(const struct verdict *verdict)
{
	return !verdict->different && verdict->skipped <= 1e-3*verdict->points;
}
