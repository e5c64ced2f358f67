#ifndef TOOLCHAIN_H
#define TOOLCHAIN_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>

/* A compiler, and the cache of what it made. */
struct build;
struct toolchain {
	struct arena *arena;
	const char *const *command; /* compiler and options, NULL at the end */
	const char *const *libraries; /* behind the sources, NULL at the end */
	const char *version;        /* as the compiler prints it, and the processor */
	const char *cache;          /* a folder: see cache.h */

	/* Compiles in this process as the command says, from a build's files to kernel.so in a folder, with what is to be told
	 * in the log; returns as program_wait does. Called from several threads. NULL: the command is a program. */
	int (*compile)(const char *const *command, const struct build *build, const char *folder, const char *log);

	/* Called with the number of builds that are not in the cache, and after each of these. NULL: not
	 * called. */
	void (*building)(void *context, int count, int done);
	void *context;
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

/* Builds what is not in the cache, as many at a time as there are cores. On
 * failure the error names the first build that failed, with the beginning of
 * what the compiler said. */
bool toolchain_build(const struct toolchain *toolchain, struct build *builds, int count, struct error *error);

#endif
