#include "runtime/device/toolchain.h"

#include "generator/base/files.h"
#include "generator/base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Starts a program in a folder, or here, with its outputs going to a file. */
static pid_t
start(const char *const *command, const char *folder, int output)
{
	const pid_t child = fork();

	if (child)
		return child;
	if (output >= 0) {
		dup2(output, STDOUT_FILENO);
		dup2(output, STDERR_FILENO);
	}
	if (!folder || !chdir(folder))
		execvp(command[0], (char *const *)command);
	_exit(127);
}

const char *
program_output(struct arena *arena, const char *const *command)
{
	char text[4096];
	size_t used = 0;
	ssize_t got;
	int ends[2];
	pid_t child;

	if (pipe(ends))
		return "";
	child = start(command, NULL, ends[1]);
	close(ends[1]);
	while (used < sizeof text && (got = read(ends[0], text + used, sizeof text - used)) > 0)
		used += (size_t)got;
	close(ends[0]);
	if (child > 0)
		waitpid(child, NULL, 0);
	return arena_strndup(arena, text, used);
}

int
program_run(const char *const *command, const char *path)
{
	const int output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	pid_t child;
	int status;

	if (output < 0)
		return -1;
	child = start(command, NULL, output);
	close(output);
	if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

/* Compilers run in folders of their own. */
static const char *
absolute(struct arena *arena, const char *path)
{
	char here[4096];

	return *path == '/' || !getcwd(here, sizeof here) ? path
		: arena_printf(arena, "%s/%s", here, path);
}

const char *
cache_folder(struct arena *arena)
{
	const char *own = getenv("STENCILGEN_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own && *own)
		return absolute(arena, own);
	if (xdg && *xdg)
		return absolute(arena, arena_printf(arena, "%s/stencilgen", xdg));
	if (home && *home)
		return absolute(arena, arena_printf(arena, "%s/.cache/stencilgen", home));
	return arena_printf(arena, "/tmp/stencilgen-%ld", (long)getuid());
}

static int
length_of(const char *const *texts)
{
	int count = 0;

	while (texts[count])
		count++;
	return count;
}

/* What an object is made from: compiler, options, files. */
static const char *
key(const struct toolchain *toolchain, const struct build *build)
{
	int count = 1 + length_of(toolchain->command) + length_of(build->sources);
	const char **texts;

	for (const struct build_file *file = build->files; file->name; file++)
		count += 2;
	texts = arena_array(toolchain->arena, const char *, count + 1);
	count = 0;
	texts[count++] = toolchain->version;
	for (const char *const *word = toolchain->command; *word; word++)
		texts[count++] = *word;
	for (const struct build_file *file = build->files; file->name; file++) {
		texts[count++] = file->name;
		texts[count++] = file->text;
	}
	for (const char *const *source = build->sources; *source; source++)
		texts[count++] = *source;
	return content_hash(toolchain->arena, texts);
}

/* One compilation under way. */
struct compilation {
	pid_t process;
	struct build *build;
	const char *folder; /* a temporary one */
};

static void
remove_folder(struct arena *arena, const char *folder, const struct build *build)
{
	for (const struct build_file *file = build->files; file->name; file++)
		unlink(arena_printf(arena, "%s/%s", folder, file->name));
	unlink(arena_printf(arena, "%s/log", folder));
	unlink(arena_printf(arena, "%s/kernel.so", folder));
	rmdir(folder);
}

static bool
fail(char *message, size_t room, const char *what, const char *path)
{
	snprintf(message, room, "cannot %s %s: %s", what, path, strerror(errno));
	return false;
}

static const char **
full_command(const struct toolchain *toolchain, const struct build *build)
{
	const char **command;
	int count = 0, words = 0;

	while (toolchain->command[words])
		words++;
	for (int i = 0; build->sources[i]; i++)
		count++;
	command = arena_array(toolchain->arena, const char *, words + count + 4);
	memcpy(command, toolchain->command, (size_t)words*sizeof *command);
	if (strchr(command[0], '/'))
		command[0] = absolute(toolchain->arena, command[0]);
	command[words++] = "-o";
	command[words++] = "kernel.so";
	for (int i = 0; i < count; i++)
		command[words++] = build->sources[i];
	command[words] = "-lm";
	return command;
}

static bool
begin(const struct toolchain *toolchain, struct compilation *c, char *message, size_t room)
{
	struct arena *arena = toolchain->arena;
	char problem[256], *folder;
	int log;

	folder = arena_printf(arena, "%s.XXXXXX", c->build->folder);
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(folder, 0777) && errno != EEXIST)
			return fail(message, room, "make folder", folder);
		*slash = '/';
	}
	if (!mkdtemp(folder))
		return fail(message, room, "make a folder in", toolchain->cache);
	c->folder = folder;
	for (const struct build_file *file = c->build->files; file->name; file++) {
		const char *path = arena_printf(arena, "%s/%s", folder, file->name);

		if (file_write(path, file->text, strlen(file->text), problem, sizeof problem) == WRITE_FAILED) {
			snprintf(message, room, "cannot write %s: %s", path, problem);
			remove_folder(arena, folder, c->build);
			return false;
		}
	}
	log = open(arena_printf(arena, "%s/log", folder), O_WRONLY | O_CREAT | O_TRUNC, 0666);
	c->process = start(full_command(toolchain, c->build), folder, log);
	if (log >= 0)
		close(log);
	return c->process > 0 || fail(message, room, "start", toolchain->command[0]);
}

/* Files a finished compilation under its key, where another process may have
 * been quicker. */
static bool
end(const struct toolchain *toolchain, const struct compilation *c, int status, char *message,
	size_t room)
{
	struct arena *arena = toolchain->arena;
	const char *log = arena_printf(arena, "%s/log", c->folder), *text = "";
	char problem[256];
	size_t size = 0;

	if (!status && !access(arena_printf(arena, "%s/kernel.so", c->folder), R_OK)) {
		if (!rename(c->folder, c->build->folder))
			return true;
		/* Or what was there is incomplete: someone tidied up. */
		if (access(c->build->object, R_OK))
			remove_folder(arena, c->build->folder, c->build);
		if (rename(c->folder, c->build->folder))
			remove_folder(arena, c->folder, c->build);
		return !access(c->build->object, R_OK)
			|| fail(message, room, "write", c->build->object);
	}
	if (!file_read(arena, log, &text, &size, problem, sizeof problem))
		text = "";
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && !*text)
		snprintf(message, room, "cannot run %s", toolchain->command[0]);
	else if (!*text)
		snprintf(message, room, "%s cannot compile %s and does not say why", toolchain->command[0],
			c->build->sources[0]);
	else
		snprintf(message, room, "%s cannot compile %s:\n%.600s", toolchain->command[0],
			c->build->sources[0], text);
	remove_folder(arena, c->folder, c->build);
	return false;
}

bool
toolchain_build(const struct toolchain *toolchain, struct build *builds, int count, char *message,
	size_t room)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	const int most = cores > 0 ? (int)cores : 1;
	struct compilation *running = arena_array(toolchain->arena, struct compilation, most);
	bool good = true;
	int next = 0, active = 0;

	while (active || (good && next < count)) {
		if (good && next < count && active < most) {
			struct build *build = &builds[next++];

			build->folder = arena_printf(toolchain->arena, "%s/%s", toolchain->cache,
				key(toolchain, build));
			build->object = arena_printf(toolchain->arena, "%s/kernel.so", build->folder);
			if (access(build->object, R_OK)) {
				running[active].build = build;
				good = begin(toolchain, &running[active], message, room);
				active += good;
			}
			continue;
		}
		int status;
		const pid_t done = wait(&status);

		for (int i = 0; i < active; i++)
			if (running[i].process == done) {
				good = end(toolchain, &running[i], status, message, good ? room : 0) && good;
				running[i] = running[--active];
				break;
			}
		if (done < 0)
			return fail(message, room, "wait for", toolchain->command[0]);
	}
	return good;
}
