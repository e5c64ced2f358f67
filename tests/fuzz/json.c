/* JSON and rows of results: a row that is read is written as a text that is read as the same. */

#include "runtime/formats/json.h"
#include "runtime/report/report_json.h"
#include "runtime/rows/row_json.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int
count_values(const struct json *value)
{
	int count = 0, members = 0;

	for (const struct json *v = value->first; v; v = v->next, members++)
		count += 1 + count_values(v);
	if (members != value->count || (value->kind == JSON_STRING && !value->string))
		abort();
	return count;
}

static char *
written(const struct row *row)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		abort();
	json_row(row, out);
	fclose(out);
	return text;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	char *text = scratch_text(bytes, size), *first, *second;
	const struct json *value = json_parse(&arena, text);
	struct row *row = value ? row_from_json(&arena, value) : NULL;

	if (value)
		count_values(value);
	if (row) {
		first = written(row);
		value = json_parse(&arena, first);
		row = value ? row_from_json(&arena, value) : NULL;
		if (!row)
			abort();
		second = written(row);
		if (strcmp(first, second))
			abort();
		free(first);
		free(second);
	}
	arena_free(&arena);
	free(text);
	return 0;
}
