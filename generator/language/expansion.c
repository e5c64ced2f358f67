#include "generator/language/expander.h"

#include <string.h>

bool
is_reduction(const char *name)
{
	return !strcmp(name, "sum") || !strcmp(name, "product")
		|| !strcmp(name, "hat");
}

static bool
is_known(const struct expander *x, const struct definition *d)
{
	return d->span.start < x->before;
}

struct definition *
known_definition(const struct expander *x, const char *name)
{
	struct definition *d = name_map_find(x->definitions, name);

	return d && is_known(x, d) ? d : NULL;
}

/* Whether a definition may be used at a place in its file; an error if not. */
static bool
may_use(const struct expander *x, const struct definition *d, struct span at)
{
	if (is_known(x, d))
		return true;
	if (d == x->current)
		error_at(x->source, at, d->is_function ? "function '%s' calls itself: write it without recursion"
			: "const '%s' uses itself: write its value", d->name);
	else
		error_at(x->source, at, "%s '%s' is defined below its use: move it up", d->is_function ? "function" : "const",
			d->name);
	if (d != x->current)
		note_at(x->source, d->span, "'%s' defined here", d->name);
	return false;
}

/* FUNCTION_NAME, or with the first number that makes a name of its own. */
static const char *
free_name(const struct expander *x, const char *function, const char *name)
{
	const char *whole = arena_printf(x->arena, "%s_%s", function, name), *base, *free;
	enum { ROOM = MAX_NAME - 4 };

	base = strlen(whole) > ROOM ? arena_strndup(x->arena, whole, ROOM) : whole;
	free = base;
	for (int n = 2; name_map_find(x->taken, free) || name_map_find(x->definitions, free); n++)
		free = arena_printf(x->arena, "%s%d", base, n);
	return free;
}

/* A temporary of the function or stencil that is expanded: a name to read it by; NULL if there are too many. */
static struct expr *
new_temporary(struct expander *x, const struct definition *called, const struct variable *v, struct span span)
{
	struct expr *e = arena_new(x->arena, struct expr);
	struct variable *own = NULL;

	*e = (struct expr){ .kind = EXPR_NAME, .span = span, .at = span, .depth = 1 };
	e->u.name.name = free_name(x, called->name, v->name);
	if (x->current) {
		own = arena_new(x->arena, struct variable);
		*own = (struct variable){ .name = e->u.name.name, .span = span, .assigned = true, .used = true };
		*x->last_variable = own;
		x->last_variable = &own->next;
		e->u.name.variable = own;
	}
	if (name_map_put(x->taken, e->u.name.name, own ? (void *)own : &x->other))
		return e;
	if (!x->full)
		error_at(x->source, span, "too many temporaries: there are %d names", x->taken->count);
	x->full = true;
	return NULL;
}

static void
insert(struct expander *x, struct stmt *list)
{
	struct stmt *next = *x->insert;

	for (*x->insert = list; *x->insert; x->insert = &(*x->insert)->next)
		(*x->insert)->zone = x->zone;
	*x->insert = next;
}

static bool
may_differ(const struct expr *e)
{
	return e->kind == EXPR_NAME || e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS || e->kind == EXPR_SIDE
		|| e->kind == EXPR_ERROR;
}

/* An argument that is a name or constants stands for itself, any other for a temporary, so that
 * all can be read at an offset. One that the function does not read is to be checked all the same. */
static bool
bind_argument(struct expander *x, const struct definition *called, struct variable *v, struct expr *argument,
	struct span span)
{
	struct stmt *stmt;

	v->stands_for = argument;
	if (argument->kind == EXPR_ERROR || (v->used && (argument->kind == EXPR_NAME || !expr_any(argument, may_differ))))
		return true;
	v->stands_for = new_temporary(x, called, v, span);
	if (!v->stands_for)
		return false;
	stmt = arena_new(x->arena, struct stmt);
	*stmt = (struct stmt){ .kind = STMT_ASSIGN, .span = x->around, .depth = 1 };
	stmt->u.assign.name = v->stands_for->u.name.name;
	stmt->u.assign.variable = v->stands_for->u.name.variable;
	stmt->u.assign.name_span = span;
	stmt->u.assign.value = argument;
	stmt->u.assign.written = x->where;
	insert(x, stmt);
	return true;
}

static bool
bind_variables(struct expander *x, const struct definition *called, const struct expr *call)
{
	struct variable *v = called->variables;
	struct expr *next;

	for (struct expr *argument = call->u.call.arguments; argument; argument = next, v = v->next) {
		next = argument->next;
		argument->next = NULL;
		if (!bind_argument(x, called, v, argument, call->span))
			return false;
	}
	for (; v; v = v->next) {
		v->stands_for = new_temporary(x, called, v, call->span);
		if (!v->stands_for)
			return false;
	}
	return true;
}

/* Whether each use of a variable may be replaced by what it stands for: not at offsets, and reductions stand once. */
static bool
is_replaceable(const struct expr *e, bool in_body)
{
	const struct expr *operand;
	bool good = e->kind != EXPR_REDUCE;

	if (in_body && e->kind == EXPR_NAME && e->u.name.variable)
		good = e->u.name.variable->stands_for
			&& (!e->u.name.shifted || e->u.name.variable->stands_for->kind == EXPR_NAME);
	if (e->kind == EXPR_CALL)
		for (operand = e->u.call.arguments; operand && good; operand = operand->next)
			good = is_replaceable(operand, in_body);
	else
		for (int n = 0; good && (operand = expr_operand(e, n)); n++)
			good = is_replaceable(operand, in_body);
	return good;
}

/* The value of a call for each neighbor: no statement comes before it, so its variables stand for expressions. */
static struct expr *
expand_for_each(struct expander *x, struct definition *called, const struct expr *call)
{
	struct variable *v = called->variables;
	const struct stmt *stmt = called->body;
	bool good = true;

	for (struct variable *own = v; own; own = own->next)
		own->stands_for = NULL;
	for (struct expr *argument = call->u.call.arguments, *next; argument; argument = next, v = v->next) {
		next = argument->next;
		argument->next = NULL;
		v->stands_for = argument;
		good = good && is_replaceable(argument, false);
	}
	for (; good && stmt && stmt->kind == STMT_ASSIGN; stmt = stmt->next)
		if ((good = is_replaceable(stmt->u.assign.value, true)))
			stmt->u.assign.variable->stands_for = copy_expr(x, stmt->u.assign.value, call->span);
	if (good && !stmt && is_replaceable(called->value, true))
		return copy_expr(x, called->value, call->span);
	error_at(x->source, call->at, "function '%s' is called for each neighbor, but has an if, reads at an offset or has a "
		"reduction as an argument: assign its result to a temporary first", called->name);
	return NULL;
}

/* Puts the statements of a function before the one that calls it. Returns the value, or NULL. */
static struct expr *
expand_call(struct expander *x, struct definition *called, const struct expr *call)
{
	if (!may_use(x, called, call->at))
		return NULL;
	called->used = true;
	if (!called->is_function) {
		error_at(x->source, call->at, "'%s' is a const, no function: read it without parentheses", called->name);
		note_at(x->source, called->span, "'%s' defined here", called->name);
		return NULL;
	}
	if (called->wrong || x->full)
		return NULL;
	if (called->argument_count != call->u.call.count) {
		error_at(x->source, call->span, "function '%s' takes %d argument%s, not %d", called->name,
			called->argument_count, called->argument_count == 1 ? "" : "s", call->u.call.count);
		note_at(x->source, called->span, "'%s' defined here", called->name);
		return NULL;
	}
	if (x->bound)
		return expand_for_each(x, called, call);
	if (!bind_variables(x, called, call))
		return NULL;
	insert(x, copy_list(x, called->body, call->span));
	return copy_expr(x, called->value, call->span);
}

/* What the name of a definition stands for, or NULL. */
static struct expr *
expand_name(struct expander *x, struct definition *d, const struct expr *e)
{
	if (!may_use(x, d, e->at))
		return NULL;
	d->used = true;
	if (d->is_function)
		error_at(x->source, e->at, "function '%s' is used without arguments: write %s(...)", d->name, d->name);
	else if (e->u.name.shifted)
		error_at(x->source, e->u.name.offset_span, "const '%s' has no neighbors: read it without an offset", d->name);
	else if (!d->wrong && !x->full)
		return copy_expr(x, d->value, e->span);
	return NULL;
}

static void
expand_operands(struct expander *x, struct expr *e)
{
	struct expr *operand;

	if (e->kind == EXPR_CALL)
		for (operand = e->u.call.arguments; operand; operand = operand->next)
			expand_expr(x, operand);
	else
		for (int n = 0; (operand = (struct expr *)expr_operand(e, n)); n++)
			expand_expr(x, operand);
}

void
expand_expr(struct expander *x, struct expr *e)
{
	struct expr *value, *next = e->next;
	struct definition *d;

	x->bound += e->kind == EXPR_REDUCE;
	expand_operands(x, e);
	x->bound -= e->kind == EXPR_REDUCE;
	set_depth(x, e);
	if (e->kind == EXPR_CALL && (d = name_map_find(x->definitions, e->u.call.name)))
		value = expand_call(x, d, e);
	else if (e->kind == EXPR_NAME && !name_map_find(x->taken, e->u.name.name)
			&& (d = name_map_find(x->definitions, e->u.name.name)))
		value = expand_name(x, d, e);
	else
		return;
	if (value)
		*e = *value;
	else
		e->kind = EXPR_ERROR;
	e->next = next;
}

void
expand_list(struct expander *x, struct stmt **list)
{
	while (*list) {
		struct stmt *stmt = *list;

		x->insert = list;
		x->around = stmt->span;
		x->zone = stmt->zone;
		x->where = (struct written_where){ 0 };
		if (stmt->kind == STMT_ASSIGN)
			x->where = stmt->u.assign.written;
		x->bound = stmt->kind == STMT_ASSIGN && stmt->u.assign.slots;
		if (stmt_expr(stmt))
			expand_expr(x, stmt_expr(stmt));
		list = &stmt->next;
		if (stmt->kind == STMT_IF) {
			expand_list(x, &stmt->u.branch.then);
			expand_list(x, &stmt->u.branch.otherwise);
		} else if (stmt->kind == STMT_SWEEP) {
			expand_list(x, &stmt->u.sweep.body);
		}
		set_stmt_depth(x, stmt);
	}
}
