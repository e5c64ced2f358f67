#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "tests/campaign/campaign.h"

#include "runtime/formats/clock.h"
#include "runtime/toolchain/cache_entries.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	MOST_JOBS = 256,
	TURN = 25,       /* stencils that a process tries: their kernels stay loaded */
	MOST_TIME = 300, /* seconds of processor time that a stencil may take */
	NO_PLACE = 77,
};

/* What a process does, or did when it ended. */
struct worker {
	int number; /* of the stencil */
	bool busy;
	char message[1600];
};

/* Memory of all processes. */
struct shared {
	atomic_int next, done;
	atomic_long kernels, runs;
	struct worker workers[MOST_JOBS];
};

struct schedule {
	struct campaign *campaign;
	struct shared *shared;
	pid_t processes[MOST_JOBS];
	double start;
	int failed;
	bool no_place;
};

static int
total(const struct schedule *s)
{
	return s->campaign->file_count + s->campaign->count;
}

static bool
is_over(const struct schedule *s)
{
	return atomic_load(&s->shared->next) >= total(s)
		|| (s->campaign->seconds > 0 && now() - s->start > s->campaign->seconds);
}

static const char *
folder_of(const struct schedule *s, int number)
{
	return arena_printf(s->campaign->arena, "%s/worker-%d", s->campaign->folder, number);
}

/* Tries stencils until one fails, or it is somebody else's turn. */
static int
work(const struct schedule *s, struct worker *self, const char *folder)
{
	const struct itimerval limit = { .it_value = { .tv_sec = MOST_TIME } };
	struct campaign *campaign = s->campaign;

	for (int p = 0; p < campaign->place_count; p++)
		if (!place_open_device(campaign, &campaign->places[p]))
			return NO_PLACE;
	for (int i = 0; (i < TURN || !campaign->jobs) && !is_over(s); i++) {
		const int number = atomic_fetch_add(&s->shared->next, 1);
		long kernels = 0, runs = 0;

		if (number >= total(s))
			break;
		/* No header of another stencil serves this one. */
		cache_remove(folder);
		mkdir(folder, 0777);
		self->number = number;
		self->busy = true;
		setitimer(ITIMER_PROF, &limit, NULL);
		if (!try_stencil(campaign, folder, number, &kernels, &runs, self->message,
				sizeof self->message))
			return 1;
		self->busy = false;
		atomic_fetch_add(&s->shared->kernels, kernels);
		atomic_fetch_add(&s->shared->runs, runs);
		atomic_fetch_add(&s->shared->done, 1);
	}
	return 0;
}

/* All of it, in this process; ends with the first stencil that fails. */
static int
work_here(struct schedule *s)
{
	const char *folder = arena_printf(s->campaign->arena, "%s/process-%ld", s->campaign->folder, (long)getpid());
	struct worker *self = &s->shared->workers[0];
	const int status = work(s, self, folder);

	s->failed = status == 1;
	s->no_place = status == NO_PLACE;
	if (s->failed)
		printf("FAILED  %s, kept in %s: %s\n", name_of(s->campaign, s->campaign->arena, self->number), folder,
			self->message);
	return 0;
}

static void
start(struct schedule *s, int number)
{
	struct worker *worker = &s->shared->workers[number];

	*worker = (struct worker){ .number = 0 };
	fflush(NULL);
	s->processes[number] = fork();
	if (!s->processes[number]) {
		const int status = work(s, worker, folder_of(s, number));

		fflush(NULL);
		_exit(status);
	}
	if (s->processes[number] < 0) {
		perror("campaign: fork");
		exit(1);
	}
}

/* Keeps what a failing stencil left. */
static void
record(struct schedule *s, int number, int status)
{
	const struct worker *worker = &s->shared->workers[number];
	const char *name = name_of(s->campaign, s->campaign->arena, worker->number);
	const char *kept = arena_printf(s->campaign->arena, "%s/failed/%s", s->campaign->folder, name);
	char ended[64];

	snprintf(ended, sizeof ended, WIFSIGNALED(status) ? "ended by signal %d" : "ended with status %d",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	rename(folder_of(s, number), kept);
	s->failed++;
	printf("FAILED  %s, kept in %s: %s\n", name, kept, *worker->message ? worker->message : ended);
	fflush(stdout);
}

static void
report(const struct schedule *s)
{
	const double seconds = now() - s->start;
	const int done = atomic_load(&s->shared->done);

	printf("%6.0f s: %d stencils, %ld kernels, %ld runs, %d failed; %.2f stencils a second\n", seconds, done,
		atomic_load(&s->shared->kernels), atomic_load(&s->shared->runs), s->failed, done/seconds);
	fflush(stdout);
}

/* Returns the number of a worker that ended, -1 if none did for a while. */
static int
wait_a_while(const struct schedule *s, int *status)
{
	const struct timespec pause = { .tv_nsec = 50000000 };
	const pid_t ended = waitpid(-1, status, WNOHANG);

	for (int i = 0; i < s->campaign->jobs && ended > 0; i++)
		if (s->processes[i] == ended)
			return i;
	nanosleep(&pause, NULL);
	return -1;
}

int
schedule(struct campaign *campaign)
{
	struct schedule s = { .campaign = campaign, .start = now() };
	double next_report = 10;
	int running;

	if (campaign->jobs > MOST_JOBS)
		campaign->jobs = MOST_JOBS;
	s.shared = mmap(NULL, sizeof *s.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s.shared == MAP_FAILED) {
		perror("campaign: mmap");
		return 1;
	}
	for (running = campaign->jobs ? 0 : work_here(&s); running < campaign->jobs; running++)
		start(&s, running);
	while (running > 0) {
		int status, number = wait_a_while(&s, &status);

		if (now() - s.start > next_report) {
			report(&s);
			next_report += 10;
		}
		if (number < 0)
			continue;
		s.no_place |= WIFEXITED(status) && WEXITSTATUS(status) == NO_PLACE;
		if (s.shared->workers[number].busy)
			record(&s, number, status);
		else if (status && !s.no_place)
			printf("FAILED  a worker ended with wait status %d\n", status), s.failed++;
		if (is_over(&s) || s.no_place)
			running--;
		else
			start(&s, number);
	}
	report(&s);
	if (s.no_place)
		return -1;
	if (s.shared->done + s.failed < total(&s))
		printf("no time for %d of %d stencils\n", total(&s) - s.shared->done - s.failed, total(&s));
	printf("%d passed, %d failed\n", atomic_load(&s.shared->done), s.failed);
	return s.failed;
}
