#include "generator/emit/plane/row_buffer.h"

#include "generator/emit/needs.h"
#include "generator/emit/statements.h"
#include "generator/plan/names.h"
#include "generator/language/offset.h"
#include "generator/text/wrap.h"

static const struct row_buffer *
row_buffer_of(const struct kernel *kernel, const struct temp *temp, int level)
{
	const struct row_buffer *kept = kernel->rows;

	while (kept && (kept->temp != temp || kept->level != level))
		kept = kept->next;
	return kept;
}

const char *
row_buffer_variable(const struct kernel *kernel, const struct site *site, const struct temp *temp, struct offset at)
{
	const struct row_buffer *kept = row_buffer_of(kernel, temp, at.z);

	return !kept || (at.y == kept->south && !offset_equal(at, kept->computed)) ? variable_of_value(kernel, site, temp, at)
		: arena_printf(kernel->arena, "%s[%s]", kept->names[at.y - kept->north], index_add(kernel->arena, "i", at.x, NULL));
}

bool
row_buffer_declares(const struct kernel *kernel, const struct value *value)
{
	const struct row_buffer *kept = row_buffer_of(kernel, value->temp, value->at.z);

	return !kept || !offset_equal(value->at, kept->computed);
}

bool
row_buffer_uses(const struct kernel *kernel, const struct row_buffer *kept, int y)
{
	for (const struct instance *i = kernel->plan->instances; i; i = i->next)
		if (i->carried && i->stmt == kept->temp->stmt && i->at.z == kept->level && i->at.y == y)
			return true;
	return y == kept->south;
}

static struct row_buffer *
kept_or_new(struct kernel *kernel, struct row_buffer **list, const struct temp *temp, struct offset at)
{
	for (; *list; list = &(*list)->next)
		if ((*list)->temp == temp && (*list)->level == at.z)
			return *list;
	*list = arena_new(kernel->arena, struct row_buffer);
	**list = (struct row_buffer){ .temp = temp, .level = at.z, .north = at.y, .south = at.y };
	return *list;
}

/* The values that are computed farthest south, the nearest one of which is stored: instances stand in the order of
 * offsets. */
static void
find_computed(const struct plan *plan, struct row_buffer *kept)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		if (i->stmt == kept->temp->stmt && i->at.z == kept->level && i->at.y > kept->south) {
			kept->south = i->at.y;
			kept->computed = i->at;
		}
}

/* How far the rows go. */
static void
find_reach(const struct plan *plan, struct row_buffer *kept)
{
	kept->west = kept->east = kept->computed.x;
	for (const struct instance *i = plan->instances; i; i = i->next) {
		if (!i->carried || i->stmt != kept->temp->stmt || i->at.z != kept->level)
			continue;
		kept->north = i->at.y < kept->north ? i->at.y : kept->north;
		kept->west = i->at.x < kept->west ? i->at.x : kept->west;
		kept->east = i->at.x > kept->east ? i->at.x : kept->east;
	}
}

/* What the names of arrays and functions begin with: the temporary, and the level unless it is the step's. */
static const char *
base_name_of(const struct kernel *kernel, const struct row_buffer *kept)
{
	const char *base = temp_base_name(kernel->arena, kernel->plan, kept->temp);

	return !kept->level ? base : arena_printf(kernel->arena, "%s_%s", base,
		point_name(kernel->arena, (struct offset){ 0, 0, kept->level }));
}

/* Rows are called as their values in the step's column. */
static void
name_rows(struct kernel *kernel, struct scope *scope, struct row_buffer *kept)
{
	const int count = kept->south - kept->north + 1;
	const char *base = base_name_of(kernel, kept);

	kept->names = arena_array(kernel->arena, const char *, count);
	for (int r = 0; r < count; r++) {
		const struct offset at = { 0, kept->north + r, kept->level };
		const struct value *value = plan_value(kernel->plan, kept->temp, at);

		kept->names[r] = value ? value->name : scope_add(scope, arena_printf(kernel->arena, "%s_%s",
			temp_base_name(kernel->arena, kernel->plan, kept->temp), point_name(kernel->arena, at)));
	}
	kept->array = scope_add(scope, arena_printf(kernel->arena, "%s_rows", base));
	kept->oldest = scope_add(scope, arena_printf(kernel->arena, "%s_oldest", base));
}

/* The kernel that computes a row from fields alone. */
static const struct kernel *
make_fill(const struct kernel *kernel, const struct row_buffer *kept)
{
	struct plan *plan = plan_of_temp(kernel->arena, kernel->plan, kept->temp, kept->level);
	struct kernel *fill = arena_new(kernel->arena, struct kernel);
	struct row_buffer *own = arena_new(kernel->arena, struct row_buffer);

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		plan->fields[f->index] &= f->role == ROLE_IN;
	name_plan(kernel->arena, plan);
	*own = (struct row_buffer){
		.temp = kept->temp, .level = kept->level, .computed = { 0, 0, kept->level }, .names = arena_new(kernel->arena, const char *),
	};
	own->names[0] = plan_value(plan, kept->temp, own->computed)->name;
	*fill = *kernel;
	fill->plan = plan;
	fill->rows = own;
	fill->needs = (struct needs){ 0 };
	fill->name = arena_printf(kernel->arena, "%s_fill_%s", kernel->name, base_name_of(kernel, kept));
	kernel_find_needs(fill);
	return fill;
}

/* All rows that a plan keeps; the names that they need besides those of values are counted. */
static struct row_buffer *
find_all(struct kernel *kernel, int *name_count)
{
	struct row_buffer *list = NULL;

	for (const struct instance *i = kernel->plan->instances; i; i = i->next)
		if (i->carried)
			kept_or_new(kernel, &list, i->values->temp, i->at);
	*name_count = 0;
	for (struct row_buffer *kept = list; kept; kept = kept->next) {
		find_computed(kernel->plan, kept);
		find_reach(kernel->plan, kept);
		*name_count += kept->south - kept->north + 3;
	}
	return list;
}

bool
row_buffer_find(struct kernel *kernel)
{
	struct plan *plan = plan_tile(kernel->arena, kernel->plan, 1, 1, COURSE_SOUTH);
	struct row_buffer *list;
	struct scope scope;
	int name_count;

	name_plan(kernel->arena, plan);
	kernel->plan = plan;
	list = find_all(kernel, &name_count);
	scope = scope_of_kernel(kernel->arena, plan, name_count);
	for (struct row_buffer *kept = list; kept; kept = kept->next) {
		name_rows(kernel, &scope, kept);
		kept->fill = make_fill(kernel, kept);
	}
	kernel->rows = list;
	return true;
}
