#include "generator/emit/plane/tile_text.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"

#include <string.h>

const char *
strip_element(const struct kernel *kernel, const struct strip *strip, const struct rows *rows,
	int row)
{
	return strip_is_scalar(strip) ? strip->name : arena_printf(kernel->arena, "%s[%s]", strip->name,
		rows_number(kernel, rows, row - strip->low));
}

const char *
strip_part(const struct kernel *kernel, const struct strip *strip, const struct rows *rows,
	int row, int part)
{
	const char *text = strip_element(kernel, strip, rows, row);

	return strip->width < 2 ? text : arena_printf(kernel->arena, "%s.%c", text, "xyzw"[part]);
}

const char *
strip_index(const struct kernel *kernel, const char *row_start, int x, int z)
{
	struct arena *arena = kernel->arena;
	/* A column that not every thread may read has a name. */
	const char *column = x > 0 && kernel->needs.guarded[x]
		? arena_printf(arena, "%s + %s", row_start, column_name(arena, (struct offset){ x, 0, 0 }))
		: index_add(arena, row_start, x, NULL);

	return index_add(arena, column, z, "stride");
}

const char *
strip_type(struct arena *arena, const struct strip *strip)
{
	const char *vector = strip->type == TYPE_BOOL ? "uchar" : type_name(strip->type);

	return strip->width > 1 ? arena_printf(arena, "%s%d", vector, strip->width)
		: strip->field ? element_name(strip->type) : type_name(strip->type);
}

static bool
is_in_set(const struct strip *strip, const struct strip_set *set)
{
	return !strip->local && !strip_is_immediate(strip) && (strip->field != NULL) == set->fields
		&& strip_is_carried_at_all(strip) == set->carried
		&& (set->carried || !set->fields || (strip->field->role == ROLE_OUT) == set->outputs)
		&& (!set->stmt || strip->temp->stmt == set->stmt);
}

/* "double2 src_c[6];" */
static const char *
declaration_of_rows(struct arena *arena, const struct strip *strip)
{
	return arena_printf(arena, "%s %s[%d];", strip_type(arena, strip), strip->name,
		strip->high - strip->low);
}

/* A line for each array of a set, with its rows. */
static const char *
declare_arrays(const struct kernel *kernel, const struct strip_set *set)
{
	struct arena *arena = kernel->arena;
	const char *text = "";
	int width = 0;

	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		if (is_in_set(s, set) && !strip_is_scalar(s)) {
			const int length = (int)strlen(declaration_of_rows(arena, s));

			width = width < length ? length : width;
		}
	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		if (is_in_set(s, set) && !strip_is_scalar(s))
			text = join_lines(arena, text, arena_printf(arena, "%-*s // rows %d to %d", width,
				declaration_of_rows(arena, s), s->low, s->high - 1));
	return text;
}

/* A line for the scalars of a set that have a type. */
static const char *
declare_scalars(const struct kernel *kernel, const struct strip_set *set, const char *type)
{
	struct arena *arena = kernel->arena;
	struct list names = { .text.arena = arena };

	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		if (is_in_set(s, set) && strip_is_scalar(s) && !strcmp(strip_type(arena, s), type))
			list_add(&names, s->name);
	return arena_printf(arena, "%s %s;", type, wrap(arena, text_of(&names.text), LINE_WIDTH, 4));
}

const char *
declare_strips(const struct kernel *kernel, struct strip_set set)
{
	const struct strip *strips = kernel->tile->strips;
	const char *text = declare_arrays(kernel, &set);

	for (const struct strip *s = strips; s; s = s->next) {
		const char *type = strip_type(kernel->arena, s);
		const struct strip *like = strips;

		while (like != s && (!is_in_set(like, &set) || !strip_is_scalar(like)
				|| strcmp(strip_type(kernel->arena, like), type)))
			like = like->next;
		if (like == s && is_in_set(s, &set) && strip_is_scalar(s))
			text = join_lines(kernel->arena, text, declare_scalars(kernel, &set, type));
	}
	return text;
}

const char *
tile_strips(const struct kernel *kernel)
{
	return declare_strips(kernel, (struct strip_set){ .fields = true });
}

const char *
tile_outputs(const struct kernel *kernel)
{
	return declare_strips(kernel, (struct strip_set){ .fields = true, .outputs = true });
}

const char *
tile_carried_strips(const struct kernel *kernel)
{
	return join_lines(kernel->arena,
		declare_strips(kernel, (struct strip_set){ .fields = true, .carried = true }),
		declare_strips(kernel, (struct strip_set){ .carried = true }));
}
