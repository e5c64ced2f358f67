#include "runtime/cli/interrupt.h"

#include "generator/base/program.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_requested;

static void
request_stop(int signal_number)
{
	if (stop_requested)
		program_die(signal_number);
	stop_requested = 1;
}

void
watch_for_interrupt(void)
{
	struct sigaction action = { .sa_handler = request_stop };

	sigaction(SIGINT, &action, NULL);
}

bool
interrupted(void)
{
	return stop_requested;
}
