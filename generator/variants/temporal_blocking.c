#include "generator/variants/temporal_blocking.h"

#include "generator/variants/tunables.h"

/* On an H200 three steps of Jacobi's method on 512x512x256 cells take 484 us with two rows a thread and blocks of as many
 * threads as there can be, 588 with four rows and half as many; 128 levels take 3 % less than 64. */
void
temporal_settle(struct variant *variant)
{
	if (!variant->tunables[TUNABLE_rows_per_thread])
		variant->tunables[TUNABLE_rows_per_thread] = 2;
	if (!variant->tunables[TUNABLE_levels_per_thread])
		variant->tunables[TUNABLE_levels_per_thread] = 128;
}

/* With all threads that a block can have, each has 64 registers. The levels of all steps may take 48 of these. */
int
temporal_threads(const struct plan *plan, const struct variant *settled, int element)
{
	enum { MOST = 1024, FEWER = 512, BYTES_OF_MOST = 48*4 };
	const struct extents *reach = &plan->stencil->extents;
	const int levels = reach->low[2] + 1 + (reach->high[2] ? reach->high[2] : 1);
	const int bytes = settled->tunables[TUNABLE_steps_per_launch]*levels*settled->tunables[TUNABLE_rows_per_thread]*element;

	return bytes <= BYTES_OF_MOST ? MOST : FEWER;
}

int
temporal_block_rows(const struct plan *plan, const struct variant *settled, int element, int width, size_t bytes)
{
	const struct extents *reach = &plan->stencil->extents;
	const int rim = (reach->low[1] + reach->high[1])*width + reach->low[0] + reach->high[0];
	const int row = settled->tunables[TUNABLE_steps_per_launch]*settled->tunables[TUNABLE_rows_per_thread]*width;
	const int fitting = ((int)bytes/element - rim)/row;
	const int most = temporal_threads(plan, settled, element)/width;

	return fitting < 1 ? 1 : fitting < most ? fitting : most;
}
