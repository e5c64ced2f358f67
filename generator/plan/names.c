#include "generator/plan/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What emitted text says or a header may define: C, C++, CUDA and HIP keywords, the
 * variables and functions of the templates, macros of the standard headers. */
static const char *const taken[] = {
	"alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit",
	"atomic_noexcept", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
	"char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
	"concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
	"decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit",
	"export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long",
	"mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
	"or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires",
	"restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
	"struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
	"typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile",
	"wchar_t", "while", "xor", "xor_eq",
	"at", "base", "beyond", "columns", "last", "min", "r", "depth", "found", "lane", "leader", "lowest", "most", "status",
	"shared_memory", "ways", "count",
	"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "uint3", "int2", "int4",
	"double2", "float2", "float4", "ptrdiff_t", "size_t",
	"i", "j", "k", "c", "first", "end", "width", "height", "row", "bottom", "top", "stride",
	"levels", "table", "pattern", "patterns", "grid", "block", "blocks", "rows", "start", "stream",
	"launch", "fields", "in", "out", "params",
	"next", "column", "slot", "lesser", "lesserf", "lesseri", "greater", "greaterf",
	"greateri", "fabs", "fabsf", "sqrtf", "cbrtf", "expf", "logf", "powf", "sinf", "cosf", "tanf",
	"tanhf", "floorf", "ceilf", "fmaf",
	"NULL", "NAN", "INFINITY", "EOF", "DOMAIN", "SING", "OVERFLOW", "UNDERFLOW", "PLOSS", "TLOSS",
	"errno", "linux", "unix", "stdin", "stdout", "stderr", "assert", "signbit", "isnan", "isinf",
	"isfinite", "isnormal", "main",
};

/* And on sparse grids. */
static const char *const taken_on_sparse[] = {
	"left", "right", "t", "n", "l", "o", "b", "p", "q", "j", "warp", "start", "length", "offset",
	"rank", "sum", "edge", "index", "level", "place", "after", "before", "chain", "starts", "top",
	"group", "vectors", "parents", "parent", "weight", "cell", "hat", "value", "probes", "total",
	"inverse", "part", "tile", "size", "points", "thread", "parts", "part_above", "part_below",
	"above", "below", "high", "low", "indices", "take_level", "find_levels", "find_indices",
	"block_start", "index_in_block", "point_at", "sum_after", "find_parent", "left_parent",
	"right_parent", "parent_offset", "vectors_before", "shift", "inside", "entry", "cells", "shifts",
	"cell_at", "hat_at", "width", "total", "begin", "places", "flat", "rest", "product", "scaled",
	"add_blocks", "next_levels", "from", "number", "bits", "cut", "depth", "packed", "place_start",
	"low_start", "lows", "slice", "work", "chains", "others", "warps", "threads", "tile_blocks",
	"tile_points", "first_tile", "pack_levels", "level_of", "tile_place", "whole_start",
	"find_other_levels", "update_nodes", "update_trees", "level_of_node", "node", "read_tree",
	"write_tree", "update_band", "row", "rows", "run", "gap", "low_of", "nodes", "has_parents",
	"last", "tilings", "overlap", "find_tile", "wait_for_launch_before", "start_of", "sum_of",
	"find_sum", "vector", "tile_vectors", "number_of", "small_tile", "point", "block", "large",
	"small", "place_of", "sweep_chain", "sweep_tile", "through", "later", "which", "update_node",
	"sweep_nodes", "sweep_small_tile", "at_once", "small_starts", "find_starts", "count", "start",
	"length", "chunk", "chunks", "hats", "sums", "tiles", "edges", "weave", "weave_rows", "woven",
	"m", "s", "to", "skip", "fewer", "other", "distance", "passed", "lanes", "trees", "cut_above",
	"cut_below", "WARPS", "CHUNK", "THREADS", "MANY", "CHAINS", "SHARE", "FUSED", "LARGE", "TURNS",
	"TREES", "WIDTH", "OTHERS",
};

/* Reads n..n, s..s, n5 and the like; returns what follows. */
static const char *
skip_steps(const char *name, char one, char other)
{
	const char letter = *name;

	if (letter != one && letter != other)
		return name;
	if (isdigit((unsigned char)name[1]))
		return name + 1 + strspn(name + 1, "0123456789");
	while (*name == letter)
		name++;
	return name;
}

/* Whether kernels call an index variable, a pattern or a slot so. */
static bool
is_column_name(const char *name)
{
	if (isupper((unsigned char)*name))
		return !*skip_steps(skip_steps(name, 'N', 'S'), 'W', 'E');
	if (*name == 'p' && name[1])
		name++;
	return !strcmp(name, "c") || !*skip_steps(skip_steps(name, 'n', 's'), 'w', 'e');
}

/* INT_MAX, M_PI: the headers of C define many of these. */
static bool
is_macro_name(const char *name)
{
	return strchr(name, '_') && !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Whether macros, helper functions, launchers, CUDA or HIP may have the name; none
 * of theirs ends in an underscore. */
static bool
is_of_taken_form(const char *name)
{
	return name[strlen(name) - 1] != '_' && (is_macro_name(name) || !strncmp(name, "power", 5)
		|| !strncmp(name, "launch_", 7) || !strncmp(name, "cuda", 4) || !strncmp(name, "hip", 3));
}

static bool
is_taken(const char *name, bool sparse)
{
	for (size_t i = 0; sparse && i < sizeof taken_on_sparse/sizeof *taken_on_sparse; i++)
		if (!strcmp(name, taken_on_sparse[i]))
			return true;
	if (is_column_name(name) || is_of_taken_form(name))
		return true;
	for (size_t i = 0; i < sizeof taken/sizeof *taken; i++)
		if (!strcmp(name, taken[i]))
			return true;
	return false;
}

static bool
is_in_scope(const struct scope *scope, const char *name)
{
	for (int i = 0; i < scope->count; i++)
		if (!strcmp(scope->names[i], name))
			return true;
	return false;
}

const char *
scope_add(struct scope *scope, const char *name)
{
	if (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1])))
		name = arena_printf(scope->arena, "u%s", name);
	while (is_taken(name, scope->sparse) || is_in_scope(scope, name))
		name = arena_printf(scope->arena, "%s_", name);
	return scope->names[scope->count++] = name;
}

static int
count_values(const struct plan *plan)
{
	int count = 0;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			count++;
	return count;
}

const char *
temp_base_name(struct arena *arena, const struct plan *plan, const struct temp *temp)
{
	int number = 0;
	const struct temp *last = NULL;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v && v->temp != last && !strcmp(v->temp->name, temp->name)
					&& v->temp->index <= temp->index) {
				number++;
				last = v->temp;
			}
	return number < 2 ? temp->name : arena_printf(arena, "%s%d", temp->name, number);
}

void
name_plan(struct arena *arena, struct plan *plan)
{
	const struct stencil *stencil = plan->stencil;
	const int most = stencil->field_count + stencil->param_count + stencil->temp_count
		+ count_values(plan);
	struct scope scope = { arena, stencil->family != GRID_plane, arena_array(arena, const char *, most + 1), 0 };
	const struct temp *named = NULL;
	const char *base = NULL;

	plan->field_names = arena_array(arena, const char *, stencil->field_count + 1);
	plan->param_names = arena_array(arena, const char *, stencil->param_count + 1);
	plan->uniform_names = arena_array(arena, const char *, stencil->temp_count + 1);
	for (const struct field *f = stencil->fields; f; f = f->next)
		plan->field_names[f->index] = scope_add(&scope, f->name);
	for (const struct param *p = stencil->params; p; p = p->next)
		plan->param_names[p->index] = scope_add(&scope, p->name);
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			plan->uniform_names[t->index] = scope_add(&scope, t->version < 2 ? t->name
				: arena_printf(arena, "%s%d", t->name, t->version));
	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next) {
			if (v->variable != v)
				continue;
			if (v->temp != named)
				base = temp_base_name(arena, plan, v->temp);
			named = v->temp;
			v->name = scope_add(&scope, !stencil->has_domain ? base
				: arena_printf(arena, "%s_%s", base, point_name(arena, v->at)));
		}
}

/* letter repeated, or with the count from five on */
static const char *
steps(struct arena *arena, int count, const char *back, const char *forth)
{
	const char *letter = count < 0 ? back : forth;
	char text[8] = "";

	count = abs(count);
	if (count > 4)
		return arena_printf(arena, "%s%d", letter, count);
	for (int i = 0; i < count; i++)
		text[i] = *letter;
	return arena_printf(arena, "%s", text);
}

const char *
column_name(struct arena *arena, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return arena_printf(arena, "%s%s", steps(arena, at.y, "n", "s"), steps(arena, at.x, "w", "e"));
}

const char *
slot_name(struct arena *arena, struct offset at)
{
	return arena_printf(arena, "%s%s", steps(arena, at.y, "N", "S"), steps(arena, at.x, "W", "E"));
}

const char *
point_name(struct arena *arena, struct offset at)
{
	if (!at.z)
		return column_name(arena, at);
	return arena_printf(arena, "%s%s", at.x || at.y ? column_name(arena, at) : "",
		steps(arena, at.z, "b", "a"));
}
