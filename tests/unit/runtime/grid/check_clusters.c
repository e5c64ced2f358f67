/* Clusters of columns, found from tables. */

#include "tests/unit/runtime/grid/rectangles.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

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

/* Stored by slot they are the same clusters, sorted by first columns, and the same single columns, sorted. */
START_TEST(rows_are_stored_by_slot)
{
	struct displacement columns[64];
	struct cluster_shape shape = rectangle_of(rectangles[_i].width, rectangles[_i].height, 1, columns);
	const int slots = shape.column_count;
	struct grid_spec spec = shape_spec(0);
	struct clusters found, stored;
	struct error error = { 0 };
	struct grid *grid;
	int *number, first = 0;

	shape.by_slot = true;
	while (columns[first].x || columns[first].y)
		first++;
	spec.order = grid_orders[ORDERS - 1];
	grid = create_grid(&spec);
	found = find_rectangles(grid, &shape);
	stored = find_rectangles(grid, &shape);
	ck_assert_msg(clusters_store(&stored, &shape, false, &error), "%s", error.text);
	ck_assert_int_gt(found.count, 1);
	ck_assert_int_eq(stored.count, found.count);
	ck_assert_int_eq(stored.single_count, found.single_count);
	ck_assert_uint_eq(stored.entries, (size_t)found.count*(size_t)slots);

	number = calloc((size_t)grid->view.stride, sizeof *number);
	for (int q = 0; q < found.count; q++)
		number[found.rows[q*slots + first]] = q + 1;
	for (int q = 0; q < stored.count; q++) {
		const int column = stored.rows[first*stored.count + q];

		ck_assert(!q || stored.rows[first*stored.count + q - 1] < column);
		ck_assert_int_gt(number[column], 0);
		for (int i = 0; i < slots; i++)
			ck_assert_int_eq(stored.rows[i*stored.count + q], found.rows[(number[column] - 1)*slots + i]);
	}
	for (int i = 0; i < found.single_count; i++)
		number[found.singles[i]] = -1;
	for (int i = 0; i < stored.single_count; i++) {
		ck_assert(!i || stored.singles[i - 1] < stored.singles[i]);
		ck_assert_int_eq(number[stored.singles[i]], -1);
	}
	free(number);
	clusters_free(&found);
	clusters_free(&stored);
	grid_free(grid);
}
END_TEST

static bool
is_pair(struct displacement a, struct displacement b)
{
	return !(a.x & 1) && b.x == a.x + 1 && b.y == a.y;
}

/* Whether all pairs of a row could be loaded at once. */
static bool
pairs_are_aligned(const struct cluster_shape *shape, const int *row)
{
	for (int i = 0; i < shape->column_count; i++)
		for (int j = 0; j < shape->column_count; j++)
			if (is_pair(shape->columns[i], shape->columns[j]) && (row[i] & 1 || row[j] - row[i] != 1))
				return false;
	return true;
}

/* With pairs there are the clusters all of whose pairs are even columns and the next ones; the columns of the others are single. */
START_TEST(pairs_of_columns_are_aligned)
{
	struct displacement columns[64];
	struct cluster_shape shape = rectangle_of(_i/ORDERS ? 4 : 2, 1, 2, columns);
	const int slots = clusters_slots(&shape);
	struct grid_spec spec = shape_spec(0);
	struct clusters all, paired;
	struct grid *grid;
	int count = 0;

	spec.order = grid_orders[_i % ORDERS];
	spec.size[0]++;
	grid = create_grid(&spec);
	all = find_rectangles(grid, &shape);
	shape.pairs = true;
	paired = find_rectangles(grid, &shape);
	check_updated_once(grid, &shape, &paired);
	for (int q = 0; q < all.count; q++) {
		const int *row = all.rows + q*slots;

		if (!pairs_are_aligned(&shape, row))
			continue;
		ck_assert_int_lt(count, paired.count);
		ck_assert(!memcmp(row, paired.rows + count++*slots, (size_t)shape.column_count*sizeof *row));
	}
	ck_assert_int_eq(paired.count, count);
	/* Rows of 34 columns begin with even ones. */
	if (spec.order.kind == ORDER_ROW)
		ck_assert_int_gt(count, all.count/2);
	if (spec.order.kind == ORDER_RANDOM)
		ck_assert_int_lt(count, all.count/2);
	clusters_free(&all);
	clusters_free(&paired);
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
	tcase_add_loop_test(tests, rows_are_stored_by_slot, 0, COUNT(rectangles));
	tcase_add_loop_test(tests, pairs_of_columns_are_aligned, 0, 2*ORDERS);
	tcase_add_loop_test(tests, rows_may_be_shared, 0, ORDERS);
	tcase_add_test(tests, what_does_not_agree_is_single);
	tcase_add_test(tests, without_ways_all_are_single);
	suite_add_tcase(suite, tests);
	return suite;
}
