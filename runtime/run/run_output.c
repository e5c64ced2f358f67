#include "runtime/run/run_output.h"

#include "runtime/data/png.h"
#include "runtime/run/mesh_axes.h"
#include "runtime/run/run_log.h"
#include "runtime/run/run_nonfinite.h"
#include "runtime/run/run_output_parts.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_time.h"
#include "runtime/run/runner.h"

#include <stdio.h>
#include <string.h>

/* A variable whose dimensions a result has. Of the same quantity is what an inout field or the partner
 * of --swap begins with. */
static const struct place *
find_like(const struct job *job, const struct field *field, const struct field *partner, bool *same)
{
	const struct place *begin = &job->ins[partner ? partner->index : field->index];

	*same = begin->text && begin->format == FORMAT_NETCDF;
	if (*same)
		return begin;
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct place *in = &job->ins[f->index];

		if (in->text && in->format == FORMAT_NETCDF && f->shape == SHAPE_POINT && f->probe == field->probe)
			return in;
	}
	return NULL;
}

/* Outputs for the fields that have a place, but for their arrays. */
static struct output *
make_outputs(const struct job *job, const struct place *places, int *count)
{
	struct output *outputs = arena_array(&job->tool->arena, struct output, job->stencil->field_count + 1);

	*count = 0;
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (places[f->index].text)
			outputs[(*count)++] = (struct output){
				.place = &places[f->index], .field = f->name, .location = f->where.location,
				.scalar = f->shape == SHAPE_SCALAR,
			};
	return outputs;
}

static void
set_arrays(const struct job *job, const struct array *arrays, const struct field **partners, const bool *in_parts,
	struct output *outputs, int count)
{
	for (int i = 0; i < count; i++) {
		struct output *o = &outputs[i];
		const struct field *f = find_field_named(job->stencil, o->field, strlen(o->field));

		o->array = arrays[f->index];
		o->in_parts = in_parts && in_parts[f->index];
		o->like = find_like(job, f, partners ? partners[f->index] : NULL, &o->same);
	}
}

/* Turns what files have by element and level; in pictures levels are components. To be freed by free_turned. */
static bool
turn_arrays(const struct job *job, struct output *outputs, int count)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		struct output *o = &outputs[i];
		const struct field *f = find_field_named(job->stencil, o->field, strlen(o->field));

		o->turned = mesh_axes_are_turned(job, f) && o->array.ndim > 1
			&& (o->place->format == FORMAT_NPY || o->place->format == FORMAT_NETCDF);
		if (o->turned)
			o->array = mesh_axes_turn(&o->array);
		good = good && o->array.data;
	}
	return good;
}

static void
free_turned(struct output *outputs, int count)
{
	for (int i = 0; i < count; i++)
		if (outputs[i].turned)
			array_free(&outputs[i].array);
}

static bool
finish_files(const struct job *job, struct outputs *files, struct output *outputs, int count, struct error *error)
{
	bool good = turn_arrays(job, outputs, count);

	if (good)
		good = outputs_finish(files, error);
	else
		error_no_memory(error);
	free_turned(outputs, count);
	return good;
}

/* Whether a place is for a series. */
static bool
has_series(const struct job *job, const struct place *places)
{
	for (int i = 0; i < job->stencil->field_count; i++)
		if (places[i].text && (places[i].format == FORMAT_PVD || places[i].format == FORMAT_NPY || places[i].format == FORMAT_NETCDF))
			return true;
	return false;
}

/* A file without an ending is NumPy's. */
static bool
check_ending(const struct place *place, struct error *error)
{
	const char *slash = strrchr(place->path, '/'), *dot = strrchr(slash ? slash : place->path, '.');

	return place->format != FORMAT_NPY || !dot || !strcmp(dot, ".npy")
		|| error_set(error, EXIT_USAGE,
			"%s: unknown ending '%s': name the file .npy, .nc, .nc4, .cdf, .vti, .vtu, .pvd, .svg or .png",
			place->text, dot);
}

/* VTK has image data for planes and unstructured grids for meshes, and series of both. */
static bool
check_formats(const struct job *job, const struct place *places, struct error *error)
{
	const enum format picture = job->runner->picture;

	for (int i = 0; i < job->stencil->field_count; i++) {
		const enum format format = places[i].format;

		if (places[i].text && !check_ending(&places[i], error))
			return false;
		if (places[i].text && format_is_picture(format) && !picture)
			return error_set(error, EXIT_USAGE,
				"%s: pictures are of fields on structured grids and meshes, not on sparse grids: name a .npy file",
				places[i].text);
		if (places[i].text && format_is_picture(format) && picture == FORMAT_VTU && places[i].selections)
			return error_set(error, EXIT_USAGE, "%s: on meshes a picture has the lowest level: leave out what follows the file",
				places[i].text);
		if (places[i].text && format == FORMAT_PNG && !png_is_possible(error))
			return error_prefix(error, "%s: ", places[i].text);
		if (!places[i].text || (format != FORMAT_VTI && format != FORMAT_VTU && format != FORMAT_PVD))
			continue;
		if (!picture)
			return error_set(error, EXIT_USAGE, "%s: VTK's image data are for structured grids, not sparse grids: name a .npy file",
				places[i].text);
		if (format != picture && format != FORMAT_PVD)
			return error_set(error, EXIT_USAGE, "%s: '%s' is on a %s: name a %s file", places[i].text, job->stencil->name,
				picture == FORMAT_VTU ? "mesh" : "structured grid", picture == FORMAT_VTU ? ".vtu" : ".vti");
	}
	return true;
}

/* Image data have one number of levels. */
static bool
check_levels(const struct job *job, const struct place *places, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		for (const struct field *g = job->stencil->fields; g && f->where.half; g = g->next) {
			const struct place *half = &places[f->index], *full = &places[g->index];

			if (half->text && full->text && !g->where.half && g->shape == SHAPE_POINT && job->runner->picture == FORMAT_VTI
					&& (half->format == FORMAT_VTI || half->format == FORMAT_PVD) && !strcmp(half->path, full->path))
				return error_set(error, EXIT_USAGE, "%s: '%s' is on half levels and '%s' on full levels, and image data have"
					" one number of levels: name two files", half->text, f->name, g->name);
		}
	return true;
}

/* A series replaces a file before the first step, so it is none that is read. */
static bool
check_series(const struct job *job, struct error *error)
{
	for (int i = 0; i < job->stencil->field_count && job->options->save_every; i++)
		for (int k = 0; k < job->stencil->field_count && job->outs[i].text; k++)
			if (job->ins[k].text && place_is_in(&job->ins[k], job->outs[i].path))
				return error_set(error, EXIT_USAGE, "%s: --in reads this file, which a series would replace: name another file",
					job->outs[i].text);
	return true;
}

bool
run_output_begin(const struct job *job, struct run_results *results, struct error *error)
{
	if (!check_formats(job, job->outs, error) || !check_formats(job, job->differences, error)
			|| !check_levels(job, job->outs, error) || !check_levels(job, job->differences, error))
		return false;
	if (job->options->save_every && !has_series(job, job->outs))
		return error_set(error, EXIT_USAGE, "--save-every is for a series: give --out FIELD=FILE.nc, FILE.npy or FILE.pvd");
	if (!check_series(job, error) || !run_log_check(job, error))
		return false;
	results->outputs = make_outputs(job, job->outs, &results->output_count);
	return outputs_begin(&results->files, &job->tool->arena, results->outputs, results->output_count, error)
		&& run_time_check(job, error);
}

bool
run_output_begin_series(const struct job *job, struct run_results *results, struct error *error)
{
	struct outputs *files = &results->files;
	struct array *arrays = arena_array(&job->tool->arena, struct array, job->stencil->field_count + 1);
	bool good;

	if (!job->options->save_every)
		return true;
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->outs[f->index].text)
			arrays[f->index] = job->runner->result(job, f);
	set_arrays(job, arrays, job->run->swaps.partners, NULL, results->outputs, results->output_count);
	files->mesh = job->mesh;
	files->series = (struct record_series){ .every = job->options->save_every, .loaded = job->done, .netcdf = { run_time_unit(job), job->stencil->name },
		.late = job->options->verify };
	good = turn_arrays(job, results->outputs, results->output_count) ? outputs_begin_series(files, error) : error_no_memory(error);
	free_turned(results->outputs, results->output_count);
	return good;
}

bool
run_output_wants(const struct job *job, int step)
{
	const int every = job->options->save_every;

	return step == job->options->steps || (every && (job->done + step) % every == 0);
}

bool
run_output_save(const struct job *job, struct run_results *results, int step, double time, struct error *error)
{
	bool good;

	set_arrays(job, results->arrays, job->run->swaps.partners, NULL, results->outputs, results->output_count);
	results->files.mesh = job->mesh;
	results->files.series.time = time;
	good = turn_arrays(job, results->outputs, results->output_count)
		? outputs_save(&results->files, job->done + step, job->done + job->options->steps, error) : error_no_memory(error);
	free_turned(results->outputs, results->output_count);
	return good;
}

bool
run_output_finish(const struct job *job, struct run_results *results, struct error *error)
{
	bool good = true;

	set_arrays(job, results->arrays, job->run->swaps.partners, results->in_parts, results->outputs, results->output_count);
	results->files.mesh = job->mesh;
	for (const struct field *f = job->stencil->fields; f && good; f = f->next)
		if (results->in_parts && results->in_parts[f->index])
			good = run_output_nonfinite(job, results, f, error);
		else if (job->outs[f->index].text)
			run_nonfinite(job, f, &job->outs[f->index], &results->arrays[f->index]);
	if (!good)
		return false;
	run_output_lead(job, results);
	good = finish_files(job, &results->files, results->outputs, results->output_count, error);
	run_output_release(job, results);
	return good;
}

void
run_output_discard(struct run_results *results)
{
	outputs_discard(&results->files);
}

bool
run_output_differences(const struct job *job, const struct array *differences, struct error *error)
{
	struct outputs files = { 0 };
	int count;
	struct output *outputs = make_outputs(job, job->differences, &count);
	bool good;

	set_arrays(job, differences, NULL, NULL, outputs, count);
	good = outputs_begin(&files, &job->tool->arena, outputs, count, error);
	files.mesh = job->mesh;
	good = good && outputs_save(&files, job->options->steps, job->options->steps, error)
		&& finish_files(job, &files, outputs, count, error);
	outputs_discard(&files);
	return good;
}
