#include "generator/emit/plane/sweep_vectors.h"
#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/statements.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"

static const struct shape_kind vector_kind = { .spelling = &level_vector_spelling };

static const char *
index_of(const struct kernel *k, const struct level_vector *s)
{
	return arena_printf(k->arena, "%s*pitch + from", column_name(k->arena, s->at));
}

static const char *
loads_text(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };

	for (const struct level_vector *s = k->level_vectors; s; s = s->next)
		lines_add(&lines, !s->read ? level_vector_declared(k, s)
			: level_vector_loaded(k, s, index_of(k, s), "bottom + from", "pitch", false));
	return text_of(&lines);
}

static const char *
stores_text(const struct kernel *k, const char *first, const char *end)
{
	struct text lines = { .arena = k->arena };

	for (const struct level_vector *s = k->level_vectors; s; s = s->next)
		if (s->written)
			lines_add(&lines, level_vector_stored(k, s, index_of(k, s),
				arena_printf(k->arena, "%s - from", first), arena_printf(k->arena, "%s - from", end)));
	return text_of(&lines);
}

const char *
vectors_text(const struct kernel *kernel, enum sweep_order order, const struct plan *plan, const char *first, const char *end,
	const char *last)
{
	struct kernel k = *kernel;

	k.plan = plan;
	k.level_vectors = level_vectors_of_level(kernel, plan, level_vectors_point);
	k.kind = &vector_kind;
	return EXPAND(&k, k.access, "vectors",
		{ "up", macro_if(order == SWEEP_UP) },
		{ "down", macro_if(order != SWEEP_UP) },
		{ "first", first },
		{ "end", end },
		{ "last", last },
		{ "loads", loads_text(&k) },
		{ "statements", statements_text(&k, LINE_WIDTH) },
		{ "results", stores_text(&k, first, end) });
}
