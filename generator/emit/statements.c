#include "generator/emit/statements.h"
#include "generator/base/printed.h"
#include "generator/text/comments.h"
#include "generator/emit/printer.h"
#include "generator/text/wrap.h"

#include <stdlib.h>
#include <string.h>

/* Instances of an if statement for which the condition is the same. */
struct joined {
	const struct instance *const *instances;
	int count;
};

static void
go_to(struct printer *p, const struct instance *instance)
{
	p->instance = instance;
	p->site.at = instance->at;
}

static bool
assign_any(const struct joined *joined, const struct stmt *stmt)
{
	for (int i = 0; i < joined->count; i++)
		if (plan_assigns_any(joined->instances[i], stmt))
			return true;
	return false;
}

/* Whether an expression has the same value at all points of a level. */
static bool
is_same_everywhere(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP)
		return e->u.read.temp->uniform;
	if (e->kind == EXPR_SIDE)
		return side_axis(e->u.side) == 2;
	if (e->kind == EXPR_FIELD)
		return e->u.read.field->shape == SHAPE_PROFILE && !e->u.read.level;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (!is_same_everywhere(operand))
			return false;
	return true;
}

static bool
can_be_joined(const struct stmt *stmt)
{
	return stmt->kind == STMT_IF && !stmt->u.branch.each && is_same_everywhere(stmt->u.branch.condition);
}

/* Whether all that a statement's targets are made of lies inside the grid; NULL: no need to ask. */
static const char *
guard_of(const struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	return guard_text(p->kernel, joined_cells(p->kernel->plan, joined->instances, joined->count, stmt),
		p->guarded);
}

static void put_inner(struct printer *p, const struct stmt *stmt);
static void put_one(struct printer *p, const struct stmt *stmt);

static void
put_branch(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	p->depth++;
	for (int i = 0; i < joined->count; i++) {
		go_to(p, joined->instances[i]);
		put_inner(p, stmt);
	}
	p->depth--;
}

/* Whether an else has nothing but another if, which stands on its line. */
static bool
is_else_if(const struct printer *p, const struct joined *joined, const struct stmt *otherwise)
{
	return otherwise->kind == STMT_IF && !otherwise->next
		&& (joined->count == 1 || can_be_joined(otherwise)) && !guard_of(p, joined, otherwise);
}

/* The statement that is all that a list does for an instance; NULL: there is none, or there are several. */
static const struct stmt *
only_statement(const struct instance *instance, const struct stmt *list)
{
	const struct stmt *only = NULL;

	for (; list; list = list->next)
		if (plan_assigns_in(instance, list)) {
			if (only)
				return NULL;
			only = list;
		}
	return only;
}

/* Whether a branch is an assignment that stands on one line. */
static bool
is_one_line(const struct printer *p, const struct joined *joined, const struct stmt *branch)
{
	const struct stmt *only = joined->count == 1 ? only_statement(joined->instances[0], branch) : NULL;
	struct printer own = *p;
	struct printed printed;
	const char *text;

	if (!only || only->kind != STMT_ASSIGN || (only->u.assign.temp && printer_is_local(p, printer_target(p, only->u.assign.temp))))
		return false;
	own.out = printed_begin(&printed);
	own.depth++;
	put_one(&own, only);
	text = printed_end(&printed, p->kernel->arena);
	return strchr(text, '\n') == text + strlen(text) - 1;
}

/* "if (condition)", negated if only the else does something. */
static const char *
if_line(const struct printer *p, const struct joined *joined, const struct stmt *stmt, const char *before)
{
	return arena_printf(p->kernel->arena, assign_any(joined, stmt->u.branch.then) ? "%sif (%s)" : "%sif (!(%s))", before,
		printer_expr(p, stmt->u.branch.condition));
}

/* Whether an if, or one that follows an else of its, is more than conditions and assignments of a line. */
static bool
needs_braces(const struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	const struct stmt *then = stmt->u.branch.then, *otherwise = stmt->u.branch.otherwise;
	const bool has_then = assign_any(joined, then), has_else = assign_any(joined, otherwise);

	if (strchr(wrap(p->kernel->arena, if_line(p, joined, stmt, "else "), p->width - 4*p->depth, 4), '\n')
			|| (has_then && !is_one_line(p, joined, then)))
		return true;
	return has_then && has_else && is_else_if(p, joined, otherwise) ? needs_braces(p, joined, otherwise)
		: has_else && !is_one_line(p, joined, otherwise);
}

static void
put_branches(struct printer *p, const struct joined *joined, const struct stmt *stmt, const char *before, bool braces)
{
	const struct stmt *then = stmt->u.branch.then, *otherwise = stmt->u.branch.otherwise;
	const bool has_then = assign_any(joined, then), has_else = assign_any(joined, otherwise);

	go_to(p, joined->instances[0]);
	printer_line(p, arena_printf(p->kernel->arena, braces ? "%s {" : "%s", if_line(p, joined, stmt, before)));
	put_branch(p, joined, has_then ? then : otherwise);
	if (has_then && has_else && is_else_if(p, joined, otherwise)) {
		put_branches(p, joined, otherwise, braces ? "} else " : "else ", braces);
		return;
	}
	if (has_then && has_else) {
		printer_line(p, braces ? "} else {" : "else");
		put_branch(p, joined, otherwise);
	}
	if (braces)
		printer_line(p, "}");
}

static void
put_if(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	if (!assign_any(joined, stmt->u.branch.then) && !assign_any(joined, stmt->u.branch.otherwise))
		return; /* then its condition is not computed either */
	go_to(p, joined->instances[0]);
	put_branches(p, joined, stmt, "", needs_braces(p, joined, stmt));
}

/* A run of statements: a loop over levels goes round those that have other results on other levels. */
static void
put_run(struct printer *p, const struct stmt *first, const struct stmt *end)
{
	const struct level_spelling *levels = p->spelling->levels;
	bool any = false;

	for (const struct stmt *s = first; s != end; s = s->next) {
		any = any || levels->is_by_level(p->kernel, s);
		if (!levels->is_by_level(p->kernel, s))
			put_one(p, s);
	}
	if (!any)
		return;
	printer_lines(p, levels->opening(p->kernel));
	p->depth++;
	for (const struct value *v = p->instance->values; v; v = v->next)
		if (v->variable == v && !printer_is_local(p, v) && levels->belongs(p->kernel, v, first))
			printer_line(p, arena_printf(p->kernel->arena, "%s %s;", type_name(v->temp->type), v->name));
	for (const struct stmt *s = first; s != end; s = s->next)
		if (levels->is_by_level(p->kernel, s))
			put_one(p, s);
	p->depth--;
	printer_line(p, "}");
}

/* What is done for each neighbour, with loops over neighbours of these between its runs. */
static void
put_runs(struct printer *p, const struct stmt *stmt)
{
	const struct stmt *first = stmt;

	p->depth++;
	for (; stmt; stmt = stmt->next)
		if (is_neighbour_loop(stmt)) {
			put_run(p, first, stmt);
			put_one(p, stmt);
			first = stmt->next;
		}
	put_run(p, first, NULL);
	p->depth--;
}

/* A loop over neighbours: its spelling has the lines that open it. */
static void
put_loop(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	if (!assign_any(joined, stmt->u.branch.then))
		return;
	go_to(p, joined->instances[0]);
	printer_lines(p, p->spelling->opening(p->kernel, p->instance, stmt));
	p->chosen = p->spelling->chooses && p->spelling->chooses(p->kernel, stmt) ? stmt : NULL;
	if (p->spelling->levels)
		put_runs(p, stmt->u.branch.then);
	else
		put_branch(p, joined, stmt->u.branch.then);
	p->chosen = NULL;
	printer_line(p, "}");
}

/* An if statement, after the guard whether what it reads lies inside the grid. */
static void
put_guarded_if(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	const char *guard = guard_of(p, joined, stmt);
	const struct cells before = p->guarded;

	if (is_neighbour_loop(stmt)) {
		put_loop(p, joined, stmt);
		return;
	}
	if (!guard) {
		put_if(p, joined, stmt);
		return;
	}
	printer_line(p, arena_printf(p->kernel->arena, "if (%s) {", guard));
	p->depth++;
	p->guarded = cells_union(before, joined_cells(p->kernel->plan, joined->instances, joined->count, stmt));
	put_if(p, joined, stmt);
	p->guarded = before;
	p->depth--;
	printer_line(p, "}");
}

static void
put_one(struct printer *p, const struct stmt *stmt)
{
	const struct instance *const instance = p->instance;

	if (stmt->kind == STMT_IF)
		put_guarded_if(p, &(struct joined){ &instance, 1 }, stmt);
	else if (!plan_assigns(instance, stmt))
		return;
	else if (stmt->u.assign.field)
		printer_store(p, stmt);
	else if (printer_is_local(p, printer_target(p, stmt->u.assign.temp)))
		printer_definition(p, stmt);
	else
		printer_assignment(p, stmt);
}

/* What a branch assigns. */
static void
put_inner(struct printer *p, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		put_one(p, stmt);
}

/* The variables of an if statement that no statement before has defined. */
static void
put_variables(const struct printer *p)
{
	const struct kernel *kernel = p->kernel;

	for (const struct value *v = p->instance->values; v; v = v->next) {
		const struct temp *prior = v->temp->prior;
		const bool declares = p->spelling->declares(kernel, v);
		const char *type = !declares ? "" : arena_printf(kernel->arena, "%s ",
			type_name(v->temp->type));

		if (v->variable != v || printer_is_local(p, v))
			continue;
		if (prior)
			printer_line(p, arena_printf(kernel->arena, "%s%s = %s;", type, printer_name(p, v),
				prior->uniform ? kernel->plan->names.uniforms[prior->index]
					: p->spelling->variable(kernel, &p->site, prior, v->at)));
		else if (declares)
			printer_line(p, arena_printf(kernel->arena, "%s%s%s;", type, v->name, guarded_start(kernel, v)));
	}
}

static void
put_joined(struct printer *p, const struct joined *joined)
{
	const struct stmt *stmt = joined->instances[0]->stmt;

	for (int i = 0; i < joined->count; i++) {
		go_to(p, joined->instances[i]);
		if (stmt->kind == STMT_IF)
			put_variables(p);
		else if (stmt->u.assign.field)
			printer_store(p, stmt);
		else if (p->spelling->declares(p->kernel, printer_target(p, stmt->u.assign.temp)))
			printer_definition(p, stmt);
		else
			printer_assignment(p, stmt);
	}
	if (stmt->kind == STMT_IF)
		put_guarded_if(p, joined, stmt);
}

/* How many of the first instances can be joined. */
static int
count_joined(const struct instance *const *instances, int count)
{
	int joined = 1;

	while (joined < count && can_be_joined(instances[0]->stmt)
			&& instances[joined]->at.z == instances[0]->at.z)
		joined++;
	return joined;
}

const char *
instances_text(const struct kernel *kernel, const struct instance *const *instances, int count,
	const struct rows *rows, int width)
{
	struct printed printed;
	struct printer p = {
		.kernel = kernel, .spelling = kernel->kind->spelling, .site = { .rows = rows }, .width = width,
		.out = printed_begin(&printed),
	};
	char *text, *end;

	for (int i = 0, joined; i < count; i += joined) {
		joined = count_joined(instances + i, count - i);
		put_joined(&p, &(struct joined){ instances + i, joined });
	}
	text = printed_end(&printed, kernel->arena);
	for (end = text + strlen(text); end > text && end[-1] == '\n';)
		*--end = '\0';
	return text;
}
