#include "execution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 128, PADDING = 0x7f };

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

/* A plain array as the field lies in memory. Padding of what is written is marked
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
allocate(const struct execution *x, const struct field *field, void **memory, char *message,
	size_t room)
{
	return !failed(x->device, x->device->allocate(memory, field_bytes(x, field)),
		"allocate a field", message, room);
}

static bool
copy(const struct execution *x, const struct field *field, void *to, const void *from, char *message,
	size_t room)
{
	return !failed(x->device, x->device->copy(to, from, field_bytes(x, field)),
		"copy a field", message, room);
}

/* Puts a field on the device, and keeps a copy there of what a run changes. */
static bool
upload_field(struct execution *x, const struct field *f, char *message, size_t room)
{
	const int i = f->index;
	void *memory = laid_out(x, f, x->problem->fields[i]);
	int status;

	if (!memory) {
		snprintf(message, room, "out of memory");
		return false;
	}
	if (!allocate(x, f, &x->fields[i], message, room)) {
		free(memory);
		return false;
	}
	status = x->device->upload(x->fields[i], memory, field_bytes(x, f));
	free(memory);
	if (failed(x->device, status, "upload a field", message, room))
		return false;
	return f->role == ROLE_IN || (allocate(x, f, &x->initial[i], message, room)
		&& copy(x, f, x->initial[i], x->fields[i], message, room));
}

bool
execution_reset(struct execution *x, char *message, size_t room)
{
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN
				&& !copy(x, f, x->fields[f->index], x->initial[f->index], message, room))
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
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next)
		if (!upload_field(x, f, message, room))
			return false;
	return true;
}

struct execution *
execution_create(const struct device *device, const struct problem *problem, struct grid *grid,
	char *message, size_t room)
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
		.fields = calloc(count, sizeof *x->fields),
		.initial = calloc(count, sizeof *x->initial),
		.verified = calloc(count, sizeof *x->verified),
		.expected = calloc(count, sizeof *x->expected),
		.bounds = calloc(count, sizeof *x->bounds),
	};
	if (!x->fields || !x->initial || !x->verified || !x->expected || !x->bounds)
		snprintf(message, room, "out of memory");
	else if (prepare(x, message, room))
		return x;
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
	for (int i = 0; i < x->problem->plan->stencil->field_count; i++) {
		release(x, x->fields, i);
		release(x, x->initial, i);
		release(x, x->verified, i);
		free(x->expected ? x->expected[i] : NULL);
		free(x->bounds ? x->bounds[i] : NULL);
	}
	if (x->table)
		x->device->release(x->table);
	if (x->pattern)
		x->device->release(x->pattern);
	grid_free(x->grid);
	free(x->fields);
	free(x->initial);
	free(x->verified);
	free(x->expected);
	free(x->bounds);
	free(x);
}

static void *
download(const struct execution *x, const struct field *field, char *message, size_t room)
{
	const size_t bytes = field_bytes(x, field);
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

bool
execution_fill_constant(const struct execution *x, kernel_upload *upload, char *message, size_t room)
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
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next) {
		const int i = f->index;
		int different = 1;

		if (f->role != ROLE_IN && (!x->verified[i] || x->device->compare(x->fields[i],
				x->verified[i], field_bytes(x, f), &different) || different))
			return false;
	}
	return true;
}

/* Remembers a right result; without memory for it, the next is compared anew. */
static void
keep(struct execution *x)
{
	for (const struct field *f = x->problem->plan->stencil->fields; f; f = f->next) {
		const int i = f->index;
		char message[128];

		if (f->role != ROLE_IN && !x->verified[i]
				&& allocate(x, f, &x->verified[i], message, sizeof message)
				&& !copy(x, f, x->verified[i], x->fields[i], message, sizeof message)) {
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

bool
verdict_is_good(const struct verdict *verdict)
{
	return !verdict->different && verdict->skipped <= 1e-3*verdict->points;
}
