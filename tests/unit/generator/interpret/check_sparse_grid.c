/* The numbering of points on sparse grids. */

#include "generator/base/arena.h"
#include "generator/grids/sparse_grid.h"
#include "tests/unit/generator/interpret/sparse_oracle.h"

#include <check.h>
#include <string.h>

Suite *sparse_grid_suite(void);

static struct arena arena;

static void
tear_down(void)
{
	arena_free(&arena);
}

static bool
is_point(const struct oracle *o, long number, int dim, const int *l, const int *i)
{
	return !memcmp(l, o->l + number*dim, (size_t)dim*sizeof *l) && !memcmp(i, o->i + number*dim, (size_t)dim*sizeof *i);
}

START_TEST(there_are_72_pairs)
{
	int dim, level;

	ck_assert(oracle_pair(ORACLE_PAIRS - 1, &dim, &level));
	ck_assert(!oracle_pair(ORACLE_PAIRS, &dim, &level));
}
END_TEST

/* Places follow one another without a gap, and each leads back to its point. */
START_TEST(points_have_places)
{
	int dim, level, l[ORACLE_DIMENSIONS], i[ORACLE_DIMENSIONS];
	struct sparse_grid grid;
	struct oracle *o;

	ck_assert(oracle_pair(_i, &dim, &level));
	ck_assert(sparse_grid_make(dim, level, false, &grid, NULL));
	o = oracle_create(dim, level);
	ck_assert_int_eq(grid.points, o->count);
	ck_assert_int_eq(grid.group[level], o->count);
	for (long j = 0; j < o->count; j++) {
		if (sparse_grid_place(&grid, o->l + j*dim, o->i + j*dim) != j)
			ck_abort_msg("point %ld is elsewhere", (long)j);
		if (!sparse_grid_point(&grid, (int)j, l, i) || !is_point(o, j, dim, l, i))
			ck_abort_msg("place %ld has another point", (long)j);
	}
	oracle_free(o);
}
END_TEST

/* With padding groups begin at multiples of 32, and what lies between is no point. */
START_TEST(padded_points_have_places)
{
	int dim, level, l[ORACLE_DIMENSIONS], i[ORACLE_DIMENSIONS], found = 0;
	struct sparse_grid grid;
	struct oracle *o;

	ck_assert(oracle_pair(_i, &dim, &level));
	ck_assert(sparse_grid_make(dim, level, true, &grid, NULL));
	o = oracle_create(dim, level);
	ck_assert_int_eq(grid.points, o->count);
	for (int n = 0; n <= level; n++)
		ck_assert_int_eq(grid.group[n] % 32, 0);
	for (int j = 0; j < grid.group[level]; j++) {
		if (!sparse_grid_point(&grid, j, l, i))
			continue;
		if (!is_point(o, found, dim, l, i))
			ck_abort_msg("place %ld has another point", (long)j);
		if (sparse_grid_place(&grid, l, i) != j)
			ck_abort_msg("point %ld is elsewhere", (long)j);
		found++;
	}
	ck_assert_int_eq(found, o->count);
	oracle_free(o);
}
END_TEST

static const struct { int dim, level; long points; } sizes[] = {
	{ 1, 11, 2047 }, { 2, 11, 20481 }, { 3, 10, 47103 }, { 5, 15, 81461247 },
	{ 10, 11, 127574017 }, { 15, 9, 99652607 }, { 15, 10, 518053887 }, { 20, 8, 97047809 },
	{ 20, 9, 665387009 }, { 1, 30, 1073741823 }, { 32, 2, 65 },
	{ 15, 11, -1 }, { 20, 10, -1 }, { 10, 14, -1 }, { 32, 30, -1 }, { 1, 31, -1 }, { 33, 1, -1 },
	{ 0, 1, -1 }, { 1, 0, -1 }, { -1, -1, -1 },
};

START_TEST(grids_have_a_size)
{
	struct sparse_grid grid;
	const bool good = sparse_grid_make(sizes[_i].dim, sizes[_i].level, _i % 2, &grid, NULL);

	ck_assert_int_eq(good ? grid.points : -1, sizes[_i].points);
}
END_TEST

Suite *
sparse_grid_suite(void)
{
	Suite *suite = suite_create("sparse_grid");
	TCase *tests = tcase_create("sparse_grid");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_checked_fixture(tests, NULL, tear_down);
	tcase_add_test(tests, there_are_72_pairs);
	tcase_add_loop_test(tests, points_have_places, 0, ORACLE_PAIRS);
	tcase_add_loop_test(tests, padded_points_have_places, 0, ORACLE_PAIRS);
	tcase_add_loop_test(tests, grids_have_a_size, 0, (int)(sizeof sizes/sizeof *sizes));
	suite_add_tcase(suite, tests);
	return suite;
}
