#include "runtime/toolchain/cache_entries.h"

#include "generator/base/arena.h"
#include "generator/base/list.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KEY_LENGTH = 32, RANDOM_LETTERS = 6, USUAL_MEGABYTES = 1000, FRESH_SECONDS = 10, STALE_SECONDS = 3600 };

struct entry {
	const char *path;
	double bytes;
	time_t used;
	bool is_complete; /* else a compilation is, or was, under way in it */
};

struct entries {
	struct entry *items;
	int count, room;
};

/* A key, or a key with the ending of a temporary folder. */
static bool
is_entry(const char *name, bool *is_complete)
{
	const size_t digits = strspn(name, "0123456789abcdef");

	*is_complete = !name[digits];
	return digits == KEY_LENGTH && (*is_complete || name[digits] == '.');
}

/* Of a folder's files. */
static double
bytes_in(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *file;
	struct stat status;
	double bytes = 0;

	while (folder && (file = readdir(folder)))
		if (!fstatat(dirfd(folder), file->d_name, &status, AT_SYMLINK_NOFOLLOW)
				&& S_ISREG(status.st_mode))
			bytes += (double)status.st_size;
	if (folder)
		closedir(folder);
	return bytes;
}

static void
add(struct arena *arena, struct entries *entries, const struct entry *entry)
{
	entries->items = list_grow(arena, entries->items, sizeof *entry, entries->count, &entries->room);
	entries->items[entries->count++] = *entry;
}

/* What has the name of an entry, folders or not: all, or what is incomplete. */
static struct entries
list(struct arena *arena, const char *path, bool all)
{
	struct entries entries = { 0 };
	DIR *folder = opendir(path);
	const struct dirent *file;
	struct stat status;
	struct entry entry;

	while (folder && (file = readdir(folder))) {
		if (!is_entry(file->d_name, &entry.is_complete) || (entry.is_complete && !all))
			continue;
		entry.path = arena_printf(arena, "%s/%s", path, file->d_name);
		if (lstat(entry.path, &status))
			continue;
		entry.used = status.st_mtime;
		entry.bytes = !S_ISDIR(status.st_mode) ? (double)status.st_size : all ? bytes_in(entry.path) : 0;
		add(arena, &entries, &entry);
	}
	if (folder)
		closedir(folder);
	return entries;
}

/* The longest unused first, equal times by name. */
static int
compare(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return a->used != b->used ? (a->used < b->used ? -1 : 1) : strcmp(a->path, b->path);
}

static double
most_bytes(void)
{
	const char *text = getenv("STENCILGEN_CACHE_SIZE");
	char *end;
	double megabytes;

	if (!text)
		return 1e6*USUAL_MEGABYTES;
	megabytes = strtod(text, &end);
	return end == text || *end || !(megabytes >= 0) ? 1e6*USUAL_MEGABYTES : 1e6*megabytes;
}

int
cache_claim(const char *entry)
{
	const int folder = open(entry, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (folder >= 0)
		flock(folder, LOCK_EX | LOCK_NB);
	return folder;
}

/* Whether nobody claims a folder, which was last changed at a time. Its owner takes a moment to claim it. */
static bool
is_free(const char *path, time_t changed, time_t now)
{
	const int folder = now - changed > FRESH_SECONDS ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
	const bool is = folder >= 0 && !flock(folder, LOCK_EX | LOCK_NB);

	if (folder >= 0)
		close(folder);
	return is;
}

/* Whether nobody works on an entry that is incomplete. Not every file system has locks. */
static bool
is_abandoned(const struct entry *entry, time_t now)
{
	return is_free(entry->path, entry->used, now) || now - entry->used > STALE_SECONDS;
}

void
cache_remove_abandoned(const char *folder)
{
	struct arena arena = { 0 };
	const struct entries entries = list(&arena, folder, false);
	const time_t now = time(NULL);

	for (int i = 0; i < entries.count; i++)
		if (is_abandoned(&entries.items[i], now))
			cache_remove(entries.items[i].path);
	arena_free(&arena);
}

void
cache_remove_temporary(const char *parent)
{
	static const size_t begin = sizeof CACHE_TEMPORARY - 1;
	struct arena arena = { 0 };
	DIR *folder = opendir(parent);
	const struct dirent *file;
	const time_t now = time(NULL);
	struct stat status;

	while (folder && (file = readdir(folder))) {
		if (strncmp(file->d_name, CACHE_TEMPORARY, begin) || strlen(file->d_name) != begin + RANDOM_LETTERS)
			continue;
		if (!fstatat(dirfd(folder), file->d_name, &status, AT_SYMLINK_NOFOLLOW) && S_ISDIR(status.st_mode)
				&& status.st_uid == geteuid()) {
			const char *path = arena_printf(&arena, "%s/%s", parent, file->d_name);

			if (is_free(path, status.st_mtime, now))
				cache_remove(path);
		}
	}
	if (folder)
		closedir(folder);
	arena_free(&arena);
}

void
cache_prune(const char *folder, time_t begin)
{
	struct arena arena = { 0 };
	const struct entries entries = list(&arena, folder, true);
	const time_t now = time(NULL);
	const double most = most_bytes();
	double bytes = 0;

	for (int i = 0; i < entries.count; i++)
		bytes += entries.items[i].bytes;
	if (entries.count)
		qsort(entries.items, (size_t)entries.count, sizeof *entries.items, compare);
	for (int i = 0; i < entries.count; i++) {
		const struct entry *entry = &entries.items[i];

		if (entry->is_complete ? most > 0 && bytes > most && entry->used < begin
				: is_abandoned(entry, now)) {
			cache_remove(entry->path);
			bytes -= entry->bytes;
		}
	}
	arena_free(&arena);
}

struct cache_contents
cache_clear(const char *folder)
{
	struct cache_contents contents = { 0 };
	struct arena arena = { 0 };
	const struct entries entries = list(&arena, folder, true);

	for (int i = 0; i < entries.count; i++) {
		cache_remove(entries.items[i].path);
		contents.entries += entries.items[i].is_complete;
		contents.bytes += entries.items[i].bytes;
	}
	arena_free(&arena);
	return contents;
}

void
cache_touch(const char *entry)
{
	utimensat(AT_FDCWD, entry, NULL, 0);
}

/* Removes a file, or a folder with all that is in it. Does not follow links. */
static void
remove_all(int parent, const char *name)
{
	DIR *folder = NULL;
	const struct dirent *file;
	int opened;

	if (!unlinkat(parent, name, 0))
		return;
	opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (opened >= 0) {
		fchmod(opened, 0700); /* its files may go, whatever it allowed */
		folder = fdopendir(opened);
	}
	while (folder && (file = readdir(folder)))
		if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
			remove_all(dirfd(folder), file->d_name);
	if (folder)
		closedir(folder);
	else if (opened >= 0)
		close(opened);
	unlinkat(parent, name, AT_REMOVEDIR);
}

void
cache_remove(const char *entry)
{
	remove_all(AT_FDCWD, entry);
}
