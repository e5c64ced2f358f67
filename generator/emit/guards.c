#include "generator/emit/guards.h"
#include "generator/emit/spelling.h"

#include <limits.h>
#include <string.h>

static const struct cells none;

struct cells
cells_union(struct cells a, struct cells b)
{
	for (int s = 0; s < SIDES; s++)
		if (a.count[s] < b.count[s])
			a.count[s] = b.count[s];
	return a;
}

static struct cells
cells_of(const struct value *value)
{
	struct cells cells;

	memcpy(cells.count, value->inside, sizeof cells.count);
	return cells;
}

/* Keeps what both need. */
static void
intersect(struct cells *cells, struct cells other)
{
	for (int s = 0; s < SIDES; s++)
		if (cells->count[s] > other.count[s])
			cells->count[s] = other.count[s];
}

static void
intersect_targets(const struct plan *plan, const struct instance *instance, const struct stmt *stmt,
	struct cells *cells)
{
	if (stmt->kind == STMT_ASSIGN) {
		if (plan_assigns(instance, stmt))
			intersect(cells, stmt->u.assign.field ? none
				: cells_of(plan_value(plan, stmt->u.assign.temp, instance->at)));
		return;
	}
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		intersect_targets(plan, instance, s, cells);
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		intersect_targets(plan, instance, s, cells);
}

struct cells
joined_cells(const struct plan *plan, const struct instance *const *instances, int count, const struct stmt *stmt)
{
	struct cells cells;

	if (!plan->has_guards)
		return none;
	for (int s = 0; s < SIDES; s++)
		cells.count[s] = INT_MAX;
	for (int i = 0; i < count; i++)
		intersect_targets(plan, instances[i], stmt, &cells);
	return cells.count[0] == INT_MAX ? none : cells;
}

const char *
guard_text(const struct kernel *kernel, struct cells needed, struct cells known)
{
	const struct site here = { .at = { 0, 0, 0 } };
	const char *text = NULL;

	for (enum side s = 0; s < SIDES; s++) {
		const int least = needed.count[s] - extents_at(&kernel->plan->stencil->widening, s);

		if (needed.count[s] > known.count[s])
			text = arena_printf(kernel->arena, "%s%s%s %s %d", text ? text : "", text ? "\1 && " : "",
				kernel->kind->spelling->distance(kernel, &here, s), least == 1 ? ">" : ">=", least == 1 ? 0 : least);
	}
	return text;
}

static const char *
zero_of(enum type type)
{
	return type == TYPE_BOOL ? "false" : type == TYPE_INT ? "0" : type == TYPE_FLOAT ? "0.0f" : "0.0";
}

const char *
guarded_value(const struct kernel *kernel, const struct value *value, struct cells known, const struct expr *e,
	const char *text)
{
	const char *guard = guard_text(kernel, cells_of(value), known);

	return !guard ? text : arena_printf(kernel->arena, e->kind == EXPR_SELECT ? "%s\1 ? (%s)\1 : %s"
		: "%s\1 ? %s\1 : %s", guard, text, zero_of(value->temp->type));
}

const char *
guarded_start(const struct kernel *kernel, const struct value *value)
{
	return !guard_text(kernel, cells_of(value), none) ? ""
		: arena_printf(kernel->arena, " = %s", zero_of(value->temp->type));
}
