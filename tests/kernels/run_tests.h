#ifndef RUN_TESTS_H
#define RUN_TESTS_H

#include <check.h>

/* Runs what is in tcase as a suite. The exit status of a main. */
static inline int
run_tests(const char *name, TCase *tcase)
{
	Suite *suite = suite_create(name);
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

#endif
