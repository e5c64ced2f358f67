#include "generator/emit/program/program_text.h"

#include <string.h>

const char *
program_expand(const struct program_text *text, const struct template *template, const char *section,
	const struct macro *macros, int count)
{
	const struct macro conditions[] = {
		{ "gpu", macro_if(text->gpu) }, { "cpu", macro_if(!text->gpu) },
		{ "regular", macro_if(text->regular) }, { "places", macro_if(!text->regular) },
		{ "outermost", macro_if(!text->innermost) }, { "innermost", macro_if(text->innermost) },
	};
	const int more = sizeof conditions/sizeof *conditions;
	struct macro *all = arena_array(text->whole.arena, struct macro, more + count);

	memcpy(all, conditions, sizeof conditions);
	for (int i = 0; i < count; i++)
		all[more + i] = macros[i];
	return template_expand(text->whole.arena, template, section, all, more + count);
}

const char *
program_call(const struct program_text *text, const char *call)
{
	return PROGRAM_EXPAND(text, text->shared, "call", { "call", call });
}

const char *
program_steps_parameters(const struct program_text *text)
{
	return program_expand(text, text->shared, "steps_parameters", NULL, 0);
}

const char *
program_steps_arguments(const struct program_text *text, const char *grid)
{
	return arena_printf(text->whole.arena, "%s%s, %s%s", grid, text->innermost ? "pitch" : "stride",
		grid, text->regular ? "row" : "across");
}
