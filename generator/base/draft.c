#include "generator/base/draft.h"
#include "generator/base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_TRIES = 1000, FIFO_TRIES = 100, FIFO_WAIT = 10000000 /* ns */ };

/* What a link says, as a path from where the link's own path starts. NULL with errno. */
static char *
next_target(const char *path)
{
	const char *slash = strrchr(path, '/');
	const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
	char link[PATH_MAX], *target;
	const ssize_t length = readlink(path, link, sizeof link - 1);

	if (length < 0)
		return NULL;
	link[length] = '\0';
	target = malloc(folder + (size_t)length + 1);
	if (target)
		sprintf(target, "%.*s%s", *link == '/' ? 0 : (int)folder, path, link);
	return target;
}

/* A copy of the path without the links at its end, which may lead nowhere yet. NULL with
 * errno. */
static char *
follow_links(const char *path)
{
	char *target = strdup(path), *next;
	struct stat status;

	for (int links = 0; target && !lstat(target, &status) && S_ISLNK(status.st_mode); links++) {
		next = links < MOST_LINKS ? next_target(target) : NULL;
		if (!next && links == MOST_LINKS)
			errno = ELOOP;
		free(target);
		target = next;
	}
	return target;
}

/* Whether the descriptor is open for the file; if so, it shares the position in it. */
static bool
leads_to(int file, const struct stat *status)
{
	struct stat other;
	const int flags = fcntl(file, F_GETFL);

	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !fstat(file, &other) && other.st_dev == status->st_dev && other.st_ino == status->st_ino;
}

/* Opens what is no regular file. Waits a while for a fifo's reader. */
static int
open_special(const char *path)
{
	const struct timespec wait = { .tv_nsec = FIFO_WAIT };
	int file = -1, flags;

	for (int i = 0; i < FIFO_TRIES; i++) {
		file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (file >= 0 || errno != ENXIO)
			break;
		nanosleep(&wait, NULL);
		errno = ENXIO;
	}
	flags = file < 0 ? -1 : fcntl(file, F_GETFL);
	if (flags >= 0)
		fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
	return file;
}

static int
open_temporary(struct draft *draft, mode_t mode)
{
	const char *slash = strrchr(draft->target, '/');
	const int folder = slash ? (int)(slash - draft->target) + 1 : 0;
	char *name = malloc((size_t)folder + 80);

	for (int i = 0; name && draft->file < 0 && i < MOST_TRIES; i++) {
		sprintf(name, "%.*s.stencilgen-%ld-%d.tmp", folder, draft->target, (long)getpid(), i);
		draft->file = cleanup_create(name);
		if (draft->file < 0 && errno != EEXIST)
			break;
	}
	if (draft->file < 0) {
		const int reason = errno;

		free(name);
		return reason;
	}
	draft->temporary = name;
	return mode && fchmod(draft->file, mode) ? errno : 0;
}

int
draft_open(struct draft *draft, const char *path)
{
	struct stat status;
	const bool exists = !stat(path, &status);

	*draft = (struct draft){ .file = -1 };
	if (!exists && errno != ENOENT)
		return errno;
	if (!*path)
		return ENOENT;
	draft->target = exists && !S_ISREG(status.st_mode) ? strdup(path) : follow_links(path);
	if (!draft->target)
		return errno;
	if (!exists)
		return open_temporary(draft, 0);
	for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++)
		if (leads_to(stream, &status)) {
			fflush(stream == STDOUT_FILENO ? stdout : stderr);
			draft->file = dup(stream);
			return draft->file < 0 ? errno : 0;
		}
	if (!S_ISREG(status.st_mode)) {
		draft->file = open_special(path);
		return draft->file < 0 ? errno : 0;
	}
	if (faccessat(AT_FDCWD, draft->target, W_OK, AT_EACCESS))
		return errno;
	return open_temporary(draft, status.st_mode & 0777);
}

int
draft_write(struct draft *draft, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		const ssize_t count = write(draft->file, at, size);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return count ? errno : EIO;
		at += count;
		size -= (size_t)count;
	}
	return 0;
}

int
draft_close(struct draft *draft, bool on_disk)
{
	int reason = on_disk && draft->temporary && fsync(draft->file) ? errno : 0;

	if (close(draft->file) && !reason)
		reason = errno;
	draft->file = -1;
	return reason;
}

int
draft_keep(struct draft *draft)
{
	if (!draft->temporary)
		return 0;
	if (rename(draft->temporary, draft->target))
		return errno;
	cleanup_forget(draft->temporary);
	free(draft->temporary);
	draft->temporary = NULL;
	return 0;
}

void
draft_discard(struct draft *draft)
{
	if (draft->file >= 0)
		close(draft->file);
	if (draft->temporary) {
		unlink(draft->temporary);
		cleanup_forget(draft->temporary);
	}
	free(draft->temporary);
	free(draft->target);
	*draft = (struct draft){ .file = -1 };
}
