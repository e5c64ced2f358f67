#include "runtime/run/plane_solve.h"

#include "generator/plan/exact.h"
#include "runtime/partition/structured.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/run/run_forcing.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_verdict.h"

#include <stdlib.h>
#include <string.h>

struct solution {
	struct problem *problem;
	const struct swaps *swaps;
	const bool *periodic;
	bool bounds;
};

/* Fills the periodic halos of what a step computed. */
static void
wrap_results(const struct solution *s)
{
	const struct problem *problem = s->problem;

	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next) {
		if (problem->expected[f->index])
			plane_wrap(problem, f, field_element(f), problem->expected[f->index], s->periodic);
		if (problem->bounds[f->index])
			plane_wrap(problem, f, sizeof (double), problem->bounds[f->index], s->periodic);
	}
}

/* Sets params and fields of a step, also in a window of the domain. */
static bool
force(const struct job *job, struct problem *problem, int step, struct error *error)
{
	const struct partition *p = &job->run->partition;

	if (!run_forcing_set(job, step, problem->params, p->arrays, error))
		return false;
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		if (!run_forcing_changed(job, f))
			continue;
		p->kind->wrap(p, f, p->arrays[f->index]);
		if (problem->fields != p->arrays)
			structured_window_copy(p, problem, f);
	}
	return true;
}

/* One step of the interpreter; of all but the last the results become the data. False: out of memory. */
static bool
solve_step(const struct solution *s, bool last)
{
	struct problem *problem = s->problem;

	/* A grid without points has been refused. */
	if (!problem_solve(problem, s->bounds, NULL))
		return false;
	wrap_results(s);
	for (int i = 0; i < problem->plan->stencil->field_count && !last; i++)
		if (problem->expected[i]) {
			free(problem->fields[i]);
			problem->fields[i] = problem->expected[i];
			problem->expected[i] = NULL;
		}
	if (!last)
		swaps_on_arrays(s->swaps, problem->fields);
	return true;
}

bool
plane_solve(const struct job *job, struct problem *problem, const bool periodic[2], struct error *error)
{
	const struct solution s = { .problem = problem, .swaps = &job->run->swaps, .periodic = periodic,
		.bounds = backend_is_gpu(&job->backend) && !is_exact(job->plan) };
	const int count = job->stencil->field_count, steps = job->options->steps;
	void **original = arena_array(&job->tool->arena, void *, count + 1);
	struct progress progress;
	bool good = true, forced = true;

	memcpy(original, problem->fields, (size_t)count*sizeof *original);
	memset(problem->fields, 0, (size_t)count*sizeof *original);
	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		problem->fields[f->index] = malloc(bytes);
		good = problem->fields[f->index];
		if (good)
			memcpy(problem->fields[f->index], original[f->index], bytes);
	}
	run_steps_show(job, &progress, "verifying");
	for (int step = 1; step <= steps && good; step++) {
		forced = force(job, problem, step, error);
		good = forced && solve_step(&s, step == steps);
		progress_add(&progress, 1);
	}
	progress_close(&progress);
	for (int i = 0; i < count; i++) {
		free(problem->fields[i]);
		problem->fields[i] = original[i];
	}
	return good || (forced && run_verdict_no_memory(error));
}
