#include "generator/emit/plane/stretches.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/statements.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/plan/offset.h"
#include "generator/variants/relations.h"

#include <string.h>

const char *
stretches_point(struct arena *arena, const struct plan *plan, const struct stretch *s)
{
	(void)plan;
	return point_name(arena, s->at);
}

struct stretch *
stretches_find(const struct kernel *k, const struct plan *plan)
{
	return stretches_list(k, plan, stretches_point);
}

/* The index of a thread's first level. */
static const char *
index_of(const struct kernel *k, struct offset at)
{
	return arena_printf(k->arena, "at(%s)", column_name(k->arena, at));
}

/* Results come last. */
static bool
is_before(const struct stretch *a, const struct stretch *b)
{
	const bool results = b->field->role == ROLE_OUT;

	return (a->field->role == ROLE_OUT) != results ? results : a->at.x <= b->at.x;
}

struct stretch *
stretches_march_east(struct stretch *list)
{
	struct stretch *sorted = NULL;

	for (struct stretch *s = list, *next; s; s = next) {
		struct stretch **where = &sorted;

		next = s->next;
		while (*where && is_before(*where, s))
			where = &(*where)->next;
		s->next = *where;
		*where = s;
	}
	return sorted;
}

static const char *
element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const struct field *field = to->field;
	const char *column = column_name(kernel->arena, (struct offset){ to->offset.x, to->offset.y, 0 });

	(void)site;
	switch (field->shape) {
	case SHAPE_POINT:
		return stretch_element(kernel, to);
	case SHAPE_COLUMN:
		return kernel_element(kernel, field, column);
	case SHAPE_PROFILE:
		return profile_element(kernel, field, to->offset.z);
	case SHAPE_SCALAR:
		return scalar_by_value(kernel, field) ? kernel->plan->names.fields[field->index] : kernel_element(kernel, field, "0");
	}
	return "";
}

const struct spelling stretch_spelling = {
	.element = element, .definition = stretch_definition, .variable = variable_of_value, .distance = plane_distance, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

/* What begins a stretch: a CPU has a pointer to the column. */
static const char *
begin(const struct kernel *kernel, const struct stretch *s)
{
	struct arena *arena = kernel->arena;
	const char *column = column_name(arena, s->at);

	if (!targets[kernel->variant->target].blocks)
		return arena_printf(arena, "%s%s *%s = %s + (ptrdiff_t)%s*pitch;", s->field->role == ROLE_IN ? "const " : "",
			element_name(s->field->type), s->name, stretch_field(kernel, s), column);
	if (s->field->role == ROLE_OUT)
		return stretch_declared(kernel, s);
	return stretch_loaded(kernel, s, index_of(kernel, s->at), "k", "pitch", s->field->role == ROLE_IN);
}

const char *
kernel_stretches(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		lines_add(&text, begin(kernel, s));
	return text_of(&text);
}

const char *
kernel_results(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (s->field->role != ROLE_IN)
			lines_add(&text, stretch_stored(kernel, s, index_of(kernel, s->at), "bottom - k", "top - k"));
	return text_of(&text);
}

int
kernel_cluster_slots(const struct kernel *cluster)
{
	struct offset *columns;

	return (variant_cluster_columns(cluster->arena, cluster->plan, cluster->shape.points, cluster->shape.rows,
		&columns) + 3)/4*4;
}

const char *
kernel_cluster_columns(const struct kernel *cluster)
{
	struct arena *arena = cluster->arena;
	struct text text = { .arena = arena };
	struct offset *columns;
	const int count = variant_cluster_columns(arena, cluster->plan, cluster->shape.points, cluster->shape.rows,
		&columns);
	int width = 0;

	for (int i = 0; i < count; i++) {
		const int length = (int)strlen(column_name(arena, columns[i]));

		width = width < length ? length : width;
	}
	for (int i = 0; i < count; i++)
		lines_add(&text, arena_printf(arena, "const int %-*s = %srow[%d];", width, column_name(arena, columns[i]),
			storages[cluster->variant->storage].compressed ? "place.x + " : "", i));
	return text_of(&text);
}

/* Whether nothing else that is read of the field lies as far in some direction: to such corners
 * any walk through the grid comes first. */
static bool
is_corner(const struct kernel *kernel, const struct stretch *s)
{
	enum { DIRECTIONS = 9 };
	bool corner = false;

	for (int i = 0; i < DIRECTIONS && !corner; i++) {
		const int x = i % 3 - 1, y = i/3 - 1;

		corner = s->field->role == ROLE_IN && (s->at.x || s->at.y);
		for (const struct stretch *t = kernel->stretches; t && corner; t = t->next)
			corner = t == s || t->field != s->field
				|| x*t->at.x + y*t->at.y < x*s->at.x + y*s->at.y;
	}
	return corner;
}

/* The columns of corners, and column c, in order; returns their number. */
static int
corner_columns(const struct kernel *kernel, struct offset **columns)
{
	const struct plan *plan = kernel->plan;
	int count = 0;

	*columns = arena_array(kernel->arena, struct offset, plan->column_count);
	for (int i = 0; i < plan->column_count; i++) {
		bool wanted = !i;

		for (const struct stretch *s = kernel->stretches; s && !wanted; s = s->next)
			wanted = offset_equal(s->at, plan->columns[i]) && is_corner(kernel, s);
		if (wanted)
			(*columns)[count++] = plan->columns[i];
	}
	return count;
}

const char *
kernel_corner_indices(const struct kernel *kernel)
{
	struct plan plan = *kernel->plan;
	struct kernel corners = *kernel;

	corners.plan = &plan;
	plan.column_count = corner_columns(kernel, &plan.columns);
	return kernel_indices(&corners);
}

const char *
kernel_corner_fields(const struct kernel *kernel, bool declared)
{
	struct list list = { .text.arena = kernel->arena };
	const struct field *before = NULL;

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (s->field != before && is_corner(kernel, s)) {
			const char *name = stretch_field(kernel, s);

			list_add(&list, declared ? array_declaration(kernel->arena, element_name(s->field->type), name, false, false) : name);
			before = s->field;
		}
	return list_text(&list);
}

const char *
kernel_corners(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (is_corner(kernel, s))
			lines_add(&text, EXPAND(kernel, kernel->access, "corner", { "field", stretch_field(kernel, s) },
				{ "column", column_name(kernel->arena, s->at) }));
	return text_of(&text);
}
