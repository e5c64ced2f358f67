#include "generator/base/source.h"
#include "generator/base/exit.h"

#include <stdarg.h>
#include <string.h>

/* Longer lines are shown around the caret only. */
enum { SHOWN_WIDTH = 160 };

struct location {
	size_t line, column;         /* from 1; columns count bytes */
	size_t line_start, line_end; /* without the newline */
};

static struct location
locate(const struct source *source, size_t at)
{
	struct location location = { .line = 1 };
	const char *text = source->text, *newline;

	if (at > source->size)
		at = source->size;
	for (size_t i = 0; i < at; i++)
		if (text[i] == '\n') {
			location.line++;
			location.line_start = i + 1;
		}
	location.column = at - location.line_start + 1;
	newline = source->size > location.line_start
		? memchr(text + location.line_start, '\n', source->size - location.line_start) : NULL;
	location.line_end = newline ? (size_t)(newline - text) : source->size;
	return location;
}

static bool
continues_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* A terminal must not be driven by what a broken file contains. */
static void
put_shown(FILE *out, char c)
{
	if (c == '\t' || (unsigned char)c >= 0x80 || (c >= ' ' && c != 0x7f))
		putc(c, out);
	else if (c != '\r')
		putc('?', out);
}

static void
show_line(const struct source *source, const struct location *location, struct span span, bool color)
{
	FILE *out = source->diagnostics->out;
	const char *text = source->text;
	size_t start = location->line_start, stop = location->line_end, end = span.end;

	if (span.start > start + SHOWN_WIDTH/2)
		start = span.start - SHOWN_WIDTH/2;
	while (start > location->line_start && continues_character(text[start]))
		start--;
	if (stop > start + SHOWN_WIDTH)
		stop = start + SHOWN_WIDTH;
	if (end > stop)
		end = stop;

	fprintf(out, "%5zu | ", location->line);
	for (size_t i = start; i < stop; i++)
		put_shown(out, text[i]);
	fputs("\n      | ", out);
	for (size_t i = start; i < span.start && i < stop; i++)
		if (!continues_character(text[i]))
			putc(text[i] == '\t' ? '\t' : ' ', out);
	fputs(color ? "\033[1;32m^" : "^", out);
	for (size_t i = span.start + 1; i < end; i++)
		if (!continues_character(text[i]))
			putc('~', out);
	fputs(color ? "\033[0m\n" : "\n", out);
}

static void
put_json_string(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if ((unsigned char)*text < 0x20)
			fprintf(out, "\\u%04x", (unsigned)*text);
		else
			putc(*text, out);
	putc('"', out);
}

/* Whether the last error or warning said the same at the same place. Remembers this one. */
static bool
repeats(struct diagnostics *diagnostics, struct span span, const char *format, va_list arguments)
{
	char message[sizeof diagnostics->last_message];
	bool same;

	vsnprintf(message, sizeof message, format, arguments);
	same = span.start < span.end && span.start == diagnostics->last_span.start
		&& span.end == diagnostics->last_span.end && !strcmp(message, diagnostics->last_message);
	diagnostics->last_span = span;
	memcpy(diagnostics->last_message, message, sizeof message);
	return same;
}

static void
report(const struct source *source, struct span span, const char *severity, const char *hue,
	const char *format, va_list arguments)
{
	const struct diagnostics *diagnostics = source->diagnostics;
	const struct location location = locate(source, span.start);
	const struct location end = locate(source, span.end);
	FILE *out = diagnostics->out;
	char message[1024];

	vsnprintf(message, sizeof message, format, arguments);
	if (diagnostics->form == DIAGNOSTIC_JSON) {
		fputs("{\"file\": ", out);
		put_json_string(out, source->path);
		fprintf(out, ", \"line\": %zu, \"column\": %zu, \"end_line\": %zu, \"end_column\": %zu,"
			" \"severity\": \"%s\", \"message\": ", location.line, location.column,
			end.line, end.column, severity);
		put_json_string(out, message);
		fputs("}\n", out);
		return;
	}
	if (!source->text) {
		fprintf(out, diagnostics->color ? "\033[1m%s: %s%s:\033[0m \033[1m%s\033[0m\n" : "%s: %s%s: %s\n",
			source->path, diagnostics->color ? hue : "", severity, message);
		return;
	}
	if (diagnostics->color)
		fprintf(out, "\033[1m%s:%zu:%zu: %s%s:\033[0m \033[1m%s\033[0m\n", source->path,
			location.line, location.column, hue, severity, message);
	else
		fprintf(out, "%s:%zu:%zu: %s: %s\n", source->path, location.line, location.column,
			severity, message);
	show_line(source, &location, span, diagnostics->color);
}

bool
too_many_errors(const struct source *source)
{
	const struct diagnostics *diagnostics = source->diagnostics;

	return diagnostics->max_errors > 0 && diagnostics->errors > diagnostics->max_errors;
}

void
error_at(const struct source *source, struct span span, const char *format, ...)
{
	struct diagnostics *diagnostics = source->diagnostics;
	va_list arguments;

	diagnostics->hidden = too_many_errors(source);
	if (diagnostics->hidden)
		return;
	va_start(arguments, format);
	diagnostics->hidden = repeats(diagnostics, span, format, arguments);
	va_end(arguments);
	if (diagnostics->hidden)
		return;
	diagnostics->errors++;
	if (too_many_errors(source)) {
		diagnostics->hidden = true;
		if (diagnostics->form == DIAGNOSTIC_TEXT)
			fprintf(diagnostics->out, "%s: too many errors, stopping after %d\n",
				source->path, diagnostics->max_errors);
		return;
	}
	va_start(arguments, format);
	report(source, span, "error", "\033[31m", format, arguments);
	va_end(arguments);
}

void
unreadable(const struct source *source, const char *message)
{
	const struct source without_text = { .path = source->path, .diagnostics = source->diagnostics };

	source->diagnostics->unreadable = true;
	error_at(&without_text, (struct span){ 0, 0 }, "%s", message);
}

struct source
source_silent(const struct source *source, struct diagnostics *hidden)
{
	struct source silent = *source;

	*hidden = (struct diagnostics){ .max_errors = 1, .errors = 2 }; /* the limit is passed */
	silent.diagnostics = hidden;
	return silent;
}

int
diagnostics_status(const struct diagnostics *diagnostics)
{
	return diagnostics->unreadable ? EXIT_IO : diagnostics->errors ? EXIT_ERRORS : EXIT_GOOD;
}

void
warning_at(const struct source *source, struct span span, const char *format, ...)
{
	struct diagnostics *diagnostics = source->diagnostics;
	va_list arguments;

	diagnostics->hidden = diagnostics->quiet || too_many_errors(source);
	if (diagnostics->hidden)
		return;
	va_start(arguments, format);
	diagnostics->hidden = repeats(diagnostics, span, format, arguments);
	va_end(arguments);
	if (diagnostics->hidden)
		return;
	diagnostics->hidden = diagnostics->max_errors > 0 && diagnostics->warnings >= diagnostics->max_errors;
	diagnostics->warnings++;
	if (diagnostics->hidden)
		return;
	va_start(arguments, format);
	report(source, span, "warning", "\033[35m", format, arguments);
	va_end(arguments);
}

void
note_at(const struct source *source, struct span span, const char *format, ...)
{
	va_list arguments;

	if (source->diagnostics->hidden)
		return;
	va_start(arguments, format);
	report(source, span, "note", "\033[36m", format, arguments);
	va_end(arguments);
}

static const char *
plural(int count)
{
	return count == 1 ? "" : "s";
}

void
diagnostics_finish(const struct diagnostics *diagnostics)
{
	int errors = diagnostics->errors;
	const int warnings = diagnostics->warnings;

	if (diagnostics->max_errors > 0 && errors > diagnostics->max_errors)
		errors = diagnostics->max_errors;
	if (diagnostics->form == DIAGNOSTIC_JSON || (!errors && !warnings))
		return;
	if (errors && warnings)
		fprintf(diagnostics->out, "%d warning%s and %d error%s generated.\n",
			warnings, plural(warnings), errors, plural(errors));
	else
		fprintf(diagnostics->out, "%d %s%s generated.\n", errors + warnings,
			errors ? "error" : "warning", plural(errors + warnings));
}
