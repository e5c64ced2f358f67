#include "generator/emit/level_vector.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"

static int
compare(const struct level_vector *a, const struct level_vector *b)
{
	return a->field != b->field ? a->field->index - b->field->index : a->neighbor != b->neighbor ? a->neighbor - b->neighbor
		: offset_compare(a->at, b->at);
}

/* The empty vector of levels that a reference belongs to, as compare needs it. */
static struct level_vector
level_vector_of(const struct kernel *kernel, const struct reference *to)
{
	return (struct level_vector){
		.field = to->field, .neighbor = to->neighbor,
		.at = { to->offset.x, to->offset.y, kernel_has_scalars(kernel) ? to->offset.z : 0 },
	};
}

/* Where the vector of levels stands in the list, or would be put. */
static struct level_vector **
find(struct level_vector **list, const struct level_vector *like)
{
	while (*list && compare(*list, like) < 0)
		list = &(*list)->next;
	return list;
}

static struct level_vector *
add(const struct kernel *k, struct level_vector **list, const struct reference *to)
{
	const int z = to->offset.z;
	struct level_vector new = level_vector_of(k, to);
	struct level_vector **where = find(list, &new), *vector = *where;

	if (!vector || compare(vector, &new)) {
		new.next = vector;
		vector = arena_new(k->arena, struct level_vector);
		*vector = new;
		*where = vector;
	}
	if (z - vector->at.z < vector->low)
		vector->low = z;
	if (z - vector->at.z > vector->high)
		vector->high = z;
	return vector;
}

/* Named beside what the plan names. */
static void
name_level_vectors(struct arena *arena, const struct plan *plan, struct level_vector *list, level_vector_column *column)
{
	struct scope scope;
	int count = 0;

	for (const struct level_vector *s = list; s; s = s->next)
		count++;
	scope = scope_of_kernel(arena, plan, count);
	for (struct level_vector *s = list; s; s = s->next)
		s->name = scope_add(&scope, arena_printf(arena, "%s_%s", plan->names.fields[s->field->index],
			column(arena, plan, s)));
}

/* Adds the vectors of levels that the roots write. */
static void
add_results(const struct kernel *k, const struct plan *plan, struct level_vector **list)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		for (const struct instance *i = plan->instances; i && f->role != ROLE_IN; i = i->next)
			if (i->root && plan->fields[f->index])
				add(k, list, &(struct reference){ .field = f, .offset = i->at });
}

struct level_vector *
level_vectors_list(const struct kernel *k, const struct plan *plan, level_vector_column *column)
{
	struct level_vector *list = NULL;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->field->role == ROLE_IN)
			add(k, &list, r);
	add_results(k, plan, &list);
	name_level_vectors(k->arena, plan, list, column);
	return list;
}

/* Whether a list of statements assigns a field whatever its conditions say. */
static bool
surely_assigns(const struct stmt *list, const struct field *field)
{
	for (; list; list = list->next)
		if (list->kind == STMT_IF ? surely_assigns(list->u.branch.then, field) && surely_assigns(list->u.branch.otherwise, field)
				: list->kind == STMT_ASSIGN && list->u.assign.field == field)
			return true;
	return false;
}

struct level_vector *
level_vectors_of_level(const struct kernel *k, const struct plan *plan, level_vector_column *column)
{
	const struct stmt *statements = plan->stencil->statements;
	struct level_vector *list = NULL;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && !r->field->shared)
			add(k, &list, r)->read = true;
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && !f->shared && assigns_field(statements, f)) {
			struct level_vector *own = add(k, &list, &(struct reference){ .field = f });

			own->written = true;
			own->read |= !surely_assigns(statements, f);
		}
	name_level_vectors(k->arena, plan, list, column);
	return list;
}

const char *
macro_vector(const struct kernel *kernel)
{
	return macro_if(kernel_has_vectors(kernel));
}

const char *
macro_scalar(const struct kernel *kernel)
{
	return macro_if(kernel_has_scalars(kernel));
}

/* Whether levels below or above are read. */
static bool
has_more(const struct level_vector *vector)
{
	return vector->low || vector->high;
}

static const struct level_vector *
level_vector_at(const struct kernel *kernel, const struct reference *to)
{
	const struct level_vector like = level_vector_of(kernel, to), *s = kernel->level_vectors;

	while (compare(s, &like))
		s = s->next;
	return s;
}

const char *
level_vector_element(const struct kernel *kernel, const struct reference *to)
{
	const char *name = level_vector_at(kernel, to)->name;

	return kernel_has_scalars(kernel) ? name : arena_printf(kernel->arena, "%s[%s]", name,
		index_add(kernel->arena, targets[kernel->variant->target].blocks ? "l" : "k", to->offset.z, NULL));
}

/* Whether a scalar gets its only value from one assignment, which no condition or loop is around. */
static bool
is_defined(const struct kernel *kernel, const struct level_vector *s)
{
	const struct instance *only = NULL;

	if (s->field->role != ROLE_OUT)
		return false;
	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		const struct stmt alone = { .kind = i->stmt->kind, .u = i->stmt->u };

		if (!offset_equal(i->at, s->at) || !assigns_field(&alone, s->field))
			continue;
		if (only || i->stmt->kind != STMT_ASSIGN)
			return false;
		only = i;
	}
	return only;
}

const char *
level_vector_definition(const struct kernel *kernel, const struct reference *to)
{
	return !kernel_has_scalars(kernel) || to->field->shape != SHAPE_POINT
		|| !is_defined(kernel, level_vector_at(kernel, to)) ? ""
		: arena_printf(kernel->arena, "const %s ", element_name(to->field->type));
}

const char *
level_vector_field(const struct kernel *kernel, const struct level_vector *s)
{
	return kernel->plan->names.fields[s->field->index];
}

/* Where a scalar lies. If the stencil may read it outside of the column, and does not use it, the nearest level stands for it. */
static const char *
scalar_index(const struct kernel *kernel, const struct level_vector *s, const char *index, const char *level, const char *pitch)
{
	const struct extents *reach = &kernel->plan->stencil->extents;
	struct arena *arena = kernel->arena;

	if (kernel->variant->levels == LEVELS_OUTERMOST)
		return index_add(arena, index, s->at.z, "stride");
	if (s->at.z < -reach->low[2])
		return arena_printf(arena, "%s + max(%d, -%s)", index, s->at.z, level);
	if (s->at.z > reach->high[2])
		return arena_printf(arena, "%s + min(%d, %s - 1 - %s)", index, s->at.z, pitch, level);
	return index_add(arena, index, s->at.z, NULL);
}

const char *
level_vector_loaded(const struct kernel *kernel, const struct level_vector *s, const char *index, const char *level,
	const char *pitch,
	bool constant)
{
	const char *qualifier = constant ? "const " : "", *field = level_vector_field(kernel, s);

	if (kernel_has_scalars(kernel))
		return arena_printf(kernel->arena, "%s%s %s = %s[%s];", qualifier, element_name(s->field->type), s->name, field,
			scalar_index(kernel, s, index, level, pitch));
	return !has_more(s) ? arena_printf(kernel->arena, "%sauto %s = load_levels<LEVELS>(&%s[%s]);", qualifier, s->name, field, index)
		: arena_printf(kernel->arena, "%sauto %s = load_levels<LEVELS, %d, %d>(&%s[%s], %s, %s);", qualifier, s->name, -s->low,
			s->high, field, index, level, pitch);
}

const char *
level_vector_declared(const struct kernel *kernel, const struct level_vector *s)
{
	if (kernel_has_scalars(kernel) && is_defined(kernel, s))
		return "";
	return arena_printf(kernel->arena, kernel_has_scalars(kernel) ? "%s %s;" : "level_vector<%s, LEVELS> %s;",
		element_name(s->field->type), s->name);
}

const char *
level_vector_stored(const struct kernel *kernel, const struct level_vector *s, const char *index, const char *first,
	const char *end)
{
	const char *field = level_vector_field(kernel, s);

	return kernel_has_scalars(kernel) ? arena_printf(kernel->arena, "%s[%s] = %s;", field, index, s->name)
		: arena_printf(kernel->arena, "store_levels(%s, &%s[%s], %s, %s);", s->name, field, index, first, end);
}
