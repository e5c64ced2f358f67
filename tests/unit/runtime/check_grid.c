#include "runtime/grid/grid.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *grid_suite(void);

enum { CHASING = 4, DIRECT = 12 };

/* Those that laplap chases first, then the others that it reads. */
static const struct relation relations[DIRECT] = {
	{-1, 0}, {0, -1}, {1, 0}, {0, 1},
	{-1, -1}, {-1, 1}, {1, -1}, {1, 1}, {2, 0}, {-2, 0}, {0, -2}, {0, 2},
};

static const struct order orders[] = {
	{.kind = ORDER_ROW},
	{.kind = ORDER_ZCURVE, .width = 16},
	{.kind = ORDER_ZCURVE, .width = 1},
	{.kind = ORDER_ZCURVE, .width = 1 << 30},
	{.kind = ORDER_HILBERT},
	{.kind = ORDER_RANDOM, .seed = 1},
};

static const struct {
	int size[3], low[3], high[3], alignment;
} shapes[] = {
	{{37, 29, 5}, {2, 2, 1}, {2, 2, 1}, 16},
	{{35, 23, 4}, {1, 3, 0}, {2, 0, 2}, 32},
	{{64, 64, 2}, {0, 0, 0}, {0, 0, 0}, 16},
	{{21, 17, 1}, {1, 1, 0}, {1, 1, 0}, 16},
	{{1, 1, 1}, {0, 0, 0}, {0, 0, 0}, 16},
	{{5, 5, 3}, {2, 2, 1}, {2, 2, 1}, 32},
	{{1, 40, 2}, {0, 3, 0}, {0, 1, 0}, 16},
	{{40, 1, 2}, {1, 0, 1}, {4, 0, 0}, 3},
	{{9, 7, 2}, {3, 0, 0}, {0, 2, 0}, 1},
};

enum { ORDERS = sizeof orders/sizeof *orders, SHAPES = sizeof shapes/sizeof *shapes };

static struct grid_spec
shape_spec(int shape)
{
	struct grid_spec spec = {
		.alignment = shapes[shape].alignment,
		.relations = relations,
		.relation_count = DIRECT,
	};

	memcpy(spec.size, shapes[shape].size, sizeof spec.size);
	memcpy(spec.low, shapes[shape].low, sizeof spec.low);
	memcpy(spec.high, shapes[shape].high, sizeof spec.high);
	return spec;
}

static struct grid *
create(const struct grid_spec *spec)
{
	char message[256] = "";
	struct grid *grid = grid_create(spec, message, sizeof message);

	ck_assert_msg(grid != NULL, "%s", message);
	ck_assert_msg(grid_check(grid, message, sizeof message), "%s", message);
	return grid;
}

static int
column_count(const struct grid *grid)
{
	return grid->spec.size[0]*grid->spec.size[1];
}

static bool
is_inner(const struct grid *grid, int x, int y)
{
	const struct grid_spec *spec = &grid->spec;

	return x >= spec->low[0] && x < spec->size[0] - spec->high[0]
		&& y >= spec->low[1] && y < spec->size[1] - spec->high[1];
}

/* Returns which column lies where, -1 for padding; no two in one place. */
static int *
columns_by_position(const struct grid *grid)
{
	int *columns = malloc((size_t)grid->view.stride*sizeof *columns);

	for (int p = 0; p < grid->view.stride; p++)
		columns[p] = -1;
	for (int c = 0; c < column_count(grid); c++) {
		ck_assert_int_ge(grid->position[c], 0);
		ck_assert_int_lt(grid->position[c], grid->view.stride);
		ck_assert_int_eq(columns[grid->position[c]], -1);
		columns[grid->position[c]] = c;
	}
	return columns;
}

/* The offset that kernels find. */
static int
find_offset(const struct grid *grid, int slot, int column)
{
	const struct stencil_grid *view = &grid->view;

	if (grid->spec.compressed)
		return view->table[slot*view->patterns + view->pattern[column]];
	return view->table[slot*view->stride + column];
}

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
	struct order order;
	char text[32];

	ck_assert_int_eq(order_parse(order_texts[_i].text, &order), order_texts[_i].full != NULL);
	if (order_texts[_i].full) {
		order_format(&order, text, sizeof text);
		ck_assert_str_eq(text, order_texts[_i].full);
	}
}
END_TEST

#define SIZE(x, y, z) .size = {x, y, z}, .alignment = 16
#define HALO(a, b, c, d, e, f) .low = {a, b, c}, .high = {d, e, f}
#define TABLE(count) .relations = relations, .relation_count = count

static const struct {
	struct grid_spec spec;
	const char *message;
} refused[] = {
	{{SIZE(0, 4, 4)}, "the grid's size in x is 0, expected at least 1"},
	{{SIZE(4, -3, 4)}, "the grid's size in y is -3, expected at least 1"},
	{{SIZE(4, 4, 0)}, "the grid's size in z is 0, expected at least 1"},
	{{SIZE(4, 4, 4), HALO(2, 0, 0, 2, 0, 0)},
		"the grid's size in x is 4, all of it halo (2 + 2)"},
	{{SIZE(8, 8, 3), HALO(0, 0, 3, 0, 0, 1)},
		"the grid's size in z is 3, all of it halo (3 + 1)"},
	{{SIZE(8, 8, 8), HALO(INT_MAX, 0, 0, INT_MAX, 0, 0)},
		"the grid's size in x is 8, all of it halo (2147483647 + 2147483647)"},
	{{SIZE(8, 8, 8), HALO(0, 0, 0, 0, -1, 0)}, "the halo in y is -1, expected at least 0"},
	{{.size = {4, 4, 4}}, "the alignment is 0 elements, expected at least 1"},
	{{SIZE(8, 8, 8), .order = {.kind = ORDER_ZCURVE, .width = 12}},
		"the z-curve's width is 12, expected a power of two"},
	{{SIZE(8, 8, 8), .order = {.kind = ORDER_ZCURVE}},
		"the z-curve's width is 0, expected a power of two"},
	{{SIZE(65536, 65536, 1)}, "a plane of 65536x65536 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(INT_MAX, INT_MAX, INT_MAX), .regular = true},
		"a plane of 2147483647x2147483647 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(INT_MAX, 1, 1), .regular = true}, "a plane of 2147483647x1 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(32768, 32768, 9), HALO(0, 0, 0, 0, 0, 2), .regular = true},
		"a plane of 32768x32768 columns with a halo of "
		"2 levels is too large: distances in it must fit an int"},
	{{SIZE(16384, 16384, 1), TABLE(DIRECT)}, "a plane of 16384x16384 columns is too large: "
		"the entries of 12 relations must fit an int"},
	{{SIZE(32768, 32768, 1 << 30), .regular = true},
		"a grid of 32768x32768x1073741824 points is too large for memory"},
	{{SIZE(1, 1, (1 << 24) + 1)}, "a grid of 16777217 levels: at most 16777216 are possible"},
};

START_TEST(bad_sizes_are_refused)
{
	char message[256] = "";

	ck_assert_ptr_null(grid_create(&refused[_i].spec, message, sizeof message));
	ck_assert_str_eq(message, refused[_i].message);
}
END_TEST

START_TEST(regular_rows_start_aligned)
{
	struct grid_spec spec = shape_spec(_i);
	spec.regular = true;
	struct grid *grid = create(&spec);
	const struct stencil_grid *view = &grid->view;
	const int alignment = spec.alignment;

	ck_assert_int_eq(view->first % alignment, 0);
	ck_assert_int_eq(view->row % alignment, 0);
	ck_assert_int_eq(view->stride % alignment, 0);
	ck_assert_uint_eq(grid->elements, (size_t)view->stride*(size_t)spec.size[2]);
	ck_assert_int_eq(view->bottom, spec.low[2]);
	ck_assert_int_eq(view->top, spec.size[2] - spec.high[2]);
	ck_assert_int_eq(view->levels, spec.size[2]);
	for (int c = 0; c < column_count(grid); c++) {
		const int x = c % spec.size[0] - spec.low[0], y = c/spec.size[0] - spec.low[1];

		ck_assert_int_eq(grid->position[c], view->first + y*view->row + x);
	}
	ck_assert_int_eq(view->end, view->first + (view->height - 1)*view->row + view->width);
	free(columns_by_position(grid));
	grid_free(grid);
}
END_TEST

START_TEST(halo_columns_come_first)
{
	struct grid_spec spec = shape_spec(_i/ORDERS);
	spec.order = orders[_i % ORDERS];
	struct grid *grid = create(&spec);
	const struct stencil_grid *view = &grid->view;
	int *columns = columns_by_position(grid), halo = 0;

	ck_assert_int_eq(view->first % spec.alignment, 0);
	ck_assert_int_eq(view->stride % spec.alignment, 0);
	ck_assert_int_eq(view->end - view->first, view->width*view->height);
	for (int c = 0; c < column_count(grid); c++) {
		if (!is_inner(grid, c % spec.size[0], c/spec.size[0]))
			ck_assert_int_eq(grid->position[c], halo++);
		else
			ck_assert_int_ge(grid->position[c], view->first);
	}
	ck_assert_int_lt(view->first - halo, spec.alignment);
	for (int p = view->first; p < view->end; p++)
		ck_assert_int_ge(columns[p], 0);
	free(columns);
	grid_free(grid);
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
	struct grid *grid = create(&spec);
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
	struct grid *grid = create(&spec);
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
	struct grid *one = create(&spec), *again = create(&spec);
	spec.order.seed = 2;
	struct grid *two = create(&spec);

	ck_assert_mem_eq(one->position, first, sizeof first);
	ck_assert_mem_eq(one->position, again->position, 64*sizeof *one->position);
	ck_assert_mem_ne(one->position, two->position, 64*sizeof *one->position);
	grid_free(one);
	grid_free(again);
	grid_free(two);
}
END_TEST

/* Checks every relation of the column in place p. */
static void
check_ways(const struct grid *grid, const int *columns, int p)
{
	const int width = grid->spec.size[0], height = grid->spec.size[1];

	for (int r = 0; r < DIRECT; r++) {
		const int x = columns[p] % width + relations[r].x;
		const int y = columns[p]/width + relations[r].y;
		const bool exists = columns[p] >= 0 && x >= 0 && x < width && y >= 0 && y < height;
		const int offset = exists ? grid->position[y*width + x] - p : 0;

		if (columns[p] >= 0 || !grid->spec.compressed)
			ck_assert_int_eq(find_offset(grid, r, p), offset);
	}
}

START_TEST(tables_lead_to_neighbours)
{
	struct grid_spec spec = shape_spec(_i/ORDERS/2);
	spec.order = orders[_i/2 % ORDERS];
	spec.compressed = _i % 2;
	struct grid *grid = create(&spec);
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
	spec.order = orders[_i/2];
	spec.compressed = _i % 2;
	struct grid *grid = create(&spec);

	for (int p = grid->view.first; p < grid->view.end; p++) {
		for (int r = CHASING; r < DIRECT; r++) {
			int there = p;

			for (int s = 0; s < CHASING; s++) {
				const int steps = relations[s].x*relations[r].x
					+ relations[s].y*relations[r].y;

				for (int i = 0; i < steps; i++)
					there += find_offset(grid, s, there);
			}
			ck_assert_int_eq(there, p + find_offset(grid, r, p));
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
		.relations = relations,
		.relation_count = pattern_counts[_i].relations,
		.compressed = true,
	};
	struct grid *grid = create(&spec);

	ck_assert_int_eq(grid->view.patterns, pattern_counts[_i].patterns);
	grid_free(grid);
}
END_TEST

START_TEST(patterns_of_many_columns_come_last)
{
	struct grid_spec spec = shape_spec(_i);
	spec.compressed = true;
	struct grid *grid = create(&spec);
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

/* Packs numbers from 1 up, and expects each in its place and 0 in padding. */
static void
check_pack(const struct grid *grid, int levels, size_t element)
{
	const size_t columns = (size_t)column_count(grid);
	const size_t points = columns*(size_t)levels;
	const size_t elements = (size_t)grid->view.stride*(size_t)levels;
	unsigned char *array = calloc(points, element), *back = calloc(points, element);
	unsigned char *field = calloc(elements, element);
	size_t used = 0;

	for (size_t i = 0; i < points; i++)
		memcpy(array + i*element, &(uint32_t){(uint32_t)i + 1}, 4);
	grid_pack(grid, levels, element, array, field);
	for (size_t i = 0; i < points; i++) {
		const size_t place = (size_t)grid->position[i % columns]
			+ i/columns*(size_t)grid->view.stride;

		ck_assert_mem_eq(field + place*element, array + i*element, element);
	}
	for (size_t i = 0; i < elements; i++) {
		uint32_t number;

		memcpy(&number, field + i*element, 4);
		used += number != 0;
	}
	ck_assert_uint_eq(used, points);
	grid_unpack(grid, levels, element, field, back);
	ck_assert_mem_eq(back, array, points*element);
	free(array);
	free(back);
	free(field);
}

START_TEST(packing_keeps_every_value)
{
	struct grid_spec spec = shape_spec(_i/(ORDERS + 1));
	const int order = _i % (ORDERS + 1);
	spec.regular = order == ORDERS;
	spec.order = orders[order % ORDERS];
	struct grid *grid = create(&spec);

	for (size_t element = 4; element <= 8; element += 4) {
		check_pack(grid, grid->view.levels, element);
		check_pack(grid, 1, element);
	}
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
	struct grid *grid = create(&spec);
	const int p = grid->position[corrupted[_i].y*spec.size[0] + corrupted[_i].x];
	const int slot = corrupted[_i].slot;
	char message[256] = "";

	if (slot < 0)
		grid->pattern[p] = corrupted[_i].value;
	else if (spec.compressed)
		grid->table[slot*grid->view.patterns + grid->pattern[p]] = corrupted[_i].value;
	else
		grid->table[slot*grid->view.stride + p] = corrupted[_i].value;
	ck_assert(!grid_check(grid, message, sizeof message));
	ck_assert_str_eq(message, corrupted[_i].message);
	grid_free(grid);
}
END_TEST

START_TEST(corrupted_padding_is_refused)
{
	struct grid_spec spec = shape_spec(3);
	spec.compressed = true;
	struct grid *grid = create(&spec);
	char message[256] = "";

	ck_assert_int_lt(grid->view.end, grid->view.stride);
	grid->pattern[grid->view.end] = 105;
	ck_assert(!grid_check(grid, message, sizeof message));
	ck_assert_str_eq(message, "padding column 365 has pattern 105, expected 0 to 104");
	grid_free(grid);
}
END_TEST

START_TEST(grids_without_relations_have_one_pattern)
{
	struct grid_spec spec = shape_spec(0);
	spec.relations = NULL;
	spec.relation_count = 0;
	spec.compressed = true;
	struct grid *grid = create(&spec);

	ck_assert_int_eq(grid->view.patterns, 1);
	ck_assert_uint_eq(grid->entries, 0);
	grid_free(grid);
	grid_free(NULL);
}
END_TEST

START_TEST(relations_may_lead_anywhere)
{
	static const struct relation far[] = {{INT_MIN, 0}, {0, INT_MAX}, {0, 0}, {-7, 5}};
	struct grid_spec spec = shape_spec(0);
	spec.relations = far;
	spec.relation_count = 4;
	struct grid *grid = create(&spec);

	for (int p = 0; p < 3*grid->view.stride; p++)
		ck_assert_int_eq(grid->table[p], 0);
	ck_assert_int_eq(grid->position[10] + find_offset(grid, 3, grid->position[10]), grid->position[5*37 + 3]);
	grid_free(grid);
}
END_TEST

#define LOOP(tests, test, count) tcase_add_loop_test(tests, test, 0, (int)(count))
#define EACH(tests, test, array) LOOP(tests, test, sizeof array/sizeof *array)

Suite *
grid_suite(void)
{
	Suite *suite = suite_create("grid");
	TCase *columns = tcase_create("columns"), *tables = tcase_create("tables");

	EACH(columns, orders_are_read_and_written, order_texts);
	EACH(columns, bad_sizes_are_refused, refused);
	LOOP(columns, regular_rows_start_aligned, SHAPES);
	LOOP(columns, halo_columns_come_first, SHAPES*ORDERS);
	LOOP(columns, zcurve_is_sorted_by_key, 7);
	LOOP(columns, hilbert_goes_from_neighbour_to_neighbour, 7);
	tcase_add_test(columns, seed_decides_random_order);
	LOOP(columns, packing_keeps_every_value, SHAPES*(ORDERS + 1));
	LOOP(tables, tables_lead_to_neighbours, SHAPES*ORDERS*2);
	LOOP(tables, chasing_twice_is_direct, ORDERS*2);
	EACH(tables, patterns_are_as_many_as_in_the_thesis, pattern_counts);
	LOOP(tables, patterns_of_many_columns_come_last, SHAPES);
	EACH(tables, corrupted_tables_are_refused, corrupted);
	tcase_add_test(tables, corrupted_padding_is_refused);
	tcase_add_test(tables, grids_without_relations_have_one_pattern);
	tcase_add_test(tables, relations_may_lead_anywhere);
	tcase_set_timeout(tables, 60); /* for sanitizers */
	suite_add_tcase(suite, columns);
	suite_add_tcase(suite, tables);
	return suite;
}
