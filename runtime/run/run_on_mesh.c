#include "runtime/run/runner.h"

static void
name_dimensions(const struct field *field, struct array *array)
{
	(void)field;
	(void)array;
}

static int
open_mesh(struct job *job)
{
	return tool_fail(job->tool, EXIT_USAGE, "'%s' is on a mesh (%s), and there are no kernels for meshes yet",
		job->stencil->name, job->stencil->grid);
}

/* Not asked after that. */
static int
choose(struct job *job)
{
	return open_mesh(job);
}

static int
apply(struct job *job, struct run_results *out)
{
	(void)out;
	return open_mesh(job);
}

static void
close_mesh(struct job *job)
{
	(void)job;
}

const struct runner mesh_runner = {
	.strict = true, .name_dimensions = name_dimensions, .open = open_mesh, .choose = choose, .apply = apply,
	.close = close_mesh,
};
