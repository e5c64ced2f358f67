#include "choose.h"
#include "suggest.h"

#include <string.h>

/* The names of a table, for messages. */
struct catalogue {
	const char *kind;
	const char *names[STORAGE_COUNT + ACCESS_COUNT + TARGET_COUNT];
	int count;
};

static const char *
known_names(struct arena *arena, const struct catalogue *catalogue)
{
	const char *text = "";

	for (int i = 0; i < catalogue->count; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? " " : "", catalogue->names[i]);
	return text;
}

/* Reads a list of names into a set. Returns a message if one is unknown. */
static const char *
read_list(struct arena *arena, const char *list, const struct catalogue *catalogue, bool *chosen)
{
	if (!list || !strcmp(list, "all")) {
		for (int i = 0; i < catalogue->count; i++)
			chosen[i] = true;
		return NULL;
	}
	for (;;) {
		const size_t length = strcspn(list, ",");
		const char *name = arena_strndup(arena, list, length), *meant;
		int i = 0;

		while (i < catalogue->count && strcmp(catalogue->names[i], name))
			i++;
		if (i == catalogue->count) {
			meant = suggest(name, catalogue->names, catalogue->count);
			return arena_printf(arena, "unknown %s '%s'%s%s%s (there are: %s)", catalogue->kind, name,
				meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "",
				known_names(arena, catalogue));
		}
		chosen[i] = true;
		if (!list[length])
			return NULL;
		list += length + 1;
	}
}

static const char *
legal_names(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = { (enum storage)s, (enum access)a, choice->target, choice->precision };

			if (!why_illegal(arena, plan, &v))
				text = arena_printf(arena, "%s %s", text, variant_stem(arena, &v));
		}
	return text;
}

static bool
is_explicit(const char *list)
{
	return list && strcmp(list, "all");
}

struct variant *
choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count, const char **message)
{
	struct catalogue catalogue = { .kind = "storage", .count = STORAGE_COUNT };
	struct variant *variants = arena_array(arena, struct variant, STORAGE_COUNT*ACCESS_COUNT);
	bool storage[STORAGE_COUNT] = { false }, access[ACCESS_COUNT] = { false };
	const char *why = NULL;

	for (int s = 0; s < STORAGE_COUNT; s++)
		catalogue.names[s] = storages[s].name;
	*message = read_list(arena, choice->storages, &catalogue, storage);
	catalogue.kind = "access";
	catalogue.count = ACCESS_COUNT;
	for (int a = 0; a < ACCESS_COUNT; a++)
		catalogue.names[a] = accesses[a].name;
	if (!*message)
		*message = read_list(arena, choice->accesses, &catalogue, access);
	if (*message)
		return NULL;
	*count = 0;
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = { (enum storage)s, (enum access)a, choice->target, choice->precision };
			const char *illegal = storage[s] && access[a] ? why_illegal(arena, plan, &v) : NULL;

			if (!why && illegal && (is_explicit(choice->storages) || is_explicit(choice->accesses)))
				why = illegal;
			if (illegal && is_explicit(choice->storages)) {
				*message = arena_printf(arena, "%s (legal for '%s':%s)", illegal,
					plan->stencil->name, legal_names(arena, plan, choice));
				return NULL;
			}
			if (storage[s] && access[a] && !illegal)
				variants[(*count)++] = v;
		}
	if (!*count)
		*message = arena_printf(arena, "%s (legal for '%s':%s)", why ? why : "nothing is left",
			plan->stencil->name, legal_names(arena, plan, choice));
	return *count ? variants : NULL;
}
