#include "generator/emit/plane/column_pairs.h"
#include "generator/language/offset.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"

/* Whether a GPU has a type of two such elements. */
static bool
has_pairs(enum type type)
{
	return type == TYPE_DOUBLE || type == TYPE_FLOAT || type == TYPE_INT;
}

static struct level_vector *
find_second(struct level_vector *list, const struct level_vector *first)
{
	const struct offset at = { first->at.x + 1, first->at.y, first->at.z };

	while (list && (list->field != first->field || !offset_equal(list->at, at)))
		list = list->next;
	return list;
}

void
pairs_find(const struct kernel *kernel, const struct plan *plan, struct level_vector *list)
{
	struct scope scope;
	int count = 0;

	for (const struct level_vector *s = list; s; s = s->next)
		count++;
	scope = scope_of_kernel(kernel->arena, plan, 2*count);
	for (const struct level_vector *s = list; s; s = s->next)
		scope_add(&scope, s->name);
	for (struct level_vector *s = list; s; s = s->next) {
		struct level_vector *const second = s->at.x % 2 || !has_pairs(s->field->type) ? NULL : find_second(list, s);

		if (!second)
			continue;
		second->is_second = true;
		s->second = second;
		s->pair = scope_add(&scope, arena_printf(kernel->arena, "%s_pair", s->name));
	}
}

static const char *
loaded_from_pair(const struct kernel *kernel, const struct level_vector *s, const char *pair, char member)
{
	return arena_printf(kernel->arena, "%s%s %s = %s.%c;", s->field->role == ROLE_IN ? "const " : "", element_name(s->field->type), s->name,
		pair, member);
}

const char *
pair_loaded(const struct kernel *kernel, const struct level_vector *first, const char *index)
{
	const char *type = element_name(first->field->type), *name = first->pair;

	return join_lines(kernel->arena, arena_printf(kernel->arena, "const %s2 %s = *(const %s2 *)&%s[%s];", type, name, type,
		level_vector_field(kernel, first), index_add(kernel->arena, index, first->at.z, "stride")), join_lines(kernel->arena, loaded_from_pair(kernel, first, name, 'x'),
		loaded_from_pair(kernel, first->second, name, 'y')));
}

const char *
pair_stored(const struct kernel *kernel, const struct level_vector *first, const char *index)
{
	const char *type = element_name(first->field->type);

	return arena_printf(kernel->arena, "*(%s2 *)&%s[%s] = make_%s2(%s, %s);", type, level_vector_field(kernel, first), index, type,
		first->name, first->second->name);
}

bool
pairs_need_column(const struct kernel *kernel, struct offset at)
{
	bool needed = false;

	for (const struct level_vector *s = kernel->level_vectors; s && !needed; s = s->next)
		needed = !s->is_second && s->at.x == at.x && s->at.y == at.y;
	for (const struct reference *r = kernel->plan->reads; r && !needed; r = r->next)
		needed = r->field->shape == SHAPE_COLUMN && r->offset.x == at.x && r->offset.y == at.y;
	return needed;
}
