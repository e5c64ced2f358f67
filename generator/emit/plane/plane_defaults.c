#include "generator/emit/plane/plane_defaults.h"
#include "generator/text/wrap.h"

/* What was measured to be best for most stencils. */

/* From so many streams on, a cap on registers wins more by threads in flight than
 * it loses by recomputation: measured, fastwaves on an H200, 8 % (40 registers
 * let 48 warps share a multiprocessor). Structs of a point are slower with it, and
 * blocks of results would spill. Where a thread has a vector of points, a limit of its
 * block leaves it 128, and so does not spill: measured, 2 %; two rows would. */
enum { MANY_STREAMS = 8, REGISTERS = 40, THREADS = 512 };

const char *
macro_limits(const struct kernel *k)
{
	const struct layout_info *layout = &layouts[k->variant->layout];
	const int element = k->variant->precision == TYPE_FLOAT ? 4 : 8;
	const bool row = k->shape.points > 1 && k->shape.rows == 1;

	if (layout->points == 1 || layout->outputs || !k->plan->loads
			|| k->plan->bytes < MANY_STREAMS*element)
		return "";
	if (row && template_has(k->file, "thread_limits"))
		return EXPAND(k, k->file, "thread_limits",
			{ "threads", int_text(k->arena, THREADS) });
	if (!k->tile && template_has(k->file, "limits"))
		return EXPAND(k, k->file, "limits",
			{ "registers", int_text(k->arena, REGISTERS) });
	return "";
}

/* In a loop over all levels two at a time pay where several fields are read with a
 * table, measured on an H200: hdiff gains 24 %, laplap loses 5 to 60, fastwaves, which
 * carries, 20; without a table hdiff loses 11. */
const char *
macro_unroll(const struct kernel *k)
{
	int streams = 0;

	if (k->variant->tunables[TUNABLE_unroll])
		return int_text(k->arena, k->variant->tunables[TUNABLE_unroll]);
	if (k->variant->access != ACCESS_zloop || storages[k->variant->storage].regular
			|| plan_carries(k->plan))
		return "1";

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		streams += f->used && f->shape == SHAPE_POINT && f->role != ROLE_OUT;
	return streams > 1 ? "2" : "1";
}
