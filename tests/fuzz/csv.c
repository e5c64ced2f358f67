/* CSV, and queries over it: its first line is a list of conditions, the rest a table. */

#include "runtime/report/query.h"
#include "runtime/formats/csv.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
use_cells(const struct csv *csv)
{
	for (int i = 0; i < csv->row_count; i++)
		for (int c = 0; c < csv->column_count; c++) {
			csv_put(csv->rows[i][c], nowhere());
			csv_number(csv, i, csv->columns[c]);
			csv_text(csv, i, csv->columns[c]);
		}
}

static void
query(struct arena *arena, const struct csv *csv, const char *text)
{
	struct error error = { 0 };
	struct condition *conditions = NULL;
	const char **words;

	if (!conditions_parse(arena, text, &conditions, &error)) {
		if (!*error.text)
			abort();
		return;
	}
	for (int c = 0; c < csv->column_count && c < 8; c++) {
		const int row = fastest_row(csv, conditions, csv->columns[c], c % 2);

		if (row >= csv->row_count || distinct_words(arena, csv, conditions, csv->columns[c], false, &words) < 0)
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	char *text = scratch_text(bytes, size);
	struct error error = { 0 };
	char *table = text + strcspn(text, "\n");
	struct csv *csv;

	if (*table)
		*table++ = '\0';
	csv = csv_parse(&arena, table, &error);
	if (!csv && !*error.text)
		abort();
	if (csv && (long)csv->row_count*csv->column_count < 20000) {
		use_cells(csv);
		query(&arena, csv, text);
		use_cells(csv_join(&arena, csv, csv_widen(&arena, csv, "more")));
		csv_put_columns(&arena, csv, text, nowhere());
	}
	arena_free(&arena);
	free(text);
	return 0;
}
