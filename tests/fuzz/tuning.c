/* Tuning files: one that is read is written as a text that is read as the same. */

#include "generator/language/grid_kind.h"
#include "generator/variants/choose.h"
#include "generator/variants/legal.h"
#include "runtime/rows/tuning.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char *
written(const struct tuning *tuning)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		abort();
	tuning_write(tuning, out);
	fclose(out);
	return text;
}

/* What it names is in range, for all targets. */
static void
use(const struct tuning *tuning)
{
	const struct environment_entry here[] = { { "backend", "openmp" }, { NULL, NULL } };
	const struct wish any = { .size = NULL };
	struct arena arena = { NULL };
	struct variant variant;
	const struct stencil stencil = { .kind = &plane_kind };

	for (const struct tuned *t = tuning->best; t; t = t->next)
		for (int target = 0; target < TARGET_COUNT; target++)
			if (tuned_variant(&stencil, t, (enum target)target, &variant) && ((int)variant.storage >= STORAGE_COUNT
					|| variant.access >= ACCESS_COUNT || variant.layout >= LAYOUT_COUNT))
				abort();
	tuning_find(tuning, &any);
	tuning_differs(&arena, tuning, here);
	arena_free(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	struct tuning tuning;
	struct error error = { 0 };
	char *first, *second;

	if (tuning_read(&arena, scratch_file(bytes, size), &tuning, &error)) {
		use(&tuning);
		first = written(&tuning);
		if (!tuning_read(&arena, scratch_file((const uint8_t *)first, strlen(first)), &tuning, &error))
			abort();
		second = written(&tuning);
		if (strcmp(first, second))
			abort();
		free(first);
		free(second);
	} else if (!*error.text) {
		abort();
	}
	arena_free(&arena);
	return 0;
}
