/* kill_at.so: with KILL_AT=N ends a process, as SIGKILL does, at its N-th write to, fsync of or rename of a temporary file of the tools,
 * or with KILL_NAME=TEXT of a file with this text in its path. Half of a write is done. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
is_due(const char *path)
{
	static int count;
	const char *at = getenv("KILL_AT"), *name = getenv("KILL_NAME");

	return at && strstr(path, name ? name : ".stencilgen-") && ++count == atoi(at);
}

static int
is_due_for(int file)
{
	char link[64], path[4096];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	length = readlink(link, path, sizeof path - 1);
	path[length < 0 ? 0 : length] = '\0';
	return is_due(path);
}

ssize_t
write(int file, const void *bytes, size_t size)
{
	ssize_t (*next)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");

	if (is_due_for(file)) {
		next(file, bytes, size/2);
		raise(SIGKILL);
	}
	return next(file, bytes, size);
}

ssize_t
pwrite(int file, const void *bytes, size_t size, off_t place)
{
	ssize_t (*next)(int, const void *, size_t, off_t) = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");

	if (is_due_for(file)) {
		next(file, bytes, size > 100 ? size/2 : 0, place);
		raise(SIGKILL);
	}
	return next(file, bytes, size, place);
}

int
fdatasync(int file)
{
	int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");

	if (is_due_for(file))
		raise(SIGKILL);
	return next(file);
}

int
fsync(int file)
{
	int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");

	if (is_due_for(file))
		raise(SIGKILL);
	return next(file);
}

int
rename(const char *from, const char *to)
{
	int (*next)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");

	if (is_due(from))
		raise(SIGKILL);
	return next(from, to);
}
