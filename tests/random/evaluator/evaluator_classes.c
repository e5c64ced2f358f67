#include "tests/random/evaluator/evaluator_program.h"

#include <string.h>

/* Notes which classes of input are reached, for the comparison to report. Nothing here changes a value. */

void
note(struct program *p, enum evaluator_class which)
{
	p->reached[which] = true;
}

static void
note_if(struct program *p, bool condition, enum evaluator_class which)
{
	if (condition)
		note(p, which);
}

static void
note_name(struct program *p, const struct statement *s, const struct node *node, const struct name *name)
{
	const bool beside = node->by[0] || node->by[1], own = assigns(s, name->text);
	const int behind = -node->by[2]*s->sweep;

	if (name->role == 'p')
		return;
	note_if(p, own && behind == 1, C_BEHIND);
	note_if(p, own && behind > 1, C_TWO_BEHIND);
	note_if(p, own && behind < 0, C_AHEAD);
	note_if(p, !own && name->swept && name->role == 't' && name->shape == 'p', C_SWEPT_READ);
	note_if(p, beside && name->role == 't' && name->shape == 'c', C_COLUMN_BESIDE);
	note_if(p, (beside || node->by[2]) && name->changed && !own, C_READ_AFTER);
	note_if(p, name->shape == 's' && !own && *s->target && find_name(p, s->target)->shape != 's', C_SCALAR);
	note_if(p, name->shape == 's' && own, C_CLOCK);
	for (int i = 0; name->role == 't' && i < p->name_count; i++)
		note_if(p, name->made_of[i] && p->names[i].role != 't' && p->names[i].changed > name->changed, C_OLD);
}

/* And what the statement's names are made of. */
static void
note_expression(struct program *p, const struct statement *s, const struct node *node, bool *made_of)
{
	const struct name *name = node->form == F_NAME ? find_name(p, node->text) : NULL;

	for (int i = 0; i < node->parts; i++)
		note_expression(p, s, node->part[i], made_of);
	note_if(p, node->form == F_REDUCTION, *node->text == 's' ? C_SUM : node->text[1] == 'i' ? C_MIN : C_MAX);
	note_if(p, s->sweep && side_of(p, node) >= 4, C_SWEEP_GUARD);
	if (name) {
		note_name(p, s, node, name);
		made_of[name - p->names] = true;
		for (int i = 0; name->role == 't' && i < p->name_count; i++)
			made_of[i] |= name->made_of[i];
	}
}

static void
note_target(struct program *p, const struct statement *s, const struct name *name)
{
	const bool temporary = name->role == 't';

	note_if(p, s->sweep && name->shape == 'p', temporary ? C_SWEPT_TEMPORARY : C_SWEPT_FIELD);
	note_if(p, name->shape == 'c' && temporary, s->sweep ? C_COLUMN_CARRIED : C_COLUMN_BETWEEN);
	note_if(p, name->shape == 'c' && !temporary, C_COLUMN_FIELD);
	note_if(p, name->shape == 's' && !temporary, C_SCALAR_FIELD);
	note_if(p, s->sweep && name->shape == 'c' && name->kind && name->kind != name->new_kind, C_INT_COLUMN);
}

static void
note_tree(struct program *p, const struct statement *top, const struct statement *s, bool *made_of)
{
	if (s->value)
		note_expression(p, top, s->value, made_of);
	for (const struct statement *t = s->yes; t; t = t->next)
		note_tree(p, top, t, made_of);
	for (const struct statement *t = s->no; t; t = t->next)
		note_tree(p, top, t, made_of);
}

/* What an expression on a mesh has. */
static void
note_mesh_node(struct program *p, const struct statement *s, const struct node *node)
{
	const struct name *name = node->name;

	note_if(p, node->form == F_REDUCTION, *node->text == 's' ? C_MESH_SUM : node->text[1] == 'i' ? C_MESH_LEAST : C_MESH_GREATEST);
	note_if(p, node->form == F_REDUCTION && node->over_half, C_MESH_HALF_TOTAL);
	note_if(p, node->form == F_CALL && conversion_kind(p, node->text), C_MESH_CONVERSION);
	note_if(p, name && name->shape == 's' && s->location, C_MESH_SCALAR);
	note_if(p, name && name->shape == 's' && assigns(s, name->text), C_MESH_CLOCK);

	note_if(p, node->path.count > 1, C_MESH_PATH);
	note_if(p, node->form == F_REDUCTION, C_MESH_REDUCTION);
	note_if(p, name && strchr("ob", name->role) && name->changed && (*node->path.from || node->path.count), C_MESH_READ_AFTER);
	for (int i = 0; i < node->parts; i++)
		note_mesh_node(p, s, node->part[i]);
}

/* A field that a statement, or the one around it, assigns. */
static void
note_mesh_field(struct program *p, const struct name *name)
{
	const bool typed = name->kind == K_INT || name->kind == K_BOOL;

	note_if(p, name->kind == K_INT, C_MESH_INT);
	note_if(p, name->kind == K_BOOL, C_MESH_BOOL);
	note_if(p, typed && name->shape == 'c', C_MESH_TYPED_COLUMN);
	note_if(p, typed && p->top->sweep, C_MESH_TYPED_SWEEP);
	for (int i = 0; i < p->name_count; i++)
		note_if(p, strchr("ob", p->names[i].role) && p->names[i].location && name->location && p->names[i].location != name->location,
			C_MESH_SEVERAL);
}

static void
note_mesh_statement(struct program *p, const struct statement *s)
{
	note_if(p, *s->slots.name, C_MESH_SLOTS);
	note_if(p, s->half, C_MESH_HALF);
	note_if(p, s->sweep, C_MESH_SWEEP);
	note_if(p, s->sweep && s->half, C_MESH_HALF_SWEEP);
	if (s->value)
		note_mesh_node(p, s, s->value);
	for (const struct statement *t = s->yes; t; t = t->next)
		note_mesh_statement(p, t);
	for (const struct statement *t = s->no; t; t = t->next)
		note_mesh_statement(p, t);
	for (int i = 0; i < p->name_count && *s->target; i++)
		if (!strcmp(p->names[i].text, s->target)) {
			note_if(p, p->names[i].role == 't' && p->names[i].shape == 'c', C_MESH_COLUMN);
			if (p->names[i].role != 't')
				note_mesh_field(p, &p->names[i]);
			p->names[i].changed = 1;
		}
}

static bool
reduces_half(const struct node *node)
{
	bool found = node->form == F_REDUCTION && node->over_half;

	for (int i = 0; i < node->parts; i++)
		found |= reduces_half(node->part[i]);
	return found;
}

/* A statement on half levels. */
static void
note_half(struct program *p, const struct statement *s)
{
	note(p, C_HALF);
	note_if(p, !*s->target && !s->sweep, C_HALF_BLOCK);
	note_if(p, s->sweep, C_HALF_SWEEP);
	for (int i = 0; i < p->name_count; i++) {
		const struct name *name = &p->names[i];

		note_if(p, s->sweep && name->role != 't' && !name->half && assigns(s, name->text), name->shape == 'c' ? C_HALF_COLUMN : C_HALF_FULL);
	}
}

void
note_statement(struct program *p, const struct statement *s)
{
	bool made_of[MOST_SLOTS] = { false };

	if (p->mesh) {
		note_mesh_statement(p, s);
		return;
	}

	if (s->half)
		note_half(p, s);
	note_if(p, s->value && reduces_half(s->value), C_HALF_TOTAL);
	note_if(p, s->sweep > 0, C_UP);
	note_if(p, s->sweep < 0, C_DOWN);
	note_tree(p, s, s, made_of);
	p->done++;
	for (int i = 0; i < p->name_count; i++) {
		struct name *name = &p->names[i];

		if (!assigns(s, name->text))
			continue;
		note_target(p, s, name);
		name->swept = s->sweep;
		name->changed = p->done;
		memcpy(name->made_of, made_of, sizeof made_of);
	}
}

void
note_fill(struct program *p, const struct name *name)
{
	for (int a = 0; a < AXES_3; a++) {
		const char kind = name->rules[a].kind;

		if (!kind || p->last[a] - p->first[a] + 1 == p->size[a])
			continue;
		note(p, a == 0 ? C_FILL_X : a == 1 ? C_FILL_Y : C_FILL_Z);
		note(p, kind == 'p' ? C_PERIODIC : kind == 'c' ? C_COPY : kind == 'm' ? C_MIRROR : C_NUMBER);
	}
	note_if(p, name->half, C_HALF_FILL);
	note_if(p, name->fills > 0, C_FILLED_AGAIN);
	note_if(p, name->role == 'o', C_FILLED_OUT);
}

void
note_compared(struct program *p, struct value a, struct value b)
{
	const double x = a.kind == K_FLOAT ? (double)a.u.f : a.u.d, y = b.kind == K_FLOAT ? (double)b.u.f : b.u.d;

	note_if(p, x != x || y != y, C_NOT_COMPARED);
	note_if(p, x == 0 && y == 0 && 1/x != 1/y, C_SIGNED_ZEROS);
}

void
note_program(struct program *p, const struct reach *outputs, bool refused)
{
	if (p->mesh) {
		note_if(p, p->zones[0], C_MESH_ZONES);
		note_if(p, p->calls > 0, C_MESH_FUNCTION);
		note_if(p, outputs->spared, C_MESH_GUARD);
		note_if(p, outputs->beyond[4] || outputs->beyond[5], C_MESH_LOST);
		for (int l = 0; l < LOCATIONS_3 && !refused; l++)
			note_if(p, !p->zones[0] && p->count[l] && memchr(p->inside[l], false, (size_t)p->count[l]*sizeof(bool)), C_MESH_LACKS);
		return;
	}
	note_if(p, refused, C_REFUSED);
	note_if(p, p->has_halo, C_DECLARED_HALO);
	note_if(p, p->calls > 0, C_FUNCTION);
	note_if(p, outputs->spared, C_GUARD);
	for (int a = 0; a < AXES_3; a++)
		note_if(p, outputs->cells[a] > 0, C_LEAST);
}
