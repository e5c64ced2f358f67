#include "generator/text/expand.h"
#include "generator/base/printed.h"
#include "generator/text/sections.h"

#include <assert.h>
#include <string.h>

/* One expansion under way. */
struct expansion {
	struct arena *arena;
	const struct source *source;
	const struct macro *macros;
	int count;
	FILE *out;
	char last;  /* the last character of the last line that is not blank; 0: there is none */
	bool blank; /* a blank line comes next, unless it would close a block */
};

static const char *
find_macro(struct expansion *x, struct span name)
{
	for (int i = 0; i < x->count; i++)
		if (span_is(x->source, name, x->macros[i].name))
			return x->macros[i].text;
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

/* Whether a line's condition holds, if it has one; *begin is then behind it. */
static bool
stands(struct expansion *x, size_t *begin)
{
	struct span name;
	size_t next;

	if (!condition_at(x->source, *begin, &name, &next))
		return true;
	*begin = next;
	return *find_macro(x, name) != '\0';
}

/* Expands one line; returns what became of it, or NULL if it disappears. */
static char *
expand_line(struct expansion *x, size_t start, size_t end)
{
	const char *text = x->source->text;
	const int width = (int)strspn(text + start, " \t");
	size_t begin = start + (size_t)width;
	struct printed printed;
	FILE *out;
	char *line;
	size_t length, next;
	bool macros = false;
	struct span name;

	if (!stands(x, &begin))
		return NULL;
	out = printed_begin(&printed);
	fprintf(out, "%.*s", width, text + start);
	for (size_t at = begin; at < end; at = next) {
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
	line = printed_end(&printed, x->arena);
	length = strlen(line);
	while (length && strchr(" \t\n", line[length - 1]))
		line[--length] = '\0';
	return length || !macros ? line : NULL;
}

/* Writes a line; a blank one is kept back until the line after it is known. */
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

		end = source_line_end(x->source, at);
		if (end > section->end)
			end = section->end;
		line = expand_line(x, at, end);
		if (line)
			put_line(x, line);
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
	const struct section *section = template_section(template, name);
	struct expansion x = {
		.arena = arena, .source = &template->source, .macros = macros, .count = count,
	};
	struct printed text;

	assert(are_different(macros, count));
	if (!section) {
		error_at(&template->source, (struct span){ 0, 0 }, "no section '%%%s' in this template", name);
		return "";
	}
	x.out = printed_begin(&text);
	expand_lines(&x, section);
	for (int i = 0; all && i < count; i++)
		if (!template_uses(template, name, macros[i].name))
			error_at(&template->source, section->span, "section '%%%s' does not use '$%s'",
				name, macros[i].name);
	return printed_end(&text, arena);
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
