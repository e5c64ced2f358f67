#include "tests/random/evaluator/evaluator_program.h"

#include <string.h>

static enum kind
real_kind(const struct program *p, enum kind kind)
{
	return kind == K_WHOLE ? K_DECIMAL : kind == K_INT ? p->real : kind;
}

static enum kind
name_kind(struct program *p, const struct node *node)
{
	const struct name *name = find_name(p, node->text);

	if (side_of(p, node) >= 0)
		return K_INT;
	return !name ? K_NONE : name->open ? name->new_kind : name->kind;
}

static enum kind
operation_kind(const struct program *p, const struct node *node)
{
	enum kind kind = node->part[node->form == F_SELECT]->kind;

	for (int i = 1 + (node->form == F_SELECT); i < node->parts; i++)
		kind = wider(p, kind, node->part[i]->kind);
	if (node->form == F_REDUCTION || node->form == F_NEIGHBORS) /* that of what is reduced, of ints real */
		return kind == K_NONE || kind > K_DECIMAL ? kind : p->real;
	if (node->form == F_UNARY || node->form == F_SELECT)
		return kind;
	if (node->form == F_CALL && !strncmp(node->text, "is", 2))
		return K_BOOL;
	if (node->form == F_CALL && conversion_kind(p, node->text))
		return conversion_kind(p, node->text);
	if (node->form == F_CALL)
		return !strcmp(node->text, "min") || !strcmp(node->text, "max") || !strcmp(node->text, "abs") || !strcmp(node->text, "sign")
			? kind : real_kind(p, kind);
	if (strchr("|&=!<>", *node->text))
		return K_BOOL;
	return *node->text == '/' ? real_kind(p, kind) : kind;
}

static void
type_node(struct program *p, struct node *node)
{
	for (int i = 0; i < node->parts; i++)
		type_node(p, node->part[i]);
	node->name = node->form == F_NAME ? find_name(p, node->text) : NULL;
	node->side = side_of(p, node);
	if (node->form == F_NUMBER)
		node->kind = strspn(node->text, "0123456789") == strlen(node->text) ? K_WHOLE : K_DECIMAL;
	else if (node->form == F_LEVEL || node->form == F_LEVELS || node->form == F_COUNT)
		node->kind = K_INT;
	else if (node->form == F_EXISTS)
		node->kind = K_BOOL;
	else if (node->form == F_NAME)
		node->kind = name_kind(p, node);
	else
		node->kind = operation_kind(p, node);
}

/* Types what a statement contains, by the kinds that names have so far; those that they have by that become found_kind. */
static void
type_tree(struct program *p, struct statement *s)
{
	struct name *name;
	enum kind kind;

	if (s->value && (s != p->top || *s->target)) /* the first condition comes before what the if assigns */
		type_node(p, s->value);
	for (struct statement *t = s->yes; t; t = t->next)
		type_tree(p, t);
	for (struct statement *t = s->no; t; t = t->next)
		type_tree(p, t);
	if (!*s->target)
		return;
	name = find_name(p, s->target);
	kind = name->shape == 'c' && s->value->kind == K_WHOLE ? K_DECIMAL : s->value->kind;
	if (name->role == 't')
		name->found_kind = wider(p, name->found_kind, kind);
}

/* Until no kind changes. Those of names that the statement does not replace begin as what they are. */
static void
type_names(struct program *p, struct statement *s)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (int i = 0; i < p->name_count; i++)
			p->names[i].found_kind = p->names[i].keeps ? p->names[i].kind : K_NONE;
		type_tree(p, s);
		for (int i = 0; i < p->name_count; i++) {
			changed |= p->names[i].new_kind != p->names[i].found_kind;
			p->names[i].new_kind = p->names[i].found_kind;
		}
	}
}

/* Whether what the name was before the statement is read. Where a sweep comes from is what it left, ahead of it what was. */
static bool
reads_old(const struct node *node, const char *name, bool assigned, int sweep)
{
	if (node->form == F_NAME && !strcmp(node->text, name)) {
		const int ahead = node->by[2]*sweep;

		return ahead != 0 || !assigned;
	}
	for (int i = 0; i < node->parts; i++)
		if (reads_old(node->part[i], name, assigned, sweep))
			return true;
	return false;
}

/* Follows the paths of a list. Returns whether all assign the name; sets *old where one
 * reads it before that. */
static bool
replaces(const struct statement *s, const char *name, bool assigned, int sweep, bool *old)
{
	for (; s; s = s->next) {
		*old |= reads_old(s->value, name, assigned, sweep);
		if (*s->target) {
			assigned |= !strcmp(s->target, name);
		} else {
			const bool yes = replaces(s->yes, name, assigned, sweep, old);
			const bool no = replaces(s->no, name, assigned, sweep, old);

			assigned = yes && no;
		}
	}
	return assigned;
}

static void
open_names(struct program *p, const struct statement *s)
{
	for (; s; s = s->next) {
		if (*s->target && find_name(p, s->target)->role == 't')
			find_name(p, s->target)->open = true;
		open_names(p, s->yes);
		open_names(p, s->no);
	}
}

static const struct reach nowhere;
static const int here[AXES_3];

static void reach_node(struct program *p, const struct node *node, const struct known *known, struct reach *reach);

static void
reach_parts(struct program *p, const struct node *node, const struct known *known, struct reach *reach)
{
	for (int i = 0; i < node->parts; i++) {
		struct known inside = *known;

		if (node->form == F_SELECT && i > 0)
			learn(p, &inside, node->part[0], i == 1);
		reach_node(p, node->part[i], &inside, reach);
	}
}

/* A temporary is read at a level by value on levels of the domain. */
static void
add_read_at_level(const struct node *node, const struct name *name, const struct known *known, struct reach *reach)
{
	struct known there = *known;

	for (int s = 4; s < SIDES_6; s++) {
		there.has_low[s] = true;
		there.low[s] = 0;
		there.has_high[s] = false;
	}
	there.more = name->half;
	reach_add(reach, &name->reach, node->by, &there);
}

/* Of the level that a name has: on half levels there is one more. */
static void
add_read(struct program *p, const struct node *node, const struct name *name, struct reach by, const struct known *known,
	struct reach *reach)
{
	by.far[5] += p->half - name->half;
	reach_add(reach, &by, node->by, known);
}

static void
reach_node(struct program *p, const struct node *node, const struct known *known, struct reach *reach)
{
	const struct name *name = node->form == F_NAME ? find_name(p, node->text) : NULL;
	struct known domain = { .has_low = { false } };
	struct reach own = nowhere;

	if (node->form == F_REDUCTION) { /* at points of the domain, wherever it is read */
		const bool half = p->half;

		for (int s = 0; s < SIDES_6; s++)
			domain.has_low[s] = true;
		domain.more = p->half = node->over_half;
		reach_node(p, node->part[0], &domain, &own);
		p->half = half;
		reach_add(reach, &own, here, known);
		if (!p->watched || p->coarse)
			reach_add(p->outputs, &own, here, known); /* a sum counts for the domain, whatever becomes of it */
		return;
	}
	reach_parts(p, node, known, reach);
	if (!name || name->role == 'p' || name->shape == 's')
		return;
	if (name->role == 't' && node->at_level) {
		add_read_at_level(node, name, known, reach);
		return;
	}
	if (name->role == 't') {
		add_read(p, node, name, name->open ? name->new_reach : name->reach, known, reach);
		return;
	}
	if (p->watched && (p->watched != p->top || p->watched_field != name))
		return;
	for (int s = 0; s < SIDES_6; s++)
		own.any[s] = (name->shape == 'p' || (name->shape == 'c') == (s < 4)) && (s < 4 ? !p->mesh : !node->at_level);
	add_read(p, node, name, own, known, reach);
	if (p->watched && node->at_level) { /* it may be any level of the grid */
		reach->beyond[4] = p->first[2] > 0 && !reach->beyond[4] ? 1 : reach->beyond[4];
		reach->beyond[5] = p->last[2] < p->size[2] - 1 && !reach->beyond[5] ? 1 : reach->beyond[5];
	}
}

/* What is around a statement: what conditions read and what they say, for points of the domain, and for those
 * where a temporary is made. */
enum { IN_DOMAIN, ANYWHERE, ON_LEVELS, PLACES };

struct around {
	struct reach reach[PLACES];
	struct known known[PLACES];
};

static bool
is_on_levels(const struct program *p, const struct node *node)
{
	if (p->mesh && node->side >= 0)
		return true;
	if (node->name && !node->at_level && (node->name->open ? node->name->new_on_levels : node->name->on_levels))
		return true;
	for (int i = 0; i < node->parts; i++)
		if (is_on_levels(p, node->part[i]))
			return true;
	return false;
}

/* Finds the temporaries of a statement that have values on the levels of the domain only. Returns whether there is a new one. */
static bool
find_on_levels(struct program *p, const struct statement *s, bool inside)
{
	struct name *name = *s->target ? find_name(p, s->target) : NULL;
	bool changed = false;

	inside |= s->sweep || (s->value && is_on_levels(p, s->value));
	if (name && name->role == 't' && name->shape == 'p' && inside && !name->new_on_levels)
		name->new_on_levels = changed = true;
	for (const struct statement *t = s->yes; t; t = t->next)
		changed |= find_on_levels(p, t, inside);
	for (const struct statement *t = s->no; t; t = t->next)
		changed |= find_on_levels(p, t, inside);
	return changed;
}

static bool
reach_statement(struct program *p, const struct statement *s, struct around around, struct reach *outputs)
{
	static const struct known unknown;
	struct around no;
	bool changed = false;
	struct name *name;

	if (*s->target) {
		const bool temporary = (name = find_name(p, s->target))->role == 't';
		const int t = !temporary ? IN_DOMAIN : p->top->sweep || name->new_on_levels ? ON_LEVELS : ANYWHERE;

		reach_node(p, s->value, &around.known[t], &around.reach[t]);
		return reach_add(temporary ? &name->new_reach : outputs, &around.reach[t], here, &unknown);
	}
	for (int t = 0; t < PLACES && s != p->top; t++)
		reach_node(p, s->value, &around.known[t], &around.reach[t]);
	no = around;
	for (int t = 0; t < PLACES && s->value; t++) {
		learn(p, &around.known[t], s->value, true);
		learn(p, &no.known[t], s->value, false);
	}
	for (const struct statement *t = s->yes; t; t = t->next)
		changed |= reach_statement(p, t, around, outputs);
	for (const struct statement *t = s->no; t; t = t->next)
		changed |= reach_statement(p, t, no, outputs);
	return changed;
}

/* Whatever a statement reads counts for all that it assigns, guards or not. */
static bool
reach_coarsely(struct program *p, const struct statement *s, const struct around *around, struct reach *outputs)
{
	struct reach reach[2] = { nowhere, nowhere };
	bool changed = false;

	for (int t = 0; t < 2 && s->value; t++)
		reach_node(p, s->value, &around->known[t], &reach[t]);
	changed |= reach_add(outputs, &reach[0], here, &around->known[0]);
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].role == 't' && assigns(p->top, p->names[i].text))
			changed |= reach_add(&p->names[i].new_reach, &reach[1], here, &around->known[1]);
	for (const struct statement *t = s->yes; t; t = t->next)
		changed |= reach_coarsely(p, t, around, outputs);
	for (const struct statement *t = s->no; t; t = t->next)
		changed |= reach_coarsely(p, t, around, outputs);
	return changed;
}

/* What the names of a statement are before it. An if keeps what it does not replace. */
static void
begin_names(struct program *p, const struct statement *s)
{
	for (int i = 0; i < p->name_count; i++) {
		struct name *name = &p->names[i];
		bool old = false, all;

		name->keeps = false;
		name->new_kind = K_NONE;
		name->new_reach = nowhere;
		name->new_on_levels = false;
		if (!name->open)
			continue;
		all = replaces(s->yes, name->text, false, s->sweep, &old);
		if (!s->sweep)
			all = replaces(s->no, name->text, false, 0, &old) && all;
		name->keeps = name->assigned && (old || !all);
		name->assigned |= all;
		if (name->keeps) {
			name->new_kind = name->kind;
			name->new_reach = name->reach;
			name->new_on_levels = name->on_levels;
		}
	}
}

void
type_statement(struct program *p, struct statement *s, struct reach *outputs)
{
	struct around around = { .reach = { nowhere, nowhere } };

	for (int side = 0; side < SIDES_6; side++)
		around.known[0].has_low[side] = true;
	for (int side = 4; side < SIDES_6; side++)
		around.known[ON_LEVELS].has_low[side] = true;
	for (int side = 4; s->sweep && side < SIDES_6; side++)
		around.known[ANYWHERE].has_low[side] = true;
	for (int t = 0; t < PLACES; t++)
		around.known[t].more = s->half;
	p->half = s->half;
	p->top = s;
	p->outputs = outputs;
	for (int i = 0; i < p->name_count; i++)
		p->names[i].open = false;
	if (s->value)
		type_node(p, s->value);
	if (!*s->target) {
		for (int t = 0; t < PLACES && s->value; t++)
			reach_node(p, s->value, &around.known[t], &around.reach[t]);
		open_names(p, s->yes);
		open_names(p, s->no);
	}
	begin_names(p, s);
	type_names(p, s);
	for (int i = 0; i < p->name_count; i++)
		p->names[i].new_kind = resolved(p, p->names[i].new_kind);
	type_tree(p, s);
	while (find_on_levels(p, s, false))
		;
	while (p->coarse ? reach_coarsely(p, s, &around, outputs) : reach_statement(p, s, around, outputs))
		;
	if (*s->target)
		find_name(p, s->target)->assigned = true;
}
