/* What gcc calls for #pragma omp parallel and for, with threads and barriers that
 * ThreadSanitizer understands. */

#include <pthread.h>
#include <stdlib.h>

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_barrier(void);
int omp_get_thread_num(void);
int omp_get_num_threads(void);

struct team {
	void (*function)(void *);
	void *data;
	int count;
	pthread_barrier_t barrier;
};

struct member {
	struct team *team;
	int number;
	pthread_t thread;
};

static _Thread_local const struct member *self;

static void *
work(void *argument)
{
	self = argument;
	self->team->function(self->team->data);
	self = NULL;
	return NULL;
}

/* As many threads as OMP_NUM_THREADS says, unless another number is asked for. */
void
GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags)
{
	enum { MOST = 16 };
	const char *usual = getenv("OMP_NUM_THREADS");
	struct team team = {
		.function = function, .data = data,
		.count = threads ? (int)threads : usual ? atoi(usual) : 1,
	};
	struct member members[MOST];

	(void)flags;
	if (team.count < 1 || team.count > MOST
			|| pthread_barrier_init(&team.barrier, NULL, (unsigned)team.count))
		abort();
	for (int i = 0; i < team.count; i++) {
		members[i] = (struct member){ .team = &team, .number = i };
		if (i && pthread_create(&members[i].thread, NULL, work, &members[i]))
			abort();
	}
	work(&members[0]);
	for (int i = 1; i < team.count; i++)
		pthread_join(members[i].thread, NULL);
	pthread_barrier_destroy(&team.barrier);
}

void
GOMP_barrier(void)
{
	pthread_barrier_wait(&self->team->barrier);
}

int
omp_get_thread_num(void)
{
	return self ? self->number : 0;
}

int
omp_get_num_threads(void)
{
	return self ? self->team->count : 1;
}
