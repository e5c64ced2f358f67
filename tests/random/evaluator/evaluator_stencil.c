#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

bool
is_inside(const struct program *p, const int *at)
{
	for (int a = 0; a < AXES_3; a++)
		if (at[a] < p->first[a] || at[a] > p->last[a])
			return false;
	return true;
}

/* The domain follows from the reach of outputs. False if it has too few points. */
static bool
find_domain(struct program *p, const struct reach *outputs)
{
	bool good = true;

	for (int a = 0; a < AXES_3; a++) {
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

const char *
evaluate_stencil(struct evaluation *e)
{
	struct program *p = calloc(1, sizeof *p);
	struct reach outputs;
	const char *error;

	p->real = e->single ? K_FLOAT : K_DOUBLE;
	p->reached = e->reached;
	memcpy(p->size, e->size, sizeof p->size);
	if (parse_program(p, e->text)) {
		outputs = find_outputs(p);
		for (int i = 0; i < p->name_count; i++)
			if (p->names[i].role != 't' && p->names[i].role != 'p')
				p->names[i].array = e->find(e->context, p->names[i].text);
		e->refused = !find_domain(p, &outputs) || !wide_enough(p);
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
