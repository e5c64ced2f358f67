/* Clusters of tables that agree with no plane: a caller may have such. */

#include "tests/unit/runtime/grid/rectangles.h"
#include "runtime/grid/column_places.h"

#include <check.h>

Suite *cluster_tables_suite(void);

static int
slot_of(const struct cluster_shape *shape, int x, int y)
{
	int slot = 0;

	while (shape->columns[slot].x != x || shape->columns[slot].y != y)
		slot++;
	return slot;
}

/* Whatever a member reads is what the table has for it: in rows of its own and in those that are shared. */
static void
check_reads(const struct grid *grid, const struct cluster_shape *shape, const struct clusters *own, const struct clusters *shared)
{
	const struct column_places places = {
		.grid = &grid->view, .relations = grid->spec.relations, .relation_count = grid->spec.relation_count,
	};

	for (int q = 0; q < own->count; q++) {
		const int *row = own->rows + q*clusters_slots(shape), *place = shared->rows + 2*q;

		for (int i = 0; i < shape->column_count; i++)
			ck_assert_int_eq(place[0] + shared->rows[place[1] + i], row[i]);
		for (int m = 0; m < shape->width*shape->height; m++)
			for (int r = 0; r < shape->read_count; r++) {
				const int x = m % shape->width, y = m/shape->width;
				const struct displacement read = shape->reads[r];

				ck_assert_int_eq(row[slot_of(shape, x + read.x, y + read.y)],
					places_column(&places, row[slot_of(shape, x, y)], read));
			}
	}
}

static int
random_below(unsigned *state, int below)
{
	*state = *state*1103515245u + 12345u;
	return (int)(*state >> 8) % below;
}

static void
damage_entry(struct grid *grid, unsigned *state)
{
	const int column = grid->view.first + random_below(state, grid->view.end - grid->view.first);
	const int slot = random_below(state, grid->spec.relation_count);

	grid->table[column*grid->spec.relation_count + slot] = random_below(state, grid->view.stride) - column;
}

/* Clusters of their own rows and of rows that are shared. Returns how many there are. */
static int
check_clusters(const struct grid *grid, const struct cluster_shape *shape)
{
	struct clusters own = find_rectangles(grid, shape), shared = find_rectangles(grid, shape);
	const int count = own.count;
	struct error error = { 0 };

	ck_assert_msg(clusters_compress(&shared, shape, &error), "%s", error.text);
	check_updated_once(grid, shape, &own);
	check_reads(grid, shape, &own, &shared);
	clusters_free(&own);
	clusters_free(&shared);
	return count;
}

/* Tables with more and more entries that lead anywhere. */
START_TEST(damaged_tables_have_no_wrong_clusters)
{
	struct displacement columns[64];
	const struct cluster_shape shape = rectangle_of(1 << _i % 3, 1 + _i/3 % 4, 2, columns);
	struct grid_spec spec = shape_spec(0);
	struct grid *grid;
	unsigned state = (unsigned)_i;

	spec.order = grid_orders[ORDERS - 1];
	spec.innermost = true;
	spec.relation_count = _i/12 ? DIRECT : CHASING;
	grid = create_grid(&spec);
	for (int wrong = 0; wrong < 12; wrong++) {
		check_clusters(grid, &shape);
		for (int i = 0; i <= wrong; i++)
			damage_entry(grid, &state);
	}
	grid_free(grid);
}
END_TEST

/* Those of columns all of whose second neighbours in the south are others, so that rows differ where they end. */
START_TEST(rows_that_are_nearly_the_same_are_told_apart)
{
	struct displacement columns[64];
	const struct cluster_shape shape = rectangle_of(2, 1, 2, columns);
	struct grid_spec spec = shape_spec(0);
	struct grid *grid;
	unsigned state = 1;

	spec.innermost = true;
	grid = create_grid(&spec);
	for (int c = grid->view.first; c < grid->view.end; c++)
		grid->table[c*DIRECT + DIRECT - 1] = random_below(&state, grid->view.stride) - c;
	ck_assert_int_eq(check_clusters(grid, &shape), 33/2*25);
	grid_free(grid);
}
END_TEST

static const struct {
	struct displacement ways[2], reads[3];
	bool found;
} few_ways[] = {
	{ { { -1, 0 }, { 0, -1 } }, { { 0, 0 }, { -1, 0 }, { 0, -1 } }, true },  /* ways also lead back */
	{ { { 1, 0 }, { 0, 1 } }, { { 0, 0 }, { 1, 0 }, { 0, 1 } }, true },
	{ { { -1, 0 }, { 0, -1 } }, { { 0, 0 }, { -1, 0 }, { 0, 2 } }, false }, /* but none to what is read */
	{ { { 1, 0 }, { 0, 1 } }, { { 0, 0 }, { 0, 2 }, { -1, 0 } }, false },
};

START_TEST(ways_may_lead_to_one_side)
{
	struct displacement columns[64];
	struct cluster_shape shape = rectangle_of(2, 2, 2, columns);
	struct grid_spec spec = shape_spec(0);
	struct clusters clusters;
	struct grid *grid;

	shape.reads = few_ways[_i].reads;
	shape.read_count = 3;
	spec.innermost = true;
	spec.relations = few_ways[_i].ways;
	spec.relation_count = 2;
	grid = create_grid(&spec);
	clusters = find_rectangles(grid, &shape);
	ck_assert_int_eq(clusters.count, few_ways[_i].found ? (33/2)*(25/2) : 0);
	check_updated_once(grid, &shape, &clusters);
	clusters_free(&clusters);
	grid_free(grid);
}
END_TEST

Suite *
cluster_tables_suite(void)
{
	Suite *suite = suite_create("cluster_tables");
	TCase *tests = tcase_create("cluster_tables");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_loop_test(tests, damaged_tables_have_no_wrong_clusters, 0, 2*12);
	tcase_add_test(tests, rows_that_are_nearly_the_same_are_told_apart);
	tcase_add_loop_test(tests, ways_may_lead_to_one_side, 0, COUNT(few_ways));
	suite_add_tcase(suite, tests);
	return suite;
}
