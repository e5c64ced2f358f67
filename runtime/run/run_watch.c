#include "runtime/run/run_watch.h"

#include "runtime/data/nonfinite.h"
#include "runtime/partition/copy.h"
#include "runtime/run/run_state.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/runner.h"

bool
run_watch_wants(const struct job *job, int step)
{
	const int every = job->options->check_every;

	return every && (step == job->options->steps || (job->done + step) % every == 0 || run_state_wants(job, step));
}

/* What is left to continue with. */
static const char *
state_text(const struct job *job, int step)
{
	int last = step - 1;

	while (last > 0 && !run_state_wants(job, last))
		last--;
	return last > 0 ? arena_printf(&job->tool->arena, "; %s has the state of step %d", job->options->save_state, job->done + last) : "";
}

static bool
check(const struct job *job, const struct field *field, int step, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const struct array array = job->runner->result(job, field);
	const struct nonfinite found = nonfinite_count(&array);

	return found.nan + found.infinite == 0 || error_set(error, EXIT_ERRORS, "after step %d '%s' has %zu NaN and %zu Inf among %zu"
		" values, the first at %s%s", job->done + step, field->name, found.nan, found.infinite, array_elements(&array),
		array_index_text(arena, &array, found.first), state_text(job, step));
}

bool
run_watch(const struct job *job, int step, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN || (f->type != TYPE_FLOAT && f->type != TYPE_DOUBLE))
			continue;
		if (!partition_fetch(&job->run->partition, f, error))
			return false;
		if (!job->processes->rank && !check(job, f, step, error))
			return false;
	}
	return true;
}
