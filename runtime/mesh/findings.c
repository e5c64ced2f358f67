#include "runtime/mesh/findings.h"

#include <stdarg.h>
#include <stdio.h>

void
findings_open(struct findings *f, struct arena *arena)
{
	*f = (struct findings){ .arena = arena, .faults.arena = arena, .notes.arena = arena };
}

static void
add_line(struct text *text, const char *format, va_list arguments)
{
	char line[1024];

	vsnprintf(line, sizeof line, format, arguments);
	text_add(text, line);
	text_add(text, "\n");
}

void
findings_add(struct findings *f, enum finding_kind kind, const char *format, ...)
{
	va_list arguments;

	if (!f->status)
		f->status = EXIT_ERRORS;
	if (f->counts[kind]++ >= FINDINGS_TOLD)
		return;
	va_start(arguments, format);
	add_line(&f->faults, format, arguments);
	va_end(arguments);
}

bool
findings_fail(struct findings *f, enum exit_status status, const char *format, ...)
{
	va_list arguments;

	if (!f->status)
		f->status = status;
	va_start(arguments, format);
	add_line(&f->faults, format, arguments);
	va_end(arguments);
	return false;
}

bool
findings_take(struct findings *f, const struct error *error)
{
	return findings_fail(f, error->status, "%s", error->text);
}

void
findings_note(struct findings *f, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_line(&f->notes, format, arguments);
	va_end(arguments);
}

bool
findings_close(struct findings *f)
{
	static const char *const more[] = {
#define FINDING(id, more) [FINDING_##id] = more,
		FINDING_KINDS
#undef FINDING
	};
	char line[128];

	for (int k = 0; k < FINDINGS; k++)
		if (f->counts[k] > FINDINGS_TOLD) {
			snprintf(line, sizeof line, "and %d more %s\n", f->counts[k] - FINDINGS_TOLD, more[k]);
			text_add(&f->faults, line);
			f->counts[k] = 0;
		}
	return f->status == EXIT_GOOD;
}
