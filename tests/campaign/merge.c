#include "tests/campaign/campaign.h"

#include <ctype.h>
#include <string.h>

/* Names that are local to a text. */
struct local_names {
	struct arena *arena;
	const char *items[200];
	int count;
};

static bool
in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool
begins(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static const char *
line_end(const char *line)
{
	return line + strcspn(line, "\n");
}

/* Adds the name that begins at `start`, unless it is known. */
static void
add(struct local_names *names, const char *start)
{
	const char *end = start, *name;

	while (in_name(*end))
		end++;
	if (end == start)
		return;
	name = arena_strndup(names->arena, start, (size_t)(end - start));
	for (int i = 0; i < names->count; i++)
		if (!strcmp(names->items[i], name))
			return;
	if (names->count < (int)(sizeof names->items/sizeof *names->items))
		names->items[names->count++] = name;
}

/* enum { A, B = 2 }, perhaps of several lines. */
static void
add_enumerators(struct local_names *names, const char *text)
{
	bool first = true;

	for (text = strchr(text, '{') + 1; *text && *text != '}'; text++) {
		if (begins(text, "//")) {
			text = line_end(text);
		} else if (first && in_name(*text)) {
			add(names, text);
			first = false;
		} else if (*text == ',') {
			first = true;
		}
	}
}

/* A function's name begins the line behind its type, a variable's is followed by one of
 * these marks. A variable may declare its own type, and then is behind that. */
static void
add_declared(struct local_names *names, const char *line)
{
	const char *end = line_end(line), *mark = line + strcspn(line, "([;=");
	const char *type = strstr(line, "struct "), *attribute = strstr(line, "__attribute__");

	if (mark > end || (attribute && attribute < mark)) {
		if (type && type < end && end[-1] == '{')
			add(names, type + strlen("struct "));
		add(names, *end ? end + 1 : end);
		return;
	}
	while (mark > line && !in_name(mark[-1]))
		mark--;
	while (mark > line && in_name(mark[-1]))
		mark--;
	add(names, mark);
	for (; mark < end && !strchr(";=({", *mark); mark++)
		if (begins(mark, ", "))
			add(names, mark + strlen(", "));
}

/* Behind "struct ", and "alignas(...) " if it is there. */
static const char *
struct_name(const char *line)
{
	const char *name = line + strlen("struct ");
	int depth = 0;

	if (!begins(name, "alignas("))
		return name;
	for (name += strlen("alignas"); *name; name++) {
		depth += *name == '(' ? 1 : *name == ')' ? -1 : 0;
		if (!depth)
			return name + strlen(") ");
	}
	return name;
}

/* A unit has only so much constant memory. */
static bool
is_table(const char *line)
{
	return begins(line, "__constant__ int table[16384];");
}

static void
find_names(struct local_names *names, const char *text, bool share_table)
{
	for (const char *line = text; *line; line = line_end(line) + (*line_end(line) != 0)) {
		if (begins(line, "enum {"))
			add_enumerators(names, line);
		else if (begins(line, "struct "))
			add(names, struct_name(line));
		else if (begins(line, "} "))
			add(names, line + strlen("} "));
		else if (begins(line, "static ")
				|| (begins(line, "__constant__ ") && !(share_table && is_table(line))))
			add_declared(names, line);
	}
}

/* System headers stand before all texts. */
static void
add_includes(struct text *out, const char *text)
{
	for (const char *line = text; *line; line = line_end(line) + (*line_end(line) != 0)) {
		const char *copy = arena_strndup(out->arena, line, (size_t)(line_end(line) - line));

		if (begins(line, "#include <") && !strstr(text_of(out), copy)) {
			text_add(out, copy);
			text_add(out, "\n");
		}
	}
}

static bool
is_local(const struct local_names *names, const char *start, size_t length)
{
	for (int i = 0; i < names->count; i++)
		if (strlen(names->items[i]) == length && !strncmp(names->items[i], start, length))
			return true;
	return false;
}

/* Adds a text in which the local names have a number behind them. */
static void
add_renamed(struct text *out, const struct local_names *names, const char *text, int number)
{
	const char *rest = text;

	while (*text) {
		size_t length = 0;

		while (in_name(text[length]))
			length++;
		if (length && is_local(names, text, length)) {
			text_add(out, arena_printf(out->arena, "%.*s_%d", (int)(text + length - rest), rest, number));
			rest = text + length;
		}
		text += length ? length : 1;
	}
	text_add(out, rest);
}

/* The memory that a block shares has one name and, in one text, one type: each text of many has it by a macro of its own, of its type. Names are
 * the text's, but for this. */
static void
add_with_shared_memory(struct text *out, struct local_names *names, const char *text, int number)
{
	static const char start[] = "extern __shared__ ", rest[] = " shared_memory[];";
	const char *declared = strstr(text, start);
	const char *type = declared ? declared + strlen(start) : NULL, *end = declared ? strstr(type, rest) : NULL;

	if (!end) {
		add_renamed(out, names, text, number);
		return;
	}
	add_renamed(out, names, arena_strndup(out->arena, text, (size_t)(declared - text)), number);
	text_add(out, arena_printf(out->arena, "%sdouble%s\n#define shared_memory_%d ((%.*s *)shared_memory)", start, rest, number, (int)(end - type), type));
	add(names, "shared_memory");
	add_renamed(out, names, end + strlen(rest), number);
}

const char *
merge_texts(struct arena *arena, const char *const *texts, int count, bool share_table)
{
	struct text out = { .arena = arena };
	bool has_table = false;

	for (int i = 0; i < count; i++)
		add_includes(&out, texts[i]);
	for (int i = 0; i < count; i++) {
		struct local_names names = { .arena = arena };
		const char *table = strstr(texts[i], "\n__constant__ int table[16384];"), *text = texts[i];

		find_names(&names, text, share_table);
		if (share_table && table && has_table)
			text = arena_printf(arena, "%.*s%s", (int)(table - text), text, line_end(table + 1));
		add_with_shared_memory(&out, &names, text, i);
		has_table |= table != NULL;
	}
	return text_of(&out);
}
