#include "runtime/run/run_ranks.h"

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
	struct ranks_text *texts = arena_array(arena, struct ranks_text, job->stencil->field_count + 4);
	const char *differs;
	int count = 0;

	texts[count++] = (struct ranks_text){ "the stencil", job->unit.source.text };
	texts[count++] = (struct ranks_text){ "the command line", options_text(job) };
	texts[count++] = (struct ranks_text){ "the backend", backend_names[job->backend.kind] };
	texts[count++] = (struct ranks_text){ "the kernel", job->kernel.name };
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->ins[f->index].text)
			texts[count++] = (struct ranks_text){ arena_printf(arena, "the shape or type of %s", job->ins[f->index].text),
				array_text(arena, &job->arrays[f->index]) };
	differs = ranks_differ(job->ranks, texts, count);
	return !differs || error_set(error, EXIT_ERRORS, "other input than rank 0 has: %s differs", differs);
}

/* MPI that fails here fails when all agree on that, too. */
static bool
agree_carrier(const struct job *job, struct error *error)
{
	const int status = carrier_agree(job->carrier, job->ranks);
	const char *text = status ? job->ranks->mpi->error(status) : NULL;

	if (status)
		return error_set(error, EXIT_IO, "%s", text ? text : "other ranks are lost");
	return run_ranks_check_carrier(job, error);
}

bool
run_ranks_check_carrier(const struct job *job, struct error *error)
{
	const char *lack = carrier_lack(&job->tool->arena, job->carrier, job->ranks, job->options->graph);

	return !lack || error_set(error, EXIT_USAGE, "%s", lack);
}

bool
run_ranks_agree(const struct job *job, bool good, struct error *error)
{
	const int status = ranks_agree(job->ranks, good ? EXIT_GOOD : tool_report(job->tool, error));

	return !status || error_reported(error, status);
}

bool
run_ranks_abort(const struct job *job, struct error *error)
{
	error_reported(error, tool_report(job->tool, error));
	ranks_abort(job->ranks, error->status);
	return false;
}

bool
run_ranks_join(struct job *job, bool good, struct error *error)
{
	int before, joined;

	if (job->ranks->count == 1)
		return good;
	before = good ? EXIT_GOOD : tool_report(job->tool, error);
	joined = ranks_join(job->ranks, &job->tool->arena, job->options->timeout);
	if (joined)
		return error_reported(error, before > joined ? before : joined);
	if (before)
		error_reported(error, before);
	return run_ranks_agree(job, good, error) && run_ranks_agree(job, check_alike(job, error), error)
		&& (!job->carrier || run_ranks_agree(job, agree_carrier(job, error), error));
}

bool
run_ranks_are_there(const struct job *job, int status, struct error *error)
{
	const char *text = status ? job->ranks->mpi->error(status) : NULL;

	return !status || error_set(error, EXIT_IO, "%s", text ? text : "a rank is lost");
}

bool
run_ranks_gather(const struct job *job, const void *own, void *all, size_t bytes, struct error *error)
{
	const struct ranks *ranks = job->ranks;
	int status = 0;

	if (ranks->rank)
		status = ranks->mpi->send(own, bytes, 0);
	else
		memcpy(all, own, bytes);
	for (int rank = 1; rank < ranks->count && !ranks->rank && !status; rank++)
		status = ranks->mpi->receive((char *)all + (size_t)rank*bytes, bytes, rank);
	return run_ranks_are_there(job, status, error);
}
