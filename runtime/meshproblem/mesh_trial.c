#include "runtime/meshproblem/mesh_trial.h"

#include "runtime/device/device_status.h"
#include "runtime/meshproblem/mesh_work.h"
#include "runtime/problem/values.h"

#include <stdlib.h>

static size_t
bytes_of(const struct mesh_trial *t, const struct field *field)
{
	return mesh_layout_elements(&t->layout, field)*field_element(field);
}

static const struct field *
fields_of(const struct mesh_trial *t)
{
	return t->layout.problem->stencil->fields;
}

/* A copy of a field on the device, in *to. */
static bool
copy(const struct mesh_trial *t, const struct field *field, void **to, struct error *error)
{
	const struct device *device = t->there->device;
	const size_t bytes = bytes_of(t, field);

	return !device_failed(device, device->allocate(to, bytes + 1), "allocate a field", error)
		&& !device_failed(device, device->copy(*to, t->there->fields[field->index], bytes), "copy a field", error);
}

static bool
copy_written(const struct mesh_trial *t, void **to, struct error *error)
{
	for (const struct field *f = fields_of(t); f; f = f->next)
		if (f->role != ROLE_IN && !copy(t, f, &to[f->index], error))
			return false;
	return true;
}

struct mesh_trial *
mesh_trial_create(const struct device *device, const struct mesh_problem *problem, const struct variant *variant,
	const struct mesh_numbering *numbering, struct error *error)
{
	const size_t count = (size_t)problem->stencil->field_count + 1;
	struct mesh_trial *t = calloc(1, sizeof *t);

	error_no_memory(error);
	if (!t)
		return NULL;
	t->initial = calloc(count, sizeof *t->initial);
	t->verified = calloc(count, sizeof *t->verified);
	if (t->initial && t->verified && mesh_layout_open(&t->layout, problem, variant, numbering, error)) {
		t->there = mesh_device_create(device, &t->layout, error);
		if (t->there && copy_written(t, t->initial, error))
			return t;
	}
	mesh_trial_free(t);
	return NULL;
}

static void
release_all(const struct mesh_trial *t, void **copies)
{
	for (const struct field *f = t->there && copies ? fields_of(t) : NULL; f; f = f->next) {
		if (copies[f->index])
			t->there->device->release(copies[f->index]);
		copies[f->index] = NULL;
	}
}

void
mesh_trial_free(void *trial)
{
	struct mesh_trial *t = trial;

	if (!t)
		return;
	release_all(t, t->initial);
	release_all(t, t->verified);
	free(t->initial);
	free(t->verified);
	mesh_device_free(t->there);
	if (t->layout.problem)
		mesh_layout_close(&t->layout);
	free(t);
}

bool
mesh_trial_reset(void *trial, struct error *error)
{
	const struct mesh_trial *t = trial;
	const struct device *device = t->there->device;

	for (const struct field *f = fields_of(t); f; f = f->next)
		if (f->role != ROLE_IN && device_failed(device, device->copy(t->there->fields[f->index], t->initial[f->index],
				bytes_of(t, f)), "copy a field", error))
			return false;
	return true;
}

/* Whether all that was written is as after a run that was right. */
static bool
repeats(const struct mesh_trial *t)
{
	for (const struct field *f = fields_of(t); f; f = f->next) {
		int different = 1;

		if (f->role != ROLE_IN && (!t->verified[f->index] || t->there->device->compare(t->there->fields[f->index],
				t->verified[f->index], bytes_of(t, f), &different) || different))
			return false;
	}
	return true;
}

bool
mesh_trial_compare(void *trial, struct verdict *verdict, struct error *error)
{
	struct mesh_trial *t = trial;

	if (repeats(t)) {
		*verdict = (struct verdict){ .points = mesh_problem_points(t->layout.problem) };
		return true;
	}
	if (!mesh_device_compare(t->there, verdict, error))
		return false;
	release_all(t, t->verified);
	/* Without memory for it the next result is compared anew. */
	if (verdict_is_good(verdict) && !copy_written(t, t->verified, NULL))
		release_all(t, t->verified);
	return true;
}
