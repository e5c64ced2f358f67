#include "generator/emit/plane/planes.h"
#include "generator/emit/parameters.h"
#include "generator/emit/providers.h"
#include "generator/text/wrap.h"
#include "generator/variants/planes.h"

static bool
prepare(struct kernel *k)
{
	const struct plan *of_point = k->plan;

	if (!tile_prepare(k))
		return false;
	k->planes = planes_find(k, of_point);
	tile_find_guards(k);
	return true;
}

/* The most levels that a register tile and those that it carries values from have. */
static int
queue_levels(const struct kernel *k)
{
	int most = 1;

	for (const struct register_tile *s = k->tile->register_tiles; s; s = s->next) {
		int levels = 1;

		for (const struct register_tile *t = s; t && register_tile_is_carried_at_all(t); t = register_tile_above(k->tile, t))
			levels++;
		most = levels > most ? levels : most;
	}
	return most;
}

static const char *type_of_planes(const struct kernel *k) { return element_name(k->planes->field->type); }

static int
count_planes(const struct kernel *k)
{
	int count = 0;

	for (const struct planes *p = k->planes; p; p = p->next)
		count++;
	return count;
}

static const char *
preamble(const struct kernel *k)
{
	const struct extents reach = extents_of_planes(k);
	struct arena *arena = k->arena;
	struct variant resolved = *k->variant;

	tunables_resolve(k->plan, &resolved);
	return EXPAND(k, k->access, "preamble",
		{ "points", int_text(arena, k->shape.points) },
		{ "rows", int_text(arena, k->shape.rows) },
		{ "levels", int_text(arena, k->shape.levels) },
		{ "lanes", int_text(arena, PLANE_LANES) },
		{ "least", int_text(arena, PLANE_LEAST_ROWS) },
		{ "threads", int_text(arena, variant_limits(k->plan, k->variant, &k->shape).threads) },
		{ "west", int_text(arena, reach.low[0]) },
		{ "east", int_text(arena, reach.high[0]) },
		{ "north", int_text(arena, reach.low[1]) },
		{ "south", int_text(arena, reach.high[1]) },
		{ "below", int_text(arena, reach.low[2]) },
		{ "above", int_text(arena, reach.high[2]) },
		{ "ahead", int_text(arena, tunable_of(TUNABLE_ahead, &resolved)) },
		{ "queue", int_text(arena, queue_levels(k)) },
		{ "arrays", int_text(arena, count_planes(k)) },
		{ "type", type_of_planes(k) });
}

static const char *
buffers(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };
	int before = 0;

	for (const struct planes *p = k->planes; p; p = p->next, before++)
		lines_add(&lines, arena_printf(k->arena, "%s *const %s = shared_memory%s;", type_of_planes(k), p->buffer,
			!before ? "" : before == 1 ? " + PLANES*plane_size" : arena_printf(k->arena, " + %d*PLANES*plane_size", before)));
	return text_of(&lines);
}

static const char *
copies(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };

	for (const struct planes *p = k->planes; p; p = p->next)
		lines_add(&lines, arena_printf(k->arena, "__pipeline_memcpy_async(&%s[to], &%s[from], POINTS*ELEMENT);", p->buffer,
			k->plan->names.fields[p->field->index]));
	return text_of(&lines);
}

static const char *
points_in_planes(const struct kernel *k)
{
	const int below = extents_of_planes(k).low[2];
	struct text lines = { .arena = k->arena };

	for (const struct planes *p = k->planes; p; p = p->next)
		for (int z = -MAX_OFFSET; z <= MAX_OFFSET; z++)
			if (p->names[z + MAX_OFFSET])
				lines_add(&lines, arena_printf(k->arena, "const %s *const %s = &%s[plane_point(%d)];", type_of_planes(k),
					p->names[z + MAX_OFFSET], p->buffer, below + z));
	return text_of(&lines);
}

/* They are in the preamble. */
static const char *constants(const struct kernel *k) { return (void)k, ""; }
static const char *includes(const struct kernel *k) { return kernel_section(k, k->target, "async_include"); }

static const struct provider rows[] = {
	{ "preamble", preamble },
	{ "constants", constants },
	{ "runtime", includes },
	{ "buffers", buffers },
	{ "copies", copies },
	{ "planes", points_in_planes },
};
static const struct providers own = { ROWS_OF(rows), .further = &tile_providers };

const struct shape_kind planes_kind = { .prepare = prepare, .spelling = &tile_spelling, .section = "kernel", .own = &own };
