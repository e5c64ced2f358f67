#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/providers.h"
#include "generator/emit/spelling.h"
#include "generator/emit/statements.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/block_shapes.h"
#include "generator/variants/steps.h"

#include <string.h>

static const struct field *
next_of(const struct kernel *kernel, const struct field *field)
{
	return next_updated(kernel->plan, kernel->variant, field);
}

static const char *
suffix_of(const struct kernel *kernel, const struct field *field)
{
	return kernel->step_suffixes[field->index];
}

static const char *
array_of(const struct kernel *kernel, const struct field *field)
{
	return kernel->plan->names.fields[field->index];
}

static const struct field *
source_of(const struct kernel *kernel, const struct field *field)
{
	return step_source(kernel->plan, kernel->variant, field);
}

static bool
is_updated(const struct kernel *kernel, const struct field *field)
{
	return source_of(kernel, field) != NULL;
}

/* The array of a field's next values. */
static const struct field *
stored_to(const struct kernel *kernel, const struct field *field)
{
	const struct field *source = source_of(kernel, field), *next = kernel->plan->stencil->fields;

	if (source->role == ROLE_OUT)
		return source;
	while (next->role != ROLE_OUT || next->assigned)
		next = next->next;
	for (const struct field *f = NULL; (f = next_kept(kernel->plan, kernel->variant, f)) != field;)
		next = next->next;
	return next;
}

/* Whether an out field is the next value of some field. */
static bool
is_carried(const struct kernel *kernel, const struct field *out)
{
	for (const struct field *f = NULL; (f = next_of(kernel, f));)
		if (stored_to(kernel, f) == out)
			return true;
	return false;
}

/* A suffix with which none of the template's names for fields is another one's. */
static const char *
free_suffix(const struct kernel *kernel, const char *suffix)
{
	const char *names = kernel_section(kernel, kernel->access, "names");
	struct scope scope = scope_of_kernel(kernel->arena, kernel->plan, (int)strlen(names));
	bool is_free = true;

	for (size_t length; *names && is_free; names += length + strspn(names + length, ", \n")) {
		const char *name;

		length = strcspn(names, ", \n");
		name = arena_printf(kernel->arena, "%.*s%s", (int)length, names, suffix);
		is_free = !strcmp(scope_add(&scope, name), name);
	}
	return is_free ? suffix : free_suffix(kernel, arena_printf(kernel->arena, "%s_", suffix));
}

/* Templates name what there is of a single field; names for further fields end in that of the field. */
static bool
prepare(struct kernel *kernel)
{
	const char **suffixes = arena_array(kernel->arena, const char *, kernel->plan->stencil->field_count + 1);
	const struct field *first = next_of(kernel, NULL);

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		if (f->role == ROLE_IN || !is_carried(kernel, f))
			suffixes[f->index] = free_suffix(kernel, arena_printf(kernel->arena, "_%s", f->name));
	for (const struct field *f = first; f; f = next_of(kernel, f))
		suffixes[f->index] = suffixes[stored_to(kernel, f)->index] = !next_of(kernel, first) ? "" /* the names are reserved */
			: free_suffix(kernel, arena_printf(kernel->arena, "_%s", f->name));
	kernel->step_suffixes = suffixes;
	return true;
}

/* The value of a constant field, from memory: a thread reads it for the nearest point that is updated. */
static const char *
constant_element(const struct kernel *kernel, const struct reference *to, const char *point, const char *column, const char *level)
{
	struct arena *arena = kernel->arena;
	const struct offset at = to->offset;
	const bool is_point = to->field->shape == SHAPE_POINT;
	const char *index = is_point ? point : column;

	if (to->field->shape == SHAPE_PROFILE)
		return kernel_element(kernel, to->field, index_add(arena, level, at.z, NULL));
	index = index_add(arena, index, at.x, NULL);
	index = index_add(arena, index, at.y, "row");
	return kernel_element(kernel, to->field, is_point ? index_add(arena, index, at.z, "stride") : index);
}

static const char *
element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const struct offset at = to->offset;

	(void)site;
	if (to->field->role == ROLE_OUT)
		return arena_printf(kernel->arena, "result%s", suffix_of(kernel, to->field));
	if (!is_updated(kernel, to->field))
		return constant_element(kernel, to, "cell", "inside[r]", "bottom + nearest");
	if (!temporal_has_queue(kernel->plan, kernel->variant, to->field))
		return arena_printf(kernel->arena, "at%s", suffix_of(kernel, to->field));
	return temporal_has_tile(kernel->plan, kernel->variant, to->field)
		? arena_printf(kernel->arena, "at%s(%d, %d, %d)", suffix_of(kernel, to->field), at.x, at.y, at.z)
		: arena_printf(kernel->arena, "value%s[s][%d][r]", suffix_of(kernel, to->field),
			extents_of_field(kernel->plan, to->field).low[2] + at.z);
}

static bool
reads_level(const struct kernel *kernel, const struct field *field, int z)
{
	for (const struct reference *r = kernel->plan->reads; r; r = r->next)
		if (r->field->index == field->index && r->offset.z == z)
			return true;
	return false;
}

/* Whether a warp loads rows of a constant field by vectors, as of updated fields: those of the level that it updates. */
static bool
has_rows(const struct kernel *kernel, const struct field *field)
{
	return field->role == ROLE_IN && field->shape == SHAPE_POINT && reads_level(kernel, field, 0)
		&& !is_updated(kernel, field) && field->declared == next_of(kernel, NULL)->declared;
}

static bool
has_one_row(const struct kernel *kernel, const struct field *field)
{
	const struct extents reach = extents_of_field(kernel->plan, field);

	return has_rows(kernel, field) && !reach.low[1] && !reach.high[1];
}

static const char *
element_of_level(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	(void)site;
	if (to->field->role == ROLE_OUT)
		return arena_printf(kernel->arena, "result%s", suffix_of(kernel, to->field));
	if (has_one_row(kernel, to->field) && !to->offset.z)
		return arena_printf(kernel->arena, "at%s(%d)", suffix_of(kernel, to->field), to->offset.x);
	if (is_updated(kernel, to->field) || (has_rows(kernel, to->field) && !to->offset.z))
		return arena_printf(kernel->arena, "at%s(%d, %d)", suffix_of(kernel, to->field), to->offset.x, to->offset.y);
	return constant_element(kernel, to, "base + cell", "first + cell", "bottom + k");
}

static const struct spelling spelling = {
	.element = element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};
static const struct spelling spelling_of_level = {
	.element = element_of_level, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

static const char *
type_of_fields(const struct kernel *kernel)
{
	return element_name(type_in_precision(next_of(kernel, NULL)->declared, kernel->variant->precision));
}

/* "N*", or nothing for one. */
static const char *
times(const struct kernel *kernel, int count)
{
	return count == 1 ? "" : arena_printf(kernel->arena, "%d*", count);
}

static int
count_tiles(const struct kernel *kernel, const struct field *end)
{
	int count = 0;

	for (const struct field *f = next_of(kernel, NULL); f && f != end; f = next_of(kernel, f))
		count += temporal_has_tile(kernel->plan, kernel->variant, f);
	return count;
}

/* The levels below the one that is updated that a queue has. */
static const char *
below_of(const struct kernel *kernel, const struct field *field)
{
	const int below = extents_of_field(kernel->plan, field).low[2];

	return below == extents_of_step(kernel->plan, kernel->variant).low[2] ? "BELOW" : int_text(kernel->arena, below);
}

/* A field's value at the point, of an out field the one that is computed. */
static const char *
own_value(const struct kernel *kernel, const struct field *field)
{
	return kernel->kind->spelling->element(kernel, NULL, &(struct reference){ .field = field });
}

/* Whether a column of a row is read for one of a lane's points. */
static bool
reads_column(const struct kernel *kernel, const struct field *field, int x, int y, int points)
{
	for (const struct reference *r = kernel->plan->reads; r; r = r->next)
		if (r->field->index == field->index && r->offset.y == y && x - r->offset.x >= 0 && x - r->offset.x < points)
			return true;
	return false;
}

static int
floor_div(int a, int b)
{
	return a >= 0 ? a/b : -((b - 1 - a)/b);
}

/* Copies a column that another lane has, counted from the lane's first. */
static const char *
shuffle(const struct kernel *kernel, const struct field *field, int x, int y, int points)
{
	const struct extents reach = extents_of_step(kernel->plan, kernel->variant);
	const char *near = arena_printf(kernel->arena, "near%s", suffix_of(kernel, field));
	const int row = reach.low[1] + y, lanes = floor_div(x, points);

	return EXPAND(kernel, kernel->target, lanes < 0 ? "shuffle_up" : "shuffle_down",
		{ "value", arena_printf(kernel->arena, "%s[%d][%d]", near, row, reach.low[0] + x) },
		{ "sent", arena_printf(kernel->arena, "%s[%d][%d]", near, row, reach.low[0] + x - lanes*points) },
		{ "apart", int_text(kernel->arena, lanes < 0 ? -lanes : lanes) });
}

static const char *
shuffles(const struct kernel *kernel, const struct field *field)
{
	const struct extents reach = extents_of_step(kernel->plan, kernel->variant);
	struct variant resolved = *kernel->variant;
	struct text text = { .arena = kernel->arena };
	int points;

	tunables_resolve(kernel->plan, &resolved);
	points = tunable_of(TUNABLE_points_per_thread, &resolved);
	for (int y = -reach.low[1]; y <= reach.high[1]; y++)
		for (int x = -reach.low[0]; x < points + reach.high[0]; x++)
			if ((x < 0 || x >= points) && reads_column(kernel, field, x, y, points))
				lines_add(&text, shuffle(kernel, field, x, y, points));
	return text_of(&text);
}

static int
count_outs(const struct kernel *kernel)
{
	int count = 0;

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		count += f->role == ROLE_OUT;
	return count;
}

/* A section of the template for each updated field. */
static const char *
for_each(const struct kernel *kernel, const char *section)
{
	const bool block = !strcmp(section, "store") && count_outs(kernel) > 1;
	struct arena *arena = kernel->arena;
	struct text text = { .arena = arena };

	for (const struct field *f = NULL; (f = next_of(kernel, f));) {
		const bool is_queued = temporal_has_queue(kernel->plan, kernel->variant, f);
		const int tiles = count_tiles(kernel, f);
		const char *of = suffix_of(kernel, f);

		const char *lines = EXPAND(kernel, kernel->access, section,
			{ "type", type_of_fields(kernel) },
			{ "from", array_of(kernel, f) },
			{ "to", array_of(kernel, stored_to(kernel, f)) },
			{ "value", arena_printf(arena, "value%s", of) },
			{ "tile", arena_printf(arena, "tile%s", of) },
			{ "loaded", arena_printf(arena, "loaded%s", of) },
			{ "ahead_of", arena_printf(arena, "ahead%s", of) },
			{ "newest", arena_printf(arena, "newest%s", of) },
			{ "near", arena_printf(arena, "near%s", of) },
			{ "shuffles", !template_uses(kernel->access, section, "shuffles") ? "" : shuffles(kernel, f) },
			{ "at", arena_printf(arena, "at%s", of) },
			{ "shared", macro_if(temporal_has_tile(kernel->plan, kernel->variant, f)) },
			{ "queued", macro_if(is_queued) },
			{ "unqueued", macro_if(!is_queued) },
			{ "newer", arena_printf(arena, "value%s", suffix_of(kernel, source_of(kernel, f))) },
			{ "newer_below", below_of(kernel, source_of(kernel, f)) },
			{ "layer", !tiles ? "" : arena_printf(arena, "%sSTEPS*tile_height + ", times(kernel, tiles)) },
			{ "below", below_of(kernel, f) },
			{ "result", own_value(kernel, source_of(kernel, f)) },
			{ "own", own_value(kernel, f) });

		lines_add(&text, block ? arena_printf(arena, "{\n%s\n}", indent_lines(arena, lines)) : lines);
	}
	return text_of(&text);
}

static const char *queues(const struct kernel *kernel) { return for_each(kernel, "queue"); }
static const char *first_loads(const struct kernel *kernel) { return for_each(kernel, "first_load"); }
static const char *shifts(const struct kernel *kernel) { return for_each(kernel, "shift"); }
static const char *next_loads(const struct kernel *kernel) { return for_each(kernel, "next_load"); }
static const char *readers(const struct kernel *kernel) { return for_each(kernel, "reader"); }
static const char *surroundings(const struct kernel *kernel) { return for_each(kernel, "around"); }
static const char *row_updates(const struct kernel *kernel) { return for_each(kernel, "update"); }

/* A section for each out field that no step reads: the last step stores it. */
static const char *
for_each_last(const struct kernel *kernel, const char *section, bool block)
{
	struct arena *arena = kernel->arena;
	struct text text = { .arena = arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next) {
		const char *lines;

		if (f->role != ROLE_OUT || is_carried(kernel, f))
			continue;
		lines = EXPAND(kernel, kernel->access, section,
			{ "type", element_name(type_in_precision(f->declared, kernel->variant->precision)) },
			{ "to", array_of(kernel, f) },
			{ "kept", arena_printf(arena, "kept%s", suffix_of(kernel, f)) },
			{ "result", arena_printf(arena, "result%s", suffix_of(kernel, f)) });
		lines_add(&text, block ? arena_printf(arena, "{\n%s\n}", indent_lines(arena, lines)) : lines);
	}
	return text_of(&text);
}

static const char *last_results(const struct kernel *kernel) { return for_each_last(kernel, "last", false); }
static const char *kept_results(const struct kernel *kernel) { return for_each_last(kernel, "keep", false); }

static const char *
row_stores(const struct kernel *kernel)
{
	return join_lines(kernel->arena, for_each(kernel, "store"), for_each_last(kernel, "last_store", true));
}

static const char *
updates(const struct kernel *kernel)
{
	return join_lines(kernel->arena, for_each(kernel, "update"), for_each_last(kernel, "last_store", false));
}

static const char *
results(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		if (f->role == ROLE_OUT && f->assigned)
			lines_add(&text, arena_printf(kernel->arena, "%s result%s;",
				element_name(type_in_precision(f->declared, kernel->variant->precision)), suffix_of(kernel, f)));
	return text_of(&text);
}

/* Whether constant fields of a shape are read. */
static bool
reads_constant(const struct kernel *kernel, enum shape shape)
{
	for (const struct reference *r = kernel->plan->reads; r; r = r->next)
		if (r->field->shape == shape && r->field->role == ROLE_IN && !is_updated(kernel, r->field))
			return true;
	return false;
}

static const char *
constant_levels(const struct kernel *kernel)
{
	return macro_if(reads_constant(kernel, SHAPE_POINT) || reads_constant(kernel, SHAPE_PROFILE));
}

static const char *
constant_columns(const struct kernel *kernel)
{
	return macro_if(reads_constant(kernel, SHAPE_POINT) || reads_constant(kernel, SHAPE_COLUMN));
}

/* A name of the template for an extent of updated fields if it is one of all fields, too. */
static const char *
farthest(const struct kernel *kernel, const char *name, int updated, int all)
{
	return updated == all ? name : int_text(kernel->arena, all);
}

/* A section for each constant field whose rows are loaded: of one row, or several. */
static const char *
for_each_constant(const struct kernel *kernel, const char *section, const char *section_of_rows)
{
	const struct extents updated = extents_of_step(kernel->plan, kernel->variant), *all = &kernel->plan->stencil->extents;
	struct arena *arena = kernel->arena;
	struct text text = { .arena = arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next) {
		const struct extents extents = extents_of_field(kernel->plan, f);
		const int before = extents.low[1];

		if (has_rows(kernel, f))
			lines_add(&text, EXPAND(kernel, kernel->access, has_one_row(kernel, f) ? section : section_of_rows,
				{ "type", type_of_fields(kernel) },
				{ "from", array_of(kernel, f) },
				{ "constants", arena_printf(arena, "constants%s", suffix_of(kernel, f)) },
				{ "at", arena_printf(arena, "at%s", suffix_of(kernel, f)) },
				{ "from_point", before ? arena_printf(arena, "(n - %d)", before) : "n" },
				{ "of_row", before ? arena_printf(arena, "%d + dy", before) : "dy" },
				{ "farthest_west", farthest(kernel, "WEST", updated.low[0], all->low[0]) },
				{ "farthest_east", farthest(kernel, "EAST", updated.high[0], all->high[0]) },
				{ "count", int_text(arena, before + 1 + extents.high[1]) }));
	}
	return text_of(&text);
}

static const char *rows_of_constants(const struct kernel *kernel) { return for_each_constant(kernel, "constant_row", "constant_rows"); }

static const char *
constant_readers(const struct kernel *kernel)
{
	return for_each_constant(kernel, "reader_of_constant_row", "reader_of_constant_rows");
}

static const char *constant_points(const struct kernel *kernel) { return macro_if(reads_constant(kernel, SHAPE_POINT)); }

/* Levels that constant fields are read further below, or above, than updated ones. */
static const char *
further(const struct kernel *kernel, const char *text, int low)
{
	const struct extents reach = extents_of_step(kernel->plan, kernel->variant), *all = &kernel->plan->stencil->extents;
	const int more = low ? all->low[2] - reach.low[2] : all->high[2] - reach.high[2];

	return index_add(kernel->arena, text, more, NULL);
}

static const char *
reach(const struct kernel *kernel)
{
	return EXPAND(kernel, kernel->access, "reach",
		{ "lowest", further(kernel, "STEPS*BELOW", 1) },
		{ "highest", further(kernel, "STEPS*LAG", 0) });
}

static const char *
preamble(const struct kernel *kernel)
{
	const struct extents extents = extents_of_step(kernel->plan, kernel->variant);
	struct variant resolved = *kernel->variant;

	tunables_resolve(kernel->plan, &resolved);
	return EXPAND(kernel, kernel->access, "preamble",
		{ "steps", int_text(kernel->arena, tunable_of(TUNABLE_steps_per_launch, &resolved)) },
		{ "rows", int_text(kernel->arena, tunable_of(TUNABLE_rows_per_thread, &resolved)) },
		{ "levels", int_text(kernel->arena, tunable_of(TUNABLE_levels_per_thread, &resolved)) },
		{ "threads", int_text(kernel->arena, variant_limits(kernel->plan, kernel->variant, &kernel->shape).threads) },
		{ "west", int_text(kernel->arena, extents.low[0]) },
		{ "east", int_text(kernel->arena, extents.high[0]) },
		{ "north", int_text(kernel->arena, extents.low[1]) },
		{ "south", int_text(kernel->arena, extents.high[1]) },
		{ "below", int_text(kernel->arena, extents.low[2]) },
		{ "above", int_text(kernel->arena, extents.high[2]) },
		{ "lag", int_text(kernel->arena, temporal_lag(kernel->plan, kernel->variant)) },
		{ "tiles", times(kernel, count_tiles(kernel, NULL)) },
		{ "points", int_text(kernel->arena, tunable_of(TUNABLE_points_per_thread, &resolved)) },
		{ "vector", int_text(kernel->arena, variant_vector_points(kernel->plan, &resolved)) },
		{ "queue", int_text(kernel->arena, temporal_queue_rows(kernel->plan, kernel->variant)) },
		{ "lanes", int_text(kernel->arena, targets[kernel->variant->target].lanes) },
		{ "ahead", int_text(kernel->arena, temporal_rows_ahead(kernel->plan, kernel->variant)) },
		{ "type", type_of_fields(kernel) });
}

static const char *
misaligned(const struct kernel *kernel)
{
	return EXPAND(kernel, kernel->access, "misaligned", { "fields", misaligned_arrays(kernel, "VECTOR", false) });
}

/* They are in the preamble. */
static const char *constants(const struct kernel *kernel) { return (void)kernel, ""; }

static const struct provider rows[] = {
	{ "type", type_of_fields },
	{ "queues", queues },
	{ "first_loads", first_loads },
	{ "shifts", shifts },
	{ "next_loads", next_loads },
	{ "readers", readers },
	{ "results", results },
	{ "updates", updates },
	{ "constant_columns", constant_columns },
	{ "constant_levels", constant_levels },
	{ "constant_points", constant_points },
	{ "reach", reach },
	{ "preamble", preamble },
	{ "constants", constants },
};

static const struct provider rows_of_warp[] = {
	{ "type", type_of_fields },
	{ "queues", queues },
	{ "first_loads", first_loads },
	{ "next_loads", next_loads },
	{ "surroundings", surroundings },
	{ "readers", readers },
	{ "shifts", shifts },
	{ "results", results },
	{ "updates", row_updates },
	{ "last_results", last_results },
	{ "kept_results", kept_results },
	{ "stores", row_stores },
	{ "rows_of_constants", rows_of_constants },
	{ "constant_readers", constant_readers },
	{ "constant_columns", constant_columns },
	{ "preamble", preamble },
	{ "constants", constants },
	{ "misaligned", misaligned },
};

const struct shape_kind temporal_kind = { .prepare = prepare, .spelling = &spelling, .section = "kernel", .own = PROVIDERS(rows) };
const struct shape_kind temporal_warp_kind = {
	.prepare = prepare, .spelling = &spelling_of_level, .section = "kernel", .own = PROVIDERS(rows_of_warp),
};
