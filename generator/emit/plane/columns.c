#include "generator/emit/plane/columns.h"

#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"
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
	return plan_reads_rows(kernel->plan) || template_uses(kernel->access, "kernel", "column") || variant_has_steps(kernel->variant);
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

/* How many rows a table has, where its entries are found by that. */
static const char *
table_rows(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].compressed ? "patterns" : "stride";
}

/* A table lies as columns do: the entries of a row side by side, or those of a slot. */
static bool
rows_lie_together(const struct kernel *kernel)
{
	return kernel->variant->levels == LEVELS_INNERMOST || kernel->variant->column_tables;
}

/* The index of a slot in a row of the table. */
static const char *
table_entry(const struct kernel *kernel, const char *slot, const char *row)
{
	return rows_lie_together(kernel) ? arena_printf(kernel->arena, "%s*RELATIONS + %s", row, slot)
		: arena_printf(kernel->arena, "%s*%s + %s", slot, table_rows(kernel), row);
}

const char *
table_slots(const struct kernel *kernel)
{
	return table_entry(kernel, "slot", storages[kernel->variant->storage].compressed ? "row" : "column");
}

/* Whether kernels take the number of rows of a table as an argument: it may have fewer than there are columns. */
static bool
takes_rows(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].compressed && !rows_lie_together(kernel);
}

const char *
kernel_table_parameters(const struct kernel *k)
{
	return !kernel_has_table(k) ? "" : EXPAND(k, k->storage, "parameters",
		{ "entry", table_slots(k) },
		{ "rows", macro_if(takes_rows(k)) });
}

/* What the storage needs to find neighbours: names, each with a comma. */
static const char *
table_operands(const struct kernel *k)
{
	return kernel_section(k, k->storage, "operands");
}

const char *
kernel_table_arguments(const struct kernel *k)
{
	struct text text = { .arena = k->arena };

	if (!kernel_has_table(k))
		return "";
	for (const char *name = table_operands(k); *name; ) {
		const size_t length = strcspn(name, ",") + 1;

		text_add(&text, arena_printf(k->arena, "%sgrid->%.*s", text.length ? " " : "", (int)length, name));
		name += length + strspn(name + length, " ");
	}
	return takes_rows(k) ? arena_printf(k->arena, "%s grid->%s,", text_of(&text), table_rows(k)) : text_of(&text);
}

/* A function of the storage that finds a neighbour of a column. */
static const char *
look_up(const struct kernel *k, const char *section)
{
	return !kernel_has_table(k) || !template_has(k->storage, section) ? "" : EXPAND(k, k->storage, section,
		{ "entry", table_entry(k, "slot", storages[k->variant->storage].compressed ? "pattern[column]" : "column") });
}

/* How the storage finds a column from the one where it starts. */
static const char *
neighbour_index(const struct kernel *kernel, struct offset at, const char *from)
{
	struct arena *arena = kernel->arena;
	const struct offset start = start_of(kernel, at);
	const struct offset step = { at.x - start.x, at.y - start.y, 0 };
	const char *row = storages[kernel->variant->storage].compressed ? arena_printf(arena, "p%s", from) : from;

	return EXPAND(kernel, kernel->storage, "neighbour",
		{ "from", from },
		{ "entry", table_entry(kernel, slot_name(arena, step), row) },
		{ "shift", index_add(arena, index_add(arena, "", step.y, "row"), step.x, NULL) });
}

/* The index of a column, spelled out from column c: by arithmetic, or by calls of the storage's function, which CPUs
 * tell where the table is. */
static const char *
step_index(const struct kernel *kernel, struct offset at)
{
	struct arena *arena = kernel->arena;
	const struct offset start = start_of(kernel, at);
	const char *from, *slot;

	if (!at.x && !at.y)
		return "c";
	from = step_index(kernel, start);
	if (storages[kernel->variant->storage].regular)
		return neighbour_index(kernel, at, from);
	slot = slot_name(arena, (struct offset){ at.x - start.x, at.y - start.y, 0 });
	return targets[kernel->variant->target].blocks ? arena_printf(arena, "next(%s, %s)", from, slot)
		: arena_printf(arena, "next(%s %s, %s, %s)", table_operands(kernel), table_rows(kernel), from, slot);
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
	return !accesses[kernel->variant->access].anew;
}

static const char *
column_index(const struct kernel *kernel, struct offset at)
{
	return has_variables(kernel) ? column_name(kernel->arena, (struct offset){ at.x, at.y, 0 }) : step_index(kernel, at);
}

/* The index of a point. On CPUs fields begin at the level that is updated, except in sweeps; before a loop over levels it is
 * on the first of these. */
static const char *
point_index(const struct kernel *kernel, const struct site *site, struct offset at)
{
	const char *column = column_index(kernel, at);

	if (kernel->variant->levels == LEVELS_INNERMOST)
		return index_add(kernel->arena, arena_printf(kernel->arena, "%s*pitch + k", column), at.z, NULL);
	if (site->before_loop)
		column = kernel->shape.levels ? arena_printf(kernel->arena, "start + %s", column) : column;
	else if (targets[kernel->variant->target].blocks || kernel->sweeps)
		column = arena_printf(kernel->arena, "base + %s", column);
	return index_add(kernel->arena, column, at.z, "stride");
}

/* A variable that a sweep has: a CPU's of each column of a block. */
static const char *
column_variable(const struct kernel *kernel, const struct field *field)
{
	const char *name = kernel->plan->names.fields[field->index];

	return targets[kernel->variant->target].blocks ? name : arena_printf(kernel->arena, "%s[c - from]", name);
}

/* At a level by value, which may be far away: the index may need more than an int. */
static const char *
element_by_value(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	struct arena *arena = kernel->arena;
	const bool innermost = kernel->variant->levels == LEVELS_INNERMOST;
	const char *own = point_index(kernel, site, to->offset);

	if (kernel->flat)
		own = column_index(kernel, to->offset);
	if (innermost && !kernel->sweeps)
		return kernel_element(kernel, to->field, arena_printf(arena, "%s*pitch + %s", column_index(kernel, to->offset),
			c_level(kernel, site, to)));
	if (innermost && kernel->flat)
		own = arena_printf(arena, "%s*pitch", own);
	return kernel_element(kernel, to->field, arena_printf(arena, innermost ? "%s + %s" : "%s + %s*stride", own,
		c_levels_up(kernel, site, to)));
}

const char *
plane_element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const struct field *field = to->field;
	const struct offset at = to->offset;
	const char *variable;

	switch (field->shape) {
	case SHAPE_POINT:
		if (field->shared)
			return shared_element(kernel, field, at.z);
		if (to->level)
			return element_by_value(kernel, site, to);
		variable = site->assigned || site->before_loop ? NULL : ahead_variable(kernel, to);
		if (variable)
			return variable;
		return kernel_element(kernel, field, point_index(kernel, site, at));
	case SHAPE_COLUMN:
		if (field->reduction)
			return column_sum_name(kernel, field);
		return kernel_element(kernel, field, column_index(kernel, at));
	case SHAPE_PROFILE:
		return to->level ? kernel_element(kernel, field, c_level(kernel, site, to)) : profile_element(kernel, field, at.z);
	case SHAPE_SCALAR:
		return field->local ? column_variable(kernel, field) : scalar_element(kernel, field);
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

	if (e->kind == EXPR_FIELD && e->u.read.field->shape != SHAPE_PROFILE)
		l->count += count_steps(l->kernel, offset_add(l->instance->at, e->u.read.offset));
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

const char *
kernel_lookup(const struct kernel *kernel)
{
	return has_variables(kernel) ? "" : look_up(kernel, "lookup");
}

const char *
kernel_function(const struct kernel *kernel)
{
	return has_variables(kernel) ? "" : look_up(kernel, "function");
}

const char *
kernel_indices(const struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	struct offset *columns, before = { MAX_OFFSET + 1, 0, 0 };
	const int count = variant_columns(arena, kernel->plan, table_of(kernel), &columns);
	const int width = name_width(arena, columns, count);
	const bool declared = template_uses(kernel->access, "kernel", "variables");
	const char *text = "";

	if (!has_variables(kernel))
		return "";
	for (int i = 1; i < count; i++) {
		const struct offset start = start_of(kernel, columns[i]);
		const char *from = column_name(arena, start);

		/* The storage looks up once what all columns found from this one share. */
		if (!offset_equal(start, before) && template_has(kernel->storage, "pattern"))
			text = join_lines(arena, text, EXPAND(kernel, kernel->storage, "pattern", { "column", from }));
		before = start;
		text = join_lines(arena, text, arena_printf(arena, "%s%s = %s;", declared ? "" : "const int ",
			padded_name(arena, columns[i], width), neighbour_index(kernel, columns[i], from)));
	}
	return text;
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
