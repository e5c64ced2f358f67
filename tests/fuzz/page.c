/* Pages of Markdown with directives, filled from the data of the tests. Nothing is written outside
 * of their folder. */

#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */

#include "runtime/report/page_write.h"
#include "tests/fuzz/lib/scratch.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int
remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status, (void)type, (void)walk;
	return remove(path);
}

/* Numbers that are missing are reported on standard error, whatever the target. Returns a status. */
static int
without_messages(struct tool *tool, const char *page, const char *folder)
{
	const int before = dup(2);
	struct error error;
	bool good;

	if (before < 0 || dup2(fileno(nowhere()), 2) < 0)
		abort();
	good = page_write(tool, page, "tests/data/pages", folder, &error);
	dup2(before, 2);
	close(before);
	return good ? EXIT_GOOD : (int)error.status;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char outer[] = "/tmp/fuzz-page.XXXXXX", folder[64];
	struct tool tool;
	int status;

	if (!mkdtemp(outer))
		abort();
	snprintf(folder, sizeof folder, "%s/page", outer);
	tool_open(&tool, "fuzz");
	status = without_messages(&tool, scratch_file(bytes, size), folder);
	if (status < 0 || status > 3)
		abort();
	/* Only the page's folder may have appeared. */
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	if (rmdir(outer))
		abort();
	arena_free(&tool.arena);
	return 0;
}
