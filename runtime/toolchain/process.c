#define _GNU_SOURCE /* pipe2 */

#include "runtime/toolchain/process.h"

#include "generator/base/list.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs "$@" in folder $1 and tells its status at descriptor 3: whoever else waits for children, or ignores
 * SIGCHLD, may take away the one that waitpid would give. What the shell itself says goes nowhere. */
static const char script[] = "cd -- \"$1\" || exit; shift; \"$@\" 2>&1 3>&-; echo $? >&3";
enum { STATUS_FILE = 3 };

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

/* The same file with a descriptor above those that a child gets. Closes the other; -1 with errno. */
static int
moved_up(int file)
{
	const int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, STATUS_FILE + 1);
	const int reason = errno;

	if (file >= 0)
		close(file);
	errno = reason;
	return moved;
}

/* A pipe above those descriptors. Returns false with errno. */
static bool
open_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC))
		return false;
	ends[0] = moved_up(ends[0]);
	ends[1] = moved_up(ends[1]);
	if (ends[0] >= 0 && ends[1] >= 0)
		return true;
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
	return false;
}

/* Starts a program with signals as usual, its input empty and no files but these; status: -1 for none.
 * Returns the child, or -1 with errno. */
static pid_t
start(const char *const *command, int output, int errors, int status)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, usual;
	pid_t child = -1;
	int reason;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGCHLD);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXFSZ);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	reason = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!reason)
		reason = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	if (!reason)
		reason = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
	if (!reason && status >= 0)
		reason = posix_spawn_file_actions_adddup2(&actions, status, STATUS_FILE);
	if (!reason)
		reason = posix_spawnp(&child, command[0], &actions, &attributes, (char *const *)command,
			__atomic_load_n(&environ, __ATOMIC_ACQUIRE)); /* see cpu_team.c */
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	errno = reason;
	return reason ? -1 : child;
}

/* The beginning of what a child writes. */
struct output {
	char text[4097];
	size_t length;
};

/* Reads a file to its end, as much as there is room for. */
static void
read_all(int file, struct output *output)
{
	const size_t most = sizeof output->text - 1;
	ssize_t got = 1;

	while (got && output->length < most) {
		got = read(file, output->text + output->length, most - output->length);
		if (got < 0 && errno != EINTR)
			break;
		output->length += got > 0 ? (size_t)got : 0;
	}
	output->text[output->length] = '\0';
}

/* Waits for one child, if nobody else did. Returns its wait status, or that of one that was killed. */
static int
wait_for(pid_t child)
{
	int status = SIGKILL;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

const char *
program_output(struct arena *arena, const char *const *command)
{
	struct output said = { .length = 0 };
	int ends[2];
	pid_t child;

	if (!open_pipe(ends))
		return "";
	child = start(command, ends[1], ends[1], -1);
	close(ends[1]);
	if (child > 0)
		read_all(ends[0], &said);
	close(ends[0]);
	if (child > 0)
		wait_for(child);
	return arena_strndup(arena, said.text, said.length);
}

/* The shell's command. To be freed; NULL with errno. */
static const char **
in_shell(const char *const *command, const char *folder)
{
	const char *const begin[] = { "/bin/sh", "-c", script, "sh", folder };
	enum { BEGIN = sizeof begin/sizeof *begin };
	const size_t count = (size_t)count_texts(command);
	const char **words = malloc((BEGIN + count + 1)*sizeof *words);

	if (words) {
		memcpy(words, begin, sizeof begin);
		memcpy(words + BEGIN, command, (count + 1)*sizeof *words);
	}
	return words;
}

/* The wait status of a shell's text, or of the shell, if it told nothing. Shells add 128 to signals. */
static int
status_of(const char *text, int shell)
{
	const int code = atoi(text);

	if (!*text)
		return WIFEXITED(shell) && !WEXITSTATUS(shell) ? SIGKILL : shell;
	return code > 128 && code < 128 + 64 ? code - 128 : code << 8;
}

int
program_wait(const char *const *command, const char *folder, const char *output)
{
	const int file = moved_up(open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
	const int nowhere = moved_up(open("/dev/null", O_WRONLY | O_CLOEXEC));
	const char **words = in_shell(command, folder ? folder : ".");
	struct output said = { .length = 0 };
	int ends[2] = { -1, -1 }, status = -1, reason;
	pid_t child = -1;

	if (file >= 0 && nowhere >= 0 && words && open_pipe(ends))
		child = start(words, file, nowhere, ends[1]);
	reason = errno;
	if (ends[1] >= 0)
		close(ends[1]);
	if (child > 0) {
		read_all(ends[0], &said);
		status = status_of(said.text, wait_for(child));
	}
	if (ends[0] >= 0)
		close(ends[0]);
	if (file >= 0)
		close(file);
	if (nowhere >= 0)
		close(nowhere);
	free(words);
	errno = reason;
	return status;
}

int
program_run(const char *const *command, const char *output)
{
	const int status = program_wait(command, NULL, output);

	return status < 0 || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}
