#include "runtime/run/run_output_parts.h"

#include "runtime/formats/npy_write.h"
#include "runtime/run/run_nonfinite.h"
#include "runtime/run/run_ranks.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* The job and its results, for outputs that know neither. */
struct lead {
	const struct job *job;
	struct run_results *results;
	bool told; /* the others were told where to write, or that they need not */
};

bool
run_output_can_be_in_parts(const struct job *job, const struct field *field)
{
	const struct place *place = &job->outs[field->index];
	struct stat status;

	return job->processes->count > 1 && !job->options->save_every && place->text && place->format == FORMAT_NPY && shapes[field->shape].axes[0]
		&& !job_is_fortran(job) && (stat(place->path, &status) || S_ISREG(status.st_mode));
}

static bool
has_parts(const struct job *job, const struct run_results *results)
{
	for (int i = 0; i < job->stencil->field_count && results->in_parts; i++)
		if (results->in_parts[i])
			return true;
	return false;
}

/* From rank 0 to all; "" tells that there is nothing to write. */
static bool
tell(const struct job *job, char path[PATH_MAX], struct error *error)
{
	return !processes_failed(job->processes, job->processes->mpi->broadcast(path, PATH_MAX), error);
}

/* All ranks: writes the own part, and agrees whether all could. */
static bool
write_own(const struct job *job, const struct run_results *results, const struct field *field, const char *path,
	struct error *error)
{
	struct array whole = results->arrays[field->index];
	bool good;

	whole.later = NPY_HEADER_BYTES;
	good = results->write_part(job, path, &whole, error) || error_prefix(error, "%s: ", job->outs[field->index].path);
	return processes_agree(job->processes, job->tool, good, error);
}

static const struct temp_file *
find_temp_file(const struct outputs *all, const struct field *field)
{
	for (int i = 0; i < all->count; i++)
		if (all->files[i].outputs[0]->in_parts && !strcmp(all->files[i].outputs[0]->field, field->name))
			return &all->files[i].temp_file;
	return NULL;
}

static bool
write_parts(struct outputs *all, struct error *error)
{
	struct lead *lead = all->context;
	const struct job *job = lead->job;

	lead->told = true;
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct temp_file *temp_file = lead->results->in_parts[f->index] ? find_temp_file(all, f) : NULL;
		char path[PATH_MAX] = "";

		if (!temp_file)
			continue;
		snprintf(path, sizeof path, "%s", temp_file->temporary ? temp_file->temporary : "");
		if (!tell(job, path, error))
			return false;
		if (!*path)
			return error_set(error, EXIT_IO,
				"%s: several processes cannot write into a file that is no regular one: name another file",
				job->outs[f->index].path);
		if (!write_own(job, lead->results, f, path, error))
			return false;
	}
	return true;
}

bool
run_output_nonfinite(const struct job *job, const struct run_results *results, const struct field *field, struct error *error)
{
	const struct array *array = &results->arrays[field->index];
	struct nonfinite own;
	int begin[2], end[2];

	results->part_cells(job, begin, end);
	own = nonfinite_of_cells(array, begin, end);
	return run_nonfinite_of_parts(job, field, &job->outs[field->index], array, &own, error);
}

void
run_output_lead(const struct job *job, struct run_results *results)
{
	struct lead *lead = arena_new(&job->tool->arena, struct lead);

	if (!has_parts(job, results))
		return;
	*lead = (struct lead){ job, results, false };
	results->files.write_parts = write_parts;
	results->files.context = lead;
}

void
run_output_release(const struct job *job, struct run_results *results)
{
	const struct lead *lead = results->files.context;
	char none[PATH_MAX] = "";
	struct error error;

	if (lead && !lead->told && !tell(job, none, &error))
		tool_report(job->tool, &error);
}

bool
run_output_join(const struct job *job, struct run_results *results, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (results->in_parts && results->in_parts[f->index] && !run_output_nonfinite(job, results, f, error))
			return false;
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		char path[PATH_MAX];

		if (!results->in_parts || !results->in_parts[f->index])
			continue;
		if (!tell(job, path, error))
			return false;
		if (!*path)
			return true;
		if (!write_own(job, results, f, path, error))
			return false;
	}
	return true;
}
