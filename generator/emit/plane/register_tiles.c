#include "generator/emit/plane/tile_text.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"

#include <string.h>

const char *
register_tile_element(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows,
	int row)
{
	return register_tile_is_scalar(registers) ? registers->name : arena_printf(kernel->arena, "%s[%s]", registers->name,
		rows_number(kernel, rows, row - registers->low));
}

const char *
register_tile_part(const struct kernel *kernel, const struct register_tile *registers, const struct rows *rows,
	int row, int part)
{
	const char *text = register_tile_element(kernel, registers, rows, row);

	return registers->width < 2 ? text : arena_printf(kernel->arena, "%s.%c", text, "xyzw"[part]);
}

const char *
register_tile_index(const struct kernel *kernel, const char *row_start, int x, int z)
{
	struct arena *arena = kernel->arena;
	/* A column that not every thread may read has a name. */
	const char *column = x > 0 && kernel->needs.guarded[x]
		? arena_printf(arena, "%s + %s", row_start, column_name(arena, (struct offset){ x, 0, 0 }))
		: index_add(arena, row_start, x, NULL);

	return index_add(arena, column, z, "stride");
}

const char *
register_tile_type(struct arena *arena, const struct register_tile *registers)
{
	const char *vector = registers->type == TYPE_BOOL ? "uchar" : type_name(registers->type);

	return registers->width > 1 ? arena_printf(arena, "%s%d", vector, registers->width)
		: registers->field ? element_name(registers->type) : type_name(registers->type);
}

static bool
is_in_set(const struct register_tile *registers, const struct register_tile_set *set)
{
	return !registers->local && !register_tile_is_immediate(registers) && (registers->field != NULL) == set->fields
		&& register_tile_is_carried_at_all(registers) == set->carried
		&& (set->carried || !set->fields || (registers->field->role == ROLE_OUT) == set->outputs)
		&& (!set->stmt || registers->temp->stmt == set->stmt);
}

/* "double2 src_c[6];" */
static const char *
declaration_of_rows(struct arena *arena, const struct register_tile *registers)
{
	return arena_printf(arena, "%s %s[%d];", register_tile_type(arena, registers), registers->name,
		registers->high - registers->low);
}

/* A line for each array of a set, with its rows. */
static const char *
declare_arrays(const struct kernel *kernel, const struct register_tile_set *set)
{
	struct arena *arena = kernel->arena;
	const char *text = "";
	int width = 0;

	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		if (is_in_set(s, set) && !register_tile_is_scalar(s)) {
			const int length = (int)strlen(declaration_of_rows(arena, s));

			width = width < length ? length : width;
		}
	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		if (is_in_set(s, set) && !register_tile_is_scalar(s))
			text = join_lines(arena, text, arena_printf(arena, "%-*s // rows %d to %d", width,
				declaration_of_rows(arena, s), s->low, s->high - 1));
	return text;
}

/* A line for the scalars of a set that have a type. */
static const char *
declare_scalars(const struct kernel *kernel, const struct register_tile_set *set, const char *type)
{
	struct arena *arena = kernel->arena;
	struct list names = { .text.arena = arena };

	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		if (is_in_set(s, set) && register_tile_is_scalar(s) && !strcmp(register_tile_type(arena, s), type))
			list_add(&names, s->name);
	return arena_printf(arena, "%s %s;", type, wrap(arena, text_of(&names.text), LINE_WIDTH, 4));
}

const char *
declare_register_tiles(const struct kernel *kernel, struct register_tile_set set)
{
	const struct register_tile *register_tiles = kernel->tile->register_tiles;
	const char *text = declare_arrays(kernel, &set);

	for (const struct register_tile *s = register_tiles; s; s = s->next) {
		const char *type = register_tile_type(kernel->arena, s);
		const struct register_tile *like = register_tiles;

		while (like != s && (!is_in_set(like, &set) || !register_tile_is_scalar(like)
				|| strcmp(register_tile_type(kernel->arena, like), type)))
			like = like->next;
		if (like == s && is_in_set(s, &set) && register_tile_is_scalar(s))
			text = join_lines(kernel->arena, text, declare_scalars(kernel, &set, type));
	}
	return text;
}

const char *
tile_register_tiles(const struct kernel *kernel)
{
	return declare_register_tiles(kernel, (struct register_tile_set){ .fields = true });
}

const char *
tile_outputs(const struct kernel *kernel)
{
	return declare_register_tiles(kernel, (struct register_tile_set){ .fields = true, .outputs = true });
}

const char *
tile_carried_register_tiles(const struct kernel *kernel)
{
	return join_lines(kernel->arena,
		declare_register_tiles(kernel, (struct register_tile_set){ .fields = true, .carried = true }),
		declare_register_tiles(kernel, (struct register_tile_set){ .carried = true }));
}
