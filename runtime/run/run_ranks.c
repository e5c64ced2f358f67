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
static int
check_alike(const struct job *job)
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
	return differs ? tool_fail(job->tool, EXIT_ERRORS, "other input than rank 0 has: %s differs", differs) : EXIT_GOOD;
}

/* MPI that fails here fails when all agree on that, too. */
static int
agree_carrier(const struct job *job)
{
	const int status = carrier_agree(job->carrier, job->ranks);
	const char *text = status ? job->ranks->mpi->error(status) : NULL;

	if (status)
		return tool_fail(job->tool, EXIT_IO, "%s", text ? text : "other ranks are lost");
	return run_ranks_check_carrier(job);
}

int
run_ranks_check_carrier(const struct job *job)
{
	const char *lack = carrier_lack(&job->tool->arena, job->carrier, job->ranks, job->options->graph);

	return lack ? tool_fail(job->tool, EXIT_USAGE, "%s", lack) : EXIT_GOOD;
}

int
run_ranks_join(struct job *job, int status)
{
	int joined;

	if (job->ranks->count == 1)
		return status;
	joined = ranks_join(job->ranks, &job->tool->arena, job->options->timeout);
	if (joined)
		return status > joined ? status : joined;
	status = ranks_agree(job->ranks, status);
	if (!status)
		status = ranks_agree(job->ranks, check_alike(job));
	return status || !job->carrier ? status : ranks_agree(job->ranks, agree_carrier(job));
}

int
run_ranks_gather(const struct job *job, const void *own, void *all, size_t bytes)
{
	const struct ranks *ranks = job->ranks;
	int status = 0;

	if (ranks->rank)
		status = ranks->mpi->send(own, bytes, 0);
	else
		memcpy(all, own, bytes);
	for (int rank = 1; rank < ranks->count && !ranks->rank && !status; rank++)
		status = ranks->mpi->receive((char *)all + (size_t)rank*bytes, bytes, rank);
	return !status ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s", ranks->mpi->error(status) ? ranks->mpi->error(status)
		: "a rank is lost");
}
