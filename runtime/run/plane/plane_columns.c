#include "runtime/run/plane/plane_columns.h"

#include "runtime/columnparts/column_cut.h"
#include "runtime/columnparts/column_graph.h"
#include "runtime/run/plane/plane_run.h"

#include <stdio.h>

int
plane_columns_write(const struct job *job, const char *path)
{
	const struct plane_run *r = job->state;
	const struct plan *plan = job->plan;
	const struct column_plane plane = column_plane(r->problem, r->cut.periodic);
	struct displacement *reads = arena_array(&job->tool->arena, struct displacement, plan->column_count + 1);
	struct column_graph graph = { .plane = &plane, .reads = reads, .read_count = plan->column_count };
	struct error error;

	if (plan->program)
		return tool_fail(job->tool, EXIT_USAGE, "'%s' has several kernels: its parts are rectangles so far, it takes no"
			" --write-graph", job->stencil->name);
	for (int i = 0; i < plan->column_count; i++)
		reads[i] = (struct displacement){ plan->columns[i].x, plan->columns[i].y };
	if (!column_graph_write(&graph, path, &error))
		return tool_fail(job->tool, EXIT_IO, "%s: cannot write: %s", path, error.text);
	if (!job->options->quiet)
		printf("%s: %lld columns, %lld edges\n", path, graph.columns, graph.edges);
	return EXIT_GOOD;
}
