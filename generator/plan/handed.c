#include "generator/plan/names.h"
#include "generator/plan/column_planner.h"

static struct handed *
find_or_add(struct column_planner *p, struct handed **list, const struct expr *read)
{
	const struct temp *temp = read->kind == EXPR_TEMP ? read->u.read.temp : NULL;
	const struct field *field = temp ? NULL : read->u.read.field;

	while (*list && ((*list)->temp != temp || (*list)->field != field))
		list = &(*list)->next;
	if (!*list) {
		*list = arena_new(p->arena, struct handed);
		(*list)->temp = temp;
		(*list)->field = field;
	}
	return *list;
}

static void
find_handed_on(struct column_planner *p, const struct stmt *sweep, const struct expr *e, struct handed **list)
{
	const struct expr *operand;
	const int behind = levels_behind(sweep, e);

	if (behind) {
		struct handed *h = find_or_add(p, list, e);

		if (h->levels < behind)
			h->levels = behind;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_handed_on(p, sweep, operand, list);
}

void
find_all_handed_on(struct column_planner *p, const struct stmt *sweep, const struct stmt *list, struct handed **handed)
{
	for (; list; list = list->next) {
		find_handed_on(p, sweep, stmt_expr(list), handed);
		for (int n = 0; n < MOST_NESTED; n++)
			find_all_handed_on(p, sweep, stmt_nested(list, n), handed);
	}
}

/* Each level moves these a level on, also the first, where none has handed on anything yet. */
static bool
moves_before_set(const struct column_planner *p, const struct stmt *sweep, const struct handed *h, int n)
{
	return n + 1 < h->levels && !is_loaded_at_start(p, sweep, h, n);
}

void
add_handed_variables(struct column_planner *p, const struct stmt *sweep, struct handed *handed, struct column_loop *loop)
{
	const int step = sweep->u.sweep.order == SWEEP_UP ? -1 : 1;

	for (struct handed *h = handed; h; h = h->next) {
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
