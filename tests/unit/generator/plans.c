#include "tests/unit/generator/plans.h"

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "generator/plan/names.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 1 << 14 };

struct plan *
plan_of_text(struct arena *arena, const char *text, enum type precision)
{
	struct diagnostics *diagnostics = arena_new(arena, struct diagnostics);
	struct source *source = arena_new(arena, struct source);
	struct stencil *stencil;

	*diagnostics = (struct diagnostics){ .out = stderr, .quiet = true };
	*source = (struct source){ .path = "text", .text = text, .size = strlen(text), .diagnostics = diagnostics };
	stencil = parse_stencils(arena, source);
	ck_assert(check_stencils(arena, source, stencil, precision));
	return plan_stencil(arena, source, stencil);
}

struct plan *
plan_of_body(struct arena *arena, const char *body)
{
	return plan_of_text(arena, arena_printf(arena, "stencil s { %s }", body), TYPE_DOUBLE);
}

struct plan *
plan_of_file(struct arena *arena, const char *name, enum type precision)
{
	char *text = arena_array(arena, char, LONGEST);
	FILE *file = fopen(arena_printf(arena, "stencils/%s.stencil", name), "r");

	ck_assert_ptr_nonnull(file);
	ck_assert(fread(text, 1, LONGEST - 1, file) > 0);
	fclose(file);
	return plan_of_text(arena, text, precision);
}

const char *
column_names(struct arena *arena, const struct offset *columns, int count)
{
	const char *text = "";

	for (int i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", column_name(arena, columns[i]));
	return text;
}
