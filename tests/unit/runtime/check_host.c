/* The host backend, on kernels written by hand. What the sanitizers find in the
 * wrong ones is shown by host_faults.sh. */

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/host/fibers.h"
#include "tests/kernels/by_hand/sample.h"

Suite *host_suite(void);

static const char *const orders[] = { "forward", "reverse", "shuffle", "shuffle:7" };

enum { ORDERS = sizeof orders/sizeof *orders };

static const struct { int width, height, levels; } sizes[] = {
	{ 37, 13, 5 },
	{ 70, 9, 3 },
	{ 1, 1, 1 },
	{ 64, 8, 4 },
};

enum { SIZES = sizeof sizes/sizeof *sizes };

struct point {
	int i, j, k;
	size_t c;  /* index of the point, */
	int level; /* and of its level */
};

/* What a kernel should have written. */
typedef double expect(const struct sample *s, struct stencil_block block, struct point p);

static double
expect_copy(const struct sample *s, struct stencil_block block, struct point p)
{
	(void)block;
	return s->src[p.c];
}

static double
expect_tile(const struct sample *s, struct stencil_block block, struct point p)
{
	const double *at = s->src + p.c;

	(void)block;
	return at[0] + at[-1] + at[1] + at[-s->grid.row] + at[s->grid.row];
}

static double
expect_other(const struct sample *s, struct stencil_block block, struct point p)
{
	const size_t column = p.c - (size_t)p.level;

	(void)block;
	return s->src[p.c + (size_t)(ptrdiff_t)s->grid.table[column]];
}

static double
expect_pairs(const struct sample *s, struct stencil_block block, struct point p)
{
	const size_t column = p.c - (size_t)p.level;
	const size_t pair = p.c & ~(size_t)1;
	const size_t other = (p.c + (size_t)(ptrdiff_t)s->grid.table[column]) & ~(size_t)1;

	(void)block;
	return s->src[pair] + s->src[other] + (s->src[pair + 1] + s->src[other + 1]);
}

static double
expect_rounds(const struct sample *s, struct stencil_block block, struct point p)
{
	double sum = 0;

	for (int x = p.i%block.x; x >= 0; x--)
		sum += s->src[p.c - (size_t)x];
	return sum;
}

static double
expect_lanes(const struct sample *s, struct stencil_block block, struct point p)
{
	const int lane = p.i%block.x%32, in_segment = lane%8;

	(void)s;
	return lane - in_segment + 2
		+ 1e2*(in_segment < 3 ? lane : lane - 3)
		+ 1e4*(in_segment > 4 ? lane : lane + 3)
		+ 1e6*(lane ^ 5)
		+ 1e8*(lane < 16 ? 1 : 30)
		+ 1e10*11
		+ 1e12*1
		+ 1e13*(lane ^ 9);
}

static const struct {
	const char *name;
	sample_launch *launch;
	expect *expect;
	struct stencil_block block;
} cases[] = {
	{ "copy",        launch_copy,        expect_copy,   { 32, 4, 1 } },
	{ "copy",        launch_copy,        expect_copy,   { 5, 3, 2 } },
	{ "tile",        launch_tile,        expect_tile,   { 16, 8, 1 } },
	{ "tile",        launch_tile,        expect_tile,   { 7, 3, 1 } },
	{ "broadcast",   launch_broadcast,   expect_other,  { 4, 2, 4 } },
	{ "broadcast",   launch_broadcast,   expect_other,  { 8, 4, 2 } },
	{ "broadcast",   launch_broadcast,   expect_other,  { 1, 1, 64 } },
	{ "rounds",      launch_rounds,      expect_rounds, { 32, 2, 2 } },
	{ "rounds",      launch_rounds,      expect_rounds, { 13, 1, 1 } },
	{ "rounds",      launch_rounds,      expect_rounds, { 1024, 1, 1 } },
	{ "late_return", launch_late_return, expect_other,  { 16, 2, 4 } },
	{ "late_return", launch_late_return, expect_other,  { 1, 1, 1 } },
	{ "lanes",       launch_lanes,       expect_lanes,  { 32, 1, 1 } },
	{ "lanes",       launch_lanes,       expect_lanes,  { 64, 2, 8 } },
	{ "constant",    launch_constant,    expect_pairs,  { 32, 4, 2 } },
	{ "large_shared", launch_large_shared, expect_copy, { 32, 4, 2 } },
	{ "large_shared", launch_large_shared, expect_copy, { 227, 2, 1 } },
};

enum { CASES = sizeof cases/sizeof *cases };

static bool
is_inside(const struct sample *s, size_t c, struct point *p)
{
	const int stride = s->grid.stride;
	const int column = (int)(c%(size_t)stride);

	p->c = c;
	p->k = (int)(c/(size_t)stride);
	p->level = p->k*stride;
	p->i = column%s->grid.row - 1;
	p->j = column/s->grid.row - 1;
	return p->i >= 0 && p->i < s->grid.width && p->j >= 0 && p->j < s->grid.height;
}

START_TEST(kernel_is_right_in_all_orders)
{
	const struct stencil_block block = cases[_i/ORDERS].block;
	const char *order = orders[_i%ORDERS];

	ck_assert(fibers_set_order(order));
	for (int n = 0; n < SIZES; n++) {
		struct sample s = sample_make(sizes[n].width, sizes[n].height, sizes[n].levels);
		const int status = cases[_i/ORDERS].launch(&s.grid, s.src, s.dst, block, NULL);
		struct point p;

		ck_assert_int_eq(status, 0);
		for (size_t c = 0; c < s.points; c++) {
			const double want = is_inside(&s, c, &p)
				? cases[_i/ORDERS].expect(&s, block, p) : -1;

			ck_assert_msg(s.dst[c] == want,
				"%s, %s, blocks of %dx%dx%d, size %d: "
				"point %zu is %.17g, not %.17g",
				cases[_i/ORDERS].name, order, block.x, block.y, block.z, n,
				c, s.dst[c], want);
		}
		sample_free(&s);
	}
}
END_TEST

static int
count_nans(sample_launch *launch, const char *order)
{
	const struct stencil_block block = { 32, 1, 1 };
	struct sample s = sample_make(37, 3, 2);
	int nans = 0;

	ck_assert(fibers_set_order(order));
	ck_assert_int_eq(launch(&s.grid, s.src, s.dst, block, NULL), 0);
	for (size_t c = 0; c < s.points; c++)
		nans += isnan(s.dst[c]) != 0;
	sample_free(&s);
	return nans;
}

START_TEST(missing_barrier_gives_nan_in_some_order)
{
	ck_assert_int_eq(count_nans(launch_missing_barrier, "forward"), 0);
	ck_assert_int_gt(count_nans(launch_missing_barrier, "reverse"), 0);
	ck_assert_int_gt(count_nans(launch_missing_barrier, "shuffle"), 0);
}
END_TEST

START_TEST(memory_that_nobody_wrote_is_nan)
{
	for (int n = 0; n < ORDERS; n++)
		ck_assert_int_gt(count_nans(launch_forgotten_load, orders[n]), 0);
}
END_TEST

static const struct {
	sample_launch *launch;
	const char *message;
} hangs[] = {
	{ launch_divergent_barrier, "stencil host: divergent barrier: 27 of 32 threads "
		"of block (1,0,0) returned before __syncthreads\n" },
	{ launch_half_warp, "stencil host: divergent __syncwarp: in warp 0 of block (0,0,0) "
		"lanes 0x0000ffff wait for 0xffff0000, which returned\n" },
};

enum { HANGS = sizeof hangs/sizeof *hangs };

/* Launches in a child, whose death is not the test's. */
static void
launch_and_abort(sample_launch *launch, int messages)
{
	const struct rlimit no_core = { 0, 0 };
	struct sample s = sample_make(37, 3, 2);

	setrlimit(RLIMIT_CORE, &no_core);
	dup2(messages, STDERR_FILENO);
	fibers_set_order("forward");
	launch(&s.grid, s.src, s.dst, (struct stencil_block){ 32, 1, 1 }, NULL);
	_exit(0);
}

START_TEST(waiting_in_vain_aborts)
{
	char message[256];
	size_t length = 0;
	ssize_t got;
	int ends[2], status;
	pid_t child;

	ck_assert_int_eq(pipe(ends), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0)
		launch_and_abort(hangs[_i].launch, ends[1]);
	close(ends[1]);
	while ((got = read(ends[0], message + length, sizeof message - 1 - length)) > 0)
		length += (size_t)got;
	close(ends[0]);
	message[length] = '\0';
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "%s", message);
	ck_assert_str_eq(message, hangs[_i].message);
}
END_TEST

/* CUDA's cudaErrorInvalidValue and cudaErrorInvalidConfiguration. */
enum { INVALID_VALUE = 1, INVALID = 9 };

static const struct {
	struct stencil_block block;
	int status;
} blocks[] = {
	{ { 1024, 1, 1 }, 0 },
	{ { 1, 1024, 1 }, 0 },
	{ { 16, 1, 64 }, 0 },
	{ { 1025, 1, 1 }, INVALID },
	{ { 1, 1025, 1 }, INVALID },
	{ { 1, 1, 65 }, INVALID },
	{ { 64, 64, 1 }, INVALID },
	{ { -1, 1, 1 }, INVALID },
};

START_TEST(block_is_accepted_as_on_a_device)
{
	struct sample s = sample_make(5, 5, 3);

	ck_assert_int_eq(launch_copy(&s.grid, s.src, s.dst, blocks[_i].block, NULL),
		blocks[_i].status);
	sample_free(&s);
}
END_TEST

START_TEST(grid_without_blocks_is_refused)
{
	struct sample s = sample_make(5, 5, 3);

	s.grid.levels = 0;
	ck_assert_int_eq(launch_copy(&s.grid, s.src, s.dst, (struct stencil_block){ 32, 1, 1 },
		NULL), INVALID);
	sample_free(&s);
}
END_TEST

START_TEST(shared_memory_is_limited_as_on_a_device)
{
	static const struct {
		struct stencil_block block;
		int status;
	} steps[] = {
		{ { 49, 1, 1 }, INVALID_VALUE },
		{ { 228, 2, 1 }, INVALID_VALUE },
		{ { 48, 1, 1 }, 0 },
		{ { 227, 2, 1 }, 0 },
	};
	struct sample s = sample_make(5, 5, 3);

	for (size_t i = 0; i < sizeof steps/sizeof *steps; i++)
		ck_assert_int_eq(launch_large_shared(&s.grid, s.src, s.dst, steps[i].block, NULL),
			steps[i].status);
	sample_free(&s);
}
END_TEST

START_TEST(unknown_orders_are_refused)
{
	ck_assert(!fibers_set_order(""));
	ck_assert(!fibers_set_order("backward"));
	ck_assert(!fibers_set_order("shuffled"));
	ck_assert(!fibers_set_order("shuffle:"));
	ck_assert(!fibers_set_order("shuffle:x"));
	ck_assert(fibers_set_order("shuffle:18446744073709551615"));
	ck_assert(fibers_set_order("forward"));
}
END_TEST

Suite *
host_suite(void)
{
	Suite *suite = suite_create("host");
	TCase *tc = tcase_create("host");

	/* First: what a launcher asks for is asked for until the program ends. */
	tcase_add_test(tc, shared_memory_is_limited_as_on_a_device);
	tcase_add_loop_test(tc, kernel_is_right_in_all_orders, 0, CASES*ORDERS);
	tcase_add_test(tc, missing_barrier_gives_nan_in_some_order);
	tcase_add_test(tc, memory_that_nobody_wrote_is_nan);
	tcase_add_loop_test(tc, waiting_in_vain_aborts, 0, HANGS);
	tcase_add_loop_test(tc, block_is_accepted_as_on_a_device, 0,
		sizeof blocks/sizeof *blocks);
	tcase_add_test(tc, grid_without_blocks_is_refused);
	tcase_add_test(tc, unknown_orders_are_refused);
	suite_add_tcase(suite, tc);
	return suite;
}
