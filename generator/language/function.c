#include "generator/base/suggest.h"
#include "generator/language/expander.h"

#include <string.h>

static void
check_count(const struct expander *x, const struct expr *call, int function)
{
	const int count = functions[function].arguments;

	if (count != call->u.call.count)
		error_at(x->source, call->span, "'%s' takes %d argument%s, not %d", call->u.call.name, count,
			count == 1 ? "" : "s", call->u.call.count);
}

/* The names of variables and consts that are known, for suggestions. */
static int
list_known(const struct expander *x, bool is_function, const char **names)
{
	const int slots = sizeof x->definitions->slots/sizeof *x->definitions->slots;
	int count = 0;

	for (int i = 0; is_function && i < FN_COUNT; i++)
		names[count++] = functions[i].name;
	for (int i = 0; i < slots; i++) {
		const char *name = x->definitions->slots[i].name;
		const struct definition *d = name ? known_definition(x, name) : NULL;

		if (d && d->is_function == is_function)
			names[count++] = name;
	}
	for (const struct variable *v = x->current->variables; v && !is_function; v = v->next)
		names[count++] = v->name;
	return count;
}

static void
report_unknown_word(const struct expander *x, const struct expr *e, const char *what, const char *name)
{
	const char *names[4*MAX_NAMES + FN_COUNT];
	const char *meant = suggest(name, names, list_known(x, e->kind == EXPR_CALL, names));

	if (meant)
		error_at(x->source, e->at, "unknown %s '%s'; did you mean '%s'?", what, name, meant);
	else
		error_at(x->source, e->at, "unknown %s '%s': %s", what, name,
			!strcmp(what, "name") ? "make it an argument" : "define it before");
}

static void
check_call(const struct expander *x, const struct expr *e)
{
	const int function = find_called(e->u.call.name, x->source->low_is_float);
	const struct definition *d = name_map_find(x->definitions, e->u.call.name);

	if (d && !x->current->is_function)
		error_at(x->source, e->at, "const '%s' may use numbers and consts only: assign a temporary in the stencil instead",
			x->current->name);
	else if (!d && function >= 0)
		check_count(x, e, function);
	else if (!d)
		report_unknown_word(x, e, "function", e->u.call.name);
}

static bool
is_predeclared(const char *name)
{
	static const char *const names[] = {
#define DIRECTION(word, x, y, z) #word,
#define PARENT(word, x, y, z) #word,
#include "generator/language/neighbors.def"
	};

	for (size_t i = 0; i < sizeof names/sizeof *names; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static void
check_steps(const struct expander *x, const struct step_name *step)
{
	for (; step; step = step->next)
		if (!is_predeclared(step->name))
			error_at(x->source, step->span, "'%s' is no predeclared neighbor, and a function can use no others: write its offset, as in [1,0]",
				step->name);
}

/* Whether a name is a distance to a side of the domain, and not something that is called so. */
static bool
is_distance(const struct expander *x, const struct expr *e)
{
	return x->current->is_function && !e->u.name.shifted && find_side(e->u.name.name) >= 0
		&& !name_map_find(x->taken, e->u.name.name) && !name_map_find(x->definitions, e->u.name.name);
}

static void
check_name(const struct expander *x, struct expr *e)
{
	struct variable *v = name_map_find(x->taken, e->u.name.name);

	check_steps(x, e->u.name.steps);
	if (is_distance(x, e)) {
		*e = (struct expr){ .kind = EXPR_SIDE, .span = e->span, .at = e->at, .depth = e->depth,
			.u.side = (enum side)find_side(e->u.name.name), .next = e->next };
		return;
	}
	if (v)
		v->used = true;
	else if (!name_map_find(x->definitions, e->u.name.name)) {
		report_unknown_word(x, e, x->current->is_function ? "name" : "const", e->u.name.name);
		if (x->current->is_function)
			note_at(x->source, x->current->span, "function '%s' can read its arguments, what it has assigned, and "
				"consts", x->current->name);
	}
	e->u.name.variable = v;
}

static void
check_level(const struct expander *x, const struct expr *e)
{
	if (!x->current->is_function)
		error_at(x->source, e->at, "const '%s' may use numbers and consts only: assign a temporary in the stencil instead",
			x->current->name);
}

/* Names become variables. */
static void
check_text(const struct expander *x, struct expr *e)
{
	if (too_many_errors(x->source))
		return;
	if (e->kind == EXPR_NAME)
		check_name(x, e);
	else if (e->kind == EXPR_REDUCE)
		error_at(x->source, e->at, "'%s(NAME in ...)' goes over neighbors, and %s knows no mesh", e->u.reduce.name,
			x->current->is_function ? "a function" : "a const");
	else if (e->kind == EXPR_LEVEL || e->kind == EXPR_LEVELS)
		check_level(x, e);
	else if (e->kind != EXPR_CALL)
		for (int n = 0; n < 3 && expr_operand(e, n); n++)
			check_text(x, (struct expr *)expr_operand(e, n));
	else
		check_call(x, e);
	for (struct expr *a = e->kind == EXPR_CALL ? e->u.call.arguments : NULL; a; a = a->next)
		check_text(x, a);
}

void
check_const(struct expander *x, struct expr *e)
{
	check_text(x, e);
}

/* A variable cannot be called like a definition that is known, or like a reduction. */
static bool
may_be_called(const struct expander *x, const char *name, struct span span)
{
	const struct definition *d = known_definition(x, name);

	if (is_reduction(name) || (d && d->is_function))
		error_at(x->source, span, "'%s' is the name of a function: use another name", name);
	else if (d)
		error_at(x->source, span, "'%s' is the name of a const: use another name", name);
	if (d)
		note_at(x->source, d->span, "'%s' defined here", name);
	return !d && !is_reduction(name);
}

static void
add_variable(struct expander *x, struct variable *v)
{
	if (!name_map_put(x->taken, v->name, v) && !x->full) {
		error_at(x->source, v->span, "more than %d names in function '%s'", x->taken->count, x->current->name);
		x->full = true;
	}
}

static void
check_target(struct expander *x, struct stmt *stmt)
{
	const char *name = stmt->u.assign.name;
	const struct span span = stmt->u.assign.name_span;
	struct variable *v = name_map_find(x->taken, name);

	if (stmt->u.assign.column)
		error_at(x->source, span, "function '%s' makes a column variable: move it to the stencil",
			x->current->name);

	if (v && !v->assigned) {
		error_at(x->source, span, "argument '%s' of '%s' is assigned: use another name", name, x->current->name);
		note_at(x->source, v->span, "'%s' declared here", name);
	} else if (!v && may_be_called(x, name, span)) {
		v = arena_new(x->arena, struct variable);
		*v = (struct variable){ .name = name, .span = span, .assigned = true };
		*x->last_variable = v;
		x->last_variable = &v->next;
		add_variable(x, v);
	}
	stmt->u.assign.variable = v;
}

static void
check_body(struct expander *x, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_SWEEP)
			error_at(x->source, stmt->span, "function '%s' has a sweep: move it to the stencil", x->current->name);
		else
			check_text(x, stmt_expr(stmt));
		if (stmt->kind == STMT_ASSIGN)
			check_target(x, stmt);
		for (int n = 0; n < MOST_NESTED; n++)
			check_body(x, stmt_nested(stmt, n));
	}
}

void
check_function(struct expander *x, struct definition *function)
{
	x->last_variable = &function->variables;
	for (struct variable *v = function->variables; v; v = v->next) {
		const struct variable *first = name_map_find(x->taken, v->name);

		x->last_variable = &v->next;
		if (first) {
			error_at(x->source, v->span, "argument '%s' is declared twice: use another name", v->name);
			note_at(x->source, first->span, "declared here first");
		} else if (may_be_called(x, v->name, v->span)) {
			add_variable(x, v);
		}
	}
	check_body(x, function->body);
	if (function->value)
		check_text(x, function->value);
}
