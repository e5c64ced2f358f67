#include "generator/emit/statements.h"
#include "generator/base/printed.h"
#include "generator/text/comments.h"
#include "generator/emit/expression.h"
#include "generator/emit/questions.h"
#include "generator/text/wrap.h"

#include <stdlib.h>
#include <string.h>

struct printer {
	const struct kernel *kernel;
	const struct spelling *spelling;
	const struct instance *instance;
	struct site site;
	FILE *out;
	int width, depth;
	struct cells asked; /* that lie on each side, as questions around say */
};

static void
put_line(const struct printer *p, const char *line)
{
	const int indentation = 4*p->depth;
	const char *text = wrap(p->kernel->arena, line, p->width - indentation, 4);

	while (*text) {
		const size_t length = strcspn(text, "\n");

		fprintf(p->out, "%*s%.*s\n", indentation, "", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

/* Lines that are not to be broken. */
static void
put_lines(const struct printer *p, const char *text)
{
	while (*text) {
		const int length = (int)strcspn(text, "\n");

		fprintf(p->out, "%*s%.*s\n", 4*p->depth, "", length, text);
		text += length + (text[length] == '\n');
	}
}

static const char *
value_of(const struct printer *p, const struct expr *e)
{
	return c_expr(p->kernel, &p->site, e);
}

static bool
is_local(const struct printer *p, const struct value *value)
{
	return p->spelling->is_local(p->kernel, p->instance, value);
}

static const char *
name_of(const struct printer *p, const struct value *value)
{
	return p->spelling->variable(p->kernel, &p->site, value->temp, value->at);
}

static const struct value *
target_value(const struct printer *p, const struct temp *temp)
{
	return plan_value(p->kernel->plan, temp, p->instance->at);
}

static void
put_store(const struct printer *p, const struct stmt *stmt)
{
	put_line(p, arena_printf(p->kernel->arena, "%s = %s;",
		p->spelling->element(p->kernel, &p->site, stmt->u.assign.field, p->site.at),
		value_of(p, stmt->u.assign.value)));
}

static const char *
temp_value(const struct printer *p, const struct value *value, const struct stmt *stmt)
{
	return asked_value(p->kernel, value, p->asked, stmt->u.assign.value, value_of(p, stmt->u.assign.value));
}

static bool
is_loop(const struct stmt *stmt)
{
	return stmt->kind == STMT_IF && stmt->u.branch.each;
}

/* The operand that a loop adds to a variable, or by which it multiplies it; NULL: it does neither. */
static const struct expr *
accumulated(const struct printer *p, const struct stmt *stmt)
{
	const struct expr *value = stmt->u.assign.value;

	return is_loop(p->instance->stmt) && value->kind == EXPR_BINARY
		&& (value->u.binary.op == OP_ADD || value->u.binary.op == OP_MUL)
		&& value->u.binary.left->kind == EXPR_TEMP
		&& value->u.binary.left->u.temp.temp == stmt->u.assign.temp ? value->u.binary.right : NULL;
}

static void
put_assignment(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = target_value(p, stmt->u.assign.temp);
	const struct expr *more = accumulated(p, stmt);

	put_line(p, more ? arena_printf(p->kernel->arena, "%s %s= %s;", name_of(p, value),
			op_text(stmt->u.assign.value->u.binary.op), value_of(p, more))
		: arena_printf(p->kernel->arena, "%s = %s;", name_of(p, value), temp_value(p, value, stmt)));
}

static void
put_definition(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = target_value(p, stmt->u.assign.temp);

	put_line(p, arena_printf(p->kernel->arena, "%s%s %s = %s;", value->updated ? "" : "const ",
		type_name(value->temp->type), name_of(p, value), temp_value(p, value, stmt)));
}

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
		return e->u.temp.temp->uniform;
	if (e->kind == EXPR_SIDE)
		return side_axis(e->u.side) == 2;
	if (e->kind == EXPR_FIELD)
		return e->u.field.field->shape == SHAPE_PROFILE;
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
question_of(const struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	return question_text(p->kernel, joined_cells(p->kernel->plan, joined->instances, joined->count, stmt),
		p->asked);
}

static void put_inner(struct printer *p, const struct stmt *stmt);

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

static void
put_if(struct printer *p, const struct joined *joined, const struct stmt *stmt, const char *before)
{
	struct arena *arena = p->kernel->arena;
	const struct stmt *then = stmt->u.branch.then, *otherwise = stmt->u.branch.otherwise;
	const bool has_then = assign_any(joined, then), has_else = assign_any(joined, otherwise);
	const char *condition;

	if (!has_then && !has_else) /* then its condition is not computed either */
		return;
	go_to(p, joined->instances[0]);
	condition = value_of(p, stmt->u.branch.condition);
	put_line(p, arena_printf(arena, has_then ? "%sif (%s) {" : "%sif (!(%s)) {", before, condition));
	put_branch(p, joined, has_then ? then : otherwise);
	if (!has_then || !has_else) {
		put_line(p, "}");
	} else if (otherwise->kind == STMT_IF && !otherwise->next
			&& (joined->count == 1 || can_be_joined(otherwise)) && !question_of(p, joined, otherwise)) {
		put_if(p, joined, otherwise, "} else ");
	} else {
		put_line(p, "} else {");
		put_branch(p, joined, otherwise);
		put_line(p, "}");
	}
}

/* A loop over neighbours: its spelling has the lines that open it. */
static void
put_loop(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	if (!assign_any(joined, stmt->u.branch.then))
		return;
	go_to(p, joined->instances[0]);
	put_lines(p, p->spelling->opening(p->kernel, p->instance, stmt));
	put_branch(p, joined, stmt->u.branch.then);
	put_line(p, "}");
}

/* An if statement, after the question whether what it reads lies inside the grid. */
static void
put_asked_if(struct printer *p, const struct joined *joined, const struct stmt *stmt)
{
	const char *question = question_of(p, joined, stmt);
	const struct cells before = p->asked;

	if (is_loop(stmt)) {
		put_loop(p, joined, stmt);
		return;
	}
	if (!question) {
		put_if(p, joined, stmt, "");
		return;
	}
	put_line(p, arena_printf(p->kernel->arena, "if (%s) {", question));
	p->depth++;
	p->asked = cells_union(before, joined_cells(p->kernel->plan, joined->instances, joined->count, stmt));
	put_if(p, joined, stmt, "");
	p->asked = before;
	p->depth--;
	put_line(p, "}");
}

/* What a branch assigns. */
static void
put_inner(struct printer *p, const struct stmt *stmt)
{
	const struct instance *const instance = p->instance;

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_IF)
			put_asked_if(p, &(struct joined){ &instance, 1 }, stmt);
		else if (!plan_assigns(instance, stmt))
			continue;
		else if (stmt->u.assign.field)
			put_store(p, stmt);
		else if (is_local(p, target_value(p, stmt->u.assign.temp)))
			put_definition(p, stmt);
		else
			put_assignment(p, stmt);
	}
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

		if (v->variable != v || is_local(p, v))
			continue;
		if (prior)
			put_line(p, arena_printf(kernel->arena, "%s%s = %s;", type, name_of(p, v),
				prior->uniform ? kernel->plan->names.uniforms[prior->index]
					: p->spelling->variable(kernel, &p->site, prior, v->at)));
		else if (declares)
			put_line(p, arena_printf(kernel->arena, "%s%s%s;", type, v->name, asked_start(kernel, v)));
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
			put_store(p, stmt);
		else if (p->spelling->declares(p->kernel, target_value(p, stmt->u.assign.temp)))
			put_definition(p, stmt);
		else
			put_assignment(p, stmt);
	}
	if (stmt->kind == STMT_IF)
		put_asked_if(p, joined, stmt);
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
		.kernel = kernel, .spelling = kernel->spelling, .site = { .rows = rows }, .width = width,
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
