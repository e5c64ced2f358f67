#include "generator/emit/template.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct section {
	const char *name;
	struct span span;   /* of its %name */
	struct span uses;   /* the words after "uses" on its line */
	size_t start, end;  /* of its text */
	struct section *next;
};

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t
end_of_line(const struct source *source, size_t at)
{
	while (at < source->size && source->text[at] != '\n')
		at++;
	return at;
}

static size_t
end_of_word(const struct source *source, size_t at)
{
	while (at < source->size && is_word(source->text[at]))
		at++;
	return at;
}

static bool
same(const struct source *source, struct span span, const char *name)
{
	const size_t length = span.end - span.start;

	return strlen(name) == length && !memcmp(source->text + span.start, name, length);
}

/* If a macro starts at `at`, its name's span and where the text goes on. */
static bool
macro_at(const struct source *source, size_t at, struct span *name, size_t *next)
{
	const char *text = source->text;
	const bool braced = at + 1 < source->size && text[at + 1] == '{';

	if (text[at] != '$')
		return false;
	name->start = at + 1 + braced;
	name->end = end_of_word(source, name->start);
	*next = name->end + (braced && name->end < source->size && text[name->end] == '}');
	return name->end > name->start;
}

/* The span of the macro that a line of prose describes. */
static bool
described_on(const struct source *source, size_t line, struct span *name)
{
	size_t at = line, next;

	while (at < source->size && source->text[at] == ' ')
		at++;
	return at > line && at < source->size && macro_at(source, at, name, &next);
}

static bool
is_described(const struct source *source, size_t prose_end, struct span name)
{
	struct span described;

	for (size_t line = 0; line < prose_end; line = end_of_line(source, line) + 1)
		if (described_on(source, line, &described)
				&& described.end - described.start == name.end - name.start
				&& !memcmp(source->text + described.start, source->text + name.start,
					name.end - name.start))
			return true;
	return false;
}

static bool
is_used(const struct source *source, size_t prose_end, struct span described)
{
	struct span name;
	size_t next;

	for (size_t at = prose_end; at < source->size; at++)
		if (macro_at(source, at, &name, &next)
				&& name.end - name.start == described.end - described.start
				&& !memcmp(source->text + name.start, source->text + described.start,
					name.end - name.start))
			return true;
	return false;
}

static void
check_description(const struct source *source, size_t prose_end)
{
	struct span name;
	size_t next;

	for (size_t line = 0; line < prose_end; line = end_of_line(source, line) + 1)
		if (described_on(source, line, &name) && !is_used(source, prose_end, name))
			error_at(source, name, "macro '%.*s' is described here and used nowhere",
				(int)(name.end - name.start), source->text + name.start);
	for (size_t at = prose_end; at < source->size; at++)
		if (macro_at(source, at, &name, &next) && !is_described(source, prose_end, name))
			error_at(source, name, "macro '%.*s' is not described above the sections",
				(int)(name.end - name.start), source->text + name.start);
}

/* Reads "%name" or "%name uses word word". */
static void
read_head(struct arena *arena, const struct source *source, size_t line, struct section *section)
{
	static const char uses[] = " uses ";
	const size_t end = end_of_line(source, line);
	const size_t name_end = end_of_word(source, line + 1);

	section->name = arena_strndup(arena, source->text + line + 1, name_end - line - 1);
	section->span = (struct span){ line, name_end };
	section->start = section->end = end + 1;
	if (end - name_end > strlen(uses) && !memcmp(source->text + name_end, uses, strlen(uses)))
		section->uses = (struct span){ name_end + strlen(uses), end };
	else if (name_end != end)
		error_at(source, section->span, "a section's name stands alone on its line, or before 'uses'"
			" and names of the library");
}

/* The next word of a section's uses from *at on. */
static bool
next_use(const struct source *source, const struct section *section, size_t *at, struct span *word)
{
	while (*at < section->uses.end && !is_word(source->text[*at]))
		++*at;
	word->start = *at;
	word->end = *at = end_of_word(source, *at);
	return word->end > word->start && word->end <= section->uses.end;
}

static bool
has_word(const struct source *source, const struct section *section, struct span word)
{
	for (size_t at = section->start, end; at < section->end; at = end + (end == at)) {
		end = end_of_word(source, at);
		if (end - at == word.end - word.start
				&& !memcmp(source->text + at, source->text + word.start, end - at))
			return true;
	}
	return false;
}

static void
check_uses(const struct source *source, const struct section *section)
{
	struct span word;

	for (size_t at = section->uses.start; next_use(source, section, &at, &word); )
		if (!has_word(source, section, word))
			error_at(source, word, "section '%%%s' does not use '%.*s'", section->name,
				(int)(word.end - word.start), source->text + word.start);
}

struct template *
template_read(struct arena *arena, const struct source *source)
{
	struct template *template = arena_new(arena, struct template);
	struct section **last = &template->sections, *section = NULL;
	size_t prose_end = source->size;

	template->source = *source;
	for (size_t line = 0; line < source->size; line = end_of_line(source, line) + 1) {
		if (source->text[line] != '%') {
			if (section)
				section->end = end_of_line(source, line);
			continue;
		}
		if (!section)
			prose_end = line;
		section = arena_new(arena, struct section);
		read_head(arena, source, line, section);
		*last = section;
		last = &section->next;
	}
	for (section = template->sections; section; section = section->next) {
		while (section->end > section->start && source->text[section->end - 1] == '\n')
			section->end--;
		check_uses(source, section);
	}
	check_description(source, prose_end);
	return template;
}

static const struct section *
find_section(const struct template *template, const char *name)
{
	const struct section *section = template->sections;

	while (section && strcmp(section->name, name))
		section = section->next;
	return section;
}

bool
template_has(const struct template *template, const char *section)
{
	return find_section(template, section) != NULL;
}

bool
template_uses(const struct template *template, const char *section, const char *macro)
{
	const struct section *found = find_section(template, section);
	struct span name;
	size_t next;

	for (size_t at = found ? found->start : 0; found && at < found->end; at++)
		if (macro_at(&template->source, at, &name, &next) && same(&template->source, name, macro))
			return true;
	return false;
}

bool
template_use(const struct template *template, const char *section, int n, struct span *word)
{
	const struct section *found = find_section(template, section);
	size_t at = found ? found->uses.start : 0;

	if (!found)
		return false;
	do {
		if (!next_use(&template->source, found, &at, word))
			return false;
	} while (n-- > 0);
	return true;
}

/* One expansion under way. */
struct expansion {
	const struct source *source;
	const struct macro *macros;
	int count;
	bool *used;
	FILE *out;
	char last;  /* of the lines so far that are not blank; 0: there are none */
	bool blank; /* a blank line comes next, unless it would close a block */
};

static const char *
find_macro(struct expansion *x, struct span name)
{
	for (int i = 0; i < x->count; i++)
		if (same(x->source, name, x->macros[i].name)) {
			x->used[i] = true;
			return x->macros[i].text;
		}
	error_at(x->source, name, "no macro '%.*s' here", (int)(name.end - name.start),
		x->source->text + name.start);
	return "";
}

static void
copy_macro(FILE *out, const char *text, const char *indentation, int width)
{
	while (*text) {
		const size_t length = strcspn(text, "\n");
		const bool ended = text[length] == '\n';

		fwrite(text, 1, length + ended, out);
		text += length + ended;
		if (ended && *text && *text != '\n')
			fprintf(out, "%.*s", width, indentation);
	}
}

/* Expands one line; returns what became of it, or NULL if it disappears. */
static char *
expand_line(struct expansion *x, size_t start, size_t end)
{
	const char *text = x->source->text;
	const int width = (int)strspn(text + start, " \t");
	char *line = NULL;
	size_t length = 0, next;
	bool macros = false;
	struct span name;
	FILE *out = open_memstream(&line, &length);

	if (!out)
		return NULL;
	for (size_t at = start; at < end; at = next) {
		next = at + 1;
		if (text[at] == '$' && next < end && text[next] == '$') {
			putc('$', out);
			next++;
		} else if (macro_at(x->source, at, &name, &next)) {
			copy_macro(out, find_macro(x, name), text + start, width);
			macros = true;
		} else {
			putc(text[at], out);
		}
	}
	fclose(out);
	while (length && strchr(" \t\n", line[length - 1]))
		line[--length] = '\0';
	if (!length && macros) {
		free(line);
		return NULL;
	}
	return line;
}

/* A blank line is for what comes after it. */
static void
put_line(struct expansion *x, const char *line)
{
	if (!*line) {
		x->blank = x->last != '{' && x->last;
		return;
	}
	fprintf(x->out, "%s%s%s", x->last ? "\n" : "",
		x->blank && line[strspn(line, " \t")] != '}' ? "\n" : "", line);
	x->blank = false;
	x->last = line[strlen(line) - 1];
}

static void
expand_lines(struct expansion *x, const struct section *section)
{

	for (size_t at = section->start, end; at < section->end; at = end + 1) {
		char *line;

		end = end_of_line(x->source, at);
		if (end > section->end)
			end = section->end;
		line = expand_line(x, at, end);
		if (line)
			put_line(x, line);
		free(line);
	}
}

static bool
are_different(const struct macro *macros, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (!strcmp(macros[i].name, macros[j].name))
				return false;
	return true;
}

static const char *
expand(struct arena *arena, const struct template *template, const char *name,
	const struct macro *macros, int count, bool all)
{
	const struct section *section = find_section(template, name);
	struct expansion x = {
		.source = &template->source, .macros = macros, .count = count,
		.used = arena_array(arena, bool, count + 1),
	};
	char *text = NULL;
	const char *copy;
	size_t length = 0;

	assert(are_different(macros, count));
	if (!section) {
		error_at(&template->source, (struct span){ 0, 0 }, "no section '%%%s' in this template", name);
		return "";
	}
	x.out = open_memstream(&text, &length);
	if (!x.out)
		return "";
	expand_lines(&x, section);
	fclose(x.out);
	for (int i = 0; all && i < count; i++)
		if (!x.used[i])
			error_at(&template->source, section->span, "section '%%%s' does not use '$%s'",
				name, macros[i].name);
	copy = arena_strndup(arena, text, length);
	free(text);
	return copy;
}

const char *
template_expand(struct arena *arena, const struct template *template, const char *section,
	const struct macro *macros, int count)
{
	return expand(arena, template, section, macros, count, false);
}

const char *
template_expand_all(struct arena *arena, const struct template *template, const char *section,
	const struct macro *macros, int count)
{
	return expand(arena, template, section, macros, count, true);
}
