#include "generator/emit/providers.h"

const char *
providers_expand(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count)
{
	struct macro *macros = arena_array(kernel->arena, struct macro, providers->count + given_count);
	int count = 0;

	for (int i = 0; i < given_count; i++)
		macros[count++] = given[i];
	for (int i = 0; i < providers->count; i++) {
		const struct provider *p = &providers->rows[i];

		if (p->required || template_uses(template, section, p->name))
			macros[count++] = (struct macro){ p->name, p->text(kernel) };
	}
	return template_expand_all(kernel->arena, template, section, macros, count);
}
