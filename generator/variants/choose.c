#include "generator/variants/choose.h"
#include "generator/base/suggest.h"

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

static struct variant
choose_one(const struct choice *choice, int storage, int access)
{
	struct variant variant = {
		.storage = (enum storage)storage, .access = (enum access)access,
		.layout = choice->layout, .target = choice->target, .precision = choice->precision,
	};

	memcpy(variant.tunables, choice->tunables, sizeof variant.tunables);
	return variant;
}

static const char *
legal_names(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (!why_illegal(arena, plan, &v))
				text = arena_printf(arena, "%s %s", text, variant_stem(arena, &v));
		}
	return text;
}

static bool
is_for(int access, int storage)
{
	return storages[storage].regular ? accesses[access].regular : accesses[access].unstructured;
}

/* Why one of the names asked for, of a storage or an access, has no legal kernel
 * among those chosen; NULL if each has one. */
static const char *
why_fruitless(struct arena *arena, const struct plan *plan, const struct choice *choice,
	const bool *storage, const bool *access)
{
	const bool named_storage = choice->storages && strcmp(choice->storages, "all");
	const bool named_access = choice->accesses && strcmp(choice->accesses, "all");
	bool storage_good[STORAGE_COUNT] = { false }, access_good[ACCESS_COUNT] = { false };
	const char *storage_why[STORAGE_COUNT] = { NULL }, *access_why[ACCESS_COUNT] = { NULL };

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);
			const char *why = why_illegal(arena, plan, &v);

			if (!storage[s] || !access[a])
				continue;
			storage_good[s] |= !why;
			access_good[a] |= !why;
			if (why)
				storage_why[s] = why;
			if (why && (!access_why[a] || is_for(a, s)))
				access_why[a] = why;
		}
	for (int s = 0; s < STORAGE_COUNT && named_storage; s++)
		if (storage[s] && !storage_good[s])
			return storage_why[s];
	for (int a = 0; a < ACCESS_COUNT && named_access; a++)
		if (access[a] && !access_good[a])
			return access_why[a];
	return NULL;
}

struct variant *
choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count, const char **message)
{
	struct catalogue catalogue = { .kind = "storage", .count = STORAGE_COUNT };
	struct variant *variants = arena_array(arena, struct variant, STORAGE_COUNT*ACCESS_COUNT);
	bool storage[STORAGE_COUNT] = { false }, access[ACCESS_COUNT] = { false };
	const char *why;

	if (plan->stencil->sparse) {
		*message = arena_printf(arena, "'%s' is on a sparse grid, and this is for grids with columns and"
			" levels", plan->stencil->name);
		return NULL;
	}
	for (int s = 0; s < STORAGE_COUNT; s++)
		catalogue.names[s] = storages[s].name;
	*message = read_list(arena, choice->storages, &catalogue, storage);
	catalogue.kind = "access";
	catalogue.count = ACCESS_COUNT;
	for (int a = 0; a < ACCESS_COUNT; a++)
		catalogue.names[a] = accesses[a].name;
	if (!*message)
		*message = read_list(arena, choice->accesses, &catalogue, access);
	if (!*message)
		*message = why_layout_illegal(arena, plan->stencil, choice->layout, choice->precision);
	if (*message)
		return NULL;
	why = why_fruitless(arena, plan, choice, storage, access);
	if (why) {
		*message = arena_printf(arena, "%s (legal for '%s':%s)", why, plan->stencil->name,
			legal_names(arena, plan, choice));
		return NULL;
	}
	*count = 0;
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (storage[s] && access[a] && !why_illegal(arena, plan, &v))
				variants[(*count)++] = v;
		}
	return variants;
}
