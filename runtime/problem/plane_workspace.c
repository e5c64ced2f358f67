#include "runtime/problem/plane_workspace.h"

#include "generator/split/parts.h"
#include "runtime/device/device_status.h"

#include <stdlib.h>

struct outgrown {
	void *memory;
	struct outgrown *next;
};

/* A program's workspace stands behind its fields. */
static void **
plane_workspace(const struct plane_device *x)
{
	return &x->fields[x->layout.array_count];
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

/* Marks the workspace as not written, so that a kernel that reads what none before it made is found out. */
static bool
poison_workspace(const struct plane_device *x, const struct built *kernel, size_t bytes, struct error *error)
{
	const size_t element = widest_kept(kernel->plan->program);
	void *marks = malloc(bytes);
	bool good = marks != NULL;

	if (good) {
		mark_unwritten(marks, bytes/element, element);
		good = !device_failed(x->device, x->device->upload(*plane_workspace(x), marks, bytes),
			"upload the workspace", error);
	} else {
		error_no_memory(error);
	}
	free(marks);
	return good;
}

/* Puts a larger workspace in the place of what there is. */
static bool
grow_workspace(struct plane_device *x, size_t bytes, struct error *error)
{
	struct outgrown *old = x->workspace_bytes ? malloc(sizeof *old) : NULL;
	void *memory = NULL;

	if (x->workspace_bytes && !old)
		return error_no_memory(error);
	if (device_failed(x->device, x->device->allocate(&memory, bytes), "allocate the workspace", error)) {
		free(old);
		return false;
	}
	if (old) {
		*old = (struct outgrown){ *plane_workspace(x), x->outgrown };
		x->outgrown = old;
	}
	*plane_workspace(x) = memory;
	x->workspace_bytes = bytes;
	return true;
}

bool
plane_workspace_make(struct plane_device *x, const struct built *kernel, struct error *error)
{
	size_t bytes;

	return built_workspace(kernel, &x->largest, &bytes, error) && (bytes <= x->workspace_bytes || grow_workspace(x, bytes, error))
		&& (!bytes || poison_workspace(x, kernel, bytes, error));
}

void
plane_workspace_release(struct plane_device *x)
{
	struct outgrown *next;

	for (struct outgrown *o = x->outgrown; o; o = next) {
		next = o->next;
		x->device->release(o->memory);
		free(o);
	}
	if (*plane_workspace(x))
		x->device->release(*plane_workspace(x));
}
