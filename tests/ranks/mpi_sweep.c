/* Ranks of MPI: grids that are cut among them get the numbers that they get in one, for many ways to cut them. Started as
 * 4 ranks; of these so many do a case as it has parts. The first wrong case is told, and the exit status is 1. */

#include "runtime/kernels/exchange_mpi.h"
#include "tests/unit/runtime/exchange/cut_grid.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 5, FIELDS = 3, RANKS = 4, SECONDS = 200 };

static const struct neighbour_offset offsets[] = { {0, 0}, {1, 1}, {-2, 1}, {1, -1}, {-1, -2}, {0, 1} };
static const struct reading reading = { offsets, sizeof offsets/sizeof *offsets, { 2, 2 }, { 1, 1 }, 1 };
static const int cuts[][2] = { {2, 2}, {4, 1}, {1, 4}, {2, 1}, {1, 2}, {3, 1}, {1, 3} };
enum { CUTS = sizeof cuts/sizeof *cuts };

/* A grid that is cut, of which several are exchanged on one engine. */
struct run {
	struct stencil_rectangles parts;
	int rank, count; /* regions of a step */
	struct stencil_grid regions[STENCIL_REGIONS];
	struct numbers whole, own;
	struct stencil_exchange *exchange;
};
enum { RUNS = 2 };

static void
must(int status, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "%s fails: %d\n", what, status);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The last step of a group, but for the interior. */
static void
begin_step(struct run *r)
{
	r->count = stencil_strips(&r->parts, r->rank, &r->own.grid, r->regions);
	for (int i = 0; i < r->count - (r->count > 1); i++)
		numbers_step(&r->own, &r->regions[i], &reading);
	must(stencil_exchange_begin(r->exchange, (void *const[]){ r->own.next, r->own.sum, r->own.column }, NULL), "begin");
}

static void
end_step(struct run *r)
{
	if (r->count > 1)
		numbers_step(&r->own, &r->regions[r->count - 1], &reading);
	must(stencil_exchange_end(r->exchange, NULL), "end");
}

/* Both begin before one ends: the first one, or the second. */
static void
step_own(struct run runs[RUNS])
{
	const int every = runs->parts.every;

	for (int step = 0; step < STEPS; step++) {
		const int last = step - step % every + every - 1, further = (last < STEPS ? last : STEPS - 1) - step;

		for (int i = 0; i < RUNS; i++) {
			struct run *r = &runs[i];
			const struct stencil_grid region = stencil_extended(&r->parts, r->rank, &r->own.grid, further);

			if (further)
				numbers_step(&r->own, &region, &reading);
			else
				begin_step(r);
		}
		for (int i = 0; i < RUNS && !further; i++)
			end_step(&runs[step % 2 ? i : RUNS - 1 - i]);
		for (int i = 0; i < RUNS; i++)
			numbers_swap(&runs[i].own);
	}
}

static void
step_whole(struct numbers *whole, const int periodic[2])
{
	for (int step = 0; step < STEPS; step++) {
		numbers_step(whole, &whole->grid, &reading);
		numbers_swap(whole);
		numbers_wrap(whole, periodic);
	}
}

static void
open_run(struct run *r, const struct stencil_rectangles *parts, int rank, struct stencil_engine *engine)
{
	static const struct stencil_exchanged fields[FIELDS] = { { 8, LEVELS }, { 4, LEVELS }, { 1, 1 } };
	const struct stencil_rectangle part = stencil_rectangle(parts, rank);

	*r = (struct run){ .parts = *parts, .rank = rank };
	numbers_open(&r->whole, parts->inner, reading.low, reading.high);
	numbers_fill(&r->whole);
	numbers_wrap(&r->whole, parts->periodic);
	numbers_cut(&r->whole, parts, &part, &r->own);
	must(stencil_exchange_rectangles(&r->exchange, engine, &stencil_lane_cpu, parts, rank, &r->own.grid, fields, FIELDS), "plan");
}

/* Compares the rank's part. */
static bool
close_run(struct run *r)
{
	const struct stencil_rectangle part = stencil_rectangle(&r->parts, r->rank);
	struct numbers expected;
	bool right;

	step_whole(&r->whole, r->parts.periodic);
	numbers_cut(&r->whole, &r->parts, &part, &expected);
	right = numbers_equal(&r->own, &expected, true);
	stencil_exchange_free(r->exchange);
	numbers_close(&r->own);
	numbers_close(&expected);
	numbers_close(&r->whole);
	return right;
}

/* Does a case on two grids of other sizes. */
static bool
is_right(const struct stencil_rectangles *parts, int rank, MPI_Comm communicator)
{
	struct stencil_rectangles other = *parts;
	struct stencil_engine *engine;
	struct run runs[RUNS];
	bool right;

	other.inner[0] += 7;
	other.inner[1] += 2;
	other.periodic[0] = !other.periodic[0];
	must(stencil_engine_mpi(communicator, SECONDS, &engine), "engine");
	open_run(&runs[0], parts, rank, engine);
	open_run(&runs[1], &other, rank, engine);
	step_own(runs);
	right = close_run(&runs[0]);
	right = close_run(&runs[1]) && right;
	stencil_engine_free(engine);
	return right;
}

/* All cases of a cut. Returns how many were wrong. */
static int
try_cut(const int cut[2], int rank, MPI_Comm communicator)
{
	int wrong = 0;

	for (int i = 0; i < 4*3; i++) {
		const struct stencil_rectangles parts = {
			.ranks = { cut[0], cut[1] }, .periodic = { i & 1, i >> 1 & 1 }, .inner = { 41, 33 }, .low = { 2, 2 },
			.high = { 1, 1 }, .every = i/4 + 1, .corners = 1, .vector = 1, .alignment = 1,
		};

		if (is_right(&parts, rank, communicator))
			continue;
		fprintf(stderr, "rank %d of %dx%d, periodic %d %d, every %d: wrong numbers\n", rank, cut[0], cut[1],
			parts.periodic[0], parts.periodic[1], parts.every);
		wrong++;
	}
	return wrong;
}

int
main(int argc, char **argv)
{
	int rank, ranks, wrong = 0, all;

	must(MPI_Init(&argc, &argv), "MPI_Init");
	must(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
	must(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
	must(ranks != RANKS, "a start with 4 ranks");
	for (int c = 0; c < CUTS; c++) {
		const int count = cuts[c][0]*cuts[c][1];
		MPI_Comm communicator;

		must(MPI_Comm_split(MPI_COMM_WORLD, rank < count, rank, &communicator), "MPI_Comm_split");
		if (rank < count)
			wrong += try_cut(cuts[c], rank, communicator);
		must(MPI_Comm_free(&communicator), "MPI_Comm_free");
	}
	must(MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
	MPI_Finalize();
	return all > 0;
}
