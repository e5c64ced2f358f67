#include "runtime/candidates/plane_candidates.h"

int
plane_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision)
{
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };
	int status = builder_choose_kernels(b, plan, precision, &kernels);

	if (!status)
		status = builder_build(b, unit, &kernels);
	if (status)
		return status;
	for (int s = 0; s < b->axes->size_count; s++)
		for (int o = 0; o < b->axes->order_count; o++)
			for (int k = 0; k < kernels.count; k++) {
				candidate.size = b->axes->sizes[s];
				candidate.order = b->axes->orders[o];
				candidate.kernel = &kernels.built[k];
				/* A regular grid has one order. */
				if (!o || !storages[candidate.kernel->variant.storage].regular)
					builder_add_blocks(b, candidate);
			}
	return EXIT_GOOD;
}
