#include "tests/random/evaluator/evaluator_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
read_definitions(struct reader *r)
{
	struct program *p = r->p;

	while (!p->error && (is_token(r, "const") || is_token(r, "function"))) {
		struct definition *d = &p->definitions[p->definition_count++];

		d->is_const = is_token(r, "const");
		advance(r);
		strcpy(d->text, r->token);
		advance(r);
		if (!d->is_const) {
			need_token(r, "(");
			do {
				strcpy(d->arguments[d->argument_count++], r->token);
				advance(r);
			} while (accept_token(r, ","));
			need_token(r, ")");
		}
		d->at = r->at;
		for (int depth = 0; *r->token; advance(r)) {
			depth += is_token(r, "{") ? 1 : is_token(r, "}") ? -1 : 0;
			if (!depth && is_token(r, d->is_const ? ";" : "}"))
				break;
		}
		advance(r);
		if (p->definition_count == 16)
			p->error = "less than 16 definitions";
	}
}

const struct definition *
find_definition(const struct program *p, const char *text)
{
	for (int i = 0; i < p->definition_count; i++)
		if (!strcmp(p->definitions[i].text, text))
			return &p->definitions[i];
	return NULL;
}

static struct node *
copy_node(const struct node *node)
{
	struct node *copy = malloc(sizeof *copy);

	*copy = *node;
	for (int i = 0; i < node->parts; i++)
		copy->part[i] = copy_node(node->part[i]);
	return copy;
}

static void
bind(struct scope *scope, const char *text, struct node *node)
{
	strcpy(scope->names[scope->count].text, text);
	scope->names[scope->count++].node = node;
}

struct node *
find_bound(const struct reader *r, const char *text)
{
	for (int i = 0; r->scope && i < r->scope->count; i++)
		if (!strcmp(r->scope->names[i].text, text))
			return copy_node(r->scope->names[i].node);
	return NULL;
}

static struct node *
fresh(const struct scope *scope, const char *text)
{
	char name[64];

	snprintf(name, sizeof name, "%.20s.%.20s.%d", scope->function, text, scope->call);
	return make_node(F_NAME, name, NULL, NULL, NULL);
}

void
name_target(struct reader *r, char *text)
{
	struct node *node = find_bound(r, text);

	if (r->scope && !node) {
		node = fresh(r->scope, text);
		bind(r->scope, text, copy_node(node));
	}
	if (node)
		strcpy(text, node->text);
	free_node(node);
}

static bool
is_constant(const struct node *node)
{
	bool constant = node->form != F_NAME && node->form != F_LEVEL && node->form != F_LEVELS;

	for (int i = 0; i < node->parts; i++)
		constant = constant && is_constant(node->part[i]);
	return constant;
}

/* An argument that is neither a name nor constant becomes a temporary. */
static void
bind_argument(struct reader *r, struct scope *scope, const char *text)
{
	struct node *value = read_expression(r);

	if (!r->p->mesh && value->form != F_NAME && !is_constant(value)) {
		struct node *name = fresh(scope, text);

		append_statement(r, name->text, value);
		value = name;
	}
	bind(scope, text, value);
}

/* On a mesh a name that a function assigns stands for its value, at whatever neighbor the function is called. */
static void
read_local(struct reader *r, struct scope *scope)
{
	struct node *value;
	char text[64];
	int i = 0;

	strcpy(text, r->token);
	advance(r);
	need_token(r, "=");
	value = read_expression(r);
	need_token(r, ";");
	while (i < scope->count && strcmp(scope->names[i].text, text))
		i++;
	if (i == scope->count) {
		bind(scope, text, value);
	} else {
		free_node(scope->names[i].node);
		scope->names[i].node = value;
	}
}

static struct node *
read_body(struct reader *r, const struct definition *d, struct scope *scope)
{
	struct reader inner = { .p = r->p, .at = d->at, .scope = scope, .last = r->last };
	struct node *value;

	advance(&inner);
	if (d->is_const)
		return read_expression(&inner);
	while (!r->p->error && !is_token(&inner, "return"))
		if (r->p->mesh)
			read_local(&inner, scope);
		else
			read_statement(&inner);
	advance(&inner);
	value = read_expression(&inner);
	r->last = inner.last;
	return value;
}

struct node *
read_use(struct reader *r, const struct definition *d)
{
	struct scope *scope = calloc(1, sizeof *scope);
	struct node *value;

	scope->call = ++r->p->calls;
	scope->function = d->text;
	if (!d->is_const) {
		need_token(r, "(");
		for (int i = 0; i < d->argument_count; i++) {
			if (i)
				need_token(r, ",");
			bind_argument(r, scope, d->arguments[i]);
		}
		need_token(r, ")");
	}
	value = read_body(r, d, scope);
	for (int i = 0; i < scope->count; i++)
		free_node(scope->names[i].node);
	free(scope);
	return value;
}
