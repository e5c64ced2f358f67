/* Tables of neighbours, and their patterns. */

#include "tests/unit/runtime/grid/grids.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>

Suite *relations_suite(void);

/* Checks every relation of the column in place p. */
static void
check_ways(const struct grid *grid, const int *columns, int p)
{
	const int width = grid->spec.size[0], height = grid->spec.size[1];

	for (int r = 0; r < DIRECT; r++) {
		const int x = columns[p] % width + grid_relations[r].x;
		const int y = columns[p]/width + grid_relations[r].y;
		const bool exists = columns[p] >= 0 && x >= 0 && x < width && y >= 0 && y < height;
		const int offset = exists ? grid->position[y*width + x] - p : 0;

		if ((columns[p] >= 0 || !grid->spec.compressed) && find_offset(grid, r, p) != offset)
			ck_abort_msg("relation %d of %d", r, p);
	}
}

START_TEST(tables_lead_to_neighbours)
{
	struct grid_spec spec = shape_spec(_i/ORDERS/4);
	spec.order = grid_orders[_i/4 % ORDERS];
	spec.compressed = _i % 2;
	spec.innermost = _i/2 % 2;
	struct grid *grid = create_grid(&spec);
	int *columns = columns_by_position(grid);

	ck_assert_uint_eq(grid->entries,
		DIRECT*(size_t)(spec.compressed ? grid->view.patterns : grid->view.stride));
	for (int p = 0; p < grid->view.stride; p++) {
		check_ways(grid, columns, p);
		if (spec.compressed && columns[p] < 0)
			ck_assert_int_eq(grid->view.pattern[p], 0);
	}
	free(columns);
	grid_free(grid);
}
END_TEST

START_TEST(chasing_twice_is_direct)
{
	struct grid_spec spec = shape_spec(0);
	spec.order = grid_orders[_i/4];
	spec.compressed = _i % 2;
	spec.innermost = _i/2 % 2;
	struct grid *grid = create_grid(&spec);

	for (int p = grid->view.first; p < grid->view.end; p++) {
		for (int r = CHASING; r < DIRECT; r++) {
			int there = p;

			for (int s = 0; s < CHASING; s++) {
				const int steps = grid_relations[s].x*grid_relations[r].x
					+ grid_relations[s].y*grid_relations[r].y;

				for (int i = 0; i < steps; i++)
					there += find_offset(grid, s, there);
			}
			if (there != p + find_offset(grid, r, p))
				ck_abort_msg("relation %d of %d", r, p);
		}
	}
	grid_free(grid);
}
END_TEST

/* Table 6.7 of the thesis: 512x512 columns, halo 2. */
static const struct {
	enum order_kind order;
	int relations, alignment, patterns;
} pattern_counts[] = {
	{ORDER_ROW, CHASING, 16, 2054}, {ORDER_ROW, DIRECT, 16, 4093},
	{ORDER_ZCURVE, CHASING, 16, 2435}, {ORDER_ZCURVE, DIRECT, 16, 5299},
	{ORDER_ROW, CHASING, 32, 2054}, {ORDER_ROW, DIRECT, 32, 4093},
	{ORDER_ZCURVE, CHASING, 32, 2435}, {ORDER_ZCURVE, DIRECT, 32, 5299},
};

START_TEST(patterns_are_as_many_as_in_the_thesis)
{
	const struct grid_spec spec = {
		.size = {512, 512, 64},
		.low = {2, 2, 0},
		.high = {2, 2, 0},
		.alignment = pattern_counts[_i].alignment,
		.order = {.kind = pattern_counts[_i].order, .width = 16},
		.relations = grid_relations,
		.relation_count = pattern_counts[_i].relations,
		.compressed = true,
	};
	struct grid *grid = create_grid(&spec);

	ck_assert_int_eq(grid->view.patterns, pattern_counts[_i].patterns);
	grid_free(grid);
}
END_TEST

START_TEST(patterns_of_many_columns_come_last)
{
	struct grid_spec spec = shape_spec(_i % SHAPES);
	spec.compressed = true;
	spec.innermost = _i >= SHAPES;
	struct grid *grid = create_grid(&spec);
	const int patterns = grid->view.patterns;
	int *users = calloc((size_t)patterns, sizeof *users);
	int *first = calloc((size_t)patterns, sizeof *first);
	int *columns = columns_by_position(grid);

	for (int p = 0; p < grid->view.stride; p++) {
		const int row = grid->view.pattern[p];

		if (columns[p] >= 0 && !users[row]++)
			first[row] = p;
	}
	for (int row = 0; row < patterns; row++) {
		ck_assert_int_gt(users[row], 0);
		if (row > 0)
			ck_assert(users[row - 1] < users[row]
				|| (users[row - 1] == users[row] && first[row - 1] < first[row]));
	}
	free(users);
	free(first);
	free(columns);
	grid_free(grid);
}
END_TEST

static const struct {
	bool compressed;
	int x, y, slot; /* slot -1: the pattern */
	int value;
	const char *message;
} corrupted[] = {
	{false, 0, 0, 0, -1, "column (0,0), relation (-1,0): offset -1 leads to no column"},
	{false, 5, 9, 7, INT_MAX,
		"column (5,9), relation (1,1): offset 2147483647 leads to no column"},
	{false, 20, 16, 11, INT_MIN,
		"column (20,16), relation (0,2): offset -2147483648 leads to no column"},
	{false, 0, 0, 2, 75, "column (0,0), relation (1,0): offset 75 leads to no column"},
	{true, 2, 2, 3, -1000, "column (2,2), relation (0,1): offset -1000 leads to no column"},
	{true, 2, 2, -1, -1, "column (2,2) has pattern -1, expected 0 to 104"},
	{true, 2, 2, -1, 105, "column (2,2) has pattern 105, expected 0 to 104"},
};

START_TEST(corrupted_tables_are_refused)
{
	struct grid_spec spec = shape_spec(3);
	spec.compressed = corrupted[_i].compressed;
	struct grid *grid = create_grid(&spec);
	const int p = grid->position[corrupted[_i].y*spec.size[0] + corrupted[_i].x];
	const int slot = corrupted[_i].slot;
	struct error error = { 0 };

	if (slot < 0)
		grid->pattern[p] = corrupted[_i].value;
	else if (spec.compressed)
		grid->table[slot*grid->view.patterns + grid->pattern[p]] = corrupted[_i].value;
	else
		grid->table[slot*grid->view.stride + p] = corrupted[_i].value;
	ck_assert(!grid_check(grid, &error));
	ck_assert_str_eq(error.text, corrupted[_i].message);
	grid_free(grid);
}
END_TEST

START_TEST(corrupted_padding_is_refused)
{
	struct grid_spec spec = shape_spec(3);
	spec.compressed = true;
	struct grid *grid = create_grid(&spec);
	struct error error = { 0 };

	ck_assert_int_lt(grid->view.end, grid->view.stride);
	grid->pattern[grid->view.end] = 105;
	ck_assert(!grid_check(grid, &error));
	ck_assert_str_eq(error.text, "padding column 365 has pattern 105, expected 0 to 104");
	grid_free(grid);
}
END_TEST

START_TEST(grids_without_relations_have_one_pattern)
{
	struct grid_spec spec = shape_spec(0);
	spec.relations = NULL;
	spec.relation_count = 0;
	spec.compressed = true;
	struct grid *grid = create_grid(&spec);

	ck_assert_int_eq(grid->view.patterns, 1);
	ck_assert_uint_eq(grid->entries, 0);
	grid_free(grid);
	grid_free(NULL);
}
END_TEST

START_TEST(relations_may_lead_anywhere)
{
	static const struct displacement far[] = {{INT_MIN, 0}, {0, INT_MAX}, {0, 0}, {-7, 5}};
	struct grid_spec spec = shape_spec(0);
	spec.relations = far;
	spec.relation_count = 4;
	struct grid *grid = create_grid(&spec);

	for (int p = 0; p < 3*grid->view.stride; p++)
		ck_assert_int_eq(grid->table[p], 0);
	ck_assert_int_eq(grid->position[10] + find_offset(grid, 3, grid->position[10]), grid->position[5*37 + 3]);
	grid_free(grid);
}
END_TEST

Suite *
relations_suite(void)
{
	Suite *suite = suite_create("relations");
	TCase *tests = tcase_create("relations");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_loop_test(tests, tables_lead_to_neighbours, 0, SHAPES*ORDERS*4);
	tcase_add_loop_test(tests, chasing_twice_is_direct, 0, ORDERS*4);
	tcase_add_loop_test(tests, patterns_are_as_many_as_in_the_thesis, 0, COUNT(pattern_counts));
	tcase_add_loop_test(tests, patterns_of_many_columns_come_last, 0, 2*SHAPES);
	tcase_add_loop_test(tests, corrupted_tables_are_refused, 0, COUNT(corrupted));
	tcase_add_test(tests, corrupted_padding_is_refused);
	tcase_add_test(tests, grids_without_relations_have_one_pattern);
	tcase_add_test(tests, relations_may_lead_anywhere);
	suite_add_tcase(suite, tests);
	return suite;
}
