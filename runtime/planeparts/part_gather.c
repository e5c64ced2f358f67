#include "runtime/planeparts/part_gather.h"

#include <stdlib.h>

static bool
fail(const char *text, char *message, size_t room)
{
	snprintf(message, room, "%s", text ? text : "a part does not come");
	return false;
}

bool
part_gather(const struct plane_parts *parts, int rank, const struct field *field, char *message, size_t room)
{
	const struct ranks *all = parts->processes;
	struct problem *problem = parts->ranks[rank].problem;
	const size_t bytes = problem_elements(problem, field)*field_element(field);
	void **array = &problem->fields[field->index];
	int status = 0;

	if (!rank)
		return true;
	if (!all->rank) {
		*array = malloc(bytes);
		if (!*array)
			return fail("out of memory", message, room);
		status = all->mpi->receive(*array, bytes, rank);
	} else if (all->rank == rank) {
		status = all->mpi->send(*array, bytes, 0);
	}
	return !status || fail(all->mpi->error(status), message, room);
}
