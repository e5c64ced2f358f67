#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/variant_words.h"

#include <stdio.h>

static struct variant
choose_one(const struct choice *choice, int storage, int access)
{
	return variant_of_choice(choice, GRID_plane, storage, access);
}

static const char *
legal_names(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (variant_is_legal(plan, &v, NULL))
				text = arena_printf(arena, "%s %s", text, variant_stem(arena, plan, &v));
		}
	return text;
}

static bool
is_for(int access, int storage, enum levels levels)
{
	return storages[storage].regular ? accesses[access].regular && levels == LEVELS_OUTERMOST
		: accesses[access].unstructured;
}

/* Whether each of the names asked for, of a storage or an access, has a legal kernel among those chosen. */
static bool
names_are_legal(struct arena *arena, const struct plan *plan, const struct choice *choice,
	const bool *storage, const bool *access, struct error *error)
{
	const bool named_storage = catalogue_names_some(choice->storages);
	const bool named_access = catalogue_names_some(choice->accesses);
	bool storage_good[STORAGE_COUNT] = { false }, access_good[ACCESS_COUNT] = { false };
	bool suited[ACCESS_COUNT] = { false };
	const char *storage_why[STORAGE_COUNT] = { NULL }, *access_why[ACCESS_COUNT] = { NULL };

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);
			struct error illegal;
			const char *why;

			if (!storage[s] || !access[a])
				continue;
			why = variant_is_legal(plan, &v, &illegal) ? NULL : arena_printf(arena, "%s", illegal.text);
			storage_good[s] |= !why;
			access_good[a] |= !why;
			if (why && !storage_why[s])
				storage_why[s] = why;
			/* What is wrong with the access rather than with a storage. */
			if (why && (!access_why[a] || (!suited[a] && is_for(a, s, choice->levels))))
				access_why[a] = why;
			suited[a] |= is_for(a, s, choice->levels);
		}
	for (int s = 0; s < STORAGE_COUNT && named_storage; s++)
		if (storage[s] && !storage_good[s])
			return error_set(error, EXIT_USAGE, "%s", storage_why[s]);
	for (int a = 0; a < ACCESS_COUNT && named_access; a++)
		if (access[a] && !access_good[a])
			return error_set(error, EXIT_USAGE, "%s", access_why[a]);
	return true;
}

/* Whether something that goes through columns has a kernel as it is chosen. */
static bool
has_columns(const struct plan *plan, const struct choice *choice, struct error *error)
{
	const struct variant simplest = choose_one(choice,
		choice->levels == LEVELS_INNERMOST ? STORAGE_chasing : STORAGE_regular,
		targets[choice->target].blocks ? ACCESS_zloop : ACCESS_idxvar);
	const bool asks = layouts[choice->layout].points || plan->place == PLACE_SHARED;

	return !plan->stencil->has_sweeps || !asks || variant_is_legal(plan, &simplest, error);
}

/* An error: why none of the chosen kernels is legal, of the first that is there for its storage. */
static void
refuse_all(const struct plan *plan, const struct choice *choice, const bool *storage, const bool *access, struct error *error)
{
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (storage[s] && access[a] && is_for(a, s, choice->levels)) {
				variant_is_legal(plan, &v, error);
				return;
			}
		}
	error_set(error, EXIT_USAGE, "no access has such a storage");
}

/* The same as names_are_legal; an error also says what to take instead. */
static bool
check_names(struct arena *arena, const struct plan *plan, const struct choice *choice, const bool *storage, const bool *access,
	struct error *error)
{
	struct choice other = *choice;
	const char *legal;

	if (names_are_legal(arena, plan, choice, storage, access, error))
		return true;
	other.levels = choice->levels == LEVELS_INNERMOST ? LEVELS_OUTERMOST : LEVELS_INNERMOST;
	if (names_are_legal(arena, plan, &other, storage, access, NULL))
		return error_append(error, ": use --levels %s", levels_names[other.levels]);
	legal = legal_names(arena, plan, choice);
	return *legal && error_append(error, " (legal for '%s':%s)", plan->stencil->name, legal);
}

struct variant *
choose_on_plane(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count, struct error *error)
{
	struct variant *variants = arena_array(arena, struct variant, STORAGE_COUNT*ACCESS_COUNT);
	bool storage[STORAGE_COUNT] = { false }, access[ACCESS_COUNT] = { false };

	if (!catalogue_read(arena, &storage_words, choice->storages, storage, error)
			|| !catalogue_read(arena, &access_words, choice->accesses, access, error)
			|| !layout_is_legal(plan->stencil, choice->layout, choice->precision, error)
			|| !levels_are_legal(choice->layout, choice->levels, error) || !has_kernels(plan, error)
			|| !check_names(arena, plan, choice, storage, access, error) || !has_columns(plan, choice, error))
		return NULL;
	*count = 0;
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (storage[s] && access[a] && variant_is_legal(plan, &v, NULL))
				variants[(*count)++] = v;
		}
	if (!*count)
		refuse_all(plan, choice, storage, access, error);
	return variants;
}

bool
has_on_plane(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error)
{
	(void)arena;
	return variant_is_legal(plan, variant, error);
}

static void
put_storages(void)
{
	puts("\nStorages");
	for (int s = 0; s < STORAGE_COUNT; s++)
		printf("  %-18s  %s%s%s\n", storages[s].name, storages[s].regular ? "neighbors by arithmetic"
			: storages[s].table == TABLE_CHASING ? "table of direct neighbors" : "table of all neighbors",
			storages[s].compressed ? ", compressed" : "", storages[s].constant ? ", constant memory" : "");
}

static void
put_accesses(void)
{
	puts("\nAccesses, their storages and targets");
	for (int a = 0; a < ACCESS_COUNT; a++) {
		const struct access_info *access = &accesses[a];

		printf("  %-18s  %-17s ", access->name, !access->unstructured ? "regular"
			: access->regular ? "all" : "all but regular");
		for (int t = 0; t < TARGET_COUNT; t++)
			if (access->targets & 1u << t)
				printf(" %s", targets[t].name);
		puts(access->innermost ? "; also levels innermost" : "");
	}
}

void
describe_plane(void)
{
	put_storages();
	put_accesses();
}
