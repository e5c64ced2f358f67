#include "runtime/run/run_verdict.h"

#include "runtime/data/nonfinite.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_ranks.h"

#include <math.h>

/* Replaces a result by how far it is off, and finds the largest difference of all; a NaN is larger
 * than any number. */
static void
subtract(struct array *result, const struct array *expected, double *largest, size_t *where)
{
	const size_t count = array_elements(result);

	*largest = 0;
	for (size_t i = 0; i < count; i++) {
		const double got = array_number(result, i), wanted = array_number(expected, i);
		const double off = got == wanted || (isnan(got) && isnan(wanted)) ? 0 : got - wanted;

		if (!isnan(*largest) && !(fabs(off) <= *largest)) {
			*largest = fabs(off);
			*where = i;
		}
		array_set_number(result, i, off);
	}
}

/* "; the largest difference is 0.5, of 'dst' at z=0, y=5, x=3" */
static const char *
describe_largest(const struct job *job, struct array *results, const struct array *expected)
{
	const char *text = "";
	double most = 0;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		struct array *result = &results[f->index];
		double largest;
		size_t where = 0;

		if (!result->data || !expected[f->index].data)
			continue;
		subtract(result, &expected[f->index], &largest, &where);
		if (isnan(most) || largest <= most)
			continue;
		most = largest;
		text = arena_printf(&job->tool->arena, "; the largest difference is %.3g, of '%s' at %s", largest, f->name,
			array_index_text(&job->tool->arena, result, where));
	}
	return text;
}

bool
run_verdict_no_memory(struct error *error)
{
	return error_set(error, EXIT_IO, "out of memory for --verify, whose interpreter has arrays of its own: verify a smaller grid, or"
		" leave it out");
}

bool
run_verdict_of_parts(const struct job *job, struct verdict *verdict, struct error *error)
{
	const struct processes *ranks = job->processes;
	struct verdict *all = arena_array(&job->tool->arena, struct verdict, ranks->count);

	if (ranks->count == 1)
		return true;
	if (!run_ranks_gather(job, verdict, all, sizeof *verdict, error))
		return false;
	for (int rank = 1; rank < ranks->count && !ranks->rank; rank++)
		verdict_add(all, &all[rank]);
	if (processes_failed(ranks, ranks->mpi->broadcast(all, sizeof *all), error))
		return false;
	*verdict = *all;
	return true;
}

bool
run_verdict(const struct job *job, const struct verdict *verdict, struct array *results,
	const struct array *expected, struct error *error)
{
	struct error unwritten;
	const char *largest;
	bool written;

	if (verdict_is_good(verdict))
		return true;
	largest = results ? describe_largest(job, results, expected) : "";
	written = results && job->options->differences.count && run_output_differences(job, results, &unwritten);
	if (results && job->options->differences.count && !written)
		tool_report(job->tool, &unwritten);
	return error_set(error, EXIT_ERRORS, "wrong result, %s: %.0f of %.0f points differ; %s%s",
		written ? "only differences are written" : "nothing is written", verdict->different, verdict->points,
		verdict->first, largest);
}
