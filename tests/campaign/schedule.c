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
	struct outcome outcome;
};

/* Memory of all processes. */
struct shared {
	atomic_int next, passed, tried; /* tried: of a class, accepted or failed */
	atomic_long kernels, runs;
	struct worker workers[MOST_JOBS];
};

struct schedule {
	struct campaign *campaign;
	struct shared *shared;
	pid_t processes[MOST_JOBS];
	double start;
	const char *journal;
	bool *known; /* by number: the journal has it */
	int failed;
	bool no_place;
};

enum { MOST_REFUSED = 20 }; /* stencils of a class, of which one is not refused */

static bool
is_class(const struct schedule *s)
{
	return s->campaign->class != CLASS_NONE;
}

/* Numbers of stencils end there. */
static int
total(const struct schedule *s)
{
	return s->campaign->file_count + s->campaign->count*(is_class(s) ? MOST_REFUSED : 1);
}

static bool
is_over(const struct schedule *s)
{
	return atomic_load(&s->shared->next) >= total(s)
		|| (is_class(s) && atomic_load(&s->shared->tried) >= s->campaign->file_count + s->campaign->count)
		|| (s->campaign->seconds > 0 && now() - s->start > s->campaign->seconds);
}

static void
add_known(void *context, const char *name, const struct outcome *outcome)
{
	struct schedule *s = context;
	int number = s->campaign->file_count + atoi(name + 1) - s->campaign->first;

	for (int i = 0; i < s->campaign->file_count; i++)
		if (!strcmp(name_of(s->campaign, s->campaign->arena, i), name))
			number = i;
	if (number < 0 || number >= total(s) || strcmp(name_of(s->campaign, s->campaign->arena, number), name) != 0 || s->known[number])
		return;
	s->known[number] = true;
	atomic_fetch_add(&s->shared->passed, outcome->result == RESULT_PASSED);
	atomic_fetch_add(&s->shared->tried, outcome->result != RESULT_REFUSED);
	s->failed += outcome->result == RESULT_FAILED;
	if (outcome->result == RESULT_FAILED)
		printf("FAILED  %s, as the journal has it: %s\n", name, outcome->message);
}

/* The stencils of a class that were tried before. */
static void
go_on(struct schedule *s)
{
	s->journal = journal_of(s->campaign);
	s->known = arena_array(s->campaign->arena, bool, total(s) + 1);
	if (journal_read(s->journal, add_known, s))
		printf("goes on with %s: %d stencils are done\n", s->journal, atomic_load(&s->shared->tried));
}

const char *
journal_of(const struct campaign *campaign)
{
	return arena_printf(campaign->arena, "%s/journal", campaign->folder);
}

static const char *
folder_of(const struct schedule *s, int number)
{
	return arena_printf(s->campaign->arena, "%s/worker-%d", s->campaign->folder, number);
}

static bool
write_journal(const struct schedule *s, int number, const struct outcome *outcome)
{
	return !is_class(s) || journal_append(s->journal, name_of(s->campaign, s->campaign->arena, number), outcome);
}

static void
count_outcome(const struct schedule *s, const struct outcome *outcome)
{
	const bool is_refused = outcome->result == RESULT_REFUSED;

	atomic_fetch_add(&s->shared->kernels, outcome->kernels);
	atomic_fetch_add(&s->shared->runs, outcome->runs);
	atomic_fetch_add(&s->shared->passed, !is_class(s) || !is_refused);
	atomic_fetch_add(&s->shared->tried, !is_refused);
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
		struct outcome *outcome = &self->outcome;

		if (number >= total(s))
			break;
		if (s->known && s->known[number])
			continue;
		/* No header of another stencil serves this one. */
		cache_remove(folder);
		mkdir(folder, 0777);
		self->number = number;
		*self->outcome.message = '\0';
		self->busy = true;
		setitimer(ITIMER_PROF, &limit, NULL);
		try_stencil(campaign, folder, number, outcome);
		if (outcome->result == RESULT_FAILED || !write_journal(s, number, outcome))
			return 1;
		self->busy = false;
		count_outcome(s, outcome);
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
			self->outcome.message);
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
	struct worker *worker = &s->shared->workers[number];
	const char *name = name_of(s->campaign, s->campaign->arena, worker->number);
	const char *kept = arena_printf(s->campaign->arena, "%s/failed/%s", s->campaign->folder, name);
	char ended[64];

	snprintf(ended, sizeof ended, WIFSIGNALED(status) ? "ended by signal %d" : "ended with status %d",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	cache_remove(kept);
	rename(folder_of(s, number), kept);
	s->failed++;
	atomic_fetch_add(&s->shared->tried, 1);
	worker->outcome.result = RESULT_FAILED;
	if (!*worker->outcome.message)
		snprintf(worker->outcome.message, sizeof worker->outcome.message, "%s", ended);
	printf("FAILED  %s, kept in %s: %s\n", name, kept, worker->outcome.message);
	if (!write_journal(s, worker->number, &worker->outcome))
		printf("FAILED  %s cannot be written\n", s->journal);
	fflush(stdout);
}

static void
report(const struct schedule *s)
{
	const double seconds = now() - s->start;
	const int done = atomic_load(&s->shared->passed);

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
	if (is_class(&s))
		go_on(&s);
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
	campaign->passed = atomic_load(&s.shared->passed);
	if (campaign->passed + s.failed < campaign->file_count + campaign->count)
		printf("no time for %d of %d stencils\n", campaign->file_count + campaign->count - campaign->passed - s.failed,
			campaign->file_count + campaign->count);
	return s.failed;
}
