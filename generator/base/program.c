#include "generator/base/program.h"

#include "generator/base/arena.h"
#include "generator/base/cleanup.h"
#include "generator/base/exit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *name;

static void
end_without_memory(void)
{
	fprintf(stderr, "%s: out of memory\n", name);
	exit(EXIT_IO);
}

void
program_die(int signal_number)
{
	cleanup_remove_all();
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void
watch_for_the_end(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGPIPE, SIGTERM };
	const struct sigaction action = { .sa_handler = program_die };
	struct sigaction before;

	cleanup_own();
	atexit(cleanup_remove_all);
	for (size_t i = 0; i < sizeof signals/sizeof *signals; i++)
		if (!sigaction(signals[i], NULL, &before) && before.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}

void
program_begin(const char *program)
{
	name = program;
	memory_set_last_resort(end_without_memory);
	watch_for_the_end();
	for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
		if (fcntl(file, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) < 0)
			return;
	signal(SIGXFSZ, SIG_IGN);
}
