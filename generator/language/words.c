#include "generator/language/words.h"

#include "generator/base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void
remember(struct parser *p, struct span span)
{
	p->word_before = p->word;
	p->word = span;
}

const char *
word_name(struct parser *p, struct span span, const char *text)
{
	size_t length = strlen(text);

	remember(p, span);
	if (length > MAX_NAME) {
		error_at(p->source, span, "name of more than %d characters: use a shorter one", MAX_NAME);
		length = MAX_NAME;
	}
	return arena_strndup(p->arena, text, length);
}

/* digits [. digits] [e [+-] digits], with a digit before the e */
static bool
is_number(const char *text)
{
	const char *digits = "0123456789", *start = text;
	size_t count = strspn(text, digits);

	text += count;
	if (*text == '.') {
		const size_t decimals = strspn(text + 1, digits);

		count += decimals;
		text += 1 + decimals;
	}
	if (!count)
		return false;
	if (*text == 'e' || *text == 'E') {
		text += 1 + (text[1] == '+' || text[1] == '-');
		if (!strspn(text, digits))
			return false;
		text += strspn(text, digits);
	}
	return !*text && text - start < 64;
}

const char *
word_number(struct parser *p, struct span span, const char *text)
{
	remember(p, span);
	if (strlen(text) >= 64)
		error_at(p->source, span, "number of more than 63 characters: write fewer digits");
	else if (!is_number(text))
		error_at(p->source, span, "'%s' is not a number: write it like 12, 1.5 or 1e-3", text);
	else
		return arena_strndup(p->arena, text, strlen(text));
	return "0";
}

const char *
word_negative(struct parser *p, const char *number)
{
	return arena_printf(p->arena, "-%s", number);
}

int
word_offset(struct parser *p, struct span span, const char *number)
{
	long value;

	if (strspn(number, "0123456789") != strlen(number)) {
		error_at(p->source, span, "an offset is a whole number, as in [1,0]");
		return 0;
	}
	errno = 0;
	value = strtol(number, NULL, 10);
	if (errno || value > MAX_OFFSET) {
		error_at(p->source, span, "offset %s is out of range: write %d at most", number, MAX_OFFSET);
		return 0;
	}
	return (int)value;
}

/* -1: it is not whole, or far too large. */
static long
whole_number(const char *number)
{
	return strspn(number, "0123456789") == strlen(number) && strlen(number) < 9 ? strtol(number, NULL, 10) : -1;
}

int
word_slot(struct parser *p, struct span span, const char *number)
{
	const long slot = whole_number(number);

	if (slot >= 0 && slot < MAX_DEGREE)
		return (int)slot;
	error_at(p->source, span, "slot %s: write a whole number from 0 to %d", number, MAX_DEGREE - 1);
	return 0;
}

int
word_row(struct parser *p, struct span span, const char *number)
{
	const long row = whole_number(number);

	if (row >= 1)
		return (int)row;
	error_at(p->source, span, "row %s: rows are counted from 1, at the boundary; write a whole number from 1 on", number);
	return 1;
}

static const char end_of_file[] = "end of file", formula[] = "formula";

/* Whether a token ends the expression before it. */
static bool
is_end(const char *name)
{
	return !strcmp(name, end_of_file) || (name[0] == '\'' && strchr(";)],", name[1]) && name[2] == '\'');
}

/* Keeps the expected tokens that end an expression; those by which it could go on are too many for a
 * message. Returns their number, and whether an expression can begin here. */
static int
keep_ends(const char **expected, int count, bool *begins)
{
	int kept = 0;

	for (int i = 0; i < count; i++) {
		*begins |= !strcmp(expected[i], "'!'");
		if (is_end(expected[i]))
			expected[kept++] = expected[i];
	}
	return kept;
}

static const char *
spelled(const struct parser *p, const char *name)
{
	return p->is_formula && !strcmp(name, end_of_file) ? "end of formula" : name;
}

/* "a, b or c" */
static const char *
list_expected(const struct parser *p, const char *const *expected, int count)
{
	const char *list = "";

	for (int i = 0; i < count; i++)
		list = arena_printf(p->arena, "%s%s%s", list, i == 0 ? "" : i == count - 1 ? " or " : ", ",
			spelled(p, expected[i]));
	return list;
}

static bool
is_expected(const char *name, const char *const *expected, int count)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(expected[i], name))
			return true;
	return false;
}

/* Reports a word if it is almost one of those. */
static bool
is_almost(struct parser *p, struct span span, const char *const *words, int count)
{
	const char *word = arena_strndup(p->arena, p->source->text + span.start, span.end - span.start);
	const char *meant = suggest(word, words, count);

	if (meant)
		error_at(p->source, span, "unexpected '%s'; did you mean '%s'?", word, meant);
	return meant;
}

static bool
is_location(const struct parser *p, struct span span)
{
	return location_named(arena_strndup(p->arena, p->source->text + span.start, span.end - span.start)) != LOCATIONS;
}

static bool
is_word(const struct parser *p, struct span span, const char *word)
{
	return strlen(word) == span.end - span.start && !strncmp(p->source->text + span.start, word, span.end - span.start);
}

/* Reports what no statement begins with: a loop; or a location where there is none, or only in the stencil itself, in no branch of it. */
static bool
begins_nothing(struct parser *p, struct span span)
{
	if (is_word(p, span, "for") || is_word(p, span, "while"))
		error_at(p->source, span, "there are no loops over points: each statement is computed for all of them");
	else if (is_location(p, span) && p->on_mesh)
		error_at(p->source, span, "inside an 'if' or a sweep, assigned names have the location of the outputs: write none");
	else
		return false;
	return true;
}

/* Reports a location of a field on a grid that is no mesh, the first one. */
static bool
is_of_mesh(struct parser *p, struct span span)
{
	if (p->on_mesh || !is_location(p, span))
		return false;
	if (!p->misspelt)
		error_at(p->source, span, "only meshes have a location '%.*s': write 'on triangles', 'on hexagons' or 'on polygons' after the"
			" stencil's name", (int)(span.end - span.start), p->source->text + span.start);
	return true;
}

/* What stands before the name of a field: types first. */
enum { TYPE_WORDS = 6 };
static const char *const kinds[] = { "real", "float", "double", "low", "int", "bool", "column", "profile", "probe", "scalar" };

/* A relation with the location that it starts from, as cell.edges; another word as it is. */
static struct span
with_location(const struct parser *p, struct span word)
{
	const char *text = p->source->text;
	size_t start = word.start;

	if (start && text[start - 1] == '.')
		for (start--; start && isalpha((unsigned char)text[start - 1]);)
			start--;
	return (struct span){ start, word.end };
}

/* Reports a type after the location, the relation or the shape of a field. */
static bool
is_late_type(struct parser *p, struct span span, struct span word_before, bool declares)
{
	const char *word = arena_strndup(p->arena, p->source->text + span.start, span.end - span.start);
	const struct span before = with_location(p, word_before);
	const bool is_relation = before.start < word_before.start && declares;
	const bool is_late = is_location(p, word_before) || is_relation || is_word(p, before, "half"), is_type = is_expected(word, kinds, TYPE_WORDS);

	if (is_late && is_type)
		error_at(p->source, span, "write the type '%s' before '%.*s'", word, (int)(before.end - before.start), p->source->text + before.start);
	return is_late && is_type;
}

/* A misspelt word of the language is taken for a name, and so the token after it is the unexpected one,
 * except where no name can be. */
static bool
is_misspelt(struct parser *p, struct span span, const char *const *expected, int count)
{
	static const char *const beginnings[] = {
		"in", "out", "inout", "param", "neighbor", "halo", "sweep", "boundary", "column", "if",
		"else", "return",
	};
	static const char *const heads[] = { "stencil", "on", "function", "const" };
	const bool is_name = p->word.start == span.start && p->word.end == span.end;
	const struct span before = is_name ? p->word_before : p->word;

	if (is_late_type(p, span, before, is_expected("'profile'", expected, count)))
		return true;
	if (is_expected("'='", expected, count) && count == 1)
		return begins_nothing(p, before) || is_almost(p, before, beginnings, sizeof beginnings/sizeof *beginnings);
	if (is_expected("';'", expected, count) && is_expected("','", expected, count))
		return is_of_mesh(p, before) || is_almost(p, before, kinds, sizeof kinds/sizeof *kinds);
	return is_name && (is_expected("'stencil'", expected, count) || is_expected("'on'", expected, count))
		&& is_almost(p, span, heads, sizeof heads/sizeof *heads);
}

/* Where statements can stand, what begins them, and declarations, is too much for a message. Returns the number of
 * what is expected then. */
static int
keep_kinds(const char **expected, int count)
{
	const bool declarations = is_expected("'param'", expected, count);
	const bool block = is_expected("'}'", expected, count), body = is_expected("'return'", expected, count);
	int kept = 0;

	if (declarations)
		expected[kept++] = "a declaration";
	expected[kept++] = "a statement";
	if (body)
		expected[kept++] = "'return'";
	if (block)
		expected[kept++] = "'}'";
	return kept;
}

/* Whether a name in brackets could end there, or be followed by another one. */
static bool
is_index(const char *const *expected, int count)
{
	return is_expected("'['", expected, count) && is_expected("']'", expected, count) && is_expected("'.'", expected, count);
}

/* The name before the bracket that opens before a place in the text; empty: there is none. */
static struct span
name_before_bracket(const char *text, size_t at)
{
	size_t end = at, start;

	while (end && text[end] != '[')
		end--;
	while (end && isspace((unsigned char)text[end - 1]))
		end--;
	for (start = end; start && (isalnum((unsigned char)text[start - 1]) || text[start - 1] == '_');)
		start--;
	return (struct span){ start, end };
}

/* Reports a number alone in the brackets of a reference, or of a neighbor, on a mesh. */
static bool
is_lone_number(struct parser *p, struct span span, const char *const *expected, int count)
{
	const char *text = p->source->text;
	struct span name;

	if (!p->on_mesh || count != 1 || !is_expected("','", expected, count) || text[span.start] != ']')
		return false;
	name = name_before_bracket(text, span.start);
	if (is_word(p, name, "halo") || is_word(p, name, "zones"))
		return false;
	error_at(p->source, span, "a number alone is no element and no level: write a slot of a relation, as %.*s[cells[0]], or levels, as [0,0,+1]",
		(int)(name.end - name.start), text + name.start);
	return true;
}

void
word_unexpected(struct parser *p, struct span span, const char **expected, int count)
{
	enum { MOST = 5, MOST_LETTERS = 40 };
	const size_t length = span.end - span.start;
	const char *token = length ? arena_printf(p->arena, "'%.*s'",
		(int)(length > MOST_LETTERS ? MOST_LETTERS : length), p->source->text + span.start)
		: spelled(p, end_of_file);
	bool begins = false;

	if (is_misspelt(p, span, expected, count))
		p->misspelt = true;
	if (p->misspelt)
		return;
	if (is_index(expected, count)) {
		error_at(p->source, span, "an offset has no indices: write %s", p->on_mesh ? "a neighbor, as [cells[0]]" : "[east] or [1,0]");
		return;
	}
	if (is_lone_number(p, span, expected, count))
		return;
	count -= count && !strcmp(expected[count - 1], formula);
	if (is_expected("'if'", expected, count) && is_expected("'sweep'", expected, count))
		count = keep_kinds(expected, count);
	else if (count > MOST)
		count = keep_ends(expected, count, &begins);
	if (count)
		error_at(p->source, span, "expected %s before %s", list_expected(p, expected, count), token);
	else
		error_at(p->source, span, begins ? "expected an expression before %s" : "unexpected %s", token);
}
