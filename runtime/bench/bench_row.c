#include "runtime/bench/bench_row.h"

#include "generator/base/hash.h"
#include "runtime/bench/families.h"

static const char *
row_key(const struct bench *bench, const struct row *row, const struct candidate *candidate)
{
	struct arena *arena = &bench->tool->arena;
	const struct arguments *a = bench->arguments;
	struct text text = { .arena = arena };
	const char *texts[] = { NULL, candidate->kernel->key, NULL };

	for (const struct environment_entry *e = bench->environment; e->name; e++)
		text_add(&text, arena_printf(arena, "%s=%s\n", e->name, e->value));
	text_add(&text, arena_printf(arena,
		"%s%s %dx%dx%d %s %s runs %d cold %d hot %d timed %d align %d baseline %s%s%s",
		row->kernel, !row->part ? "" : arena_printf(arena, " kernel %d", row->part), row->size[0], row->size[1], row->size[2], row->order, row->block, a->runs,
		bench->sampling.caches[CACHE_COLD], bench->sampling.caches[CACHE_HOT], !a->no_time, a->align,
		a->baseline ? a->baseline : "-", a->graph ? " graph" : "",
		row->key));
	for (int i = 0; i < a->params.count; i++)
		text_add(&text, arena_printf(arena, " %s", a->params.items[i]));
	texts[0] = text_of(&text);
	return content_hash(arena, texts);
}

struct row *
row_create(const struct bench *bench, const struct candidate *candidate)
{
	struct row *row = arena_new(&bench->tool->arena, struct row);

	*row = (struct row){
		.kernel = candidate->kernel->name, .stencil = candidate->plan->stencil->name,
		.decision = kept_by_choice(candidate->plan), .mesh = "-", .graph = bench->arguments->graph, .note = "", .assigns = "-",
		.key = "", .predicted_us = 1e6*candidate->prediction.seconds,
	};
	family_of(candidate)->describe(bench, candidate, row);
	row->key = row_key(bench, row, candidate);
	return row;
}
