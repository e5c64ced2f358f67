#include "generator/check/checker.h"

/* What has gone into a value so far. */
struct reads {
	struct box box;
	const struct expr *output; /* a read of an out or inout */
	bool varies;               /* not of params and literals only */
	bool params;               /* of a param at least */
};

static int
component(struct offset offset, int axis)
{
	return axis == 0 ? offset.x : axis == 1 ? offset.y : offset.z;
}

static void
include_min(struct box *box, int axis, int min, const struct expr *by)
{
	if (box->reads[axis] && min >= box->min[axis])
		return;
	box->min[axis] = min;
	box->min_by[axis] = by;
}

static void
include_max(struct box *box, int axis, int max, const struct expr *by)
{
	if (box->reads[axis] && max <= box->max[axis])
		return;
	box->max[axis] = max;
	box->max_by[axis] = by;
}

/* By is the read of a temporary with the other box, or NULL. A note about a read
 * points to the last one that goes in its direction. */
static void
include_box(struct box *box, const struct box *other, const struct expr *by)
{
	for (int a = 0; a < AXES; a++) {
		const int step = by ? component(by->u.temp.offset, a) : 0;

		if (!other->reads[a])
			continue;
		include_min(box, a, other->min[a] + step, step < 0 ? by : other->min_by[a]);
		include_max(box, a, other->max[a] + step, step > 0 ? by : other->max_by[a]);
		box->reads[a] = true;
	}
}

static void
include_field(struct box *box, const struct expr *read)
{
	const enum shape shape = read->u.field.field->shape;

	for (int a = 0; a < AXES; a++) {
		const int at = component(read->u.field.offset, a);

		if (!shapes[shape].axes[a])
			continue;
		include_min(box, a, at, read);
		include_max(box, a, at, read);
		box->reads[a] = true;
	}
}

static bool
is_shifted(struct offset offset)
{
	return offset.x || offset.y || offset.z;
}

static void
add_field(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct field *field = e->u.field.field;

	include_field(&reads->box, e);
	reads->varies = true;
	if (!field->assigned)
		return;
	reads->output = e;
	if (!report || !is_shifted(e->u.field.offset) || c->rules->orders_updates)
		return;
	error_at(c->source, e->span, "output '%s' is read at an offset", field->name);
	note_at(c->source, field->span, "'%s' declared here; points are computed in no order, so none"
		" can read what another one writes", field->name);
}

static void
add_temp(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct temp *temp = e->u.temp.temp;
	const char *output;

	include_box(&reads->box, &temp->box, e);
	reads->varies |= !temp->uniform;
	reads->params |= temp->uniform;
	if (!temp->output)
		return;
	reads->output = temp->output;
	if (!report || !is_shifted(e->u.temp.offset))
		return;
	output = temp->output->u.field.field->name;
	error_at(c->source, e->span, "output '%s' is read at an offset through '%s'", output, temp->name);
	note_at(c->source, temp->output->span, "'%s' is read here", output);
}

/* Adds what e reads. With report, says where an output is read elsewhere than
 * at the point that is computed: another thread may have written there. */
static void
add_reads(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD)
		add_field(c, e, reads, report);
	else if (e->kind == EXPR_TEMP)
		add_temp(c, e, reads, report);
	else if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS)
		reads->varies = true;
	else if (e->kind == EXPR_PARAM)
		reads->params = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		add_reads(c, operand, reads, report);
}

static bool
same_box(const struct box *a, const struct box *b)
{
	for (int i = 0; i < AXES; i++)
		if (a->reads[i] != b->reads[i] || a->min[i] != b->min[i] || a->max[i] != b->max[i])
			return false;
	return true;
}

/* Lets every assignment below stmt, made under conditions that read what
 * `around` says, widen its target. Returns whether a temporary changed. */
static bool
widen(const struct checker *c, struct stmt *stmt, const struct reads *around, struct box *outputs,
	bool report)
{
	bool changed = false;

	for (; stmt; stmt = stmt->next) {
		struct reads reads = *around;

		if (stmt->kind == STMT_IF) {
			add_reads(c, stmt->u.branch.condition, &reads, report);
			changed |= widen(c, stmt->u.branch.then, &reads, outputs, report);
			changed |= widen(c, stmt->u.branch.otherwise, &reads, outputs, report);
			continue;
		}
		add_reads(c, stmt->u.assign.value, &reads, report);
		if (stmt->u.assign.field)
			include_box(outputs, &reads.box, NULL);
		if (stmt->u.assign.temp) {
			struct temp *temp = (struct temp *)stmt->u.assign.temp;
			const struct temp before = *temp;

			include_box(&temp->box, &reads.box, NULL);
			if (!temp->output)
				temp->output = reads.output;
			temp->uniform = c->statement->kind == STMT_ASSIGN && !reads.varies && reads.params
				&& temp->type != TYPE_BOOL;
			changed |= !same_box(&before.box, &temp->box) || before.output != temp->output;
		}
	}
	return changed;
}

static void
check_extent(const struct checker *c, const struct temp *temp)
{
	for (int a = 0; a < AXES; a++)
		if (temp->box.reads[a] && (temp->box.min[a] < -MAX_OFFSET || temp->box.max[a] > MAX_OFFSET)) {
			error_at(c->source, temp->span, "'%s' reaches farther than %d cells",
				temp->name, MAX_OFFSET);
			return;
		}
}

void
check_extents(struct checker *c, struct box *outputs)
{
	const struct reads nothing = { 0 };
	struct stmt *following = c->statement->next;
	int rounds = 0;

	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		if (temp->prior) {
			temp->box = temp->prior->box;
			temp->output = temp->prior->output;
		}
	while (rounds < MAX_ROUNDS && widen(c, c->statement, &nothing, outputs, false))
		rounds++;
	if (rounds == MAX_ROUNDS)
		report_no_fixpoint(c);
	widen(c, c->statement, &nothing, outputs, true);
	for (const struct temp *temp = c->statement_temps; temp; temp = temp->next)
		check_extent(c, temp);
	c->statement->next = following;
}
