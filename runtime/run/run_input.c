#include "runtime/run/run_input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The stencil that --stencil names, or the only one. NULL: there is none. */
static const struct stencil *
named_stencil(const struct job *job)
{
	const char *name = job->options->stencil;
	const struct stencil *found = NULL;

	for (const struct stencil *s = job->unit.stencils; s; s = s->next)
		if (name ? !strcmp(s->name, name) : job->unit.count == 1)
			found = s;
	return found;
}

static int
choose_stencil(struct job *job)
{
	const char *name = job->options->stencil;

	job->stencil = named_stencil(job);
	if (!job->stencil && name)
		return tool_fail(job->tool, EXIT_USAGE, "%s has no stencil '%s'", job->unit.source.path, name);
	if (!job->stencil)
		return tool_fail(job->tool, EXIT_USAGE, "%s has %d stencils: choose one with --stencil",
			job->unit.source.path, job->unit.count);
	for (int i = 0; i < job->unit.count; i++)
		if (job->unit.plans[i]->stencil == job->stencil)
			job->plan = job->unit.plans[i];
	return EXIT_GOOD;
}

/* The file that --in gives a field, or NULL. */
static const char *
given_path(const struct job *job, const struct field *field)
{
	const struct texts *ins = &job->options->ins;
	const size_t length = strlen(field->name);

	for (int i = 0; i < ins->count; i++)
		if (!strncmp(ins->items[i], field->name, length) && ins->items[i][length] == '='
				&& ins->items[i][length + 1])
			return ins->items[i] + length + 1;
	return NULL;
}

static int
refuse_array(const struct job *job, const char *path, const char *message)
{
	return tool_fail(job->tool, access(path, R_OK) ? EXIT_IO : EXIT_ERRORS, "%s", message);
}

/* Sets the precision to that of the first real field with a file. What is no regular file
 * can be read only once: its array is kept. */
static int
find_precision(struct job *job, const struct stencil *stencil)
{
	char message[512];

	job->precision = TYPE_DOUBLE;
	for (const struct field *f = stencil->fields; f; f = f->next) {
		const char *path = f->declared == TYPE_REAL ? given_path(job, f) : NULL;
		struct npy *array = &job->arrays[f->index], header;

		if (!path)
			continue;
		if (!npy_peek(path, &header)) {
			if (!npy_read(path, array, message, sizeof message))
				return refuse_array(job, path, message);
			header = *array;
		}
		job->precision = header.element == sizeof (float) ? TYPE_FLOAT : TYPE_DOUBLE;
		break;
	}
	return EXIT_GOOD;
}

static int
compile(struct job *job, const char *path)
{
	struct arena *arena = &job->tool->arena;
	const bool parsed = compile_read(arena, &job->tool->diagnostics, path, &job->unit);
	const struct stencil *stencil = named_stencil(job);
	int status = EXIT_GOOD;

	if (stencil)
		job->arrays = arena_array(arena, struct npy, stencil->field_count + 1);
	if (!job->precision && parsed && stencil)
		status = find_precision(job, stencil);
	if (status)
		return status;
	if (!compile_check(arena, job->precision ? job->precision : TYPE_DOUBLE, &job->unit)) {
		diagnostics_finish(&job->tool->diagnostics);
		return diagnostics_status(&job->tool->diagnostics);
	}
	return choose_stencil(job);
}

/* Reads FIELD=PATH into paths[field]. */
static int
read_path(struct job *job, const char *text, bool out, const char **paths)
{
	const size_t length = strcspn(text, "=");
	const char *name = arena_strndup(&job->tool->arena, text, length);
	const struct field *field = find_field_named(job->stencil, name, length);
	const char *option = out ? "--out" : "--in";

	if (!text[length] || !text[length + 1])
		return tool_fail(job->tool, EXIT_USAGE, "%s %s: it takes FIELD=FILE", option, text);
	if (!field)
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' has no field '%s'%s", option,
			job->stencil->name, name, suggest_field(&job->tool->arena, job->stencil, name));
	if (field->role == (out ? ROLE_IN : ROLE_OUT))
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' is an %s field", option, name,
			out ? "in" : "out");
	if (paths[field->index])
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' is given twice", option, name);
	paths[field->index] = text + length + 1;
	return EXIT_GOOD;
}

/* Reads FIELD=EXPR. */
static int
read_formula(struct job *job, const char *text)
{
	const size_t length = strcspn(text, "=");
	const struct field *field = find_field_named(job->stencil, text, length);

	if (!text[length] || !text[length + 1])
		return tool_fail(job->tool, EXIT_USAGE, "--formula %s: it takes FIELD=EXPR", text);
	if (!field || field->probe)
		return tool_fail(job->tool, EXIT_USAGE, "--formula %s: '%s' has no such field of the grid", text,
			job->stencil->name);
	if (job->in_paths[field->index])
		return tool_fail(job->tool, EXIT_USAGE, "--formula %s: the field is given twice", text);
	job->formulas[field->index] = text + length + 1;
	job->in_paths[field->index] = "--formula";
	return EXIT_GOOD;
}

static int
read_paths(struct job *job)
{
	const struct arguments *o = job->options;
	int status = EXIT_GOOD;

	for (int i = 0; i < o->ins.count && !status; i++)
		status = read_path(job, o->ins.items[i], false, job->in_paths);
	for (int i = 0; i < o->formulas.count && !status; i++)
		status = read_formula(job, o->formulas.items[i]);
	for (int i = 0; i < o->outs.count && !status; i++)
		status = read_path(job, o->outs.items[i], true, job->out_paths);
	if (status)
		return status;
	if (!o->outs.count)
		return tool_fail(job->tool, EXIT_USAGE, "nothing to write: give --out FIELD=FILE");
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (f->role != ROLE_OUT && !job->in_paths[f->index])
			return tool_fail(job->tool, EXIT_USAGE, "field '%s' is missing: give --in %s=FILE",
				f->name, f->name);
	return EXIT_GOOD;
}

static int
load(struct job *job)
{
	char message[512];

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		struct npy *array = &job->arrays[f->index];
		const char *path = job->formulas[f->index] ? NULL : job->in_paths[f->index];

		if (path && !array->data && !npy_read(path, array, message, sizeof message))
			return refuse_array(job, path, message);
	}
	return EXIT_GOOD;
}

int
run_input(struct job *job, const char *path)
{
	struct arena *arena = &job->tool->arena;
	int status = compile(job, path), count;

	if (status)
		return status;
	count = job->stencil->field_count + 1;
	job->in_paths = arena_array(arena, const char *, count);
	job->out_paths = arena_array(arena, const char *, count);
	job->formulas = arena_array(arena, const char *, count);
	status = read_paths(job);
	return status ? status : load(job);
}

void
run_input_free(struct job *job)
{
	const struct stencil *stencil = job->arrays ? named_stencil(job) : NULL;

	for (int i = 0; stencil && i < stencil->field_count; i++)
		npy_free(&job->arrays[i]);
}
