#include "generator/interpret/interpreter.h"

/* Adds a box to another. Returns whether that made it larger. */
static bool
join_box(struct box *to, const struct box *by)
{
	bool changed = false;

	for (int a = 0; a < AXES; a++) {
		if (!by->reads[a])
			continue;
		if (!to->reads[a] || by->min[a] < to->min[a]) {
			to->min[a] = by->min[a];
			changed = true;
		}
		if (!to->reads[a] || by->max[a] > to->max[a]) {
			to->max[a] = by->max[a];
			changed = true;
		}
		to->reads[a] = true;
	}
	return changed;
}

static struct box
shifted_box(struct box box, struct offset offset)
{
	const int by[AXES] = { offset.x, offset.y, offset.z };

	for (int a = 0; a < AXES; a++) {
		box.min[a] += by[a];
		box.max[a] += by[a];
	}
	return box;
}

/* Adds the offsets of all reads that an expression is made of. */
static void
reach(const struct expr *e, const struct box *temps, struct box *box)
{
	const struct expr *operand;
	struct box own = { .reads = { false } };

	if (e->kind == EXPR_FIELD) {
		for (int a = 0; a < AXES; a++)
			own.reads[a] = shapes[e->u.field.field->shape].axes[a];
		own = shifted_box(own, e->u.field.offset);
	} else if (e->kind == EXPR_TEMP) {
		own = shifted_box(temps[e->u.temp.temp->index], e->u.temp.offset);
	}
	join_box(box, &own);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		reach(operand, temps, box);
}

/* Widens the boxes of a statement's targets by what their assignments and the
 * conditions around them read. Returns whether that changed a temporary's. */
static bool
reach_statement(const struct stmt *s, struct box conditions,
	struct box *temps, struct box *outputs)
{
	bool changed = false;

	if (s->kind == STMT_ASSIGN) {
		reach(s->u.assign.value, temps, &conditions);
		if (s->u.assign.temp)
			return join_box(&temps[s->u.assign.temp->index], &conditions);
		join_box(outputs, &conditions);
		return false;
	}
	reach(s->u.branch.condition, temps, &conditions);
	for (const struct stmt *t = s->u.branch.then; t; t = t->next)
		changed |= reach_statement(t, conditions, temps, outputs);
	for (const struct stmt *t = s->u.branch.otherwise; t; t = t->next)
		changed |= reach_statement(t, conditions, temps, outputs);
	return changed;
}

static struct box
reach_outputs(const struct stencil *stencil)
{
	const struct box nothing = { .reads = { false } };
	struct arena memory = { NULL };
	struct box *temps = arena_array(&memory, struct box, stencil->temp_count + 1);
	struct box outputs = nothing;
	const struct temp *t = stencil->temps;

	for (const struct stmt *s = stencil->statements; s; s = s->next) {
		for (; t && t->stmt == s; t = t->next)
			if (t->prior)
				temps[t->index] = temps[t->prior->index];
		while (reach_statement(s, nothing, temps, &outputs))
			;
	}
	arena_free(&memory);
	return outputs;
}

bool
interpret_domain(const struct stencil *stencil, const int size[3], int low[3], int high[3])
{
	const int halo[AXES] = { stencil->halo.x, stencil->halo.y, stencil->halo.z };
	const struct box box = reach_outputs(stencil);
	bool empty = false;

	for (int a = 0; a < AXES; a++) {
		low[a] = box.reads[a] ? larger(0, -box.min[a]) : 0;
		high[a] = size[a] - (box.reads[a] ? larger(0, box.max[a]) : 0);
		if (stencil->has_halo) {
			low[a] = halo[a];
			high[a] = size[a] - halo[a];
		}
		empty |= low[a] >= high[a];
	}
	return !empty;
}
