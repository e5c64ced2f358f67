/* The interpreter: statements, and points at an offset. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>

Suite *statements_suite(void);

TRIAL(temporary_keeps_the_old_value, false,
	"inout u; out o; t = u; u = 2*u; o = t;",
	HERE("o") == trial_before(t, "u"))

TRIAL(statements_go_in_order, false,
	"inout u; out o; u = 2*u; o = u;",
	HERE("o") == 2*trial_before(t, "u"))

TRIAL(every_assignment_makes_a_version, false,
	"in a; out o, p; t = a; o = t; t = t + 1; p = t;",
	HERE("o") == HERE("a") && HERE("p") == HERE("a") + 1)

TRIAL(condition_that_fails_keeps_an_inout, false,
	"in a; inout u; if (a > 0) { u = a; }",
	HERE("u") == (HERE("a") > 0 ? HERE("a") : trial_before(t, "u")))

TRIAL(condition_is_taken_once, false,
	"inout u; if (u > 0) { u = -u; u = u - 1; }",
	HERE("u") == (trial_before(t, "u") > 0 ? -trial_before(t, "u") - 1 : trial_before(t, "u")))

TRIAL(first_condition_that_holds_decides, false,
	"in a; out o; if (a < -0.3) { o = 1; } else if (a < 0.3) { o = 2; } else { o = 3; }",
	HERE("o") == (HERE("a") < -0.3 ? 1 : HERE("a") < 0.3 ? 2 : 3))

TRIAL(branches_start_from_the_same_values, false,
	"in a; out o; t = a; if (a > 0) { t = 3*t; o = t; } else { o = t; }",
	HERE("o") == (HERE("a") > 0 ? 3*HERE("a") : HERE("a")))

TRIAL(assignments_in_an_if_overwrite_each_other, false,
	"in a; out o; t = a; if (a > 0) { t = t + 1; t = 2*t; } o = t[west];",
	HERE("o") == (AT("a", -1, 0, 0) > 0 ? 2*(AT("a", -1, 0, 0) + 1) : AT("a", -1, 0, 0)))

TRIAL(ifs_nest, false,
	"in a, b; inout u;"
	"if (a > 0) { if (b > 0) { u = a; } else { u = u + b; } t = u; u = t + 1; }",
	HERE("u") == (HERE("a") > 0 ? (HERE("b") > 0 ? HERE("a") : trial_before(t, "u") + HERE("b")) + 1
		: trial_before(t, "u")))

TRIAL(temporary_may_live_in_one_branch, false,
	"in a; out o; if (a > 0) { t = 2*a; o = t*t; } else { o = a; }",
	HERE("o") == (HERE("a") > 0 ? 4*(HERE("a")*HERE("a")) : HERE("a")))

TRIAL(earlier_version_is_read_at_an_offset, false,
	"in a, b; out o; t = a; s = t; if (b > 0) { t = b; s = t; } o = t[east] - s[north];",
	HERE("o") == (AT("b", 1, 0, 0) > 0 ? AT("b", 1, 0, 0) : AT("a", 1, 0, 0))
		- (AT("b", 0, -1, 0) > 0 ? AT("b", 0, -1, 0) : AT("a", 0, -1, 0)))

TRIAL(condition_is_taken_at_the_shifted_point, false,
	"in a, b; out o; if (b[0,1] > 0) { t = a; } else { t = -a; } o = t[1,0,-1];",
	HERE("o") == (AT("b", 1, 1, -1) > 0 ? AT("a", 1, 0, -1) : -AT("a", 1, 0, -1)))

TRIAL(level_is_taken_at_the_shifted_point, false,
	"out o; t = level; o = t[above];",
	HERE("o") == t->point[2] + 1)

TRIAL(level_counts_from_the_edge_of_the_grid, false,
	"out o; halo [0,0,1]; o = level;",
	HERE("o") == t->point[2])

TRIAL(column_is_taken_at_the_shifted_point, false,
	"in column c; out o; t = c[1,-1]; o = t[west] + t[0,0,1];",
	HERE("o") == AT("c", 0, -1, 0) + AT("c", 1, -1, 0))

TRIAL(profile_is_taken_at_the_shifted_point, false,
	"in profile p; out o; t = p; o = t[1,1,1] + p[below];",
	HERE("o") == AT("p", 0, 0, 1) + AT("p", 0, 0, -1))

TRIAL(temporary_is_there_past_the_edges, false,
	"in a; out o; t = a[west.west]; s = t[east]; o = s[east];",
	HERE("o") == HERE("a"))

TRIAL(named_offsets_add_up, false,
	"in a; out o; neighbor far = [3,0,1]; o = a[far.west.south];",
	HERE("o") == AT("a", 2, 1, 1))

Suite *
statements_suite(void)
{
	Suite *suite = suite_create("statements");
	TCase *tests = tcase_create("statements");

	tcase_add_test(tests, temporary_keeps_the_old_value);
	tcase_add_test(tests, statements_go_in_order);
	tcase_add_test(tests, every_assignment_makes_a_version);
	tcase_add_test(tests, condition_that_fails_keeps_an_inout);
	tcase_add_test(tests, condition_is_taken_once);
	tcase_add_test(tests, first_condition_that_holds_decides);
	tcase_add_test(tests, branches_start_from_the_same_values);
	tcase_add_test(tests, assignments_in_an_if_overwrite_each_other);
	tcase_add_test(tests, ifs_nest);
	tcase_add_test(tests, temporary_may_live_in_one_branch);
	tcase_add_test(tests, earlier_version_is_read_at_an_offset);
	tcase_add_test(tests, condition_is_taken_at_the_shifted_point);
	tcase_add_test(tests, level_is_taken_at_the_shifted_point);
	tcase_add_test(tests, level_counts_from_the_edge_of_the_grid);
	tcase_add_test(tests, column_is_taken_at_the_shifted_point);
	tcase_add_test(tests, profile_is_taken_at_the_shifted_point);
	tcase_add_test(tests, temporary_is_there_past_the_edges);
	tcase_add_test(tests, named_offsets_add_up);
	suite_add_tcase(suite, tests);
	return suite;
}
