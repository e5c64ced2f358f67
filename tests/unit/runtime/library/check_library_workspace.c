/* libstencil: a workspace of the caller's own, for stencils of several kernels. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *library_workspace_suite(void);

enum { X = 20, Y = 11, Z = 4, POINTS = X*Y*Z, GUARD = 64 };

static const char text[] = "stencil two { in u; out v; t = 2*u[west] - u[east]; v = t[south] + t[north] + 0.1*u; }";
static struct stencil_error error;

static const char *const backends[] = { "backend=openmp", "backend=host" };
static const char *const storing[] = { "backend=openmp store=t", "backend=host store=t" };

static stencil_plan *
plan_of(const char *options, unsigned flags)
{
	const struct stencil_shape shape = { .size = { X, Y, Z } };
	stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, options, flags, &error);

	ck_assert_msg(plan != NULL, "%s", error.text);
	return plan;
}

static void
fill(double *u)
{
	for (int i = 0; i < POINTS; i++)
		u[i] = (i*37) % 101/16.0;
}

/* Memory for a workspace, marked, and marks behind it. */
static unsigned char *
workspace_of(const stencil_plan *plan)
{
	const size_t bytes = stencil_plan_workspace(plan);
	unsigned char *memory = aligned_alloc(256, (bytes + GUARD + 255)/256*256);

	ck_assert_uint_gt(bytes, 0);
	memset(memory, 0xee, bytes + GUARD);
	return memory;
}

static void
check_guard(const stencil_plan *plan, const unsigned char *memory)
{
	for (int i = 0; i < GUARD; i++)
		ck_assert_uint_eq(memory[stencil_plan_workspace(plan) + (size_t)i], 0xee);
}

/* What one kernel makes of u. */
static void
expect(int backend, double *u, double *v)
{
	stencil_plan *plan = plan_of(backends[backend], STENCIL_PLAN_NO_WORKSPACE);

	fill(u);
	memset(v, 0, POINTS*sizeof *v);
	ck_assert_uint_eq(stencil_plan_workspace(plan), 0);
	ck_assert_int_eq(stencil_execute_on(plan, (void *[]){ u, v }, NULL, NULL), 0);
	stencil_plan_destroy(plan);
}

static void
bind(stencil_plan *plan, double *u, double *v)
{
	memset(v, 0, POINTS*sizeof *v);
	ck_assert_int_eq(stencil_plan_bind(plan, "u", u, POINTS*sizeof *u, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "v", v, POINTS*sizeof *v, &error), 0);
}

static int
said(const stencil_plan *plan, int status, const char *words)
{
	return status < 0 && strstr(stencil_status_text(plan, status), words);
}

START_TEST(a_workspace_is_given)
{
	double u[POINTS], v[POINTS], expected[POINTS];
	stencil_plan *plan = plan_of(storing[_i], STENCIL_PLAN_NO_WORKSPACE);
	const size_t bytes = stencil_plan_workspace(plan);
	unsigned char *memory = workspace_of(plan), *other = workspace_of(plan);

	expect(_i, u, expected);
	bind(plan, u, v);
	ck_assert(said(plan, stencil_execute(plan, NULL), "no workspace"));
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, memory, bytes, &error), 0);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_mem_eq(v, expected, sizeof v);
	check_guard(plan, memory);
	memset(v, 0, sizeof v);
	memset(memory, 0xdd, bytes);
	ck_assert_int_eq(stencil_execute_in(plan, (void *[]){ u, v }, NULL, other, NULL), 0);
	ck_assert_mem_eq(v, expected, sizeof v);
	check_guard(plan, other);
	for (size_t i = 0; i < bytes; i++)
		ck_assert_uint_eq(memory[i], 0xdd);
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, NULL, 0, &error), 0);
	ck_assert(said(plan, stencil_execute(plan, NULL), "no workspace"));
	stencil_plan_destroy(plan);
	free(memory);
	free(other);
}
END_TEST

START_TEST(a_plan_has_one_of_its_own)
{
	double u[POINTS], v[POINTS], expected[POINTS];
	stencil_plan *plan = plan_of(storing[_i], 0);
	unsigned char *memory = workspace_of(plan);

	expect(_i, u, expected);
	bind(plan, u, v);
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, memory, stencil_plan_workspace(plan), &error), 0);
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, NULL, 0, &error), 0);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_mem_eq(v, expected, sizeof v);
	ck_assert_uint_eq(memory[0], 0xee);
	stencil_plan_destroy(plan);
	free(memory);
}
END_TEST

START_TEST(wrong_workspaces_are_refused)
{
	double u[POINTS], v[POINTS];
	stencil_plan *plan = plan_of(storing[_i], 0), *unshaped;
	const size_t bytes = stencil_plan_workspace(plan);
	unsigned char *memory = workspace_of(plan);

	bind(plan, u, v);
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, memory + 8, bytes, &error), STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "the workspace is not aligned to 256 bytes");
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, memory, bytes - 1, &error), STENCIL_CODE_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(error.text, "needed are"));
	ck_assert_int_eq(stencil_execute(plan, NULL), 0); /* in its own: these were not taken */
	ck_assert_uint_eq(memory[0], 0xee);
	ck_assert_int_eq(stencil_plan_bind_workspace(plan, (void *)((uintptr_t)v/256*256), bytes, &error), 0);
	ck_assert(said(plan, stencil_execute(plan, NULL), "shares memory"));
	stencil_plan_destroy(plan);
	unshaped = stencil_plan_create_text(text, NULL, NULL, NULL, 0, &error);
	ck_assert_uint_eq(stencil_plan_workspace(unshaped), 0);
	ck_assert_int_eq(stencil_plan_bind_workspace(unshaped, memory, bytes, &error), STENCIL_CODE_ARGUMENT);
	stencil_plan_destroy(unshaped);
	free(memory);
}
END_TEST

struct worker {
	const stencil_plan *plan;
	double *u, v[POINTS];
	unsigned char *workspace;
	int times, status;
};

static void *
work(void *context)
{
	struct worker *w = context;

	for (int i = 0; i < w->times && !w->status; i++)
		w->status = stencil_execute_in(w->plan, (void *[]){ w->u, w->v }, NULL, w->workspace, NULL);
	return NULL;
}

/* Each with arrays of its own. Host execution makes a fiber of each thread of a kernel, which takes TSan half a millisecond. */
START_TEST(threads_have_workspaces_of_their_own)
{
	enum { THREADS = 3 };
	static const int times[] = { 50, 3 };
	static struct worker workers[THREADS];
	double u[THREADS][POINTS], expected[POINTS];
	stencil_plan *plan = plan_of(storing[_i], STENCIL_PLAN_NO_WORKSPACE);
	pthread_t threads[THREADS];

	expect(_i, u[0], expected);
	for (int t = 0; t < THREADS; t++) {
		for (int i = 0; i < POINTS; i++)
			u[t][i] = u[0][i]*(1 << t);
		workers[t] = (struct worker){ .plan = plan, .u = u[t], .workspace = workspace_of(plan), .times = times[_i] };
		ck_assert_int_eq(pthread_create(&threads[t], NULL, work, &workers[t]), 0);
	}
	for (int t = 0; t < THREADS; t++) {
		ck_assert_int_eq(pthread_join(threads[t], NULL), 0);
		ck_assert_int_eq(workers[t].status, 0);
		for (int i = 0; i < POINTS; i++)
			ck_assert_double_eq(workers[t].v[i], expected[i]*(1 << t));
		free(workers[t].workspace);
	}
	stencil_plan_destroy(plan);
}
END_TEST

Suite *
library_workspace_suite(void)
{
	Suite *suite = suite_create("library_workspace");
	TCase *tests = tcase_create("library_workspace");

	tcase_add_loop_test(tests, a_workspace_is_given, 0, 2);
	tcase_add_loop_test(tests, a_plan_has_one_of_its_own, 0, 2);
	tcase_add_loop_test(tests, wrong_workspaces_are_refused, 0, 2);
	tcase_add_loop_test(tests, threads_have_workspaces_of_their_own, 0, 2);
	suite_add_tcase(suite, tests);
	return suite;
}
