#include "generator/compile.h"
#include "generator/check/check.h"
#include "generator/base/files.h"
#include "generator/base/printed.h"
#include "generator/language/parse.h"
#include "generator/plan/reserved.h"
#include "generator/split/parts.h"

#include <string.h>

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
compile_read(struct arena *arena, struct diagnostics *diagnostics, const char *path, bool low_is_float, struct unit *unit)
{
	struct error error;

	*unit = (struct unit){
		.source = { .path = path, .diagnostics = diagnostics, .low_is_float = low_is_float }, .errors_before = diagnostics->errors,
	};
	if (file_read(arena, path, &unit->source.text, &unit->source.size, &error))
		return compile_parse(arena, unit);
	unit->source.text = "";
	unreadable(&unit->source, error.text);
	return false;
}

bool
compile_check(struct arena *arena, enum type precision, struct unit *unit)
{
	if (unit->fixes && unit->fixes->count && unit->source.diagnostics->errors == unit->errors_before)
		check_fixed(arena, &unit->source, unit->stencils, precision, unit->fixes);
	else
		check_stencils(arena, &unit->source, unit->stencils, precision);
	return unit->source.diagnostics->errors == unit->errors_before;
}

/* Leaves only the stencil of a name, if the unit has it, else none. Without a name all stay. */
static void
keep_named(struct unit *unit, const char *name)
{
	struct stencil **link = &unit->stencils;

	while (name && *link)
		if (strcmp((*link)->name, name)) {
			*link = (*link)->next;
			unit->count--;
		} else {
			link = &(*link)->next;
		}
}

bool
compile_plan(struct arena *arena, struct unit *unit)
{
	int i = 0;

	unit->plans = arena_array(arena, struct plan *, unit->count);
	for (struct stencil *s = unit->stencils; s; s = s->next, i++) {
		unit->plans[i] = plan_program(arena, &unit->source, s,
			!unit->keeps || unit->keeps == s ? &unit->decision : &(struct storage_decision){ 0 });
		if (unit->plans[i] && unit->plans[i]->program)
			program_warn_unfilled(&unit->source, unit->plans[i]->program);
	}
	return unit->source.diagnostics->errors == unit->errors_before;
}

bool
compile_file_storing(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, const struct storage_decision *decision, struct unit *unit)
{
	compile_read(arena, diagnostics, path, false, unit);
	unit->decision = *decision;
	return compile_check(arena, precision, unit) && compile_plan(arena, unit);
}

bool
compile_file(struct arena *arena, struct diagnostics *diagnostics, const char *path,
	enum type precision, struct unit *unit)
{
	return compile_file_storing(arena, diagnostics, path, precision, &(struct storage_decision){ 0 }, unit);
}

void
compile_name(struct arena *arena, const char *directory, struct unit *unit)
{
	const struct reserved *reserved = directory ? reserved_read(arena, directory) : NULL;

	for (int i = 0; directory && i < unit->count; i++)
		name_program(arena, unit->plans[i], reserved);
}

void
compile_selected(struct arena *arena, const char *directory, enum type precision, const char *stencil, struct unit *unit)
{
	if (!compile_check(arena, precision, unit))
		return;
	keep_named(unit, stencil);
	if (compile_plan(arena, unit))
		compile_name(arena, directory, unit);
}

struct unit *
compile_with_degrees(struct arena *arena, const char *directory, const struct unit *unit, const struct stencil *stencil,
	enum type precision, const struct known_degrees *degrees)
{
	struct unit *own = arena_new(arena, struct unit);
	struct diagnostics hidden = { .quiet = true };
	struct printed said;

	if (!printed_open(&said))
		return NULL;
	hidden.out = said.out;
	*own = (struct unit){ .source = unit->source, .decision = unit->decision, .fixes = unit->fixes };
	own->source.diagnostics = &hidden;
	own->source.degrees = degrees;
	if (compile_parse(arena, own))
		compile_selected(arena, directory, precision, stencil->name, own);
	printed_discard(&said);
	own->source.diagnostics = unit->source.diagnostics;
	return hidden.errors ? NULL : own;
}

const struct stencil *
compile_named(const struct unit *unit, const char *name)
{
	for (const struct stencil *s = unit->stencils; s; s = s->next)
		if (name ? !strcmp(s->name, name) : unit->count == 1)
			return s;
	return NULL;
}

bool
compile_found(const struct unit *units, int count, const char *name, struct error *error)
{
	if (!name)
		return true;
	for (int i = 0; i < count; i++)
		if (compile_named(&units[i], name))
			return true;
	return error_set(error, EXIT_USAGE, "no file has a stencil '%s': leave out --stencil to use all", name);
}

const struct stencil *
compile_choose(struct unit *unit, const char *name, struct storage_decision decision)
{
	unit->keeps = compile_named(unit, name);
	unit->decision = unit->keeps ? decision : (struct storage_decision){ 0 };
	return unit->keeps;
}

const struct plan *
compile_plan_of(const struct unit *unit, const struct stencil *stencil)
{
	for (int i = 0; i < unit->count; i++)
		if (plan_checked(unit->plans[i]) == stencil)
			return unit->plans[i];
	return NULL;
}

struct plan *
compile_storing(struct arena *arena, const char *directory, struct unit *unit, const struct stencil *stencil,
	const struct storage_decision *decision)
{
	struct stencil *own = unit->stencils;
	struct plan *plan;

	while (own != stencil)
		own = own->next;
	plan = plan_program(arena, &unit->source, own, decision);
	if (plan && directory)
		name_program(arena, plan, reserved_read(arena, directory));
	return plan;
}
