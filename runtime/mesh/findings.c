#include "runtime/mesh/findings.h"

#include <stdarg.h>
#include <stdio.h>

struct findings *
findings_open(struct arena *arena)
{
	struct findings *f = arena_new(arena, struct findings);

	*f = (struct findings){ .faults.arena = arena, .notes.arena = arena };
	return f;
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

	if (f->counts[kind]++ >= FINDINGS_TOLD)
		return;
	va_start(arguments, format);
	add_line(&f->faults, format, arguments);
	va_end(arguments);
}

bool
findings_are_at_most(const struct findings *f, enum finding_kind kind, int count, struct error *error)
{
	return f->counts[kind] <= count || error_reported(error, EXIT_ERRORS);
}

bool
findings_are_good(const struct findings *f, struct error *error)
{
	for (int k = 0; k < FINDINGS; k++)
		if (!findings_are_at_most(f, (enum finding_kind)k, 0, error))
			return false;
	return true;
}

void
findings_note(struct findings *f, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_line(&f->notes, format, arguments);
	va_end(arguments);
}

void
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
		}
}

void
findings_clear(struct findings *f)
{
	*f = (struct findings){ .faults.arena = f->faults.arena, .notes.arena = f->notes.arena };
}
