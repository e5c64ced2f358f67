/* Runs all suites in one program. CK_RUN_SUITE=name chooses one. */

#include <check.h>

#define SUITES(SUITE) \
	SUITE(template) SUITE(expr) SUITE(plan) SUITE(interpret) SUITE(grid) SUITE(npy) SUITE(tools) SUITE(levels) \
	SUITE(sparse) SUITE(host) SUITE(statistics) SUITE(bench) SUITE(chart) SUITE(csv) SUITE(counters)

#define DECLARE(name) Suite *name##_suite(void);
SUITES(DECLARE)

int
main(void)
{
	SRunner *runner = srunner_create(NULL);
	int failed;

#define ADD(name) srunner_add_suite(runner, name##_suite());
	SUITES(ADD)
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
