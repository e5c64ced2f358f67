/* What charts are made of: names of series, keys of heat maps, units, ticks and broken lines. */

#include "runtime/chart/panel.h"
#include "tests/unit/runtime/svg_text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
count_named(const char *svg, const char *name)
{
	char text[200];

	snprintf(text, sizeof text, ">%s</text>", name);
	return count_of(svg, text);
}

/* Few series of bars are told by colours, many by rows in a plot for each group; lines have their
 * names at their ends, whatever other lines lack. */
START_TEST(series_are_named)
{
	static const double x[] = { 1, 2, 3 };
	static const char *const own[] = { "one", "two", "three", "four", "five" };
	static const char *const groups[] = { "g", "h", "i" };
	const struct chart_value values[] = {
		{ 1, NAN, NAN }, { NAN, NAN, NAN }, { 3, NAN, NAN }, { 4, NAN, NAN }, { 5, NAN, NAN },
		{ 6, NAN, NAN }, { 7, NAN, NAN }, { 8, NAN, NAN }, { 9, NAN, NAN }, { 1, NAN, NAN },
		{ 2, NAN, NAN }, { 3, NAN, NAN }, { 4, NAN, NAN }, { 5, NAN, NAN }, { 6, NAN, NAN },
	};
	const struct chart_panel panel = { .name = "", .group_count = 3, .groups = groups, .x = x, .values = values };

	for (int kind = 0; kind < 4; kind++)
		for (int count = 1; count <= 5 && kind != CHART_ROOFLINE; count++) {
			const struct chart chart = {
				.kind = (enum chart_kind)kind, .title = "t", .x_label = "x", .y_label = "y, ms",
				.series_label = "s", .panel_label = "", .series_count = count, .series = own,
				.panel_count = 1, .panels = &panel,
			};
			char *svg = svg_of(&chart);

			for (int s = 0; s < count; s++)
				ck_assert_int_eq(count_named(svg, own[s]), kind != CHART_BARS || count <= 3 ? 1 : s ? 3 : 2);
			if (kind == CHART_LINES) {
				const char *line = strstr(svg, "<path class=\"line l0\"");

				ck_assert_ptr_nonnull(line);
				ck_assert_msg(strchr(line, 'L') < strstr(line, "/>"), "the first line is interrupted");
			}
			free(svg);
		}
}
END_TEST

START_TEST(plots_share_a_scale)
{
	static const char *const own[] = { "one" }, *const groups[] = { "g" };
	struct chart_value values[] = { { 10, NAN, NAN }, { 30, NAN, NAN } };
	const struct chart_panel panels[] = {
		{ .name = "a", .group_count = 1, .groups = groups, .values = &values[0] },
		{ .name = "b", .group_count = 1, .groups = groups, .values = &values[1] },
	};
	const struct chart chart = {
		.kind = CHART_BARS, .title = "t", .x_label = "", .y_label = "y, ms", .series_label = "", .panel_label = "",
		.series_count = 1, .series = own, .panel_count = 2, .panels = panels,
	};
	char *svg = svg_of(&chart);

	ck_assert_int_eq(count_named(svg, "30 ms"), 2);
	ck_assert_int_eq(count_named(svg, "y"), 1);
	free(svg);
	values[1].value = 31;
	svg = svg_of(&chart);
	ck_assert_int_eq(count_named(svg, "y; scales differ"), 1);
	ck_assert_int_eq(count_named(svg, "10 ms"), 2);
	free(svg);
}
END_TEST

START_TEST(what_is_left_out_is_told)
{
	static const double x[] = { 1, 2, 3 };
	static const char *const own[] = { "one" };
	const struct chart_value values[] = { { 0, NAN, NAN }, { -1, NAN, NAN }, { 3, NAN, NAN } };
	const struct chart_panel panel = { .name = "", .group_count = 3, .x = x, .values = values };
	const struct chart chart = {
		.kind = CHART_LINES, .title = "t", .x_label = "", .y_label = "y", .series_label = "", .panel_label = "",
		.series_count = 1, .series = own, .panel_count = 1, .panels = &panel, .log_y = true,
	};
	char *svg = svg_of(&chart);

	ck_assert_int_eq(chart_marks(&chart), 1);
	ck_assert_int_eq(count_named(svg, "y; 0 or less, so not drawn: 2"), 1);
	free(svg);
}
END_TEST

START_TEST(heat_maps_have_a_key)
{
	static const char *const own[] = { "a" }, *const groups[] = { "1", "2", "3", "4", "5", "6", "7", "8" };
	const struct chart_value values[] = {
		{ 10, NAN, NAN }, { 11, NAN, NAN }, { 12, NAN, NAN }, { 13, NAN, NAN }, { 14, NAN, NAN },
		{ 15, NAN, NAN }, { 16, NAN, NAN }, { 900, NAN, NAN },
	};
	const struct chart_panel panel = { .name = "", .group_count = 8, .groups = groups, .values = values };
	const struct chart chart = {
		.kind = CHART_HEAT, .title = "t", .x_label = "", .y_label = "run time, ms", .series_label = "",
		.panel_label = "", .series_count = 1, .series = own, .panel_count = 1, .panels = &panel,
	};
	char *svg = svg_of(&chart);

	ck_assert_int_eq(count_named(svg, "10 ms"), 1);
	ck_assert_int_eq(count_named(svg, "16 ms and more"), 1); /* 900 is an outlier */
	ck_assert_int_eq(count_of(svg, "class=\"heat0\""), 2);  /* a cell and the key */
	ck_assert_int_eq(count_of(svg, "class=\"heat9\""), 3);
	free(svg);
}
END_TEST

START_TEST(numbers_have_units)
{
	static const struct {
		const char *label;
		double most, value;
		const char *tick, *number;
	} cases[] = {
		{ "run time, µs", 900, 200, "200 µs", "200" },
		{ "run time, µs", 8282, 2546, "2546 µs", "2546" },
		{ "run time, µs", 23000, 1200, "1.2 ms", "1.2" },
		{ "run time, µs", 0.02, 0.015, "15 ns", "15" },
		{ "run time, µs", 900, 0, "0", "0" },
		{ "sectors", 1.5e8, 1.5e8, "150 M", "150" },
		{ "sectors", 984064, 984064, "984064", "984064" },
		{ "operations per second, billions", 7000, 150, "150 G", "150" },
		{ "slowdown, %", 0.01, 0.01, "0.01 %", "0.01" },
		{ "bandwidth, GB/s", 4235, 4235, "4235 GB/s", "4235" },
		{ "cells in x, y and z", 3, 2.5, "2.5", "2.5" },
	};

	for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
		const struct unit unit = unit_of(cases[i].label);
		const int power = unit_power(&unit, cases[i].most, 1e4);
		char text[48];

		ck_assert_str_eq(quantity_text(&unit, power, cases[i].value, text), cases[i].tick);
		ck_assert_str_eq(value_text(&unit, power, cases[i].value, text), cases[i].number);
	}
}
END_TEST

START_TEST(ticks_are_round)
{
	static const struct {
		struct scale scale;
		int count;
		double first, last;
	} cases[] = {
		{ { 0, 300, false, 0, 1 }, 7, 0, 300 },
		{ { 0, 1, false, 0, 1 }, 6, 0, 1 },
		{ { -2, 2, false, 0, 1 }, 5, -2, 2 },
		{ { 1, 100, true, 0, 1 }, 7, 1, 100 },
		{ { 1, 1e6, true, 0, 1 }, 7, 1, 1e6 },
		{ { 50, 2000, true, 0, 1 }, 6, 50, 2000 },
	};

	for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
		const struct ticks ticks = scale_ticks(&cases[i].scale);

		ck_assert_int_eq(ticks.count, cases[i].count);
		ck_assert_double_eq_tol(ticks.value[0], cases[i].first, 1e-9);
		ck_assert_double_eq_tol(ticks.value[ticks.count - 1], cases[i].last, 1e-6);
	}
}
END_TEST

START_TEST(scales_round_outwards)
{
	static const struct {
		double low, high;
		bool log;
		double rounded_low, rounded_high;
	} cases[] = {
		{ 0, 289, false, 0, 300 }, { 0, 0, false, 0, 1 }, { 7, 7, false, 6, 14 },
		{ 66, 1270, true, 50, 2000 }, { 1, 1000, true, 1, 1000 }, { 3, 3, true, 2, 5 },
		{ -3.1, 8, false, -4, 8 },
	};

	for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
		struct scale scale = { .low = cases[i].low, .high = cases[i].high, .log = cases[i].log };

		scale_round(&scale);
		ck_assert_double_eq_tol(scale.low, cases[i].rounded_low, 1e-9);
		ck_assert_double_eq_tol(scale.high, cases[i].rounded_high, 1e-9);
	}
}
END_TEST

START_TEST(lines_break_at_blanks_and_underscores)
{
	ck_assert_uint_eq(line_length("chasing_compressed", FONT, 60), strlen("chasing_"));
	ck_assert_uint_eq(line_length("one two", FONT, 1000), strlen("one two"));
	ck_assert_uint_eq(line_length("one two", FONT, 30), strlen("one "));
	ck_assert_uint_eq(line_length("indivisible", FONT, 30), strlen("indi"));
	ck_assert_uint_eq(line_length("\xc2\xb5\xc2\xb5", FONT, 0), strlen("\xc2\xb5"));
	ck_assert_int_eq(put_lines(0, 0, ANCHOR_START, NULL, "a b c", FONT, 9, NULL), 3);
}
END_TEST

Suite *
chart_parts_suite(void)
{
	Suite *suite = suite_create("chart_parts");
	TCase *tests = tcase_create("chart_parts");

	tcase_add_test(tests, series_are_named);
	tcase_add_test(tests, plots_share_a_scale);
	tcase_add_test(tests, what_is_left_out_is_told);
	tcase_add_test(tests, heat_maps_have_a_key);
	tcase_add_test(tests, numbers_have_units);
	tcase_add_test(tests, ticks_are_round);
	tcase_add_test(tests, scales_round_outwards);
	tcase_add_test(tests, lines_break_at_blanks_and_underscores);
	suite_add_tcase(suite, tests);
	return suite;
}
