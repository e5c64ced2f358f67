#include "generator/compile.h"
#include "generator/check/check.h"
#include "generator/base/files.h"
#include "generator/language/parse.h"

bool
compile_text(struct arena *arena, enum type precision, struct unit *unit)
{
	const struct diagnostics *diagnostics = unit->source.diagnostics;
	const int errors = diagnostics->errors;
	int i = 0;

	unit->count = 0;
	unit->stencils = parse_stencils(arena, &unit->source);
	check_stencils(arena, &unit->source, unit->stencils, precision);
	if (diagnostics->errors != errors)
		return false;
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		unit->count++;
	unit->plans = arena_array(arena, struct plan *, unit->count);
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		unit->plans[i++] = plan_stencil(arena, &unit->source, s);
	return diagnostics->errors == errors;
}

bool
compile_file(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, struct unit *unit)
{
	char message[256];

	*unit = (struct unit){ .source = { .path = path, .diagnostics = diagnostics } };
	if (file_read(arena, path, &unit->source.text, &unit->source.size, message, sizeof message))
		return compile_text(arena, precision, unit);
	unit->source.text = "";
	error_at(&unit->source, (struct span){ 0, 0 }, "%s", message);
	return false;
}
