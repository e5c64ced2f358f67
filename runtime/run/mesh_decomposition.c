#include "runtime/run/mesh_decomposition.h"

#include "generator/split/parts.h"
#include "runtime/problem/mesh_read.h"
#include "runtime/partition/decomposition_text.h"

static bool
read_count(const struct job *job, int *count, struct error *error)
{
	const struct arguments *o = job->options;
	int ranks[2] = { job->processes->count, 0 };

	if (o->periodic)
		return error_set(error, EXIT_USAGE, "--periodic is for stencils on structured grids, not on meshes: leave it out");
	if (o->ranks && (!decomposition_read_ranks(o->ranks, ranks) || ranks[1]))
		return error_set(error, EXIT_USAGE, "--ranks needs the number of a mesh's subdomains, at most %d; not '%s'", MOST_PARTS,
			o->ranks);
	if (!run_steps_check_ranks(job, ranks[0], error))
		return false;
	if (job->processes->count > 1 && o->graph && job->plan->program && job->plan->program->sums)
		return error_set(error, EXIT_USAGE,
			"--graph: '%s' reduces over the mesh, which processes do by messages of MPI: start one process, or leave it out",
			job->stencil->name);
	if (o->partition && ranks[0] == 1)
		return error_set(error, EXIT_USAGE, "--partition is for several subdomains: give --ranks");
	*count = ranks[0];
	return true;
}

bool
mesh_decomposition_read(const struct job *job, struct decomposition *decomposition, struct error *error)
{
	*decomposition = decomposition_read(job->options);
	if (!read_count(job, decomposition->ranks, error))
		return false;
	if (decomposition_is_none(decomposition))
		return true;
	if (!job->backend.device->streams)
		return error_set(error, EXIT_IO,
			"no nvcc: several subdomains need it, NVRTC is for one: install nvcc, or leave out --ranks");
	return transport_prepare(&decomposition->transport, job->processes, decomposition->ranks[0], false, &job->tool->templates,
		&job->backend, error);
}

bool
mesh_decomposition_find_owners(const struct job *job, struct decomposition *decomposition, const struct mesh_problem *problem,
	struct error *error)
{
	struct owners *owners;

	if (decomposition_is_none(decomposition))
		return true;
	decomposition_find_reach(&job->tool->arena, decomposition, problem->plan);
	owners = arena_new(&job->tool->arena, struct owners);
	owners->graph = graph_of_mesh(&job->tool->arena, problem, decomposition->reach);
	decomposition->owners = owners;
	return owners_find(owners, &job->tool->arena, job->options->partition ? job->options->partition
		: "curve", decomposition->ranks, error)
		|| mesh_error(job->options->mesh, error);
}
