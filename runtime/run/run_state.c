#include "runtime/run/run_state.h"

#include "runtime/data/state_file.h"
#include "runtime/formats/array_temp_file.h"
#include "runtime/partition/copy.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/runner.h"

#include <limits.h>
#include <string.h>

bool
run_state_read(struct job *job, struct error *error)
{
	const struct arguments *o = job->options;

	if (o->save_state_every && !o->save_state)
		return error_set(error, EXIT_USAGE, "--save-state-every %d needs a file: give --save-state FILE", o->save_state_every);
	if (!o->load_state)
		return true;
	job->loaded = arena_new(&job->tool->arena, struct state);
	if (!state_file_read(&job->tool->arena, o->load_state, job->loaded, error))
		return false;
	job->done = job->loaded->step;
	return o->steps <= INT_MAX - job->done || error_set(error, EXIT_USAGE,
		"--steps %d: after step %d of %s there are at most %d more",
		o->steps, job->done, o->load_state, INT_MAX - job->done);
}

static struct array *
find_array(const struct job *job, const char *name)
{
	for (int i = 0; job->loaded && i < job->loaded->count; i++)
		if (!strcmp(job->loaded->names[i], name))
			return &job->loaded->arrays[i];
	return NULL;
}

int
run_state_element(const struct job *job, const struct field *field)
{
	const struct array *array = find_array(job, field->name);

	return array ? array->element : 0;
}

bool
run_state_places(struct job *job, struct error *error)
{
	const char *path = job->options->load_state;

	if (!job->loaded)
		return true;
	if (strcmp(job->loaded->stencil, job->stencil->name))
		return error_set(error, EXIT_ERRORS, "%s: the state is of stencil '%s', not '%s': name the state of a run of '%s'",
			path, job->loaded->stencil, job->stencil->name,
			job->stencil->name);
	for (int i = 0; i < job->loaded->count; i++) {
		const char *name = job->loaded->names[i];
		const struct field *field = find_field_named(job->stencil, name, strlen(name));

		if (!field || job->restored[field->index])
			return error_set(error, EXIT_ERRORS, "%s: the state has '%s', but '%s' has no such field",
				path, name, job->stencil->name);
		job->restored[field->index] = true;
		job->ins[field->index].text = arena_printf(&job->tool->arena, "%s: '%s'", path, name);
	}
	return true;
}

bool
run_state_take(const struct job *job, const struct field *field, struct error *error)
{
	struct array *from = find_array(job, field->name), *array = &job->arrays[field->index];

	if (from->element != element_size(field->type) || from->whole != type_is_whole(field->type)) {
		const char *type = array_type(from);

		return from->whole || type_is_whole(field->type)
			? error_set(error, EXIT_ERRORS, "%s is %s, but field '%s' is %s: the state is of another stencil",
				job->ins[field->index].text, type, field->name, type_name(field->type))
			: error_set(error, EXIT_ERRORS, "%s is %s, but the run is of %s: give --precision %s%s", job->ins[field->index].text,
				type, type_name(field->type), type, job->stencil->low ? ", or another --low" : "");
	}
	*array = *from;
	from->data = NULL;
	return true;
}

/* Whether a step begins with what the last one left in the field. */
static bool
is_in_state(const struct job *job, const struct field *field)
{
	return field->role == ROLE_INOUT || swaps_next_place(&job->run->swaps, field->index) != field->index;
}

static bool
check_loaded(const struct job *job, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (is_in_state(job, f) != job->restored[f->index])
			return error_set(error, EXIT_ERRORS, job->restored[f->index] ?
				"%s: the state has '%s', which no --swap names: give the --swap"
				" of the run that saved it" : "%s: the state has no '%s': give the --swap of the run that saved it",
				job->options->load_state, f->name);
	return true;
}

/* A file that cannot be written is found before the first step. */
static bool
check_place(const struct job *job, struct error *error)
{
	const char *path = job->options->save_state;
	struct temp_file temp_file = { .file = -1 };
	bool good = false, some = false;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		some |= is_in_state(job, f);
		if (job->outs[f->index].text && !strcmp(job->outs[f->index].path, path))
			return error_set(error, EXIT_USAGE, "%s: --save-state and --out %s would be written here: name another file",
				path, f->name);
	}
	if (!some)
		return error_set(error, EXIT_USAGE, "--save-state: '%s' has no inout field, and no --swap is given: no step begins with the"
			" result of another one", job->stencil->name);
	good = array_temp_file_open(&temp_file, path, error);
	temp_file_discard(&temp_file);
	return good;
}

bool
run_state_check(const struct job *job, struct error *error)
{
	return (!job->loaded || check_loaded(job, error)) && (!job->options->save_state || check_place(job, error));
}

bool
run_state_wants(const struct job *job, int step)
{
	const struct arguments *o = job->options;
	const int every = !o->save_state ? 0 : o->save_state_every ? o->save_state_every : o->check_every;

	return every && step < job->options->steps && (job->done + step) % every == 0;
}

/* The arrays that the next step begins with, under the names that it reads them by. */
static bool
find_state(const struct job *job, struct arena *arena, struct state *state, struct error *error)
{
	const char **names = arena_array(arena, const char *, job->stencil->field_count + 1);

	state->names = arena_array(arena, const char *, job->stencil->field_count + 1);
	state->arrays = arena_array(arena, struct array, job->stencil->field_count + 1);
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		names[f->index] = f->name;
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		if (!is_in_state(job, f))
			continue;
		if (!partition_fetch(&job->run->partition, f, error))
			return false;
		state->names[state->count] = names[swaps_next_place(&job->run->swaps, f->index)];
		state->arrays[state->count++] = job->runner->result(job, f);
	}
	return true;
}

bool
run_state_save(const struct job *job, int step, struct error *error)
{
	struct arena scratch = { NULL };
	struct state state = { .stencil = job->stencil->name, .step = job->done + step };
	const bool good = find_state(job, &scratch, &state, error)
		&& (job->processes->rank || state_file_write(&scratch, job->options->save_state, &state, error));

	arena_free(&scratch);
	return good;
}
