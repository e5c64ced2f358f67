#include "runtime/bench/bench_params.h"

int
bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params)
{
	struct arena *arena = &bench->tool->arena;
	const struct texts *words = &bench->arguments->params;
	bool *given = arena_array(arena, bool, stencil->param_count + 1);
	const char *message;

	for (int i = 0; i < words->count; i++)
		if (!read_param(arena, stencil, words->items[i], params, given, &message))
			return tool_fail(bench->tool, EXIT_USAGE, "%s", message);
	return EXIT_GOOD;
}
