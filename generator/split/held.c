#include "generator/split/split.h"

/*
 * A field that is a sum and nothing else holds it: after
 *     s_sum = sum of a*b; s = s_sum;
 * the sum is put into s at once, and no kernel copies it: that statement is no root.
 */

/* How many statements assign a field. */
static int
count_assignments(const struct split *split, const struct field *field)
{
	int count = 0;

	for (int s = 0; s < split->count; s++) {
		struct stmt own = *split->statements[s];

		own.next = NULL;
		count += assigns_field(&own, field);
	}
	return count;
}

/* The sum that a statement copies to a field, which has no other value, before or after; NULL: it does anything else. */
static const struct temp *
copied_sum(const struct split *split, const struct stmt *stmt)
{
	const struct field *field = stmt->kind == STMT_ASSIGN && !stmt->u.assign.reduction ? stmt->u.assign.field : NULL;
	const struct expr *value = field && field->shape == SHAPE_SCALAR ? stmt->u.assign.value : NULL;
	const struct temp *temp = value && value->kind == EXPR_TEMP ? value->u.read.temp : NULL;

	return temp && split_is_reduced(temp) && split->kept[temp->index] && temp->type == field->type && field->role == ROLE_OUT
		&& count_assignments(split, field) == 1 ? temp : NULL;
}

void
split_hold_sums(struct split *split)
{
	for (int s = 0; s < split->count; s++) {
		const struct temp *sum = copied_sum(split, split->statements[s]);

		if (!sum || split->holders[sum->index])
			continue;
		split->holders[sum->index] = split->statements[s]->u.assign.field;
		split->held_by[s] = sum;
	}
}

bool
split_is_holder(const struct split *split, const struct field *field)
{
	for (int s = 0; s < split->count; s++)
		if (split->held_by[s] && split->holders[split->held_by[s]->index] == field)
			return true;
	return false;
}
