#define _GNU_SOURCE /* pipe2 */

#include "runtime/device/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

const char *
find_program(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");

	if (strchr(name, '/'))
		return access(name, X_OK) ? NULL : name;
	while (path && *path) {
		const size_t length = strcspn(path, ":");
		const char *candidate = arena_printf(arena, "%.*s/%s", (int)length, path, name);

		if (!access(candidate, X_OK))
			return candidate;
		path += length + (path[length] == ':');
	}
	return NULL;
}

/* Becomes the program. Only async-signal-safe functions may be called here: other threads
 * may have held locks at the fork. */
static _Noreturn void
become(const char *const *command, const char *folder, int input, int output)
{
	sigset_t none;

#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGXFSZ, SIG_DFL);
	if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0
			&& dup2(output, STDERR_FILENO) >= 0 && (!folder || !chdir(folder)))
		execvp(command[0], (char *const *)command);
	_exit(127);
}

/* Returns the child, or -1 with errno. */
static pid_t
start(const char *const *command, const char *folder, int output)
{
	const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	const pid_t child = input < 0 ? -1 : fork();
	const int reason = errno;

	if (!child)
		become(command, folder, input, output);
	if (input >= 0)
		close(input);
	errno = reason;
	return child;
}

static int
wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

const char *
program_output(struct arena *arena, const char *const *command)
{
	char text[4096];
	size_t used = 0;
	ssize_t got = 1;
	int ends[2];
	pid_t child;

	if (pipe2(ends, O_CLOEXEC))
		return "";
	child = start(command, NULL, ends[1]);
	close(ends[1]);
	while (child > 0 && used < sizeof text && got) {
		got = read(ends[0], text + used, sizeof text - used);
		if (got < 0 && errno != EINTR)
			break;
		used += got > 0 ? (size_t)got : 0;
	}
	close(ends[0]);
	if (child > 0)
		wait_for(child);
	return arena_strndup(arena, text, used);
}

int
program_wait(const char *const *command, const char *folder, const char *output)
{
	const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	pid_t child;
	int reason;

	if (file < 0)
		return -1;
	child = start(command, folder, file);
	reason = errno;
	close(file);
	errno = reason;
	return child < 0 ? -1 : wait_for(child);
}

int
program_run(const char *const *command, const char *output)
{
	const int status = program_wait(command, NULL, output);

	return status < 0 || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}
