#include "generator/emit/plane/planes.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"
#include "generator/variants/planes.h"

const struct planes *
planes_of(const struct kernel *kernel, const struct field *field)
{
	const struct planes *planes = kernel->planes;

	while (planes && planes->field != field)
		planes = planes->next;
	return planes;
}

/* Whether a row of a register tile is loaded from a plane. */
static bool
reads_plane(const struct planes *planes, const struct register_tile *registers)
{
	for (int row = registers->low; registers->field == planes->field && row < registers->high; row++)
		if (register_tile_is_loaded(registers, row))
			return true;
	return false;
}

/* Names where the planes are, and the thread's point in those that are read. */
static void
name_planes(const struct kernel *k, struct scope *scope, struct planes *planes)
{
	const char *field = k->plan->names.fields[planes->field->index];

	planes->buffer = scope_add(scope, arena_printf(k->arena, "%s_planes", field));
	for (const struct register_tile *s = k->tile->register_tiles; s; s = s->next) {
		const char **name = &planes->names[s->z + MAX_OFFSET];

		if (!*name && reads_plane(planes, s))
			*name = scope_add(scope, arena_printf(k->arena, "%s_plane_%s", field,
				point_name(k->arena, (struct offset){ 0, 0, s->z })));
	}
}

/* The names of a tile and of its planes. */
static struct scope
scope_of_planes(const struct kernel *k)
{
	const struct stencil *stencil = k->plan->stencil;
	int most = stencil->field_count*(2 + PLANE_LEVELS) + stencil->param_count + stencil->temp_count;
	struct scope scope = { .arena = k->arena, .plan = k->plan, .of = NAMES_OF_KERNEL };

	for (const struct register_tile *s = k->tile->register_tiles; s; s = s->next)
		most++;
	scope.names = arena_array(k->arena, const char *, most + 1);
	scope_take_arguments(&scope, k->plan);
	for (const struct register_tile *s = k->tile->register_tiles; s; s = s->next)
		scope_add(&scope, s->name);
	return scope;
}

const struct planes *
planes_find(const struct kernel *k, const struct plan *of_point)
{
	struct scope scope = scope_of_planes(k);
	struct planes *list = NULL, **last = &list;

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next) {
		if (!has_planes(of_point, k->variant, f))
			continue;
		*last = arena_new(k->arena, struct planes);
		**last = (struct planes){ .field = f };
		name_planes(k, &scope, *last);
		last = &(*last)->next;
	}
	return list;
}

struct extents
extents_of_planes(const struct kernel *k)
{
	struct extents reach = { { 0 }, { 0 } };

	for (const struct reference *r = k->plan->reads; r; r = r->next) {
		const int at[2] = { r->offset.x, r->offset.y }, shape[2] = { k->shape.points, k->shape.rows };

		for (int a = 0; a < 2 && planes_of(k, r->field); a++) {
			if (-at[a] > reach.low[a])
				reach.low[a] = -at[a];
			if (at[a] - (shape[a] - 1) > reach.high[a])
				reach.high[a] = at[a] - (shape[a] - 1);
		}
	}
	for (const struct planes *p = k->planes; p; p = p->next)
		for (int z = -MAX_OFFSET; z <= MAX_OFFSET; z++) {
			if (p->names[z + MAX_OFFSET] && -z > reach.low[2])
				reach.low[2] = -z;
			if (p->names[z + MAX_OFFSET] && z > reach.high[2])
				reach.high[2] = z;
		}
	return reach;
}

/* The index of a row, from the thread's point: "(r - 4)*PITCH", "PITCH"; "" for its own row. */
static const char *
row_in_plane(const struct kernel *k, const struct rows *rows)
{
	const int row = rows->first;

	if (rows->count > 1)
		return arena_printf(k->arena, row ? "(%s)*PITCH" : "%s*PITCH", rows_number(k, rows, row));
	return !row ? "" : row == 1 ? "PITCH" : row == -1 ? "-PITCH" : arena_printf(k->arena, "%d*PITCH", row);
}

const char *
plane_element_of(const struct kernel *k, const struct register_tile *registers, const struct rows *rows)
{
	const char *row = row_in_plane(k, rows);

	return arena_printf(k->arena, "%s[%s]", planes_of(k, registers->field)->names[registers->z + MAX_OFFSET],
		*row ? index_add(k->arena, row, registers->x, NULL) : int_text(k->arena, registers->x));
}
