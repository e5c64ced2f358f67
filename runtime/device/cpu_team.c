#include "runtime/device/cpu_team.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a thread must have to do: about ten microseconds, as long as it takes to wake it. */
static const double least_work = 4e5;

extern char **environ;

/* Environments of a moment, which are kept: a thread may still read one. */
struct list {
	struct list *next;
	char *names[];
};
static struct list *lists;

static bool shared; /* OMP_NUM_THREADS was set by cpu_team_share */

/* Whether nobody has loaded libgomp, nor said how its threads wait. */
static bool
wants_policy(void)
{
	void *loaded = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);

	if (loaded)
		dlclose(loaded);
	return !loaded && !getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT");
}

/*
 * Puts a copy of the environment that has the policy, too, in place of it. Other threads may read the environment meanwhile: both
 * lists stay as they are, which is why setenv is not used. Returns what stood there, or NULL if there is no memory.
 */
static char **
add_policy(void)
{
	static char policy[] = "OMP_WAIT_POLICY=passive", *none[] = { NULL };
	char **before = environ ? environ : none;
	struct list *all;
	size_t count = 0;

	while (before[count])
		count++;
	all = malloc(sizeof *all + (count + 2)*sizeof *all->names);
	if (!all)
		return NULL;
	memcpy(all->names, before, count*sizeof *all->names);
	all->names[count] = policy;
	all->names[count + 1] = NULL;
	all->next = lists;
	lists = all;
	__atomic_store_n(&environ, all->names, __ATOMIC_RELEASE);
	return before;
}

/* Unless a host has changed the environment meanwhile. */
static void
remove_policy(char **before)
{
	if (environ == lists->names)
		__atomic_store_n(&environ, before, __ATOMIC_RELEASE);
	else
		unsetenv("OMP_WAIT_POLICY");
}

void *
cpu_team_load(const char *path)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	char **before;
	void *object;

	pthread_mutex_lock(&lock);
	before = wants_policy() ? add_policy() : NULL;
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (object && before) {
		int (*most)(void);

		*(void **)&most = dlsym(object, "omp_get_max_threads"); /* LLVM's runtime reads the environment when it is first asked */
		if (most)
			most();
	}
	if (before)
		remove_policy(before);
	pthread_mutex_unlock(&lock);
	return object;
}

void
cpu_team_share(int threads)
{
	char text[32];

	if (getenv("OMP_NUM_THREADS"))
		return;
	snprintf(text, sizeof text, "%d", threads);
	shared = !setenv("OMP_NUM_THREADS", text, 0);
}

int
cpu_team_is_free(void)
{
	return shared || !getenv("OMP_NUM_THREADS");
}

int
cpu_team_size(double work, int most)
{
	const double threads = work/least_work;

	return threads >= most ? most : threads < 1 ? 1 : (int)threads;
}

int
cpu_team_begin(const struct cpu_team *team, const void *grid)
{
	int most;

	if (!team)
		return 0;
	most = team->most();
	team->set(cpu_team_size(team->work*team->points(grid), most));
	return most;
}

void
cpu_team_end(const struct cpu_team *team, int threads)
{
	if (team)
		team->set(threads);
}
