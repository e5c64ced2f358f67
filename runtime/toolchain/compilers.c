#include "runtime/toolchain/compilers.h"

#include "generator/base/embedded.h"
#include "generator/base/list.h"
#include "generator/language/ast.h"
#include "runtime/toolchain/cache.h"
#include "runtime/toolchain/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char **
append_words(struct arena *arena, const char **command, const char *const *words)
{
	const int length = command ? count_texts(command) : 0, count = count_texts(words);
	const char **longer = arena_array(arena, const char *, length + count + 1);

	for (int i = 0; i < length; i++)
		longer[i] = command[i];
	for (int i = 0; i < count; i++)
		longer[length + i] = words[i];
	return longer;
}

const char **
add_exact_options(struct arena *arena, const char **command)
{
	/* Where GCC 12 makes vectors of statements it drops (float) from (double)(float)x. */
	command = APPEND_WORDS(arena, command, "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fno-tree-slp-vectorize");
	for (int f = 0; f < FN_COUNT; f++)
		if (!functions[f].exact)
			command = APPEND_WORDS(arena, command,
				arena_printf(arena, "-fno-builtin-%s", functions[f].c_name),
				arena_printf(arena, "-fno-builtin-%sf", functions[f].c_name));
	return command;
}

/* The words of a text, as of "ccache gcc"; NULL: there are none. */
static const char **
words_of(struct arena *arena, const char *text)
{
	const char **words = NULL;
	size_t length;

	for (; *(text += strspn(text, " \t\n")); text += length) {
		length = strcspn(text, " \t\n");
		words = APPEND_WORDS(arena, words, arena_strndup(arena, text, length));
	}
	return words;
}

const char **
compiler_words(struct arena *arena, const char *variable, const char *usual)
{
	const char *own = getenv(variable), **words = own ? words_of(arena, own) : NULL;

	return words ? words : words_of(arena, usual);
}

const char *
compiler_library(struct arena *arena, const char **compiler)
{
	const char **words = words_of(arena, program_output(arena, APPEND_WORDS(arena, compiler, "-print-libgcc-file-name")));

	return words && !access(words[0], R_OK) ? arena_printf(arena, "-Wl,%s", words[0]) : "-lgcc";
}

struct toolchain *
toolchain_of(struct arena *arena, const char *version, const char *const *command, struct error *error)
{
	static const char *const libraries[] = { "-lm", NULL };
	struct toolchain *toolchain = arena_new(arena, struct toolchain);

	toolchain->arena = arena;
	toolchain->command = command;
	toolchain->libraries = libraries;
	toolchain->version = version;
	toolchain->cache = cache_open(arena, error);
	return toolchain->cache ? toolchain : NULL;
}

struct toolchain *
toolchain_new(struct arena *arena, const char **compiler, const char *const *command,
	const char *processor, struct error *error)
{
	return toolchain_of(arena, arena_printf(arena, "%s%s",
		program_output(arena, APPEND_WORDS(arena, compiler, "--version")), processor), command, error);
}

const struct build_file *
embedded_sources(struct arena *arena, const char *const *paths)
{
	const int count = count_texts(paths);
	struct build_file *files = arena_array(arena, struct build_file, count + 1);

	for (int i = 0; i < count; i++)
		files[i] = (struct build_file){ strrchr(paths[i], '/') + 1,
			(const char *)embedded_find(paths[i])->text };
	return files;
}
