/* Every kernel that kernels.def lists, linked into one program, against the
 * interpreter: bit for bit, on odd sizes, in several orders and blocks. */

#include "generator/compile.h"
#include "generator/variants/legal.h"
#include "generator/variants/variant_words.h"
#include "runtime/device/cpu.h"
#include "runtime/problem/plane_compare.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#ifdef OPENMP
#define TARGET_SUFFIX _openmp
#elif defined(HIP)
#define TARGET_SUFFIX _hip
#else
#define TARGET_SUFFIX
#endif

#define JOIN(what, name, suffix) JOIN_NOW(what, name, suffix)
#define JOIN_NOW(what, name, suffix) what##_##name##suffix
#define RUN(name) JOIN(run, name, TARGET_SUFFIX)
#define UPLOAD(name) JOIN(upload, name, TARGET_SUFFIX)

/* Only kernels with their table in constant memory have an upload. */
#define KERNEL(stencil, storage, access, fields, levels, target, precision, loads, stores, flops, bytes, \
		column_bytes, lookups, name) \
	kernel_run RUN(name); \
	__attribute__((weak)) stencil_upload UPLOAD(name);
#include "kernels.def"
#undef KERNEL

struct kernel_entry {
	const char *stencil, *storage, *access, *fields, *levels, *target, *precision;
	kernel_run *run;
	stencil_upload *upload;
};

static const struct kernel_entry kernels[] = {
#define KERNEL(stencil, storage, access, fields, levels, target, precision, loads, stores, flops, bytes, \
		column_bytes, lookups, name) \
	{ #stencil, #storage, #access, #fields, #levels, #target, #precision, RUN(name), UPLOAD(name) },
#include "kernels.def"
};
enum { KERNELS = sizeof kernels/sizeof *kernels };

/* Smaller than a block, one level or point, no multiple of anything. */
#ifdef QUICK
static const int sizes[][3] = { { 13, 9, 7 }, { 7, 6, 1 } };
static const char *const orders[] = { "row", "random:7" };
#else
static const int sizes[][3] = {
	{ 13, 9, 7 }, { 5, 5, 5 }, { 7, 6, 1 }, { 37, 11, 5 }, { 70, 5, 6 }, { 6, 41, 5 },
};
static const char *const orders[] = { "row", "zcurve:4", "zcurve:16", "hilbert", "random:7" };
#endif
/* Levels for the longest vectors and some more, and of kernels with levels innermost for several blocks along them. */
static const int many_levels[3] = { 9, 6, 37 };
#ifdef OPENMP
static const struct stencil_block blocks[] = { { 1, 1, 1 } };
#elif defined(QUICK)
static const struct stencil_block blocks[] = { { 8, 2, 2 }, { 5, 3, 1 }, { 32, 4, 1 } };
#elif defined(HIP)
static const struct stencil_block blocks[] = {
	{ 32, 1, 2 }, { 8, 3, 2 }, { 64, 2, 1 }, { 1, 1, 5 }, { 8, 1, 8 }, { 1, 1, 64 }, { 128, 1, 1 }, { 64, 1, 1 },
};
#else
static const struct stencil_block blocks[] = {
	{ 32, 1, 1 }, { 8, 3, 2 }, { 64, 2, 1 }, { 1, 1, 5 }, { 8, 1, 8 }, { 1, 1, 32 }, { 32, 4, 1 }, { 32, 6, 1 },
};
#endif

#define COUNT(array) (int)(sizeof (array)/sizeof *(array))

/* Where a kernel went wrong, for the message. */
struct trial {
	const struct kernel_entry *kernel;
	struct arena arena;
	struct unit unit;
	struct variant variant;
};

static void
try_block(const struct trial *t, struct plane_device *x, const char *order, struct stencil_block block)
{
	const struct call call = binding_call(&x->binding, &(struct built){ .run = t->kernel->run }, block);
	const int *size = x->layout.problem->size;
	struct verdict verdict;
	struct error error;

	ck_assert_msg(binding_reset(&x->binding, &error), "%s", error.text);
	ck_assert_int_eq(cpu_device.run(&call), 0);
	ck_assert_msg(binding_compare(&x->binding, &verdict, &error), "%s", error.text);
	ck_assert_msg(verdict_is_good(&verdict), "%s %s_%s %s levels %s %s, %dx%dx%d, order %s, block %dx%dx%d:"
		" %.0f of %.0f points differ; %s", t->kernel->stencil, t->kernel->storage,
		t->kernel->access, t->kernel->fields, t->kernel->levels, t->kernel->precision, size[0], size[1], size[2], order, block.x,
		block.y, block.z, verdict.different, verdict.points, verdict.first);
}

/* The launcher refuses levels that do not begin with a block of points. */
static void
try_odd_stride(const struct trial *t, const struct plane_device *x)
{
	struct stencil_grid grid = x->view;
	struct call call = binding_call(&x->binding, &(struct built){ .run = t->kernel->run }, (struct stencil_block){ 32, 1, 1 });

	grid.stride++;
	call.grid = &grid;
	ck_assert_int_eq(cpu_device.run(&call), STENCIL_MISALIGNED);
}

/* Blocks of access planes have these rows; others need not be so large. */
static bool
is_tried(const struct trial *t, struct stencil_block block)
{
	return t->variant.access == ACCESS_planes || block.x != 32 || block.y < 4;
}

static void
try_size(struct trial *t, const int size[3])
{
	const bool regular = storages[t->variant.storage].regular;
	const struct built kernel = { .upload = (kernel_upload *)t->kernel->upload };
	struct problem *problem = problem_create(t->unit.plans[0], size);
	struct error error;

	if (problem_points(problem) == 0) {
		problem_free(problem);
		return;
	}
	problem_fill(problem, 42);
	ck_assert_msg(problem_solve(problem, false, &error), "%s", error.text);
	for (int o = 0; o < (regular ? 1 : COUNT(orders)); o++) {
		struct order order;
		struct grid *grid;
		struct plane_device *x;

		ck_assert(order_parse(orders[o], &order));
		grid = plane_grid(&t->arena, problem, &t->variant, &order, USUAL_ALIGNMENT, &error);
		ck_assert_msg(grid != NULL, "%s", error.text);
		x = plane_device_create(&cpu_device, problem, t->variant.layout, grid, &error);
		ck_assert_msg(x != NULL, "%s", error.text);
		ck_assert_msg(binding_save(&x->binding, &error) && binding_prepare(&x->binding, &kernel, &error), "%s", error.text);
		if (layouts[t->variant.layout].points > 1)
			try_odd_stride(t, x);
		for (int b = 0; b < COUNT(blocks); b++) {
			const int shape[] = { blocks[b].x, blocks[b].y, blocks[b].z };

			if (block_is_legal(&t->variant, shape, NULL) && is_tried(t, blocks[b]))
				try_block(t, x, orders[o], blocks[b]);
		}
		if (size == many_levels && block_is_legal(&t->variant, (const int[]){ 3, 5, 1 }, NULL) && targets[t->variant.target].blocks)
			try_block(t, x, orders[o], (struct stencil_block){ 3, 5, 1 });
		binding_free(x);
	}
	problem_free(problem);
}

/* The numbers that kernels were emitted with, from the options for stencilgen: clusters and padding depend on them. */
static void
read_tunables(struct variant *variant)
{
	const char *options = getenv("OPTIONS");

	for (int i = 0; i < TUNABLE_COUNT && options; i++) {
		char word[64];
		const int length = snprintf(word, sizeof word, "--%s ", tunables[i].name);
		const char *option = strstr(options, word);

		variant->tunables[i] = option ? atoi(option + length) : 0;
	}
}

START_TEST(test_kernel)
{
	const struct kernel_entry *kernel = &kernels[_i];
	const bool is_float = !strcmp(kernel->precision, "float");
	struct trial t = { .kernel = kernel };
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20 };
	char path[256];

	t.variant.storage = (enum storage)catalogue_find(&storage_words, kernel->storage);
	t.variant.access = (enum access)catalogue_find(&access_words, kernel->access);
	t.variant.layout = (enum layout)catalogue_find(&layout_words, kernel->fields);
	t.variant.levels = (enum levels)catalogue_find(&levels_words, kernel->levels);
	t.variant.target = (enum target)catalogue_find(&target_words, kernel->target);
	t.variant.precision = is_float ? TYPE_FLOAT : TYPE_DOUBLE;
	read_tunables(&t.variant);
	snprintf(path, sizeof path, "%s/%s.stencil", getenv("STENCILS") ? getenv("STENCILS") : "stencils",
		kernel->stencil);
	ck_assert(compile_file(&t.arena, &diagnostics, path, t.variant.precision, &t.unit));
	for (int s = 0; s < COUNT(sizes); s++)
		try_size(&t, sizes[s]);
	if (t.variant.levels == LEVELS_INNERMOST || !targets[t.variant.target].blocks)
		try_size(&t, many_levels);
	if (t.variant.access == ACCESS_rows) /* more rows and columns than its blocks have */
		try_size(&t, (const int[]){ 2055, 67, 5 });
	if (t.variant.access == ACCESS_planes) /* for stencils with large extents, too, and several tiles */
		try_size(&t, (const int[]){ 85, 35, 22 });
	arena_free(&t.arena);
}
END_TEST

int
main(void)
{
	TCase *tcase = tcase_create("all");

	tcase_set_timeout(tcase, 600);
	tcase_add_loop_test(tcase, test_kernel, 0, KERNELS);
	return run_tests("kernels", tcase);
}
