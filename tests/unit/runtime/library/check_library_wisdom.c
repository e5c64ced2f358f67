/* What libstencil chooses by wisdom. */

#include "generator/base/hash.h"
#include "generator/compile.h"
#include "runtime/device/backend.h"
#include "runtime/library/stencil.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *library_wisdom_suite(void);

static struct stencil_error error;

static struct stencil_plan *
plan_of(const char *path, const struct stencil_shape *shape, const char *options, unsigned flags)
{
	struct stencil_plan *plan = stencil_plan_create(path, NULL, shape, options, flags, &error);

	ck_assert_msg(plan != NULL, "%s", error.text);
	return plan;
}

/* A file as --tune writes it. */
static const char *
write_wisdom(struct arena *arena, const char *device)
{
	const char *path = arena_printf(arena, "%s/wisdom.%ld", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid());
	struct diagnostics diagnostics = { .out = stderr };
	struct unit unit;
	FILE *out = fopen(path, "w");
	const char *text;

	ck_assert_ptr_nonnull(out);
	ck_assert(compile_file(arena, &diagnostics, "stencils/laplap.stencil", TYPE_DOUBLE, &unit));
	text = content_hash(arena, (const char *const[]){ unit.source.text, NULL });
	fprintf(out, "backend: host\ndevice: %s\n", device);
	for (int size = 16; size <= 256; size *= 4)
		fprintf(out, "best: stencil=laplap size=%dx%dx8 precision=double order=- storage=regular access=%s fields=soa"
			" block=16x2x1%s median_us=1 text=%s\n", size, size, size == 64 ? "zloop" : "naive",
			size == 64 ? " unroll=4" : "", text);
	fprintf(out, "best: stencil=laplap size=48x48x8 precision=double order=- storage=regular access=naive fields=aos"
		" block=16x2x1 median_us=1 text=%s\n", text);
	fprintf(out, "best: stencil=laplap size=16x16x8 precision=double order=hilbert storage=direct access=naive fields=soa"
		" block=16x2x1 median_us=1 text=%s\n", text);
	fprintf(out, "best: stencil=laplap size=64x64x8 precision=double order=row storage=direct access=idxvar fields=soa"
		" levels=innermost block=2x8x1 levels-per-load=4 median_us=1 text=%s\n", text);
	fprintf(out, "best: stencil=laplap size=64x64x8 precision=double order=row storage=direct access=cluster fields=soa"
		" levels=innermost block=4x4x1 median_us=2 text=%s\n", text);
	fprintf(out, "best: stencil=laplap size=64x64x8 precision=double order=- storage=regular access=temporal fields=soa"
		" block=32x8x1 steps-per-launch=3 median_us=0.1 text=%s\n", text);
	fclose(out);
	return path;
}

static void
expect_kernel_of(const char *stencil, int size, const char *options, const char *kernel, bool wise)
{
	const struct stencil_shape shape = { .size = { size, size, 8 } };
	struct stencil_plan *plan = plan_of(stencil, &shape, options, 0);

	ck_assert_str_eq(stencil_plan_kernel(plan), kernel);
	ck_assert_int_eq(stencil_plan_has_wisdom(plan), wise);
	stencil_plan_destroy(plan);
}

static void
expect_kernel(int size, const char *options, const char *kernel, bool wise)
{
	expect_kernel_of("stencils/laplap.stencil", size, options, kernel, wise);
}

START_TEST(wisdom_of_the_nearest_size_chooses)
{
	const struct stencil_shape shape = { .size = { 20, 20, 8 } };
	struct arena arena = { 0 };
	struct device_info device;
	const char *path;

	ck_assert(backend_device_info("host", &device));
	path = write_wisdom(&arena, device.name);
	ck_assert_ptr_null(stencil_plan_create("stencils/laplap.stencil", NULL, &shape, "backend=host",
		STENCIL_PLAN_WISDOM_ONLY, &error));
	ck_assert_str_eq(error.text, "there is no wisdom for 'laplap' with backend host");
	ck_assert_msg(!stencil_wisdom_import(path, &error), "%s", error.text);
	expect_kernel(20, "backend=host", "laplap_regular_naive", true);
	expect_kernel(48, "backend=host", "laplap_regular_zloop_unroll4", true);
	expect_kernel(64, "backend=host", "laplap_regular_zloop_unroll4", true);
	expect_kernel(64, "backend=host steps-per-launch=3", "laplap_regular_temporal_steps3", true);
	expect_kernel(64, "backend=host access=temporal steps-per-launch=2", "laplap_regular_temporal_steps2", false);
	expect_kernel(48, "backend=host access=idxvar", "laplap_regular_idxvar", false);
	expect_kernel(48, "backend=host order=hilbert", "laplap_direct_naive", true);
	expect_kernel(48, "backend=host order=hilbert storage=direct levels=innermost", "laplap_direct_cluster_innermost", false);
	expect_kernel(48, "backend=host levels=innermost", "laplap_direct_idxvar_levels4_innermost", true);
	expect_kernel(48, "backend=host levels=innermost access=cluster", "laplap_direct_cluster_innermost", true);
	expect_kernel(48, "backend=host precision=float", "laplap_regular_idxvar_float", false);
	stencil_wisdom_forget();
	expect_kernel(20, "backend=host", "laplap_regular_idxvar", false);
	unlink(path);
	arena_free(&arena);
}
END_TEST

/* Programs that keep different things, or elsewhere. */
static void
write_kept(struct arena *arena, FILE *out, const char *stencil, const char *name, const char *entries[])
{
	struct diagnostics diagnostics = { .out = stderr };
	struct unit unit;

	ck_assert(compile_file(arena, &diagnostics, stencil, TYPE_DOUBLE, &unit));
	for (int i = 0; entries[i]; i++)
		fprintf(out, "best: stencil=%s size=20x20x8 precision=double order=- storage=regular fields=soa block=32x1x1 %s text=%s\n",
			name, entries[i], content_hash(arena, (const char *const[]){ unit.source.text, NULL }));
}

START_TEST(wisdom_chooses_what_is_kept)
{
	static const char tridiagonal[] = "stencils/programs/tridiagonal.stencil", hdiff[] = "stencils/hdiff.stencil";
	struct arena arena = { 0 };
	const char *path = arena_printf(&arena, "%s/kept.%ld", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid());
	FILE *out = fopen(path, "w");
	struct device_info device;

	ck_assert_ptr_nonnull(out);
	ck_assert(backend_device_info("host", &device));
	fprintf(out, "backend: host\ndevice: %s\n", device.name);
	write_kept(&arena, out, tridiagonal, "tridiagonal", (const char *[]){ "access=zloop median_us=3",
		"access=zloop decision=place_shared place=shared ahead=2 median_us=2", NULL });
	write_kept(&arena, out, hdiff, "hdiff", (const char *[]){ "access=naive median_us=5",
		"access=idxvar kept=store_lap store=lap median_us=4", "access=idxvar kept=store_flux_x median_us=1", NULL });
	fclose(out);
	ck_assert_msg(!stencil_wisdom_import(path, &error), "%s", error.text);
	expect_kernel_of(tridiagonal, 20, "backend=host", "tridiagonal_regular_zloop_ahead2_place_shared", true);
	expect_kernel_of(tridiagonal, 20, "backend=host place=global", "tridiagonal_regular_zloop", true);
	expect_kernel_of(hdiff, 20, "backend=host", "hdiff_regular_idxvar_store_lap", true);
	expect_kernel_of(hdiff, 20, "backend=host store=none", "hdiff_regular_naive", true);
	expect_kernel_of(hdiff, 20, "backend=host store=flux_x", "hdiff_regular_idxvar_store_flux_x", true);
	stencil_wisdom_forget();
	unlink(path);
	arena_free(&arena);
}
END_TEST

/* Floats of the type low make another precision. */
START_TEST(wisdom_is_for_a_type_of_low_fields)
{
	static const char text[] = "stencil s { in low u; out d; d = u[west]; }";
	const struct stencil_shape shape = { .size = { 20, 20, 8 } };
	struct arena arena = { 0 };
	const char *path = arena_printf(&arena, "%s/low.%ld", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid());
	const char *const precisions[] = { "double", "mixed" }, *const accesses_of[] = { "naive", "zloop" }, *const low[] = { "real", "float" };
	FILE *out = fopen(path, "w");
	struct device_info device;

	ck_assert_ptr_nonnull(out);
	ck_assert(backend_device_info("host", &device));
	fprintf(out, "backend: host\ndevice: %s\n", device.name);
	for (int i = 0; i < 2; i++)
		fprintf(out, "best: stencil=s size=20x20x8 precision=%s order=- storage=regular access=%s fields=soa block=32x1x1 median_us=1"
			" text=%s\n", precisions[i], accesses_of[i], content_hash(&arena, (const char *const[]){ text, NULL }));
	fclose(out);
	ck_assert_msg(!stencil_wisdom_import(path, &error), "%s", error.text);
	for (int i = 0; i < 2; i++) {
		struct stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape,
			arena_printf(&arena, "backend=host low=%s", low[i]), 0, &error);

		ck_assert_msg(plan != NULL, "%s", error.text);
		ck_assert_str_eq(stencil_plan_kernel(plan), i ? "s_regular_zloop_mixed" : "s_regular_naive");
		ck_assert_int_eq(stencil_plan_has_wisdom(plan), true);
		stencil_plan_destroy(plan);
	}
	stencil_wisdom_forget();
	unlink(path);
	arena_free(&arena);
}
END_TEST

START_TEST(foreign_wisdom_is_refused)
{
	struct arena arena = { 0 };
	const char *path = write_wisdom(&arena, "Abacus 2000");

	ck_assert_int_eq(stencil_wisdom_import(path, &error), STENCIL_CODE_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(error.text, "was tuned on 'Abacus 2000', here it is '"));
	unlink(path);
	ck_assert_int_eq(stencil_wisdom_import(path, &error), STENCIL_CODE_UNAVAILABLE);
	ck_assert_int_eq(stencil_wisdom_import("stencils/laplap.stencil", &error), STENCIL_CODE_ARGUMENT);
	ck_assert_int_eq(stencil_wisdom_import(NULL, NULL), STENCIL_CODE_UNAVAILABLE);
	arena_free(&arena);
}
END_TEST

Suite *
library_wisdom_suite(void)
{
	Suite *suite = suite_create("library_wisdom");
	TCase *tests = tcase_create("library_wisdom");

	tcase_add_test(tests, wisdom_of_the_nearest_size_chooses);
	tcase_add_test(tests, wisdom_chooses_what_is_kept);
	tcase_add_test(tests, wisdom_is_for_a_type_of_low_fields);
	tcase_add_test(tests, foreign_wisdom_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
