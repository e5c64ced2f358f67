#include "generator/check/checker.h"

#include <string.h>

/* On a sparse grid a stencil is a sweep over all dimensions, which updates one
 * inout field from its parents, or an evaluation: v = sum(u*hat(x)). */

static bool
is_evaluation(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->probe)
			return true;
	return false;
}

static void
check_declarations(const struct checker *c)
{
	const struct stencil *stencil = c->stencil;

	if (stencil->has_halo)
		error_at(c->source, stencil->halo_span, "a sparse grid has no halo: values on the boundary are 0; leave it out");
	for (const struct neighbor *n = stencil->neighbors; n; n = n->next)
		error_at(c->source, n->span, "a sparse grid has no neighbors but the parents 'left' and"
			" 'right': leave neighbor '%s' out", n->name);
	for (const struct field *f = stencil->fields; f; f = f->next) {
		if (type_is_whole(f->type))
			error_at(c->source, f->span, "%s field '%s': on a sparse grid fields are real, float or double",
				type_name(f->type), f->name);
		if (f->shape != SHAPE_POINT)
			error_at(c->source, f->span, "%s field '%s': a sparse grid has no columns and no levels"
				" of a column: leave '%s' out", shapes[f->shape].name, f->name, shapes[f->shape].name);
	}
}

/* Whether a name is read at the point itself or at a parent, left or right. Reports other offsets. */
static bool
is_parent(const struct checker *c, const struct expr *e)
{
	const struct step_name *step = e->u.name.steps;

	if (!e->u.name.shifted)
		return true;
	if (e->u.name.level) {
		error_at(c->source, e->u.name.offset_span, "a sparse grid has no levels of a column: read parents, 'left' and 'right'");
		return false;
	}
	if (e->u.name.written) {
		error_at(c->source, e->u.name.offset_span, "an offset in numbers is for stencils on structured grids;"
			" on a sparse grid a point has the parents 'left' and 'right'");
		return false;
	}
	if (step->next) {
		error_at(c->source, e->u.name.offset_span, "on a sparse grid a point's parents are read,"
			" not parents of these: write 'left' or 'right' alone");
		return false;
	}
	if (find_predeclared(c, step->name))
		return true;
	report_unknown(c, step->span, "parent", step->name, suggest_neighbor(c, step->name),
		"use left or right");
	return false;
}

static bool
is_temporary(const struct checker *c, const char *name)
{
	if (find_symbol(c, name)->name)
		return false;
	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		if (s->kind == STMT_ASSIGN && !strcmp(s->u.assign.name, name))
			return true;
	return false;
}

static void
check_name(const struct checker *c, struct expr *e)
{
	bool good = is_parent(c, e);

	if (good && e->u.name.shifted && is_temporary(c, e->u.name.name)) {
		error_at(c->source, e->span, "'%s' has no parents: read those of the field", e->u.name.name);
		good = false;
	}
	if (!good)
		e->kind = EXPR_ERROR;
}

/* Reports what an expression has that a sweep cannot have, once. */
static void
check_expression(const struct checker *c, struct expr *e)
{
	if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS) {
		error_at(c->source, e->span, "'%s' counts the levels of a column, and a sparse grid has no"
			" columns: leave it out", e->kind == EXPR_LEVEL ? "level" : "levels");
		e->kind = EXPR_ERROR;
	} else if (e->kind == EXPR_SIDE) {
		error_at(c->source, e->span, "'%s' is a distance to a side of the domain, and a sparse grid has"
			" none: leave it out", side_names[e->u.side]);
		e->kind = EXPR_ERROR;
	} else if (e->kind == EXPR_CALL && find_function(e->u.call.name) < 0
			&& (!strcmp(e->u.call.name, "sum") || !strcmp(e->u.call.name, "hat"))) {
		error_at(c->source, e->at, "'%s' is for evaluations: declare an 'out probe' field, or leave it out", e->u.call.name);
		e->kind = EXPR_ERROR;
	} else if (e->kind == EXPR_NAME) {
		check_name(c, e);
	}
	for (int n = 0; expr_operand(e, n); n++)
		check_expression(c, (struct expr *)expr_operand(e, n));
}

/* All statements but the last one make temporaries, the last one updates. */
static void
check_update(const struct checker *c, const struct field *field)
{
	bool updated = false;

	for (struct stmt *s = c->stencil->statements; s; s = s->next) {
		if (s->kind == STMT_IF) {
			error_at(c->source, s->span, "no 'if' on a sparse grid: write condition ? value : value");
			continue;
		}
		if (updated)
			error_at(c->source, s->span, "the update of '%s' must be the last assignment, and the only "
				"one: other points read the value before or after it", field->name);
		updated |= !strcmp(s->u.assign.name, field->name);
		check_expression(c, s->u.assign.value);
	}
}

static bool
check_sweep(struct checker *c)
{
	struct stencil *stencil = c->stencil;
	const struct field *field = stencil->fields;

	if (!stencil->sweep)
		error_at(c->source, stencil->span, "'%s' on a sparse grid needs 'sweep down;', 'sweep up;' or"
			" probe fields", stencil->name);
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->shape != SHAPE_POINT)
			continue;
		else if (f->role != ROLE_INOUT)
			error_at(c->source, f->span, "'%s' must be inout: a sweep updates a field in place",
				f->name);
		else if (f != field)
			error_at(c->source, f->span, "'%s' is a second field; a sweep updates one: write a stencil for each", f->name);
	if (!field && stencil->complete)
		error_at(c->source, stencil->span, "'%s' has no inout field to sweep over: declare one", stencil->name);
	if (field)
		check_update(c, field);
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		if (s->kind == STMT_IF)
			return false;
	return field && field->role == ROLE_INOUT && !field->next;
}

/* The only field of a role and kind; an error for any other. */
static const struct field *
find_only(const struct checker *c, enum role role, bool probe, const char *what)
{
	const struct field *found = NULL;

	for (const struct field *f = c->stencil->fields; f; f = f->next) {
		if (f->role != role || f->probe != probe)
			continue;
		if (found)
			error_at(c->source, f->span, "'%s' is a second '%s' field; an evaluation has one: write a stencil for each",
				f->name, what);
		else
			found = f;
	}
	if (!found)
		error_at(c->source, c->stencil->span, "an evaluation needs an '%s' field", what);
	return found;
}

/* Resolves e to a field if it is the field's name. */
static bool
resolve_name(struct expr *e, const struct field *field)
{
	if (!e || e->kind != EXPR_NAME || e->u.name.shifted || strcmp(e->u.name.name, field->name))
		return false;
	e->kind = EXPR_FIELD;
	e->type = field->type;
	e->u.read = (struct reference){ .field = field };
	return true;
}

static struct expr *
argument_of(const struct expr *e, const char *function)
{
	return e && e->kind == EXPR_CALL && e->u.call.count == 1 && !strcmp(e->u.call.name, function)
		? e->u.call.arguments : NULL;
}

/* Resolves sum(u*hat(x)), or with the factors exchanged. Returns whether e is that. */
static bool
resolve_interpolation(const struct expr *e, const struct field *u, const struct field *x)
{
	const struct expr *product = argument_of(e, "sum");
	struct expr *left, *right;

	if (!product || product->kind != EXPR_BINARY || product->u.binary.op != OP_MUL)
		return false;
	left = product->u.binary.left;
	right = product->u.binary.right;
	return (resolve_name(left, u) && resolve_name(argument_of(right, "hat"), x))
		|| (resolve_name(right, u) && resolve_name(argument_of(left, "hat"), x));
}

static void
check_types_equal(const struct checker *c, const struct field *u)
{
	for (struct field *f = c->stencil->fields; f; f = f->next) {
		f->used = true;
		if (f->type != u->type) {
			error_at(c->source, f->span, "'%s' is %s and '%s' is %s; an evaluation has one type: declare both alike",
				f->name, type_name(f->type), u->name, type_name(u->type));
			note_at(c->source, u->span, "'%s' declared here", u->name);
		}
	}
}

static void
check_evaluation(const struct checker *c)
{
	const struct stencil *stencil = c->stencil;
	const struct field *u = find_only(c, ROLE_IN, false, "in");
	const struct field *x = find_only(c, ROLE_IN, true, "in probe");
	const struct field *v = find_only(c, ROLE_OUT, true, "out probe");
	struct stmt *s = stencil->statements;

	if (stencil->sweep)
		error_at(c->source, stencil->sweep_span, "an evaluation, which has probe fields, does not sweep: leave 'sweep' out");
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->role == ROLE_INOUT || (f->role == ROLE_OUT && !f->probe))
			error_at(c->source, f->span, "'%s' is written, but an evaluation writes probes only: declare it 'in' or 'out probe'",
				f->name);
	for (const struct param *p = stencil->params; p; p = p->next)
		error_at(c->source, p->span, "'%s': an evaluation has no params: write a number", p->name);
	if (!u || !x || !v || !stencil->complete)
		return;
	check_types_equal(c, u);
	if (!s)
		error_at(c->source, v->span, "output '%s' is never assigned: assign it", v->name);
	else if (s->next || s->kind != STMT_ASSIGN || strcmp(s->u.assign.name, v->name)
			|| !resolve_interpolation(s->u.assign.value, u, x))
		error_at(c->source, s->next ? s->next->span : s->span,
			"an evaluation is one statement, '%s = sum(%s*hat(%s));'", v->name, u->name, x->name);
	else
		s->u.assign.field = v;
}

static void
refuse_boundaries(const struct checker *c)
{
	for (const struct boundary *b = c->stencil->boundaries; b; b = b->next)
		error_at(c->source, b->span, "on sparse grids there is no boundary to declare: it is 0; leave the boundary out");
}

static bool
refuse_columns(const struct checker *c, const struct stmt *stmt)
{
	bool good = true;

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_SWEEP || (stmt->kind == STMT_ASSIGN && stmt->u.assign.column)) {
			error_at(c->source, stmt->span, "on sparse grids there is no column to %s: 'sweep down;' or 'sweep up;' go"
				" over the dimensions", stmt->kind == STMT_SWEEP ? "sweep" : "have a value of");
			good = false;
		}
		for (int n = 0; n < MOST_NESTED; n++)
			good = refuse_columns(c, stmt_nested(stmt, n)) && good;
	}
	return good;
}

static bool
refuse_half_levels(const struct checker *c)
{
	const int errors = c->source->diagnostics->errors;

	for (const struct field *f = c->stencil->fields; f; f = f->next)
		if (f->written.half)
			error_at(c->source, f->written.span, "half levels are for stencils on structured grids and meshes: leave 'half' out");
	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		if (s->written.half || (s->kind == STMT_ASSIGN && s->u.assign.written.half))
			error_at(c->source, s->span, "half levels are for stencils on structured grids and meshes: leave 'half' out");
	return c->source->diagnostics->errors == errors;
}

bool
check_on_sparse(struct checker *c)
{
	check_declarations(c);
	refuse_boundaries(c);
	if (!refuse_half_levels(c) || !refuse_columns(c, c->stencil->statements))
		return false;
	if (!is_evaluation(c->stencil))
		return check_sweep(c);
	check_evaluation(c);
	return false;
}
