#include "generator/emit/circular_buffer_text.h"
#include "generator/emit/spelling.h"
#include "generator/text/wrap.h"

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
	return targets[k->variant->target].blocks && (count_kept(k) || buffer_values(k));
}

static const char *
type_text(const struct kernel *k)
{
	return type_name(buffer_type(k));
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
	const char *place = field->type == buffer_type(k) ? place_text(k, arrays)
		: arena_printf(k->arena, "(%s *)((%s *)shared_memory%s) + threadIdx.x + threadIdx.y*blockDim.x", type, type_text(k),
			levels_before(k, arrays));

	return arena_printf(k->arena, "%s *const %s = %s;", type, k->plan->names.fields[field->index], place);
}

const char *
shared_memory_text(const struct kernel *k)
{
	const struct field *f = !count_kept(k) ? NULL : k->plan->sweeps->shared;
	struct text lines = { .arena = k->arena };
	bool own = buffer_values(k) > 0;
	int n = 0;

	if (!has_shared_memory(k))
		return "";
	for (; n < count_kept(k); f = f->next, n++) {
		lines_add(&lines, kept_text(k, f, n));
		own |= f->type == buffer_type(k);
	}
	return EXPAND(k, sections(k), "own_memory",
		{ "own", macro_if(own) },
		{ "type", type_text(k) },
		{ "kept", text_of(&lines) },
		{ "buffer", buffer_values(k) ? place_text(k, n) : "" },
		{ "levels", int_text(k->arena, buffer_levels(k)) },
		{ "number", int_text(k->arena, buffer_values(k)) });
}

const char *
shared_element(const struct kernel *k, const struct field *field, int z)
{
	const char *level = index_add(k->arena, "k", z, NULL);

	return arena_printf(k->arena, z ? "%s[(%s)*threads]" : "%s[%s*threads]", k->plan->names.fields[field->index], level);
}

const char *
shared_includes(const struct kernel *k)
{
	return buffer_values(k) ? kernel_section(k, k->target, "async_include") : "";
}

const char *
shared_declaration(const struct kernel *k)
{
	return !has_shared_memory(k) ? "" : kernel_section(k, sections(k), "declaration");
}

const char *
shared_size(const struct kernel *k)
{
	const int kept = count_kept(k), values = buffer_values(k);
	const char *elements = !kept ? "" : kept == 1 ? "depth" : arena_printf(k->arena, "%d*depth", kept);

	if (values)
		elements = arena_printf(k->arena, "%s%s%d*%d", elements, *elements ? " + " : "", buffer_levels(k) + 1, values);
	return !has_shared_memory(k) ? "" : EXPAND(k, sections(k), "shared_size",
		{ "levels", macro_if(kept) }, { "buffer", macro_if(!kept) }, { "kernel", k->name }, { "type", type_text(k) }, { "elements", elements });
}

const char *
shared_bytes(const struct kernel *k, const char *depth)
{
	return arena_printf(k->arena, "shared_%s(block%s%s)", k->name, count_kept(k) ? ", " : "", count_kept(k) ? depth : "");
}

static bool
is_up(const struct kernel *k)
{
	return k->buffer->loop->order == SWEEP_UP;
}

static const char *
name_at(const struct buffer_value *v, int z)
{
	return v->names[z - v->low];
}

static const char *
memory_element(const struct kernel *k, const struct buffer_value *v, int z)
{
	const struct site site = { .at = { 0, 0, 0 } };
	struct kernel plain = *k;

	plain.buffer = NULL;
	return k->kind->spelling->element(&plain, &site, &(struct reference){ .field = v->field, .offset = { v->at.x, v->at.y, z }, .neighbor = v->neighbor });
}

/* Where a value stands in a level of the circular buffer. */
static const char *
slot_text(const struct kernel *k, int n)
{
	return n > 1 ? arena_printf(k->arena, "%d*threads", n) : n ? "threads" : "0";
}

static bool
same_limit(const struct buffer_value *a, const struct buffer_value *b)
{
	return a->limit.from_top == b->limit.from_top && a->limit.level == b->limit.level && a->misses_top == b->misses_top;
}

struct starts
buffer_starts(const struct kernel *k)
{
	struct starts starts = { .base = !k->plan->neighbors };

	for (const struct buffer_value *v = k->buffer->values; v < k->buffer->values + k->buffer->count; v++) {
		starts.cells |= v->field->where.location == CELL && k->plan->neighbors;
		starts.edges |= v->field->where.location == EDGE && k->plan->neighbors;
		starts.vertices |= v->field->where.location == VERTEX && k->plan->neighbors;
	}
	return starts;
}

static const char *
limit_text(const struct kernel *k, struct level_mark limit)
{
	return limit.from_top ? index_add(k->arena, "depth", -limit.level, NULL) : int_text(k->arena, limit.level);
}

/* The copies of values that have one limit. */
static const char *
copies_within(const struct kernel *k, const struct buffer_value *first)
{
	struct text lines = { .arena = k->arena };

	for (int n = 0; n < k->buffer->count; n++) {
		const struct buffer_value *v = &k->buffer->values[n];

		if (same_limit(v, first))
			lines_add(&lines, EXPAND(k, k->target, "copy_ahead",
				{ "slot", slot_text(k, n) },
				{ "element", memory_element(k, v, buffer_lead(k->buffer, v)) }));
	}
	return EXPAND(k, sections(k), "copies",
		{ "up", macro_if(is_up(k)) }, { "down", macro_if(!is_up(k)) },
		{ "below_top", first->misses_top ? " && k < depth - 1" : "" },
		{ "limit", limit_text(k, first->limit) }, { "lines", text_of(&lines) });
}

static const char *
copies_text(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };

	for (int n = 0; n < k->buffer->count; n++) {
		int first = 0;

		while (!same_limit(&k->buffer->values[first], &k->buffer->values[n]))
			first++;
		if (first == n)
			lines_add(&lines, copies_within(k, &k->buffer->values[n]));
	}
	return text_of(&lines);
}

/* Variables of the levels that do not come from the circular buffer. */
static const char *
variables_text(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };

	for (const struct buffer_value *v = k->buffer->values; v < k->buffer->values + k->buffer->count; v++)
		for (int z = v->low; z <= v->high; z++)
			if (z != buffer_lead(k->buffer, v))
				list_add(&list, arena_printf(k->arena, "%s = 0", name_at(v, z)));
	return !list.text.length ? "" : arena_printf(k->arena, "%s %s;", type_text(k), list_text(&list));
}

const char *
buffer_start(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };

	for (const struct buffer_value *v = k->buffer->values; v < k->buffer->values + k->buffer->count; v++)
		for (int z = v->low; z <= v->high; z++)
			if (buffer_starts_with(k->buffer, v, z))
				lines_add(&lines, arena_printf(k->arena, "%s = %s;", name_at(v, z), memory_element(k, v, z)));
	return text_of(&lines);
}

const char *
buffer_sweep(const struct kernel *k, const char *variables, const char *start, const char *statements)
{
	const struct starts starts = buffer_starts(k);

	return EXPAND(k, sections(k), "ahead",
		{ "up", macro_if(is_up(k)) },
		{ "down", macro_if(!is_up(k)) },
		{ "base", macro_if(starts.base) },
		{ "cells", macro_if(starts.cells) },
		{ "edges", macro_if(starts.edges) },
		{ "vertices", macro_if(starts.vertices) },
		{ "type", type_text(k) },
		{ "variables", join_lines(k->arena, variables, variables_text(k)) },
		{ "copies", copies_text(k) },
		{ "commit", kernel_section(k, k->target, "commit") },
		{ "start", start },
		{ "statements", statements });
}

static bool
reads_lead(const struct kernel *k, const struct plan *level, const struct buffer_value *v)
{
	for (const struct reference *r = level->reads; r; r = r->next)
		if (buffer_has_read(level, v, r) && r->offset.z == buffer_lead(k->buffer, v))
			return true;
	return false;
}

static const char *
buffer_arrival(const struct kernel *k, const struct plan *level, bool last)
{
	struct text lines = { .arena = k->arena };

	for (int n = 0; n < k->buffer->count; n++) {
		const struct buffer_value *v = &k->buffer->values[n];

		if ((!last && v->low < v->high) || reads_lead(k, level, v))
			lines_add(&lines, arena_printf(k->arena, "const %s %s = slot_out[%s];", type_text(k),
				name_at(v, buffer_lead(k->buffer, v)),
				slot_text(k, n)));
	}
	return EXPAND(k, sections(k), "arrival",
		{ "up", macro_if(is_up(k)) },
		{ "down", macro_if(!is_up(k)) },
		{ "wait", kernel_section(k, k->target, "wait_ahead") },
		{ "type", type_text(k) },
		{ "arrived", text_of(&lines) });
}

static const char *
buffer_moves(const struct kernel *k)
{
	struct text lines = { .arena = k->arena };
	const int step = is_up(k) ? 1 : -1;

	for (const struct buffer_value *v = k->buffer->values; v < k->buffer->values + k->buffer->count; v++)
		for (int z = is_up(k) ? v->low : v->high; z != buffer_lead(k->buffer, v); z += step)
			lines_add(&lines, arena_printf(k->arena, "%s = %s;", name_at(v, z), name_at(v, z + step)));
	return text_of(&lines);
}

const char *
buffer_level(const struct kernel *k, const struct plan *plan, bool last, const char *statements)
{
	return join_lines(k->arena, join_paragraphs(k->arena, buffer_arrival(k, plan, last), statements), last ? "" : buffer_moves(k));
}

const char *
shared_launch(const struct kernel *k, const char *bytes)
{
	return EXPAND(k, k->common, "shared_bytes",
		{ "bytes", bytes },
		{ "allow_shared_memory", !template_has(k->target, "allow_shared_memory") ? ""
			: EXPAND(k, k->target, "allow_shared_memory", { "kernel", k->name }) });
}
