/* Runs all suites in one program. CK_RUN_SUITE=name chooses one. */

#include <check.h>
#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "tests/suites.def"
#undef SUITE

int
main(void)
{
	SRunner *runner;
	int failed;

	/* A test takes seconds at most; that a busy machine takes minutes is no failure. */
	setenv("CK_DEFAULT_TIMEOUT", "60", 0);
	setenv("CK_TIMEOUT_MULTIPLIER", "5", 0);
	runner = srunner_create(NULL);
#define SUITE(name) srunner_add_suite(runner, name##_suite());
#include "tests/suites.def"
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
