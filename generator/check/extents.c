#include "generator/check/checker.h"

/* Where a statement is evaluated, which decides what is known of the distances to the sides there. */
enum place {
	PLACE_DOMAIN,   /* points of the domain: fields are assigned */
	PLACE_ANYWHERE, /* wherever later statements read a temporary, also beyond the domain */
	PLACES,
};

/* What has gone into a value so far. */
struct reads {
	struct facts facts;        /* at its point */
	struct footprint footprint;
	const struct expr *output; /* a read of an out or inout */
	bool varies;               /* not of params and literals only */
	bool params;               /* of a param at least */
};

static struct facts
facts_of(enum place place)
{
	struct facts facts = no_facts;

	for (int s = 0; s < SIDES && place == PLACE_DOMAIN; s++)
		facts.low[s] = 0;
	return facts;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
include_side(struct reach *reach, enum side side, int cells, const struct expr *by)
{
	if (reach->any[side] && cells <= reach->cells[side])
		return;
	reach->any[side] = true;
	reach->cells[side] = cells;
	reach->by[side] = by;
}

/* Includes reads `cells` towards a side of the point at which that is known. */
static void
add_reach(struct footprint *to, enum side side, int cells, const struct facts *known, const struct expr *by)
{
	const int low = known->low[side], across = known->high[side_opposite(side)], axis = side_axis(side);

	if (low != UNKNOWN_LOW && cells <= low)
		return;
	if (across != UNKNOWN_HIGH && cells > 0) /* near the other side: that far away there is a cell, or else */
		to->least[axis] = larger(to->least[axis], across + cells + 1);
	else if (low != UNKNOWN_LOW)
		include_side(&to->absolute, side, cells - low, by);
	else
		include_side(&to->relative, side, cells, by);
}

/* By is the read of a temporary with that footprint, or NULL for what conditions around a statement read. A
 * note about a read points to the last one that goes in its direction. */
static void
include_footprint(struct footprint *to, const struct footprint *footprint, const struct facts *known, const struct expr *by)
{
	for (enum side s = 0; s < SIDES; s++) {
		const int step = by ? side_cells(s, by->u.temp.offset) : 0;

		if (footprint->relative.any[s])
			add_reach(to, s, footprint->relative.cells[s] + step, known, step > 0 ? by : footprint->relative.by[s]);
		if (footprint->absolute.any[s])
			include_side(&to->absolute, s, footprint->absolute.cells[s], footprint->absolute.by[s]);
	}
	for (int a = 0; a < AXES; a++)
		to->least[a] = larger(to->least[a], footprint->least[a]);
}

static void
include_field(struct reads *reads, const struct expr *read)
{
	const enum shape shape = read->u.field.field->shape;

	for (enum side s = 0; s < SIDES; s++)
		if (shapes[shape].axes[side_axis(s)])
			add_reach(&reads->footprint, s, side_cells(s, read->u.field.offset), &reads->facts, read);
}

static bool
is_shifted(struct offset offset)
{
	return offset.x || offset.y || offset.z;
}

/* Of two reads of outputs, the one of an out, which has no values beyond the domain. */
static const struct expr *
output_of(const struct expr *a, const struct expr *b)
{
	return !a || (b && b->u.field.field->role == ROLE_OUT) ? b : a;
}

static void
report_own_update(const struct checker *c, const struct expr *e)
{
	const struct field *field = e->u.field.field;

	error_at(c->source, e->span, "'%s' is read at an offset by the statement that assigns it", field->name);
	note_at(c->source, field->span, "'%s' declared here; all points are updated at once, so this is neither"
		" Jacobi's method nor Gauss-Seidel's; assign a temporary first, which holds the old values",
		field->name);
}

/* On a mesh all is computed in one kernel. */
static void
report_other_place(const struct checker *c, const struct expr *e, const struct field *field)
{
	error_at(c->source, e->span, "output '%s' is read where another thread may have written", field->name);
	note_at(c->source, field->span, "'%s' declared here; points are computed in no order, so none"
		" can read what another one writes", field->name);
}

static void
report_beyond_domain(const struct checker *c, const struct expr *e, const struct field *field)
{
	error_at(c->source, e->span, "out '%s' is read beyond the domain, where it has no values", field->name);
	note_at(c->source, field->span, "'%s' declared here; an 'inout' keeps what is there", field->name);
}

/* Whether what is read at an offset may lie beyond the domain. */
static bool
leaves_domain(const struct facts *known, struct offset offset)
{
	for (enum side s = 0; s < SIDES; s++) {
		const int cells = side_cells(s, offset);

		if (cells > 0 && (known->low[s] == UNKNOWN_LOW || cells > known->low[s])
				&& known->high[side_opposite(s)] == UNKNOWN_HIGH)
			return true;
	}
	return false;
}

static void
add_field(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct field *field = e->u.field.field;

	include_field(reads, e);
	reads->varies = true;
	if (!field->assigned || field->shape == SHAPE_SCALAR)
		return;
	reads->output = output_of(reads->output, e);
	if (!report || c->rules->orders_updates)
		return;
	if (e->u.field.place)
		report_other_place(c, e, field);
	if (!is_shifted(e->u.field.offset))
		return;
	c->stencil->reads_updates = true;
	if (assigns_field(c->statement, field))
		report_own_update(c, e);
	else if (field->role == ROLE_OUT && leaves_domain(&reads->facts, e->u.field.offset))
		report_beyond_domain(c, e, field);
}

static void
add_temp(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct temp *temp = e->u.temp.temp;
	const struct field *output;

	include_footprint(&reads->footprint, &temp->footprint, &reads->facts, e);
	reads->varies |= !temp->uniform;
	reads->params |= temp->uniform;
	if (!temp->output)
		return;
	reads->output = output_of(reads->output, temp->output);
	if (!report || (!is_shifted(e->u.temp.offset) && !e->u.temp.place))
		return;
	output = temp->output->u.field.field;
	c->stencil->reads_updates = true;
	if (c->rules->orders_updates || e->u.temp.place)
		error_at(c->source, e->span, e->u.temp.place
			? "output '%s' is read where another thread may have written, through '%s'"
			: "output '%s' is read at an offset through '%s'", output->name, temp->name);
	else if (output->role == ROLE_OUT && leaves_domain(&reads->facts, e->u.temp.offset))
		report_beyond_domain(c, e, output);
	else
		return;
	note_at(c->source, temp->output->span, "'%s' is read here", output->name);
}

static void add_reads(const struct checker *c, const struct expr *e, struct reads *reads, bool report);

/* Adds what e reads where the condition holds, or where it does not. */
static void
add_guarded(const struct checker *c, const struct expr *e, const struct expr *condition, bool holds,
	struct reads *reads, bool report)
{
	const struct facts before = reads->facts;

	reads->facts = narrow(before, condition, holds);
	add_reads(c, e, reads, report);
	reads->facts = before;
}

/* Adds what e reads. With report, says where an output is read that has no value there, or one that
 * the statement itself assigns at other points. */
static void
add_reads(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct expr *operand;

	if (e->kind == EXPR_SELECT) {
		add_reads(c, e->u.select.condition, reads, report);
		add_guarded(c, e->u.select.yes, e->u.select.condition, true, reads, report);
		add_guarded(c, e->u.select.no, e->u.select.condition, false, reads, report);
		return;
	}
	if (e->kind == EXPR_FIELD)
		add_field(c, e, reads, report);
	else if (e->kind == EXPR_TEMP)
		add_temp(c, e, reads, report);
	else if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS || e->kind == EXPR_SIDE || e->kind == EXPR_EXISTS
			|| e->kind == EXPR_COUNT)
		reads->varies = true;
	else if (e->kind == EXPR_PARAM)
		reads->params = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		add_reads(c, operand, reads, report);
}

static bool
same_reach(const struct reach *a, const struct reach *b)
{
	for (int s = 0; s < SIDES; s++)
		if (a->any[s] != b->any[s] || a->cells[s] != b->cells[s])
			return false;
	return true;
}

static bool
same_footprint(const struct footprint *a, const struct footprint *b)
{
	for (int axis = 0; axis < AXES; axis++)
		if (a->least[axis] != b->least[axis])
			return false;
	return same_reach(&a->relative, &b->relative) && same_reach(&a->absolute, &b->absolute);
}

/* Widens a temporary by what an assignment to it reads. Returns whether that changed it. */
static bool
widen_temp(const struct checker *c, struct temp *temp, const struct reads *reads)
{
	const struct temp before = *temp;

	include_footprint(&temp->footprint, &reads->footprint, &no_facts, NULL);
	temp->output = output_of(temp->output, reads->output);
	temp->uniform = c->statement->kind == STMT_ASSIGN && !reads->varies && reads->params
		&& temp->type != TYPE_BOOL;
	return !same_footprint(&before.footprint, &temp->footprint) || before.output != temp->output;
}

static bool
widen_target(const struct checker *c, struct stmt *assign, const struct reads around[PLACES], struct footprint *outputs,
	bool report)
{
	const bool is_temp = assign->u.assign.temp && !assign->u.assign.reduction;
	struct reads reads = around[is_temp ? PLACE_ANYWHERE : PLACE_DOMAIN];

	add_reads(c, assign->u.assign.value, &reads, report);
	if (is_temp)
		return widen_temp(c, (struct temp *)assign->u.assign.temp, &reads);
	if (assign->u.assign.field || assign->u.assign.reduction)
		include_footprint(outputs, &reads.footprint, &no_facts, NULL);
	return false;
}

static bool widen(const struct checker *c, struct stmt *stmt, const struct reads around[PLACES],
	struct footprint *outputs, bool report);

static bool
widen_branches(const struct checker *c, struct stmt *branch, const struct reads around[PLACES],
	struct footprint *outputs, bool report)
{
	const struct expr *condition = branch->u.branch.condition;
	struct reads then[PLACES], otherwise[PLACES];
	bool changed;

	for (enum place p = 0; p < PLACES; p++) {
		then[p] = around[p];
		add_reads(c, condition, &then[p], report && p == 0);
		otherwise[p] = then[p];
		then[p].facts = narrow(around[p].facts, condition, true);
		otherwise[p].facts = narrow(around[p].facts, condition, false);
	}
	changed = widen(c, branch->u.branch.then, then, outputs, report);
	return widen(c, branch->u.branch.otherwise, otherwise, outputs, report) || changed;
}

/* Lets every assignment below stmt, made under conditions that read what
 * `around` says, widen its target. Returns whether a temporary changed. */
static bool
widen(const struct checker *c, struct stmt *stmt, const struct reads around[PLACES], struct footprint *outputs,
	bool report)
{
	bool changed = false;

	for (; stmt; stmt = stmt->next)
		changed |= stmt->kind == STMT_IF ? widen_branches(c, stmt, around, outputs, report)
			: widen_target(c, stmt, around, outputs, report);
	return changed;
}

static void
check_extent(const struct checker *c, const struct temp *temp)
{
	for (int s = 0; s < SIDES; s++)
		if (temp->footprint.relative.cells[s] > MAX_OFFSET || temp->footprint.absolute.cells[s] > MAX_OFFSET) {
			error_at(c->source, temp->span, "'%s' reaches farther than %d cells",
				temp->name, MAX_OFFSET);
			return;
		}
}

void
check_extents(struct checker *c, struct footprint *outputs)
{
	struct reads nothing[PLACES] = { 0 };
	struct stmt *following = c->statement->next;
	int rounds = 0;

	for (enum place p = 0; p < PLACES; p++)
		nothing[p].facts = facts_of(p);
	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		if (temp->prior) {
			temp->footprint = temp->prior->footprint;
			temp->output = temp->prior->output;
		}
	while (rounds < MAX_ROUNDS && widen(c, c->statement, nothing, outputs, false))
		rounds++;
	if (rounds == MAX_ROUNDS)
		report_no_fixpoint(c);
	widen(c, c->statement, nothing, outputs, true);
	for (const struct temp *temp = c->statement_temps; temp; temp = temp->next)
		check_extent(c, temp);
	c->statement->next = following;
}
