/* Runs all suites in one program. CK_RUN_SUITE=name chooses one. */

#include <check.h>
#include <stdlib.h>

/* Check writes the place of each assertion that holds to a file, to place a crash: loops with millions of them would
 * take longer to write than to check. The linker lets calls of _mark_point come here; after the first thousand of a
 * test, the place of a crash is that of the last one written. */
void __real__mark_point(const char *file, int line);
void __wrap__mark_point(const char *file, int line);

void
__wrap__mark_point(const char *file, int line)
{
	static int marks;

	if (marks < 1000) {
		marks++;
		__real__mark_point(file, line);
	}
}

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
