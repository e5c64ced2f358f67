#ifndef UNSTRUCTURED_DATA_H
#define UNSTRUCTURED_DATA_H

#include "runtime/partition/partition.h"
#include "runtime/problem/mesh_device.h"

/* What a mesh has besides. */
struct unstructured {
	const struct mesh_problem *problem;
	const struct mesh_numbering *numbering; /* of the whole mesh; NULL: as it is */
};

static inline const struct mesh_problem *
unstructured_problem(const struct partition *p)
{
	return ((const struct unstructured *)p->whole)->problem;
}
static inline const struct mesh_device *
unstructured_device(const struct subdomain *s)
{
	return (const struct mesh_device *)s->binding;
}

/* Of a subdomain that is placed. */
static inline const struct mesh_problem *
unstructured_problem_of(const struct subdomain *s)
{
	return unstructured_device(s)->layout.problem;
}

extern const struct reduction_kind unstructured_reductions;

#endif
