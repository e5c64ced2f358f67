#include "generator/check/places.h"

#include <stdlib.h>
#include <string.h>

static struct temp *
add_version(struct checker *c, struct name_state *state, struct span span)
{
	struct temp *temp = arena_new(c->arena, struct temp);

	temp->name = state->name;
	temp->shape = state->shape;
	temp->span = span;
	temp->stmt = c->statement;
	temp->index = c->stencil->temp_count++;
	temp->version = ++state->versions;
	*c->last_temp = temp;
	c->last_temp = &temp->next;
	if (!c->statement_temps)
		c->statement_temps = temp;
	return temp;
}

static void
resolve_assign(struct checker *c, struct stmt *stmt)
{
	const char *name = stmt->u.assign.name;
	const struct span span = stmt->u.assign.name_span;
	const struct symbol *symbol = find_symbol(c, name);
	struct field *field = symbol->field;
	const struct param *param = symbol->param;
	struct name_state *state = symbol->temp;
	const struct where where = begin_assign(c, stmt);

	resolve(c, stmt->u.assign.value);
	end_assign(c);
	if (param || (field && field->role == ROLE_IN)) {
		error_at(c->source, span, "%s '%s' is assigned: %s", param ? "param" : "input", name,
			param ? "assign a temporary instead" : "declare it 'inout', or assign a temporary");
		note_at(c->source, param ? param->span : field->span, "'%s' declared here", name);
		return;
	}
	if (field) {
		field->used = true;
		c->assigned[field->index] = true;
		stmt->u.assign.field = field;
		return;
	}
	if (!state->open)
		state->current = add_version(c, state, span);
	stmt->u.assign.temp = state->open ? state->open : state->current;
	((struct temp *)stmt->u.assign.temp)->where = where;
	*assigned_flag(c, state) = true;
	*assigned_inside_flag(c, state) = true;
}

static void
open_versions(struct checker *c, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		struct name_state *state;

		for (int n = 0; n < MOST_NESTED; n++)
			open_versions(c, stmt_nested(stmt, n));
		if (stmt->kind != STMT_ASSIGN)
			continue;
		state = find_symbol(c, stmt->u.assign.name)->temp;
		if (!state || state->open)
			continue;
		state->open = add_version(c, state, stmt->u.assign.name_span);
		state->keeps = false;
		state->assigned_before = *assigned_flag(c, state);
		*assigned_inside_flag(c, state) = false;
	}
}

/* The version from before the if or sweep is read where a path leaves it alone. */
static void
close_version(const struct checker *c, struct name_state *state)
{
	if (!*assigned_inside_flag(c, state))
		state->keeps = true;
	if (state->keeps && state->current && state->assigned_before) {
		state->open->prior = state->current;
		state->current->used = true;
	}
	state->current = state->open;
	state->open = NULL;
}

static void
close_versions(struct checker *c)
{
	for (int i = 0; i < c->name_count; i++)
		if (c->names[i].open)
			close_version(c, &c->names[i]);
}

static size_t
assigned_count(const struct checker *c)
{
	return (size_t)c->stencil->field_count + 2*(size_t)c->name_count;
}

/* A copy, which the caller frees. */
static bool *
copy_assigned(const struct checker *c)
{
	bool *copy = malloc(assigned_count(c) + 1);

	if (!copy)
		out_of_memory();
	memcpy(copy, c->assigned, assigned_count(c));
	return copy;
}

static void resolve_statements(struct checker *c, struct stmt *stmt);

static void
resolve_branch(struct checker *c, const struct expr *condition, bool holds, struct stmt *stmt)
{
	assume(c, condition, holds);
	resolve_statements(c, stmt);
	forget(c);
}

/* Whether a branch of a statement on half levels runs on the last level only, where there are no full levels. */
static bool
is_on_last_half_level(const struct checker *c, const struct expr *condition, bool holds)
{
	struct facts facts = no_facts;

	facts.low[SIDE_ABOVE] = 0;
	return c->statement->half && narrow(facts, condition, holds).high[SIDE_ABOVE] == 0;
}

/* The other branch alone has to assign full fields. */
static void
assign_full_fields(const struct checker *c, const bool *assigned)
{
	for (const struct field *f = c->stencil->fields; f; f = f->next)
		if (!f->where.half && shapes[f->shape].axes[2])
			c->assigned[f->index] = assigned[f->index];
}

/* The two branches start from the same state; what both assign is assigned. */
static void
resolve_branches(struct checker *c, struct stmt *stmt)
{
	const size_t count = assigned_count(c);
	bool *before = copy_assigned(c), *after_then, *after_else;

	resolve_branch(c, stmt->u.branch.condition, true, stmt->u.branch.then);
	after_then = copy_assigned(c);
	memcpy(c->assigned, before, count);
	resolve_branch(c, stmt->u.branch.condition, false, stmt->u.branch.otherwise);
	after_else = copy_assigned(c);
	for (size_t i = 0; i < count; i++)
		c->assigned[i] = c->assigned[i] && after_then[i];
	if (is_on_last_half_level(c, stmt->u.branch.condition, false))
		assign_full_fields(c, after_then);
	if (is_on_last_half_level(c, stmt->u.branch.condition, true))
		assign_full_fields(c, after_else);
	free(before);
	free(after_then);
	free(after_else);
}

static void
resolve_statements(struct checker *c, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN) {
			resolve_assign(c, stmt);
		} else {
			resolve(c, stmt->u.branch.condition);
			resolve_branches(c, stmt);
		}
}

static void
resolve_sweep(struct checker *c, struct stmt *sweep)
{
	bool *before = copy_assigned(c);

	resolve_statements(c, sweep->u.sweep.body);
	check_sweep_reads(c, before);
	free(before);
}

void
check_names(struct checker *c)
{
	struct stmt *stmt = c->statement;

	switch (stmt->kind) {
	case STMT_ASSIGN:
		resolve_assign(c, stmt);
		break;
	case STMT_IF: /* the condition comes before what the statement assigns */
		begin_block(c, stmt);
		resolve(c, stmt->u.branch.condition);
		open_versions(c, stmt->u.branch.then);
		open_versions(c, stmt->u.branch.otherwise);
		resolve_branches(c, stmt);
		close_versions(c);
		break;
	case STMT_SWEEP:
		begin_block(c, stmt);
		open_versions(c, stmt->u.sweep.body);
		resolve_sweep(c, stmt);
		close_versions(c);
		break;
	}
}

/* Marks the temporaries that an expression reads, and what they are on paths that leave them alone. Returns whether there are more. */
static bool
need_temps(const struct expr *e)
{
	const struct expr *operand;
	bool grown = false;

	if (e->kind == EXPR_TEMP)
		for (struct temp *t = (struct temp *)e->u.read.temp; t && !t->needed; t = (struct temp *)t->prior)
			grown = t->needed = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		grown |= need_temps(operand);
	return grown;
}

static bool
need_statement(const struct stmt *stmt)
{
	bool grown = false;

	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			grown |= need_statement(s);
	if (stmt_expr(stmt) && !stmt_is_dead(stmt))
		grown |= need_temps(stmt_expr(stmt));
	return grown;
}

/* Statements only read what those before them make, but in an if or a sweep in any order. */
void
find_needed(const struct checker *c)
{
	const struct stmt **statements;
	int count = 0;

	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		count++;
	statements = arena_array(c->arena, const struct stmt *, count + 1);
	count = 0;
	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		statements[count++] = s;
	while (count-- > 0)
		while (need_statement(statements[count]))
			continue;
}
