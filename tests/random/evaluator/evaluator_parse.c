#include "tests/random/evaluator/evaluator_program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct node *
make_node(enum form form, const char *text, struct node *a, struct node *b, struct node *c)
{
	struct node *node = calloc(1, sizeof *node);

	node->form = form;
	strcpy(node->text, text);
	node->part[0] = a;
	node->part[1] = b;
	node->part[2] = c;
	node->parts = c ? 3 : b ? 2 : a ? 1 : 0;
	return node;
}

static int
read_whole(struct reader *r)
{
	const bool minus = accept_token(r, "-");
	int value;

	accept_token(r, "+");
	value = atoi(r->token);
	advance(r);
	return minus ? -value : value;
}

static void
add_neighbor(struct reader *r, int *by)
{
	static const struct { const char *text; int by[3]; } known[] = {
		{ "west", { -1, 0, 0 } }, { "east", { 1, 0, 0 } }, { "north", { 0, -1, 0 } },
		{ "south", { 0, 1, 0 } }, { "above", { 0, 0, 1 } }, { "below", { 0, 0, -1 } },
	};
	const int *found = NULL;

	for (int i = 0; i < 6; i++)
		if (is_token(r, known[i].text))
			found = known[i].by;
	for (int i = 0; i < r->p->neighbor_count; i++)
		if (is_token(r, r->p->neighbors[i].text))
			found = r->p->neighbors[i].by;
	if (!found)
		r->p->error = "neighbor";
	for (int a = 0; found && a < AXES_3; a++)
		by[a] += found[a];
	advance(r);
}

/* Behind '[', and past the ']'. */
static void
read_offset(struct reader *r, int *by)
{
	if (isalpha((unsigned char)*r->token)) {
		do
			add_neighbor(r, by);
		while (accept_token(r, "."));
	} else {
		for (int a = 0; a < AXES_3; a++) {
			by[a] = read_whole(r);
			if (!accept_token(r, ","))
				break;
		}
	}
	need_token(r, "]");
}

/* A name in a function: what it stands for, with the offset added; params and numbers have none. */
static struct node *
read_bound(struct reader *r, struct node *node)
{
	const struct name *name = find_name(r->p, node->text);
	int by[AXES_3] = { 0, 0, 0 };

	if (is_token(r, "[") && r->p->mesh) {
		if (node->form != F_NAME && node->form != F_NUMBER)
			r->p->error = "an argument that is a name";
		advance(r);
		read_place(r, node);
		return node;
	}
	if (accept_token(r, "["))
		read_offset(r, by);
	for (int a = 0; a < AXES_3 && node->form == F_NAME && (!name || name->role != 'p'); a++)
		node->by[a] += by[a];
	return node;
}

/* Behind '[' of a field, and past the ']': an offset, a level by value or both. */
static void
read_planar_place(struct reader *r, struct node *node)
{
	if (!isalpha((unsigned char)*r->token)) {
		read_offset(r, node->by);
		return;
	}
	while (!accept_level(r, node)) {
		add_neighbor(r, node->by);
		if (!accept_token(r, "."))
			break;
	}
	need_token(r, "]");
}

/* At '(' behind a name: whether a name and 'in' follow, or the name is one that asks for neighbors. */
static bool
is_over_neighbors(const struct reader *r)
{
	struct reader next = *r;
	const char *end = r->at - 1;

	while (end > r->p->text && isspace((unsigned char)end[-1]))
		end--;
	advance(&next);
	advance(&next);
	return is_token(&next, "in") || (end - r->p->text > 6 && !strncmp(end - 6, "exists", 6)) || (end - r->p->text > 5 && !strncmp(end - 5, "count", 5));
}

static struct node *
read_name(struct reader *r)
{
	const struct definition *definition = find_definition(r->p, r->token);
	struct node *node = is_word_before(r, r->token, "(") ? find_bound(r, r->token) : NULL; /* functions have names of their own */

	if (node) {
		advance(r);
		return read_bound(r, node);
	}
	if (definition) {
		advance(r);
		return read_use(r, definition);
	}
	node = make_node(F_NAME, r->token, NULL, NULL, NULL);
	advance(r);
	if (r->p->mesh && is_token(r, "(") && is_over_neighbors(r)) {
		char name[64];

		strcpy(name, node->text);
		free(node);
		advance(r);
		return !strcmp(name, "exists") || !strcmp(name, "count") ? read_asked(r, name) : read_neighbors(r, name);
	}
	if (accept_token(r, "(")) {
		node->form = F_CALL;
		do
			node->part[node->parts++] = read_expression(r);
		while (node->parts < 3 && accept_token(r, ","));
		need_token(r, ")");
		if (node->parts == 1 && (!strcmp(node->text, "sum") || !strcmp(node->text, "min") || !strcmp(node->text, "max")))
			node->form = F_REDUCTION;
	} else if (accept_token(r, "[")) {
		if (r->p->mesh)
			read_place(r, node);
		else
			read_planar_place(r, node);
	} else if (!strcmp(node->text, "level") || !strcmp(node->text, "levels")) {
		node->form = !strcmp(node->text, "level") ? F_LEVEL : F_LEVELS;
	}
	return node;
}

static struct node *
read_operand(struct reader *r)
{
	struct node *node;

	if (is_token(r, "-") || is_token(r, "!")) {
		const char sign[] = { *r->token, '\0' };

		advance(r);
		return make_node(F_UNARY, sign, read_operand(r), NULL, NULL);
	}
	if (accept_token(r, "(")) {
		node = read_expression(r);
		need_token(r, ")");
		return node;
	}
	if (isalpha((unsigned char)*r->token) || *r->token == '_')
		return read_name(r);
	if (!isdigit((unsigned char)*r->token) && *r->token != '.')
		r->p->error = "operand";
	node = make_node(F_NUMBER, r->token, NULL, NULL, NULL);
	advance(r);
	return node;
}

/* How strongly an operator binds, 0: none. */
static int
strength_of(const char *token)
{
	static const char *const levels[] = { "", "||", "&&", "== !=", "< <= > >=", "+ -", "* /" };

	for (int i = 1; i < 7 && *token; i++) {
		const char *found = strstr(levels[i], token);

		if (found && (found[strlen(token)] == ' ' || !found[strlen(token)]))
			return i;
	}
	return 0;
}

static struct node *
read_binary(struct reader *r, int least)
{
	struct node *left = read_operand(r);

	while (!r->p->error && strength_of(r->token) >= least) {
		const int own = strength_of(r->token);
		char token[64];

		strcpy(token, r->token);
		advance(r);
		left = make_node(F_BINARY, token, left, read_binary(r, own + 1), NULL);
	}
	return left;
}

struct node *
read_expression(struct reader *r)
{
	struct node *condition = read_binary(r, 1), *yes;

	if (r->p->error || !accept_token(r, "?"))
		return condition;
	yes = read_expression(r);
	need_token(r, ":");
	return make_node(F_SELECT, "?", condition, yes, read_expression(r));
}

struct name *
find_name(struct program *p, const char *text)
{
	for (int i = 0; i < p->name_count; i++)
		if (!strcmp(p->names[i].text, text))
			return &p->names[i];
	return NULL;
}

double
read_value(struct reader *r)
{
	const bool minus = accept_token(r, "-");
	double value;

	accept_token(r, "+");
	value = strtod(r->token, NULL);
	advance(r);
	return minus ? -value : value;
}

/* A field may also be called low. */
static bool
is_low(struct reader *r)
{
	if (!is_word_before(r, "low", "=") || !is_word_before(r, "low", ",") || !is_word_before(r, "low", ";"))
		return false;
	note(r->p, C_LOW);
	return accept_token(r, "low");
}

static void
read_names(struct reader *r, char role)
{
	enum kind kind = r->p->real;
	struct name where = { .location = 0 };
	char shape = 'p';

	if (accept_token(r, "int"))
		kind = K_INT;
	else if (accept_token(r, "bool"))
		kind = K_BOOL;
	else if (accept_token(r, "float"))
		kind = K_FLOAT;
	else if (accept_token(r, "double"))
		kind = K_DOUBLE;
	else if (is_low(r))
		kind = r->p->low;
	else
		accept_token(r, "real");
	read_location_of(r, &where);
	if (accept_token(r, "column"))
		shape = 'c';
	else if (accept_token(r, "profile"))
		shape = 'z';
	else if (accept_token(r, "scalar"))
		shape = 's';
	do {
		struct name *name = &r->p->names[r->p->name_count++];

		*name = where;
		name->role = role;
		name->shape = shape;
		name->kind = kind;
		strcpy(name->text, r->token);
		advance(r);
		if (accept_token(r, "="))
			name->number = read_value(r);
		if (accept_token(r, "..")) /* only tools look at it */
			read_value(r);
	} while (accept_token(r, ","));
	need_token(r, ";");
}

static void
read_neighbor(struct reader *r)
{
	struct node node = { .form = F_NAME };
	const int n = r->p->neighbor_count++;

	strcpy(r->p->neighbors[n].text, r->token);
	advance(r);
	need_token(r, "=");
	need_token(r, "[");
	if (r->p->mesh)
		read_place(r, &node);
	else
		read_offset(r, node.by);
	r->p->paths[n] = node.path;
	memcpy(r->p->neighbors[n].by, node.by, sizeof node.by);
}

static bool
read_declaration(struct reader *r)
{
	static const char *const words[] = { "in", "out", "inout", "param" };

	for (int i = 0; i < 4; i++)
		if (accept_token(r, words[i])) {
			read_names(r, "iobp"[i]);
			return true;
		}
	if (accept_token(r, "neighbor")) {
		do
			read_neighbor(r);
		while (accept_token(r, ","));
		need_token(r, ";");
		return true;
	}
	if (r->p->mesh && read_mesh_declaration(r))
		return true;
	if (accept_token(r, "boundary")) {
		read_boundary(r);
		return true;
	}
	if (!accept_token(r, "halo"))
		return false;
	r->p->has_halo = true;
	need_token(r, "[");
	read_offset(r, r->p->halo);
	need_token(r, ";");
	return true;
}

bool
parse_program(struct program *p, const char *text)
{
	struct reader r = { .p = p, .at = text, .last = &p->statements };

	p->text = text;
	advance(&r);
	read_definitions(&r);
	need_token(&r, "stencil");
	advance(&r);
	if (accept_token(&r, "on")) {
		if (read_mesh(&r, r.token))
			advance(&r);
		else
			need_token(&r, "plane");
	}
	need_token(&r, "{");
	while (!p->error && read_declaration(&r))
		;
	while (!p->error && *r.token && !is_token(&r, "}"))
		read_statement(&r);
	need_token(&r, "}");
	return !p->error;
}

void
free_node(struct node *node)
{
	for (int i = 0; node && i < 3; i++)
		free_node(node->part[i]);
	free(node);
}

static void
free_statements(struct statement *s)
{
	while (s) {
		struct statement *next = s->next;

		free_node(s->value);
		free_statements(s->yes);
		free_statements(s->no);
		free(s);
		s = next;
	}
}

void
free_program(struct program *p)
{
	free_statements(p->statements);
	for (int i = 0; i < p->name_count; i++) {
		free(p->names[i].values);
		free(p->names[i].whole);
	}
	for (int l = 0; l < LOCATIONS_3; l++)
		free(p->inside[l]);
}
