#include "runtime/problem/binding.h"

#include "generator/split/parts.h"
#include "generator/variants/steps.h"
#include "runtime/problem/values.h"

#include <stdlib.h>

struct bound_memory {
	void *memory;
	struct bound_memory *next;
};

static bool
failed(const struct device_binding *b, int status, const char *verb, const char *what, struct error *error)
{
	if (status)
		error_set(error, EXIT_IO, "cannot %s %s: %s", verb, what, b->device->error(status));
	return status != 0;
}

bool
binding_open(struct device_binding *b, int arrays, int fields, struct error *error)
{
	b->count = arrays;
	/* Launches of several steps may have a further array for a field. */
	b->arrays = calloc(2*(size_t)arrays + 1, sizeof *b->arrays);
	b->fields = calloc(2*(size_t)fields + 1, sizeof *b->fields);
	return (b->arrays && b->fields) || error_no_memory(error);
}

void
binding_free(void *binding)
{
	struct device_binding *b = binding;
	struct bound_memory *next;

	if (!b)
		return;
	if (b->kind->release)
		b->kind->release(b);
	for (struct bound_memory *m = b->memory; m; m = next) {
		next = m->next;
		b->device->release(m->memory);
		free(m);
	}
	free(b->arrays);
	free(b->fields);
	free(b);
}

static void *
allocate(struct device_binding *b, size_t bytes, const char *what, struct error *error)
{
	struct bound_memory *memory = calloc(1, sizeof *memory);

	if (!memory)
		error_no_memory(error);
	else if (!failed(b, b->device->allocate(&memory->memory, bytes + !bytes), "allocate", what, error)) {
		memory->next = b->memory;
		b->memory = memory;
		return memory->memory;
	}
	free(memory);
	return NULL;
}

void *
binding_place(struct device_binding *b, const void *from, size_t bytes, const char *what, struct error *error)
{
	void *memory = allocate(b, bytes, what, error);

	return memory && from && failed(b, b->device->upload(memory, from, bytes), "upload", what, error) ? NULL : memory;
}

bool
binding_fill(struct device_binding *b, int array, size_t lead, const void *values, struct error *error)
{
	const size_t bytes = b->arrays[array].bytes;
	char *memory;

	if (!values)
		return error_no_memory(error);
	memory = allocate(b, lead + bytes, "a field", error);
	if (!memory)
		return false;
	b->fields[array] = memory + lead;
	return binding_refill(b, array, values, error);
}

bool
binding_refill(const struct device_binding *b, int array, const void *values, struct error *error)
{
	return values ? !failed(b, b->device->upload(b->fields[array], values, b->arrays[array].bytes), "upload", "a field", error)
		: error_no_memory(error);
}

void *
binding_download(const struct device_binding *b, int array, struct error *error)
{
	const size_t bytes = b->arrays[array].bytes;
	void *memory = malloc(bytes + 1);

	if (!memory)
		error_no_memory(error);
	else if (!failed(b, b->device->download(memory, b->fields[array], bytes), "download", "a field", error))
		return memory;
	free(memory);
	return NULL;
}

/* Copies an array on the device; allocates the copy if there is none. */
static bool
copy_array(struct device_binding *b, int array, void **copy, struct error *error)
{
	const size_t bytes = b->arrays[array].bytes;

	if (!*copy)
		*copy = allocate(b, bytes, "a field", error);
	return *copy && !failed(b, b->device->copy(*copy, b->fields[array], bytes), "copy", "a field", error);
}

bool
binding_save(struct device_binding *b, struct error *error)
{
	for (int i = 0; i < b->count; i++)
		if (b->arrays[i].written && !copy_array(b, i, &b->arrays[i].initial, error))
			return false;
	return true;
}

bool
binding_reset(const struct device_binding *b, struct error *error)
{
	for (int i = 0; i < b->count; i++) {
		const struct bound_array *a = &b->arrays[i];

		if (a->written && failed(b, b->device->copy(b->fields[i], a->initial, a->bytes), "copy", "a field", error))
			return false;
	}
	return true;
}

/* Bytes of the elements of the widest array that a program keeps. */
static size_t
widest_kept(const struct program *program)
{
	for (int k = 0; k < program->kept_count; k++)
		if (program->kept[k].type == TYPE_DOUBLE)
			return sizeof (double);
	return sizeof (float);
}

/* Marks the workspace as not written, so that a kernel that reads what none before it made is found out. The device copies marks
 * faster than the host uploads them. */
static bool
mark_workspace(const struct device_binding *b, const struct built *kernel, size_t bytes, struct error *error)
{
	enum { UPLOADED = 1 << 24 };
	const size_t element = widest_kept(kernel->plan->program), uploaded = bytes < UPLOADED ? bytes : UPLOADED;
	char *workspace = b->fields[b->count];
	void *marks = malloc(uploaded);
	bool good;

	if (!marks)
		return error_no_memory(error);
	mark_unwritten(marks, uploaded/element, element);
	good = !failed(b, b->device->upload(workspace, marks, uploaded), "upload", "the workspace", error);
	for (size_t done = uploaded, more; good && done < bytes; done += more) {
		more = done < bytes - done ? done : bytes - done;
		good = !failed(b, b->device->copy(workspace + done, workspace, more), "copy", "the workspace", error);
	}
	free(marks);
	return good;
}

static bool
make_workspace(struct device_binding *b, const struct built *kernel, struct error *error)
{
	size_t bytes;
	void *memory;

	if (!built_workspace(kernel, b->largest, &bytes, error))
		return false;
	if (bytes > b->workspace_bytes) {
		memory = allocate(b, bytes, "the workspace", error);
		if (!memory)
			return false;
		b->fields[b->count] = memory;
		b->workspace_bytes = bytes;
	}
	return !bytes || mark_workspace(b, kernel, bytes, error);
}

/* The arrays for next values are behind all fields, and begin with all that the field has whose values they get. */
static bool
copy_kept(struct device_binding *b, const struct built *kernel, struct error *error)
{
	int array = b->count;

	if (!variant_has_steps(&kernel->variant))
		return true;
	for (const struct field *f = NULL; (f = next_kept(kernel->plan, &kernel->variant, f)); array++) {
		const int source = step_source(kernel->plan, &kernel->variant, f)->index;

		b->arrays[array] = (struct bound_array){ .bytes = b->arrays[source].bytes, .marked = b->arrays[source].marked };
		if (!copy_array(b, source, &b->fields[array], error))
			return false;
	}
	return true;
}

bool
binding_prepare(struct device_binding *b, const struct built *kernel, struct error *error)
{
	return (!kernel->upload || b->kind->fill_tables(b, kernel, error)) && make_workspace(b, kernel, error)
		&& copy_kept(b, kernel, error);
}

void
binding_keep(struct device_binding *b, const struct built *kernel)
{
	int array = b->count;

	if (!variant_has_steps(&kernel->variant))
		return;
	for (const struct field *f = NULL; (f = next_kept(kernel->plan, &kernel->variant, f)); array++)
		binding_swap(b, step_source(kernel->plan, &kernel->variant, f)->index, array);
}

struct call
binding_call(const struct device_binding *b, const struct built *kernel, struct stencil_block block)
{
	struct call call = {
		.run = kernel->run, .team = kernel->team, .recorded = kernel->recorded, .grid = b->grid, .fields = b->fields,
		.params = b->params, .block = block,
	};

	if (b->overwritten) {
		call.changed = b->fields[b->overwritten - 1];
		call.initial = b->arrays[b->overwritten - 1].initial;
		call.changed_bytes = b->arrays[b->overwritten - 1].bytes;
	}
	return call;
}

/* Whether all that kernels write equals that of an earlier run that was right. */
static bool
repeats(const struct device_binding *b)
{
	for (int i = 0; i < b->count && b->has_verified; i++) {
		const struct bound_array *a = &b->arrays[i];
		int different = 1;

		if (a->written && (b->device->compare(b->fields[i], a->verified, a->bytes, &different) || different))
			return false;
	}
	return b->has_verified;
}

/* Remembers a right result; without memory for it, the next is compared anew. */
static void
keep(struct device_binding *b, const struct verdict *verdict)
{
	b->has_verified = true;
	for (int i = 0; i < b->count && b->has_verified; i++)
		b->has_verified = !b->arrays[i].written || copy_array(b, i, &b->arrays[i].verified, NULL);
	b->verified = *verdict;
}

bool
binding_compare(struct device_binding *b, struct verdict *verdict, struct error *error)
{
	if (repeats(b)) {
		*verdict = b->verified;
		return true;
	}
	if (!b->kind->compare(b, verdict, error))
		return false;
	if (verdict_is_good(verdict))
		keep(b, verdict);
	return true;
}

void
binding_swap(struct device_binding *b, int i, int j)
{
	const bool marked = b->arrays[i].marked;
	void *field = b->fields[i];

	b->fields[i] = b->fields[j];
	b->fields[j] = field;
	b->arrays[i].marked = b->arrays[j].marked;
	b->arrays[j].marked = marked;
}
