#include "generator/base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct shared {
	workers_do *work;
	void *context;
	long count, at_a_time;
	atomic_long next;
};

struct worker {
	struct shared *shared;
	int number;
	pthread_t thread;
};

int
workers_count(void)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1 ? 1 : processors < MOST_WORKERS ? (int)processors : MOST_WORKERS;
}

static void *
do_share(void *argument)
{
	const struct worker *worker = argument;
	struct shared *s = worker->shared;
	long first;

	while ((first = atomic_fetch_add(&s->next, s->at_a_time)) < s->count) {
		const long end = s->count - first < s->at_a_time ? s->count : first + s->at_a_time;

		s->work(s->context, worker->number, first, end);
	}
	return NULL;
}

void
workers_share(long count, long at_a_time, workers_do *work, void *context)
{
	struct shared shared = {
		.work = work, .context = context, .count = count, .at_a_time = at_a_time,
	};
	struct worker workers[MOST_WORKERS];
	const long shares = (count + at_a_time - 1)/at_a_time;
	const int most = shares > 1 ? workers_count() : 1, wanted = shares < most ? (int)shares : most;
	int started = 1;

	if (shares < 1)
		return;
	atomic_init(&shared.next, 0);
	for (int i = 0; i < wanted; i++)
		workers[i] = (struct worker){ .shared = &shared, .number = i };
	while (started < wanted && !pthread_create(&workers[started].thread, NULL, do_share, &workers[started]))
		started++;
	do_share(&workers[0]);
	for (int i = 1; i < started; i++)
		pthread_join(workers[i].thread, NULL);
}
