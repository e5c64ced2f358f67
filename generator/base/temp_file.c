#include "generator/base/temp_file.h"
#include "generator/base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
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

/* Many files of a folder may have temporary names at a time, so a name is tried once. */
static int
open_temporary(struct temp_file *temp_file, mode_t mode)
{
	static atomic_int names;
	const char *slash = strrchr(temp_file->target, '/');
	const int folder = slash ? (int)(slash - temp_file->target) + 1 : 0;
	char *name = malloc((size_t)folder + 80);

	for (int i = 0; name && temp_file->file < 0 && i < MOST_TRIES; i++) {
		sprintf(name, "%.*s.stencilgen-%ld-%d.tmp", folder, temp_file->target, (long)getpid(), atomic_fetch_add(&names, 1));
		temp_file->file = cleanup_create(name);
		if (temp_file->file < 0 && errno != EEXIST)
			break;
	}
	if (temp_file->file < 0) {
		const int reason = errno;

		free(name);
		return reason;
	}
	temp_file->temporary = name;
	return mode && fchmod(temp_file->file, mode) ? errno : 0;
}

int
temp_file_open(struct temp_file *temp_file, const char *path)
{
	struct stat status;
	const bool exists = !stat(path, &status);

	*temp_file = (struct temp_file){ .file = -1 };
	if (!exists && errno != ENOENT)
		return errno;
	if (!*path)
		return ENOENT;
	temp_file->target = exists && !S_ISREG(status.st_mode) ? strdup(path) : follow_links(path);
	if (!temp_file->target)
		return errno;
	if (!exists)
		return open_temporary(temp_file, 0);
	for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++)
		if (leads_to(stream, &status)) {
			fflush(stream == STDOUT_FILENO ? stdout : stderr);
			temp_file->file = dup(stream);
			return temp_file->file < 0 ? errno : 0;
		}
	if (!S_ISREG(status.st_mode)) {
		temp_file->file = open_special(path);
		return temp_file->file < 0 ? errno : 0;
	}
	if (faccessat(AT_FDCWD, temp_file->target, W_OK, AT_EACCESS))
		return errno;
	return open_temporary(temp_file, status.st_mode & 0777);
}

int
temp_file_write(struct temp_file *temp_file, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		const ssize_t count = write(temp_file->file, at, size);

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
temp_file_close(struct temp_file *temp_file, bool on_disk)
{
	int reason = on_disk && temp_file->temporary && fsync(temp_file->file) ? errno : 0;

	if (close(temp_file->file) && !reason)
		reason = errno;
	temp_file->file = -1;
	return reason;
}

int
temp_file_keep(struct temp_file *temp_file)
{
	if (!temp_file->temporary)
		return 0;
	if (rename(temp_file->temporary, temp_file->target))
		return errno;
	cleanup_forget(temp_file->temporary);
	free(temp_file->temporary);
	temp_file->temporary = NULL;
	return 0;
}

void
temp_file_discard(struct temp_file *temp_file)
{
	if (temp_file->file >= 0)
		close(temp_file->file);
	if (temp_file->temporary) {
		unlink(temp_file->temporary);
		cleanup_forget(temp_file->temporary);
	}
	free(temp_file->temporary);
	free(temp_file->target);
	*temp_file = (struct temp_file){ .file = -1 };
}
