#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

bool
is_inside(const struct program *p, const int *at)
{
	if (p->mesh)
		return is_in_rows((struct program *)p, p->top, at[0]) && (!p->here || p->inside[index_of_location(p->here)][at[0]]) && at[2] >= p->first[2] && at[2] <= p->last[2] + p->half;
	for (int a = 0; a < AXES_3; a++)
		if (at[a] < p->first[a] || at[a] > p->last[a] + (a == 2 && p->half))
			return false;
	return true;
}

/* The domain follows from the reach of outputs. False if it has too few points. */
static bool
find_domain(struct program *p, const struct reach *outputs)
{
	bool good = true;

	for (int a = p->mesh ? 2 : 0; a < AXES_3; a++) {
		p->first[a] = p->has_halo ? p->halo[a] : outputs->beyond[2*a];
		p->last[a] = p->size[a] - 1 - (p->has_halo ? p->halo[a] : outputs->beyond[2*a + 1]);
		good = good && p->last[a] - p->first[a] >= 0 && p->last[a] - p->first[a] + 1 >= outputs->cells[a];
	}
	return good;
}

/* Forgets temporaries. */
static void
begin(struct program *p)
{
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].role == 't') {
			p->names[i].kind = K_NONE;
			p->names[i].assigned = false;
			p->names[i].on_levels = false;
			p->names[i].reach = (struct reach){ .any = { false } };
		}
}

/* Types and reaches first: the domain follows from all statements. */
static struct reach
find_outputs(struct program *p)
{
	struct reach outputs = { .any = { false } };

	begin(p);
	for (struct statement *s = p->statements; s; s = s->next) {
		struct statement *next = s->next;

		s->next = NULL;
		type_statement(p, s, &outputs);
		s->next = next;
		for (int i = 0; i < p->name_count; i++)
			if (p->names[i].role == 't' && assigns(s, p->names[i].text)) {
				p->names[i].kind = p->names[i].new_kind;
				p->names[i].reach = p->names[i].new_reach;
				p->names[i].on_levels = p->names[i].new_on_levels;
			}
	}
	return outputs;
}

/* Whether a statement reads a field beyond the domain, also for points where others need what it makes. coarse: if guards count for
 * nothing, and all values are needed. */
static bool
reads_beyond(struct program *p, const struct statement *s, const struct name *field, bool coarse)
{
	struct reach outputs;
	bool beyond = false;

	p->watched = s;
	p->watched_field = field;
	p->coarse = coarse;
	outputs = find_outputs(p);
	p->watched = NULL;
	p->coarse = false;
	for (int side = 0; side < SIDES_6; side++)
		beyond |= outputs.beyond[side] > 0;
	return beyond;
}

static bool
has_rules(const struct name *name)
{
	return name->rules[0].kind || name->rules[1].kind || name->rules[2].kind;
}

/* Which statements need which halos, by statement and name. */
static bool *
find_fills(struct program *p)
{
	size_t count = 1, i = 0;
	bool *fills;

	for (const struct statement *s = p->statements; s; s = s->next)
		count += (size_t)p->name_count;
	fills = calloc(count, sizeof *fills);
	for (const struct statement *s = p->statements; s; s = s->next)
		for (int n = 0; n < p->name_count; n++, i++) {
			struct name *name = &p->names[n];

			if (!has_rules(name))
				continue;
			fills[i] = reads_beyond(p, s, name, false);
			name->unsure |= !fills[i] && reads_beyond(p, s, name, true);
		}
	return fills;
}

static void
fill_halos(struct program *p, const struct statement *s, const bool *fills)
{
	for (int n = 0; n < p->name_count; n++) {
		struct name *name = &p->names[n];

		if (fills[n] && !name->filled) {
			note_fill(p, name);
			fill_halo(p, name);
			name->filled = true;
			name->fills++;
		}
		if (assigns(s, name->text))
			name->filled = false;
	}
}

/* Where a reduction over a mesh is: as what it reads without a place, on half levels if all of that is which has levels. */
static void
find_over(struct program *p, const struct node *node, char *location, bool *half, bool *full)
{
	const struct name *name = node->form == F_NAME ? find_name(p, node->text) : NULL;

	if (name && !p->mesh && !node->by[0] && !node->by[1] && !node->by[2] && !node->at_level && strchr("oibt", name->role)) {
		*half |= name->half && name->shape == 'p';
		*full |= !name->half && name->shape == 'p' && !(name->role == 't' && name->everywhere);
	}
	if (name && name->location && !*node->path.from && !node->path.count && !node->by[2] && !node->at_level) {
		*location = name->location;
		*half |= name->half;
		*full |= !name->half && (name->shape == 'p' || name->shape == 'z');
	}
	for (int i = 0; i < node->parts; i++)
		find_over(p, node->part[i], location, half, full);
}

static void
locate_reductions(struct program *p, const struct statement *s, struct node *node)
{
	bool half = false, full = false;

	for (int i = 0; i < node->parts; i++)
		locate_reductions(p, s, node->part[i]);
	if (node->form != F_REDUCTION)
		return;
	node->over = s->location;
	node->over_half = s->half;
	if (node->over || (!p->mesh && s->half))
		return;
	find_over(p, node->part[0], &node->over, &half, &full);
	node->over_half = half && !full;
	if (!node->over && p->mesh)
		p->error = "a location";
}

static bool
has_reduction(const struct node *node)
{
	bool has = node->form == F_REDUCTION;

	for (int i = 0; i < node->parts; i++)
		has |= has_reduction(node->part[i]);
	return has;
}

/* Made of params, numbers and scalars: the same everywhere. */
static bool
is_everywhere(struct program *p, const struct node *node)
{
	const struct name *name = node->form == F_NAME ? find_name(p, node->text) : NULL;

	if (node->form == F_REDUCTION)
		return true;
	if (!p->mesh && name)
		return name->role == 'p' || name->shape == 's' || name->everywhere;
	if (node->form == F_LEVEL || node->form == F_NEIGHBORS || node->form == F_EXISTS || node->form == F_COUNT
			|| (node->form == F_NAME && (!name || name->location || name->shape == 'z')))
		return false;
	for (int i = 0; i < node->parts; i++)
		if (!is_everywhere(p, node->part[i]))
			return false;
	return true;
}

/* What a block assigns, where its first words do not say: as its fields, or as temporaries have lain. */
static void
find_block(struct program *p, const struct statement *s, char *location, bool *half)
{
	for (; s; s = s->next) {
		const struct name *name = *s->target ? find_name(p, s->target) : NULL;

		if (name && name->location && (name->role != 't' || !*location)) {
			*location = name->location;
			*half |= name->half;
		}
		find_block(p, s->yes, location, half);
		find_block(p, s->no, location, half);
	}
}

static void
locate_block(struct program *p, struct statement *s, char location, bool half)
{
	for (; s; s = s->next) {
		struct name *name = *s->target ? find_name(p, s->target) : NULL;

		s->location = location;
		s->half = half;
		if (name && name->role == 't') {
			name->location = location;
			name->half = half;
		}
		locate_block(p, s->yes, location, half);
		locate_block(p, s->no, location, half);
	}
}

void
locate(struct program *p)
{
	char own = 0;

	for (int i = p->name_count; i-- > 0; )
		if (strchr("ob", p->names[i].role) && p->names[i].location)
			own = p->names[i].location;
	for (struct statement *s = p->statements; s; s = s->next) {
		struct name *name = *s->target ? find_name(p, s->target) : NULL;
		const bool said = s->location, reduces = s->value && has_reduction(s->value);

		if (reduces)
			locate_reductions(p, s, s->value);
		if (!name) {
			struct statement *next = s->next;

			s->next = NULL;
			find_block(p, s, &s->location, &s->half);
			locate_block(p, s, s->location ? s->location : own, s->half);
			s->next = next;
			continue;
		}
		if (name->role != 't') {
			s->location = name->location;
			s->half = name->half;
			continue;
		}
		if (*s->slots.name && s->slots.path.count)
			strcpy(name->slots, s->slots.path.steps[0].relation);
		if (!said && name->location) {
			s->location = name->location;
			s->half |= name->half;
		} else if (!said || reduces) {
			s->location = is_everywhere(p, s->value) ? 0 : s->location ? s->location : own;
		}
		name->location = s->location;
		name->half = s->half;
	}
}

/* Without locations: a block is on half levels if it assigns a field or a temporary that is. */
static bool
assigns_half(struct program *p, const struct statement *s)
{
	bool half = false;

	for (; s; s = s->next)
		half |= (*s->target && find_name(p, s->target)->half) || assigns_half(p, s->yes) || assigns_half(p, s->no);
	return half;
}

static void
find_levels(struct program *p)
{
	for (struct statement *s = p->statements; s; s = s->next) {
		struct name *name = *s->target ? find_name(p, s->target) : NULL;

		if (s->value && has_reduction(s->value))
			locate_reductions(p, s, s->value);
		if (!name) {
			s->half |= assigns_half(p, s->yes) || assigns_half(p, s->no);
			locate_block(p, s->yes, 0, s->half);
			locate_block(p, s->no, 0, s->half);
		} else if (name->role != 't') {
			s->half = name->half;
		} else {
			name->everywhere = is_everywhere(p, s->value);
			s->half &= !(s->value && has_reduction(s->value));
			name->half = s->half;
		}
	}
}

static void
run(struct program *p)
{
	bool *fills = find_fills(p), *fill = fills;
	struct reach ignored = { .any = { false } };

	begin(p);
	for (struct statement *s = p->statements; s; s = s->next) {
		struct statement *next = s->next;

		s->next = NULL;
		type_statement(p, s, &ignored);
		fill_halos(p, s, fill);
		note_statement(p, s);
		do_statement(p, s);
		s->next = next;
		fill += p->name_count;
	}
	free(fills);
}

/* The levels at the ends of a column that comparisons of distances tell from others. */
static void
find_ends(struct program *p, const struct node *node, int ends[2])
{
	for (int i = 0; i < node->parts; i++) {
		const struct node *other = node->part[!i];
		const int side = side_of(p, node->part[i]);

		find_ends(p, node->part[i], ends);
		if (node->form == F_BINARY && side >= 4 && other->form == F_NUMBER && ends[side - 4] < atoi(other->text) + 1)
			ends[side - 4] = atoi(other->text) + 1;
	}
}

static void
find_all_ends(struct program *p, const struct statement *s, int ends[2])
{
	for (; s; s = s->next) {
		if (s->value)
			find_ends(p, s->value, ends);
		find_all_ends(p, s->yes, ends);
		find_all_ends(p, s->no, ends);
	}
}

static void
report(struct program *p, struct evaluation *e)
{
	int ends[2] = { 0, 0 };

	for (int l = 0; l < LOCATIONS_3; l++) {
		e->inside[l] = p->inside[l];
		p->inside[l] = NULL;
	}

	for (int a = 0; a < AXES_3; a++) {
		e->first[a] = p->first[a];
		e->last[a] = p->last[a];
	}
	for (int i = 0; i < p->name_count; i++)
		if (p->names[i].unsure)
			e->unsure[e->unsure_count++] = p->names[i].array;
	for (const struct statement *s = p->statements; s; s = s->next)
		e->sweeps |= s->sweep;
	find_all_ends(p, p->statements, ends);
	e->few_levels = e->sweeps && p->last[2] - p->first[2] + 1 < ends[0] + ends[1];
}

static void
find_tables(struct program *p)
{
	locate(p);
	for (int i = 0; i < p->way_count; i++) {
		struct way *way = &p->ways[i];
		const char *from = way->from == 'c' ? "cell" : way->from == 'e' ? "edge" : "vertex";

		if (!way->piece_count)
			way->table = p->given->find_table(p->given->context, from, way->name, &way->slots);
	}
	/* A list leads where its pieces do, a table of the stencil's own where it says. */
	for (int i = 0; i < p->way_count; i++) {
		struct way *way = &p->ways[i];
		const struct way *piece = way->piece_count ? find_way(p, way->from, way->pieces[way->piece_count - 1].steps[0].relation) : NULL;

		if (!way->to)
			way->to = piece ? piece->to : way->from;
	}
}

const char *
evaluate_stencil(struct evaluation *e)
{
	struct program *p = calloc(1, sizeof *p);
	struct reach outputs;
	const char *error;

	p->real = e->single ? K_FLOAT : K_DOUBLE;
	p->low = e->single_low ? K_FLOAT : p->real;
	p->reached = e->reached;
	memcpy(p->size, e->size, sizeof p->size);
	p->given = e;
	memcpy(p->count, e->count, sizeof p->count);
	if (parse_program(p, e->text)) {
		if (p->mesh)
			find_tables(p);
		else
			find_levels(p);
		outputs = find_outputs(p);
		for (int i = 0; i < p->name_count; i++)
			if (p->names[i].role != 't' && p->names[i].role != 'p')
				p->names[i].array = e->find(e->context, p->names[i].text);
		e->refused = !find_domain(p, &outputs) || !wide_enough(p) || (p->mesh && !find_elements(p));
		note_program(p, &outputs, e->refused);
		if (!e->refused)
			run(p);
		report(p, e);
	}
	error = p->error;
	free_program(p);
	free(p);
	return error;
}
