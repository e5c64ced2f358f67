#include "runtime/run/run_results.h"

#include "runtime/partition/copy.h"
#include "runtime/run/run_output_parts.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_verdict.h"
#include "runtime/run/runner.h"

#include <stdlib.h>
#include <string.h>

bool
run_results_fetch(const struct job *job, bool all, bool last, struct run_results *out, struct error *error)
{
	const struct partition *p = &job->run->partition;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const bool own = last && out->write_part && run_output_can_be_in_parts(job, f);

		out->in_parts[f->index] = own;
		if (f->role == ROLE_IN || (!all && !job->outs[f->index].text))
			continue;
		if (!(own ? partition_fetch_own : partition_fetch)(p, f, error))
			return false;
		out->arrays[f->index] = job->runner->result(job, f);
	}
	return true;
}

/* What is expected of a field in the whole domain. Where each process expects results of its own subdomain only, the first one gets
 * those of the others; what no subdomain owns is as it came out. */
static void *
fetch_expected(const struct partition *p, const struct field *field, const struct array *result, struct error *error)
{
	const size_t bytes = array_elements(result)*(size_t)result->element;
	void **expected = &p->expected[field->index];

	if (*expected)
		return *expected;
	*expected = malloc(bytes);
	if (!*expected) {
		error_no_memory(error);
		return NULL;
	}
	memcpy(*expected, result->data, bytes);
	return partition_fetch_expected(p, field, *expected, error) ? *expected : NULL;
}

/* Where results are wrong, the first process reports how far they are off, and writes that. */
static bool
fail_verdict(const struct job *job, const struct verdict *verdict, struct run_results *out, struct error *error)
{
	struct array *expected = arena_array(&job->tool->arena, struct array, job->stencil->field_count + 1);
	bool good = run_results_fetch(job, true, false, out, error);

	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		expected[f->index] = out->arrays[f->index];
		expected[f->index].data = fetch_expected(&job->run->partition, f, &out->arrays[f->index], error);
		good = expected[f->index].data;
	}
	if (!good)
		return processes_abort(job->processes, job->tool, error);
	return job->processes->rank ? run_verdict(job, verdict, NULL, NULL, error) : run_verdict(job, verdict, out->arrays, expected, error);
}

bool
run_results_verify(const struct job *job, struct run_results *out, struct error *error)
{
	struct verdict verdict;

	if (!partition_compare(&job->run->partition, &verdict, error) || !run_verdict_of_parts(job, &verdict, error))
		return processes_abort(job->processes, job->tool, error);
	return verdict_is_good(&verdict) || fail_verdict(job, &verdict, out, error);
}
