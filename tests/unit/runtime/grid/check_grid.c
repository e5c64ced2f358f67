/* Grids: sizes that are refused, where columns lie, packing. */

#include "tests/unit/runtime/grid/grids.h"

#include <check.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *grid_suite(void);

#define SIZE(x, y, z) .size = {x, y, z}, .alignment = 16
#define HALO(a, b, c, d, e, f) .low = {a, b, c}, .high = {d, e, f}
#define TABLE(count) .relations = grid_relations, .relation_count = count

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
	{{SIZE(65536, 65536, 1)}, "a grid of 65536x65536 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(INT_MAX, INT_MAX, INT_MAX), .regular = true},
		"a grid of 2147483647x2147483647 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(INT_MAX, 1, 1), .regular = true}, "a grid of 2147483647x1 columns with a halo of "
		"0 levels is too large: distances in it must fit an int"},
	{{SIZE(32768, 32768, 9), HALO(0, 0, 0, 0, 0, 2), .regular = true},
		"a grid of 32768x32768 columns with a halo of "
		"2 levels is too large: distances in it must fit an int"},
	{{SIZE(16384, 16384, 1), TABLE(DIRECT)}, "a grid of 16384x16384 columns is too large: "
		"the entries of 12 relations must fit an int"},
	{{SIZE(32768, 32768, 1 << 30), .regular = true},
		"a grid of 32768x32768x1073741824 points is too large for memory"},
	{{SIZE(1, 1, (1 << 24) + 1)}, "the grid has 16777217 levels, expected at most 16777216"},
};

START_TEST(bad_sizes_are_refused)
{
	struct error error = { 0 };

	ck_assert_ptr_null(grid_create(&refused[_i].spec, &error));
	ck_assert_str_eq(error.text, refused[_i].message);
}
END_TEST

START_TEST(regular_rows_start_aligned)
{
	struct grid_spec spec = shape_spec(_i);
	spec.regular = true;
	struct grid *grid = create_grid(&spec);
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
	spec.order = grid_orders[_i % ORDERS];
	struct grid *grid = create_grid(&spec);
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

/* Packs numbers from 1 up, and expects each in its place and 0 in padding. */
static void
check_pack(const struct grid *grid, bool points_of_levels, size_t element)
{
	const size_t columns = (size_t)column_count(grid), levels = points_of_levels ? (size_t)grid->view.levels : 1;
	const size_t pitch = points_of_levels ? (size_t)grid->view.pitch : 0;
	const size_t points = columns*levels;
	const size_t elements = (size_t)grid->view.stride*(pitch ? pitch : levels);
	unsigned char *array = calloc(points, element), *back = calloc(points, element);
	unsigned char *field = calloc(elements, element);
	size_t used = 0;

	for (size_t i = 0; i < points; i++)
		memcpy(array + i*element, &(uint32_t){(uint32_t)i + 1}, 4);
	grid_pack(grid, points_of_levels ? grid->view.levels : 0, element, array, field);
	for (size_t i = 0; i < points; i++) {
		const size_t column = (size_t)grid->position[i % columns], level = i/columns;
		const size_t place = pitch ? column*pitch + level : column + level*(size_t)grid->view.stride;

		ck_assert_mem_eq(field + place*element, array + i*element, element);
	}
	for (size_t i = 0; i < elements; i++) {
		uint32_t number;

		memcpy(&number, field + i*element, 4);
		used += number != 0;
	}
	ck_assert_uint_eq(used, points);
	grid_unpack(grid, points_of_levels ? grid->view.levels : 0, element, field, back);
	ck_assert_mem_eq(back, array, points*element);
	free(array);
	free(back);
	free(field);
}

START_TEST(packing_keeps_every_value)
{
	struct grid_spec spec = shape_spec(_i/(ORDERS + 2));
	const int order = _i % (ORDERS + 2);
	spec.regular = order == ORDERS;
	spec.innermost = order > ORDERS;
	spec.order = grid_orders[order % ORDERS];
	struct grid *grid = create_grid(&spec);

	for (size_t element = 4; element <= 8; element += 4) {
		check_pack(grid, true, element);
		check_pack(grid, false, element);
	}
	grid_free(grid);
}
END_TEST

/* Levels innermost: alignment and vector in elements, levels, and from column to column. */
static const struct {
	int alignment, vector, levels, pitch;
} pitches[] = {
	{ 16, 2, 64, 64 }, { 16, 2, 60, 64 }, { 16, 2, 90, 96 }, { 16, 2, 16, 16 }, { 16, 2, 17, 32 },
	{ 16, 2, 15, 16 }, { 16, 2, 5, 8 }, { 16, 2, 2, 2 }, { 16, 2, 1, 2 }, { 32, 4, 1, 4 }, { 32, 4, 60, 64 },
	{ 16, 0, 1, 1 }, { 16, 0, 3, 4 }, { 1, 0, 7, 7 }, { 1, 2, 7, 8 },
};

START_TEST(columns_begin_aligned)
{
	struct grid_spec spec = shape_spec(0);
	struct grid *grid;

	spec.innermost = true;
	spec.size[2] = pitches[_i].levels;
	spec.low[2] = spec.high[2] = 0;
	spec.alignment = pitches[_i].alignment;
	spec.vector = pitches[_i].vector;
	grid = create_grid(&spec);
	ck_assert_int_eq(grid->view.pitch, pitches[_i].pitch);
	ck_assert_int_eq(grid->view.stride, column_count(grid));
	ck_assert_uint_eq(grid->elements, (size_t)grid->view.stride*(size_t)grid->view.pitch);
	grid_free(grid);
}
END_TEST

/* Levels of the halo below and above, and how many elements then lie before a field. */
static const struct {
	size_t element;
	int vector, low, levels, high, innermost;
	size_t lead;
} leads[] = {
	/* 60 levels of 8 bytes in 15 sectors instead of 16. */
	{ 8, 2, 2, 64, 2, 1, 2 }, { 8, 1, 2, 64, 2, 1, 2 }, { 8, 1, 3, 64, 1, 1, 1 }, { 8, 2, 2, 8, 2, 1, 2 }, { 4, 2, 2, 32, 6, 1, 6 },
	/* In as many sectors, one of them in part instead of two, and in as many lines of 128 bytes. */
	{ 4, 2, 2, 64, 2, 1, 30 }, { 8, 1, 1, 64, 1, 1, 15 },
	/* Nothing is gained; vectors would lie wrong; columns begin anywhere in a sector; levels are outermost. */
	{ 8, 2, 0, 64, 4, 1, 0 }, { 8, 2, 2, 94, 2, 1, 0 },
	{ 4, 4, 2, 32, 6, 1, 0 }, { 8, 2, 1, 64, 3, 1, 0 }, { 8, 2, 2, 6, 2, 1, 0 }, { 8, 1, 2, 64, 2, 0, 0 },
};

START_TEST(updated_levels_lie_in_few_sectors_and_lines)
{
	const struct grid_spec spec = {
		.size = { 6, 5, leads[_i].levels }, .low = { 1, 1, leads[_i].low }, .high = { 1, 1, leads[_i].high },
		.alignment = 16, .vector = leads[_i].vector, .innermost = leads[_i].innermost, TABLE(CHASING),
	};
	struct grid *grid = create_grid(&spec);

	ck_assert_uint_eq(grid_lead(grid, leads[_i].element), leads[_i].lead);
	grid_free(grid);
}
END_TEST

Suite *
grid_suite(void)
{
	Suite *suite = suite_create("grid");
	TCase *tests = tcase_create("grid");

	tcase_add_loop_test(tests, bad_sizes_are_refused, 0, COUNT(refused));
	tcase_add_loop_test(tests, updated_levels_lie_in_few_sectors_and_lines, 0, COUNT(leads));
	tcase_add_loop_test(tests, regular_rows_start_aligned, 0, SHAPES);
	tcase_add_loop_test(tests, halo_columns_come_first, 0, SHAPES*ORDERS);
	tcase_add_loop_test(tests, packing_keeps_every_value, 0, SHAPES*(ORDERS + 2));
	tcase_add_loop_test(tests, columns_begin_aligned, 0, COUNT(pitches));
	suite_add_tcase(suite, tests);
	return suite;
}
