#include "runtime/run/plane_results.h"

#include "runtime/formats/npy_rows.h"
#include "runtime/partition/structured.h"
#include "runtime/run/run_nonfinite.h"
#include "runtime/run/run_steps.h"

#include <stdlib.h>
#include <string.h>

static const struct subdomain *
own_part(const struct job *job)
{
	const struct partition *p = &job->run->partition;

	return &p->subdomains[p->first];
}

void
plane_results_cells(const struct job *job, int begin[2], int end[2])
{
	structured_gives(own_part(job), begin, end);
}

bool
plane_results_write(const struct job *job, const char *path, const struct array *whole, struct error *error)
{
	return structured_write(own_part(job), path, whole, error);
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
count_own(const struct job *job, const struct field *field, struct nonfinite *own, struct error *error)
{
	const struct partition *p = &job->run->partition;
	struct array array = job->arrays[field->index];
	const bool *option = p->decomposition.periodic;
	const int *periodic = structured_of(p)->rectangles.periodic;
	bool good = true;
	int begin[2], end[2];

	array.data = p->arrays[field->index];
	*own = (struct nonfinite){ .first = array_elements(&array) };
	structured_counts(p, own_part(job), begin, end);
	if (!shapes[field->shape].axes[0]) {
		if (!job->processes->rank)
			*own = nonfinite_count(&array);
	} else if (begin[0] < end[0]) {
		const bool anew = option[0] || option[1] || periodic[0] || periodic[1];

		good = !anew || read_share(job, field, &array, begin, end, error);
		if (good)
			*own = nonfinite_of_cells(&array, begin, end);
		if (anew)
			free(array.data);
	}
	return good;
}

bool
plane_results_count_inputs(const struct job *job, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct array *array = &job->arrays[f->index];
		struct nonfinite own;

		if (!array->later || array->whole)
			continue;
		if (!count_own(job, f, &own, error) || !run_nonfinite_of_parts(job, f, &job->ins[f->index], array, &own, error))
			return false;
	}
	return true;
}
