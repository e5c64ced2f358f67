#include "generator/emit/plane/plane_defaults.h"
#include "generator/text/wrap.h"

/* Defaults by measurement. */

/* With MANY_STREAMS arrays or more a register cap pays: on an H200 fastwaves takes 8 %
 * less time (40 registers allow 48 warps per SM). Not for AoS, which gets slower, nor for
 * blocks of results, which spill. Threads with a vector get a limit of block size instead:
 * 128 registers without spills, 2 % less time; with two rows they would spill. */
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

/* Unrolls a loop over all levels by two where several fields are read through a table.
 * On an H200 hdiff gains 24 % by it, but loses 11 % without a table; laplap, with one
 * field, loses 5 to 60 %, and fastwaves, which carries values, 20 %. */
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
