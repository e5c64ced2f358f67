#include "generator/emit/providers.h"

#include <string.h>

static bool
is_given(const struct macro *given, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(given[i].name, name))
			return true;
	return false;
}

/* The macros that are given and those that the section has, or that it should have. */
static int
find_macros(const struct kernel *kernel, const struct template *template, const char *section,
	const struct providers *providers, bool all, const struct macro *given, int given_count,
	struct macro **macros)
{
	int count = 0;

	*macros = arena_array(kernel->arena, struct macro, providers->count + given_count);
	for (int i = 0; i < given_count; i++)
		(*macros)[count++] = given[i];
	for (int i = 0; i < providers->count; i++) {
		const struct provider *p = &providers->rows[i];

		if (((all && p->required) || template_uses(template, section, p->name))
				&& !is_given(given, given_count, p->name))
			(*macros)[count++] = (struct macro){ p->name, p->text(kernel) };
	}
	return count;
}

const char *
providers_expand(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count)
{
	struct macro *macros;
	const int count = find_macros(kernel, template, section, providers, true, given, given_count, &macros);

	return template_expand_all(kernel->arena, template, section, macros, count);
}

const char *
providers_expand_some(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count)
{
	struct macro *macros;
	const int count = find_macros(kernel, template, section, providers, false, given, given_count, &macros);

	return template_expand(kernel->arena, template, section, macros, count);
}
