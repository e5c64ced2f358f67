/* Orders of columns. */

#include "tests/unit/runtime/grid/grids.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>

Suite *order_suite(void);

static const struct {
	const char *text, *full; /* full: NULL if text is refused */
} order_texts[] = {
	{"row", "row"}, {"hilbert", "hilbert"}, {"zcurve", "zcurve:16"}, {"zcurve:8", "zcurve:8"},
	{"random", "random:1"}, {"random:0", "random:0"},
	{"random:18446744073709551615", "random:18446744073709551615"},
	{"random:18446744073709551616", NULL}, {"zcurve:2147483648", NULL},
	{"", NULL}, {":", NULL}, {"rows", NULL}, {"ro", NULL}, {"row:1", NULL}, {"row:", NULL},
	{"hilbert:2", NULL}, {"zcurve:", NULL}, {"zcurve:-1", NULL}, {"zcurve: 8", NULL},
	{"zcurve:8x", NULL}, {"random:+1", NULL}, {"random:1:2", NULL}, {" row", NULL},
};

START_TEST(orders_are_read_and_written)
{
	struct arena arena = { NULL };
	struct order order;

	ck_assert_int_eq(order_parse(order_texts[_i].text, &order), order_texts[_i].full != NULL);
	if (order_texts[_i].full)
		ck_assert_str_eq(order_format(&arena, &order), order_texts[_i].full);
	arena_free(&arena);
}
END_TEST

/* The z-curve's definition; the grid is built without it. */
static uint64_t
zcurve_key(unsigned x, unsigned y, unsigned bits)
{
	uint64_t key = 0;

	for (unsigned b = 0; b < 16; b++)
		key |= (uint64_t)(x >> bits >> b & 1) << 2*b | (uint64_t)(y >> b & 1) << (2*b + 1);
	return key << bits | (x & ((1u << bits) - 1));
}

START_TEST(zcurve_is_sorted_by_key)
{
	const struct grid_spec spec = {
		.size = {75, 41, 1},
		.low = {1, 2, 0},
		.high = {3, 0, 0},
		.alignment = 16,
		.order = {.kind = ORDER_ZCURVE, .width = 1 << _i},
	};
	struct grid *grid = create_grid(&spec);
	int *columns = columns_by_position(grid);
	uint64_t last = 0;

	for (int p = grid->view.first; p < grid->view.end; p++) {
		const int x = columns[p] % 75 - 1, y = columns[p]/75 - 2;
		const uint64_t key = zcurve_key((unsigned)x, (unsigned)y, (unsigned)_i);

		ck_assert(p == grid->view.first ? key == 0 : key > last);
		last = key;
	}
	free(columns);
	grid_free(grid);
}
END_TEST

START_TEST(hilbert_goes_from_neighbour_to_neighbour)
{
	const int side = 1 << _i;
	const struct grid_spec spec = {
		.size = {side, side, 1},
		.alignment = 1,
		.order = {.kind = ORDER_HILBERT},
	};
	struct grid *grid = create_grid(&spec);
	int *columns = columns_by_position(grid);

	ck_assert_int_eq(columns[0], 0);
	ck_assert_int_eq(columns[side*side - 1], side - 1);
	for (int p = 1; p < side*side; p++) {
		const int dx = columns[p] % side - columns[p - 1] % side;
		const int dy = columns[p]/side - columns[p - 1]/side;

		ck_assert_int_eq(abs(dx) + abs(dy), 1);
	}
	free(columns);
	grid_free(grid);
}
END_TEST

START_TEST(seed_decides_random_order)
{
	static const int first[8] = {5, 42, 2, 36, 25, 48, 22, 10};
	struct grid_spec spec = {.size = {8, 8, 1}, .alignment = 1, .order = {ORDER_RANDOM, 0, 1}};
	struct grid *one = create_grid(&spec), *again = create_grid(&spec);
	spec.order.seed = 2;
	struct grid *two = create_grid(&spec);

	ck_assert_mem_eq(one->position, first, sizeof first);
	ck_assert_mem_eq(one->position, again->position, 64*sizeof *one->position);
	ck_assert_mem_ne(one->position, two->position, 64*sizeof *one->position);
	grid_free(one);
	grid_free(again);
	grid_free(two);
}
END_TEST

Suite *
order_suite(void)
{
	Suite *suite = suite_create("order");
	TCase *tests = tcase_create("order");

	tcase_add_loop_test(tests, orders_are_read_and_written, 0, COUNT(order_texts));
	tcase_add_loop_test(tests, zcurve_is_sorted_by_key, 0, 7);
	tcase_add_loop_test(tests, hilbert_goes_from_neighbour_to_neighbour, 0, 7);
	tcase_add_test(tests, seed_decides_random_order);
	suite_add_tcase(suite, tests);
	return suite;
}
