#include "generator/cli/catalogue.h"
#include "generator/base/suggest.h"

#include <string.h>

enum { SHOWN_LETTERS = 60 };

int
catalogue_find(const struct catalogue *catalogue, const char *name)
{
	for (int i = 0; i < catalogue->count; i++)
		if (!strcmp(catalogue->names[i], name))
			return i;
	return -1;
}

const char *
catalogue_meant(struct arena *arena, const char *const *names, int count, const char *name)
{
	const char *meant = suggest(name, names, count);

	return meant ? arena_printf(arena, "; did you mean '%s'?", meant) : "";
}

bool
catalogue_refuse(struct arena *arena, const struct catalogue *catalogue, const char *name, struct error *error)
{
	const char *known = "";

	for (int i = 0; i < catalogue->count; i++)
		known = arena_printf(arena, "%s %s", known, catalogue->names[i]);
	return error_set(error, EXIT_USAGE, "unknown %s '%.*s'%s (there are:%s)", catalogue->kind, SHOWN_LETTERS, name,
		catalogue_meant(arena, catalogue->names, catalogue->count, name), known);
}

bool
catalogue_names_some(const char *list)
{
	return list && strcmp(list, "all");
}

bool
catalogue_read(struct arena *arena, const struct catalogue *catalogue, const char *list, bool *chosen, struct error *error)
{
	if (!catalogue_names_some(list)) {
		for (int i = 0; i < catalogue->count; i++)
			chosen[i] = true;
		return true;
	}
	for (;;) {
		const size_t length = strcspn(list, ",");
		const char *name = arena_strndup(arena, list, length);
		const int found = catalogue_find(catalogue, name);

		if (found < 0)
			return catalogue_refuse(arena, catalogue, name, error);
		chosen[found] = true;
		if (!list[length])
			return true;
		list += length + 1;
	}
}
