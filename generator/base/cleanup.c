#include "generator/base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct leftover {
	struct leftover *next;
	char path[];
};

static const int signals[] = { SIGHUP, SIGINT, SIGPIPE, SIGTERM };
enum { SIGNALS = sizeof signals/sizeof *signals };

/* Changed only while the signals are blocked, so that the handler finds it whole. */
static struct leftover *volatile leftovers;
static pid_t owner; /* the process that removes files at its end; 0: none */

void
cleanup_remove_all(void)
{
	if (getpid() != owner)
		return;
	for (const struct leftover *l = leftovers; l; l = l->next)
		if (unlink(l->path))
			rmdir(l->path);
}

void
cleanup_own(void)
{
	owner = getpid();
}

static void
block(sigset_t *before)
{
	sigset_t blocked;

	sigemptyset(&blocked);
	for (int i = 0; i < SIGNALS; i++)
		sigaddset(&blocked, signals[i]);
	pthread_sigmask(SIG_BLOCK, &blocked, before);
}

static void
unblock(const sigset_t *before)
{
	const int error = errno;

	pthread_sigmask(SIG_SETMASK, before, NULL);
	errno = error;
}

static struct leftover *
new_leftover(const char *path)
{
	struct leftover *leftover = owner ? malloc(sizeof *leftover + strlen(path) + 1) : NULL;

	if (leftover)
		strcpy(leftover->path, path);
	return leftover;
}

static void
add(struct leftover *leftover)
{
	leftover->next = leftovers;
	leftovers = leftover;
}

int
cleanup_create(const char *path)
{
	struct leftover *leftover = new_leftover(path);
	sigset_t before;
	int file;

	if (!leftover && owner)
		return -1;
	block(&before);
	file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (file >= 0 && leftover)
		add(leftover);
	unblock(&before);
	if (file < 0)
		free(leftover);
	return file;
}

bool
cleanup_create_folder(char *path)
{
	struct leftover *leftover = new_leftover(path);
	sigset_t before;
	bool made;

	if (!leftover && owner)
		return false;
	block(&before);
	made = mkdtemp(path) != NULL;
	if (made && leftover) {
		strcpy(leftover->path, path);
		add(leftover);
	}
	unblock(&before);
	if (!made)
		free(leftover);
	return made;
}

void
cleanup_add(const char *path)
{
	struct leftover *leftover = new_leftover(path);
	sigset_t before;

	if (!leftover)
		return;
	block(&before);
	add(leftover);
	unblock(&before);
}

void
cleanup_forget(const char *path)
{
	struct leftover *before = NULL, *leftover = leftovers;
	sigset_t mask;

	while (leftover && strcmp(leftover->path, path)) {
		before = leftover;
		leftover = leftover->next;
	}
	if (!leftover)
		return;
	block(&mask);
	if (before)
		before->next = leftover->next;
	else
		leftovers = leftover->next;
	unblock(&mask);
	free(leftover);
}
