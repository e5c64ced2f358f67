#include "generator/text/expand.h"
#include "generator/text/sections.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
		if (span_is(x->source, name, x->macros[i].name)) {
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

		end = source_line_end(x->source, at);
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
	const struct section *section = template_section(template, name);
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
