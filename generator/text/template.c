#include "generator/base/list.h"
#include "generator/text/sections.h"

#include <ctype.h>
#include <string.h>

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

size_t
source_line_end(const struct source *source, size_t at)
{
	const char *newline = at < source->size ? memchr(source->text + at, '\n', source->size - at) : NULL;

	return newline ? (size_t)(newline - source->text) : source->size;
}

static size_t
end_of_word(const struct source *source, size_t at)
{
	while (at < source->size && is_word(source->text[at]))
		at++;
	return at;
}

bool
span_is(const struct source *source, struct span span, const char *name)
{
	const size_t length = span.end - span.start;

	return strlen(name) == length && !memcmp(source->text + span.start, name, length);
}

bool
macro_at(const struct source *source, size_t at, struct span *name, size_t *next)
{
	const char *text = source->text;
	const bool braced = at + 1 < source->size && text[at + 1] == '{';
	bool quoted = false;

	if (text[at] != '$')
		return false;
	for (size_t before = at; before > 0 && text[before - 1] == '$'; before--)
		quoted = !quoted;
	if (quoted)
		return false;
	name->start = at + 1 + braced;
	name->end = end_of_word(source, name->start);
	*next = name->end + (braced && name->end < source->size && text[name->end] == '}');
	return name->end > name->start;
}

bool
condition_at(const struct source *source, size_t at, struct span *name, size_t *next)
{
	const char *text = source->text;

	if (at >= source->size || text[at] != '?')
		return false;
	for (size_t before = at; before > 0 && text[before - 1] != '\n'; before--)
		if (text[before - 1] != ' ' && text[before - 1] != '\t')
			return false;
	name->start = at + 1;
	name->end = end_of_word(source, name->start);
	for (*next = name->end; *next < source->size && (text[*next] == ' ' || text[*next] == '\t'); )
		++*next;
	return name->end > name->start && (*next > name->end || *next == source->size || text[*next] == '\n');
}

/* Whether a macro is used at `at`: for its text, or as a condition. */
static bool
use_at(const struct source *source, size_t at, struct span *name)
{
	size_t next;

	return macro_at(source, at, name, &next) || condition_at(source, at, name, &next);
}

static void
add_span(struct arena *arena, struct spans *spans, struct span span)
{
	spans->list = list_grow(arena, spans->list, sizeof *spans->list, spans->count, &spans->room);
	spans->list[spans->count++] = span;
}

/* The macros that the sections use. */
static struct spans
find_uses(struct arena *arena, const struct source *source, size_t prose_end)
{
	struct spans uses = { 0 };
	struct span name;

	for (size_t at = prose_end; at < source->size; at++)
		if ((source->text[at] == '$' || source->text[at] == '?') && use_at(source, at, &name))
			add_span(arena, &uses, name);
	return uses;
}

/* The macros that the prose describes, each on a line. */
static struct spans
find_descriptions(struct arena *arena, const struct source *source, size_t prose_end)
{
	struct spans described = { 0 };
	struct span name;

	for (size_t line = 0, at, next; line < prose_end; line = source_line_end(source, line) + 1) {
		for (at = line; at < source->size && source->text[at] == ' '; )
			at++;
		if (at > line && at < source->size && macro_at(source, at, &name, &next))
			add_span(arena, &described, name);
	}
	return described;
}

static bool
has_name(const struct source *source, const struct spans *spans, struct span name)
{
	const size_t length = name.end - name.start;

	for (int i = 0; i < spans->count; i++)
		if (spans->list[i].end - spans->list[i].start == length
				&& !memcmp(source->text + spans->list[i].start, source->text + name.start, length))
			return true;
	return false;
}

static void
check_description(const struct source *source, const struct spans *described, const struct spans *uses)
{
	for (int i = 0; i < described->count; i++) {
		const struct span name = described->list[i];

		if (!has_name(source, uses, name))
			error_at(source, name, "macro '%.*s' is described here and used nowhere",
				(int)(name.end - name.start), source->text + name.start);
	}
	for (int i = 0; i < uses->count; i++) {
		const struct span name = uses->list[i];

		if (!has_name(source, described, name))
			error_at(source, name, "macro '%.*s' is not described above the sections",
				(int)(name.end - name.start), source->text + name.start);
	}
}

/* Reads "%name" or "%name uses word word". */
static void
read_head(struct arena *arena, const struct source *source, size_t line, struct section *section)
{
	static const char uses[] = " uses ";
	const size_t end = source_line_end(source, line);
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
	struct spans described;

	template->source = *source;
	for (size_t line = 0; line < source->size; line = source_line_end(source, line) + 1) {
		if (source->text[line] != '%') {
			if (section)
				section->end = source_line_end(source, line);
			continue;
		}
		if (!section)
			prose_end = line;
		section = arena_new(arena, struct section);
		read_head(arena, source, line, section);
		*last = section;
		last = &section->next;
	}
	described = find_descriptions(arena, source, prose_end);
	template->uses = find_uses(arena, source, prose_end);
	for (section = template->sections; section; section = section->next) {
		while (section->end > section->start && source->text[section->end - 1] == '\n')
			section->end--;
		check_uses(source, section);
	}
	check_description(source, &described, &template->uses);
	return template;
}

const struct section *
template_section(const struct template *template, const char *name)
{
	const struct section *section = template->sections;

	while (section && strcmp(section->name, name))
		section = section->next;
	return section;
}

bool
template_has(const struct template *template, const char *section)
{
	return template_section(template, section) != NULL;
}

bool
template_uses(const struct template *template, const char *section, const char *macro)
{
	const struct section *found = template_section(template, section);

	for (int i = 0; found && i < template->uses.count; i++) {
		const struct span name = template->uses.list[i];

		if (found->start <= name.start && name.start < found->end && span_is(&template->source, name, macro))
			return true;
	}
	return false;
}

bool
template_use(const struct template *template, const char *section, int n, struct span *word)
{
	const struct section *found = template_section(template, section);
	size_t at = found ? found->uses.start : 0;

	if (!found)
		return false;
	do {
		if (!next_use(&template->source, found, &at, word))
			return false;
	} while (n-- > 0);
	return true;
}
