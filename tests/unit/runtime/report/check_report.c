/* Files of rows: the table, CSV and JSON. */

#include "generator/variants/sparse_variants.h"
#include "runtime/cli/arguments.h"
#include "runtime/report/grid_report.h"
#include "runtime/report/report_csv.h"
#include "runtime/report/report_table.h"
#include "runtime/rows/row_json.h"
#include "tests/unit/runtime/report/made_rows.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *report_suite(void);

enum { GOLDEN_TABLE, GOLDEN_CSV, GOLDEN_JSON, GOLDEN_COUNT };
static const char *const golden_names[GOLDEN_COUNT] = { "rows.txt", "rows.csv", "rows.jsonl" };

/* What was written stays in build/tests, to look at or to copy. */
START_TEST(files_are_as_they_were)
{
	const char *path = arena_printf(&rows_arena, "build/tests/%s", golden_names[_i]);
	struct results results;
	struct error error;
	FILE *out;

	fake_results(&results);
	switch (_i) {
	case GOLDEN_TABLE:
		out = fopen(path, "w");
		ck_assert_ptr_nonnull(out);
		report_table(&results, out);
		fclose(out);
		break;
	case GOLDEN_CSV: ck_assert(report_csv(&results, path, &error)); break;
	case GOLDEN_JSON: ck_assert(report_json(&results, path, &error)); break;
	}
	ck_assert_str_eq(text_of_file(path),
		text_of_file(arena_printf(&rows_arena, "tests/golden/bench/%s", golden_names[_i])));
}
END_TEST

/* With and without a baseline, and predicted times. */
START_TEST(tables_fit_100_columns)
{
	const char *text;
	struct results results;
	struct row *row;
	FILE *out = fopen("build/tests/wide.txt", "w");

	results_open(&results, &rows_arena, rows_environment, "");
	row = fake_row("chasing_compressed", "shared", "zcurve:16", "128x4x2");
	row->fields = "aosoa_in";
	fake_series(row, CACHE_COLD, 12345.6e-6, 20);
	fake_series(row, CACHE_HOT, 12345.6e-6, 20);
	results_add(&results, row);
	row = fake_row("chasing_compressed", "zslice", "zcurve:16", "128x4x2");
	row->fields = "aosoa";
	row->tunables[TUNABLE_levels_per_thread] = 16;
	row->unusual = true;
	fake_series(row, CACHE_COLD, 123.4e-6, 20);
	fake_series(row, CACHE_HOT, 123.4e-6, 20);
	results_add(&results, row);
	row = fake_row("chasing_compressed", "cluster", "zcurve:16", "128x4x2");
	row->levels = "innermost";
	row->predicted_us = _i & 2 ? 123.4 : 0;
	row->difference[CACHE_COLD] = _i & 1 ? DIFFERENCE_SLOWER : DIFFERENCE_UNKNOWN;
	row->relative[CACHE_COLD] = 12.345;
	row->tunables[TUNABLE_points_per_thread] = row->tunables[TUNABLE_rows_per_thread] = 4;
	row->tunables[TUNABLE_levels_per_load] = 8;
	row->tunables[TUNABLE_columns_per_thread] = 16;
	fake_series(row, CACHE_COLD, 123.4e-6, 20);
	fake_series(row, CACHE_HOT, 123.4e-6, 20);
	results_add(&results, row);
	row = fake_sparse_row("evaluate", "ichg2_host", 54264, 12.3456789);
	row->report = &evaluation_report;
	row->probes = row->checked = MOST_PROBES;
	results_add(&results, row);
	row = fake_sparse_row("hierarchize", "ichg1_inv3", 100, 12.3456789);
	results_add(&results, row);
	report_table(&results, out);
	fclose(out);
	text = text_of_file("build/tests/wide.txt");
	ck_assert_int_eq(strstr(text, " model ") != NULL, (_i & 2) != 0);
	ck_assert_int_eq(strstr(text, "hot us GB/s") != NULL, _i != 3);
	for (; *text; text += strcspn(text, "\n") + 1)
		ck_assert_msg(strcspn(text, "\n") <= 100, "%s", text);
}
END_TEST

/* What was left out is below the table. */
START_TEST(predicted_times_are_beside_measured_ones)
{
	const char *text;
	struct results results;
	struct row *row = fake_row("regular", "planes", "-", "32x16x1");
	FILE *out = fopen("build/tests/predicted.txt", "w");

	results_open(&results, &rows_arena, rows_environment, "");
	results.left_out = "2 of 5 kernels with a block are left out";
	row->predicted_us = 237.4;
	fake_series(row, CACHE_HOT, 295e-6, 20);
	results_add(&results, row);
	report_table(&results, out);
	fclose(out);
	text = text_of_file("build/tests/predicted.txt");
	ck_assert_ptr_nonnull(strstr(text, "us  +- model GB/s"));
	ck_assert_ptr_nonnull(strstr(text, "\nmodel predicted us, at least"));
	ck_assert_ptr_nonnull(strstr(text, " 0% 237.4 "));
	ck_assert_ptr_nonnull(strstr(text, "\n2 of 5 kernels with a block are left out\n"));
}
END_TEST

/* Levels make lines of their own, with the best of their blocks. */
START_TEST(levels_are_told_apart)
{
	struct results results;
	struct row *rows[3];

	results_open(&results, &rows_arena, rows_environment, "");
	for (int i = 0; i < 3; i++) {
		rows[i] = fake_row("direct", "idxvar", "row", i == 2 ? "16x16x1" : "32x8x1");
		rows[i]->levels = i ? "innermost" : "outermost";
		fake_series(rows[i], CACHE_HOT, 1e-6*(3 - i), 20);
		results_add(&results, rows[i]);
	}
	ck_assert(row_is_best(&results, rows[0]));
	ck_assert(!row_is_best(&results, rows[1]));
	ck_assert(row_is_best(&results, rows[2]));
}
END_TEST

/* Meshes are problems of their own, and their tables have no column for streams. */
START_TEST(meshes_are_told_apart)
{
	static const char *const meshes[] = { "torus:6x4", "plane:6x4" };
	const char *text;
	struct results results;
	struct row *rows[2];
	FILE *out = fopen("build/tests/meshes.txt", "w");

	results_open(&results, &rows_arena, rows_environment, "");
	for (int i = 0; i < 2; i++) {
		rows[i] = fake_row("chasing", "idxvar", "given", "64x2x1");
		rows[i]->report = &mesh_report;
		rows[i]->mesh = meshes[i];
		fake_series(rows[i], CACHE_HOT, 1e-6*(3 - i), 20);
		results_add(&results, rows[i]);
	}
	ck_assert(row_is_best(&results, rows[0]));
	ck_assert(!row_same_problem(rows[0], rows[1]));
	report_table(&results, out);
	fclose(out);
	text = text_of_file("build/tests/meshes.txt");
	ck_assert_ptr_nonnull(strstr(text, "\nlaplap, plane:6x4 x 64 levels double: 264.3 MB at least"));
	ck_assert_ptr_nonnull(strstr(text, " copy "));
	ck_assert_ptr_null(strstr(text, "copy stream"));
}
END_TEST

/* Nothing is lost on the way to a file and back. */
START_TEST(rows_come_back)
{
	struct results results;

	fake_results(&results);
	for (struct row *row = results.first; row; row = row->next) {
		const char *text = json_of(row);
		const struct row *back = row_from_json(&rows_arena, json_parse(&rows_arena, text));

		ck_assert_ptr_nonnull(back);
		ck_assert(back->reused);
		ck_assert_str_eq(json_of(back), text);
		for (int c = 0; c < CACHE_COUNT; c++) {
			ck_assert_double_eq_tol(back->time[c].median, row->time[c].median, 1e-12);
			ck_assert_int_eq((int)back->difference[c], (int)row->difference[c]);
		}
	}
}
END_TEST

Suite *
report_suite(void)
{
	Suite *suite = suite_create("report");
	TCase *tests = tcase_create("report");

	tcase_add_checked_fixture(tests, open_rows, close_rows);
	tcase_add_loop_test(tests, files_are_as_they_were, 0, GOLDEN_COUNT);
	tcase_add_loop_test(tests, tables_fit_100_columns, 0, 4);
	tcase_add_test(tests, predicted_times_are_beside_measured_ones);
	tcase_add_test(tests, levels_are_told_apart);
	tcase_add_test(tests, meshes_are_told_apart);
	tcase_add_test(tests, rows_come_back);
	suite_add_tcase(suite, tests);
	return suite;
}
