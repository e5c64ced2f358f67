#include "runtime/streams/cpu_team.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* What a thread must have to do: about ten microseconds, as long as it takes to wake it. */
static const double least_work = 4e5;

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

void *
cpu_team_load(const char *path)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	bool wants;
	void *object;

	pthread_mutex_lock(&lock);
	wants = wants_policy();
	if (wants)
		setenv("OMP_WAIT_POLICY", "passive", 0);
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (object && wants) {
		int (*most)(void);

		*(void **)&most = dlsym(object, "omp_get_max_threads"); /* LLVM's runtime reads the environment when it is first asked */
		if (most)
			most();
	}
	if (wants)
		unsetenv("OMP_WAIT_POLICY");
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
