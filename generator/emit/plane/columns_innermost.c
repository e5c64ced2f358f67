#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/column_pairs.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/providers.h"
#include "generator/emit/spelling.h"
#include "generator/emit/statements.h"
#include "generator/emit/level_vector.h"
#include "generator/emit/target.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"
#include "generator/text/wrap.h"
#include "generator/variants/relations.h"

#include <string.h>

const char *
level_vectors_point(struct arena *arena, const struct plan *plan, const struct level_vector *s)
{
	(void)plan;
	return point_name(arena, s->at);
}

static bool is_outermost(const struct kernel *k) { return k->variant->levels == LEVELS_OUTERMOST; }

/* The index of a thread's first level, or of the one that a loop updates. */
static const char *
index_of(const struct kernel *k, struct offset at)
{
	return arena_printf(k->arena, is_outermost(k) ? "base + %s" : "at(%s)", column_name(k->arena, at));
}

/* Results come last. */
static bool
is_before(const struct level_vector *a, const struct level_vector *b)
{
	const bool results = b->field->role == ROLE_OUT;

	return (a->field->role == ROLE_OUT) != results ? results : a->at.x <= b->at.x;
}

/* Orders vectors from west to east, as plan_march_east orders values. */
static struct level_vector *
march_east(struct level_vector *list)
{
	struct level_vector *sorted = NULL;

	for (struct level_vector *s = list, *next; s; s = next) {
		struct level_vector **where = &sorted;

		next = s->next;
		while (*where && is_before(*where, s))
			where = &(*where)->next;
		s->next = *where;
		*where = s;
	}
	return sorted;
}

static const char *
element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	return to->field->shape != SHAPE_POINT || to->field->shared || to->level ? plane_element(kernel, site, to)
		: level_vector_element(kernel, to);
}

const struct spelling level_vector_spelling = {
	.element = element, .definition = level_vector_definition, .variable = variable_of_value, .distance = plane_distance,
		.is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

/* What begins a vector of levels: a CPU has a pointer to the column. */
static const char *
begin(const struct kernel *kernel, const struct level_vector *s)
{
	struct arena *arena = kernel->arena;
	const char *column = column_name(arena, s->at);

	if (!targets[kernel->variant->target].blocks)
		return arena_printf(arena, "%s%s *%s = %s + (ptrdiff_t)%s*pitch;", s->field->role == ROLE_IN ? "const " : "",
			element_name(s->field->type), s->name, level_vector_field(kernel, s), column);
	if (s->field->role == ROLE_OUT)
		return level_vector_declared(kernel, s);
	if (s->second || s->is_second)
		return s->second ? pair_loaded(kernel, s, index_of(kernel, s->at)) : "";
	return level_vector_loaded(kernel, s, index_of(kernel, s->at), "k", "pitch", s->field->role == ROLE_IN);
}

static const char *
level_vectors_text(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct level_vector *s = kernel->level_vectors; s; s = s->next)
		lines_add(&text, begin(kernel, s));
	return text_of(&text);
}

static const char *
results_text(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct level_vector *s = kernel->level_vectors; s; s = s->next)
		if (s->field->role != ROLE_IN && !s->is_second)
			lines_add(&text, s->second ? pair_stored(kernel, s, index_of(kernel, s->at))
				: level_vector_stored(kernel, s, index_of(kernel, s->at), "bottom - k", "top - k"));
	return text_of(&text);
}

/* The slots of a cluster's row: its columns; if they are next to each other, some more so that it can be loaded by fours. */
static int
cluster_slots(const struct kernel *cluster)
{
	struct offset *columns;
	const int count = variant_cluster_columns(cluster->arena, cluster->plan, cluster->shape.points, cluster->shape.rows, &columns);

	return is_outermost(cluster) ? count : (count + 3)/4*4;
}

/* Where a cluster's table has a column. */
static const char *
cluster_entry(const struct kernel *cluster, int slot)
{
	const bool shared = storages[cluster->variant->storage].compressed;

	if (is_outermost(cluster))
		return arena_printf(cluster->arena, shared ? "first + offsets[%d]" : slot ? "cluster[%d*clusters + q]" : "cluster[q]", slot);
	return arena_printf(cluster->arena, shared ? "place.x + row[%d]" : "row[%d]", slot);
}

static const char *
cluster_columns(const struct kernel *cluster)
{
	const bool has_pairs = variant_has_pairs(cluster->plan, cluster->variant);
	struct arena *arena = cluster->arena;
	struct text text = { .arena = arena };
	struct offset *columns;
	const int count = variant_cluster_columns(arena, cluster->plan, cluster->shape.points, cluster->shape.rows,
		&columns);
	int width = 0;

	for (int i = 0; i < count; i++) {
		const int length = (int)strlen(column_name(arena, columns[i]));

		width = width < length ? length : width;
	}
	for (int i = 0; i < count; i++)
		if (!has_pairs || pairs_need_column(cluster, columns[i]))
			lines_add(&text, arena_printf(arena, "const int %-*s = %s;", width, column_name(arena, columns[i]),
				cluster_entry(cluster, i)));
	return text_of(&text);
}

/* Whether nothing else that is read of the field lies as far in some direction: to such corners
 * any walk through the grid comes first. */
static bool
is_corner(const struct kernel *kernel, const struct level_vector *s)
{
	enum { DIRECTIONS = 9 };
	bool corner = false;

	for (int i = 0; i < DIRECTIONS && !corner; i++) {
		const int x = i % 3 - 1, y = i/3 - 1;

		corner = s->field->role == ROLE_IN && (s->at.x || s->at.y);
		for (const struct level_vector *t = kernel->level_vectors; t && corner; t = t->next)
			corner = t == s || t->field != s->field
				|| x*t->at.x + y*t->at.y < x*s->at.x + y*s->at.y;
	}
	return corner;
}

/* The columns of corners, and column c, in order; returns their number. */
static int
corner_columns(const struct kernel *kernel, struct offset **columns)
{
	const struct plan *plan = kernel->plan;
	int count = 0;

	*columns = arena_array(kernel->arena, struct offset, plan->column_count);
	for (int i = 0; i < plan->column_count; i++) {
		bool wanted = !i;

		for (const struct level_vector *s = kernel->level_vectors; s && !wanted; s = s->next)
			wanted = offset_equal(s->at, plan->columns[i]) && is_corner(kernel, s);
		if (wanted)
			(*columns)[count++] = plan->columns[i];
	}
	return count;
}

static const char *
corner_indices(const struct kernel *kernel)
{
	struct plan plan = *kernel->plan;
	struct kernel corners = *kernel;

	corners.plan = &plan;
	plan.column_count = corner_columns(kernel, &plan.columns);
	return kernel_indices(&corners);
}

static const char *
corner_fields(const struct kernel *kernel, bool declared)
{
	struct list list = { .text.arena = kernel->arena };
	const struct field *before = NULL;

	for (const struct level_vector *s = kernel->level_vectors; s; s = s->next)
		if (s->field != before && is_corner(kernel, s)) {
			const char *name = level_vector_field(kernel, s);

			list_add(&list, declared ? array_declaration(kernel->arena, element_name(s->field->type), name, false, false) : name);
			before = s->field;
		}
	return list_text(&list);
}

static const char *
corners_text(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct level_vector *s = kernel->level_vectors; s; s = s->next)
		if (is_corner(kernel, s))
			lines_add(&text, EXPAND(kernel, kernel->access, "corner", { "field", level_vector_field(kernel, s) },
				{ "column", column_name(kernel->arena, s->at) }));
	return text_of(&text);
}

void
columns_find_vector(struct kernel *k)
{
	struct variant resolved = *k->variant;

	tunables_resolve(k->plan, &resolved);
	k->vector = is_outermost(k) ? 1 : tunable_of(TUNABLE_levels_per_load, &resolved);
}

static bool
prepare_columns(struct kernel *k)
{
	columns_find_vector(k);
	k->level_vectors = level_vectors_list(k, k->plan, level_vectors_point);
	return true;
}

/* What a thread does for a cluster; the kernel itself is what it does for a column in none. */
static bool
prepare_clusters(struct kernel *k)
{
	const struct tile_shape shape = variant_cluster(k->plan, k->variant);
	struct plan *plan = plan_tile(k->arena, k->plan, shape.points, shape.rows, COURSE_NONE);
	struct kernel *cluster = arena_new(k->arena, struct kernel);
	struct level_vector *vectors;

	if (!plan) {
		error_at(k->source, k->plan->stencil->span,
			"a thread of '%s' would have too much to compute: use smaller clusters", k->name);
		return false;
	}
	plan_march_east(plan);
	name_plan(k->arena, plan);
	prepare_columns(k);
	k->shape.points = shape.points;
	k->shape.rows = shape.rows;
	k->shape.levels = shape.levels;
	*cluster = *k;
	cluster->plan = plan;
	vectors = march_east(level_vectors_list(k, plan, level_vectors_point));
	if (variant_has_pairs(k->plan, k->variant))
		pairs_find(k, plan, vectors);
	cluster->level_vectors = vectors;
	k->cluster = cluster;
	return true;
}

/* Elements in a line of a cache, which is as much as the widest vectors of CPUs hold. */
static const char *
line_text(const struct kernel *k)
{
	enum { LINE_BYTES = 64 };
	int widest = sizeof (float);

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->type == TYPE_DOUBLE)
			widest = sizeof (double);
	return int_text(k->arena, LINE_BYTES/widest);
}

/* A section for the columns at the corners of what is read; "" where no neighbours are read. */
static const char *
of_corners(const struct kernel *k, const char *section, bool declared)
{
	const char *corners = corners_text(k);
	const struct macro given[] = {
		{ "alone", macro_if(!k->ending) },
		{ "of_several", macro_if(k->ending) },
		{ "operands", kernel_section(k, k->storage, "operands") },
		{ "fields", corner_fields(k, declared) },
		{ "indices", corner_indices(k) },
		{ "corners", corners },
	};

	return !*corners ? "" : providers_expand(k, k->access, section, &plane_macros, given, sizeof given/sizeof *given);
}

/* What a CPU loads into its cache before a loop comes to it, and the call of that. */
static const char *
prefetch_function(const struct kernel *k)
{
	return template_has(k->access, "prefetch") ? of_corners(k, "prefetch", true) : "";
}
static const char *ahead_text(const struct kernel *k) { return of_corners(k, "ahead", false); }

/* Persistent blocks prefetch rows of the table for their next column. */
static const char *
next_row(const struct kernel *k)
{
	return !kernel_is_persistent(k) || !kernel_has_table(k) ? ""
		: storages[k->variant->storage].compressed ? "pattern[c + stride]" : "table[(c + stride)*RELATIONS]";
}

static const char *
part(const struct kernel *k, const char *section)
{
	return providers_expand(k, k->access, section, &plane_macros, NULL, 0);
}

/* The loop over columns or clusters, and its body. */
static const char *walk_text(const struct kernel *k) { return part(k, kernel_is_persistent(k) ? "walk_of_blocks" : "walk"); }
static const char *column_work(const struct kernel *k) { return part(k, "column_work"); }
static const char *cluster_work(const struct kernel *k) { return part(k->cluster, "cluster_work"); }

static const struct template *
level_vector_template(const struct kernel *k)
{
	return template_find(k->templates, "cuda/level_vectors");
}

static const char *
preamble(const struct kernel *k)
{
	const char *prefetch = !k->level_vectors || !kernel_is_persistent(k) || !(k->cluster || kernel_has_table(k)) ? ""
		: kernel_section(k, level_vector_template(k), "ask_function");

	return join_paragraphs(k->arena, prefetch, plane_preamble(k));
}

/* Clusters have rows of their own in the table, or share rows where columns do. */
static bool shares_rows(const struct kernel *k) { return storages[k->variant->storage].compressed; }
static const char *own_rows(const struct kernel *k) { return macro_if(!shares_rows(k)); }
static const char *shared_rows(const struct kernel *k) { return macro_if(shares_rows(k)); }
static const char *next_cluster_row(const struct kernel *k) { return macro_if(!shares_rows(k) && kernel_is_persistent(k)); }
static const char *next_place(const struct kernel *k) { return macro_if(shares_rows(k) && kernel_is_persistent(k)); }

static const char *sweep(const struct kernel *k) { return launch_sweep(k, "column_sweep", kernel_table_arguments(k)); }

/* Blocks that update columns or clusters one after the other; or persistent ones. */
static const char *
blocks_of(const struct kernel *k, const char *what)
{
	const bool persistent = kernel_is_persistent(k);
	const char *blocks = arena_printf(k->arena, "stencil_%s_blocks(grid, %sblock.y, %s)", what, persistent ? "" : "COLUMNS*",
		kernel_has_vectors(k) ? "LEVELS*block.x, LEVELS" : "block.x, 1");

	return launch_blocks(k, persistent ? arena_printf(k->arena, "stencil_at_most(BLOCKS, %s)", blocks) : blocks);
}

static const char *blocks_of_columns(const struct kernel *k) { return blocks_of(k, "innermost"); }
static const char *blocks_of_clusters(const struct kernel *k) { return blocks_of(k, "cluster"); }

static const char *too_large(const struct kernel *k) { return (void)k, "blocks.x == 0"; }

static const char *
launch_of(const struct kernel *k, const char *columns)
{
	const struct launch launch = {
		.kernel = k->name, .blocks = "dim3(blocks.x, blocks.y)", .threads = "dim3(block.x, block.y)",
		.bytes = launch_bytes(k),
		.arguments = EXPAND(k, k->file, "arguments_of_columns",
			{ "columns", columns },
			{ "storage_arguments", join_lines(k->arena, kernel_table_arguments(k),
				kernel_section(k, k->access, "level_arguments")) },
			{ "operands", kernel_operands(k) }),
	};

	return EXPAND(k, k->file, "launch_columns",
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, "return") });
}

static const char *
launch_of_columns(const struct kernel *k)
{
	return launch_of(k, "grid->first, grid->end,");
}

static const char *
launch_of_clusters(const struct kernel *k)
{
	return launch_of(k, CLUSTER_ARGUMENTS);
}

static const char *
blocks_of_slices(const struct kernel *k)
{
	return launch_blocks(k, "stencil_cluster_blocks(grid, block.x*block.y, grid->top - grid->bottom, 1)");
}

static const char *
constants_of_slices(const struct kernel *k)
{
	return kernel_constants(k, &(struct constants){ arena_printf(k->arena, "LEVELS = %d", k->shape.levels),
		arena_printf(k->arena, "POINTS = %d, ROWS = %d", k->shape.points, k->shape.rows), 0, cluster_slots(k->cluster) });
}

static const char *
constants_of_clusters(const struct kernel *k)
{
	const char *levels = kernel_has_vectors(k) ? arena_printf(k->arena, ", LEVELS = %d", k->vector) : "";

	return kernel_constants(k, &(struct constants){ "",
		arena_printf(k->arena, "POINTS = %d, ROWS = %d%s", k->shape.points, k->shape.rows, levels), kernel_columns_per_thread(k),
		cluster_slots(k->cluster) });
}

static const char *
check_of_clusters(const struct kernel *k)
{
	(void)k;
	return "stencil_check_clusters(grid, &extents, POINTS*ROWS, SLOTS)";
}

static const char *
check_of_slices(const struct kernel *k)
{
	(void)k;
	return "stencil_check_outermost_clusters(grid, &extents, POINTS*ROWS, SLOTS)";
}

/* Vectors must lie where they can be loaded at once. */
const char *
columns_misaligned(const struct kernel *k)
{
	if (kernel_has_scalars(k))
		return !k->cluster ? "" : kernel_section(k, level_vector_template(k), "misaligned_row");
	return !kernel_has_vectors(k) ? kernel_section(k, k->layout, "misaligned")
		: EXPAND(k, level_vector_template(k), "misaligned",
		{ "fields", misaligned_arrays(k, "LEVELS", false) },
		{ "columns", macro_if(!k->cluster) },
		{ "clusters", macro_if(k->cluster) });
}

static const char *
misaligned_pairs(const struct kernel *k)
{
	return !variant_has_pairs(k->plan, k->variant) ? kernel_section(k, k->layout, "misaligned")
		: EXPAND(k, k->access, "misaligned", { "fields", misaligned_arrays(k, "2", false) });
}

static const struct provider of_columns[] = {
	{ "walk", walk_text },
	{ "column_work", column_work },
	{ "next", next_row },
	{ "level_vectors", level_vectors_text },
	{ "results", results_text },
	{ "line", line_text },
	{ "ahead", ahead_text },
	{ "preamble", preamble },
	{ "sweep", sweep },
	{ "blocks", blocks_of_columns },
	{ "too_large", too_large },
	{ "launch", launch_of_columns },
	{ "misaligned", columns_misaligned },
};

static const struct provider of_clusters[] = {
	{ "cluster_work", cluster_work },
	{ "cluster_columns", cluster_columns },
	{ "next_row", next_cluster_row },
	{ "next_place", next_place },
	{ "own_rows", own_rows },
	{ "shared_rows", shared_rows },
	{ "blocks", blocks_of_clusters },
	{ "launch", launch_of_clusters },
	{ "constants", constants_of_clusters },
	{ "check", check_of_clusters },
};

static const struct provider of_slices[] = {
	{ "walk", walk_text },
	{ "cluster_work", cluster_work },
	{ "column_work", column_work },
	{ "cluster_columns", cluster_columns },
	{ "own_rows", own_rows },
	{ "shared_rows", shared_rows },
	{ "level_vectors", level_vectors_text },
	{ "results", results_text },
	{ "blocks", blocks_of_slices },
	{ "constants", constants_of_slices },
	{ "check", check_of_slices },
	{ "misaligned", misaligned_pairs },
};

static const struct providers columns = { ROWS_OF(of_columns) };
static const struct providers clusters = { ROWS_OF(of_clusters), .further = &columns };

const struct shape_kind column_kind = {
	.prepare = prepare_columns, .spelling = &level_vector_spelling, .section = "kernel", .callees = prefetch_function,
		.own = &columns,
	.columns = true,
};
const struct shape_kind cluster_kind = {
	.prepare = prepare_clusters, .spelling = &level_vector_spelling, .section = "kernel", .callees = prefetch_function,
		.own = &clusters,
	.columns = true,
};
const struct shape_kind cluster_slice_kind = {
	.prepare = prepare_clusters, .spelling = &level_vector_spelling, .section = "kernel", .own = PROVIDERS(of_slices),
};
