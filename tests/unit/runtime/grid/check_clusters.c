/* Clusters of columns, found from tables. */

#include "tests/unit/runtime/grid/rectangles.h"

#include <check.h>
#include <stdlib.h>

Suite *clusters_suite(void);

/* Every entry of a row is the column that lies there. */
static void
check_rows(const struct grid *grid, const struct cluster_shape *shape, const struct clusters *clusters)
{
	const int width = grid->spec.size[0];
	int *columns = columns_by_position(grid);

	for (int q = 0; q < clusters->count; q++) {
		const int *row = clusters->rows + q*clusters_slots(shape);
		int first = 0;

		for (int i = 0; i < shape->column_count; i++)
			if (!shape->columns[i].x && !shape->columns[i].y)
				first = columns[row[i]];
		for (int i = 0; i < shape->column_count; i++)
			ck_assert_int_eq(columns[row[i]], first + shape->columns[i].y*width + shape->columns[i].x);
	}
	free(columns);
}

static const struct {
	int width, height;
} rectangles[] = { { 2, 2 }, { 4, 2 }, { 4, 4 }, { 2, 1 }, { 1, 3 }, { 1, 1 } };

/* In every order all columns but those near the ends are in clusters: 33x25 inner ones. */
START_TEST(rectangles_are_found_in_any_order)
{
	const int order = _i/2 % ORDERS, r = _i/2/ORDERS;
	const int width = rectangles[r].width, height = rectangles[r].height;
	struct displacement columns[64];
	const struct cluster_shape shape = rectangle_of(width, height, 1, columns);
	struct grid_spec spec = shape_spec(0);
	struct clusters clusters;
	struct grid *grid;

	spec.order = grid_orders[order];
	spec.compressed = _i % 2;
	spec.innermost = true;
	grid = create_grid(&spec);
	clusters = find_rectangles(grid, &shape);
	check_updated_once(grid, &shape, &clusters);
	check_rows(grid, &shape, &clusters);
	/* Wherever the rectangles begin, at most one in a row or column is cut off at each end. */
	ck_assert_int_ge(clusters.count, (33/width - 1)*(25/height - 1));
	if (order <= 1)
		ck_assert_int_eq(clusters.count, (33/width)*(25/height));
	clusters_free(&clusters);
	grid_free(grid);
}
END_TEST

/* Clusters that share rows are the same clusters, in fewer numbers where many have the same shape. */
START_TEST(rows_may_be_shared)
{
	struct displacement columns[64];
	const struct cluster_shape shape = rectangle_of(2, 2, 1, columns);
	struct grid_spec spec = shape_spec(0);
	struct clusters own, shared;
	struct grid *grid;
	struct error error = { 0 };

	spec.order = grid_orders[_i];
	spec.innermost = true;
	grid = create_grid(&spec);
	own = find_rectangles(grid, &shape);
	shared = find_rectangles(grid, &shape);
	ck_assert_uint_eq(own.entries, (size_t)own.count*(size_t)clusters_slots(&shape));
	ck_assert_msg(clusters_compress(&shared, &shape, &error), "%s", error.text);
	ck_assert_int_eq(shared.count, own.count);
	if (!_i)
		ck_assert_uint_lt(shared.entries, own.entries/2);
	for (int q = 0; q < own.count; q++) {
		const int *place = shared.rows + 2*q;

		ck_assert_int_eq(place[1] % 4, 0);
		ck_assert_uint_le((size_t)place[1] + (size_t)clusters_slots(&shape), shared.entries);
		for (int i = 0; i < shape.column_count; i++)
			ck_assert_int_eq(place[0] + shared.rows[place[1] + i], own.rows[q*clusters_slots(&shape) + i]);
	}
	clusters_free(&own);
	clusters_free(&shared);
	grid_free(grid);
}
END_TEST

/* Table entries that agree with no plane make single columns of those that read there. */
START_TEST(what_does_not_agree_is_single)
{
	struct displacement columns[64];
	const struct cluster_shape shape = rectangle_of(2, 2, 1, columns);
	struct grid_spec spec = shape_spec(0);
	struct clusters before, after;
	struct grid *grid;
	int column, other;

	spec.innermost = true;
	spec.relation_count = CHASING;
	grid = create_grid(&spec);
	before = find_rectangles(grid, &shape);
	column = grid->position[10*37 + 10];
	other = grid->position[20*37 + 20];
	grid->table[column*CHASING + 1] = other - column; /* north leads somewhere else */
	after = find_rectangles(grid, &shape);
	check_updated_once(grid, &shape, &after);
	ck_assert_int_lt(after.count, before.count);
	for (int q = 0; q < after.count; q++)
		for (int i = 0; i < shape.column_count; i++)
			if (shape.columns[i].x >= 0 && shape.columns[i].x < 2 && shape.columns[i].y >= 0 && shape.columns[i].y < 2)
				ck_assert_int_ne(after.rows[q*clusters_slots(&shape) + i], column);
	clusters_free(&before);
	clusters_free(&after);
	grid_free(grid);
}
END_TEST

/* Without a way along an axis there is no rectangle along it. */
START_TEST(without_ways_all_are_single)
{
	static const struct displacement far[] = { { 2, 0 }, { 0, 2 } };
	struct displacement columns[64];
	struct cluster_shape shape = rectangle_of(2, 2, 1, columns);
	struct grid_spec spec = shape_spec(0);
	struct clusters clusters;
	struct grid *grid;

	spec.innermost = true;
	spec.relations = far;
	spec.relation_count = 2;
	grid = create_grid(&spec);
	clusters = find_rectangles(grid, &shape);
	ck_assert_int_eq(clusters.count, 0);
	check_updated_once(grid, &shape, &clusters);
	clusters_free(&clusters);
	grid_free(grid);
}
END_TEST

Suite *
clusters_suite(void)
{
	Suite *suite = suite_create("clusters");
	TCase *tests = tcase_create("clusters");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_loop_test(tests, rectangles_are_found_in_any_order, 0, 2*ORDERS*COUNT(rectangles));
	tcase_add_loop_test(tests, rows_may_be_shared, 0, ORDERS);
	tcase_add_test(tests, what_does_not_agree_is_single);
	tcase_add_test(tests, without_ways_all_are_single);
	suite_add_tcase(suite, tests);
	return suite;
}
