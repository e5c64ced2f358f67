#include "runtime/run/run_ranks.h"

#include "runtime/run/run_steps.h"

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
	int count = 0;

	texts[count++] = (struct processes_text){ "the stencil", job->unit.source.text };
	texts[count++] = (struct processes_text){ "the command line", options_text(job) };
	texts[count++] = (struct processes_text){ "the backend", backend_names[job->backend.kind] };
	texts[count++] = (struct processes_text){ "the kernel", job->kernel.name };
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->ins[f->index].text)
			texts[count++] = (struct processes_text){ arena_printf(arena, "the shape or type of %s", job->ins[f->index].text),
				array_text(arena, &job->arrays[f->index]) };
	return processes_compare(job->processes, job->tool, texts, count, error);
}

bool
run_ranks_join(struct job *job, bool good, struct error *error)
{
	if (job->processes->count == 1)
		return good;
	return processes_join(job->processes, job->tool, job->options->timeout, good, error) && check_alike(job, error)
		&& processes_agree(job->processes, job->tool,
			transport_agree(&job->run->decomposition.transport, job->processes, job->options, error), error);
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
