#include "fibers_parts.h"

static bool
is_launchable(const struct fibers_launch *l)
{
	const struct fibers_index g = l->grid, b = l->block;

	return l->shared <= FIBERS_SHARED
		&& g.x > 0 && g.x <= 0x7fffffff
		&& g.y > 0 && g.y <= 65535 && g.z > 0 && g.z <= 65535
		&& b.x > 0 && b.x <= 1024 && b.y > 0 && b.y <= 1024 && b.z > 0 && b.z <= 64
		&& b.x*b.y*b.z <= FIBERS_THREADS;
}

static void
run_blocks(struct fibers_order *order)
{
	const uint64_t blocks = (uint64_t)gridDim.x*gridDim.y*gridDim.z;
	uint64_t block, step;

	fibers_order_blocks(order, blocks, &block, &step);
	fibers_blocks_order(order);
	for (uint64_t i = 0; i < blocks; i++) {
		fibers_blocks_run(block);
		block = (block + step)%blocks;
		if (order->kind == SHUFFLED)
			fibers_blocks_order(order);
	}
}

long fibers_launches;

bool
fibers_run(const struct fibers_launch *launch)
{
	struct fibers_order order = fibers_order_wanted();

	if (!is_launchable(launch))
		return false;
	fibers_blocks_begin(launch);
	fibers_launches++;
	fibers_shared_allow(launch->shared);
	fibers_tsan_launch();
	run_blocks(&order);
	fibers_tsan_return();
	fibers_blocks_end();
	return true;
}
