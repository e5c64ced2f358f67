#ifndef COMPILERS_H
#define COMPILERS_H

#include "generator/base/error.h"
#include "runtime/toolchain/toolchain.h"

/* Commands of compilers, NULL at the end. */

/* Words behind a command, which may be NULL. */
const char **append_words(struct arena *arena, const char **command, const char *const *words);
#define APPEND_WORDS(arena, command, ...) \
	append_words((arena), (command), (const char *const[]){ __VA_ARGS__, NULL })

/* The words of an environment variable if it has any, as of "ccache gcc", else the usual ones. */
const char **compiler_words(struct arena *arena, const char *variable, const char *usual);

/* The library of what gcc or clang calls without being asked to, such as popcount, as a word for the linker. */
const char *compiler_library(struct arena *arena, const char **compiler);

/* Options of gcc and clang: no contraction, and every call of libm is made; they fold none. */
const char **add_exact_options(struct arena *arena, const char **command);

/* The toolchain of a command. The compiler, which begins it, is asked for its version; processor:
 * what else its objects depend on. NULL with an error if the cache cannot be used. */
struct toolchain *toolchain_new(struct arena *arena, const char **compiler, const char *const *command,
	const char *processor, struct error *error);

/* The same of a compiler whose version is known. */
struct toolchain *toolchain_of(struct arena *arena, const char *version, const char *const *command, struct error *error);

/* Embedded files for a build, named by the last part of their path; NULL ends the paths. */
const struct build_file *embedded_sources(struct arena *arena, const char *const *paths);

#endif
