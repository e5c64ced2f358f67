/* libstencil as a guest of the program that calls it: its children, signals, streams and threads. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

Suite *library_guest_suite(void);

enum { X = 12, Y = 10, Z = 3 };

static struct stencil_error error;
static const struct stencil_shape usual = { .size = { X, Y, Z } };

static struct stencil_plan *
laplap(const char *options)
{
	return stencil_plan_create("stencils/laplap.stencil", NULL, &usual, options, 0, &error);
}

START_TEST(what_is_missing_is_named)
{
	static const char *const said[] = { "no C compiler: nonesuch is not in PATH", "cannot make the cache folder", "cannot compile" };

	if (_i == 0)
		setenv("CC", "nonesuch", 1);
	if (_i == 1)
		setenv("STENCILGEN_CACHE", "/dev/null/cache", 1);
	if (_i == 2)
		setenv("CC", "false", 1);
	ck_assert_ptr_null(laplap("backend=openmp"));
	ck_assert_int_eq(error.code, STENCIL_CODE_UNAVAILABLE);
	ck_assert_msg(strstr(error.text, said[_i]) != NULL, "%s", error.text);
}
END_TEST

/* An empty cache, so that a compiler runs. To be freed. */
static char *
new_cache(void)
{
	const char *parent = getenv("TMPDIR");
	char *folder = malloc(4096);

	snprintf(folder, 4096, "%s/library.XXXXXX", parent ? parent : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	setenv("STENCILGEN_CACHE", folder, 1);
	return folder;
}

static void
remove_cache(char *folder)
{
	char command[5000];

	signal(SIGCHLD, SIG_DFL);
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	ck_assert_int_eq(system(command), 0);
	free(folder);
}

START_TEST(children_of_the_caller_are_left_alone)
{
	char *cache = new_cache();
	const pid_t child = fork();
	struct stencil_plan *plan;
	int status;

	if (!child)
		_exit(42);
	plan = laplap("backend=openmp");
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 42);
	ck_assert_int_eq(waitpid(-1, &status, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
	stencil_plan_destroy(plan);
	remove_cache(cache);
}
END_TEST

/* With SIGCHLD ignored nobody can wait for a compiler; failures are seen all the same. */
START_TEST(ignored_children_do_no_harm)
{
	char *cache = new_cache();
	struct sigaction action;
	struct stencil_plan *plan;

	signal(SIGCHLD, SIG_IGN);
	plan = laplap("backend=openmp");
	ck_assert_msg(plan != NULL, "%s", error.text);
	stencil_plan_destroy(plan);
	setenv("CC", "false", 1);
	ck_assert_ptr_null(laplap("backend=openmp"));
	ck_assert_int_eq(error.code, STENCIL_CODE_UNAVAILABLE);
	ck_assert_int_eq(sigaction(SIGCHLD, NULL, &action), 0);
	ck_assert(action.sa_handler == SIG_IGN);
	remove_cache(cache);
}
END_TEST

/* Takes every child that ends, as some programs do. */
static void *
take_children(void *context)
{
	const int *stop = context;
	const struct timespec a_while = { .tv_nsec = 100000 };

	while (!__atomic_load_n(stop, __ATOMIC_SEQ_CST))
		if (waitpid(-1, NULL, WNOHANG) <= 0)
			nanosleep(&a_while, NULL);
	return NULL;
}

START_TEST(children_may_be_taken_by_the_caller)
{
	char *cache = new_cache();
	struct stencil_plan *plan;
	pthread_t taker;
	int stop = 0;

	ck_assert_int_eq(pthread_create(&taker, NULL, take_children, &stop), 0);
	plan = laplap("backend=openmp");
	ck_assert_msg(plan != NULL, "%s", error.text);
	stencil_plan_destroy(plan);
	setenv("CC", "false", 1);
	ck_assert_ptr_null(laplap("backend=openmp"));
	__atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
	pthread_join(taker, NULL);
	remove_cache(cache);
}
END_TEST

START_TEST(closed_standard_streams_do_no_harm)
{
	char *cache = new_cache();
	struct stencil_plan *plan;
	int kept[3];

	for (int i = 0; i < 3; i++) {
		kept[i] = fcntl(i, F_DUPFD, 20);
		close(i);
	}
	plan = laplap("backend=openmp");
	for (int i = 0; i < 3; i++)
		dup2(kept[i], i);
	ck_assert_msg(plan != NULL, "%s", error.text);
	stencil_plan_destroy(plan);
	remove_cache(cache);
}
END_TEST

/* A locale with decimal commas: one that is there, or made in a folder. Returns false if it cannot be had. */
static bool
use_decimal_commas(const char *folder)
{
	char command[5000];

	if (setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8"))
		return true;
	snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", folder);
	setenv("LOCPATH", folder, 1);
	return !system(command) && setlocale(LC_ALL, "de_DE.UTF-8");
}

START_TEST(decimal_commas_of_the_caller_change_nothing)
{
	static const char text[] = "stencil s { in a; out b; param x = 0.75; b = a*x + 0.25; }";
	static double memory[2*X*Y*Z];
	const size_t bytes = sizeof memory/2;
	char *cache = new_cache(), comma[8];
	struct stencil_param param;
	struct stencil_plan *plan;

	if (!use_decimal_commas(cache)) {
		puts("no locale with decimal commas: it is not tested");
		remove_cache(cache);
		return;
	}
	plan = stencil_plan_create_text(text, NULL, &usual, "backend=openmp", 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_param_at(plan, 0, &param), 0);
	ck_assert_double_eq(param.value, 0.75);
	ck_assert_int_eq(stencil_plan_bind(plan, "a", memory, bytes, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "b", memory + X*Y*Z, bytes, &error), 0);
	memory[0] = 2;
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_double_eq(memory[X*Y*Z], 1.75);
	snprintf(comma, sizeof comma, "%.1f", 0.5);
	ck_assert_str_eq(comma, "0,5");
	stencil_plan_destroy(plan);
	remove_cache(cache);
}
END_TEST

enum { THREADS = 4 };

/* Makes plans of its own, and executes one that all share. */
static void *
work(void *shared)
{
	const int backend = *(const int *)shared;
	static const char *const options[] = { "backend=openmp access=naive", "backend=host access=naive block=8x2x1" };
	double *memory = calloc(2*X*Y*Z, sizeof *memory);
	void *fields[] = { memory, memory + X*Y*Z };
	struct stencil_error own;
	long wrong = 0;

	memory[3*X + 3] = 1;
	for (int i = 0; i < 3; i++) {
		struct stencil_plan *plan = stencil_plan_create("stencils/laplap.stencil", NULL, &usual, options[backend], 0, &own);

		wrong += !plan;
		if (!plan)
			fprintf(stderr, "%s\n", own.text);
		wrong += !plan || stencil_execute_on(plan, fields, NULL, NULL) || memory[X*Y*Z + 3*X + 3] != 20;
		wrong += stencil_plan_create("stencils/laplap.stencil", "none", &usual, options[backend], 0, &own) != NULL;
		stencil_plan_destroy(plan);
	}
	free(memory);
	return (void *)wrong;
}

START_TEST(threads_do_not_disturb_each_other)
{
	char *cache = new_cache();
	pthread_t threads[THREADS];
	int backend = _i;
	void *wrong;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &backend), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &wrong);
		ck_assert_ptr_null(wrong);
	}
	remove_cache(cache);
}
END_TEST

/* Kernels of small grids have one thread, the caller's own loops as many as before; and the policy that kernels load libgomp with is in
 * nobody's environment. */
START_TEST(threads_of_the_caller_are_what_they_were)
{
	void *fields[] = { calloc(X*Y*Z, sizeof (double)), calloc(X*Y*Z, sizeof (double)) };
	struct stencil_plan *plan;
	int (*most)(void);
	void (*set)(int);
	void *openmp;

	unsetenv("OMP_WAIT_POLICY");
	unsetenv("GOMP_SPINCOUNT");
	unsetenv("OMP_NUM_THREADS");
	plan = laplap("backend=openmp");
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_ptr_null(getenv("OMP_WAIT_POLICY"));
	ck_assert_ptr_null(getenv("OMP_NUM_THREADS"));
	openmp = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
	if (openmp) {
		*(void **)&most = dlsym(openmp, "omp_get_max_threads");
		*(void **)&set = dlsym(openmp, "omp_set_num_threads");
		set(5);
		ck_assert_int_eq(stencil_execute_on(plan, fields, NULL, NULL), 0);
		ck_assert_int_eq(most(), 5);
		dlclose(openmp);
	}
	stencil_plan_destroy(plan);
	free(fields[0]);
	free(fields[1]);
}
END_TEST

Suite *
library_guest_suite(void)
{
	Suite *suite = suite_create("library_guest");
	TCase *tests = tcase_create("library_guest");

	tcase_add_loop_test(tests, what_is_missing_is_named, 0, 3);
	tcase_add_test(tests, children_of_the_caller_are_left_alone);
	tcase_add_test(tests, ignored_children_do_no_harm);
	tcase_add_test(tests, children_may_be_taken_by_the_caller);
	tcase_add_test(tests, decimal_commas_of_the_caller_change_nothing);
	tcase_add_test(tests, closed_standard_streams_do_no_harm);
	tcase_add_loop_test(tests, threads_do_not_disturb_each_other, 0, 2);
	tcase_add_test(tests, threads_of_the_caller_are_what_they_were);
	suite_add_tcase(suite, tests);
	return suite;
}
