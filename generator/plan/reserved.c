#include "generator/plan/reserved.h"

#include "generator/base/arena.h"
#include "generator/base/embedded.h"
#include "generator/base/files.h"
#include "generator/language/grid_kind.h"
#include "generator/text/template_words.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {
#define KEYWORD(name) #name,
#include "generator/plan/keywords.def"
};

static const char *const library_functions[] = {
#define FUNCTION(name, arguments, flops, c_name, ...) #c_name, #c_name "f",
#include "generator/language/functions.def"
};

static const char *const families[] = {
#define GRID(name, domain) #name,
#include "generator/language/grids.def"
};

/* A name in the templates: of which families they are, and whether launchers on planes say it. */
struct word {
	struct word *next;
	const char *name; /* in the template's text */
	size_t length;
	unsigned families;
	bool in_launchers;
};

enum { ALL_FAMILIES = (1 << GRID_COUNT) - 1 };
static const char folder[] = "templates/";

enum { BUCKETS = 1024 };
struct reserved {
	struct arena *arena;
	struct word *buckets[BUCKETS];
	unsigned families; /* with templates of their own */
	unsigned reading;  /* the families of the file being read */
};

/* Where the word is, or would be put. */
static struct word **
find_word(const struct reserved *r, const char *name, size_t length)
{
	unsigned hash = 0;
	struct word *const *at;

	for (size_t i = 0; i < length; i++)
		hash = 31*hash + (unsigned char)name[i];
	for (at = &r->buckets[hash % BUCKETS]; *at; at = &(*at)->next)
		if ((*at)->length == length && !memcmp((*at)->name, name, length))
			break;
	return (struct word **)at;
}

static void
add_word(void *to, const char *name, size_t length, bool in_launcher)
{
	struct reserved *r = to;
	struct word **at = find_word(r, name, length);

	if (!*at) {
		*at = arena_new(r->arena, struct word);
		**at = (struct word){ .name = name, .length = length };
	}
	(*at)->families |= r->reading;
	(*at)->in_launchers |= in_launcher && r->reading == ALL_FAMILIES;
}

/* The families whose kernels are made from a template. */
static unsigned
families_of(const char *path)
{
	for (int i = 0; i < GRID_COUNT; i++) {
		const size_t length = strlen(families[i]);

		if (!strncmp(path, families[i], length) && path[length] == '/')
			return 1u << i;
	}
	return ALL_FAMILIES;
}

/* A file that cannot be read says nothing; who needs it reports it. */
static void
read_words(struct reserved *r, const char *directory, const struct embedded *file)
{
	const char *path = file->name + strlen(folder), *text = (const char *)file->text;
	const char *ending = path + strcspn(path, ".");
	const bool header = !strcmp(ending, ".h") || !strcmp(ending, ".cuh");
	size_t size = file->size;

	if (!header && strcmp(ending, ".tmpl") != 0)
		return;
	r->reading = families_of(path);
	if (r->reading != ALL_FAMILIES)
		r->families |= r->reading;
	if (!directory || file_read(r->arena, arena_printf(r->arena, "%s/%s", directory, path), &text, &size, NULL))
		template_words(text, size, header, add_word, r);
}

static struct reserved *
read_all(struct arena *arena, const char *directory)
{
	struct reserved *r = arena_new(arena, struct reserved);

	r->arena = arena;
	for (const struct embedded *file = embedded; file->name; file++)
		if (!strncmp(file->name, folder, strlen(folder)))
			read_words(r, directory, file);
	return r;
}

/* The words of the built-in templates, which all plans of a process share. */
struct built_in {
	struct arena arena;
	struct reserved *words;
};

static void
read_built_in(void *context)
{
	struct built_in *own = context;

	own->words = read_all(&own->arena, NULL);
}

/* The first of several threads keeps its own, until the process ends. */
static const struct reserved *
built_in_words(void)
{
	static _Atomic(struct built_in *) shared;
	struct built_in *found = atomic_load(&shared), *own;

	if (found)
		return found->words;
	own = calloc(1, sizeof *own);
	if (!own || !memory_suffices(read_built_in, own)) {
		if (own)
			arena_free(&own->arena);
		free(own);
		out_of_memory();
	}
	if (atomic_compare_exchange_strong(&shared, &found, own))
		return own->words;
	arena_free(&own->arena);
	free(own);
	return found->words;
}

const struct reserved *
reserved_read(struct arena *arena, const char *directory)
{
	return directory ? read_all(arena, directory) : built_in_words();
}

bool
has_own_templates(const struct reserved *r, enum grid_family family)
{
	return r->families & 1u << family;
}

/* Reads n..n, s..s, n5 and the like; returns what follows. */
static const char *
skip_steps(const char *name, char one, char other)
{
	const char letter = *name;

	if (letter != one && letter != other)
		return name;
	if (isdigit((unsigned char)name[1]))
		return name + 1 + strspn(name + 1, "0123456789");
	while (*name == letter)
		name++;
	return name;
}

/* Whether kernels call an index variable, a pattern or a slot so. */
static bool
is_column_name(const char *name)
{
	if (isupper((unsigned char)*name))
		return !*skip_steps(skip_steps(name, 'N', 'S'), 'W', 'E');
	if (*name == 'p' && name[1])
		name++;
	return !strcmp(name, "c") || !*skip_steps(skip_steps(name, 'n', 's'), 'w', 'e');
}

/* INT_MAX, M_PI: the headers of C define many of these. */
static bool
is_macro_name(const char *name)
{
	return strchr(name, '_') && !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Kernels are STENCIL_STORAGE_ACCESS..., or STENCIL_FAMILY_... of families without storages; the types
 * of their launchers STENCIL_launcher or STENCIL_..._launcher. */
static bool
is_of_stencil(const char *stencil, const char *name)
{
	const size_t length = strlen(stencil);
	const char *rest = name + length + 1;

	return !strncmp(name, stencil, length) && name[length] == '_' && (strchr(rest, '_') || !strcmp(rest, "launcher"));
}

/* Whether macros, helper functions, kernels, launchers, CUDA or HIP may have the name; none
 * of theirs ends in an underscore. */
static bool
is_of_reserved_form(const struct stencil *stencil, const char *name)
{
	return name[strlen(name) - 1] != '_' && (is_macro_name(name) || !strncmp(name, "power", 5)
		|| !strncmp(name, "launch_", 7) || !strncmp(name, "cuda", 4) || !strncmp(name, "hip", 3)
		|| is_of_stencil(stencil->name, name));
}

static bool
is_keyword(const char *name)
{
	for (size_t i = 0; i < sizeof keywords/sizeof *keywords; i++)
		if (!strcmp(name, keywords[i]))
			return true;
	return false;
}

static bool
is_function(const char *name)
{
	for (size_t i = 0; i < sizeof library_functions/sizeof *library_functions; i++)
		if (!strcmp(name, library_functions[i]))
			return true;
	return false;
}

bool
is_reserved(const struct reserved *r, const struct stencil *stencil, const char *name)
{
	const struct word *word = *find_word(r, name, strlen(name));

	return (word && word->families & 1u << grid_domains[stencil->family]) || (!stencil->kind->has_relations && is_column_name(name))
		|| is_keyword(name) || is_function(name) || is_of_reserved_form(stencil, name);
}

/* A launcher has no columns, but its whole file knows the slots of a table. */
bool
is_reserved_in_launcher(const struct reserved *r, const struct stencil *stencil, const char *name)
{
	const struct word *word = *find_word(r, name, strlen(name));

	return (word && word->in_launchers) || (is_column_name(name) && isupper((unsigned char)*name))
		|| is_keyword(name) || is_function(name) || is_of_reserved_form(stencil, name);
}

bool
is_reserved_as_member(const char *name)
{
	return is_keyword(name) || (is_macro_name(name) && name[strlen(name) - 1] != '_');
}
