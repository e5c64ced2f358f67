#include "runtime/problem/plane_device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PADDING = 0x7f };

struct grid *
execution_grid(struct arena *arena, const struct problem *problem, const struct variant *variant,
	const struct order *order, int alignment, char *message, size_t room)
{
	const struct storage_info *storage = &storages[variant->storage];
	const struct stencil *stencil = problem->plan->stencil;
	struct offset *offsets;
	const int count = variant_relations(arena, problem->plan, storage->table, &offsets);
	struct relation *relations = arena_array(arena, struct relation, count + 1);
	struct grid_spec spec = {
		.regular = storage->regular, .order = *order, .relations = relations,
		.relation_count = count, .compressed = storage->compressed,
		.alignment = alignment/(int)sizeof (double),
	};

	for (int a = 0; a < 3; a++) {
		spec.size[a] = problem->size[a];
		spec.low[a] = stencil->border.low[a];
		spec.high[a] = stencil->border.high[a];
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->type == TYPE_FLOAT)
			spec.alignment = alignment/(int)sizeof (float);
	if (spec.alignment < 1)
		spec.alignment = 1;
	/* Every level begins with a struct. */
	if (spec.alignment < layouts[variant->layout].points)
		spec.alignment = layouts[variant->layout].points;
	for (int i = 0; i < count; i++)
		relations[i] = (struct relation){ offsets[i].x, offsets[i].y };
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

/* Where element i of a field lies in its array, counted in elements. */
static size_t
element_place(const struct execution *x, const struct field *field, size_t i)
{
	const struct array_memory *array = &x->arrays[x->array[field->index]];
	const size_t points = (size_t)(layouts[x->layout].points ? layouts[x->layout].points : 1);
	const size_t members = (size_t)array->members, member = (size_t)x->member[field->index];

	return (i/points*members + member)*points + i % points;
}

/* Copy a field between its array and memory of its own, where it lies as soa. */
static void
scatter(const struct execution *x, const struct field *field, const void *own, void *array)
{
	const size_t size = field_element(field), count = elements(x, field);

	for (size_t i = 0; i < count; i++)
		memcpy((char *)array + element_place(x, field, i)*size, (const char *)own + i*size, size);
}

static void
gather(const struct execution *x, const struct field *field, const void *array, void *own)
{
	const size_t size = field_element(field), count = elements(x, field);

	for (size_t i = 0; i < count; i++)
		memcpy((char *)own + i*size, (const char *)array + element_place(x, field, i)*size, size);
}

/* A plain array as the field lies in memory of its own. Padding of what is written is marked
 * as not written; elsewhere it is another, huge number, so that what is computed
 * from it is not taken for the mark. */
static void *
laid_out(const struct execution *x, const struct field *field, const void *array)
{
	const size_t size = field_element(field), bytes = elements(x, field)*size;
	void *memory = malloc(bytes);

	if (!memory)
		return NULL;
	if (field->shape == SHAPE_PROFILE)
		return memcpy(memory, array, bytes);
	if (field->role == ROLE_IN)
		memset(memory, PADDING, bytes);
	else
		mark_unwritten(memory, elements(x, field), size);
	grid_pack(x->grid, field->shape == SHAPE_COLUMN ? 1 : x->grid->view.levels, size, array, memory);
	return memory;
}

static size_t
field_bytes(const struct execution *x, const struct field *field)
{
	return elements(x, field)*field_element(field);
}

static bool
allocate(const struct execution *x, int array, void **memory, char *message, size_t room)
{
	return !failed(x->device, x->device->allocate(memory, x->arrays[array].bytes),
		"allocate a field", message, room);
}

static bool
copy(const struct execution *x, int array, void *to, const void *from, char *message, size_t room)
{
	return !failed(x->device, x->device->copy(to, from, x->arrays[array].bytes),
		"copy a field", message, room);
}

/* All fields of an array as they lie in its memory. */
static void *
laid_out_array(const struct execution *x, int array)
{
	void *memory = x->arrays[array].members > 1 ? malloc(x->arrays[array].bytes) : NULL;

	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next) {
		void *own;

		if (x->array[f->index] != array)
			continue;
		own = laid_out(x, f, x->problem->fields[f->index]);
		if (x->arrays[array].members == 1)
			return own;
		if (own && memory)
			scatter(x, f, own, memory);
		free(own);
		if (!own) {
			free(memory);
			return NULL;
		}
	}
	return memory;
}

/* Puts an array on the device, and keeps a copy there of what a run changes. */
static bool
upload_array(struct execution *x, int i, char *message, size_t room)
{
	void *memory = laid_out_array(x, i);
	int status;

	if (!memory) {
		snprintf(message, room, "out of memory");
		return false;
	}
	if (!allocate(x, i, &x->fields[i], message, room)) {
		free(memory);
		return false;
	}
	status = x->device->upload(x->fields[i], memory, x->arrays[i].bytes);
	free(memory);
	if (failed(x->device, status, "upload a field", message, room))
		return false;
	return !x->arrays[i].written || (allocate(x, i, &x->initial[i], message, room)
		&& copy(x, i, x->initial[i], x->fields[i], message, room));
}

bool
execution_reset(struct execution *x, char *message, size_t room)
{
	for (int i = 0; i < x->array_count; i++)
		if (x->arrays[i].written && !copy(x, i, x->fields[i], x->initial[i], message, room))
			return false;
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
	for (int i = 0; i < x->array_count; i++)
		if (!upload_array(x, i, message, room))
			return false;
	return true;
}

/* Counts what lies in each array. */
static void
measure_arrays(struct execution *x)
{
	const struct stencil *stencil = x->problem->plan->stencil;

	x->array_count = layout_arrays(stencil, x->layout, x->array);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		struct array_memory *array = &x->arrays[x->array[f->index]];

		x->member[f->index] = array->members++;
		array->bytes += field_bytes(x, f);
		array->written |= f->role != ROLE_IN;
	}
}

struct execution *
execution_create(const struct device *device, const struct problem *problem, enum layout layout,
	struct grid *grid, char *message, size_t room)
{
	const size_t count = (size_t)problem->plan->stencil->field_count + 1;
	struct execution *x = calloc(1, sizeof *x);

	if (!x) {
		snprintf(message, room, "out of memory");
		grid_free(grid);
		return NULL;
	}
	*x = (struct execution){
		.device = device, .problem = problem, .grid = grid, .view = grid->view,
		.layout = layout,
		.arrays = calloc(count, sizeof *x->arrays),
		.array = calloc(count, sizeof *x->array),
		.member = calloc(count, sizeof *x->member),
		.fields = calloc(count, sizeof *x->fields),
		.initial = calloc(count, sizeof *x->initial),
		.verified = calloc(count, sizeof *x->verified),
		.expected = calloc(count, sizeof *x->expected),
		.bounds = calloc(count, sizeof *x->bounds),
	};
	if (x->arrays && x->array && x->member && x->fields && x->initial && x->verified
			&& x->expected && x->bounds) {
		measure_arrays(x);
		if (prepare(x, message, room))
			return x;
	} else {
		snprintf(message, room, "out of memory");
	}
	execution_free(x);
	return NULL;
}

static void
release(const struct execution *x, void **memories, int i)
{
	if (memories && memories[i])
		x->device->release(memories[i]);
}

void
execution_free(struct execution *x)
{
	if (!x)
		return;
	for (int i = 0; i < x->array_count; i++) {
		release(x, x->fields, i);
		release(x, x->initial, i);
		release(x, x->verified, i);
	}
	for (int i = 0; i < x->problem->plan->stencil->field_count; i++) {
		free(x->expected ? x->expected[i] : NULL);
		free(x->bounds ? x->bounds[i] : NULL);
	}
	if (x->table)
		x->device->release(x->table);
	if (x->pattern)
		x->device->release(x->pattern);
	grid_free(x->grid);
	free(x->arrays);
	free(x->array);
	free(x->member);
	free(x->fields);
	free(x->initial);
	free(x->verified);
	free(x->expected);
	free(x->bounds);
	free(x);
}

/* A field of the device, as it lies in memory of its own. */
static void *
download(const struct execution *x, const struct field *field, char *message, size_t room)
{
	const int i = x->array[field->index];
	void *memory = malloc(x->arrays[i].bytes), *own;

	if (!memory) {
		snprintf(message, room, "out of memory");
		return NULL;
	}
	if (failed(x->device, x->device->download(memory, x->fields[i], x->arrays[i].bytes),
			"download a field", message, room)) {
		free(memory);
		return NULL;
	}
	if (x->arrays[i].members == 1)
		return memory;
	own = malloc(field_bytes(x, field));
	if (own)
		gather(x, field, memory, own);
	else
		snprintf(message, room, "out of memory");
	free(memory);
	return own;
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

bool
execution_fill_constant(const struct execution *x, stencil_upload *upload, char *message, size_t room)
{
	const size_t entries = x->grid->entries;

	if (!upload)
		return true;
	if (entries > CONSTANT_ENTRIES) {
		snprintf(message, room, "a table of %zu entries does not fit into constant memory, which has"
			" room for %d", entries, CONSTANT_ENTRIES);
		return false;
	}
	return !failed(x->device, upload(x->grid->table, (int)entries), "fill constant memory",
		message, room);
}

struct call
execution_call(const struct execution *x, kernel_run *run, struct stencil_block block)
{
	return (struct call){
		.run = run, .grid = &x->view, .fields = x->fields, .params = x->problem->params, .block = block,
	};
}

static double
number(const void *memory, size_t i, size_t element)
{
	return element == sizeof (float) ? ((const float *)memory)[i] : ((const double *)memory)[i];
}

static bool
same(const void *a, const void *b, size_t i, size_t element)
{
	const char *p = (const char *)a + i*element, *q = (const char *)b + i*element;

	if (!memcmp(p, q, element))
		return true;
	return isnan(number(a, i, element)) && isnan(number(b, i, element))
		&& !is_unwritten(p, element) && !is_unwritten(q, element);
}

/* In words, where element i of a field's memory is and what it holds. */
static void
describe(const struct execution *x, const struct field *field, size_t i, double got, double expected,
	struct verdict *verdict)
{
	const int *size = x->problem->size, *position = x->grid->position;
	const size_t stride = (size_t)x->grid->view.stride;
	const int columns = size[0]*size[1];
	int column = 0;

	while (column < columns && (size_t)position[column] != i % stride)
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

/* Lays out what is expected, the first time it is asked for. */
static bool
expect(const struct execution *x, const struct field *f)
{
	const int i = f->index;

	if (!x->expected[i])
		x->expected[i] = laid_out(x, f, x->problem->expected[i]);
	if (!x->bounds[i] && x->problem->bounds[i])
		x->bounds[i] = laid_out_bounds(x, f);
	return x->expected[i] && (x->bounds[i] || !x->problem->bounds[i]);
}

/* Whether all outs and inouts hold what a right run gave before. */
static bool
repeats(const struct execution *x)
{
	for (int i = 0; i < x->array_count; i++) {
		int different = 1;

		if (x->arrays[i].written && (!x->verified[i] || x->device->compare(x->fields[i],
				x->verified[i], x->arrays[i].bytes, &different) || different))
			return false;
	}
	return true;
}

/* Remembers a right result; without memory for it, the next is compared anew. */
static void
keep(struct execution *x)
{
	for (int i = 0; i < x->array_count; i++) {
		char message[128];

		if (x->arrays[i].written && !x->verified[i]
				&& allocate(x, i, &x->verified[i], message, sizeof message)
				&& !copy(x, i, x->verified[i], x->fields[i], message, sizeof message)) {
			release(x, x->verified, i);
			x->verified[i] = NULL;
		}
	}
}

static bool
compare_all(struct execution *x, struct verdict *verdict, char *message, size_t room)
{
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next) {
		void *got;

		if (f->role == ROLE_IN)
			continue;
		if (!expect(x, f)) {
			snprintf(message, room, "out of memory");
			return false;
		}
		got = download(x, f, message, room);
		if (!got)
			return false;
		if (memcmp(got, x->expected[f->index], field_bytes(x, f)))
			compare_field(x, f, got, x->expected[f->index], x->bounds[f->index], verdict);
		free(got);
	}
	return true;
}

bool
execution_compare(struct execution *x, struct verdict *verdict, char *message, size_t room)
{
	*verdict = (struct verdict){ 0 };
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next)
		verdict->points += f->role == ROLE_IN ? 0 : problem_points(x->problem);
	if (repeats(x))
		return true;
	if (!compare_all(x, verdict, message, room))
		return false;
	if (verdict_is_good(verdict))
		keep(x);
	return true;
}
