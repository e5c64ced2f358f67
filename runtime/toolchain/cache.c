#define _XOPEN_SOURCE 700 /* S_ISVTX, realpath */

#include "runtime/toolchain/cache.h"

#include "generator/base/cleanup.h"
#include "runtime/toolchain/cache_entries.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char temporary[PATH_MAX]; /* the folder of --no-cache; empty: not wanted */

/* Compilers run in folders of their own. */
static char *
absolute(struct arena *arena, const char *path)
{
	char here[PATH_MAX];

	return *path == '/' || !getcwd(here, sizeof here) ? arena_printf(arena, "%s", path)
		: arena_printf(arena, "%s/%s", here, path);
}

/* Finds the folder's path; exposed: it is in /tmp, where another user may have made it. */
static char *
choose(struct arena *arena, bool *exposed)
{
	const char *own = getenv("STENCILGEN_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	*exposed = false;
	if (own && *own)
		return absolute(arena, own);
	if (xdg && *xdg)
		return absolute(arena, arena_printf(arena, "%s/stencilgen", xdg));
	if (home && *home)
		return absolute(arena, arena_printf(arena, "%s/.cache/stencilgen", home));
	*exposed = true;
	return arena_printf(arena, "/tmp/stencilgen-%ld", (long)geteuid());
}

/* So that backups leave it out: see bford.info/cachedir. */
static void
tag(struct arena *arena, const char *folder)
{
	static const char text[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
		"# Kernels compiled by stencilrun and stencilbench; --clear-cache removes them.\n";
	const int file = open(arena_printf(arena, "%s/CACHEDIR.TAG", folder),
		O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (file < 0)
		return;
	if (write(file, text, sizeof text - 1) < 0)
		unlink(arena_printf(arena, "%s/CACHEDIR.TAG", folder));
	close(file);
}

/* Keeps errno. */
static bool
is_folder(const char *path)
{
	const int reason = errno;
	struct stat status;
	const bool is = !stat(path, &status) && S_ISDIR(status.st_mode);

	errno = reason;
	return is;
}

/* Whether no other user can put a folder in the place of this one, by a folder on the path to it. */
static bool
check_above(const char *path, const char *remedy, struct error *error)
{
	char above[PATH_MAX];
	struct stat status;

	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		const int length = slash == path ? 1 : (int)(slash - path);

		if (snprintf(above, sizeof above, "%.*s", length, path) >= (int)sizeof above || stat(above, &status))
			return true; /* what is missing is made for us */
		if (S_ISDIR(status.st_mode) && status.st_mode & S_IWOTH && !(status.st_mode & S_ISVTX))
			return error_set(error, EXIT_IO, "other users can replace the cache folder %s: all can write to %s, which has no"
				" sticky bit; chmod o-w or chmod +t it, %s", path, above, remedy);
	}
	return true;
}

/* The same, of the path and of where links in it lead to. */
static bool
check_all_above(const char *path, const char *remedy, struct error *error)
{
	char *real;
	bool good;

	if (!check_above(path, remedy, error))
		return false;
	real = realpath(path, NULL);
	good = !real || check_above(real, remedy, error);
	free(real);
	return good;
}

/* Makes the folder, for us alone, and those above it. */
static bool
make(struct arena *arena, char *folder)
{
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(folder, 0755) && !is_folder(folder))
			return false;
		*slash = '/';
	}
	if (!mkdir(folder, 0700)) {
		tag(arena, folder);
		return true;
	}
	return errno == EEXIST;
}

static bool
inspect(struct arena *arena, char *folder, bool exposed, struct stat *status, struct error *error)
{
	static const char remedy[] = "or give STENCILGEN_CACHE another folder";

	if (!check_above(folder, remedy, error))
		return false;
	if (!make(arena, folder) || (exposed ? lstat : stat)(folder, status))
		return error_set(error, EXIT_IO, "cannot make the cache folder %s: %s; STENCILGEN_CACHE names another,"
			" --no-cache needs none", folder, strerror(errno));
	if (!S_ISDIR(status->st_mode))
		return error_set(error, EXIT_IO, "the cache %s is no folder: name another one by STENCILGEN_CACHE, or give --no-cache", folder);
	return check_all_above(folder, remedy, error);
}

/* Whether no other user can put code into the folder. */
static bool
check(const char *folder, const struct stat *status, struct error *error)
{
	if (status->st_uid != geteuid())
		return error_set(error, EXIT_IO, "the cache folder %s belongs to another user (%ld): STENCILGEN_CACHE"
			" names another, --no-cache needs none", folder, (long)status->st_uid);
	if (status->st_mode & (S_IWGRP | S_IWOTH))
		return error_set(error, EXIT_IO, "other users can write to the cache folder %s: remove that right with chmod go-w,"
			" or give --no-cache", folder);
	return true;
}

const char *
cache_open(struct arena *arena, struct error *error)
{
	struct stat status;
	bool exposed;
	char *folder;

	if (*temporary)
		return arena_printf(arena, "%s", temporary);
	folder = choose(arena, &exposed);
	if (!inspect(arena, folder, exposed, &status, error))
		return NULL;
	if (status.st_mode & S_ISVTX && status.st_mode & (S_IWGRP | S_IWOTH)) {
		folder = arena_printf(arena, "%s/stencilgen-%ld", folder, (long)geteuid());
		if (!inspect(arena, folder, true, &status, error))
			return NULL;
	}
	return check(folder, &status, error) ? folder : NULL;
}

bool
cache_use_temporary(struct error *error)
{
	static const char remedy[] = "or give TMPDIR another folder";
	const char *parent = getenv("TMPDIR");
	struct arena arena = { 0 };
	bool good;
	int length;

	parent = absolute(&arena, parent && *parent ? parent : "/tmp");
	length = snprintf(temporary, sizeof temporary, "%s/" CACHE_TEMPORARY "XXXXXX", parent);
	good = check_all_above(parent, remedy, error) && check_above(temporary, remedy, error);
	if (good && (length >= (int)sizeof temporary || !cleanup_create_folder(temporary)))
		good = error_set(error, EXIT_IO, "cannot make a folder for --no-cache in %s: %s", parent, strerror(errno));
	if (good) {
		cache_claim(temporary); /* until the process ends */
		cache_remove_temporary(parent);
	} else {
		*temporary = '\0';
	}
	arena_free(&arena);
	return good;
}

void
cache_added(const char *path)
{
	if (*temporary)
		cleanup_add(path);
}
