#include "generator/emit/plane/patches.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/plane/stretches.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/patch.h"
#include "generator/variants/relations.h"

#include <string.h>

/* The patch of a kernel, whose plan is that of a point. */
static struct patch
patch_of(const struct kernel *kernel)
{
	struct variant settled = *kernel->variant;

	tunables_settle(kernel->plan, &settled);
	return variant_patch(kernel->plan, &settled);
}

int
patch_bytes(const struct kernel *kernel)
{
	return patch_of(kernel).bytes;
}

const char *
patch_preamble(const struct kernel *kernel, const char *stretch)
{
	const struct patch p = patch_of(kernel);
	struct arena *arena = kernel->arena;

	return EXPAND(kernel, kernel->access, "preamble",
		{ "stretch", stretch },
		{ "asynchronous", kernel_section(kernel, kernel->file, "asynchronous") },
		{ "side", int_text(arena, p.side) },
		{ "west", int_text(arena, p.west) },
		{ "north", int_text(arena, p.north) },
		{ "across", int_text(arena, p.across) },
		{ "down", int_text(arena, p.down) },
		{ "chunk", int_text(arena, p.chunk) });
}

/* Bytes of a level of the fields that a block has before this one. */
static const char *
bytes_before(const struct kernel *kernel, const struct field *field)
{
	int bytes = 0;

	for (const struct field *f = kernel->plan->stencil->fields; f != field; f = f->next)
		if (is_staged(kernel->plan, f))
			bytes += element_size(f->type);
	return int_text(kernel->arena, bytes);
}

const char *
kernel_stages(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct field *f = kernel->plan->stencil->fields; f; f = f->next)
		if (is_staged(kernel->plan, f))
			lines_add(&text, EXPAND(kernel, kernel->access,
				is_staged_with_ring(kernel->plan, f) ? "stage_ring" : "stage",
				{ "field", kernel->plan->names.fields[f->index] },
				{ "type", element_name(f->type) },
				{ "before", bytes_before(kernel, f) }));
	return text_of(&text);
}

const char *
kernel_staged(const struct kernel *rectangle)
{
	struct text text = { .arena = rectangle->arena };
	const struct field *last = NULL;

	for (const struct field *f = rectangle->plan->stencil->fields; f; f = f->next)
		for (const struct stretch *s = rectangle->stretches; s && f != last; s = s->next)
			if (s->field == f && f->role == ROLE_IN) {
				lines_add(&text, EXPAND(rectangle, rectangle->access, "staged",
					{ "array", s->array },
					{ "type", element_name(f->type) },
					{ "before", bytes_before(rectangle, f) }));
				last = f;
			}
	return text_of(&text);
}

static const char *
slot_text(const struct kernel *rectangle, struct offset at)
{
	struct arena *arena = rectangle->arena;

	return index_add(arena, index_add(arena, kernel_section(rectangle, rectangle->access, "slot"), at.y, "ACROSS"),
		at.x, NULL);
}

const char *
patch_product_slot(const struct kernel *rectangle, struct offset at)
{
	const char *slot = slot_text(rectangle, at);

	return at.x || at.y ? arena_printf(rectangle->arena, "(%s)", slot) : slot;
}

/* Whether something of a column is not in shared memory. */
static bool
needs_number(const struct kernel *rectangle, struct offset column)
{
	for (const struct stretch *s = rectangle->stretches; s; s = s->next)
		if (s->field->role != ROLE_IN && s->at.x == column.x && s->at.y == column.y)
			return true;
	for (const struct read *r = rectangle->plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_COLUMN && r->at.x == column.x && r->at.y == column.y)
			return true;
	return false;
}

const char *
kernel_rectangle_columns(const struct kernel *rectangle)
{
	struct arena *arena = rectangle->arena;
	struct text text = { .arena = arena };
	struct offset *columns;
	const int count = variant_cluster_columns(arena, rectangle->plan, rectangle->shape.points, rectangle->shape.rows,
		&columns);
	int width = 0;

	for (int i = 0; i < count; i++)
		if (needs_number(rectangle, columns[i]) && (int)strlen(column_name(arena, columns[i])) > width)
			width = (int)strlen(column_name(arena, columns[i]));
	for (int i = 0; i < count; i++)
		if (needs_number(rectangle, columns[i]))
			lines_add(&text, EXPAND(rectangle, rectangle->access, "member",
				{ "padded", arena_printf(arena, "%-*s", width, column_name(arena, columns[i])) },
				{ "slot", slot_text(rectangle, columns[i]) }));
	return text_of(&text);
}
