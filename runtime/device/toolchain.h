#ifndef TOOLCHAIN_H
#define TOOLCHAIN_H

#include "generator/base/arena.h"

#include <stdbool.h>

/* A compiler, and the cache of what it made. */
struct toolchain {
	struct arena *arena;
	const char *const *command; /* compiler and options, NULL at the end */
	const char *version;        /* what the compiler says of itself, and the processor */
	const char *cache;          /* a folder */
};

/* A file that a build needs; its name has no folder. */
struct build_file {
	const char *name, *text;
};

struct build {
	const struct build_file *files; /* a file without a name ends the list */
	const char *const *sources;     /* which of them to compile; NULL ends it */
	const char *folder;             /* out: where files and object are */
	const char *object;             /* out: a shared object */
};

/* Finds a program: a path, or a name in PATH. NULL if there is none. */
const char *find_program(struct arena *arena, const char *name);

/* Runs a program and returns the first line and more of what it prints. */
const char *program_output(struct arena *arena, const char *const *command);

/* Runs a program; what it prints goes to a file. Returns its exit status, -1 if it has
 * none. */
int program_run(const char *const *command, const char *path);

/* The folder for what tools keep between runs: STENCILGEN_CACHE, else
 * XDG_CACHE_HOME/stencilgen, else HOME/.cache/stencilgen, else in /tmp. */
const char *cache_folder(struct arena *arena);

/* Builds what is not in the cache, as many at a time as there are cores. On
 * failure the message names the first build that failed, with the beginning of
 * what the compiler said. */
bool toolchain_build(const struct toolchain *toolchain, struct build *builds, int count,
	char *message, size_t room);

#endif
