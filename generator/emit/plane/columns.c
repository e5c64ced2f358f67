#include "generator/plan/names.h"
#include "generator/plan/offset.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/wrap.h"
#include "generator/variants/relations.h"

#include <stdlib.h>
#include <string.h>

static enum table
table_of(const struct kernel *kernel)
{
	return storages[kernel->variant->storage].table;
}

bool
kernel_has_table(const struct kernel *kernel)
{
	return table_of(kernel) == TABLE_NONE || kernel->plan->column_count > 1;
}

/* " - row + 2": from a column to another on a regular grid. */
static const char *
shift_text(struct arena *arena, struct offset at)
{
	const char *rows = "", *columns = "";

	if (at.y)
		rows = abs(at.y) == 1 ? arena_printf(arena, " %c row", at.y < 0 ? '-' : '+')
			: arena_printf(arena, " %c %d*row", at.y < 0 ? '-' : '+', abs(at.y));
	if (at.x)
		columns = arena_printf(arena, " %c %d", at.x < 0 ? '-' : '+', abs(at.x));
	return arena_printf(arena, "%s%s", rows, columns);
}

/* Where the way to a column starts. */
static struct offset
way_start(const struct kernel *kernel, struct offset at)
{
	return table_of(kernel) == TABLE_CHASING ? column_before(at) : (struct offset){ 0, 0, 0 };
}

static const char *
way(struct kernel *kernel, const char *section, struct offset at, const char *from)
{
	const struct offset start = way_start(kernel, at);
	const struct offset step = { at.x - start.x, at.y - start.y, 0 };

	kernel->lookups += table_of(kernel) != TABLE_NONE;
	return EXPAND(kernel, kernel->storage, section,
		{ "from", from },
		{ "slot", slot_name(kernel->arena, step) },
		{ "shift", shift_text(kernel->arena, step) });
}

/* The storage's way to a column, spelled out from column c. */
static const char *
hop(struct kernel *kernel, struct offset at)
{
	if (!at.x && !at.y)
		return "c";
	return way(kernel, kernel->variant->target == TARGET_openmp ? "call" : "hop", at,
		hop(kernel, way_start(kernel, at)));
}

const char *
kernel_index(struct kernel *kernel, enum index_kind kind, struct offset at)
{
	const char *section = kind == INDEX_COLUMN ? "column"
		: kernel->before_loop ? "first_point" : "point";

	if (kernel->variant->family == GRID_sparse)
		return sparse_index(kernel, at);
	at.z = 0;
	if (template_uses(kernel->access, section, "name"))
		return EXPAND(kernel, kernel->access, section, { "name", column_name(kernel->arena, at) });
	return EXPAND(kernel, kernel->access, section, { "hop", hop(kernel, at) });
}

const char *
kernel_level(struct kernel *kernel)
{
	return kernel_section(kernel, kernel->access, "level");
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
kernel_indices(struct kernel *kernel)
{
	struct arena *arena = kernel->arena;
	struct offset *columns, visited = { MAX_OFFSET + 1, 0, 0 };
	const int count = variant_columns(arena, kernel->plan, table_of(kernel), &columns);
	const int width = name_width(arena, columns, count);
	const char *text = "";

	for (int i = 1; i < count; i++) {
		const struct offset start = way_start(kernel, columns[i]);
		const char *from = column_name(arena, start);

		/* The storage's visit to a column that ways start from. */
		if (!offset_equal(start, visited))
			text = join_lines(arena, text, EXPAND(kernel, kernel->storage, "visit",
				{ "column", from }));
		visited = start;
		text = join_lines(arena, text, EXPAND(kernel, kernel->access, "index",
			{ "name", padded_name(arena, columns[i], width) },
			{ "neighbour", way(kernel, "neighbour", columns[i], from) }));
	}
	return *text ? EXPAND(kernel, kernel->access, "indices", { "lines", text }) : "";
}

const char *
kernel_columns(struct kernel *kernel, const struct template *template, const char *section)
{
	struct arena *arena = kernel->arena;
	const struct offset *columns = kernel->plan->columns;
	const int count = kernel->plan->column_count;
	/* Variables that the access itself declares cover the whole way. */
	const bool whole_way = !strcmp(section, "variable");
	struct offset *way_columns;
	const int way_count = variant_columns(arena, kernel->plan, table_of(kernel), &way_columns);
	const char *text = "";
	const int width = name_width(arena, columns, count);

	for (int i = 1; i < (whole_way ? way_count : count); i++)
		text = join_lines(arena, text, EXPAND(kernel, template, section,
			{ "name", whole_way ? column_name(arena, way_columns[i])
				: padded_name(arena, columns[i], section[0] == 's' ? 0 : width) },
			{ "slot", arena_printf(arena, "%d", i - 1) }));
	return text;
}

int
kernel_slots(struct kernel *kernel)
{
	return (kernel->plan->column_count - 1) | 1;
}
