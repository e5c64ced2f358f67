#include "runtime/run/plane/plane_results.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/run/run_census.h"
#include "runtime/run/run_output_parts.h"
#include "runtime/run/run_verdict.h"

#include <stdlib.h>
#include <string.h>

static const struct subdomain *
own_part(const struct plane_run *r)
{
	return &r->parts.subdomains[r->parts.first];
}

void
plane_results_cells(const struct job *job, int begin[2], int end[2])
{
	structured_gives(own_part(job->state), begin, end);
}

bool
plane_results_write(const struct job *job, const char *path, const struct array *whole, struct error *error)
{
	return structured_write(own_part(job->state), path, whole, error);
}

bool
plane_results_fetch(const struct job *job, const struct plane_run *r, bool all, bool last, struct run_results *out,
	struct error *error)
{
	const int *periodic = structured_of(&r->parts)->rectangles.periodic;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const bool own = last && !r->parts.has && !periodic[0] && !periodic[1] && run_output_can_be_in_parts(job, f);

		out->in_parts[f->index] = own;
		if (f->role == ROLE_IN || (!all && !job->outs[f->index].text))
			continue;
		if (!(own ? partition_fetch_own : partition_fetch)(&r->parts, f, error))
			return false;
		out->arrays[f->index] = plane_arrays_result(r->problem, r->extent.ndim, f);
	}
	return true;
}

/* What is expected of a field, by the whole grid. Parts of other processes are fetched; what lies in none is as it came out. */
static void *
fetch_expected(const struct plane_run *r, const struct field *field, struct error *error)
{
	struct problem *problem = r->problem;
	void **expected = &problem->expected[field->index];

	if (r->parts.processes->count == 1)
		return *expected;
	if (!*expected)
		*expected = malloc(problem_elements(problem, field)*field_element(field));
	if (!*expected) {
		error_no_memory(error);
		return NULL;
	}
	memcpy(*expected, problem->fields[field->index], problem_elements(problem, field)*field_element(field));
	return partition_fetch_expected(&r->parts, field, *expected, error) ? *expected : NULL;
}

/* Where results are wrong, the first process tells how far they are off, and writes that. */
static bool
fail_verdict(const struct job *job, const struct plane_run *r, const struct verdict *verdict, struct run_results *out,
	struct error *error)
{
	struct array *expected = arena_array(&job->tool->arena, struct array, job->stencil->field_count + 1);
	bool good = plane_results_fetch(job, r, true, false, out, error);

	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		expected[f->index] = out->arrays[f->index];
		expected[f->index].data = fetch_expected(r, f, error);
		if (!expected[f->index].data)
			good = false;
	}
	if (!good)
		return processes_abort(job->processes, job->tool, error);
	return job->processes->rank ? run_verdict(job, verdict, NULL, NULL, error) : run_verdict(job, verdict, out->arrays, expected, error);
}

bool
plane_results_verify(const struct job *job, const struct plane_run *r, struct run_results *out, struct error *error)
{
	struct verdict verdict;

	if (!partition_compare(&r->parts, &verdict, error) || !run_verdict_of_parts(job, &verdict, error))
		return processes_abort(job->processes, job->tool, error);
	return verdict_is_good(&verdict) || fail_verdict(job, r, &verdict, out, error);
}

/* What lies in files beyond a period no part has: it is read anew. */
static bool
read_share(const struct job *job, const struct field *field, struct array *array, const int begin[2], const int end[2],
	struct error *error)
{
	struct npy_rows rows = { .begin = 0, .end = 1, .from = begin[0], .to = end[0] };

	if (array->ndim > 1) {
		rows.begin = begin[1];
		rows.end = end[1];
	}
	array->data = calloc(array_elements(array), (size_t)array->element);
	if (!array->data)
		error_no_memory(error);
	return array->data && npy_read_rows(job->ins[field->index].path, array, &rows, array->data, error);
}

/* Of what is as long for all parts, the first process counts all. */
static bool
count_own(const struct job *job, const struct plane_run *r, const struct field *field, struct census *own, struct error *error)
{
	struct array array = job->arrays[field->index];
	const bool *option = r->cut.periodic;
	const int *periodic = structured_of(&r->parts)->rectangles.periodic;
	bool good = true;
	int begin[2], end[2];

	array.data = r->problem->fields[field->index];
	*own = (struct census){ .first = array_elements(&array) };
	structured_counts(&r->parts, own_part(r), begin, end);
	if (!shapes[field->shape].axes[0]) {
		if (!job->processes->rank)
			*own = census_take(&array);
	} else if (begin[0] < end[0]) {
		const bool anew = option[0] || option[1] || periodic[0] || periodic[1];

		good = !anew || read_share(job, field, &array, begin, end, error);
		if (good)
			*own = census_of_cells(&array, begin, end);
		if (anew)
			free(array.data);
	}
	return good;
}

bool
plane_results_count_inputs(const struct job *job, const struct plane_run *r, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct array *array = &job->arrays[f->index];
		struct census own;

		if (!array->later || array->whole)
			continue;
		if (!count_own(job, r, f, &own, error) || !run_census_of_parts(job, f, &job->ins[f->index], array, &own, error))
			return false;
	}
	return true;
}
