#include "runtime/planeparts/part_gather.h"

#include "runtime/planeparts/part_arrays.h"
#include "runtime/problem/plane_wrap.h"

#include <stdlib.h>

static bool
fail(const char *text, struct error *error)
{
	return error_set(error, EXIT_IO, "%s", text ? text : "a part does not come");
}

bool
part_gather(const struct plane_parts *parts, int rank, const struct field *field, void **array, struct error *error)
{
	const struct ranks *all = parts->processes;
	const size_t bytes = problem_elements(parts->ranks[rank].problem, field)*field_element(field);
	int status = 0;

	if (!rank)
		return true;
	if (!all->rank) {
		*array = malloc(bytes);
		if (!*array)
			return fail("out of memory", error);
		status = all->mpi->receive(*array, bytes, rank);
	} else if (all->rank == rank) {
		status = all->mpi->send(*array, bytes, 0);
	}
	return !status || fail(all->mpi->error(status), error);
}

bool
parts_fetch_expected(const struct plane_parts *parts, const struct field *field, void *whole, struct error *error)
{
	for (int rank = 0; rank < parts->count; rank++) {
		struct problem *own = parts->ranks[rank].problem;

		if (!part_gather(parts, rank, field, &own->expected[field->index], error))
			return false;
		if (own->expected[field->index])
			part_give(parts, &parts->ranks[rank], field, field_element(field), own->expected[field->index], whole);
	}
	plane_wrap(parts->whole, field, field_element(field), whole, parts->cut.periodic);
	return true;
}
