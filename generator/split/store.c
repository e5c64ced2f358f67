#include "generator/split/split.h"

#include "generator/base/hash.h"
#include "generator/base/suggest.h"

#include <string.h>

static const char separators[] = "+/";

/* The suffix is part of names of files, which have at most 255 characters; of some names it spells out the first ones
 * and has a hash of all. */
enum { MOST_SPELLED = 72, HASH_DIGITS = 8 };

static bool
is_none(const char *store)
{
	return !store || !*store || !strcmp(store, "none");
}

static void
report_unknown(const struct split *split, const char *name)
{
	const struct stencil *stencil = split->stencil;
	const char **names = arena_array(split->arena, const char *, stencil->temp_count + 1), *meant;
	int count = 0;

	for (const struct temp *t = stencil->temps; t; t = t->next)
		names[count++] = t->name;
	meant = suggest(name, names, count);
	error_at(split->source, stencil->span, "--store %s: '%s' has no such temporary%s%s%s", name, stencil->name,
		meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

/* What constants a version is made of, which is then computed where it is needed; NULL: it can be kept. */
static const char *
constants_of(const struct temp *t)
{
	return t->uniform ? "params" : t->one_valued && !t->scalar ? "numbers" : NULL;
}

/* Keeps all versions of a name that fields are made of. */
static bool
store_name(struct split *split, const char *name, int group, const bool *live)
{
	const bool apart = split->stencil->kind->stores_apart;
	const struct temp *constant = NULL;
	struct error error;
	bool found = false;

	for (const struct temp *t = split->stencil->temps; t; t = t->next) {
		if (strcmp(t->name, name) != 0)
			continue;
		if (apart && !split_can_be_stored(t, &error)) {
			error_at(split->source, t->span, "--store %s: %s; leave it out", name, error.text);
			return false;
		}
		if (!apart && constants_of(t)) {
			constant = constant ? constant : t;
			continue;
		}
		found = true;
		split->kept[t->index] = live[t->index];
		split->store_group[t->index] = group;
	}
	if (found)
		return true;
	if (constant)
		error_at(split->source, constant->span, "--store %s: it depends on %s only, so there is nothing to store; leave it out",
			name,
			constants_of(constant));
	else
		report_unknown(split, name);
	return false;
}

bool
split_read_store(struct split *split, const char *store)
{
	const bool *live = split_live(split);
	const char *all = store;
	int group = 1;

	for (const struct temp *t = split->stencil->temps; t; t = t->next)
		split->kept[t->index] |= live[t->index] && (split_is_stored(t) || t->by_level);
	if (is_none(store))
		return true;
	for (;;) {
		const size_t length = strcspn(store, separators);

		if (!length || (split->stencil->kind->stores_apart && store[length] == '/')) {
			error_at(split->source, split->stencil->span, !length ? "--store %s: a name is missing"
				: "--store %s: on a mesh each temporary has a kernel of its own, NAME+NAME", all);
			return false;
		}
		if (!store_name(split, arena_strndup(split->arena, store, length), group, live))
			return false;
		store += length;
		if (!*store)
			return true;
		group += *store++ == '/';
	}
}

/* Names one after the other, as many as have room, and how many have none. */
static const char *
spell_names(struct arena *arena, const char *store, int *left)
{
	const char *spelled = "";

	*left = 0;
	for (const char *between = "_store_"; *store; store += strspn(store, separators)) {
		const size_t length = strcspn(store, separators);
		const char *longer = arena_printf(arena, "%s%s%.*s", spelled, between, (int)length, store);

		if (!*left && strlen(longer) <= MOST_SPELLED)
			spelled = longer;
		else
			++*left;
		store += length;
		between = *store == '/' ? "_then_" : "_";
	}
	return spelled;
}

const char *
store_suffix(struct arena *arena, const char *store)
{
	const char *const texts[] = { store, NULL };
	const char *spelled;
	int left;

	if (is_none(store))
		return "";
	spelled = spell_names(arena, store, &left);
	return !left ? spelled
		: arena_printf(arena, "%s_and_%d_more_%.*s", spelled, left, HASH_DIGITS, content_hash(arena, texts));
}
