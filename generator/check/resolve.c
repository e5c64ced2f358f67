#include "generator/check/places.h"
#include "generator/language/offset.h"

#include <stdlib.h>
#include <string.h>

static bool
is_too_far(struct offset offset)
{
	return abs(offset.x) > MAX_OFFSET || abs(offset.y) > MAX_OFFSET || abs(offset.z) > MAX_OFFSET;
}

/* The offset that is written, in numbers or in names that add up. */
bool
refer_by_offset(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to)
{
	struct offset offset = e->u.name.offset;

	for (const struct step_name *step = e->u.name.steps; step; step = step->next) {
		const struct neighbor *n = find_neighbor(c, step->name);

		if (step->slot != ALL_SLOTS) {
			error_at(c->source, step->span, "'%s[%d]' is an element of a mesh: write a neighbor here, as in [west],"
				" or an offset, [-1,0]", step->name, step->slot);
			continue;
		}
		if (!n) {
			report_unknown(c, step->span, "neighbor", step->name,
				suggest_neighbor(c, step->name), "declare it, or write its offset, as in [1,0]");
			continue;
		}
		offset = offset_add(offset, n->offset);
		if (is_too_far(offset))
			break;
	}
	if (is_too_far(offset)) {
		error_at(c->source, e->u.name.offset_span, "offset [%d,%d,%d] is out of range: write numbers from %d to %d",
			offset.x, offset.y, offset.z, -MAX_OFFSET, MAX_OFFSET);
		offset = (struct offset){ 0, 0, 0 };
	}
	(void)reading;
	*to = (struct reference){ .offset = offset };
	return true;
}

/* Whether any of a list of statements assigns the name. */
static bool
assigns_name(const struct stmt *stmt, const char *name)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN ? !strcmp(stmt->u.assign.name, name)
				: assigns_name(stmt->u.branch.then, name) || assigns_name(stmt->u.branch.otherwise, name))
			return true;
	return false;
}

/* Whether it reads at an offset what the statement itself assigns, which extents.c reports. */
static bool
is_own_update(const struct checker *c, const struct field *field, const struct reference *read)
{
	struct stmt own = *c->statement;

	own.next = NULL;
	return !reference_is_own(read) && assigns_name(&own, field->name);
}

/* Whether a read at a level by value is written as it can be, of what has levels. */
static bool
check_level(const struct checker *c, const struct expr *e, const struct reference *to)
{
	if (to->offset.z)
		error_at(c->source, e->u.name.offset_span, "a read has one level: write it in the brackets of 'level', or leave that out");
	return !to->offset.z;
}

static bool
resolve_level_of_field(const struct checker *c, const struct expr *e, const struct field *field, struct reference *to)
{
	struct expr *level = e->u.name.level;

	if (!level)
		return true;
	if (!shapes[field->shape].axes[2]) {
		error_at(c->source, e->u.name.offset_span, "%s field '%s' has no levels: read it without one", shapes[field->shape].name,
			field->name);
		return false;
	}
	if (!check_level(c, e, to))
		return false;
	resolve(c, level);
	to->level = level_of_field(c, level, field->where.half);
	return true;
}

/* It counts from the point itself, as that of a field does. */
static bool
resolve_level_of_temp(const struct checker *c, const struct expr *e, const struct name_state *state, struct temp *temp,
	struct reference *to)
{
	const char *block = c->statement->kind == STMT_SWEEP ? "sweep" : "'if'";
	struct expr *level = e->u.name.level;

	if (!level)
		return true;
	if (state->open) {
		error_at(c->source, e->span, "'%s' is read at a level by its number in the %s that assigns it: read it after the %s", state->name, block, block);
		note_at(c->source, state->open->span, "assigned here");
		return false;
	}
	if (state->shape == SHAPE_COLUMN || !temp->varies) {
		error_at(c->source, e->u.name.offset_span, "'%s' is the same on all levels: read it without one", state->name);
		return false;
	}
	if (!check_level(c, e, to))
		return false;
	resolve(c, level);
	to->level = level_of_temp(c, level, state->where.half);
	temp->by_level = c->stencil->reads_levels = true;
	return true;
}

static void
resolve_field(const struct checker *c, struct expr *e, struct field *field)
{
	const struct reading reading = { field->name, field->span, field->where, false };
	struct reference read;
	struct offset offset;

	field->used = true;
	if (!c->kind->refer(c, e, &reading, &read) || !resolve_level_of_field(c, e, field, &read)) {
		e->kind = EXPR_ERROR;
		return;
	}
	offset = read.offset;
	if (field->shape == SHAPE_SCALAR && e->u.name.shifted)
		error_at(c->source, e->u.name.offset_span, "scalar '%s' has one value and no neighbors: read it without an offset",
			field->name);
	else if (field->shape == SHAPE_COLUMN && offset.z)
		error_at(c->source, e->u.name.offset_span, "column field '%s' has no levels: read it without a vertical offset",
			field->name);
	else if (field->shape == SHAPE_PROFILE && (offset.x || offset.y))
		error_at(c->source, e->u.name.offset_span, "profile '%s' has no horizontal neighbors: read it without a horizontal offset",
			field->name);
	else if (field->role == ROLE_OUT && !c->assigned[field->index] && !is_own_update(c, field, &read)) {
		error_at(c->source, e->span, "output '%s' is read before it is assigned on every path",
			field->name);
		note_at(c->source, field->span, "'%s' declared here; assign it in every branch before, or declare it"
			" 'inout' to read its old value",
			field->name);
	}
	e->kind = EXPR_FIELD;
	read.field = field;
	e->u.read = read;
}

static void
resolve_param(const struct checker *c, struct expr *e, struct param *param)
{
	param->used = true;
	if (e->u.name.shifted) {
		error_at(c->source, e->u.name.offset_span, "param '%s' has no neighbors: read it without an offset", param->name);
	}
	e->kind = EXPR_PARAM;
	e->u.param = param;
}

static void
report_unassigned(const struct checker *c, const struct expr *e, const struct name_state *state)
{
	const struct temp *temp = state->open ? state->open : state->current;

	if (!temp && !c->stencil->complete)
		return;
	error_at(c->source, e->span, temp ?
		"'%s' is read, but not assigned on every path before: assign it before the 'if', or in every branch"
		: "'%s' is read before it is assigned: assign it in a statement before", state->name);
	if (temp)
		note_at(c->source, temp->span, "assigned here");
	else if (e->u.name.shifted)
		note_at(c->source, e->span, "points are computed in any order: there are no recurrences");
}

/* Whether an if or sweep cannot read a temporary there that it assigns; the rest is checked when all of a sweep is
 * known. */
static bool
is_open_elsewhere(const struct checker *c, const struct expr *e, const struct name_state *state, bool shifted)
{
	if (!state->open)
		return false;
	if (c->statement->kind == STMT_SWEEP && (shifted || *assigned_flag(c, state)))
		return false;
	if (c->statement->kind == STMT_SWEEP) {
		report_unassigned(c, e, state);
		return true;
	}
	if (!shifted)
		return false;
	error_at(c->source, e->span, "'%s' is read at an offset inside the 'if' that assigns it: read it after the 'if'", state->name);
	note_at(c->source, state->open->span, "assigned here");
	return true;
}

static void
resolve_temp(const struct checker *c, struct expr *e, struct name_state *state)
{
	const bool in_sweep = state->open && c->statement->kind == STMT_SWEEP;
	struct temp *temp = state->open ? state->open : state->current;
	struct reading reading;
	struct reference read;
	bool good, shifted;

	if (!*assigned_flag(c, state) && !(in_sweep && e->u.name.shifted)) {
		report_unassigned(c, e, state);
		e->kind = EXPR_ERROR;
		return;
	}
	reading = (struct reading){ state->name, temp->span, state->where, temp->scalar };
	good = c->kind->refer(c, e, &reading, &read) && resolve_level_of_temp(c, e, state, temp, &read);
	shifted = !reference_is_own(&read);
	e->kind = EXPR_ERROR;
	if (!good || is_open_elsewhere(c, e, state, shifted))
		return;
	if (state->shape == SHAPE_COLUMN && read.offset.z) {
		error_at(c->source, e->u.name.offset_span, "column variable '%s' has no levels: read it without a vertical offset",
			state->name);
		return;
	}
	if (temp->scalar) /* a function may read its arguments at offsets */
		read = (struct reference){ .temp = NULL };
	if (state->open && !shifted && !*assigned_inside_flag(c, state))
		state->keeps = true;
	temp->used = true;
	e->kind = EXPR_TEMP;
	read.temp = temp;
	e->u.read = read;
}

/* A word such as west that is no declared name: the distance to that side of the domain. */
static void
resolve_side(const struct checker *c, struct expr *e, enum side side)
{
	e->kind = EXPR_SIDE;
	if (e->u.name.shifted) {
		error_at(c->source, e->u.name.offset_span, "the distance '%s' has no neighbors: assign it to"
			" a temporary, and read that at the offset", side_names[side]);
		e->kind = EXPR_ERROR;
	}
	e->u.side = side;
}

/* Where points have no offsets, levels alone are counted. */
static bool
is_distance(const struct checker *c, const char *name)
{
	const int side = c->kind->has_sides ? find_side(name) : -1;

	return side >= 0 && (c->kind->has_domain || side_axis((enum side)side) == 2);
}

/* A name may be declared in what was not understood, unless it is almost another one. */
static void
report_unknown_value(const struct checker *c, const struct expr *e)
{
	const char *name = e->u.name.name, *meant = suggest_value(c, name);

	if (meant || c->stencil->complete)
		report_unknown(c, e->at, "name", name, meant, "declare it, or assign it before");
}

static void
resolve_name(const struct checker *c, struct expr *e)
{
	const char *name = e->u.name.name;
	const struct symbol *symbol = find_symbol(c, name);

	if (symbol->field) {
		resolve_field(c, e, symbol->field);
		return;
	}
	if (symbol->param) {
		resolve_param(c, e, symbol->param);
		return;
	}
	if (symbol->temp) {
		resolve_temp(c, e, symbol->temp);
		return;
	}
	if (is_distance(c, name)) {
		resolve_side(c, e, (enum side)find_side(name));
		return;
	}
	if (find_function(name) >= 0)
		error_at(c->source, e->at, "function '%s' is used without arguments: write %s(...)", name, name);
	else if (find_neighbor(c, name))
		error_at(c->source, e->at, "'%s' is a neighbor: write it in brackets after a field", name);
	else
		report_unknown_value(c, e);
	e->kind = EXPR_ERROR;
}

static void
resolve_reduction(const struct checker *c, struct expr *e)
{
	struct bound *outer = c->scope->bound;
	struct expr *body = e->u.reduce.body;

	if (bind_reduction(c, e)) {
		resolve(c, body);
		if (body->kind != EXPR_ERROR)
			warn_unread(c, e->u.reduce.bindings);
	} else {
		e->kind = EXPR_ERROR;
	}
	c->scope->bound = outer;
}

/* A reduction, exists or count. */
static void
resolve_neighbours(const struct checker *c, struct expr *e)
{
	if (!c->kind->has_relations) {
		error_at(c->source, e->span, "'%s(NAME in ...)' is for stencils on meshes: write 'stencil %s on triangles', or"
			" what the mesh is of", e->u.reduce.name, c->stencil->name);
		e->kind = EXPR_ERROR;
	} else if (e->kind == EXPR_REDUCE) {
		resolve_reduction(c, e);
	} else {
		e->u.exists.chain = e->kind == EXPR_EXISTS ? resolve_tested(c, e->u.exists.steps, e->span, c->scope->own)
			: resolve_several(c, e->u.exists.steps, e->span, c->scope->own);
		if (!e->u.exists.chain)
			e->kind = EXPR_ERROR;
	}
}

void
resolve_where(const struct checker *c, const struct expr *condition, bool holds, struct expr *e)
{
	assume(c, condition, holds);
	resolve(c, e);
	forget(c);
}

void
resolve(const struct checker *c, struct expr *e)
{
	if (too_many_errors(c->source))
		return;
	switch (e->kind) {
	case EXPR_NAME:
		resolve_name(c, e);
		break;
	case EXPR_UNARY:
		resolve(c, e->u.unary.operand);
		break;
	case EXPR_BINARY:
		resolve(c, e->u.binary.left);
		resolve(c, e->u.binary.right);
		break;
	case EXPR_SELECT:
		resolve(c, e->u.select.condition);
		resolve_where(c, e->u.select.condition, true, e->u.select.yes);
		resolve_where(c, e->u.select.condition, false, e->u.select.no);
		break;
	case EXPR_CALL:
		for (struct expr *a = e->u.call.arguments; a; a = a->next)
			resolve(c, a);
		if (!resolve_function(c, e))
			e->kind = EXPR_ERROR;
		break;
	case EXPR_REDUCE:
	case EXPR_EXISTS:
	case EXPR_COUNT:
		resolve_neighbours(c, e);
		break;
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
		break;
	}
}
