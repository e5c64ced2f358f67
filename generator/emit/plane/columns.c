#include "generator/emit/plane/columns.h"

#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/plane/ring_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/plan/offset.h"
#include "generator/variants/relations.h"

#include <stdlib.h>
#include <string.h>

static enum table
table_of(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].table;
}

const struct template *
kernel_grid_template(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].regular ? kernel->storage : kernel->levels;
}

/* Threads find their column by the distance between rows; loops over columns need it only
 * for neighbours in other rows. */
static bool
needs_row(const struct kernel *kernel)
{
	return plan_reads_rows(kernel->plan) || template_uses(kernel->access, "kernel", "column") || kernel->variant->access == ACCESS_temporal;
}

bool
kernel_has_table(const struct kernel *kernel)
{
	return table_of(kernel) == TABLE_NONE ? needs_row(kernel) : kernel->plan->column_count > 1;
}

/* The column from which the storage reaches another. */
static struct offset
start_of(const struct kernel *kernel, struct offset at)
{
	return table_of(kernel) == TABLE_CHASING ? column_before(at) : (struct offset){ 0, 0, 0 };
}

const char *
table_entry(const struct kernel *kernel, const char *slot, const char *row_section, const char *from)
{
	return storages[kernel->variant->storage].regular ? "" : EXPAND(kernel, kernel->tables, "entry",
		{ "slot", slot },
		{ "rows", kernel_section(kernel, kernel->storage, "rows") },
		{ "row", EXPAND(kernel, kernel->storage, row_section, { "from", from }) });
}

const char *
kernel_table_section(const struct kernel *k, const char *section, const char *row_section)
{
	return !kernel_has_table(k) || !template_has(k->storage, section) ? "" : EXPAND(k, k->storage, section,
		{ "entry", table_entry(k, "slot", row_section, "") },
		{ "rows_parameter", kernel_section(k, k->tables, "rows_parameter") },
		{ "rows_argument", kernel_section(k, k->tables, "rows_argument") });
}

/* A section of the storage that finds a column from the one where the storage starts. */
static const char *
neighbour_index(const struct kernel *kernel, const char *section, struct offset at,
	const char *from)
{
	struct arena *arena = kernel->arena;
	const struct offset start = start_of(kernel, at);
	const struct offset step = { at.x - start.x, at.y - start.y, 0 };

	return EXPAND(kernel, kernel->storage, section,
		{ "from", from },
		{ "slot", slot_name(arena, step) },
		{ "entry", table_entry(kernel, slot_name(arena, step), "row", from) },
		{ "shift", index_add(arena, index_add(arena, "", step.y,
			kernel_section(kernel, kernel->common, "row_stride")), step.x, NULL) });
}

/* The index of a column, spelled out from column c. */
static const char *
step_index(const struct kernel *kernel, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return neighbour_index(kernel, targets[kernel->variant->target].blocks ? "step" : "call", at,
		step_index(kernel, start_of(kernel, at)));
}

static int
count_steps(const struct kernel *kernel, struct offset at)
{
	return !at.x && !at.y ? 0 : 1 + count_steps(kernel, start_of(kernel, at));
}

/* Whether columns have variables that hold their indices. */
static bool
has_variables(const struct kernel *kernel)
{
	return template_has(kernel->access, "index") && !accesses[kernel->variant->access].anew;
}

/* The index of a point on the thread's level, or of a column. */
static const char *
index_text(const struct kernel *kernel, const char *name, struct offset at)
{
	const char *section = index_section(kernel, name);

	at.z = 0;
	return EXPAND(kernel, kernel->access, section,
		{ "name", has_variables(kernel) ? column_name(kernel->arena, at) : step_index(kernel, at) });
}

/* Whether that, or the index of a point above or below, is a sum: the name of column c and an index
 * variable are not. */
static bool
is_sum(const struct kernel *kernel, const char *name, struct offset at)
{
	return at.z || index_is_sum(kernel, name) || (!has_variables(kernel) && (at.x || at.y));
}

const char *
plane_element(const struct kernel *kernel, const struct site *site, const struct field *field,
	struct offset at)
{
	const bool innermost = kernel->variant->levels == LEVELS_INNERMOST;
	const char *point = site->before_loop ? "first_point" : innermost ? "innermost_point" : "point", *variable;

	switch (field->shape) {
	case SHAPE_POINT:
		if (field->shared)
			return shared_element(kernel, field, at.z);
		variable = site->assigned ? NULL : ring_variable(kernel, field, at);
		return variable ? variable : kernel_element(kernel, field, index_add(kernel->arena, index_text(kernel, point, at), at.z,
			innermost ? NULL : kernel_section(kernel, kernel->common, "level_stride")), is_sum(kernel, point, at));
	case SHAPE_COLUMN:
		if (field->reduction)
			return column_sum_name(kernel, field);
		return kernel_element(kernel, field, index_text(kernel, "column", at),
			is_sum(kernel, "column", (struct offset){ at.x, at.y, 0 }));
	case SHAPE_PROFILE:
		return profile_element(kernel, field, at.z);
	case SHAPE_SCALAR:
		return field->local ? EXPAND(kernel, kernel->access, "own_variable",
			{ "name", kernel->plan->names.fields[field->index] })
			: scalar_by_value(kernel, field) ? kernel->plan->names.fields[field->index] : kernel_element(kernel, field, "0", false);
	}
	return "";
}

const struct spelling plane_spelling = {
	.element = plane_element, .stored = column_sum, .variable = variable_of_value, .distance = plane_distance, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

/* The look-ups of an instance whose reads are spelled out. */
struct lookups {
	const struct kernel *kernel;
	const struct instance *instance;
	int count;
};

static void
count_read(void *lookups, const struct expr *e)
{
	struct lookups *l = lookups;

	if (e->kind == EXPR_FIELD && e->u.field.field->shape != SHAPE_PROFILE)
		l->count += count_steps(l->kernel, offset_add(l->instance->at, e->u.field.offset));
}

int
columns_lookups(const struct kernel *kernel)
{
	struct lookups lookups = { .kernel = kernel };
	struct offset *columns;

	if (table_of(kernel) == TABLE_NONE)
		return 0;
	if (kernel->cluster)
		return kernel->cluster->plan->column_count/(kernel->shape.points*kernel->shape.rows);
	if (has_variables(kernel))
		return variant_columns(kernel->arena, kernel->plan, table_of(kernel), &columns) - 1;
	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		lookups.instance = i;
		plan_walk(i, count_read, &lookups);
	}
	return lookups.count;
}

/* The width of the longest name of some columns, the first left out. */
static int
name_width(struct arena *arena, const struct offset *columns, int count)
{
	int width = 0;

	for (int i = 1; i < count; i++) {
		const int length = (int)strlen(column_name(arena, columns[i]));

		if (width < length)
			width = length;
	}
	return width;
}

static const char *
padded_name(struct arena *arena, struct offset column, int width)
{
	return arena_printf(arena, "%-*s", width, column_name(arena, column));
}

/* What the reads of a thread have in common that find their columns anew. */
static const char *
looked_up(const struct kernel *kernel)
{
	return targets[kernel->variant->target].blocks ? kernel_table_section(kernel, "lookup", "row_of_column") : "";
}

const char *
kernel_indices(const struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	struct offset *columns, before = { MAX_OFFSET + 1, 0, 0 };
	const int count = variant_columns(arena, kernel->plan, table_of(kernel), &columns);
	const int width = name_width(arena, columns, count);
	const char *text = "";

	if (!has_variables(kernel))
		return looked_up(kernel);
	for (int i = 1; i < count; i++) {
		const struct offset start = start_of(kernel, columns[i]);
		const char *from = column_name(arena, start);

		/* The storage looks up once what all columns found from this one share. */
		if (!offset_equal(start, before))
			text = join_lines(arena, text, EXPAND(kernel, kernel->storage, "pattern",
				{ "column", from }));
		before = start;
		text = join_lines(arena, text, EXPAND(kernel, kernel->access, "index",
			{ "name", column_name(arena, columns[i]) },
			{ "padded", padded_name(arena, columns[i], width) },
			{ "neighbour", neighbour_index(kernel, "neighbour", columns[i], from) }));
	}
	return *text ? EXPAND(kernel, kernel->access, "indices", { "lines", text }) : "";
}

static const char *
column_lines(const struct kernel *kernel, const struct template *template, const char *section,
	const struct offset *columns, int count)
{
	struct arena *arena = kernel->arena;
	const int width = name_width(arena, columns, count);
	struct text text = { .arena = arena };

	for (int i = 1; i < count; i++)
		lines_add(&text, EXPAND(kernel, template, section,
			{ "name", column_name(arena, columns[i]) },
			{ "padded", padded_name(arena, columns[i], width) },
			{ "slot", int_text(arena, i - 1) }));
	return text_of(&text);
}

const char *
kernel_read_columns(const struct kernel *kernel, const struct template *template,
	const char *section)
{
	return column_lines(kernel, template, section, kernel->plan->columns,
		kernel->plan->column_count);
}

const char *
kernel_found_columns(const struct kernel *kernel, const struct template *template,
	const char *section)
{
	struct offset *columns;
	const int count = variant_columns(kernel->arena, kernel->plan, table_of(kernel), &columns);

	return column_lines(kernel, template, section, columns, count);
}

const char *
kernel_vectors(const struct kernel *kernel)
{
	return EXPAND(kernel, kernel_grid_template(kernel), "vectors",
		{ "lanes", int_text(kernel->arena, variant_lanes(kernel->plan)) });
}

int
kernel_slots(const struct kernel *kernel)
{
	return (kernel->plan->column_count - 1) | 1;
}
