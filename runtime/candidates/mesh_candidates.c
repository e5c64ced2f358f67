#include "runtime/candidates/mesh_candidates.h"

#include "runtime/candidates/mesh_sizes.h"

static void
add_on_mesh(struct builder *b, const struct mesh_size *mesh, const struct kernels *kernels, struct candidate candidate)
{
	candidate.grid = mesh;
	candidate.size = (struct triple){ mesh->mesh->count[candidate.plan->stencil->location], 1, mesh->levels };
	for (int o = 0; o < mesh->numbering_count; o++)
		for (int k = 0; k < kernels->count; k++) {
			candidate.numbering = &mesh->numberings[o];
			candidate.kernel = &kernels->built[k];
			builder_add_blocks(b, candidate);
		}
}

int
mesh_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision)
{
	const struct candidate candidate = { .unit = unit, .plan = plan };
	struct kernels kernels = { 0 };
	const int status = builder_choose_kernels(b, plan, precision, &kernels);

	if (status)
		return status;
	builder_build_later(b, unit, &kernels);
	for (int m = 0; m < b->axes->mesh_count; m++)
		add_on_mesh(b, &b->axes->meshes[m], &kernels, candidate);
	return EXIT_GOOD;
}
