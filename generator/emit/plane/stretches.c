#include "generator/emit/plane/stretches.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/distances.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/plan/offset.h"
#include "generator/variants/relations.h"

#include <string.h>

/* Where the stretch stands in the list, or would be put. */
static struct stretch **
find(struct stretch **list, const struct field *field, struct offset column)
{
	while (*list && ((*list)->field->index < field->index || ((*list)->field == field
			&& offset_compare((*list)->at, column) < 0)))
		list = &(*list)->next;
	return list;
}

static void
add(struct arena *arena, struct stretch **list, const struct field *field, struct offset at)
{
	const struct offset column = { at.x, at.y, 0 };
	struct stretch **where = find(list, field, column), *stretch = *where;

	if (!stretch || stretch->field != field || !offset_equal(stretch->at, column)) {
		stretch = arena_new(arena, struct stretch);
		*stretch = (struct stretch){ .field = field, .at = column, .next = *where };
		*where = stretch;
	}
	if (at.z < stretch->low)
		stretch->low = at.z;
	if (at.z > stretch->high)
		stretch->high = at.z;
}

/* Named beside what the plan names. */
static void
name_stretches(struct arena *arena, const struct plan *plan, struct stretch *list)
{
	const struct stencil *stencil = plan->stencil;
	struct scope scope = { arena, plan, NAMES_OF_KERNEL, NULL, 0 };
	int most = stencil->field_count + stencil->param_count + stencil->temp_count;

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			most++;
	for (const struct stretch *s = list; s; s = s->next)
		most++;
	scope.names = arena_array(arena, const char *, most + 1);
	for (int i = 0; i < stencil->field_count; i++)
		scope.names[scope.count++] = plan->names.fields[i];
	for (int i = 0; i < stencil->param_count; i++)
		scope.names[scope.count++] = plan->names.params[i];
	for (int i = 0; i < stencil->temp_count; i++)
		if (plan->uniforms[i])
			scope.names[scope.count++] = plan->names.uniforms[i];
	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			if (v->variable == v)
				scope.names[scope.count++] = v->name;
	for (struct stretch *s = list; s; s = s->next)
		s->name = scope_add(&scope, arena_printf(arena, "%s_%s", plan->names.fields[s->field->index],
			column_name(arena, s->at)));
}

/* Adds the stretches that the roots write. */
static void
add_results(struct arena *arena, const struct plan *plan, struct stretch **list)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		for (const struct instance *i = plan->instances; i && f->role != ROLE_IN; i = i->next)
			if (i->root && plan->fields[f->index])
				add(arena, list, f, i->at);
}

struct stretch *
stretches_find(struct arena *arena, const struct plan *plan)
{
	struct stretch *list = NULL;

	for (const struct read *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->role == ROLE_IN)
			add(arena, &list, r->field, r->at);
	add_results(arena, plan, &list);
	name_stretches(arena, plan, list);
	return list;
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

static const struct stretch *
stretch_of(const struct kernel *kernel, const struct field *field, struct offset at)
{
	const struct stretch *s = kernel->stretches;

	while (s->field != field || s->at.x != at.x || s->at.y != at.y)
		s = s->next;
	return s;
}

/* Some levels of a thread's vector may lie outside of those that are updated, where a profile has
 * no value: the nearest level stands for them. */
static const char *
element_of_profile(const struct kernel *kernel, const struct field *field, int z)
{
	if (!template_has(kernel->access, "own_level"))
		return profile_element(kernel, field, z);
	return kernel_element(kernel, field, index_add(kernel->arena,
		kernel_section(kernel, kernel->access, "own_level"), z, NULL), z != 0);
}

static const char *
element(const struct kernel *kernel, const struct site *site, const struct field *field, struct offset at)
{
	const char *column = column_name(kernel->arena, (struct offset){ at.x, at.y, 0 });

	(void)site;
	switch (field->shape) {
	case SHAPE_POINT:
		return arena_printf(kernel->arena, "%s[%s]", stretch_of(kernel, field, at)->name,
			index_add(kernel->arena, kernel_section(kernel, kernel->access, "turn"), at.z, NULL));
	case SHAPE_COLUMN:
		return kernel_element(kernel, field, column, false);
	case SHAPE_PROFILE:
		return element_of_profile(kernel, field, at.z);
	case SHAPE_SCALAR: /* for programs, with levels outermost */
		break;
	}
	return "";
}

const struct spelling stretch_spelling = {
	.element = element, .variable = variable_of_value, .distance = plane_distance, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
};

/* A section of the access for a stretch. */
static const char *
stretch_section(const struct kernel *kernel, const struct stretch *s, const char *section)
{
	struct arena *arena = kernel->arena;
	const char *type = element_name(s->field->type);

	return EXPAND(kernel, kernel->access, section,
		{ "type", type },
		{ "qualified", s->field->role == ROLE_IN ? arena_printf(arena, "const %s", type) : type },
		{ "name", s->name },
		{ "field", kernel->plan->names.fields[s->field->index] },
		{ "column", column_name(arena, s->at) },
		{ "below", int_text(arena, -s->low) },
		{ "above", int_text(arena, s->high) });
}

static bool
has_more(const struct stretch *s)
{
	return s->low || s->high;
}

/* The section that begins a stretch; the same for all where it is a pointer. */
static const char *
begin_section(const struct kernel *kernel, const struct stretch *s)
{
	const char *section = s->field->role == ROLE_OUT ? "result" : s->field->role == ROLE_INOUT ? "inout"
		: has_more(s) ? "stretch_of_more" : "stretch";

	return template_has(kernel->access, section) ? section : "stretch";
}

const char *
kernel_stretches(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		lines_add(&text, stretch_section(kernel, s, begin_section(kernel, s)));
	return text_of(&text);
}

const char *
kernel_results(const struct kernel *kernel)
{
	struct text text = { .arena = kernel->arena };

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (s->field->role != ROLE_IN)
			lines_add(&text, stretch_section(kernel, s, "store"));
	return text_of(&text);
}

bool
kernel_has_more_levels(const struct kernel *kernel)
{
	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (has_more(s))
			return true;
	return false;
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
		lines_add(&text, EXPAND(cluster, cluster->access, "member",
			{ "padded", arena_printf(arena, "%-*s", width, column_name(arena, columns[i])) },
			{ "slot", int_text(arena, i) }));
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
kernel_corner_fields(const struct kernel *kernel, const char *section)
{
	struct list list = { .text.arena = kernel->arena };
	const struct field *before = NULL;

	for (const struct stretch *s = kernel->stretches; s; s = s->next)
		if (s->field != before && is_corner(kernel, s)) {
			list_add(&list, stretch_section(kernel, s, section));
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
			lines_add(&text, stretch_section(kernel, s, "corner"));
	return text_of(&text);
}
