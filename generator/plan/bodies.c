#include "generator/plan/body.h"
#include "generator/language/offset.h"

/* A new version of a variable, made by a statement of the body.
 * Carried variables are assigned at the end of a level, so on a mesh its values are computed in the order of statements, as those
 * are that are made of outputs. */
static struct temp *
new_version(struct body *b, const struct stmt *assign, const struct stmt *stmt)
{
	const int variable = variable_of(b, assign);
	const struct field *field = assign->u.assign.field;
	struct temp *temp = arena_new(b->p->arena, struct temp);

	*temp = (struct temp){
		.name = assign->u.assign.name, .span = assign->u.assign.name_span, .stmt = stmt,
		.type = field ? field->type : assign->u.assign.temp->type, .shape = SHAPE_POINT, .used = true, .needed = true,
		.index = b->stencil->temp_count++, .version = 1,
	};
	temp->written.read = b->p->neighbors ? assign->u.assign.value : NULL;
	for (const struct temp *t = b->stencil->temps; t; t = t->next)
		temp->version += t->name == temp->name;
	*b->last_temp = temp;
	b->last_temp = &temp->next;
	b->current[variable] = temp;
	return temp;
}

static struct stmt *
new_assign(const struct body *b, const char *name, struct span span, struct expr *value)
{
	struct stmt *s = arena_new(b->p->arena, struct stmt);

	*s = (struct stmt){ .kind = STMT_ASSIGN, .span = span, .depth = 1 };
	s->u.assign.name = name;
	s->u.assign.name_span = span;
	s->u.assign.value = value;
	return s;
}

/* Where an assignment goes: a variable or array of the frame, or NULL: a temporary of the body. */
static const struct field *
frame_target(const struct body *b, const struct stmt *assign)
{
	const struct temp *temp = assign->u.assign.temp;
	const struct field *field = assign->u.assign.field;

	if (temp)
		return temp->shape == SHAPE_COLUMN ? b->p->variables[temp->index] : NULL;
	return find_carried(b, NULL, field) ? NULL : b->p->fields[field->index];
}

static struct stmt *
copy_assign(struct body *b, const struct stmt *assign)
{
	struct expr *value = body_expr(b, assign->u.assign.value);
	struct stmt *copy = new_assign(b, assign->u.assign.name, assign->u.assign.name_span, value);

	copy->span = assign->span;
	copy->u.assign.field = frame_target(b, assign);
	if (copy->u.assign.field)
		return copy;
	if (b->inside)
		copy->u.assign.temp = b->current[variable_of(b, assign)];
	else
		copy->u.assign.temp = new_version(b, assign, copy);
	return copy;
}

static enum truth
truth_in(const struct body *b, const struct stmt *branch)
{
	return b->known ? truth_of(branch->u.branch.condition, b->known) : UNSURE;
}

static struct stmt *copy_list(struct body *b, const struct stmt *list);

/* The versions that an if makes of what it assigns. */
static void
open_versions(struct body *b, const struct stmt *list, const struct stmt *stmt)
{
	for (; list; list = list->next) {
		const struct temp *before = list->kind == STMT_ASSIGN ? b->current[variable_of(b, list)] : NULL;

		if (list->kind == STMT_ASSIGN && !frame_target(b, list) && (!before || before->stmt != stmt))
			new_version(b, list, stmt)->prior = before;
		for (int n = 0; n < MOST_NESTED; n++)
			if (list->kind != STMT_IF || truth_in(b, list) != (n ? ALWAYS : NEVER))
				open_versions(b, stmt_nested(list, n), stmt);
	}
}

static struct stmt *
copy_if(struct body *b, const struct stmt *branch)
{
	struct stmt *copy = arena_new(b->p->arena, struct stmt);
	const bool outermost = !b->inside;

	*copy = (struct stmt){ .kind = STMT_IF, .span = branch->span, .depth = branch->depth };
	copy->u.branch.condition = body_expr(b, branch->u.branch.condition);
	if (outermost) {
		b->inside = copy;
		open_versions(b, branch->u.branch.then, copy);
		open_versions(b, branch->u.branch.otherwise, copy);
	}
	copy->u.branch.then = copy_list(b, branch->u.branch.then);
	copy->u.branch.otherwise = copy_list(b, branch->u.branch.otherwise);
	if (outermost)
		b->inside = NULL;
	return copy;
}

/* Copies a list; what an if leaves of its branches on all levels comes in its place. */
static void
copy_onto(struct body *b, const struct stmt *list, struct stmt ***last)
{
	for (; list; list = list->next) {
		const enum truth truth = list->kind == STMT_IF ? truth_in(b, list) : UNSURE;

		if (truth != UNSURE) {
			copy_onto(b, truth == ALWAYS ? list->u.branch.then : list->u.branch.otherwise, last);
			continue;
		}
		**last = list->kind == STMT_IF ? copy_if(b, list) : copy_assign(b, list);
		*last = &(**last)->next;
	}
}

static struct stmt *
copy_list(struct body *b, const struct stmt *list)
{
	struct stmt *first = NULL, **last = &first;

	copy_onto(b, list, &last);
	return first;
}

static void
add_assign(struct body *b, const struct field *to, struct expr *value, struct span span)
{
	struct stmt *s = new_assign(b, to->name, span, value);

	s->u.assign.field = to;
	*b->last = s;
	b->last = &s->next;
}

/* Whether what assigns the field first does so on every path; then nothing can read a version of it that is not there. */
static bool
is_assigned_first(const struct body *b, const struct stmt *list, const struct field *field)
{
	for (; list; list = list->next) {
		const enum truth truth = list->kind == STMT_IF ? truth_in(b, list) : UNSURE;
		const struct stmt *taken = truth == UNSURE ? NULL : stmt_nested(list, truth == NEVER);

		if (list->kind == STMT_ASSIGN ? list->u.assign.field == field : assigns_field(taken, field))
			return list->kind == STMT_ASSIGN || is_assigned_first(b, taken, field);
		if (list->kind == STMT_IF && truth == UNSURE
				&& (assigns_field(list->u.branch.then, field) || assigns_field(list->u.branch.otherwise, field)))
			return false;
	}
	return false;
}

/* A temporary begins as the version before. */
static void
begin_temps(struct body *b)
{
	for (const struct temp *t = b->p->stencil->temps; t; t = t->next) {
		struct stmt *s;

		if (t->stmt != b->stmt || !t->prior || t->shape != SHAPE_POINT)
			continue;
		s = new_assign(b, t->name, t->span, is_on_the_fly(b->p, t->prior) ? new_temp_read(b, t->prior, t->span)
			: kept_read(b, t->prior, (struct offset){ 0, 0, 0 }, t->span));
		s->u.assign.temp = t;
		s->u.assign.temp = new_version(b, s, s);
		*b->last = s;
		b->last = &s->next;
	}
}

/* A field that is carried is a temporary, which begins as what is there unless that is overwritten. */
static void
begin_fields(struct body *b)
{
	for (const struct carried *h = b->carried; h; h = h->next) {
		struct stmt *s;

		if (!h->field || is_assigned_first(b, b->stmt->u.sweep.body, h->field))
			continue;
		s = new_assign(b, h->field->name, b->stmt->span,
			new_field_read(b->p->arena, b->p->fields[h->field->index], (struct offset){ 0, 0, 0 }, b->stmt->span));
		s->u.assign.field = h->field;
		s->u.assign.temp = new_version(b, s, s);
		s->u.assign.field = NULL;
		*b->last = s;
		b->last = &s->next;
	}
}

/* Whether a field has the value already, for nothing on the level has assigned it. */
static bool
is_there_already(const struct body *b, const struct field *field, const struct temp *now)
{
	const struct expr *value = now->stmt->kind == STMT_ASSIGN ? now->stmt->u.assign.value : NULL;

	return value && value->kind == EXPR_FIELD && value->u.read.field == b->p->fields[field->index]
		&& offset_equal(value->u.read.offset, (struct offset){ 0, 0, 0 });
}

/* What has memory is stored, and what is carried goes a level on. */
static void
end_level(struct body *b)
{
	for (const struct temp *t = b->p->stencil->temps; t; t = t->next)
		if (b->p->kept[t->index] && b->current[t->index])
			add_assign(b, b->p->kept[t->index], kept_value(b, b->current[t->index], t->span), t->span);
	for (const struct carried *h = b->carried; h; h = h->next) {
		const struct temp *now = b->current[h->temp ? h->temp->index : b->p->stencil->temp_count + h->field->index];

		if (h->field && now && !is_there_already(b, h->field, now))
			add_assign(b, b->p->fields[h->field->index], new_temp_read(b, now, b->stmt->span), b->stmt->span);
	}
	for (const struct carried *h = b->carried; h; h = h->next) {
		const struct temp *now = b->current[h->temp ? h->temp->index : b->p->stencil->temp_count + h->field->index];

		for (int n = h->levels; n-- > 1; )
			add_assign(b, h->variables[n], new_field_read(b->p->arena, h->variables[n - 1],
				(struct offset){ 0, 0, 0 }, b->stmt->span), b->stmt->span);
		if (now && h->levels)
			add_assign(b, h->variables[0], new_temp_read(b, now, b->stmt->span), b->stmt->span);
	}
}

static struct body
open_body(struct column_planner *p, const struct stmt *stmt, const struct known *known, const struct carried *carried)
{
	struct body b = {
		.p = p, .stmt = stmt, .known = known, .carried = carried, .stencil = arena_new(p->arena, struct stencil),
		.current = arena_array(p->arena, const struct temp *, p->stencil->temp_count + p->stencil->field_count + 1),
	};

	*b.stencil = *p->frame;
	b.last = &b.stencil->statements;
	b.last_temp = &b.stencil->temps;
	return b;
}

struct plan *
plan_body(struct column_planner *p, const struct stmt *stmt, const struct known *known, const struct carried *carried)
{
	struct body b = open_body(p, stmt, known, carried);
	struct stmt own = *stmt;

	own.next = NULL;
	b.last_temp = &b.stencil->temps;
	b.last = &b.stencil->statements;
	if (known) {
		begin_temps(&b);
		begin_fields(&b);
	}
	copy_onto(&b, stmt->kind == STMT_SWEEP ? stmt->u.sweep.body : &own, &b.last);
	if (known)
		end_level(&b);
	return p->unsupported ? NULL : plan_among(p->arena, p->source, b.stencil, p->neighbors);
}

/* A column variable that changes its type begins as the one before. */
static bool
begins_anew(const struct column_planner *p, const struct stmt *stmt, const struct temp *temp)
{
	const struct field *own = temp->stmt == stmt && temp->prior ? p->variables[temp->index] : NULL;

	return own && own != p->variables[temp->prior->index];
}

bool
changes_types(const struct column_planner *p, const struct stmt *stmt)
{
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (begins_anew(p, stmt, t))
			return true;
	return false;
}

struct plan *
plan_changes(struct column_planner *p, const struct stmt *stmt)
{
	struct body b = open_body(p, stmt, NULL, NULL);

	b.last = &b.stencil->statements;
	b.last_temp = &b.stencil->temps;
	for (const struct temp *t = p->stencil->temps; t; t = t->next)
		if (begins_anew(p, stmt, t))
			add_assign(&b, p->variables[t->index], new_field_read(p->arena, p->variables[t->prior->index],
				(struct offset){ 0, 0, 0 }, t->span), t->span);
	return plan_among(p->arena, p->source, b.stencil, p->neighbors);
}

bool
is_loaded_at_start(const struct column_planner *p, const struct stmt *sweep, const struct carried *carried, int n)
{
	return carried->field && carried->field->role == ROLE_INOUT && n < p->stencil->edge_levels[sweep->u.sweep.order != SWEEP_UP];
}

struct plan *
plan_start(struct column_planner *p, const struct stmt *stmt, const struct carried *carried)
{
	struct body b = open_body(p, stmt, NULL, carried);
	const int back = stmt->u.sweep.order == SWEEP_UP ? -1 : 1;
	bool any = false;

	for (const struct carried *h = carried; h; h = h->next)
		for (int n = 0; n < h->levels && is_loaded_at_start(p, stmt, h, n); n++) {
			add_assign(&b, h->variables[n], new_field_read(p->arena, p->fields[h->field->index],
				(struct offset){ 0, 0, back*(n + 1) }, stmt->span), stmt->span);
			any = true;
		}
	return any ? plan_among(p->arena, p->source, b.stencil, p->neighbors) : NULL;
}
