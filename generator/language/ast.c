#include "generator/language/ast.h"

#include <string.h>

const struct shape_info shapes[] = {
	[SHAPE_POINT]   = { "",        { true,  true,  true } },
	[SHAPE_COLUMN]  = { "column",  { true,  true,  false } },
	[SHAPE_PROFILE] = { "profile", { false, false, true } },
	[SHAPE_SCALAR]  = { "scalar",  { false, false, false } },
};

struct offset
shape_offset(enum shape shape, struct offset offset)
{
	const bool *axes = shapes[shape].axes;

	return (struct offset){ axes[0] ? offset.x : 0, axes[1] ? offset.y : 0, axes[2] ? offset.z : 0 };
}

const enum grid_family grid_domains[GRID_COUNT] = {
#define GRID(name, domain) [GRID_##name] = GRID_##domain,
#include "generator/language/grids.def"
};

const struct grid_info grid_names[GRID_NAME_COUNT] = {
#define GRID_NAME(name, family) { #name, GRID_##family },
#include "generator/language/grids.def"
};

const struct function_info functions[FN_COUNT] = {
#define FUNCTION(name, arguments, flops, c_name, exact, errors, roundings, type, gpu, cpu) \
	{ #name, arguments, flops, #c_name, exact, ERRORS_##errors, roundings, VALUE_##type, \
	{ [PROCESSOR_GPU] = gpu, [PROCESSOR_CPU] = cpu } },
#include "generator/language/functions.def"
};

int
find_function(const char *name)
{
	for (int i = 0; i < FN_COUNT; i++)
		if (!strcmp(functions[i].name, name))
			return i;
	return -1;
}

int
find_called(const char *name, bool low_is_float)
{
	return strcmp(name, "low") ? find_function(name) : low_is_float ? FN_float : FN_real;
}

const char *const reduction_names[REDUCTIONS] = {
	[REDUCTION_NONE] = "", [REDUCTION_SUM] = "sum", [REDUCTION_MIN] = "min", [REDUCTION_MAX] = "max",
	[REDUCTION_PRODUCT] = "product",
};

const char *
type_name(enum type type)
{
	switch (type) {
	case TYPE_NONE:         return "unknown";
	case TYPE_BOOL:         return "bool";
	case TYPE_INT:          return "int";
	case TYPE_REAL:         return "real";
	case TYPE_FLOAT:        return "float";
	case TYPE_DOUBLE:       return "double";
	case TYPE_NUMERAL:
	case TYPE_NUMERAL_REAL: return "number";
	}
	return NULL;
}

const char *
element_name(enum type type)
{
	return type == TYPE_BOOL ? "unsigned char" : type_name(type);
}

int
element_size(enum type type)
{
	return type == TYPE_BOOL ? 1 : type == TYPE_DOUBLE ? 8 : 4;
}

const char *
op_text(enum op op)
{
	switch (op) {
	case OP_OR:  return "||";
	case OP_AND: return "&&";
	case OP_EQ:  return "==";
	case OP_NE:  return "!=";
	case OP_LT:  return "<";
	case OP_LE:  return "<=";
	case OP_GT:  return ">";
	case OP_GE:  return ">=";
	case OP_ADD: return "+";
	case OP_SUB:
	case OP_NEG: return "-";
	case OP_MUL: return "*";
	case OP_DIV: return "/";
	case OP_NOT: return "!";
	}
	return NULL;
}

const struct expr *
expr_operand(const struct expr *e, int n)
{
	const struct expr *argument;

	switch (e->kind) {
	case EXPR_UNARY:
		return n == 0 ? e->u.unary.operand : NULL;
	case EXPR_BINARY:
		return n == 0 ? e->u.binary.left : n == 1 ? e->u.binary.right : NULL;
	case EXPR_SELECT:
		return n == 0 ? e->u.select.condition : n == 1 ? e->u.select.yes
			: n == 2 ? e->u.select.no : NULL;
	case EXPR_CALL:
		for (argument = e->u.call.arguments; argument && n > 0; n--)
			argument = argument->next;
		return argument;
	case EXPR_REDUCE:
		return n == 0 ? e->u.reduce.body : NULL;
	case EXPR_NAME:
		return n == 0 ? e->u.name.level : NULL;
	case EXPR_FIELD:
	case EXPR_TEMP:
		return n == 0 ? e->u.read.level : NULL;
	case EXPR_EXISTS:
	case EXPR_COUNT:
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_PARAM:
		return NULL;
	}
	return NULL;
}

bool
is_too_deep(const struct source *source, bool *reported, int depth, struct span span)
{
	if (depth <= MAX_DEPTH)
		return false;
	if (!*reported)
		error_at(source, span, "nested too deep, more than %d levels: assign temporaries on the way", MAX_DEPTH);
	*reported = true;
	return true;
}

bool
expr_any(const struct expr *e, bool (*test)(const struct expr *))
{
	const struct expr *operand;

	if (test(e))
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (expr_any(operand, test))
			return true;
	return false;
}

struct stmt *
stmt_nested(const struct stmt *stmt, int n)
{
	switch (stmt->kind) {
	case STMT_ASSIGN: return NULL;
	case STMT_IF:     return n == 0 ? stmt->u.branch.then : n == 1 ? stmt->u.branch.otherwise : NULL;
	case STMT_SWEEP:  return n == 0 ? stmt->u.sweep.body : NULL;
	}
	return NULL;
}

struct expr *
stmt_expr(const struct stmt *stmt)
{
	switch (stmt->kind) {
	case STMT_ASSIGN: return stmt->u.assign.value;
	case STMT_IF:     return stmt->u.branch.condition;
	case STMT_SWEEP:  return NULL;
	}
	return NULL;
}

bool
stmt_is_dead(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.temp && !stmt->u.assign.temp->needed;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (!stmt_is_dead(s))
				return false;
	return true;
}

bool
assigns_field(const struct stmt *list, const struct field *field)
{
	for (const struct stmt *s = list; s; s = s->next)
		if ((s->kind == STMT_ASSIGN && s->u.assign.field == field) || assigns_field(stmt_nested(s, 0), field)
				|| assigns_field(stmt_nested(s, 1), field))
			return true;
	return false;
}

bool
assigns_fields(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field != NULL;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (assigns_fields(s))
				return true;
	return false;
}

static bool
is_distance(const struct expr *e)
{
	return e->kind == EXPR_SIDE;
}

bool
counts_distance(const struct stmt *stmt)
{
	if (stmt_expr(stmt) && expr_any(stmt_expr(stmt), is_distance))
		return true;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (counts_distance(s))
				return true;
	return false;
}

static bool
assigns_columns(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN && stmt->u.assign.field)
		return stmt->u.assign.field->shape == SHAPE_COLUMN;
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.temp && stmt->u.assign.temp->shape == SHAPE_COLUMN;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (assigns_columns(s))
				return true;
	return false;
}

bool
is_of_columns(const struct stmt *stmt)
{
	return stmt->kind == STMT_SWEEP || counts_distance(stmt) || assigns_columns(stmt);
}

enum location
stmt_location(const struct stmt *stmt)
{
	enum location location = LOCATIONS;

	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field ? stmt->u.assign.field->where.location : stmt->u.assign.temp->where.location;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s && location == LOCATIONS; s = s->next)
			location = stmt_location(s);
	return location;
}

bool
zones_end_at(const struct stmt *list, const struct param *param)
{
	bool found = false;

	for (const struct stmt *s = list; s && !found; s = s->next) {
		found = s->zone && (s->zone->first.param == param || s->zone->last.param == param);
		for (int n = 0; n < MOST_NESTED && !found; n++)
			found = zones_end_at(stmt_nested(s, n), param);
	}
	return found;
}

bool
stores_levels(const struct stencil *stencil)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (t->by_level)
			return true;
	return false;
}

bool
has_half_statements(const struct stencil *stencil)
{
	for (const struct stmt *s = stencil->statements; s; s = s->next)
		if (s->half)
			return true;
	return false;
}

bool
has_half_levels(const struct stencil *stencil)
{
	return has_half_statements(stencil) || has_half_fields(stencil);
}

bool
has_half_fields(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->where.half)
			return true;
	return false;
}

bool
has_several_locations(const struct stencil *stencil)
{
	int count = 0;

	for (int l = 0; l < LOCATIONS; l++)
		count += stencil->outputs_on[l];
	return count > 1;
}

bool
assigns_levels(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field ? shapes[stmt->u.assign.field->shape].axes[2]
			: stmt->u.assign.temp && stmt->u.assign.temp->varies;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (assigns_levels(s))
				return true;
	return false;
}

static bool
is_highest_level(const struct expr *e)
{
	return e->kind == EXPR_LEVELS || (e->kind == EXPR_BINARY && e->u.binary.op == OP_SUB && e->u.binary.left->kind == EXPR_LEVELS
		&& e->u.binary.right->kind == EXPR_NUMBER);
}

bool
is_clamped_level(const struct expr *call)
{
	const struct expr *lower = call->u.call.arguments;

	return call->type == TYPE_INT && call->u.call.function == FN_min && lower->kind == EXPR_CALL && lower->u.call.function == FN_max
		&& lower->type == TYPE_INT && lower->u.call.arguments->next->kind == EXPR_NUMBER && is_highest_level(lower->next);
}

int
literal_power(const struct expr *call)
{
	const struct expr *exponent;

	if (call->kind != EXPR_CALL || call->u.call.function != FN_pow || call->u.call.count != 2)
		return -1;
	exponent = call->u.call.arguments->next;
	if (exponent->kind != EXPR_NUMBER || exponent->u.number.type == TYPE_INT || strlen(exponent->u.number.text) != 1
			|| *exponent->u.number.text < '0' || *exponent->u.number.text > '8')
		return -1;
	return *exponent->u.number.text - '0';
}
