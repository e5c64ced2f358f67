#include "tests/random/evaluator/evaluator_program.h"

#include <ctype.h>
#include <string.h>

/* One rule and its axes, of fields between two marks of the text. */
static void
read_rule(struct reader *r, struct name **fields, int count)
{
	struct rule rule = { .kind = isalpha((unsigned char)*r->token) ? *r->token : 'n' };
	const char *axes = "xy";
	char token[64];

	if (rule.kind == 'n')
		rule.number = read_value(r);
	else
		advance(r);
	if (isalpha((unsigned char)*r->token)) {
		axes = strcpy(token, r->token);
		advance(r);
	}
	for (; *axes; axes++)
		for (int i = 0; i < count; i++)
			fields[i]->rules[*axes - 'x'] = rule;
}

void
read_boundary(struct reader *r)
{
	struct name *fields[16];
	int count = 0;

	do {
		fields[count] = find_name(r->p, r->token);
		if (!fields[count++] || count == 16) {
			r->p->error = "some declared fields";
			return;
		}
		advance(r);
	} while (accept_token(r, ","));
	need_token(r, "=");
	do
		read_rule(r, fields, count);
	while (accept_token(r, ","));
	need_token(r, ";");
}

/* The last cell of the domain along an axis, of half levels or not. */
static int
last_of(const struct program *p, const struct name *name, int a)
{
	return p->last[a] + (a == 2 && name->half);
}

bool
wide_enough(const struct program *p)
{
	for (int i = 0; i < p->name_count; i++)
		for (int a = 0; a < AXES_3; a++) {
			const char kind = p->names[i].rules[a].kind;
			const int cells = last_of(p, &p->names[i], a) - p->first[a] + 1;

			if ((kind == 'p' || kind == 'm') && (cells < p->first[a] || cells < p->size[a] - 1 - p->last[a]))
				return false;
		}
	return true;
}

/* Where a cell's value comes from along an axis. */
static int
source(char kind, int at, int first, int last)
{
	const int n = at < first ? first - at : at > last ? at - last : 0;

	if (!n || !kind)
		return at;
	switch (kind) {
	case 'p': return at < first ? last + 1 - n : first - 1 + n;
	case 'c': return at < first ? first : last;
	default:  return at < first ? first + n - 1 : last - n + 1;
	}
}

static void
fill_cell(struct program *p, const struct name *name, const int *at)
{
	const size_t size = name->kind == K_DOUBLE ? sizeof(double) : name->kind == K_BOOL ? 1 : sizeof(float);
	const struct rule *number = NULL;
	int from[AXES_3], moved = 0, numbers = 0, still = 0;
	size_t to_index, from_index;
	char *array = name->array;

	for (int a = 0; a < AXES_3; a++) {
		const char kind = name->rules[a].kind;
		const bool outside = at[a] < p->first[a] || at[a] > last_of(p, name, a);

		from[a] = at[a];
		still += outside && !kind;
		numbers += outside && kind == 'n';
		if (kind == 'n' && outside && !number)
			number = &name->rules[a];
		else if (kind != 'n')
			from[a] = source(kind, at[a], p->first[a], last_of(p, name, a));
		moved += from[a] != at[a];
	}
	if (!element_at(p, name, at, &to_index))
		return;
	if (number && name->kind == K_FLOAT)
		((float *)name->array)[to_index] = (float)number->number;
	else if (number && name->kind == K_INT)
		((int32_t *)name->array)[to_index] = (int32_t)number->number;
	else if (number && name->kind == K_BOOL)
		((unsigned char *)name->array)[to_index] = number->number != 0;
	else if (number)
		((double *)name->array)[to_index] = number->number;
	else if (moved && element_at(p, name, from, &from_index))
		memcpy(&array[to_index*size], &array[from_index*size], size);
	if (moved > 1)
		note(p, C_CORNERS);
	if (numbers > 1)
		note(p, C_TWO_NUMBERS);
	if (still && moved)
		note(p, C_UNRULED);
}

void
fill_halo(struct program *p, const struct name *name)
{
	int at[AXES_3] = { 0, 0, p->first[2] };

	for (at[1] = 0; at[1] < p->size[1]; at[1]++)
		for (at[0] = 0; at[0] < p->size[0]; at[0]++) {
			if (name->shape == 'c') {
				fill_cell(p, name, at);
				continue;
			}
			for (at[2] = 0; at[2] < p->size[2] + name->half; at[2]++)
				fill_cell(p, name, at);
		}
}
