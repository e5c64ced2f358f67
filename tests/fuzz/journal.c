/* Journals: whatever is in one, it is refused, or rows can be added to it and are then there. */

#include "runtime/report/journal.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct row new_row = {
	.kernel = "s_regular_naive", .stencil = "s", .storage = "regular", .access = "naive", .fields = "soa",
	.levels = "-", .decision = "-", .assigns = "-",
	.precision = "double", .mesh = "-", .order = "-", .block = "-", .size = { 8, 8, 8 }, .alignment = 128,
	.key = "a new key", .note = "", .outcome = OUTCOME_VERIFIED,
};

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const struct environment_entry here[] = { { "backend", "openmp" }, { NULL, NULL } };
	struct arena arena = { NULL };
	struct results results;
	const char *path = scratch_file(bytes, size);
	struct error error = { 0 };
	struct journal *journal;

	results_open(&results, &arena, here, "fuzz");
	journal = journal_open(path, &results, &error);
	if (journal) {
		journal_find(journal, "k");
		if (!journal_add(journal, &new_row, &error))
			abort();
		journal_close(journal);
		journal = journal_open(path, &results, &error);
		if (!journal || !journal_find(journal, new_row.key))
			abort();
		journal_close(journal);
	} else if (!*error.text) {
		abort();
	}
	arena_free(&arena);
	return 0;
}
