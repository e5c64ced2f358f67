#include "generator/emit/tile/tile_text.h"
#include "generator/plan/names.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/wrap.h"

#include <stdlib.h>
#include <string.h>

const char *
plus_text(struct arena *arena, const char *term, int number)
{
	return !number ? term : arena_printf(arena, "%s %c %d", term, number < 0 ? '-' : '+',
		abs(number));
}

const char *
times_text(struct arena *arena, int number, const char *step)
{
	const char sign = number < 0 ? '-' : '+';

	return !number ? "" : abs(number) == 1 ? arena_printf(arena, " %c %s", sign, step)
		: arena_printf(arena, " %c %d*%s", sign, abs(number), step);
}

/* A strip of one row is a variable. */
static bool
is_scalar(const struct strip *strip)
{
	return strip->local || strip->high - strip->low == 1;
}

const char *
strip_element(struct kernel *kernel, const struct strip *strip, int row)
{
	const int index = row - strip->low;

	if (is_scalar(strip))
		return strip->name;
	return arena_printf(kernel->arena, "%s[%s]", strip->name, kernel->in_row_loop
		? plus_text(kernel->arena, "r", index) : arena_printf(kernel->arena, "%d", index));
}

const char *
strip_part(struct kernel *kernel, const struct strip *strip, int row, int part)
{
	const char *text = strip_element(kernel, strip, row);

	return strip->width < 2 ? text : arena_printf(kernel->arena, "%s.%c", text, "xyzw"[part]);
}

/* From a thread's column to another one. A column that not every thread may read
 * has a name. */
static const char *
way_text(struct kernel *kernel, int x)
{
	if (x <= kernel->plan->stencil->border.high[0])
		return plus_text(kernel->arena, "", x);
	kernel->guarded[x] = true;
	return arena_printf(kernel->arena, " + %s",
		column_name(kernel->arena, (struct offset){ x, 0, 0 }));
}

const char *
strip_index(struct kernel *kernel, int x, int z)
{
	return arena_printf(kernel->arena, "%s%s%s", kernel->row_start, way_text(kernel, x),
		times_text(kernel->arena, z, "stride"));
}

/* Where the lowest level of a thread has a point of these rows, or of others as far from
 * them; a row that not every thread may read is replaced by the last one. */
static const char *
first_index(struct kernel *kernel, struct offset at)
{
	const int last = at.y + kernel->row_count - 1;
	const char *row = kernel->in_row_loop ? plus_text(kernel->arena, "r", at.y)
		: arena_printf(kernel->arena, "%d", at.y);

	if (at.y == kernel->first_row)
		return strip_index(kernel, at.x, at.z);
	if (last > kernel->plan->stencil->border.high[1]) {
		row = arena_printf(kernel->arena, "min(%s, last)", row);
		kernel->clamps = true;
	} else if (kernel->in_row_loop && at.y) {
		row = arena_printf(kernel->arena, "(%s)", row);
	}
	return arena_printf(kernel->arena, "base + %s*row%s%s", row, way_text(kernel, at.x),
		times_text(kernel->arena, at.z, "stride"));
}

const char *
kernel_point(struct kernel *kernel, const struct field *field, struct offset at)
{
	const struct strip *strip;
	int part;

	if (kernel->before_loop)
		return kernel_element(kernel, field, first_index(kernel, at));
	strip = tile_field(kernel->tile, field, at, &part);
	return strip_part(kernel, strip, at.y, part);
}

const char *
kernel_value(struct kernel *kernel, const struct temp *temp, struct offset at)
{
	return kernel->tile ? strip_element(kernel, tile_value(kernel->tile, temp, at), at.y)
		: plan_value(kernel->plan, temp, at)->variable->name;
}

const char *
strip_type(struct arena *arena, const struct strip *strip)
{
	return strip->width < 2 ? type_name(strip->type)
		: arena_printf(arena, "%s%d", type_name(strip->type), strip->width);
}

static bool
is_carried_at_all(const struct strip *strip)
{
	for (int row = strip->low; row < strip->high; row++)
		if (strip_is_carried(strip, row))
			return true;
	return false;
}

static bool
is_in_group(const struct strip *strip, const struct group *group)
{
	return !strip->local && (strip->field != NULL) == group->fields
		&& is_carried_at_all(strip) == group->carried
		&& (!group->stmt || strip->temp->stmt == group->stmt);
}

/* One line of declarations: the strips of a group that have a type. */
static const char *
declare(struct kernel *kernel, const struct group *group, const char *type)
{
	struct arena *arena = kernel->arena;
	struct list names = { arena, "" };

	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		if (is_in_group(s, group) && !strcmp(strip_type(arena, s), type))
			list_add(&names, is_scalar(s) ? s->name
				: arena_printf(arena, "%s[%d]", s->name, s->high - s->low));
	return EXPAND(kernel, kernel->access, "declare",
		{ "type", type }, { "names", wrap(arena, names.text, LINE_WIDTH, 4) });
}

const char *
declare_strips(struct kernel *kernel, struct group group)
{
	const struct strip *strips = kernel->tile->strips;
	const char *text = "";

	for (const struct strip *s = strips; s; s = s->next) {
		const char *type = strip_type(kernel->arena, s);
		const struct strip *like = strips;

		while (like != s && (!is_in_group(like, &group)
				|| strcmp(strip_type(kernel->arena, like), type)))
			like = like->next;
		if (like == s && is_in_group(s, &group))
			text = join_lines(kernel->arena, text, declare(kernel, &group, type));
	}
	return text;
}

const char *
tile_strips(struct kernel *kernel)
{
	return declare_strips(kernel, (struct group){ .fields = true });
}

const char *
tile_carried_strips(struct kernel *kernel)
{
	return join_lines(kernel->arena,
		declare_strips(kernel, (struct group){ .fields = true, .carried = true }),
		declare_strips(kernel, (struct group){ .carried = true }));
}
