#include "generator/check/checker.h"

#include <string.h>

/* Where a statement is evaluated, which decides what is known of the distances to the sides there. */
enum place {
	PLACE_DOMAIN,   /* points of the domain: fields are assigned */
	PLACE_LEVELS,   /* on the levels of the domain, also beyond its columns: sweeps, and what is made of them */
	PLACE_ANYWHERE, /* wherever later statements read a temporary, also beyond the domain */
	PLACES,
};

/* What has gone into a value so far. */
struct reads {
	struct facts facts;        /* at its point */
	struct footprint footprint;
	struct written_reads written; /* outs and inouts */
	bool varies;               /* not of params and literals only */
	bool params;               /* of a param at least */
	bool own_level;            /* what is read counts as if it lay on the level of its point */
};

static struct facts
facts_of(const struct checker *c, enum place place)
{
	struct facts facts = no_facts;

	facts.more = c->kind->has_domain && c->statement->half;
	for (enum side s = 0; s < SIDES; s++)
		if (place == PLACE_DOMAIN || (place == PLACE_LEVELS && side_axis(s) == 2))
			facts.low[s] = 0;
	return facts;
}

static enum place
place_of(const struct checker *c, const struct stmt *assign)
{
	const struct temp *temp = assign->u.assign.temp;

	if (!temp || assign->u.assign.reduction)
		return PLACE_DOMAIN;
	return c->statement->kind == STMT_SWEEP || temp->level_bound ? PLACE_LEVELS : PLACE_ANYWHERE;
}

static void
include_field(const struct checker *c, struct reads *reads, const struct expr *read)
{
	const enum shape shape = read->u.read.field->shape;

	for (enum side s = 0; s < SIDES; s++)
		if (shapes[shape].axes[side_axis(s)] && !(read->u.read.level && side_axis(s) == 2))
			add_reach(&reads->footprint, s, reference_cells(&read->u.read, s, c->statement->half), &reads->facts, read);
}

/* Whether a field has values beyond the domain: what the caller left there, or what its boundary made of what it
 * was assigned before. */
static bool
has_values_beyond(const struct checker *c, const struct field *field, int axis)
{
	return field->role != ROLE_OUT || (field->edges[axis].kind && c->assigned_before[field->index]);
}

/* Adds a read of what the stencil writes, or of a temporary that is made of it. */
static void
include_written(struct written_reads *to, const struct written_reads *from)
{
	if (!to->read)
		to->read = from->read;
	for (int a = 0; a < AXES; a++)
		if (!to->bare[a])
			to->bare[a] = from->bare[a];
}

static void
report_own_update(const struct checker *c, const struct expr *e)
{
	const struct field *field = e->u.read.field;

	error_at(c->source, e->span, "'%s' is read at %s by the statement that assigns it", field->name,
		e->u.read.chain ? "another element" : e->u.read.level ? "a level by its number" : "an offset");
	note_at(c->source, field->span, "'%s' declared here; all points are updated at once, so this is neither"
		" Jacobi's method nor Gauss-Seidel's; assign a temporary first, which holds the old values",
		field->name);
}

/* Elements are updated where all that the outputs read exists, in the zones: their neighbors may not be. */
static void
report_other_element(const struct checker *c, const struct expr *e, const struct field *field)
{
	error_at(c->source, e->span, "out '%s' is read at another element, which has no value if it is not updated", field->name);
	note_at(c->source, field->span, "'%s' declared here; declare it 'inout' to keep the values of other elements", field->name);
}

static void
report_beyond_domain(const struct checker *c, const struct expr *e, const struct field *field, int axis)
{
	error_at(c->source, e->span, "out '%s' is read outside the domain, where it has no values", field->name);
	if (field->edges[axis].kind)
		note_at(c->source, field->span, "'%s' declared here; its boundary fills the halo of what earlier statements"
			" assigned, and there is none", field->name);
	else
		note_at(c->source, field->span, "'%s' declared here; give it a 'boundary' for %c, declare it 'inout' to keep the "
			"values there, or guard the read", field->name, "xyz"[axis]);
}

/* An axis along which what is read at an offset may lie beyond the domain, where it has no values; AXES: none. */
static int
find_axis_beyond(const struct checker *c, const struct facts *known, const struct reference *read, const struct expr *const bare[AXES])
{
	for (enum side s = 0; s < SIDES; s++) {
		const int cells = reference_cells(read, s, c->statement->half);

		if (bare[side_axis(s)] && cells > 0 && (known->low[s] == UNKNOWN_LOW || cells > known->low[s])
				&& known->high[side_opposite(s)] == UNKNOWN_HIGH)
			return side_axis(s);
	}
	return AXES;
}

/* Of half and full levels, those with the same index count as different points: a full level may be missing, and kernels are on one
 * kind. */
static bool
is_own_point(const struct checker *c, const struct reference *read)
{
	return reference_is_own(read) && !reference_step(read, c->statement->half);
}

static void
add_field(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct field *field = e->u.read.field;
	struct written_reads written = { .read = e };
	int axis;

	include_field(c, reads, e);
	reads->varies = true;
	if (!field->assigned || field->shape == SHAPE_SCALAR)
		return;
	for (int a = 0; a < AXES; a++)
		written.bare[a] = has_values_beyond(c, field, a) ? NULL : e;
	include_written(&reads->written, &written);
	if (c->statement->kind == STMT_SWEEP && reference_is_of_column(&e->u.read)) {
		if (written.bare[2])
			check_level_read(c, e, &reads->facts, &reads->footprint.least[2], report);
		return;
	}
	if (!report || c->kind->orders_updates)
		return;
	if (is_own_point(c, &e->u.read))
		return;
	c->stencil->reads_updates = true;
	c->stencil->reads_levels |= e->u.read.level != NULL;
	if (assigns_field(c->statement, field) && !reference_is_own(&e->u.read))
		report_own_update(c, e);
	else if (!c->assigned_before[field->index]) /* if it is out, that is the error */
		return;
	else if (e->u.read.chain && field->role == ROLE_OUT)
		report_other_element(c, e, field);
	else if (axis = find_axis_beyond(c, &reads->facts, &e->u.read, written.bare), axis < AXES)
		report_beyond_domain(c, e, field, axis);
	else if (e->u.read.level && written.bare[2])
		c->by_value->bare = e;
}

/* A sweep is done where outputs are updated. */
static void
report_swept_elsewhere(const struct checker *c, const struct expr *e)
{
	error_at(c->source, e->span,
		"'%s' is read at %s, where no sweep may make it; assign an 'inout' in the sweep, and read"
		" that", e->u.read.temp->name, e->u.read.chain ? "another element" : "a level by its number");
	note_at(c->source, e->u.read.temp->span, "'%s' assigned here", e->u.read.temp->name);
}

/* A temporary is stored at the levels of the domain, where it is read at a level by value. */
static struct facts
at_levels_of_domain(const struct facts *known)
{
	struct facts facts = *known;

	facts.low[SIDE_BELOW] = facts.low[SIDE_ABOVE] = 0;
	facts.high[SIDE_BELOW] = facts.high[SIDE_ABOVE] = UNKNOWN_HIGH;
	return facts;
}

static void
add_temp(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct temp *temp = e->u.read.temp;
	const struct expr *output = temp->written.read;
	const struct facts facts = e->u.read.level ? at_levels_of_domain(&reads->facts) : reads->facts;
	int axis;

	if (report && (e->u.read.chain || (e->u.read.level && c->kind->has_relations)) && temp->swept)
		report_swept_elsewhere(c, e);
	if (temp->level_bound && !e->u.read.level)
		check_level_read(c, e, &reads->facts, &reads->footprint.least[2], report);
	include_footprint(&reads->footprint, &temp->footprint, &facts, e, c->statement->half);
	reads->varies |= !temp->uniform;
	reads->params |= temp->uniform;
	if (!output)
		return;
	include_written(&reads->written, &temp->written);
	if (!report || is_own_point(c, &e->u.read))
		return;
	c->stencil->reads_updates = true;
	if (c->kind->orders_updates)
		error_at(c->source, e->span, "output '%s' is read at an offset through '%s': assign a temporary first, and read that",
			output->u.read.field->name, temp->name);
	else if (e->u.read.chain && temp->written.bare[0]) {
		output = temp->written.bare[0];
		report_other_element(c, e, output->u.read.field);
	} else if (axis = find_axis_beyond(c, &reads->facts, &e->u.read, temp->written.bare), axis < AXES) {
		output = temp->written.bare[axis];
		report_beyond_domain(c, e, output->u.read.field, axis);
	} else
		return;
	note_at(c->source, output->span, "'%s' is read here", output->u.read.field->name);
}

static bool
leaves_out(const struct level_condition *condition, bool holds)
{
	return condition && condition->left_out[holds ? 0 : 1];
}

static void add_reads(const struct checker *c, const struct expr *e, struct reads *reads, bool report);

/* Adds what e reads where the condition holds, or where it does not. Branches that conditions of levels leave out read on
 * their own level only: a temporary of them is needed as far as it is read. */
static void
add_guarded(const struct checker *c, const struct expr *e, const struct expr *condition, bool holds,
	struct reads *reads, bool report)
{
	const struct facts before = reads->facts;

	reads->facts = narrow(before, condition, holds);
	add_reads(c, e, reads, report);
	reads->facts = before;
}

static void
add_chosen(const struct checker *c, const struct expr *select, bool holds, struct reads *reads, bool report)
{
	const struct expr *chosen = holds ? select->u.select.yes : select->u.select.no;
	const bool before = reads->own_level;

	reads->own_level |= leaves_out(select->u.select.of_level, holds);
	add_guarded(c, chosen, select->u.select.condition, holds, reads, report);
	reads->own_level = before;
}

static void
add_own_level(const struct expr *e, struct reads *reads)
{
	const enum shape shape = e->kind == EXPR_FIELD ? e->u.read.field->shape : e->u.read.temp->shape;

	for (enum side s = 0; s < SIDES; s++)
		if (side_axis(s) == 2 && shapes[shape].axes[2] && !e->u.read.level)
			add_reach(&reads->footprint, s, 0, &reads->facts, e);
}

/* Adds what e reads. With report, says where an output is read that has no value there, or one that
 * the statement itself assigns at other points. */
static void
add_reads(const struct checker *c, const struct expr *e, struct reads *reads, bool report)
{
	const struct expr *operand;

	if (e->kind == EXPR_SELECT) {
		add_reads(c, e->u.select.condition, reads, report);
		add_chosen(c, e, true, reads, report);
		add_chosen(c, e, false, reads, report);
		return;
	}
	if (reads->own_level && (e->kind == EXPR_FIELD || e->kind == EXPR_TEMP))
		add_own_level(e, reads);
	else if (e->kind == EXPR_FIELD)
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

/* Widens a temporary by what an assignment to it reads. Returns whether that changed it. */
static bool
widen_temp(const struct checker *c, struct temp *temp, const struct reads *reads)
{
	const struct temp before = *temp;
	struct written_reads written = reads->written;

	include_footprint(&temp->footprint, &reads->footprint, &no_facts, NULL, false);
	if (temp->level_bound) /* it has no values beyond the lowest and the highest level */
		written.bare[2] = NULL;
	include_written(&temp->written, &written);
	temp->uniform = c->statement->kind == STMT_ASSIGN && !reads->varies && reads->params
		&& temp->type != TYPE_BOOL;
	return !same_footprint(&before.footprint, &temp->footprint)
		|| memcmp(&before.written, &temp->written, sizeof before.written) != 0;
}

/* A full field has no value at the last half level. */
static void
check_target_level(const struct checker *c, const struct stmt *assign, const struct facts *known)
{
	const struct field *field = assign->u.assign.field;

	if (!c->statement->half || field->where.half || !shapes[field->shape].axes[2] || known->low[SIDE_ABOVE] > 0)
		return;
	error_at(c->source, assign->span, "'%s' is on full levels, but this %s is on half levels: guard the assignment by 'if (above > 0)', or use"
		" another %s", field->name, c->statement->kind == STMT_SWEEP ? "sweep" : "'if'", c->statement->kind == STMT_SWEEP ? "sweep" : "'if'");
	note_at(c->source, field->span, "'%s' declared here", field->name);
}

static bool
widen_target(const struct checker *c, struct stmt *assign, const struct reads around[PLACES], struct footprint *outputs,
	bool report)
{
	struct reads reads = around[place_of(c, assign)];

	if (report && assign->u.assign.field)
		check_target_level(c, assign, &reads.facts);
	add_reads(c, assign->u.assign.value, &reads, report);
	if (assign->u.assign.temp && !assign->u.assign.reduction)
		return widen_temp(c, (struct temp *)assign->u.assign.temp, &reads);
	if (assign->u.assign.field || assign->u.assign.reduction)
		include_footprint(outputs, &reads.footprint, &no_facts, NULL, false);
	return false;
}

static bool widen(const struct checker *c, struct stmt *stmt, const struct reads around[PLACES],
	struct footprint *outputs, bool report);

static bool
widen_branches(const struct checker *c, struct stmt *branch, const struct reads around[PLACES],
	struct footprint *outputs, bool report)
{
	const struct expr *condition = branch->u.branch.condition;
	const struct level_condition *of_level = branch->u.branch.of_level;
	struct reads then[PLACES], otherwise[PLACES];
	bool changed;

	for (enum place p = 0; p < PLACES; p++) {
		then[p] = around[p];
		add_reads(c, condition, &then[p], report && p == PLACE_DOMAIN);
		otherwise[p] = then[p];
		then[p].facts = narrow(around[p].facts, condition, true);
		otherwise[p].facts = narrow(around[p].facts, condition, false);
		then[p].own_level |= leaves_out(of_level, true);
		otherwise[p].own_level |= leaves_out(of_level, false);
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
		switch (stmt->kind) {
		case STMT_ASSIGN:
			changed |= widen_target(c, stmt, around, outputs, report);
			break;
		case STMT_IF:
			changed |= widen_branches(c, stmt, around, outputs, report);
			break;
		case STMT_SWEEP:
			changed |= widen(c, stmt->u.sweep.body, around, outputs, report);
			break;
		}
	return changed;
}

static void
check_extent(const struct checker *c, const struct temp *temp)
{
	for (int s = 0; s < SIDES; s++)
		if (temp->footprint.relative.cells[s] > MAX_OFFSET || temp->footprint.absolute.cells[s] > MAX_OFFSET) {
			error_at(c->source, temp->span, "'%s' reads farther than %d cells: split it into several stencils",
				temp->name, MAX_OFFSET);
			return;
		}
}

/* Widens what the statement assigns until nothing changes. Returns false if that takes too many rounds. */
static bool
resolve_extents(const struct checker *c, const struct reads around[PLACES], struct footprint *outputs)
{
	int rounds = 0;

	for (struct temp *temp = c->statement_temps; temp && temp->stmt == c->statement; temp = temp->next)
		if (temp->prior) {
			temp->footprint = temp->prior->footprint;
			temp->written = temp->prior->written;
		}
	while (rounds < MAX_ROUNDS && widen(c, c->statement, around, outputs, false))
		rounds++;
	return rounds < MAX_ROUNDS;
}

void
check_extents(struct checker *c, struct footprint *outputs)
{
	struct reads nothing[PLACES] = { 0 };
	struct stmt *following = c->statement->next;

	for (enum place p = 0; p < PLACES; p++)
		nothing[p].facts = facts_of(c, p);
	c->statement->next = NULL;
	if (!resolve_extents(c, nothing, outputs))
		report_no_fixpoint(c);
	widen(c, c->statement, nothing, outputs, true);
	for (const struct temp *temp = c->statement_temps; temp; temp = temp->next)
		check_extent(c, temp);
	c->statement->next = following;
}

void
find_extents(struct checker *c, struct footprint *outputs)
{
	struct reads nothing[PLACES] = { 0 };

	for (struct temp *temp = c->stencil->temps; temp; temp = temp->next)
		temp->footprint = (struct footprint){ 0 };
	c->statement_temps = c->stencil->temps;
	for (struct stmt *stmt = c->stencil->statements, *following; stmt; stmt = following) {
		following = stmt->next;
		c->statement = stmt;
		for (enum place p = 0; p < PLACES; p++)
			nothing[p].facts = facts_of(c, p);
		stmt->next = NULL;
		resolve_extents(c, nothing, outputs);
		stmt->next = following;
		while (c->statement_temps && c->statement_temps->stmt == stmt)
			c->statement_temps = c->statement_temps->next;
	}
}
