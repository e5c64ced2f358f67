/* What ncu prints: any text is read, or refused with a message. */

#include "runtime/rows/counters.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const int block[3] = { 64, 2, 1 };
	struct arena arena = { NULL };
	char *text = scratch_text(bytes, size);
	struct error error = { 0 };
	const struct launch *launches = NULL;
	struct row row = { .kernel = "laplap_regular_naive", .block = "64x2x1", .outcome = OUTCOME_VERIFIED };

	if (counters_parse(&arena, text, &launches, &error)) {
		counters_find(launches, "laplap_regular_naive", block);
		row.facts.launches = 2;
		row_take_counters(&arena, &row, &launches);
	} else if (!*error.text) {
		abort();
	}
	arena_free(&arena);
	free(text);
	return 0;
}
