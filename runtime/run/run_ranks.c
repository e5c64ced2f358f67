#include "runtime/run/run_ranks.h"

#include "runtime/partition/transport.h"

#include <string.h>

/* All that was given on the command line. */
static const char *
options_text(const struct job *job)
{
	struct text text = { .arena = &job->tool->arena };

	for (const char **word = job->options->given; *word; word++) {
		text_add(&text, *word);
		text_add(&text, "\n");
	}
	return text_of(&text);
}

static const char *
array_text(struct arena *arena, const struct array *array)
{
	const char *text = arena_printf(arena, "elements of %d bytes", array->element);

	for (int d = 0; d < array->ndim; d++)
		text = arena_printf(arena, "%s, %lld", text, array->shape[d]);
	return text;
}

/* What all ranks must have alike: the stencil, what is asked for, the backend, the kernel, and the shapes of arrays. */
static bool
check_alike(const struct job *job, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	struct processes_text *texts = arena_array(arena, struct processes_text, job->stencil->field_count + 4);
	const char *differs;
	int count = 0;

	texts[count++] = (struct processes_text){ "the stencil", job->unit.source.text };
	texts[count++] = (struct processes_text){ "the command line", options_text(job) };
	texts[count++] = (struct processes_text){ "the backend", backend_names[job->backend.kind] };
	texts[count++] = (struct processes_text){ "the kernel", job->kernel.name };
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->ins[f->index].text)
			texts[count++] = (struct processes_text){ arena_printf(arena, "the shape or type of %s", job->ins[f->index].text),
				array_text(arena, &job->arrays[f->index]) };
	differs = processes_differ(job->processes, texts, count);
	return !differs || error_set(error, EXIT_ERRORS, "other input than rank 0 has: %s differs", differs);
}

bool
run_ranks_agree(const struct job *job, bool good, struct error *error)
{
	const int status = processes_agree(job->processes, good ? EXIT_GOOD : tool_report(job->tool, error));

	return !status || error_reported(error, status);
}

bool
run_ranks_abort(const struct job *job, struct error *error)
{
	error_reported(error, tool_report(job->tool, error));
	processes_abort(job->processes, error->status);
	return false;
}

bool
run_ranks_join(struct job *job, bool good, struct error *error)
{
	int status;

	if (job->processes->count == 1)
		return good;
	status = processes_join(job->processes, &job->tool->arena, job->options->timeout, good ? EXIT_GOOD : tool_report(job->tool, error));
	if (status)
		return error_reported(error, status);
	return run_ranks_agree(job, check_alike(job, error), error) && (!job->transport
		|| run_ranks_agree(job, transport_agree(job->transport, job->processes, job->options, error), error));
}

bool
run_ranks_gather(const struct job *job, const void *own, void *all, size_t bytes, struct error *error)
{
	const struct processes *processes = job->processes;
	int status = 0;

	if (processes->rank)
		status = processes->mpi->send(own, bytes, 0);
	else
		memcpy(all, own, bytes);
	for (int rank = 1; rank < processes->count && !processes->rank && !status; rank++)
		status = processes->mpi->receive((char *)all + (size_t)rank*bytes, bytes, rank);
	return !processes_failed(processes, status, error);
}
