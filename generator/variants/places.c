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
			*(size_t)(levels - border->low[2] - border->high[2]);
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

size_t
shared_bytes_with_buffer(const struct plan *plan, const struct variant *resolved, int levels)
{
	size_t most = 0;

	for (const struct part *part = plan->program->parts; part < plan->program->parts + plan->program->part_count; part++) {
		const size_t own = shared_bytes_of_part(plan, part, levels);
		const size_t buffer = (size_t)(tunable_of(TUNABLE_ahead, resolved) + 1)*(size_t)part->plan->loads*sizeof (double); /* at most */

		most = own && own + buffer > most ? own + buffer : most;
	}
	return most;
}

void
shared_block(const struct plan *plan, const struct variant *resolved, int levels, int block[3])
{
	const size_t bytes = shared_bytes_with_buffer(plan, resolved, levels);

	block[0] = WARP;
	block[1] = 1;
	while (block[0] > 1 && (size_t)block[0]*bytes > shared_bytes_of_block(resolved->target))
		block[0] /= 2;
}
