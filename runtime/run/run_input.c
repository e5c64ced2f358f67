#include "runtime/run/run.h"

#include <stdlib.h>
#include <string.h>

/* Finds the stencil in the file; of several, the one that is asked for. */
static int
choose_stencil(struct job *job)
{
	const char *name = job->options->stencil;

	for (int i = 0; i < job->unit.count; i++)
		if (name ? !strcmp(job->unit.plans[i]->stencil->name, name) : job->unit.count == 1)
			job->plan = job->unit.plans[i];
	if (!job->plan && name)
		return tool_fail(job->tool, EXIT_USAGE, "%s has no stencil '%s'", job->unit.source.path, name);
	if (!job->plan)
		return tool_fail(job->tool, EXIT_USAGE, "%s has %d stencils: choose one with --stencil",
			job->unit.source.path, job->unit.count);
	job->stencil = job->plan->stencil;
	return EXIT_GOOD;
}

/* The precision is known only when the data is, and that when the fields are. */
static int
compile(struct job *job, const char *path, enum type precision)
{
	if (job->unit.source.text)
		compile_text(&job->tool->arena, precision, &job->unit);
	else
		compile_file(&job->tool->arena, &job->tool->diagnostics, path, precision, &job->unit);
	if (job->tool->diagnostics.errors) {
		diagnostics_finish(&job->tool->diagnostics);
		return EXIT_ERRORS;
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

	if (job->stencil->family != GRID_sparse)
		return tool_fail(job->tool, EXIT_USAGE, "--formula is for stencils on sparse grids");
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

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->in_paths[f->index] && !job->formulas[f->index] && !npy_read(job->in_paths[f->index], &job->arrays[f->index],
				message, sizeof message))
			return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	return EXIT_GOOD;
}

/* The precision of the first real field that is given. */
static enum type
data_precision(const struct job *job)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (f->declared == TYPE_REAL && job->arrays[f->index].data)
			return job->arrays[f->index].element == sizeof (float) ? TYPE_FLOAT : TYPE_DOUBLE;
	return TYPE_DOUBLE;
}

static const char *
shape_text(struct arena *arena, int ndim, const long long *shape)
{
	const char *text = "";

	for (int i = 0; i < ndim; i++)
		text = arena_printf(arena, "%s%s%lld", text, i ? "," : "", shape[i]);
	return arena_printf(arena, "(%s)", text);
}

int
field_axes(const struct field *field, int axes[3])
{
	static const int point[] = { 2, 1, 0 }, column[] = { 1, 0 }, profile[] = { 2 };

	switch (field->shape) {
	case SHAPE_POINT:   memcpy(axes, point, sizeof point); return 3;
	case SHAPE_COLUMN:  memcpy(axes, column, sizeof column); return 2;
	case SHAPE_PROFILE: memcpy(axes, profile, sizeof profile); return 1;
	}
	return 0;
}

static int
check_array(struct job *job, const struct field *f, int size[3])
{
	static const char *const wanted[] = { "(z,y,x)", "(y,x)", "(z)" };
	const struct npy *array = &job->arrays[f->index];
	const char *path = job->in_paths[f->index];
	struct arena *arena = &job->tool->arena;
	int axes[3];
	const int ndim = field_axes(f, axes);

	if (array->element != (int)field_element(f))
		return tool_fail(job->tool, EXIT_ERRORS, "%s holds %s, but field '%s' is %s", path,
			array->element == sizeof (float) ? "float" : "double", f->name, type_name(f->type));
	if (array->ndim != ndim)
		return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but field '%s' needs %s", path,
			shape_text(arena, array->ndim, array->shape), f->name, wanted[f->shape]);
	for (int i = 0; i < ndim; i++) {
		if (!size[axes[i]])
			size[axes[i]] = array->shape[i] < 1 << 30 ? (int)array->shape[i] : 1 << 30;
		if (size[axes[i]] != array->shape[i])
			return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but other fields have %c = %d",
				path, shape_text(arena, array->ndim, array->shape), "xyz"[axes[i]], size[axes[i]]);
	}
	return EXIT_GOOD;
}

static int
check_arrays(struct job *job, int size[3])
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const int status = job->arrays[f->index].data ? check_array(job, f, size) : EXIT_GOOD;

		if (status)
			return status;
	}
	if (!size[0] || !size[1] || !size[2])
		return tool_fail(job->tool, EXIT_USAGE, "no field tells the size of the grid");
	return EXIT_GOOD;
}

static int
read_swaps(struct job *job)
{
	const struct arguments *o = job->options;

	if (o->swaps.count && layouts[job->layout].points)
		return tool_fail(job->tool, EXIT_USAGE, "--swap exchanges arrays of one field: it needs"
			" --fields soa, not %s", layouts[job->layout].name);
	for (int i = 0; i < o->swaps.count; i++) {
		const char *text = o->swaps.items[i];
		const size_t length = strcspn(text, ":");
		const char *second = text + length + (text[length] == ':');
		const struct field *out = find_field_named(job->stencil, text, length);
		const struct field *in = find_field_named(job->stencil, second, strlen(second));

		if (!out || !in || out->role != ROLE_OUT || in->role != ROLE_IN)
			return tool_fail(job->tool, EXIT_USAGE, "--swap %s: it takes OUT:IN, an out and an in field",
				text);
		if (out->type != in->type || in->shape != SHAPE_POINT)
			return tool_fail(job->tool, EXIT_USAGE, "--swap %s: the fields differ in type or shape", text);
		for (int j = 0; j < job->stencil->field_count; j++)
			if (job->swapped_in[j] == in || job->swapped_in[out->index])
				return tool_fail(job->tool, EXIT_USAGE, "--swap %s: a field is exchanged twice", text);
		job->swapped_in[out->index] = in;
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (o->steps > 1 && f->role == ROLE_OUT && !job->swapped_in[f->index] && !o->swaps.count)
			return tool_fail(job->tool, EXIT_USAGE, "--steps %d needs --swap: each step would compute"
				" the same '%s'", o->steps, f->name);
	return EXIT_GOOD;
}

static int
read_params(struct job *job)
{
	bool *given = arena_array(&job->tool->arena, bool, job->stencil->param_count + 1);
	const char *message;

	for (int i = 0; i < job->options->params.count; i++)
		if (!read_param(&job->tool->arena, job->stencil, job->options->params.items[i],
				job->problem->params, given, &message))
			return tool_fail(job->tool, EXIT_USAGE, "%s", message);
	for (const struct param *p = job->stencil->params; p; p = p->next)
		if (!p->value && !given[p->index])
			return tool_fail(job->tool, EXIT_USAGE, "param '%s' has no default: give --param %s=VALUE",
				p->name, p->name);
	return EXIT_GOOD;
}

/* Moves the arrays into the problem; outs start as 0 or as their partner. */
static int
fill_problem(struct job *job)
{
	struct problem *problem = job->problem;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		problem->fields[f->index] = job->arrays[f->index].data;
		job->arrays[f->index].data = NULL;
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f), size = field_element(f);
		const struct field *partner = job->swapped_in[f->index];

		if (problem->fields[f->index])
			continue;
		problem->fields[f->index] = calloc(count, size);
		if (!problem->fields[f->index])
			return tool_fail(job->tool, EXIT_IO, "out of memory");
		if (partner)
			memcpy(problem->fields[f->index], problem->fields[partner->index], count*size);
	}
	return EXIT_GOOD;
}

int
job_prepare(struct job *job, const char *path)
{
	struct tool *tool = job->tool;
	int size[3] = { 0 }, count, status;

	status = compile(job, path, TYPE_DOUBLE);
	if (status)
		return status;
	count = job->stencil->field_count + 1;
	job->arrays = arena_array(&tool->arena, struct npy, count);
	job->in_paths = arena_array(&tool->arena, const char *, count);
	job->formulas = arena_array(&tool->arena, const char *, count);
	job->out_paths = arena_array(&tool->arena, const char *, count);
	job->swapped_in = arena_array(&tool->arena, const struct field *, count);
	status = read_paths(job);
	if (!status)
		status = load(job);
	if (!status && !job->precision)
		job->precision = data_precision(job);
	if (!status && job->precision == TYPE_FLOAT) {
		tool->diagnostics.quiet = true; /* warnings are out already */
		status = compile(job, path, TYPE_FLOAT);
	}
	if (status || job->stencil->family == GRID_sparse)
		return status;
	status = check_arrays(job, size);
	if (!status)
		status = job_choose(job, size);
	if (!status)
		status = read_swaps(job);
	if (!status) {
		job->problem = problem_create(job->plan, size);
		status = job->problem ? read_params(job) : tool_fail(tool, EXIT_IO, "out of memory");
	}
	if (!status)
		status = fill_problem(job);
	if (!status && problem_points(job->problem) == 0)
		status = tool_fail(tool, EXIT_ERRORS, "nothing to compute: %dx%dx%d cells are all within the"
			" halo of '%s'", size[0], size[1], size[2], job->stencil->name);
	return status;
}

void
job_free(struct job *job)
{
	for (int i = 0; job->arrays && i < job->stencil->field_count; i++)
		npy_free(&job->arrays[i]);
	problem_free(job->problem);
}
