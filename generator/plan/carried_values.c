#include "generator/plan/names.h"
#include "generator/plan/column_planner.h"

static struct carried *
find_or_add(struct column_planner *p, struct carried **list, const struct expr *read)
{
	const struct temp *temp = read->kind == EXPR_TEMP ? read->u.read.temp : NULL;
	const struct field *field = temp ? NULL : read->u.read.field;

	while (*list && ((*list)->temp != temp || (*list)->field != field))
		list = &(*list)->next;
	if (!*list) {
		*list = arena_new(p->arena, struct carried);
		(*list)->temp = temp;
		(*list)->field = field;
	}
	return *list;
}

static void
find_carried(struct column_planner *p, const struct stmt *sweep, const struct expr *e, struct carried **list)
{
	const struct expr *operand;
	const int behind = levels_behind(sweep, e);

	if (behind) {
		struct carried *h = find_or_add(p, list, e);

		if (h->levels < behind)
			h->levels = behind;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_carried(p, sweep, operand, list);
}

void
find_all_carried(struct column_planner *p, const struct stmt *sweep, const struct stmt *list, struct carried **carried)
{
	for (; list; list = list->next) {
		find_carried(p, sweep, stmt_expr(list), carried);
		for (int n = 0; n < MOST_NESTED; n++)
			find_all_carried(p, sweep, stmt_nested(list, n), carried);
	}
}

/* Each level moves these a level on, also the first, where none has carried anything yet. */
static bool
moves_before_set(const struct column_planner *p, const struct stmt *sweep, const struct carried *h, int n)
{
	return n + 1 < h->levels && !is_loaded_at_start(p, sweep, h, n);
}

void
add_carried_variables(struct column_planner *p, const struct stmt *sweep, struct carried *carried, struct column_loop *loop)
{
	const int step = sweep->u.sweep.order == SWEEP_UP ? -1 : 1;

	for (struct carried *h = carried; h; h = h->next) {
		h->variables = arena_array(p->arena, struct field *, h->levels);
		for (int n = 0; n < h->levels; n++) {
			h->variables[n] = add_variable(p, arena_printf(p->arena, "%s_%s", h->temp ? h->temp->name : h->field->name,
				point_name(p->arena, (struct offset){ 0, 0, step*(n + 1) })), h->temp ? h->temp->type : h->field->type,
				sweep->span);
			h->variables[n]->cleared = moves_before_set(p, sweep, h, n);
			if (!loop->carried)
				loop->carried = h->variables[n];
			loop->carried_count++;
		}
	}
}
