/* Which blocks of threads are legal, and which are taken where nobody chooses. */

#include "generator/compile.h"
#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/usual_steps.h"
#include "tests/unit/generator/plans.h"

#include <check.h>
#include <string.h>

Suite *variants_suite(void);

static const struct block_case {
	enum access access;
	int block[3];
	bool cuda, hip;
} block_cases[] = {
	{ ACCESS_warp, { 32, 1, 1 }, true, false },
	{ ACCESS_warp, { 64, 1, 1 }, true, true },
	{ ACCESS_warp, { 32, 1, 2 }, true, true },
	{ ACCESS_warp, { 96, 1, 2 }, true, false },
	{ ACCESS_warp, { 16, 4, 1 }, true, true },
	{ ACCESS_warp, { 8, 1, 4 }, true, false },
	{ ACCESS_warp, { 8, 3, 8 }, false, false },
	{ ACCESS_warp, { 1, 1, 64 }, true, true },
	{ ACCESS_shared, { 8, 3, 2 }, true, true },
	{ ACCESS_zloop, { 64, 1, 1 }, true, true },
	{ ACCESS_zloop, { 64, 1, 2 }, false, false },
	{ ACCESS_planes, { 32, 4, 1 }, true, true },
	{ ACCESS_planes, { 32, 3, 1 }, false, false },
	{ ACCESS_planes, { 64, 4, 1 }, false, false },
	{ ACCESS_planes, { 32, 4, 2 }, false, false },
	{ ACCESS_naive, { 32, 32, 1 }, true, true },
	{ ACCESS_naive, { 32, 33, 1 }, false, false },
	{ ACCESS_naive, { 9999, 9999, 9999 }, false, false },
};

START_TEST(blocks_suit_the_warps_of_the_target)
{
	const struct block_case *s = &block_cases[_i];

	ck_assert_int_eq(block_is_legal(&(struct variant){ .access = s->access }, s->block, NULL), s->cuda);
	ck_assert_int_eq(block_is_legal(&(struct variant){ .target = TARGET_hip, .access = s->access }, s->block, NULL), s->hip);
}
END_TEST

START_TEST(messages_name_the_warp_of_the_target)
{
	const int block[] = { 5, 1, 1 };
	struct error error;

	ck_assert(!block_is_legal(&(struct variant){ .access = ACCESS_warp }, block, &error) && strstr(error.text, "multiple of 32,"));
	ck_assert(!block_is_legal(&(struct variant){ .target = TARGET_hip, .access = ACCESS_warp }, block, &error)
		&& strstr(error.text, "multiple of 64,"));
}
END_TEST

/* The lowest two levels and the highest are halo. */
static struct stencil deep = {
	.name = "deep", .border = { .low = { 2, 2, 2 }, .high = { 2, 2, 1 } },
};
static struct stencil flat = { .name = "flat" };

static const struct {
	struct stencil *stencil;
	enum levels innermost;
	int levels_per_load, levels, block[3];
	enum access access;
} usual_blocks[] = {
	{ &flat, LEVELS_OUTERMOST, 2, 64, { 64, 2, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 64, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 64, { 64, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 4, 64, { 16, 8, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 60, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 60, { 64, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 90, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 5, { 3, 42, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 1, { 1, 128, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 2000, { 32, 4, 1 }, ACCESS_idxvar },
	/* From level 2 to 62: the second vector to the last but one. */
	{ &deep, LEVELS_INNERMOST, 2, 64, { 32, 4, 1 }, ACCESS_idxvar },
	{ &deep, LEVELS_INNERMOST, 1, 3, { 1, 128, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 64, { 64, 4, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 5, { 5, 25, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 3, { 3, 10, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 1, { 1, 32, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_OUTERMOST, 1, 5, { 256, 1, 1 }, ACCESS_cluster },
};

START_TEST(usual_blocks_suit_the_levels)
{
	const struct plan plan = { .stencil = usual_blocks[_i].stencil };
	const struct variant variant = {
		.storage = STORAGE_direct, .access = usual_blocks[_i].access, .levels = usual_blocks[_i].innermost,
		.tunables[TUNABLE_levels_per_load] = usual_blocks[_i].levels_per_load,
	};
	int block[3];

	usual_block(&plan, &variant, usual_blocks[_i].levels, block);
	for (int a = 0; a < 3; a++)
		ck_assert_int_eq(block[a], usual_blocks[_i].block[a]);
	ck_assert(block_is_legal(&variant, block, NULL));
}
END_TEST

static const struct {
	const char *path;
	int levels, registers, block[3];
} mesh_blocks[] = {
	{ "mesh/divergence", 65, 0, { 33, 7, 1 } },
	{ "mesh/divergence", 64, 0, { 32, 4, 1 } },
	{ "mesh/divergence", 90, 0, { 45, 4, 1 } },
	{ "mesh/divergence", 10, 0, { 5, 32, 1 } },
	{ "mesh/nabla2", 65, 0, { 33, 7, 1 } }, /* takes 31 of 40 registers */
	{ "mesh/vorticity", 65, 0, { 33, 4, 1 } }, /* 56 of 64 */
	{ "mesh/vorticity", 65, 64, { 33, 7, 1 } },
	{ "mesh/smagorinsky", 65, 0, { 33, 7, 1 } },
	{ "mesh/smagorinsky", 65, 96, { 33, 4, 1 } },
	{ "mesh/tangential", 65, 0, { 33, 15, 1 } },
	{ "mesh/coriolis", 65, 0, { 33, 7, 1 } }, /* nobody knows how many it takes */
};

START_TEST(blocks_on_meshes_leave_the_most_threads)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, mesh_blocks[_i].path, TYPE_DOUBLE);
	const struct variant variant = {
		.precision = TYPE_DOUBLE, .family = GRID_mesh, .storage = STORAGE_chasing, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST,
		.tunables[TUNABLE_registers_per_thread] = mesh_blocks[_i].registers,
	};
	int block[3];

	usual_block(plan, &variant, mesh_blocks[_i].levels, block);
	for (int a = 0; a < 3; a++)
		ck_assert_int_eq(block[a], mesh_blocks[_i].block[a]);
	arena_free(&arena);
}
END_TEST

/* Elements and levels on a GPU of so many multiprocessors with levels outermost: the access, the levels of a slice, those of an
 * iteration, and the block. R2B6 has 327,680 cells, 491,520 edges and 163,842 vertices. */
static const struct {
	const char *path;
	enum type precision;
	enum target target;
	int elements, levels, processors;
	const char *given, *access;
	int slice, unroll, ahead, block;
} slices[] = {
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, NULL, "zslice", 22, 4, 0, 256 },
	{ "mesh/nabla2", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, NULL, "zslice", 22, 1, 0, 256 },
	{ "mesh/vorticity", TYPE_DOUBLE, TARGET_cuda, 163842, 65, 132, NULL, "zslice", 33, 4, 0, 256 },
	{ "mesh/vorticity", TYPE_FLOAT, TARGET_cuda, 163842, 65, 132, NULL, "zslice", 33, 1, 0, 256 },
	{ "mesh/averaged_flux", TYPE_DOUBLE, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 33, 4, 0, 256 },
	{ "mesh/smagorinsky", TYPE_DOUBLE, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 65, 0, 5, 128 },
	{ "mesh/smagorinsky", TYPE_FLOAT, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 65, 2, 0, 128 },
	{ "mesh/smagorinsky", TYPE_DOUBLE, TARGET_cuda, 491520, 97, 132, NULL, "zslice", 49, 0, 5, 128 },
	{ "mesh/advect_vn", TYPE_DOUBLE, TARGET_cuda, 491520, 64, 132, NULL, "zslice", 64, 0, 4, 128 },
	{ "mesh/average_vn", TYPE_DOUBLE, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 65, 0, 5, 128 },
	{ "mesh/nabla4", TYPE_DOUBLE, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 65, 0, 5, 128 },
	{ "mesh/contravariant", TYPE_DOUBLE, TARGET_cuda, 327680, 64, 132, NULL, "zslice", 64, 4, 0, 128 },
	/* There are no coefficients to load once. */
	{ "mesh/limits", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, NULL, "idxvar", 0, 0, 0, 64 },
	{ "mesh/neighbour_sum", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, NULL, "zslice", 22, 4, 0, 256 },
	/* Neighbouring levels share what they read; rows of any degree; the heavier of two kernels. */
	{ "mesh/contravariant", TYPE_DOUBLE, TARGET_cuda, 327680, 64, 132, NULL, "zslice", 64, 4, 0, 128 },
	{ "mesh/tangential", TYPE_DOUBLE, TARGET_cuda, 491520, 65, 132, NULL, "zslice", 22, 4, 0, 256 },
	{ "mesh/transport", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, NULL, "zslice", 65, 1, 0, 128 },
	/* Few elements have shorter slices, of one level idxvar's threads. */
	{ "mesh/smagorinsky", TYPE_DOUBLE, TARGET_cuda, 30720, 65, 132, NULL, "zslice", 21, 1, 0, 128 },
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 20480, 65, 132, NULL, "zslice", 16, 4, 0, 256 },
	{ "mesh/vorticity", TYPE_DOUBLE, TARGET_cuda, 10242, 65, 132, NULL, "zslice", 8, 4, 0, 128 },
	{ "mesh/vorticity", TYPE_DOUBLE, TARGET_cuda, 10242, 8, 132, NULL, "idxvar", 0, 0, 0, 64 },
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 327680, 1, 132, NULL, "idxvar", 0, 0, 0, 64 },
	/* Nobody knows how many multiprocessors there are. */
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 42, 65, 0, NULL, "zslice", 22, 4, 0, 256 },
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_hip, 327680, 65, 132, NULL, "zslice", 22, 4, 0, 256 },
	/* An access that is given stays, and a CPU's. */
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, "idxvar", "idxvar", 0, 0, 0, 64 },
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_cuda, 327680, 65, 132, "zslice", "zslice", 22, 4, 0, 256 },
	{ "mesh/divergence", TYPE_DOUBLE, TARGET_openmp, 327680, 65, 132, NULL, "idxvar", 0, 0, 0, 64 },
};

START_TEST(slices_on_meshes_suit_loads_and_levels)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, slices[_i].path, slices[_i].precision);
	struct choice choice = { .accesses = slices[_i].given, .precision = slices[_i].precision, .target = slices[_i].target };
	const struct variant *variant;
	int block[3];

	choose_slices_on_mesh(plan, slices[_i].elements, slices[_i].levels, slices[_i].processors, &choice);
	ck_assert_str_eq(choice.accesses, slices[_i].access);
	ck_assert_int_eq(choice.tunables[TUNABLE_levels_per_thread], slices[_i].slice);
	ck_assert_int_eq(choice.tunables[TUNABLE_unroll], slices[_i].unroll);
	ck_assert_int_eq(choice.tunables[TUNABLE_ahead], slices[_i].ahead);
	variant = choose_variant(&arena, plan, &choice, NULL);
	ck_assert_ptr_nonnull(variant);
	usual_block(plan, variant, slices[_i].levels, block);
	ck_assert_int_eq(block[0], slices[_i].block);
	arena_free(&arena);
}
END_TEST

/* A length that is given has its own iterations; iterations that are given have slices. */
START_TEST(slices_on_meshes_that_are_given_stay)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, "mesh/divergence", TYPE_DOUBLE);
	struct choice choice = { .tunables[TUNABLE_levels_per_thread] = 5 }, other = { .tunables[TUNABLE_unroll] = 3 };
	struct choice innermost = { .levels = LEVELS_INNERMOST };

	choose_slices_on_mesh(plan, 327680, 65, 132, &choice);
	ck_assert_str_eq(choice.accesses, "zslice");
	ck_assert(choice.tunables[TUNABLE_levels_per_thread] == 5 && !choice.tunables[TUNABLE_unroll]);
	choose_slices_on_mesh(plan, 327680, 65, 132, &other);
	ck_assert_str_eq(other.accesses, "zslice");
	ck_assert(other.tunables[TUNABLE_levels_per_thread] == 22 && other.tunables[TUNABLE_unroll] == 3);
	choose_slices_on_mesh(plan, 327680, 65, 132, &innermost);
	ck_assert_str_eq(innermost.accesses, "idxvar");
	ck_assert(!innermost.tunables[TUNABLE_levels_per_thread]);
	arena_free(&arena);
}
END_TEST

START_TEST(slices_load_no_levels_ahead_if_told)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, "mesh/smagorinsky", TYPE_DOUBLE);
	struct choice choice = { .tunables[TUNABLE_ahead] = TUNABLE_NONE };
	const struct variant *variant;

	choose_slices_on_mesh(plan, 491520, 65, 132, &choice);
	ck_assert(choice.tunables[TUNABLE_unroll] == 1 && choice.tunables[TUNABLE_ahead] == TUNABLE_NONE);
	variant = choose_variant(&arena, plan, &choice, NULL);
	ck_assert_ptr_nonnull(variant);
	ck_assert_int_eq(tunable_of(TUNABLE_ahead, variant), 0);
	arena_free(&arena);
}
END_TEST

/* Kernels of a program on 65 levels: the slices, the unrolling and the loads ahead that each of them has, by the options of all. */
static const struct {
	const char *path, *store;
	enum type precision;
	int elements, length, unroll, ahead; /* of an option, or 0 */
	int part;
	struct {
		int slice, unroll, ahead;
	} expected;
} parts[] = {
	{ "mesh/transport", NULL, TYPE_DOUBLE, 327680, 0, 0, 0, 0, { 65, 0, 5 } },
	{ "mesh/transport", NULL, TYPE_DOUBLE, 327680, 0, 0, 0, 1, { 33, 4, 0 } },
	{ "mesh/transport", NULL, TYPE_FLOAT, 327680, 0, 0, 0, 0, { 65, 2, 0 } },
	/* vorticity alone has slices of 33 levels, too. */
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 0, 0, 0, { 33, 4, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 0, 0, 1, { 65, 0, 2 } },
	/* Over rows, beside a sweep. */
	{ "dycore/acoustic_column", NULL, TYPE_DOUBLE, 163842, 0, 0, 0, 0, { 22, 4, 0 } },
	{ "dycore/acoustic_column", NULL, TYPE_DOUBLE, 163842, 0, 0, 3, 1, { 22, 4, 0 } },
	{ "dycore/acoustic_column", NULL, TYPE_DOUBLE, 163842, 0, 0, 3, 2, { 65, 0, 3 } },
	/* Options are for all kernels; a length is what they divide. */
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 1, 0, 0, { 65, 1, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 0, 3, 0, { 65, 0, 3 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 0, TUNABLE_NONE, 0, { 33, 4, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 0, 0, TUNABLE_NONE, 1, { 65, 4, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 20, 0, 0, 0, { 20, 4, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 491520, 20, 2, 0, 1, { 20, 2, 0 } },
	/* On few elements all kernels have the same. */
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 30720, 0, 0, 0, 0, { 21, 4, 0 } },
	{ "dycore/horizontal_momentum", "vorticity", TYPE_DOUBLE, 30720, 0, 0, 0, 1, { 21, 4, 0 } },
};

START_TEST(kernels_of_programs_have_slices_of_their_own)
{
	struct diagnostics diagnostics = { .out = stderr };
	struct arena arena = { 0 };
	const struct storage_decision decision = { .store = parts[_i].store };
	const char *const path = arena_printf(&arena, "stencils/%s.stencil", parts[_i].path);
	struct choice choice = { .precision = parts[_i].precision, .target = TARGET_cuda, .tunables = {
		[TUNABLE_levels_per_thread] = parts[_i].length, [TUNABLE_unroll] = parts[_i].unroll, [TUNABLE_ahead] = parts[_i].ahead } };
	const struct variant *variant;
	struct variant part;
	struct unit unit;

	ck_assert(compile_file_storing(&arena, &diagnostics, path, parts[_i].precision, &decision, &unit));
	choose_slices_on_mesh(unit.plans[0], parts[_i].elements, 65, 132, &choice);
	variant = choose_variant(&arena, unit.plans[0], &choice, NULL);
	ck_assert_ptr_nonnull(variant);
	part = variant_of_part(unit.plans[0], variant, &unit.plans[0]->program->parts[parts[_i].part]);
	ck_assert_int_eq(tunable_of(TUNABLE_levels_per_thread, &part), parts[_i].expected.slice);
	ck_assert_int_eq(tunable_of(TUNABLE_unroll, &part), parts[_i].expected.unroll);
	ck_assert_int_eq(tunable_of(TUNABLE_ahead, &part), parts[_i].expected.ahead);
	arena_free(&arena);
}
END_TEST

START_TEST(zero_is_none_where_it_is_the_least)
{
	int value = 0;

	ck_assert(tunable_read(TUNABLE_ahead, "0", &value) && value == TUNABLE_NONE && tunable_number(value) == 0);
	ck_assert(tunable_read(TUNABLE_ahead, "32", &value) && value == 32 && tunable_number(value) == 32);
	ck_assert(!tunable_read(TUNABLE_ahead, "33", &value) && !tunable_read(TUNABLE_ahead, "-1", &value));
	ck_assert(!tunable_read(TUNABLE_unroll, "0", &value));
	ck_assert(tunable_fits(TUNABLE_ahead, TUNABLE_NONE) && !tunable_fits(TUNABLE_unroll, TUNABLE_NONE));
}
END_TEST

/* Grids with their halo on a GPU of 132 multiprocessors: how many blocks a launch has, 0 as many as there are shares of columns,
 * and their shape. */
static const struct {
	const char *path;
	enum type precision;
	enum target target;
	int size[3], registers, blocks, block[3];
} goings_on[] = {
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, 0, 264, { 64, 4, 1 } },
	{ "hdiff", TYPE_FLOAT, TARGET_cuda, { 512, 512, 64 }, 0, 264, { 32, 8, 1 } },
	{ "laplap", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, 0, 264, { 64, 4, 1 } },
	{ "laplap", TYPE_FLOAT, TARGET_cuda, { 512, 512, 64 }, 0, 264, { 32, 8, 1 } },
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, 0, 264, { 32, 8, 1 } },
	/* Columns that leave a part of their warps idle, and such that one large block has room for more of. */
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 60 }, 0, 264, { 28, 9, 1 } },
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 90 }, 0, 132, { 43, 11, 1 } },
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 60 }, 0, 264, { 64, 4, 1 } },
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 90 }, 0, 132, { 96, 5, 1 } },
	{ "hdiff", TYPE_FLOAT, TARGET_cuda, { 512, 512, 90 }, 0, 264, { 48, 5, 1 } },
	{ "laplap", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 180 }, 0, 132, { 96, 5, 1 } },
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 280 }, 0, 264, { 80, 3, 1 } },
	{ "fastwaves", TYPE_FLOAT, TARGET_cuda, { 512, 512, 64 }, 0, 0, { 32, 4, 1 } },
	{ "hdiff", TYPE_DOUBLE, TARGET_hip, { 512, 512, 64 }, 0, 0, { 64, 4, 1 } },
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, 96, 0, { 64, 4, 1 } },
	/* Too few levels for blocks of 256 threads, and a size with fewer than four rounds of 264 blocks with four clusters of eight columns each. */
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 16 }, 0, 0, { 6, 21, 1 } },
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, { 128, 128, 64 }, 0, 0, { 64, 4, 1 } },
};

START_TEST(blocks_go_on_where_they_are_many)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, goings_on[_i].path, goings_on[_i].precision);
	const struct extents *border = &plan->stencil->border;
	const int *size = goings_on[_i].size;
	const long long columns = (long long)(size[0] - border->low[0] - border->high[0])*(size[1] - border->low[1] - border->high[1]);
	struct choice choice = {
		.storages = "chasing", .precision = goings_on[_i].precision, .target = goings_on[_i].target,
		.tunables[TUNABLE_registers_per_thread] = goings_on[_i].registers,
	};
	const struct variant *variant;
	int block[3];

	choose_fastest_levels(plan, size[2], false, &choice);
	choose_fastest_access(&arena, plan, size[2], &choice);
	choose_blocks_per_launch(plan, columns, size[2], 132, &choice);
	ck_assert_int_eq(choice.tunables[TUNABLE_blocks_per_launch], goings_on[_i].blocks);
	variant = choose_variant(&arena, plan, &choice, NULL);
	ck_assert_ptr_nonnull(variant);
	usual_block(plan, variant, size[2], block);
	for (int a = 0; a < 3; a++)
		ck_assert_int_eq(block[a], goings_on[_i].block[a]);
	ck_assert_int_eq(usual_fetch(plan, variant), goings_on[_i].blocks && !strcmp(goings_on[_i].path, "fastwaves") ? 32 : 0);
	arena_free(&arena);
}
END_TEST

#define FIVE "stencil five { in u; out n; n = 0.2*(u + u[west] + u[east] + u[north] + u[south]); }"
#define STAR_2 "stencil star { in u; out n; n = u[-2,0] + u[2,0] + u[0,-2] + u[0,2] - u; }"
#define STAR_3 "stencil star { in u; out n; n = u[-3,0] + u[3,0] + u[0,-3] + u[0,3] - u; }"
#define LONG "stencil long { in u; out n; a = u*u*u*u*u*u*u*u; b = a*a + a*u + u*u*u*u*u; c = b*b + a*b + b*u + a*u*u*u*u*u; d = c*c*c*c*c" \
	" + b*c*a*u*u*u + a*b*c; n = d*d*d*d*d + c*d*d*c*a + a*a*d + b*b*d + u[west]; }"
#define CONDUCT "stencil conduct { in t, c; out n; n = t + c*(t[west] + t[east] - 2*t) + c[south]*(t[south] - t); }"
#define PAIR "stencil pair { in u, v; out n, m; n = u + 0.1*(v[east] - v); m = v + 0.1*(u[south] - u); }"
#define MEMBRANE "stencil membrane { in u, o; out n; n = 2*u - o + 0.2*(u[west] + u[east] + u[north] + u[south] - 4*u); }"
#define WAVE "stencil wave { in u, o; out n; n = 2*u - o + 0.2*(u[west] + u[east] + u[above] + u[below] - 4*u); }"

static const struct {
	const char *source, *swaps; /* source: a text, or the name of a file */
	enum type precision;
	enum target target;
	int size[3];
	enum access access;
	int steps;
} launches[] = {
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, ACCESS_temporal, 3 },
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_hip, { 256, 256, 256 }, ACCESS_temporal, 3 },
	{ "programs/jacobi", NULL, TYPE_FLOAT, TARGET_cuda, { 512, 512, 64 }, ACCESS_temporal, 2 },
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_cuda, { 512, 511, 64 }, ACCESS_idxvar, 1 },
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_cuda, { 1024, 1024, 32 }, ACCESS_idxvar, 1 },
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_cuda, { 2048, 128, 64 }, ACCESS_idxvar, 1 }, /* narrow */
	{ "laplacian", NULL, TYPE_DOUBLE, TARGET_openmp, { 512, 512, 64 }, ACCESS_idxvar, 1 },
	{ FIVE, NULL, TYPE_DOUBLE, TARGET_cuda, { 2048, 2048, 1 }, ACCESS_temporal_warp, 8 },
	{ FIVE, NULL, TYPE_DOUBLE, TARGET_cuda, { 512, 512, 1 }, ACCESS_temporal_warp, 4 },
	{ FIVE, NULL, TYPE_FLOAT, TARGET_cuda, { 2048, 2048, 1 }, ACCESS_temporal_warp, 4 },
	{ FIVE, NULL, TYPE_FLOAT, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_temporal_warp, 8 },
	{ FIVE, NULL, TYPE_DOUBLE, TARGET_cuda, { 500, 600, 1 }, ACCESS_idxvar, 1 },
	{ FIVE, NULL, TYPE_DOUBLE, TARGET_openmp, { 4096, 4096, 1 }, ACCESS_idxvar, 1 },
	{ STAR_2, NULL, TYPE_DOUBLE, TARGET_cuda, { 8192, 8192, 1 }, ACCESS_temporal_warp, 4 },
	{ STAR_2, NULL, TYPE_DOUBLE, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_idxvar, 1 },
	{ STAR_2, NULL, TYPE_FLOAT, TARGET_cuda, { 8192, 8192, 1 }, ACCESS_idxvar, 1 },
	{ STAR_3, NULL, TYPE_DOUBLE, TARGET_cuda, { 8192, 8192, 1 }, ACCESS_idxvar, 1 },
	{ LONG, NULL, TYPE_DOUBLE, TARGET_cuda, { 8192, 8192, 1 }, ACCESS_idxvar, 1 },
	{ CONDUCT, NULL, TYPE_DOUBLE, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_idxvar, 1 }, /* which field is updated is unknown */
	{ CONDUCT, "n:t", TYPE_DOUBLE, TARGET_cuda, { 1024, 1024, 1 }, ACCESS_temporal_warp, 4 },
	{ CONDUCT, "n:t", TYPE_FLOAT, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_temporal_warp, 2 },
	{ CONDUCT, "n:t", TYPE_FLOAT, TARGET_cuda, { 2048, 2048, 1 }, ACCESS_idxvar, 1 },
	{ PAIR, "n:u,m:v", TYPE_DOUBLE, TARGET_cuda, { 1024, 1024, 1 }, ACCESS_temporal_warp, 2 },
	{ PAIR, "n:u,m:v", TYPE_DOUBLE, TARGET_cuda, { 512, 512, 1 }, ACCESS_idxvar, 1 },
	{ MEMBRANE, "n:u:o", TYPE_DOUBLE, TARGET_cuda, { 1024, 1024, 1 }, ACCESS_temporal_warp, 4 },
	{ MEMBRANE, "n:u:o", TYPE_DOUBLE, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_temporal_warp, 6 },
	{ MEMBRANE, "n:u:o", TYPE_FLOAT, TARGET_cuda, { 4096, 4096, 1 }, ACCESS_temporal_warp, 4 },
	{ WAVE, "n:u:o", TYPE_DOUBLE, TARGET_cuda, { 256, 256, 256 }, ACCESS_temporal, 3 },
	{ WAVE, "n:u:o", TYPE_FLOAT, TARGET_cuda, { 256, 256, 256 }, ACCESS_idxvar, 1 },
	{ "hdiff", NULL, TYPE_DOUBLE, TARGET_cuda, { 512, 512, 64 }, ACCESS_idxvar, 1 },
	{ "copy", NULL, TYPE_DOUBLE, TARGET_cuda, { 512, 511, 1 }, ACCESS_idxvar, 1 },
};

START_TEST(launches_have_several_steps_where_that_is_faster)
{
	struct arena arena = { 0 };
	const char *source = launches[_i].source;
	const struct plan *plan = strchr(source, '{') ? plan_of_text(&arena, source, launches[_i].precision)
		: plan_of_file(&arena, source, launches[_i].precision);
	const struct variant variant = { .storage = STORAGE_regular, .access = ACCESS_idxvar, .precision = launches[_i].precision,
		.target = launches[_i].target, .swaps = launches[_i].swaps };
	const struct usual_steps usual = usual_steps(&arena, plan, &variant, launches[_i].size);

	ck_assert_int_eq(usual.most, launches[_i].steps);
	ck_assert_int_eq(usual.access, launches[_i].access);
	arena_free(&arena);
}
END_TEST

static const struct {
	int size[3], given, processors, rows;
} of_warps[] = {
	/* laplap reads 2 columns and rows on each side: 48 of 64 columns are left after 4 steps. 8192x8192: 171 tiles, 64*171 warps are 11 waves of
	 * 1056, so 67 warps go down a tile. */
	{ { 8196, 8196, 1 }, 0, 132, 123 },
	{ { 8196, 8196, 1 }, 64, 132, 64 },
	{ { 8196, 8196, 1 }, 0, 0, 0 },
	/* As many rows as are computed twice, at least. */
	{ { 516, 516, 1 }, 0, 132, 16 },
	/* More tiles than warps at a time. */
	{ { 516, 516, 1000 }, 0, 132, 128 },
};

START_TEST(warps_make_whole_waves)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, "laplap", TYPE_DOUBLE);
	struct choice choice = {
		.accesses = "temporal_warp", .precision = TYPE_DOUBLE, .target = TARGET_cuda,
		.tunables[TUNABLE_steps_per_launch] = 4, .tunables[TUNABLE_rows_per_thread] = of_warps[_i].given,
	};

	choose_rows_of_warps(plan, of_warps[_i].size, of_warps[_i].processors, &choice);
	ck_assert_int_eq(choice.tunables[TUNABLE_rows_per_thread], of_warps[_i].rows);
	choice.accesses = "temporal";
	choice.tunables[TUNABLE_rows_per_thread] = 0;
	choose_rows_of_warps(plan, of_warps[_i].size, of_warps[_i].processors, &choice);
	ck_assert_int_eq(choice.tunables[TUNABLE_rows_per_thread], 0);
	arena_free(&arena);
}
END_TEST

/* Tiles as large as registers and 227 KB of shared memory allow. */
static const struct {
	const char *path;
	int tunables[TUNABLE_COUNT], rows;
} blocks_of_planes[] = {
	{ "star25", { 0 }, 16 },
	/* 11 planes of 72*40 doubles are 253 KB, of 72*24 152. */
	{ "star25", { [TUNABLE_ahead] = 6 }, 8 },
	/* 8 of 72*72 are 332 KB, of 72*40 184. */
	{ "star25", { [TUNABLE_rows_per_thread] = 4 }, 8 },
	{ "fastwaves", { 0 }, 8 },
	/* Not even the smallest block fits: launchers refuse it. */
	{ "star25", { [TUNABLE_ahead] = 32 }, 4 },
};

START_TEST(planes_fit_shared_memory)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, blocks_of_planes[_i].path, TYPE_DOUBLE);
	struct variant variant = { .storage = STORAGE_regular, .access = ACCESS_planes, .precision = TYPE_DOUBLE };
	int block[3];

	memcpy(variant.tunables, blocks_of_planes[_i].tunables, sizeof variant.tunables);
	usual_block(plan, &variant, 64, block);
	ck_assert_int_eq(block[0], 32);
	ck_assert_int_eq(block[1], blocks_of_planes[_i].rows);
	ck_assert_int_eq(block[2], 1);
	arena_free(&arena);
}
END_TEST

/* Where planes are the fastest known: large stars, and blocks of 64x32x128 doubles or 128x32x128 floats for 99 of 132 multiprocessors or more. */
static const struct {
	const char *path;
	struct choice choice;
	int updated[3], block_shared;
	bool chosen;
} by_planes[] = {
	{ "star25", { .precision = TYPE_DOUBLE }, { 504, 504, 248 }, 227 << 10, true },
	{ "star25", { .precision = TYPE_FLOAT }, { 504, 504, 248 }, 227 << 10, true },
	{ "star25", { .precision = TYPE_DOUBLE }, { 704, 288, 128 }, 227 << 10, true },
	{ "star25", { .precision = TYPE_DOUBLE }, { 448, 448, 128 }, 227 << 10, false },
	{ "star25", { .precision = TYPE_DOUBLE }, { 2048, 2048, 63 }, 227 << 10, false },
	{ "star25", { .precision = TYPE_DOUBLE }, { 2048, 2048, 64 }, 227 << 10, true },
	/* 7 planes of 72*40 doubles are 158 KB. */
	{ "star25", { .precision = TYPE_DOUBLE }, { 504, 504, 248 }, 158 << 10, true },
	{ "star25", { .precision = TYPE_DOUBLE }, { 504, 504, 248 }, 157 << 10, false },
	{ "star25", { .precision = TYPE_DOUBLE, .tunables[TUNABLE_ahead] = 6 }, { 504, 504, 248 }, 227 << 10, false },
	{ "star25", { .precision = TYPE_DOUBLE, .target = TARGET_hip }, { 504, 504, 248 }, 227 << 10, false },
	{ "star25", { .precision = TYPE_DOUBLE, .target = TARGET_openmp }, { 504, 504, 248 }, 0, false },
	{ "../tests/data/planes/acoustic", { .precision = TYPE_DOUBLE }, { 504, 504, 248 }, 227 << 10, true },
	{ "../tests/data/planes/acoustic", { .precision = TYPE_DOUBLE, .layout = LAYOUT_aos }, { 504, 504, 248 }, 227 << 10, false },
	{ "star13", { .precision = TYPE_DOUBLE }, { 508, 508, 252 }, 227 << 10, false },
	{ "laplacian", { .precision = TYPE_DOUBLE }, { 510, 510, 510 }, 227 << 10, false },
	{ "laplap", { .precision = TYPE_DOUBLE }, { 508, 508, 256 }, 227 << 10, false },
	{ "fastwaves", { .precision = TYPE_DOUBLE }, { 508, 508, 256 }, 227 << 10, false },
	{ "programs/shallow", { .precision = TYPE_DOUBLE }, { 508, 508, 256 }, 227 << 10, false },
};

START_TEST(planes_are_chosen_where_they_were_measured_faster)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, by_planes[_i].path, by_planes[_i].choice.precision);
	const struct gpu gpu = { 132, by_planes[_i].block_shared };

	ck_assert_int_eq(planes_access(plan, &by_planes[_i].choice, by_planes[_i].updated, &gpu) != NULL, by_planes[_i].chosen);
	arena_free(&arena);
}
END_TEST

/* Blocks of kernels whose threads may have so many registers, or of so many threads. */
static const struct {
	const char *path;
	struct variant variant;
	int block[3];
	const char *why;
} large_blocks[] = {
	{ "laplap", { .storage = STORAGE_regular, .access = ACCESS_naive }, { 1024, 1, 1 }, NULL },
	{ "laplap", { .storage = STORAGE_regular, .access = ACCESS_naive }, { 1025, 1, 1 }, "1024 threads at most" },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST }, { 64, 8, 1 }, NULL },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST }, { 64, 9, 1 }, "128 registers each, so a block has 512" },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST, .target = TARGET_hip }, { 64, 16, 1 }, NULL },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST, .tunables[TUNABLE_registers_per_thread] = 64 },
		{ 64, 16, 1 }, NULL },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_cluster }, { 256, 2, 1 }, NULL },
	{ "fastwaves", { .storage = STORAGE_chasing, .access = ACCESS_cluster }, { 256, 2, 2 }, "128 registers each, so a block has 512" },
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST }, { 64, 16, 1 }, NULL },
	/* Of 65536 registers 21 warps have 96 a thread. */
	{ "laplap", { .storage = STORAGE_chasing, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST, .tunables[TUNABLE_registers_per_thread] = 95 },
		{ 32, 22, 1 }, "95 registers each, so a block has 672" },
	{ "fastwaves", { .storage = STORAGE_regular, .access = ACCESS_wide, .tunables = { [TUNABLE_rows_per_thread] = 1 } }, { 64, 16, 1 }, "512 threads at most" },
	{ "star25", { .storage = STORAGE_regular, .access = ACCESS_planes }, { 32, 16, 1 }, NULL },
	{ "star25", { .storage = STORAGE_regular, .access = ACCESS_planes }, { 32, 17, 1 }, "512 threads at most" },
	{ "fastwaves", { .storage = STORAGE_regular, .access = ACCESS_planes }, { 32, 16, 1 }, "256 threads at most" },
	{ "laplacian", { .storage = STORAGE_regular, .access = ACCESS_temporal, .tunables = { [TUNABLE_steps_per_launch] = 2 } }, { 64, 16, 1 }, NULL },
	{ "laplacian", { .storage = STORAGE_regular, .access = ACCESS_temporal,
		.tunables = { [TUNABLE_steps_per_launch] = 2, [TUNABLE_registers_per_thread] = 96 } }, { 64, 11, 1 }, "672 threads at most" },
	{ "laplacian", { .storage = STORAGE_regular, .access = ACCESS_temporal,
		.tunables = { [TUNABLE_steps_per_launch] = 3, [TUNABLE_rows_per_thread] = 4, [TUNABLE_registers_per_thread] = 40 } }, { 64, 16, 1 }, NULL },
	{ "laplacian", { .storage = STORAGE_regular, .access = ACCESS_temporal, .target = TARGET_hip,
		.tunables = { [TUNABLE_steps_per_launch] = 2, [TUNABLE_registers_per_thread] = 96 } }, { 64, 11, 1 }, NULL },
	{ "programs/shallow", { .storage = STORAGE_regular, .access = ACCESS_idxvar }, { 64, 16, 1 }, NULL },
	{ "programs/cg", { .storage = STORAGE_chasing, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST, .tunables[TUNABLE_blocks_per_launch] = 264 },
		{ 64, 16, 1 }, "128 registers each, so a block has 512" },
	{ "mesh/advect_vn", { .family = GRID_mesh, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST }, { 32, 26, 1 }, "80 registers each, so a block has 800" },
	{ "mesh/vorticity", { .family = GRID_mesh, .access = ACCESS_zslice, .tunables[TUNABLE_registers_per_thread] = 72 }, { 32, 28, 1 }, NULL },
	{ "mesh/vorticity", { .family = GRID_mesh, .access = ACCESS_zslice, .tunables[TUNABLE_registers_per_thread] = 72 },
		{ 32, 29, 1 }, "72 registers each, so a block has 896" },
};

START_TEST(blocks_have_no_more_threads_than_registers_are_for)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, large_blocks[_i].path, TYPE_DOUBLE);
	struct variant variant = large_blocks[_i].variant;
	struct error error = { .text = "nothing" };
	bool fits;

	variant.precision = TYPE_DOUBLE;
	fits = block_fits(plan, &variant, NULL, large_blocks[_i].block, 64, &error);
	ck_assert_msg(large_blocks[_i].why ? !fits && strstr(error.text, large_blocks[_i].why) : fits, "%s", error.text);
	arena_free(&arena);
}
END_TEST

/* Which levels are the fastest where their layout is free. */
static const struct {
	const char *path;
	enum target target;
	int levels, columns_per_thread;
	bool scattered;
	enum levels levels_chosen;
} few[] = {
	{ "laplap", TARGET_cuda, 1, 0, false, LEVELS_OUTERMOST },
	{ "laplap", TARGET_cuda, 3, 0, false, LEVELS_OUTERMOST },
	{ "laplap", TARGET_cuda, 3, 0, true, LEVELS_INNERMOST },
	{ "laplap", TARGET_cuda, 3, 1, false, LEVELS_INNERMOST },
	{ "laplap", TARGET_cuda, 4, 0, false, LEVELS_INNERMOST },
	{ "laplap", TARGET_openmp, 3, 0, true, LEVELS_OUTERMOST },
	{ "laplap", TARGET_openmp, 4, 0, false, LEVELS_INNERMOST },
	{ "hdiff", TARGET_cuda, 8, 0, false, LEVELS_OUTERMOST },
	{ "hdiff", TARGET_hip, 8, 0, false, LEVELS_OUTERMOST },
	{ "hdiff", TARGET_cuda, 8, 0, true, LEVELS_INNERMOST },
	{ "hdiff", TARGET_cuda, 9, 0, false, LEVELS_INNERMOST },
	{ "hdiff", TARGET_openmp, 8, 0, false, LEVELS_INNERMOST },
	/* Its halo has four. */
	{ "fastwaves", TARGET_cuda, 12, 0, false, LEVELS_OUTERMOST },
	{ "fastwaves", TARGET_cuda, 13, 0, false, LEVELS_INNERMOST },
};

START_TEST(few_levels_lie_outermost)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, few[_i].path, TYPE_DOUBLE);
	struct choice choice = {
		.storages = "chasing", .target = few[_i].target, .tunables[TUNABLE_columns_per_thread] = few[_i].columns_per_thread,
	};

	choose_fastest_levels(plan, few[_i].levels, few[_i].scattered, &choice);
	ck_assert_int_eq(choice.levels, few[_i].levels_chosen);
	choose_fastest_access(&arena, plan, few[_i].levels, &choice);
	if (choice.levels == LEVELS_OUTERMOST)
		ck_assert_str_eq(choice.accesses, "idxvar");
	arena_free(&arena);
}
END_TEST

/* Tables with levels outermost, of so many updated columns and levels on a GPU of so many multiprocessors: the access, and the levels of a
 * slice if these are not all. */
static const struct {
	const char *path;
	enum target target;
	const char *storage;
	int columns, levels, processors, given, slice;
	const char *access;
} outermost[] = {
	{ "laplap", TARGET_cuda, "chasing", 512*512, 64, 132, 0, 0, "cluster" },
	{ "laplap", TARGET_cuda, "direct_compressed", 256*256, 64, 132, 0, 16, "cluster" },
	{ "laplap", TARGET_cuda, "direct", 128*128, 64, 132, 0, 4, "cluster" },
	{ "laplap", TARGET_cuda, "chasing", 128*128, 64, 78, 0, 8, "cluster" },
	/* One wave of three slices, and nine full waves instead of a second one with few blocks. */
	{ "hdiff", TARGET_cuda, "chasing", 296*296, 64, 132, 0, 22, "cluster" },
	{ "hdiff", TARGET_cuda, "chasing", 528*528, 64, 132, 0, 8, "cluster" },
	/* Two columns per thread. */
	{ "fastwaves", TARGET_cuda, "chasing", 256*256, 68, 132, 0, 32, "cluster" },
	{ "laplap", TARGET_cuda, "chasing", 512*512, 128, 132, 0, 0, "cluster" },
	{ "laplap", TARGET_cuda, "chasing", 512*512, 4, 0, 0, 0, "cluster" },
	/* Slices of one level, or a grid of three. */
	{ "laplap", TARGET_cuda, "chasing", 64*64, 64, 132, 0, 0, "idxvar" },
	{ "laplap", TARGET_cuda, "chasing", 1024*1024, 3, 132, 0, 0, "idxvar" },
	/* Numbers of another access, tables in constant memory, and CPUs. */
	{ "laplap", TARGET_cuda, "chasing", 512*512, 64, 132, 8, 0, "idxvar" },
	{ "laplap", TARGET_cuda, "chasing_constant", 512*512, 64, 132, 0, 0, "idxvar" },
	{ "laplap", TARGET_openmp, "chasing", 512*512, 64, 0, 0, 0, "idxvar" },
	{ "copy", TARGET_cuda, "chasing", 512*512, 64, 132, 0, 0, "idxvar" },
};

START_TEST(clusters_have_slices_that_fill_waves)
{
	struct arena arena = { 0 };
	const struct plan *plan = plan_of_file(&arena, outermost[_i].path, TYPE_DOUBLE);
	struct choice choice = { .storages = outermost[_i].storage, .accesses = "idxvar", .levels = LEVELS_OUTERMOST,
		.target = outermost[_i].target, .tunables[TUNABLE_levels_per_thread] = outermost[_i].given };

	choose_clusters_outermost(&arena, plan, outermost[_i].columns, outermost[_i].levels, outermost[_i].processors, &choice);
	ck_assert_str_eq(choice.accesses, outermost[_i].access);
	ck_assert_int_eq(choice.tunables[TUNABLE_levels_per_thread], outermost[_i].given ? outermost[_i].given : outermost[_i].slice);
	arena_free(&arena);
}
END_TEST

/* Of a place that may be any: shared memory where five warps of columns fit into that of a multiprocessor. */
static const struct {
	const char *path;
	struct variant variant;
	int levels;
	bool shared;
} places[] = {
	{ "stencils/programs/vadv.stencil", { .target = TARGET_cuda, .storage = STORAGE_regular, .access = ACCESS_zloop }, 64, true },
	{ "stencils/programs/tridiagonal.stencil", { .target = TARGET_cuda, .storage = STORAGE_regular, .access = ACCESS_zloop }, 80, true },
	{ "stencils/programs/vadv.stencil", { .target = TARGET_cuda, .storage = STORAGE_regular, .access = ACCESS_zloop }, 128, false },
	{ "stencils/programs/vadv.stencil", { .target = TARGET_hip, .storage = STORAGE_regular, .access = ACCESS_zloop }, 64, false },
	{ "stencils/programs/vadv.stencil", { .target = TARGET_cuda, .storage = STORAGE_chasing, .access = ACCESS_zloop }, 64, false },
	{ "stencils/programs/wave.stencil", { .target = TARGET_cuda, .storage = STORAGE_regular, .access = ACCESS_idxvar }, 64, false },
	{ "stencils/dycore/solve_w.stencil", { .family = GRID_mesh, .target = TARGET_cuda, .access = ACCESS_idxvar }, 65, true },
	{ "stencils/dycore/solve_w.stencil", { .family = GRID_mesh, .target = TARGET_cuda, .access = ACCESS_idxvar }, 90, false },
	{ "stencils/dycore/solve_w.stencil", { .family = GRID_mesh, .target = TARGET_cuda, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST },
		65, false },
	{ "stencils/dycore/implicit_solver.stencil", { .family = GRID_mesh, .target = TARGET_cuda, .access = ACCESS_idxvar }, 65, false },
};

START_TEST(sweeps_keep_in_the_faster_place)
{
	struct diagnostics diagnostics = { .out = stderr };
	struct arena arena = { 0 };
	const struct storage_decision any = { .place = PLACE_ANY };
	const struct plan *plan;
	struct unit unit;

	ck_assert(compile_file_storing(&arena, &diagnostics, places[_i].path, TYPE_DOUBLE, &any, &unit));
	ck_assert_int_eq(unit.plans[0]->place, PLACE_GLOBAL);
	plan = plan_in_faster_place(unit.plans[0], &places[_i].variant, places[_i].levels);
	ck_assert_int_eq(plan->place, places[_i].shared ? PLACE_SHARED : PLACE_GLOBAL);
	arena_free(&arena);
}
END_TEST

START_TEST(sweeps_keep_where_they_are_told)
{
	struct diagnostics diagnostics = { .out = stderr };
	struct arena arena = { 0 };
	const struct storage_decision global = { .place = PLACE_GLOBAL };
	struct unit unit;

	ck_assert(compile_file_storing(&arena, &diagnostics, places[0].path, TYPE_DOUBLE, &global, &unit));
	ck_assert_ptr_eq(plan_in_faster_place(unit.plans[0], &places[0].variant, places[0].levels), unit.plans[0]);
	arena_free(&arena);
}
END_TEST

START_TEST(sweeps_have_no_limit_of_registers)
{
	static const int block[] = { 32, 32, 1 };
	struct diagnostics diagnostics = { .out = stderr };
	struct arena arena = { 0 };
	const struct storage_decision global = { .place = PLACE_GLOBAL };
	struct variant variant = { .family = GRID_mesh, .target = TARGET_cuda, .access = ACCESS_idxvar };
	struct unit unit;

	variant.levels = _i ? LEVELS_INNERMOST : LEVELS_OUTERMOST;
	ck_assert(compile_file_storing(&arena, &diagnostics, "stencils/dycore/implicit_solver.stencil", TYPE_DOUBLE, &global, &unit));
	ck_assert(block_fits(unit.plans[0], &variant, NULL, block, 65, NULL));
	variant.tunables[TUNABLE_registers_per_thread] = 72;
	ck_assert(!block_fits(unit.plans[0], &variant, NULL, block, 65, NULL));
	arena_free(&arena);
}
END_TEST

/* Levels that sweeps load ahead: up to 384 bytes; no more than 6, or 8 where values between sweeps are in shared memory. */
static const struct {
	const char *path;
	enum kept_place place;
	enum type precision;
	struct variant variant;
	int levels;
} levels_ahead[] = {
	{ "stencils/programs/vadv.stencil", PLACE_GLOBAL, TYPE_DOUBLE, { .storage = STORAGE_regular, .access = ACCESS_zloop }, 6 },
	{ "stencils/programs/vadv.stencil", PLACE_SHARED, TYPE_DOUBLE, { .storage = STORAGE_regular, .access = ACCESS_zloop }, 8 },
	{ "stencils/dycore/implicit_solver.stencil", PLACE_GLOBAL, TYPE_DOUBLE, { .family = GRID_mesh, .access = ACCESS_idxvar }, 2 },
	{ "stencils/dycore/implicit_solver.stencil", PLACE_GLOBAL, TYPE_FLOAT, { .family = GRID_mesh, .access = ACCESS_idxvar }, 5 },
	{ "stencils/dycore/implicit_solver.stencil", PLACE_GLOBAL, TYPE_DOUBLE,
		{ .family = GRID_mesh, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST }, 0 },
	{ "stencils/dycore/perturbed_quantities.stencil", PLACE_GLOBAL, TYPE_DOUBLE, { .family = GRID_mesh, .access = ACCESS_idxvar }, 0 },
	{ "stencils/hdiff.stencil", PLACE_GLOBAL, TYPE_DOUBLE, { .storage = STORAGE_regular, .access = ACCESS_idxvar }, 0 },
};

START_TEST(sweeps_load_levels_ahead)
{
	struct diagnostics diagnostics = { .out = stderr };
	struct arena arena = { 0 };
	const struct storage_decision decision = { .place = levels_ahead[_i].place };
	struct variant variant = levels_ahead[_i].variant;
	struct unit unit;

	variant.target = TARGET_cuda;
	variant.precision = levels_ahead[_i].precision;
	ck_assert(compile_file_storing(&arena, &diagnostics, levels_ahead[_i].path, variant.precision, &decision, &unit));
	tunables_resolve(unit.plans[0], &variant);
	ck_assert_int_eq(variant.tunables[TUNABLE_ahead], levels_ahead[_i].levels);
	arena_free(&arena);
}
END_TEST

Suite *
variants_suite(void)
{
	Suite *suite = suite_create("variants");
	TCase *tests = tcase_create("variants");

	tcase_add_loop_test(tests, blocks_suit_the_warps_of_the_target, 0, COUNT(block_cases));
	tcase_add_test(tests, messages_name_the_warp_of_the_target);
	tcase_add_loop_test(tests, blocks_have_no_more_threads_than_registers_are_for, 0, COUNT(large_blocks));
	tcase_add_loop_test(tests, sweeps_keep_in_the_faster_place, 0, COUNT(places));
	tcase_add_test(tests, sweeps_keep_where_they_are_told);
	tcase_add_loop_test(tests, sweeps_have_no_limit_of_registers, 0, 2);
	tcase_add_loop_test(tests, sweeps_load_levels_ahead, 0, COUNT(levels_ahead));
	tcase_add_loop_test(tests, blocks_go_on_where_they_are_many, 0, COUNT(goings_on));
	tcase_add_loop_test(tests, warps_make_whole_waves, 0, COUNT(of_warps));
	tcase_add_loop_test(tests, planes_are_chosen_where_they_were_measured_faster, 0, COUNT(by_planes));
	tcase_add_loop_test(tests, planes_fit_shared_memory, 0, COUNT(blocks_of_planes));
	tcase_add_loop_test(tests, few_levels_lie_outermost, 0, COUNT(few));
	tcase_add_loop_test(tests, clusters_have_slices_that_fill_waves, 0, COUNT(outermost));
	tcase_add_loop_test(tests, blocks_on_meshes_leave_the_most_threads, 0, COUNT(mesh_blocks));
	tcase_add_loop_test(tests, slices_on_meshes_suit_loads_and_levels, 0, COUNT(slices));
	tcase_add_loop_test(tests, kernels_of_programs_have_slices_of_their_own, 0, COUNT(parts));
	tcase_add_test(tests, slices_on_meshes_that_are_given_stay);
	tcase_add_test(tests, slices_load_no_levels_ahead_if_told);
	tcase_add_test(tests, zero_is_none_where_it_is_the_least);
	tcase_add_loop_test(tests, launches_have_several_steps_where_that_is_faster, 0, COUNT(launches));
	tcase_add_loop_test(tests, usual_blocks_suit_the_levels, 0, COUNT(usual_blocks));
	suite_add_tcase(suite, tests);
	return suite;
}
