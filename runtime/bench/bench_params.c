#include "runtime/bench/bench_params.h"

bool
bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params, struct error *error)
{
	struct arena *arena = &bench->tool->arena;
	const struct texts *words = &bench->arguments->params;
	bool *given = arena_array(arena, bool, stencil->param_count + 1);

	for (int i = 0; i < words->count; i++)
		if (!read_param(arena, stencil, words->items[i], params, given, error))
			return false;
	return true;
}
