/* Runs all suites in one program. CK_RUN_SUITE=name chooses one. */

#include <check.h>

#define SUITE(name) Suite *name##_suite(void);
#include "tests/suites.def"
#undef SUITE

int
main(void)
{
	SRunner *runner = srunner_create(NULL);
	int failed;

#define SUITE(name) srunner_add_suite(runner, name##_suite());
#include "tests/suites.def"
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
