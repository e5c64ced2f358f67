#include "generator/compile.h"
#include "generator/check/check.h"
#include "generator/base/files.h"
#include "generator/language/parse.h"

bool
compile_parse(struct arena *arena, struct unit *unit)
{
	const struct diagnostics *diagnostics = unit->source.diagnostics;

	unit->errors_before = diagnostics->errors;
	unit->stencils = parse_stencils(arena, &unit->source);
	unit->count = 0;
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		unit->count++;
	return diagnostics->errors == unit->errors_before;
}

bool
compile_read(struct arena *arena, struct diagnostics *diagnostics, const char *path, struct unit *unit)
{
	char message[256];

	*unit = (struct unit){
		.source = { .path = path, .diagnostics = diagnostics }, .errors_before = diagnostics->errors,
	};
	if (file_read(arena, path, &unit->source.text, &unit->source.size, message, sizeof message))
		return compile_parse(arena, unit);
	unit->source.text = "";
	unreadable(&unit->source, message);
	return false;
}

bool
compile_check(struct arena *arena, enum type precision, struct unit *unit)
{
	const struct diagnostics *diagnostics = unit->source.diagnostics;
	int i = 0;

	check_stencils(arena, &unit->source, unit->stencils, precision);
	if (diagnostics->errors != unit->errors_before)
		return false;
	unit->plans = arena_array(arena, struct plan *, unit->count);
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		unit->plans[i++] = plan_stencil(arena, &unit->source, s);
	return diagnostics->errors == unit->errors_before;
}

bool
compile_file(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, struct unit *unit)
{
	compile_read(arena, diagnostics, path, unit);
	return compile_check(arena, precision, unit);
}
