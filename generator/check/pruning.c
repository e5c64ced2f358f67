#include "generator/check/pruning.h"
#include "generator/check/named.h"
#include "generator/language/grid_kind.h"
#include "generator/language/name_map.h"

#include <string.h>

/* The names that the statements of a stencil read and assign. */
struct names {
	struct name_map read, assigned;
};

struct pruner {
	struct arena *arena;
	struct stencil *stencil;
	struct names before, now;
};

static bool
has(const struct name_map *map, const char *name)
{
	return name_map_find(map, name) != NULL;
}

static void
add(struct name_map *map, const char *name)
{
	static char there;

	if (!has(map, name))
		name_map_put(map, name, &there);
}

static void
add_read(struct names *names, const struct expr *e)
{
	if (e->kind == EXPR_NAME)
		add(&names->read, e->u.name.name);
	for (int n = 0; expr_operand(e, n); n++)
		add_read(names, expr_operand(e, n));
}

static void
add_list(struct names *names, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt_expr(stmt))
			add_read(names, stmt_expr(stmt));
		if (stmt->kind == STMT_ASSIGN)
			add(&names->assigned, stmt->u.assign.name);
		for (int n = 0; n < MOST_NESTED; n++)
			add_list(names, stmt_nested(stmt, n));
	}
}

static void
find_names(const struct stencil *stencil, struct names *names)
{
	memset(names, 0, sizeof *names);
	add_list(names, stencil->statements);
}

static const struct param *
find_fixed(const struct pruner *p, const char *name)
{
	for (const struct param *param = p->stencil->params; param; param = param->next)
		if (param->fixed && !strcmp(param->name, name))
			return param;
	return NULL;
}

static void
become_number(struct expr *e, const char *text, enum type type)
{
	e->kind = EXPR_NUMBER;
	memset(&e->u, 0, sizeof e->u);
	e->u.number.text = text;
	e->u.number.type = type;
}

static void
become_param(struct pruner *p, struct expr *e, const struct param *param)
{
	const bool negative = *param->value == '-';
	struct expr *number = e;

	if (negative) {
		number = arena_new(p->arena, struct expr);
		*number = *e;
		number->next = NULL;
		e->kind = EXPR_UNARY;
		memset(&e->u, 0, sizeof e->u);
		e->u.unary.op = OP_NEG;
		e->u.unary.operand = number;
		e->depth++;
	}
	become_number(number, param->value + negative, e->whole->type);
}

/* Writes a value as a conversion to a type that it has not by itself. */
static void
convert(struct pruner *p, struct expr *e, const struct expr *whole)
{
	struct expr *argument = arena_new(p->arena, struct expr);

	*argument = *e;
	argument->next = NULL;
	e->kind = EXPR_CALL;
	e->depth++;
	e->whole = whole;
	memset(&e->u, 0, sizeof e->u);
	e->u.call.name = type_name(whole->type);
	e->u.call.arguments = argument;
	e->u.call.count = 1;
}

/* Puts a part of an expression in its place. */
static void
become_operand(struct pruner *p, struct expr *e, const struct expr *operand)
{
	const struct expr *whole = e->whole;
	struct expr *next = e->next;

	*e = *operand;
	e->next = next;
	if (e->whole->type != whole->type)
		convert(p, e, whole);
}

static void
prune_expr(struct pruner *p, struct expr *e)
{
	const struct param *param = e->kind == EXPR_NAME ? find_fixed(p, e->u.name.name) : NULL;
	double value;

	for (int n = 0; expr_operand(e, n); n++)
		prune_expr(p, (struct expr *)expr_operand(e, n));
	if (param) {
		become_param(p, e, param);
	} else if (e->whole->kind == EXPR_NUMBER) {
		become_number(e, e->whole->u.number.text, e->whole->type);
	} else if (e->kind == EXPR_SELECT) {
		if (constant_value(e->u.select.condition, &value))
			become_operand(p, e, value != 0 ? e->u.select.yes : e->u.select.no);
	} else if (e->kind == EXPR_BINARY && (e->u.binary.op == OP_AND || e->u.binary.op == OP_OR)) {
		const bool left = constant_value(e->u.binary.left, &value);

		/* a && true is a, a && false is false. */
		if (left || constant_value(e->u.binary.right, &value))
			become_operand(p, e, ((value != 0) == (e->u.binary.op == OP_AND)) == left ? e->u.binary.right : e->u.binary.left);
	}
}

static void
prune_assign(struct pruner *p, struct stmt *stmt)
{
	const struct temp *temp = stmt->whole->u.assign.temp;
	struct expr *value = stmt->u.assign.value;

	prune_expr(p, value);
	if (temp && !stmt->whole->u.assign.reduction && value->whole->type > TYPE_BOOL && temp->type != value->whole->type) {
		struct expr *whole = arena_new(p->arena, struct expr);

		*whole = *value->whole;
		whole->type = temp->type;
		convert(p, value, whole);
	}
}

/* What an if assigned is now on the grid where it was: a temporary without words of its own may have had its place from the if. */
static void
keep_places(const struct pruner *p, const struct stmt *branch, struct stmt *list)
{
	for (struct stmt *stmt = list; stmt; stmt = stmt->next) {
		const struct temp *temp = stmt->kind == STMT_ASSIGN ? stmt->whole->u.assign.temp : NULL;

		if (stmt->kind != STMT_ASSIGN && !stmt->written.location && !stmt->written.half)
			stmt->written = branch->written;
		if (temp && grid_kinds[p->stencil->family]->has_relations && !stmt->u.assign.written.location && temp->where.location < LOCATIONS)
			stmt->u.assign.written = (struct written_where){ .location = location_names[temp->where.location],
				.span = stmt->u.assign.name_span, .half = temp->where.half };
		else if (temp && temp->where.half)
			stmt->u.assign.written = (struct written_where){ .span = stmt->u.assign.name_span, .half = true };
	}
}

static void prune_list(struct pruner *p, struct stmt **link, bool top);

/* Replaces an if whose condition is known by what it does, and removes statements that have become empty. Returns where the next
 * statement is. */
static struct stmt **
prune_branch(struct pruner *p, struct stmt **link, bool top)
{
	struct stmt *stmt = *link, *list;
	double value;

	prune_expr(p, stmt->u.branch.condition);
	prune_list(p, &stmt->u.branch.then, false);
	prune_list(p, &stmt->u.branch.otherwise, false);
	if (!constant_value(stmt->u.branch.condition, &value)) {
		if (stmt->u.branch.then || stmt->u.branch.otherwise)
			return &stmt->next;
		*link = stmt->next;
		return link;
	}
	list = value != 0 ? stmt->u.branch.then : stmt->u.branch.otherwise;
	if (top)
		keep_places(p, stmt, list);
	*link = list;
	while (*link)
		link = &(*link)->next;
	*link = stmt->next;
	return link;
}

static void
prune_list(struct pruner *p, struct stmt **link, bool top)
{
	while (*link) {
		struct stmt *stmt = *link;

		if (stmt->kind == STMT_IF) {
			link = prune_branch(p, link, top);
			continue;
		}
		if (stmt->kind == STMT_ASSIGN)
			prune_assign(p, stmt);
		else
			prune_list(p, &stmt->u.sweep.body, false);
		if (stmt->kind == STMT_SWEEP && !stmt->u.sweep.body)
			*link = stmt->next;
		else
			link = &stmt->next;
	}
}

/* Whether a name was read, and nothing reads it any more. */
static bool
is_dead(const struct pruner *p, const char *name)
{
	return has(&p->before.read, name) && !has(&p->now.read, name);
}

/* Removes assignments to temporaries that only the branches read that are gone, and what becomes empty. */
static bool
remove_dead(struct pruner *p, struct stmt **link)
{
	bool any = false;

	while (*link) {
		struct stmt *stmt = *link;
		const char *name = stmt->kind == STMT_ASSIGN ? stmt->u.assign.name : NULL;
		bool empty = name && !find_field_named(p->stencil, name, strlen(name)) && is_dead(p, name);

		if (stmt->kind == STMT_IF) {
			any |= remove_dead(p, &stmt->u.branch.then);
			any |= remove_dead(p, &stmt->u.branch.otherwise);
			empty = !stmt->u.branch.then && !stmt->u.branch.otherwise;
		} else if (stmt->kind == STMT_SWEEP) {
			any |= remove_dead(p, &stmt->u.sweep.body);
			empty = !stmt->u.sweep.body;
		}
		any |= empty;
		if (empty)
			*link = stmt->next;
		else
			link = &stmt->next;
	}
	return any;
}

static bool
has_boundary(const struct stencil *stencil, const char *name)
{
	for (const struct boundary *b = stencil->boundaries; b; b = b->next)
		for (const struct bounded *f = b->fields; f; f = f->next)
			if (!strcmp(f->name, name))
				return true;
	return false;
}

static void
remove_boundary(struct stencil *stencil, const char *name)
{
	for (struct boundary **link = &stencil->boundaries; *link; ) {
		for (struct bounded **of = &(*link)->fields; *of; )
			if (!strcmp((*of)->name, name))
				*of = (*of)->next;
			else
				of = &(*of)->next;
		if ((*link)->fields)
			link = &(*link)->next;
		else
			*link = (*link)->next;
	}
}

/* An output that nothing assigns any more stays: it is an error. */
static void
prune_fields(struct pruner *p)
{
	struct stencil *stencil = p->stencil;
	int count = 0;

	for (struct field **link = &stencil->fields; *link; ) {
		struct field *f = *link;
		const bool was_assigned = has(&p->before.assigned, f->name), is_assigned = has(&p->now.assigned, f->name);

		if (f->role != ROLE_OUT && !is_assigned && !has(&p->now.read, f->name) && (was_assigned || is_dead(p, f->name))) {
			remove_boundary(stencil, f->name);
			*link = f->next;
			continue;
		}
		if (f->role == ROLE_INOUT && was_assigned && !is_assigned && !has_boundary(stencil, f->name))
			f->role = ROLE_IN;
		f->index = count++;
		link = &f->next;
	}
	stencil->field_count = count;
}

static void
prune_params(struct pruner *p)
{
	int count = 0;

	for (struct param **link = &p->stencil->params; *link; )
		if ((*link)->fixed || is_dead(p, (*link)->name)) {
			*link = (*link)->next;
		} else {
			(*link)->index = count++;
			link = &(*link)->next;
		}
	p->stencil->param_count = count;
}

void
prune_stencil(struct arena *arena, struct stencil *stencil)
{
	struct pruner *p;
	bool any = false;

	for (const struct param *param = stencil->params; param; param = param->next)
		any |= param->fixed;
	if (!any)
		return;
	p = arena_new(arena, struct pruner);
	p->arena = arena;
	p->stencil = stencil;
	find_names(stencil, &p->before);
	prune_list(p, &stencil->statements, true);
	do
		find_names(stencil, &p->now);
	while (remove_dead(p, &stencil->statements));
	prune_fields(p);
	prune_params(p);
}
