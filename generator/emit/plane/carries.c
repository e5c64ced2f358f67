#include "generator/emit/plane/tile_text.h"
#include "generator/emit/expression.h"
#include "generator/text/wrap.h"

/* What a thread that goes up carries from level to level. */

/* How many rows from this one on a register tile carries. */
static int
count_carried(const struct register_tile *registers, int row)
{
	int count = 0;

	while (row + count < registers->high && register_tile_is_carried(registers, row + count))
		count++;
	return count;
}

/* Neighbouring rows that a register tile carries. */
struct carried {
	const struct register_tile *registers;
	int first, count;
	bool done;
};

/* Finds the carried rows of all register tiles of a level. */
static int
find_carried(const struct kernel *kernel, int z, struct carried **carried)
{
	int count = 0;

	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		count += s->z == z ? s->high - s->low : 0;
	*carried = arena_array(kernel->arena, struct carried, count + 1);
	count = 0;
	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		for (int row = s->low, rows; s->z == z && row < s->high; row += rows + !rows) {
			rows = count_carried(s, row);
			if (rows)
				(*carried)[count++] = (struct carried){ s, row, rows, false };
		}
	return count;
}

static const char *
carry_text(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows)
{
	return arena_printf(kernel->arena, "%s = %s;", register_tile_element(kernel, registers, rows, rows->first),
		register_tile_element(kernel, register_tile_above(kernel->tile, registers), rows, rows->first));
}

/* Register tiles of a level with the same rows share a loop. */
static const char *
carries_of_level(const struct kernel *kernel, int z)
{
	struct carried *carried;
	const int count = find_carried(kernel, z, &carried);
	const char *text = "";

	for (int i = 0; i < count; i++) {
		const struct rows rows = { .first = carried[i].first, .count = carried[i].count };
		const char *body = "";

		for (int j = i; j < count; j++) {
			if (carried[j].done || carried[j].first != rows.first || carried[j].count != rows.count)
				continue;
			carried[j].done = true;
			body = join_lines(kernel->arena, body, carry_text(kernel, carried[j].registers, &rows));
		}
		if (*body)
			text = join_lines(kernel->arena, text, rows_loop(kernel, &rows, "rows", body));
	}
	return text;
}

const char *
tile_carries(const struct kernel *kernel)
{
	const char *text = "";

	/* A level is overwritten after the one below it has got its rows. */
	for (int z = -MAX_OFFSET; z <= MAX_OFFSET; z++)
		text = join_lines(kernel->arena, text, carries_of_level(kernel, z));
	return text;
}

/* What a carried register tile holds where a thread begins, straight from memory. */
static const char *
first_text(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows)
{
	const struct site site = { { registers->x, rows->first, registers->z }, rows, true, false };

	if (registers->field)
		return register_tile_load(kernel, registers, rows);
	return wrap(kernel->arena, arena_printf(kernel->arena, "%s = %s;",
		register_tile_element(kernel, registers, rows, rows->first),
		c_expr(kernel, &site, registers->temp->stmt->u.assign.value)), LINE_WIDTH, 4);
}

/* Whether an expression reads fields in the row of its own point. */
static bool
reads_own_row(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD)
		return e->u.read.offset.y == 0;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_own_row(operand))
			return true;
	return false;
}

/* Carried rows of register tiles that share a loop. */
struct shared_rows {
	struct rows rows;
	const char *body;
	bool indexed; /* the body reads these rows of a field */
};

static const char *
shared_rows_text(const struct kernel *kernel, const struct shared_rows *shared)
{
	return !*shared->body ? "" : (shared->indexed ? rows_indexed_loop : rows_loop)(kernel,
		&shared->rows, "rows", shared->body);
}

/* What the first level begins with, register tile by register tile, in the order of addresses. */
const char *
tile_prologue(const struct kernel *kernel)
{
	struct shared_rows shared = { .body = "" };
	const char *all = "";

	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		for (int row = s->low, count; row < s->high; row += count + !count) {
			count = count_carried(s, row);
			if (!count)
				continue;
			if (shared.rows.first != row || shared.rows.count != count) {
				all = join_lines(kernel->arena, all, shared_rows_text(kernel, &shared));
				shared = (struct shared_rows){ rows_of(kernel, "base", row, count), "", false };
			}
			shared.body = join_lines(kernel->arena, shared.body,
				first_text(kernel, s, &shared.rows));
			shared.indexed |= s->field || reads_own_row(s->temp->stmt->u.assign.value);
		}
	return join_lines(kernel->arena, all, shared_rows_text(kernel, &shared));
}
