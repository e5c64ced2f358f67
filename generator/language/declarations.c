#include "generator/language/definition.h"
#include "generator/language/nodes.h"

#include <string.h>

void
new_stencil(struct parser *p, const char *name, struct span span)
{
	struct stencil *stencil = arena_new(p->arena, struct stencil);

	stencil->name = name;
	stencil->span = span;
	stencil->grid = "plane";
	*p->last_stencil = stencil;
	p->last_stencil = &stencil->next;
	p->stencil = stencil;
	p->gap = p->misspelt = p->on_mesh = false;
	p->last_field = &stencil->fields;
	p->last_param = &stencil->params;
	p->last_neighbor = &stencil->neighbors;
	p->last_boundary = &stencil->boundaries;
	p->last_relation = &stencil->relations;
}

void
set_grid(struct parser *p, const char *grid, struct span span)
{
	struct stencil *stencil = p->stencil;

	stencil->grid = grid;
	stencil->grid_span = span;
	for (int k = 0; k < GRID_NAME_COUNT; k++)
		if (!strcmp(grid, grid_names[k].name))
			stencil->grid_name = (enum grid_name)k;
	stencil->family = grid_names[stencil->grid_name].family;
	p->on_mesh = p->mesh_begins = grid_domains[stencil->family] == GRID_mesh;
}

void
set_body(struct parser *p, struct stmt_list statements)
{
	p->stencil->statements = statements.first;
	p->stencil->complete = !p->gap;
	p->on_mesh = false;
}

void
begin_fields(struct parser *p, enum role role)
{
	p->role = role;
	p->shape = SHAPE_POINT;
	p->probe = false;
	p->where = (struct written_where){ 0 };
}

void
new_field(struct parser *p, const char *name, struct span span)
{
	struct field *field = arena_new(p->arena, struct field);

	field->name = name;
	field->span = span;
	field->role = p->role;
	field->declared = p->type;
	field->shape = p->shape;
	field->probe = p->probe;
	field->written = p->where;
	field->where.location = LOCATIONS;
	field->index = p->stencil->field_count++;
	p->field = *p->last_field = field;
	p->last_field = &field->next;
}

void
set_values(struct parser *p, struct span span, const char *low, const char *high)
{
	p->field->low = low;
	p->field->high = high;
	p->field->range_span = span;
}

enum type
set_low(struct parser *p)
{
	const enum type type = p->source->low_is_float ? TYPE_FLOAT : TYPE_REAL;

	if (p->stencil)
		p->stencil->low = type;
	return type;
}

void
refuse_bool_param(struct parser *p, struct span span)
{
	error_at(p->source, span, "a param is real, float, double or int: use an int and compare it with 0");
	p->type = TYPE_INT;
}

void
check_place(struct parser *p, struct span span, const struct stmt *statement)
{
	if (!statement)
		return;
	error_at(p->source, span, "a declaration after a statement: declarations come first");
	note_at(p->source, statement->span, "this is the first statement");
}

void
new_param(struct parser *p, const char *name, struct span span, const char *value,
	struct span value_span)
{
	struct param *param = arena_new(p->arena, struct param);

	param->name = name;
	param->span = span;
	param->declared = p->type;
	param->value = value;
	param->value_span = value_span;
	param->index = p->stencil->param_count++;
	*p->last_param = param;
	p->last_param = &param->next;
}

void
new_neighbor(struct parser *p, const char *name, struct span span, struct written_offset offset)
{
	struct neighbor *neighbor = arena_new(p->arena, struct neighbor);

	if (!offset.numbers && !p->on_mesh)
		error_at(p->source, offset.span, "the offset of a neighbor is spelled with numbers, as in [1,0]");
	neighbor->name = name;
	neighbor->span = span;
	neighbor->offset = offset.offset;
	neighbor->steps = offset.steps;
	*p->last_neighbor = neighbor;
	p->last_neighbor = &neighbor->next;
}

void
set_halo(struct parser *p, struct span span, struct offset halo)
{
	struct stencil *stencil = p->stencil;

	if (stencil->has_halo) {
		error_at(p->source, span, "the halo is declared twice: leave one out");
		note_at(p->source, stencil->halo_span, "declared here first");
	}
	stencil->has_halo = true;
	stencil->halo = halo;
	stencil->halo_span = span;
}

void
set_sweep(struct parser *p, struct span span, const char *direction, struct span direction_span)
{
	struct stencil *stencil = p->stencil;

	if (stencil->sweep) {
		error_at(p->source, span, "the sweep is declared twice: leave one out");
		note_at(p->source, stencil->sweep_span, "declared here first");
	}
	if (strcmp(direction, "down") && strcmp(direction, "up"))
		error_at(p->source, direction_span, "a sweep goes 'down' or 'up', not '%s'", direction);
	stencil->sweep = !strcmp(direction, "up") ? SWEEP_UP : SWEEP_DOWN;
	stencil->sweep_span = span;
}

static struct definition *
new_definition(struct parser *p, const char *name, struct span span)
{
	struct definition *definition = arena_new(p->arena, struct definition);

	definition->name = name;
	definition->span = span;
	*p->last_definition = definition;
	p->last_definition = &definition->next;
	p->definition = definition;
	p->last_variable = &definition->variables;
	p->gap = p->misspelt = false;
	return definition;
}

void
new_const(struct parser *p, const char *name, struct span span, struct expr *value)
{
	new_definition(p, name, span)->value = value;
}

void
new_function(struct parser *p, const char *name, struct span span)
{
	struct definition *definition = new_definition(p, name, span);

	definition->is_function = true;
	definition->wrong = true;
}

void
new_argument(struct parser *p, const char *name, struct span span)
{
	struct variable *argument = arena_new(p->arena, struct variable);

	argument->name = name;
	argument->span = span;
	*p->last_variable = argument;
	p->last_variable = &argument->next;
	p->definition->argument_count++;
}

void
set_function(struct parser *p, struct stmt_list body, struct expr *value)
{
	struct definition *definition = p->definition;

	if (!value && !p->gap)
		error_at(p->source, definition->span, "function '%s' does not end with 'return VALUE;': add it",
			definition->name);
	definition->body = body.first;
	definition->value = value;
	definition->wrong = p->gap || !value;
}
