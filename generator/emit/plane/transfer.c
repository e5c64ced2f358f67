#include "generator/emit/plane/planes.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

#include <string.h>

/* The left side of an assignment that loads a register tile. */
static const char *
loaded_register_tile(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows)
{
	return !register_tile_is_immediate(registers) ? register_tile_element(kernel, registers, rows, rows->first)
		: arena_printf(kernel->arena, "%s%s %s", registers->field->role == ROLE_IN ? "const " : "",
			register_tile_type(kernel->arena, registers), registers->name);
}

static const char *
load_text(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows, const char *point)
{
	const char *loaded = loaded_register_tile(kernel, registers, rows);

	return registers->width < 2 ? arena_printf(kernel->arena, "%s = %s;", loaded, point)
		: arena_printf(kernel->arena, "%s = *(const %s *)&%s;", loaded, register_tile_type(kernel->arena, registers),
		point);
}

const char *
register_tile_load(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows)
{
	return load_text(kernel, registers, rows, kernel_element(kernel, registers->field,
		register_tile_index(kernel, rows_index(kernel, rows), registers->x, registers->z)));
}

/* Whether two rows are loaded for the same register tiles, of those before end. */
static bool
loads_alike(const struct register_tile *registers, const struct register_tile *end, int row, int other)
{
	for (; registers != end; registers = registers->next)
		if (register_tile_is_loaded(registers, row) != register_tile_is_loaded(registers, other))
			return false;
	return true;
}

static bool
any_loaded(const struct register_tile *registers, const struct register_tile *end, int row)
{
	while (registers != end && !register_tile_is_loaded(registers, row))
		registers = registers->next;
	return registers != end;
}

static const char *
loads_of_rows(const struct kernel *kernel, const struct register_tile *registers, const struct register_tile *end,
	const struct rows *rows)
{
	const bool planes = planes_of(kernel, registers->field) != NULL;
	const char *text = "";

	for (; registers != end; registers = registers->next)
		if (register_tile_is_loaded(registers, rows->first))
			text = join_lines(kernel->arena, text, planes
				? load_text(kernel, registers, rows, plane_element_of(kernel, registers, rows))
				: register_tile_load(kernel, registers, rows));
	return !*text ? "" : (planes ? rows_loop : rows_indexed_loop)(kernel, rows, "rows", text);
}

/* Loads of register tiles of one field, row by row. */
static const char *
loads_of_register_tiles(const struct kernel *kernel, const struct register_tile *registers, const struct register_tile *end)
{
	const char *origin = registers->field->shape == SHAPE_COLUMN ? "c" : "base";
	const char *text = "";
	int next;

	for (int row = -MAX_OFFSET; row < REGISTER_TILE_ROWS - MAX_OFFSET; row = next) {
		struct rows rows;

		next = row + 1;
		while (next < REGISTER_TILE_ROWS - MAX_OFFSET && loads_alike(registers, end, row, next))
			next++;
		if (!any_loaded(registers, end, row))
			continue;
		rows = rows_of(kernel, origin, row, next - row);
		text = join_lines(kernel->arena, text, loads_of_rows(kernel, registers, end, &rows));
	}
	return text;
}

const char *
tile_thread_point(const struct kernel *kernel)
{
	return EXPAND(kernel, kernel->access, "thread_point",
		{ "point", macro_if(kernel->shape.points == 1) },
		{ "points", macro_if(kernel->shape.points > 1) },
		{ "row", macro_if(kernel->shape.rows == 1) },
		{ "rows", macro_if(kernel->shape.rows > 1) });
}

const char *
tile_loads(const struct kernel *kernel)
{
	const bool ordered = accesses[kernel->variant->access].tile != TILE_COLUMNS;
	struct text text = { .arena = kernel->arena };

	for (const struct register_tile *s = kernel->tile->register_tiles, *end; s && s->field; s = end) {
		end = s->next;
		while (ordered && end && end->field == s->field && end->z == s->z)
			end = end->next;
		lines_add(&text, loads_of_register_tiles(kernel, s, end));
	}
	return text_of(&text);
}

/* The stores of a row's points x of all fields. */
static const char *
stores_of_points(const struct kernel *kernel, const struct rows *rows, int x)
{
	const char *text = "";

	for (const struct register_tile *s = kernel->tile->register_tiles; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "%s = %s;",
				kernel_element(kernel, s->field, index_add(kernel->arena, rows_index(kernel, rows), x, NULL)),
				register_tile_part(kernel, s, rows, 0, x)));
	return text;
}

static bool
is_one_line(const char *text)
{
	return !strchr(text, '\n');
}

/* The points of a vector that the row has, one by one. */
static const char *
remainder_text(const struct kernel *kernel, const struct rows *rows)
{
	const char *text = stores_of_points(kernel, rows, 0);

	for (int x = 1; x < kernel->shape.points - 1; x++) {
		const char *stores = stores_of_points(kernel, rows, x);

		text = join_lines(kernel->arena, text, EXPAND(kernel, tile_template(kernel), "if_there",
			{ "one", macro_if(is_one_line(stores)) },
			{ "several", macro_if(!is_one_line(stores)) },
			{ "distance", int_text(kernel->arena, x) },
			{ "stores", stores }));
	}
	return text;
}

static const char *
stores_of_vectors(const struct kernel *kernel, const struct rows *rows)
{
	const char *text = "", *remainder = remainder_text(kernel, rows);

	for (const struct register_tile *s = kernel->tile->register_tiles; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "*(%s *)&%s = %s;",
				register_tile_type(kernel->arena, s), kernel_element(kernel, s->field, rows_index(kernel, rows)),
				register_tile_element(kernel, s, rows, 0)));
	return EXPAND(kernel, tile_template(kernel), "store_vectors",
		{ "one", macro_if(is_one_line(text) && is_one_line(remainder)) },
		{ "several", macro_if(!is_one_line(text) || !is_one_line(remainder)) },
		{ "stores", text },
		{ "remainder", remainder });
}

const char *
tile_stores(const struct kernel *kernel)
{
	/* A loop over these rows ends early at the edge, so that none needs to be clamped. */
	struct rows rows = rows_of(kernel, "base", 0, kernel->shape.rows);

	rows.clamped = false;
	return rows_indexed_loop(kernel, &rows, "rows_there", kernel->shape.points > 1
		? stores_of_vectors(kernel, &rows) : stores_of_points(kernel, &rows, 0));
}
