#include "generator/variants/choice.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/variant_words.h"

#include <stdio.h>
#include <string.h>

/* STORAGE_ACCESS[_TUNABLES][_LAYOUT][_innermost][_float][_store_NAMES] */
static const char *
stem(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s_%s%s%s%s%s", storages[variant->storage].name,
		accesses[variant->access].name, tunables_suffix(arena, plan, variant), fields_suffix(arena, variant),
		variant->precision == TYPE_FLOAT ? "_float" : "", plan->suffix ? plan->suffix : "");
}

static struct variant
choose_one(const struct choice *choice, int storage, int access)
{
	struct variant variant = {
		.family = GRID_plane, .storage = (enum storage)storage, .access = access,
		.layout = choice->layout, .levels = choice->levels, .target = choice->target, .precision = choice->precision,
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
				text = arena_printf(arena, "%s %s", text, stem(arena, plan, &v));
		}
	return text;
}

static bool
is_for(int access, int storage, enum levels levels)
{
	return storages[storage].regular ? accesses[access].regular && levels == LEVELS_OUTERMOST
		: accesses[access].unstructured || accesses[access].innermost;
}

/* Why one of the names asked for, of a storage or an access, has no legal kernel
 * among those chosen; NULL if each has one. */
static const char *
why_nothing_legal(struct arena *arena, const struct plan *plan, const struct choice *choice,
	const bool *storage, const bool *access)
{
	const bool named_storage = catalogue_names_some(choice->storages);
	const bool named_access = catalogue_names_some(choice->accesses);
	bool storage_good[STORAGE_COUNT] = { false }, access_good[ACCESS_COUNT] = { false };
	bool suited[ACCESS_COUNT] = { false };
	const char *storage_why[STORAGE_COUNT] = { NULL }, *access_why[ACCESS_COUNT] = { NULL };

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);
			const char *why = why_illegal(arena, plan, &v);

			if (!storage[s] || !access[a])
				continue;
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
			return storage_why[s];
	for (int a = 0; a < ACCESS_COUNT && named_access; a++)
		if (access[a] && !access_good[a])
			return access_why[a];
	return NULL;
}

/* Reads the names of storages and accesses. Returns a message if one is unknown. */
static const char *
read_names(struct arena *arena, const struct choice *choice, bool *storage, bool *access)
{
	const char *unknown = catalogue_read(arena, &storage_words, choice->storages, storage);

	return unknown ? unknown : catalogue_read(arena, &access_words, choice->accesses, access);
}

/* Why nothing that goes through columns has a kernel as it is chosen; NULL: something has. */
static const char *
why_none_by_columns(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	const struct variant simplest = choose_one(choice,
		choice->levels == LEVELS_INNERMOST ? STORAGE_chasing : STORAGE_regular,
		targets[choice->target].blocks ? ACCESS_zloop : ACCESS_idxvar);
	const bool asks = layouts[choice->layout].points || plan->place == PLACE_SHARED;

	return plan->stencil->by_columns && asks ? why_illegal(arena, plan, &simplest) : NULL;
}

/* Why none of the chosen kernels is legal: of the first that is there for its storage. */
static const char *
why_none(struct arena *arena, const struct plan *plan, const struct choice *choice, const bool *storage, const bool *access)
{
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (storage[s] && access[a] && is_for(a, s, choice->levels))
				return why_illegal(arena, plan, &v);
		}
	return "no access has such a storage";
}

/* What to say if one of the names has nothing legal; NULL: each has. */
static const char *
refusal(struct arena *arena, const struct plan *plan, const struct choice *choice, const bool *storage, const bool *access)
{
	const char *why = why_nothing_legal(arena, plan, choice, storage, access), *legal;
	struct choice other = *choice;

	if (!why)
		return NULL;
	other.levels = choice->levels == LEVELS_INNERMOST ? LEVELS_OUTERMOST : LEVELS_INNERMOST;
	if (!why_nothing_legal(arena, plan, &other, storage, access))
		return arena_printf(arena, "%s: take --levels %s", why, levels_names[other.levels]);
	legal = legal_names(arena, plan, choice);
	return *legal ? arena_printf(arena, "%s (legal for '%s':%s)", why, plan->stencil->name, legal) : why;
}

static struct variant *
choose(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count,
	const char **message)
{
	struct variant *variants = arena_array(arena, struct variant, STORAGE_COUNT*ACCESS_COUNT);
	bool storage[STORAGE_COUNT] = { false }, access[ACCESS_COUNT] = { false };

	*message = read_names(arena, choice, storage, access);
	if (!*message)
		*message = why_layout_illegal(arena, plan->stencil, choice->layout, choice->precision);
	if (!*message)
		*message = why_levels_illegal(choice->layout, choice->levels);
	if (!*message)
		*message = why_no_kernel(arena, plan);
	if (!*message)
		*message = refusal(arena, plan, choice, storage, access);
	if (!*message)
		*message = why_none_by_columns(arena, plan, choice);
	if (*message)
		return NULL;
	*count = 0;
	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant v = choose_one(choice, s, a);

			if (storage[s] && access[a] && !why_illegal(arena, plan, &v))
				variants[(*count)++] = v;
		}
	if (!*count)
		*message = why_none(arena, plan, choice, storage, access);
	return variants;
}

static void
put_storages(void)
{
	puts("\nStorages");
	for (int s = 0; s < STORAGE_COUNT; s++)
		printf("  %-18s  %s%s%s\n", storages[s].name, storages[s].regular ? "neighbours by arithmetic"
			: storages[s].table == TABLE_CHASING ? "table of direct neighbours" : "table of all neighbours",
			storages[s].compressed ? ", compressed" : "", storages[s].constant ? ", constant memory" : "");
}

static void
put_accesses(void)
{
	puts("\nAccesses, their storages and targets");
	for (int a = 0; a < ACCESS_COUNT; a++) {
		const struct access_info *access = &accesses[a];

		printf("  %-18s  %-17s ", access->name, !access->unstructured && !access->innermost ? "regular"
			: access->regular ? "all" : "all but regular");
		for (int t = 0; t < TARGET_COUNT; t++)
			if (access->targets & 1u << t)
				printf(" %s", targets[t].name);
		puts(!access->innermost ? "" : access->unstructured ? "; also levels innermost" : "; levels innermost");
	}
}

static void
describe(void)
{
	put_storages();
	put_accesses();
}

static bool
tuned_best(const struct tuned *tuned, enum target target, struct variant *variant)
{
	const int storage = catalogue_find(&storage_words, tuned->storage);
	const int access = catalogue_find(&access_words, tuned->access);
	const int layout = catalogue_find(&layout_words, tuned->fields);
	const int levels = strcmp(tuned->levels, "-") ? catalogue_find(&levels_words, tuned->levels) : LEVELS_OUTERMOST;
	struct choice choice = {
		.layout = (enum layout)layout, .levels = (enum levels)levels, .target = target,
		.precision = !strcmp(tuned->precision, "float") ? TYPE_FLOAT : TYPE_DOUBLE,
	};

	if (storage < 0 || access < 0 || layout < 0 || levels < 0)
		return false;
	memcpy(choice.tunables, tuned->tunables, sizeof choice.tunables);
	*variant = choose_one(&choice, storage, access);
	return true;
}

static const char *
storage(const struct variant *variant)
{
	return storages[variant->storage].name;
}

const struct grid_variants plane_variants = { choose, why_illegal, storage, stem, describe, tuned_best };
