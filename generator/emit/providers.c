#include "generator/emit/providers.h"

#include <string.h>

/* What a section is expanded with. */
struct macros {
	const struct template *template;
	const char *section;
	const char *const *required;
	struct macro *list;
	int count;
};

static bool
is_required(const struct macros *macros, const char *name)
{
	for (const char *const *required = macros->required; required && *required; required++)
		if (!strcmp(*required, name))
			return true;
	return false;
}

/* Whether a macro is missing that the section has, or should have. */
static bool
is_wanted(const struct macros *macros, const char *name)
{
	for (int i = 0; i < macros->count; i++)
		if (!strcmp(macros->list[i].name, name))
			return false;
	return template_uses(macros->template, macros->section, name) || is_required(macros, name);
}

static int
count_rows(const struct providers *providers)
{
	return !providers ? 0 : providers->count + count_rows(providers->further);
}

static void
add_rows(struct macros *macros, const struct kernel *kernel, const struct providers *providers)
{
	for (const struct providers *p = providers; p; p = p->further)
		for (int i = 0; i < p->count; i++)
			if (is_wanted(macros, p->rows[i].name))
				macros->list[macros->count++] = (struct macro){ p->rows[i].name, p->rows[i].text(kernel) };
}

const char *
providers_expand(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count)
{
	struct macros macros = { template, section, providers->required, NULL, 0 };
	int most = given_count + count_rows(kernel->kind->own) + count_rows(providers);

	macros.list = arena_array(kernel->arena, struct macro, most);
	for (int i = 0; i < given_count; i++)
		if (providers->required || is_wanted(&macros, given[i].name))
			macros.list[macros.count++] = given[i];
	add_rows(&macros, kernel, kernel->kind->own);
	add_rows(&macros, kernel, providers);
	return template_expand_all(kernel->arena, template, section, macros.list, macros.count);
}
