#include "generator/check/fixed.h"
#include "generator/check/check.h"
#include "generator/check/pruning.h"
#include "generator/base/exit.h"
#include "generator/base/suggest.h"
#include "generator/language/definitions.h"
#include "generator/language/parse.h"

#include <ctype.h>
#include <string.h>

/* Whether a text is a number as the language has them, with a sign or without. */
static bool
is_written_number(const char *text)
{
	text += *text == '-' || *text == '+';
	return (isdigit((unsigned char)*text) || *text == '.') && !text[strspn(text, "0123456789.eE+-")] && is_number(text);
}

static bool
read_fixed(struct arena *arena, const char *text, struct fixes *fixes, struct error *error)
{
	const size_t length = strcspn(text, "=");
	struct fixed *fixed = &fixes->items[fixes->count];

	if (!length || !text[length])
		return error_set(error, EXIT_USAGE, "--fix %s: write NAME=VALUE, with the name of a param", text);
	*fixed = (struct fixed){ .name = arena_strndup(arena, text, length), .value = text + length + 1 };
	if (!is_written_number(fixed->value))
		return error_set(error, EXIT_USAGE, "--fix %s: '%s' is no number: write a number as in a stencil", text, fixed->value);
	for (int i = 0; i < fixes->count; i++)
		if (!strcmp(fixes->items[i].name, fixed->name))
			return error_set(error, EXIT_USAGE, "--fix %s: '%s' is fixed to %s already: give it once", text, fixed->name,
				fixes->items[i].value);
	fixes->count++;
	return true;
}

bool
fixes_read(struct arena *arena, const struct texts *given, struct fixes *fixes, struct error *error)
{
	*fixes = (struct fixes){ .items = arena_array(arena, struct fixed, given->count + 1) };
	for (int i = 0; i < given->count; i++)
		if (!read_fixed(arena, given->items[i], fixes, error))
			return false;
	return true;
}

bool
fixes_known(const struct fixes *fixes, struct error *error)
{
	for (int i = 0; i < fixes->count; i++) {
		const char *name = fixes->items[i].name, *meant = suggest(name, fixes->names, fixes->name_count);

		if (fixes->items[i].known)
			continue;
		return meant ? error_set(error, EXIT_USAGE, "--fix: there is no param '%s'; did you mean '%s'?", name, meant)
			: error_set(error, EXIT_USAGE, "--fix: there is no param '%s': name a param of a stencil", name);
	}
	return true;
}

static struct fixed *
find_fixed(const struct fixes *fixes, const char *name)
{
	for (int i = 0; i < fixes->count; i++)
		if (!strcmp(fixes->items[i].name, name))
			return &fixes->items[i];
	return NULL;
}

/* For suggestions. */
static void
add_name(struct arena *arena, struct fixes *fixes, const char *name)
{
	if (fixes->name_count == fixes->name_room) {
		const char **more = arena_array(arena, const char *, 2*fixes->name_room + 8);

		for (int i = 0; i < fixes->name_count; i++)
			more[i] = fixes->names[i];
		fixes->names = more;
		fixes->name_room = 2*fixes->name_room + 8;
	}
	fixes->names[fixes->name_count++] = name;
}

/* Gives the params that are fixed their values, as defaults, which are checked. */
static void
set_values(struct arena *arena, const struct source *source, struct stencil *stencil, struct fixes *fixes)
{
	for (struct param *p = stencil->params; p; p = p->next) {
		struct fixed *fixed = find_fixed(fixes, p->name);

		add_name(arena, fixes, p->name);
		if (!fixed)
			continue;
		fixed->known = p->fixed = true;
		p->value_span = p->span;
		p->value = NULL;
		if (p->declared == TYPE_INT && strpbrk(fixed->value, ".eE")) {
			error_at(source, p->span, "'%s' is an int param, but is fixed to %s: give a whole number", p->name, fixed->value);
			continue;
		}
		p->value = fixed->value + (*fixed->value == '+');
		if (p->declared != TYPE_INT && !strpbrk(p->value, ".eE")) /* a whole number might stand for a product, in pow(x, 2) */
			p->value = arena_printf(arena, "%s.0", p->value);
	}
}

static void
pair_expr(struct expr *e, const struct expr *whole)
{
	e->whole = whole;
	for (int n = 0; expr_operand(e, n); n++)
		pair_expr((struct expr *)expr_operand(e, n), expr_operand(whole, n));
}

static void
pair_list(struct stmt *stmt, const struct stmt *whole)
{
	for (; stmt; stmt = stmt->next, whole = whole->next) {
		stmt->whole = whole;
		if (stmt_expr(stmt))
			pair_expr(stmt_expr(stmt), stmt_expr(whole));
		for (int n = 0; n < MOST_NESTED; n++)
			pair_list(stmt_nested(stmt, n), stmt_nested(whole, n));
	}
}

static bool
fix(struct arena *arena, const struct source *source, struct stencil *stencils, struct stencil *whole, enum type precision,
	struct fixes *fixes)
{
	const int errors = source->diagnostics->errors;
	struct stencil *as_written = whole;

	for (struct stencil *s = stencils; s; s = s->next, as_written = as_written->next) {
		pair_list(s->statements, as_written->statements);
		set_values(arena, source, as_written, fixes);
		set_values(arena, source, s, fixes);
	}
	check_expanded(arena, source, whole, precision);
	if (source->diagnostics->errors > errors)
		return false;
	for (struct stencil *s = stencils; s; s = s->next)
		prune_stencil(arena, s);
	source->diagnostics->quiet = true; /* of what is left, no warning is of the text */
	return check_expanded(arena, source, stencils, precision);
}

/* Text that is understood is read once more, so that there are two equal trees: one has the types of what the other one
 * loses. */
bool
check_fixed(struct arena *arena, const struct source *source, struct stencil *stencils, enum type precision,
	struct fixes *fixes)
{
	struct diagnostics *diagnostics = source->diagnostics;
	const bool quiet = diagnostics->quiet;
	struct stencil *whole;
	bool good;

	expand_definitions(arena, source, stencils);
	if (diagnostics->errors)
		return check_expanded(arena, source, stencils, precision);
	whole = parse_stencils(arena, source);
	expand_definitions(arena, source, whole);
	good = fix(arena, source, stencils, whole, precision, fixes);
	diagnostics->quiet = quiet;
	return good;
}
