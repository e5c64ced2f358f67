#include "tests/unit/runtime/report/made_rows.h"

#include "generator/base/files.h"
#include "runtime/report/grid_report.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena rows_arena;

const struct environment_entry rows_environment[] = {
	{ "program", "stencilbench 0" }, { "backend", "cuda" }, { "device", "A \"device\", of ours" },
	{ NULL, NULL },
};

void
open_rows(void)
{
	rows_arena = (struct arena){ 0 };
}

void
close_rows(void)
{
	arena_free(&rows_arena);
}

void
fake_series(struct row *row, enum cache cache, double seconds, int count)
{
	struct series *series = &row->series[cache];

	series->clock = 1.98e9;
	for (int i = 0; i < count; i++)
		samples_add(&rows_arena, &series->good, seconds + 1e-9*((17*i) % 40));
	row->time[cache] = statistics(series->good.seconds, count);
	for (int y = 0; y < REFERENCE_COUNT; y++)
		row->reference_copy[y][cache] = 66.5e-6 + 1e-6*y;
}

struct row *
fake_row(const char *storage, const char *access, const char *order, const char *block)
{
	struct row *row = arena_new(&rows_arena, struct row);

	*row = (struct row){
		.report = &plane_report,
		.kernel = arena_printf(&rows_arena, "laplap_%s_%s", storage, access), .stencil = "laplap",
		.storage = storage, .access = access, .fields = "soa",
		.levels = strcmp(order, "-") ? "outermost" : "-", .precision = "double", .order = order,
		.block = block, .decision = "-", .assigns = "-", .mesh = "-", .size = { 512, 512, 64 }, .alignment = 128,
		.key = arena_printf(&rows_arena, "%s-%s-%s-%s", storage, access, order, block), .note = "",
		.points = 16516096, .bytes = 264257536, .flops = 495482880,
		.facts = { .registers = 40, .shared = 1024, .resident = 16, .occupancy = 1, .threads = 128,
			.blocks = 130048, .launches = 1 },
	};
	return row;
}

struct row *
fake_sparse_row(const char *stencil, const char *access, int count, double seconds)
{
	struct row *row = fake_row("sparse", access, "-", "-");

	row->kernel = arena_printf(&rows_arena, "%s_sparse_%s_d10_l7_pad", stencil, access);
	row->stencil = stencil;
	row->report = &sweep_report;
	memset(row->size, 0, sizeof row->size);
	row->alignment = 0;
	row->dim = 10;
	row->level = 7;
	row->padded = 1;
	row->points = 397825;
	row->bytes = 14428560;
	row->flops = 11934750;
	row->facts.launches = count;
	fake_series(row, CACHE_COLD, seconds, 20);
	fake_series(row, CACHE_HOT, seconds - 1e-6, 20);
	row->floor[CACHE_COLD] = row->floor[CACHE_HOT] = 2.3e-6*count;
	row->reference_copy[REFERENCE_STREAM][CACHE_COLD] = row->reference_copy[REFERENCE_STREAM][CACHE_HOT] = 0;
	return row;
}

static void
add_sparse_rows(struct results *results)
{
	struct row *row = fake_sparse_row("hierarchize", "fused", 2, 40.25e-6);

	row->graph = 1;
	results_add(results, row);
	/* The other one is replayed. */
	results_add(results, fake_sparse_row("hierarchize", "basic", 60, 321e-6));
	results_add(results, fake_sparse_row("hierarchize", "ichg1_inv3", 10, 80.25e-6));
	row = fake_sparse_row("evaluate", "tree", 1, 3.3e-3);
	row->report = &evaluation_report;
	row->probes = 100000;
	row->checked = 12345;
	results_add(results, row);
}

void
fake_results(struct results *results)
{
	struct counter *counter = arena_new(&rows_arena, struct counter);
	struct row *row;

	results_open(results, &rows_arena, rows_environment, "stencilbench --csv \"a, b.csv\"");
	row = fake_row("regular", "naive", "-", "64x2x1");
	fake_series(row, CACHE_COLD, 95.7e-6, 20);
	fake_series(row, CACHE_HOT, 93.2e-6, 20);
	row->difference[CACHE_COLD] = DIFFERENCE_SAME;
	row->relative[CACHE_COLD] = 1.001;
	results_add(results, row);
	row = fake_row("regular", "naive", "-", "128x1x1");
	fake_series(row, CACHE_COLD, 105.7e-6, 5);
	fake_series(row, CACHE_HOT, 103.2e-6, 5);
	row->series[CACHE_HOT].discarded = 3;
	row->difference[CACHE_COLD] = row->difference[CACHE_HOT] = DIFFERENCE_SLOWER;
	row->relative[CACHE_COLD] = row->relative[CACHE_HOT] = 1.1045;
	results_add(results, row);
	row = fake_row("chasing_compressed", "zslice", "zcurve:16", "64x2x1");
	row->tunables[TUNABLE_levels_per_thread] = 4;
	row->unusual = true;
	row->table_bytes = 1057816;
	fake_series(row, CACHE_COLD, 121.3e-6, 20);
	fake_series(row, CACHE_HOT, 120.1e-6, 20);
	row->difference[CACHE_COLD] = DIFFERENCE_FASTER;
	row->relative[CACHE_COLD] = 0.971;
	counter->name = "dram__sectors_read.sum";
	counter->value = 4163584;
	row->counters = counter;
	results_add(results, row);
	/* The same access with another tunable has a line of its own, another block has none. */
	row = fake_row("chasing_compressed", "zslice", "zcurve:16", "64x2x1");
	row->key = "zslice-8";
	row->tunables[TUNABLE_levels_per_thread] = 8;
	fake_series(row, CACHE_COLD, 12345.6e-6, 20);
	row->series[CACHE_COLD].disturbed.count = 23;
	row->series[CACHE_COLD].noisy = true;
	results_add(results, row);
	for (int i = 0; i < 2; i++) {
		row = fake_row("chasing", "warp", "row", i ? "64x1x1" : "32x1x1");
		row->outcome = OUTCOME_VERIFIED;
		results_add(results, row);
	}
	row = fake_row("chasing", "naive", "row", "32x1x1");
	row->outcome = OUTCOME_WRONG;
	row->note = "wrong";
	row->skipped = 12;
	results_add(results, row);
	row = fake_row("direct_constant", "naive", "row", "32x1x1");
	row->outcome = OUTCOME_IMPOSSIBLE;
	row->note = "the table has 63588 entries, \"constant\" memory 16384";
	results_add(results, row);
	add_sparse_rows(results);
}

const char *
text_of_file(const char *path)
{
	const char *text = "";
	struct error error;
	size_t size;

	ck_assert_msg(file_read(&rows_arena, path, &text, &size, &error), "%s: %s", path, error.text);
	return text;
}

const char *
json_of(const struct row *row)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	const char *copy;

	json_row(row, out);
	fclose(out);
	copy = arena_strndup(&rows_arena, text, length);
	free(text);
	return copy;
}
