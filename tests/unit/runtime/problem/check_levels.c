#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */

/* A grid of more points than an int can count: the launcher splits the levels,
 * and nothing but the inner columns is touched. The memory is virtual: a level
 * is 2^28 elements long, of which a few pages exist. */

#include "templates/stencil_launch.h"

#include "templates/stencil_grid.h"

#include <check.h>
#include <stdlib.h>
#include <sys/mman.h>

Suite *levels_suite(void);

/* tests/kernels/by_hand/levels.cu */
int launch_copy_regular_idxvar(const struct stencil_grid *grid, const double *src, double *dst,
	struct stencil_block block, void *stream);
int launch_copy_chasing_zslice(const struct stencil_grid *grid, const double *src, double *dst,
	struct stencil_block block, void *stream);

enum { STRIDE = 1 << 28, LEVELS = 20, WIDTH = 5, HEIGHT = 3, ROW = 16, FIRST = 32 };

static double *
reserve(void)
{
	void *memory = mmap(NULL, (size_t)STRIDE*LEVELS*sizeof (double), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static size_t
place(int column, int level)
{
	return (size_t)level*STRIDE + (size_t)column;
}

typedef int launcher(const struct stencil_grid *, const double *, double *, struct stencil_block, void *);

static void
check_copy(launcher *launch, const struct stencil_grid *grid, int (*column)(int))
{
	double *src = reserve(), *dst = reserve();

	ck_assert(src && dst);
	for (int k = 0; k < LEVELS; k++)
		for (int c = 0; c < WIDTH*HEIGHT; c++)
			src[place(column(c), k)] = 1000*k + c + 1;
	ck_assert_int_eq(launch(grid, src, dst, (struct stencil_block){ 8, 2, 2 }, NULL), 0);
	for (int k = 0; k < LEVELS; k++) {
		const int inner = k >= grid->bottom && k < grid->top;

		for (int c = 0; c < WIDTH*HEIGHT; c++)
			ck_assert_double_eq(dst[place(column(c), k)], inner ? 1000*k + c + 1 : 0);
		ck_assert_double_eq(dst[place(FIRST - 1, k)], 0);
		ck_assert_double_eq(dst[place(column(WIDTH*HEIGHT - 1) + 1, k)], 0);
	}
	munmap(src, (size_t)STRIDE*LEVELS*sizeof *src);
	munmap(dst, (size_t)STRIDE*LEVELS*sizeof *dst);
}

static int
regular_column(int c)
{
	return FIRST + c % WIDTH + c/WIDTH*ROW;
}

static int
dense_column(int c)
{
	return FIRST + c;
}

static const struct stencil_grid base = {
	.first = FIRST, .end = FIRST + WIDTH*HEIGHT, .width = WIDTH, .height = HEIGHT, .row = ROW,
	.bottom = 1, .top = LEVELS - 1, .levels = LEVELS, .stride = STRIDE,
};

START_TEST(regular_grid)
{
	check_copy(launch_copy_regular_idxvar, &base, regular_column);
}
END_TEST

START_TEST(columns_in_any_order)
{
	check_copy(launch_copy_chasing_zslice, &base, dense_column);
}
END_TEST

START_TEST(plane_too_large)
{
	struct stencil_grid grid = base;
	double none = 0;

	grid.stride = 2147483647;
	ck_assert_int_ne(launch_copy_regular_idxvar(&grid, &none, &none,
		(struct stencil_block){ 8, 2, 2 }, NULL), 0);
}
END_TEST

/* Blocks of one column and many rows: their threads are counted past the last column. */
START_TEST(column_numbers_past_the_largest_int)
{
	const struct stencil_grid grid = { .end = INT_MAX, .width = 1, .height = 1, .stride = INT_MAX };

	ck_assert_int_eq(stencil_unstructured_blocks(&grid, 1, 1024).x, 0);
	ck_assert_int_eq(stencil_unstructured_blocks(&grid, 1, 1).x, 1);
}
END_TEST

Suite *
levels_suite(void)
{
	Suite *suite = suite_create("levels");
	TCase *tcase = tcase_create("more than 2^31 points");

	tcase_add_test(tcase, regular_grid);
	tcase_add_test(tcase, columns_in_any_order);
	tcase_add_test(tcase, plane_too_large);
	tcase_add_test(tcase, column_numbers_past_the_largest_int);
	suite_add_tcase(suite, tcase);
	return suite;
}
