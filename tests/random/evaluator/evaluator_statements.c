#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

static struct statement *
read_block(struct reader *r)
{
	struct statement *first = NULL, **last = r->last;

	r->last = &first;
	need_token(r, "{");
	while (!is_token(r, "}") && *r->token && !r->p->error)
		read_statement(r);
	need_token(r, "}");
	r->last = last;
	return first;
}

static struct statement *
read_else(struct reader *r)
{
	struct statement *first = NULL, **last = r->last;

	if (!is_token(r, "if"))
		return read_block(r);
	r->last = &first;
	read_statement(r);
	r->last = last;
	return first;
}

static struct statement *
add(struct reader *r, struct node *value)
{
	struct statement *s = calloc(1, sizeof *s);

	s->value = value;
	if (r->p->block)
		memcpy(s->rows, r->p->block->rows, sizeof s->rows);
	*r->last = s;
	r->last = &s->next;
	return s;
}

struct statement *
append_statement(struct reader *r, const char *target, struct node *value)
{
	struct statement *s = add(r, value);

	strcpy(s->target, target);
	if (!find_name(r->p, target) && r->p->name_count < MOST_SLOTS) {
		struct name *name = &r->p->names[r->p->name_count++];

		*name = (struct name){ .role = 't', .shape = 'p' };
		strcpy(name->text, target);
	}
	return s;
}

/* zones [a, b] { ... }: its statements are done in these rows. */
static void
read_zone_block(struct reader *r)
{
	struct statement block = { .location = 0 };

	need_token(r, "[");
	for (int i = 0; i < 2; i++) {
		strcpy(block.rows[i], r->token);
		advance(r);
		need_token(r, i ? "]" : ",");
	}
	need_token(r, "{");
	r->p->block = &block;
	while (!is_token(r, "}") && *r->token && !r->p->error)
		read_statement(r);
	r->p->block = NULL;
	need_token(r, "}");
}

/* And before it, what the calls in it stand for. */
void
read_statement(struct reader *r)
{
	struct statement *s, words = { .location = 0 };
	struct node *value;
	char target[64];
	bool column, stored = false;

	if (r->p->mesh && accept_token(r, "zones")) {
		read_zone_block(r);
		return;
	}
	read_words(r, &words, &stored);
	if (accept_token(r, "sweep")) {
		s = add(r, NULL);
		s->location = words.location;
		s->half = words.half;
		s->sweep = is_token(r, "up") ? 1 : -1;
		if (!accept_token(r, "up"))
			need_token(r, "down");
		s->yes = read_block(r);
		return;
	}
	if (accept_token(r, "if")) {
		need_token(r, "(");
		value = read_expression(r);
		s = add(r, value);
		s->location = words.location;
		s->half = words.half;
		need_token(r, ")");
		s->yes = read_block(r);
		if (accept_token(r, "else"))
			s->no = read_else(r);
		return;
	}
	column = accept_token(r, "column");
	strcpy(target, r->token);
	advance(r);
	if (r->p->mesh && is_token(r, "["))
		read_slots(r, &words);
	need_token(r, "=");
	if (*words.slots.name)
		r->bound[r->bound_count++] = &words.slots;
	value = read_expression(r);
	r->bound_count -= *words.slots.name != '\0';
	need_token(r, ";");
	name_target(r, target);
	s = append_statement(r, target, value);
	s->location = words.location;
	s->half = words.half;
	s->slots = words.slots;
	if (column && find_name(r->p, target))
		find_name(r->p, target)->shape = 'c';
}
