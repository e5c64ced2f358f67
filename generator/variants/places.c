#include "generator/variants/places.h"

#include "generator/split/parts.h"
#include "generator/plan/sweeps.h"

enum { WARP = 32 };

size_t
shared_bytes_of_part(const struct plan *plan, const struct part *part, int levels)
{
	const struct extents *border = &plan->stencil->border;
	const struct columns *columns = part->plan->sweeps;

	return plan->place != PLACE_SHARED || !columns || !columns->shared_count ? 0
		: (size_t)element_size(columns->shared_type)*(size_t)columns->shared_count
			*(size_t)(levels + part->plan->stencil->half - border->low[2] - border->high[2]);
}

size_t
shared_bytes_of_thread(const struct plan *plan, int levels)
{
	size_t most = 0;

	for (int p = 0; plan->program && p < plan->program->part_count; p++) {
		const size_t bytes = shared_bytes_of_part(plan, &plan->program->parts[p], levels);

		most = bytes > most ? bytes : most;
	}
	return most;
}

size_t
shared_bytes_of_block(enum target target)
{
	return (size_t)targets[target].shared_kb*1024;
}

void
shared_block(const struct plan *plan, enum target target, int levels, int block[3])
{
	const size_t bytes = shared_bytes_of_thread(plan, levels);

	block[0] = WARP;
	block[1] = 1;
	while (block[0] > 1 && (size_t)block[0]*bytes > shared_bytes_of_block(target))
		block[0] /= 2;
}
