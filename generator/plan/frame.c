#include "generator/plan/names.h"
#include "generator/plan/column_planner.h"

#include <string.h>

static struct field *
add_field(struct column_planner *p, struct field field)
{
	struct field **last = &p->frame->fields, *own = arena_new(p->arena, struct field);

	while (*last)
		last = &(*last)->next;
	*own = field;
	own->index = p->frame->field_count++;
	own->used = true;
	own->next = NULL;
	return *last = own;
}

struct field *
add_variable(struct column_planner *p, const char *name, enum type type, struct span span)
{
	return add_field(p, (struct field){
		.name = name, .span = span, .role = ROLE_INOUT, .shape = SHAPE_SCALAR, .declared = type, .type = type,
		.assigned = true, .local = true, .where.location = LOCATIONS,
	});
}

/* On a mesh what is computed on the fly reads the fields of the whole. */
void
add_fields(struct column_planner *p)
{
	if (p->neighbors) {
		p->frame->fields = p->stencil->fields;
		p->frame->field_count = p->stencil->field_count;
		for (struct field *f = p->frame->fields; f; f = f->next)
			p->fields[f->index] = f;
		return;
	}
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		p->fields[f->index] = add_field(p, *f);
}

void
copy_params(struct column_planner *p)
{
	for (const struct param *param = p->stencil->params; param; param = param->next)
		p->params[param->index] = param;
	p->frame->params = p->stencil->params;
	p->frame->param_count = p->stencil->param_count;
}

/* Marks what an expression reads of temporaries that other statements make: those have memory. */
static void
find_kept(struct column_planner *p, const struct stmt *stmt, const struct expr *e, bool *kept)
{
	const struct temp *temp = e->kind == EXPR_TEMP ? e->u.read.temp : NULL;
	const struct expr *operand;

	if (temp && temp->stmt != stmt && temp->shape == SHAPE_POINT && !temp->uniform && !temp->scalar && !is_on_the_fly(p, temp))
		kept[temp->index] = true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_kept(p, stmt, operand, kept);
}

static void
find_kept_in(struct column_planner *p, const struct stmt *stmt, const struct stmt *list, bool *kept)
{
	for (; list; list = list->next) {
		if (stmt_expr(list))
			find_kept(p, stmt, stmt_expr(list), kept);
		for (int n = 0; n < MOST_NESTED; n++)
			find_kept_in(p, stmt, stmt_nested(list, n), kept);
	}
}

static void
add_shared(struct columns *columns, struct field *field)
{
	field->local = field->shared = true;
	if (!columns->shared)
		columns->shared = field;
	if (!columns->shared_count++)
		columns->shared_type = TYPE_FLOAT;
	if (field->type == TYPE_DOUBLE)
		columns->shared_type = field->type;
}

static void
add_array(struct column_planner *p, struct columns *columns, const struct temp *temp, bool shared)
{
	const enum type type = temp->type == TYPE_BOOL ? p->bool_type : temp->type;

	p->kept[temp->index] = add_field(p, (struct field){
		.name = version_name(p->arena, temp), .span = temp->span, .role = ROLE_INOUT, .shape = SHAPE_POINT,
		.declared = type, .type = type, .assigned = true, .where = temp->where,
	});
	if (shared)
		add_shared(columns, p->kept[temp->index]);
	else
		columns->arrays[columns->array_count++] = (struct column_array){ temp, p->kept[temp->index] };
}

void
add_arrays(struct column_planner *p, const bool *given, struct columns *columns)
{
	bool *kept = arena_array(p->arena, bool, p->stencil->temp_count + 1);
	bool *others = arena_array(p->arena, bool, p->stencil->temp_count + 1);

	if (given)
		memcpy(others, given, (size_t)p->stencil->temp_count*sizeof *others);
	for (const struct stmt *s = p->stencil->statements; s; s = s->next) {
		struct stmt own = *s;

		own.next = NULL;
		find_kept_in(p, s, &own, kept);
	}
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (t->prior && t->shape == SHAPE_POINT && !is_on_the_fly(p, t->prior))
			kept[t->prior->index] = true;
	columns->arrays = arena_array(p->arena, struct column_array, p->stencil->temp_count + 1);
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (others[t->index] || (kept[t->index] && p->place == PLACE_GLOBAL))
			add_array(p, columns, t, false);
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (!p->kept[t->index] && kept[t->index])
			add_array(p, columns, t, true);
}

static const struct field *
column_variable_before(const struct column_planner *p, const struct temp *temp)
{
	for (const struct temp *t = p->stencil->temps; t != temp; t = t->next)
		if (t->shape == SHAPE_COLUMN && t->name == temp->name && t->type == temp->type)
			return p->variables[t->index];
	return NULL;
}

bool
is_spelled_out(const struct column_planner *p, const struct temp *temp)
{
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (t->shape == SHAPE_COLUMN && t->name == temp->name && !t->uniform)
			return false;
	return temp->shape == SHAPE_COLUMN;
}

/* Whether there is one of another type. */
static bool
changes_type(const struct column_planner *p, const struct temp *temp)
{
	for (const struct temp *t = p->stencil->temps; t != temp; t = t->next)
		if (t->shape == SHAPE_COLUMN && t->name == temp->name && p->variables[t->index])
			return true;
	return false;
}

/* All versions of a column variable of one type are one variable. */
void
add_column_variables(struct column_planner *p, struct columns *columns)
{
	for (const struct temp *t = p->stencil->temps; t; t = t->next) {
		if (t->shape != SHAPE_COLUMN || is_spelled_out(p, t))
			continue;
		p->variables[t->index] = (struct field *)column_variable_before(p, t);
		if (p->variables[t->index])
			continue;
		p->variables[t->index] = add_variable(p, changes_type(p, t) ? version_name(p->arena, t) : t->name, t->type, t->span);
		if (!columns->variables)
			columns->variables = p->variables[t->index];
		columns->variable_count++;
	}
}
