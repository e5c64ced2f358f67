#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/spelling.h"
#include "generator/text/wrap.h"

#include <string.h>

/* The template of sweeps on structured grids: others take these sections from it. */
static const struct template *
sections(const struct kernel *k)
{
	return template_find(k->templates, arena_printf(k->arena, "%s/sweep", targets[k->variant->target].folder));
}

static int
count_kept(const struct kernel *k)
{
	return !k->plan->sweeps ? 0 : k->plan->sweeps->shared_count;
}

bool
has_shared_memory(const struct kernel *k)
{
	return targets[k->variant->target].blocks && count_kept(k);
}

static const char *
type_text(const struct kernel *k)
{
	return type_name(k->plan->sweeps->shared_type);
}

/* Elements from the thread's first one. */
static const char *
levels_before(const struct kernel *k, int arrays)
{
	return !arrays ? "" : arrays == 1 ? " + depth*threads" : arena_printf(k->arena, " + %d*depth*threads", arrays);
}

static const char *
place_text(const struct kernel *k, int arrays)
{
	return arena_printf(k->arena, "column_shared%s", levels_before(k, arrays));
}

/* A value that is kept on all levels; one of a narrower type has as much room as others, and threads' elements side by side. */
static const char *
kept_text(const struct kernel *k, const struct field *field, int arrays)
{
	const char *type = type_name(field->type);
	const char *place = field->type == k->plan->sweeps->shared_type ? place_text(k, arrays)
		: arena_printf(k->arena, "(%s *)((%s *)shared_memory%s) + threadIdx.x + threadIdx.y*blockDim.x", type, type_text(k),
			levels_before(k, arrays));

	return arena_printf(k->arena, "%s *const %s = %s;", type, k->plan->names.fields[field->index], place);
}

const char *
shared_memory_text(const struct kernel *k)
{
	const struct field *f = !count_kept(k) ? NULL : k->plan->sweeps->shared;
	struct text lines = { .arena = k->arena };
	bool own = false;

	if (!has_shared_memory(k))
		return "";
	for (int n = 0; n < count_kept(k); f = f->next, n++) {
		lines_add(&lines, kept_text(k, f, n));
		own |= f->type == k->plan->sweeps->shared_type;
	}
	return EXPAND(k, sections(k), "own_memory",
		{ "own", macro_if(own) },
		{ "type", type_text(k) },
		{ "kept", text_of(&lines) });
}

const char *
shared_element(const struct kernel *k, const struct field *field, int z)
{
	const char *level = index_add(k->arena, "k", z, NULL);

	return arena_printf(k->arena, z ? "%s[(%s)*threads]" : "%s[%s*threads]", k->plan->names.fields[field->index], level);
}

const char *
shared_declaration(const struct kernel *k)
{
	return !has_shared_memory(k) ? "" : kernel_section(k, sections(k), "declaration");
}

const char *
shared_size(const struct kernel *k)
{
	const int kept = count_kept(k);

	return !has_shared_memory(k) ? "" : EXPAND(k, sections(k), "shared_size", { "kernel", k->name }, { "type", type_text(k) },
		{ "elements", kept == 1 ? "depth" : arena_printf(k->arena, "%d*depth", kept) });
}

const char *
shared_bytes(const struct kernel *k, const char *depth)
{
	return arena_printf(k->arena, "shared_%s(block, %s)", k->name, depth);
}

static bool
is_up(const struct kernel *k)
{
	return k->ahead->loop->order == SWEEP_UP;
}

static const char *
name_at(const struct value_ahead *v, int z)
{
	return v->names[z - v->low];
}

static const char *
memory_element(const struct kernel *k, const struct value_ahead *v, int z)
{
	const struct site site = { .at = { 0, 0, 0 } };
	struct kernel plain = *k;

	plain.ahead = NULL;
	return k->kind->spelling->element(&plain, &site, &(struct reference){ .field = v->field, .offset = { v->at.x, v->at.y, z }, .neighbor = v->neighbor });
}

/* Where the level of a value begins, besides others. */
static void
add_start(const struct kernel *k, const struct value_ahead *v, struct starts *starts)
{
	const bool mesh = k->plan->neighbors;

	starts->base |= !mesh;
	starts->cells |= mesh && v->field->where.location == CELL;
	starts->edges |= mesh && v->field->where.location == EDGE;
	starts->vertices |= mesh && v->field->where.location == VERTEX;
}

struct starts
ahead_starts(const struct kernel *k)
{
	struct starts starts = { 0 };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		for (int z = v->low; z <= v->high; z++)
			if (ahead_starts_with(k->ahead, v, z))
				add_start(k, v, &starts);
	return starts;
}

static const char *
value_type(const struct value_ahead *v)
{
	return type_name(v->field->type);
}

/* Adds a name to a declaration, which begins anew with another type. */
static void
declare(struct text *lines, struct list *list, const char **type, const char *of, const char *name)
{
	if (*type && *type != of) {
		lines_add(lines, arena_printf(lines->arena, "%s %s;", *type, list_text(list)));
		*list = (struct list){ .text.arena = lines->arena };
	}
	*type = of;
	list_add(list, name);
}

static const char *
declarations(struct text *lines, struct list *list, const char *type)
{
	if (type)
		lines_add(lines, arena_printf(lines->arena, "%s %s;", type, list_text(list)));
	return text_of(lines);
}

/* Variables of what levels pass on. */
static const char *
variables_text(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };
	struct list list = { .text.arena = k->arena };
	const char *type = NULL;

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		for (int z = v->low; z <= v->high; z++)
			if (z != ahead_lead(k->ahead, v))
				declare(&lines, &list, &type, value_type(v), arena_printf(k->arena, "%s = 0", name_at(v, z)));
	return declarations(&lines, &list, type);
}

const char *
ahead_start(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		for (int z = v->low; z <= v->high; z++)
			if (ahead_starts_with(k->ahead, v, z))
				lines_add(&lines, arena_printf(k->arena, "%s = %s;", name_at(v, z), memory_element(k, v, z)));
	return text_of(&lines);
}

static bool
reads_lead(const struct kernel *k, const struct plan *level, const struct value_ahead *v)
{
	for (const struct reference *r = level->reads; r; r = r->next)
		if (ahead_has_read(level, v, r) && r->offset.z == ahead_lead(k->ahead, v))
			return true;
	return false;
}

static enum presence
presence(const struct kernel *k, const struct value_ahead *v, const struct levels_of_loop *levels)
{
	return ahead_presence(k->ahead, k->plan->sweeps->least, v, levels->first, levels->end);
}

/* Whether levels load a value: to read it, or to pass it on. */
static bool
is_loaded(const struct kernel *k, const struct levels_of_loop *levels, const struct value_ahead *v)
{
	return ((!levels->last && v->low < v->high) || reads_lead(k, levels->plan, v)) && presence(k, v, levels) != ABSENT;
}

const char *
level_text(struct arena *arena, struct level_mark mark, int shift)
{
	const int level = mark.from_top ? shift - mark.level : mark.level + shift;

	if (!mark.from_top)
		return int_text(arena, level);
	return level ? arena_printf(arena, "depth - %d", -level) : "depth";
}

/* The levels on which a value is there. */
static const char *
condition_text(const struct kernel *k, const struct levels_of_loop *levels, const struct value_ahead *v)
{
	const bool always = presence(k, v, levels) == PRESENT;

	if (is_up(k))
		return arena_printf(k->arena, "k < %s", level_text(k->arena, always ? levels->end : v->limit, 0));
	return arena_printf(k->arena, "k >= %s%s", level_text(k->arena, always ? levels->first : v->limit, 0),
		!always && v->misses_top ? " && k < depth - 1" : "");
}

/* The loads of a level ahead that have one condition. */
static const char *
loads_within(const struct kernel *k, const struct levels_of_loop *levels, const char *condition)
{
	struct text lines = { .arena = k->arena };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		if (is_loaded(k, levels, v) && !strcmp(condition_text(k, levels, v), condition)) {
			const int lead = ahead_lead(k->ahead, v);

			lines_add(&lines, arena_printf(k->arena, "next[l].%s = %s;", name_at(v, lead), memory_element(k, v, lead)));
		}
	return EXPAND(k, sections(k), "loads_ahead", { "condition", condition }, { "lines", text_of(&lines) });
}

static const char *
loads_text(const struct kernel *k, const struct levels_of_loop *levels)
{
	struct text lines = { .arena = k->arena };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++) {
		const struct value_ahead *first = k->ahead->values;

		if (!is_loaded(k, levels, v))
			continue;
		while (!is_loaded(k, levels, first) || strcmp(condition_text(k, levels, first), condition_text(k, levels, v)) != 0)
			first++;
		if (first == v)
			lines_add(&lines, loads_within(k, levels, condition_text(k, levels, v)));
	}
	return text_of(&lines);
}

static const char *
members_text(const struct kernel *k, const struct levels_of_loop *levels)
{
	struct text lines = { .arena = k->arena };
	struct list list = { .text.arena = k->arena };
	const char *type = NULL;

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		if (is_loaded(k, levels, v))
			declare(&lines, &list, &type, value_type(v), name_at(v, ahead_lead(k->ahead, v)));
	return declarations(&lines, &list, type);
}

static bool
loads_any(const struct kernel *k, const struct levels_of_loop *levels)
{
	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		if (is_loaded(k, levels, v))
			return true;
	return false;
}

bool
loads_ahead(const struct kernel *k, const struct levels_of_loop *levels)
{
	return k->ahead && levels->several && loads_any(k, levels);
}

struct starts
starts_of_loads(const struct kernel *k, const struct levels_of_loop *levels)
{
	struct starts starts = { 0 };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		if (is_loaded(k, levels, v))
			add_start(k, v, &starts);
	return starts;
}

const char *
ahead_loop(const struct kernel *k, const struct levels_of_loop *levels, struct starts own, const char *columns)
{
	const struct starts starts = starts_of_loads(k, levels);

	return EXPAND(k, sections(k), "levels_ahead",
		{ "up", macro_if(is_up(k)) },
		{ "down", macro_if(!is_up(k)) },
		{ "first", level_text(k->arena, levels->first, 0) },
		{ "last", level_text(k->arena, levels->end, -1) },
		{ "end", level_text(k->arena, levels->end, 0) },
		{ "levels", int_text(k->arena, ahead_levels(k)) },
		{ "members", members_text(k, levels) },
		{ "base_ahead", macro_if(starts.base) },
		{ "cells_ahead", macro_if(starts.cells) },
		{ "edges_ahead", macro_if(starts.edges) },
		{ "vertices_ahead", macro_if(starts.vertices) },
		{ "loads", loads_text(k, levels) },
		{ "base", macro_if(own.base) },
		{ "cells", macro_if(own.cells) },
		{ "edges", macro_if(own.edges) },
		{ "vertices", macro_if(own.vertices) },
		{ "columns", columns });
}

/* Where a level has a value from: what was loaded ahead, or memory. */
static const char *
arrival_text(const struct kernel *k, const struct levels_of_loop *levels, const struct value_ahead *v)
{
	const int lead = ahead_lead(k->ahead, v);
	const char *element = memory_element(k, v, lead);

	if (levels->several)
		return arena_printf(k->arena, "const %s %s = level.%s;", value_type(v), name_at(v, lead), name_at(v, lead));
	if (presence(k, v, levels) == PRESENT)
		return arena_printf(k->arena, "const %s %s = %s;", value_type(v), name_at(v, lead), element);
	return arena_printf(k->arena, "const %s %s = %s ? %s : 0;", value_type(v), name_at(v, lead), condition_text(k, levels, v), element);
}

static const char *
arrivals_text(const struct kernel *k, const struct levels_of_loop *levels)
{
	struct text lines = { .arena = k->arena };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		if (is_loaded(k, levels, v))
			lines_add(&lines, arrival_text(k, levels, v));
	return text_of(&lines);
}

static const char *
moves_text(const struct kernel *k, const struct levels_of_loop *levels)
{
	struct text lines = { .arena = k->arena };
	const int step = is_up(k) ? 1 : -1;

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		for (int z = is_up(k) ? v->low : v->high; z != ahead_lead(k->ahead, v); z += step)
			if (z + step != ahead_lead(k->ahead, v) || is_loaded(k, levels, v))
				lines_add(&lines, arena_printf(k->arena, "%s = %s;", name_at(v, z), name_at(v, z + step)));
	return text_of(&lines);
}

const char *
ahead_level(const struct kernel *k, const struct levels_of_loop *levels, const char *statements)
{
	return join_lines(k->arena, join_paragraphs(k->arena, arrivals_text(k, levels), statements), levels->last ? "" : moves_text(k, levels));
}

const char *
ahead_sweep(const struct kernel *k, const char *variables, const char *start, const char *statements)
{
	return EXPAND(k, sections(k), "sweep_ahead",
		{ "variables", join_lines(k->arena, variables, variables_text(k)) },
		{ "start", start },
		{ "statements", statements });
}

const char *
shared_launch(const struct kernel *k, const char *bytes)
{
	return EXPAND(k, k->common, "shared_bytes",
		{ "bytes", bytes },
		{ "allow_shared_memory", !template_has(k->target, "allow_shared_memory") ? ""
			: EXPAND(k, k->target, "allow_shared_memory", { "kernel", k->name }) });
}

/* A line for each value. */
static const char *
lines_of_points(const struct kernel *k, const char *(*line)(const struct kernel *, const struct value_ahead *))
{
	struct text lines = { .arena = k->arena };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		lines_add(&lines, line(k, v));
	return text_of(&lines);
}

static const char *
members_of_points(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };
	struct list list = { .text.arena = k->arena };
	const char *type = NULL;

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		declare(&lines, &list, &type, value_type(v), *v->names);
	return declarations(&lines, &list, type);
}

static const char *
load_of_point(const struct kernel *k, const struct value_ahead *v)
{
	return arena_printf(k->arena, "level.%s = %s;", *v->names, memory_element(k, v, v->low));
}

static const char *
arrival_of_point(const struct kernel *k, const struct value_ahead *v)
{
	return arena_printf(k->arena, "const %s %s = level.%s;", value_type(v), *v->names, *v->names);
}

const char *
ahead_points(const struct kernel *k, struct starts own, const char *statements, const char *carries)
{
	struct starts loads = { 0 };

	for (const struct value_ahead *v = k->ahead->values; v < k->ahead->values + k->ahead->count; v++)
		add_start(k, v, &loads);
	return EXPAND(k, k->access, "element_ahead",
		{ "ahead", int_text(k->arena, ahead_levels(k)) },
		{ "members", members_of_points(k) },
		{ "cells_ahead", macro_if(loads.cells) },
		{ "edges_ahead", macro_if(loads.edges) },
		{ "vertices_ahead", macro_if(loads.vertices) },
		{ "loads", lines_of_points(k, load_of_point) },
		{ "base", macro_if(own.base) },
		{ "cells", macro_if(own.cells) },
		{ "edges", macro_if(own.edges) },
		{ "vertices", macro_if(own.vertices) },
		{ "arrivals", lines_of_points(k, arrival_of_point) },
		{ "statements", statements },
		{ "carries", carries },
		{ "lowest", k->shape.levels ? "lowest" : "0" },
		{ "beyond", k->shape.levels ? "slice_end" : "depth" });
}
