/* Calls that launchers refuse. Each kernel that kernels.def lists gets a call that is just good
 * enough, and then the same with one thing wrong. */

#ifdef OPENMP
#include "reach_openmp.h"
#include "reach_innermost_openmp.h"
#elif defined(HIP)
#include "reach_hip.h"
#include "reach_innermost_hip.h"
#else
#include "reach.h"
#include "reach_innermost.h"
#endif

#include "run_tests.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef OPENMP
#define TARGET_SUFFIX _openmp
enum { HAS_BLOCKS = false };
#elif defined(HIP)
#define TARGET_SUFFIX _hip
enum { HAS_BLOCKS = true };
#else
#define TARGET_SUFFIX
enum { HAS_BLOCKS = true };
#endif

#define NAME(...) NAME_OF(__VA_ARGS__)
#define NAME_OF(what, kernel, target) what##_##kernel##target

typedef int kernel_run(const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream);

/* Only kernels with their table in constant memory have an upload. */
#define KERNEL(stencil, storage, access, fields, levels, target, precision, loads, stores, flops, bytes, \
		column_bytes, lookups, name) \
	kernel_run NAME(run, name, TARGET_SUFFIX); \
	__attribute__((weak)) stencil_upload NAME(upload, name, TARGET_SUFFIX);
#include "kernels.def"
#undef KERNEL

static const struct kernel {
	const char *name, *storage, *access, *fields, *levels;
	kernel_run *run;
	stencil_upload *upload;
} kernels[] = {
#define KERNEL(stencil, storage, access, fields, levels, target, precision, loads, stores, flops, bytes, \
		column_bytes, lookups, name) \
	{ #name, #storage, #access, #fields, #levels, NAME(run, name, TARGET_SUFFIX), \
		NAME(upload, name, TARGET_SUFFIX) },
#include "kernels.def"
};
enum { KERNELS = sizeof kernels/sizeof *kernels };

/* A level has two rows of eight inner columns; the halo is as small as it may be. */
enum { ROW = 12, FIRST = ROW + 2, END = FIRST + ROW + 8, STRIDE = 64, LEVELS = 6, PITCH = 8, SLOTS = 8 };
enum { POINTS = PITCH*STRIDE };

/* u has room for a struct with w. */
static _Alignas(64) double u[2*POINTS + 1], w[POINTS], v[POINTS + 1], h[STRIDE + 1], p[LEVELS + 1];
static _Alignas(64) int table[SLOTS*STRIDE];
static int pattern[STRIDE], single[END - FIRST];

struct attempt {
	const struct stencil_grid *grid; /* `good`, until that is what is wrong */
	struct stencil_grid good;
	double *fields[5]; /* w, u, v, h, p; w lies in a struct with u, if there are structs */
	struct stencil_block block;
};

/* For access cluster no column is in one. */
static struct attempt
good_attempt(const struct kernel *kernel)
{
	for (int i = 0; i < END - FIRST; i++)
		single[i] = FIRST + i;
	return (struct attempt){
		.good = {
			.first = FIRST, .end = END, .width = 8, .height = 2, .row = ROW, .bottom = 1, .top = 4,
			.pitch = strcmp(kernel->levels, "innermost") ? 0 : PITCH, .levels = LEVELS, .stride = STRIDE, .patterns = 1, .pattern = pattern, .table = table,
			.singles = END - FIRST, .single = single,
		},
		.fields = { w, u, v, h, p }, .block = { 8, 8, 1 },
	};
}

/* Which kernels a call is wrong for. */
enum {
	ANY, REGULAR = 1, UNSTRUCTURED = 2, TABLE = 4, PATTERN = 8, CONSTANT = 16, WIDE = 32, AOSOA = 64,
	BLOCKS = 128, ZLOOP = 256, WARP = 512, INNERMOST = 1024, OUTERMOST = 2048,
	CLUSTER = 4096, NO_CLUSTER = 8192,
};

static int
kind_of(const struct kernel *kernel)
{
	const bool regular = !strcmp(kernel->storage, "regular");
	const bool constant = strstr(kernel->storage, "constant") != NULL;
	const bool compressed = constant || strstr(kernel->storage, "compressed");

	return (regular ? REGULAR : UNSTRUCTURED) | (regular || constant ? 0 : TABLE)
		| (compressed ? PATTERN : 0) | (constant ? CONSTANT : 0)
		| (strcmp(kernel->access, "wide") ? 0 : WIDE) | (strcmp(kernel->fields, "aosoa") ? 0 : AOSOA)
		| (HAS_BLOCKS ? BLOCKS : 0) | (strcmp(kernel->access, "zloop") ? 0 : ZLOOP)
		| (strcmp(kernel->access, "warp") ? 0 : WARP)
		| (!strcmp(kernel->levels, "innermost") ? INNERMOST : OUTERMOST)
		| (strcmp(kernel->access, "cluster") ? NO_CLUSTER : CLUSTER);
}

/* X(name, refusal, kind, change of an attempt and its grid) */
#define WRONG_CALLS(X) \
	X(no_grid, NULL_POINTER, ANY, a->grid = NULL) \
	X(no_point_field, NULL_POINTER, ANY, a->fields[1] = NULL) \
	X(no_column_field, NULL_POINTER, ANY, a->fields[3] = NULL) \
	X(no_profile, NULL_POINTER, ANY, a->fields[4] = NULL) \
	X(no_output, NULL_POINTER, ANY, a->fields[2] = NULL) \
	X(negative_first, WRONG_SIZE, ANY, g->first = -1) \
	X(no_width, WRONG_SIZE, ANY, g->width = 0) \
	X(negative_width, WRONG_SIZE, ANY, g->width = -8) \
	X(no_height, WRONG_SIZE, REGULAR, g->height = 0) \
	X(negative_height, WRONG_SIZE, REGULAR, g->height = -2) \
	X(no_columns, WRONG_SIZE, UNSTRUCTURED, g->end = g->first) \
	X(places_of_other_columns, WRONG_SIZE, UNSTRUCTURED, (g->place = table, g->across = STRIDE)) \
	X(few_places, SMALL_HALO, UNSTRUCTURED, (g->place = table, g->across = g->width, g->end = g->first + 16)) \
	X(negative_columns, WRONG_SIZE, UNSTRUCTURED, g->end = INT_MIN) \
	X(negative_bottom, WRONG_SIZE, ANY, g->bottom = -1) \
	X(no_levels, WRONG_SIZE, ANY, g->top = g->bottom) \
	X(levels_upside_down, WRONG_SIZE, ANY, g->top = 0) \
	X(top_above_levels, WRONG_SIZE, ANY, g->levels = 3) \
	X(negative_levels, WRONG_SIZE, ANY, g->levels = INT_MIN) \
	X(row_shorter_than_width, SHORT_ROW, REGULAR, g->row = 7) \
	X(negative_row, SHORT_ROW, REGULAR, g->row = -ROW) \
	X(stride_shorter_than_level, SHORT_STRIDE, ANY, g->stride = END - 1) \
	X(no_stride, SHORT_STRIDE, ANY, g->stride = 0) \
	X(negative_stride, SHORT_STRIDE, ANY, g->stride = -STRIDE) \
	X(small_halo_west_and_north, SMALL_HALO, REGULAR, g->first = FIRST - 1) \
	X(small_halo_between_rows, SMALL_HALO, REGULAR, (g->row = 10, g->first = 16)) \
	X(small_halo_south_and_east, SMALL_HALO, REGULAR, g->stride = END + 2*ROW) \
	X(small_halo_below, SMALL_HALO, ANY, g->bottom = 0) \
	X(small_halo_above, SMALL_HALO, ANY, g->top = 5) \
	X(no_table, NO_TABLE, TABLE, g->table = NULL) \
	X(no_pattern, NO_TABLE, PATTERN, g->pattern = NULL) \
	X(no_patterns, NO_TABLE, PATTERN, g->patterns = 0) \
	X(more_patterns_than_uploaded, NO_TABLE, CONSTANT, g->patterns = 3) \
	X(misaligned_input, MISALIGNED, WIDE, a->fields[1] = u + 1) \
	X(misaligned_output, MISALIGNED, WIDE, a->fields[2] = v + 1) \
	X(misaligned_first, MISALIGNED, WIDE, g->first = FIRST + 1) \
	X(misaligned_row, MISALIGNED, WIDE, (g->row = 13, g->first = 16)) \
	X(misaligned_stride, MISALIGNED, WIDE, g->stride = 63) \
	X(levels_inside_structs, MISALIGNED, AOSOA, g->stride = STRIDE + 1) \
	X(block_without_x, WRONG_BLOCK, BLOCKS, a->block.x = 0) \
	X(block_without_y, WRONG_BLOCK, BLOCKS, a->block.y = 0) \
	X(block_without_z, WRONG_BLOCK, BLOCKS, a->block.z = 0) \
	X(negative_block, WRONG_BLOCK, BLOCKS, a->block.x = -8) \
	X(block_long_in_x, WRONG_BLOCK, BLOCKS, a->block.x = INT_MAX) \
	X(block_long_in_z, WRONG_BLOCK, BLOCKS, a->block.z = 32) \
	X(flat_block, WRONG_BLOCK, BLOCKS | ZLOOP, a->block.z = 2) \
	X(broken_warps, WRONG_BLOCK, WARP, a->block.y = 3) \
	X(no_pitch, WRONG_LEVELS, INNERMOST, g->pitch = 0) \
	X(negative_pitch, WRONG_LEVELS, INNERMOST, g->pitch = -PITCH) \
	X(pitch_shorter_than_levels, SHORT_STRIDE, INNERMOST, g->pitch = LEVELS - 1) \
	X(regular_grid, WRONG_LEVELS, INNERMOST, (g->row = ROW, g->pitch = 0)) \
	X(levels_innermost, WRONG_LEVELS, OUTERMOST, g->pitch = PITCH) \
	X(levels_innermost_backwards, WRONG_LEVELS, OUTERMOST, g->pitch = -PITCH) \
	X(misaligned_pitch, MISALIGNED, BLOCKS | INNERMOST, g->pitch = PITCH - 1) \
	X(misaligned_columns, MISALIGNED, BLOCKS | INNERMOST, a->fields[1] = u + 1) \
	X(misaligned_results, MISALIGNED, BLOCKS | INNERMOST, a->fields[2] = v + 1) \
	X(block_in_z, WRONG_BLOCK, BLOCKS | INNERMOST, (a->block.y = 4, a->block.z = 2)) \
	X(levels_beyond_blocks, LARGE_GRID, BLOCKS | INNERMOST, \
		(g->levels = 1 << 20, g->top = g->levels - 2, g->pitch = g->levels, a->block.x = 1)) \
	X(columns_beyond_ints, LARGE_GRID, BLOCKS | INNERMOST | NO_CLUSTER | PATTERN, g->end = g->stride = INT_MAX) \
	X(levels_beyond_floats_and_ints, LARGE_GRID, INNERMOST, g->pitch = g->levels = INT_MAX) \
	X(column_left_out, WRONG_TABLE, CLUSTER, g->singles--) \
	X(columns_twice, WRONG_TABLE, CLUSTER, g->clusters = 1) \
	X(negative_clusters, WRONG_TABLE, CLUSTER, (g->clusters = -1, g->singles = END - FIRST)) \
	X(negative_singles, WRONG_TABLE, CLUSTER, g->singles = INT_MIN) \
	X(no_singles, NO_TABLE, CLUSTER, g->single = NULL) \
	X(misaligned_clusters, MISALIGNED, CLUSTER | INNERMOST, g->cluster = table + 1) \
	X(misaligned_pairs, MISALIGNED, CLUSTER | OUTERMOST, a->fields[1] = u + 1) \
	X(misaligned_pairs_of_results, MISALIGNED, CLUSTER | OUTERMOST, a->fields[2] = v + 1) \
	X(pairs_of_odd_levels, MISALIGNED, CLUSTER | OUTERMOST, g->stride = STRIDE - 1) \
	X(levels_beyond_floats, LARGE_GRID, ANY, (g->levels = (1 << 24) + 1, g->pitch *= 1 << 22)) \
	X(levels_beyond_ints, LARGE_GRID, BLOCKS | REGULAR, g->stride = 1 << 30) \
	X(levels_beyond_ints_on_patterns, LARGE_GRID, BLOCKS | PATTERN | OUTERMOST, g->stride = 1 << 30) \
	X(table_beyond_ints, LARGE_TABLE, TABLE, (g->stride = 1 << 29, g->patterns = 1 << 29)) \
	X(patterns_beyond_ints, LARGE_TABLE, TABLE | PATTERN, g->patterns = 1 << 29) \
	X(threads_beyond_ints, LARGE_GRID, BLOCKS | REGULAR, \
		(g->row = 1 << 26, g->first = g->row + 2, g->stride = 1 << 29, a->block.y = 64, a->block.x = 1))

#define SETTER(name, refusal, kind, change) \
	static void \
	set_##name(struct attempt *a, struct stencil_grid *g) \
	{ \
		(void)a, (void)g; \
		change; \
	}
WRONG_CALLS(SETTER)

static const struct wrong_call {
	const char *name;
	int refusal, kind;
	void (*set)(struct attempt *a, struct stencil_grid *g);
} wrong_calls[] = {
#define ROW_OF_TABLE(name, refusal, kind, change) { #name, STENCIL_##refusal, kind, set_##name },
	WRONG_CALLS(ROW_OF_TABLE)
};
enum { WRONG_COUNT = sizeof wrong_calls/sizeof *wrong_calls };

static int
run(const struct kernel *kernel, const struct attempt *a)
{
	for (int i = 0; i < POINTS; i++)
		v[i] = -1;
	return kernel->run(a->grid, (void *const *)a->fields + (kind_of(kernel) & AOSOA ? 1 : 0), NULL,
		a->block, NULL);
}

static int
count_written(void)
{
	int count = 0;

	for (int i = 0; i < POINTS; i++)
		count += v[i] != -1;
	return count;
}

static void
fill_constant(const struct kernel *kernel)
{
	if (kernel->upload)
		ck_assert_int_eq(kernel->upload(table, SLOTS), 0);
}

START_TEST(good_calls_are_made)
{
	const struct kernel *kernel = &kernels[_i];
	const int columns = kind_of(kernel) & REGULAR ? 2*8 : END - FIRST;
	struct attempt a = good_attempt(kernel);

	a.grid = &a.good;
	fill_constant(kernel);
	ck_assert_int_eq(run(kernel, &a), 0);
	ck_assert_int_eq(count_written(), 3*columns);
}
END_TEST

/* Vectors are loaded of point fields only. */
START_TEST(columns_and_profiles_lie_anywhere)
{
	const struct kernel *kernel = &kernels[_i];
	struct attempt a = good_attempt(kernel);

	if (!(kind_of(kernel) & INNERMOST))
		return;
	a.grid = &a.good;
	a.fields[3] = h + 1;
	a.fields[4] = p + 1;
	fill_constant(kernel);
	ck_assert_int_eq(run(kernel, &a), 0);
	ck_assert_int_eq(count_written(), 3*(END - FIRST));
}
END_TEST

START_TEST(wrong_calls_are_refused)
{
	const struct kernel *kernel = &kernels[_i/WRONG_COUNT];
	const struct wrong_call *wrong = &wrong_calls[_i % WRONG_COUNT];
	struct attempt a = good_attempt(kernel);
	int result;

	if ((kind_of(kernel) & wrong->kind) != wrong->kind)
		return;
	a.grid = &a.good;
	fill_constant(kernel);
	wrong->set(&a, &a.good);
	result = run(kernel, &a);
	ck_assert_msg(result == wrong->refusal, "%s, %s: %d, '%s'; expected %d", kernel->name, wrong->name, result,
		stencil_refusal_text(result) ? stencil_refusal_text(result) : "no refusal", wrong->refusal);
	ck_assert_int_eq(count_written(), 0);
}
END_TEST

/* In a process of its own, where nothing has filled it. */
START_TEST(empty_constant_memory_is_refused)
{
	const struct kernel *kernel = &kernels[_i];
	struct attempt a = good_attempt(kernel);

	a.grid = &a.good;
	if (kernel->upload)
		ck_assert_int_eq(run(kernel, &a), STENCIL_NO_TABLE);
}
END_TEST

START_TEST(wrong_uploads_are_refused)
{
	const struct kernel *kernel = &kernels[_i];

	if (!kernel->upload)
		return;
	ck_assert_int_eq(kernel->upload(NULL, SLOTS), STENCIL_NULL_POINTER);
	ck_assert_int_eq(kernel->upload(table, -1), STENCIL_WRONG_SIZE);
	ck_assert_int_eq(kernel->upload(table, 16384 + 1), STENCIL_LARGE_TABLE);
}
END_TEST

START_TEST(refusals_have_words)
{
	for (int refusal = STENCIL_WRONG_LEVELS; refusal <= STENCIL_NULL_POINTER; refusal++) {
		ck_assert_ptr_nonnull(stencil_refusal_text(refusal));
		for (int other = refusal + 1; other <= STENCIL_NULL_POINTER; other++)
			ck_assert_str_ne(stencil_refusal_text(refusal), stencil_refusal_text(other));
	}
	ck_assert_ptr_null(stencil_refusal_text(0));
	ck_assert_ptr_null(stencil_refusal_text(1));
	ck_assert_ptr_null(stencil_refusal_text(STENCIL_WRONG_LEVELS - 1));
}
END_TEST

int
main(void)
{
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, good_calls_are_made, 0, KERNELS);
	tcase_add_loop_test(tcase, columns_and_profiles_lie_anywhere, 0, KERNELS);
	tcase_add_loop_test(tcase, wrong_calls_are_refused, 0, KERNELS*WRONG_COUNT);
	tcase_add_loop_test(tcase, empty_constant_memory_is_refused, 0, KERNELS);
	tcase_add_loop_test(tcase, wrong_uploads_are_refused, 0, KERNELS);
	tcase_add_test(tcase, refusals_have_words);
	return run_tests("refusals", tcase);
}
