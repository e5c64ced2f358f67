#ifndef CPU_TEAM_H
#define CPU_TEAM_H

/*
 * How kernels use the cores of a CPU. By default threads of libgomp that wait for the next kernel spin, which takes the cores from
 * others, and from each other. So they sleep, unless OMP_WAIT_POLICY or GOMP_SPINCOUNT is set; and a kernel has fewer threads on a
 * small grid, unless OMP_NUM_THREADS is set. No bit depends on either.
 *
 * A library must not change its host's environment. But libgomp reads the policy there, when it is loaded, and nowhere else. So the
 * variable is set for the moment in which kernels load libgomp, and is gone afterwards. Where the host has loaded libgomp before, its
 * policy stays. The number of threads is that of the calling thread's launches alone, and is put back after each.
 */

/* What a kernel's OpenMP runtime is asked by. */
struct cpu_team {
	void (*set)(int threads);
	int (*most)(void);
	double work; /* operations of a point */
	double (*points)(const void *grid); /* that a launch updates */
};

/* dlopen of an object that may bring OpenMP, and stays loaded. NULL on failure: see dlerror. */
void *cpu_team_load(const char *path);

/* Divides this machine's cores among processes: each has this many threads at most, unless OMP_NUM_THREADS is set. */
void cpu_team_share(int threads);

/* Whether launches have fewer threads on small grids. */
int cpu_team_is_free(void);

/* Threads of a launch of so much work, of this many at most. */
int cpu_team_size(double work, int most);

/* Around a launch: returns what is to be put back. NULL: does nothing. */
int cpu_team_begin(const struct cpu_team *team, const void *grid);
void cpu_team_end(const struct cpu_team *team, int threads);

#endif
