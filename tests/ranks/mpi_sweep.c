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

struct run {
	struct stencil_rectangles parts;
	int rank;
	struct numbers own;
	struct stencil_engine *engine;
	struct stencil_exchange *exchange;
};

static void
must(int status, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "%s fails: %d\n", what, status);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The last step of a group, and the exchange behind it. */
static void
exchange_step(struct run *r)
{
	struct stencil_grid regions[STENCIL_REGIONS];
	const int count = stencil_strips(&r->parts, r->rank, &r->own.grid, regions);

	for (int i = 0; i < count - (count > 1); i++)
		numbers_step(&r->own, &regions[i], &reading);
	must(stencil_exchange_begin(r->exchange, (void *const[]){ r->own.next, r->own.sum, r->own.column }, NULL), "begin");
	if (count > 1)
		numbers_step(&r->own, &regions[count - 1], &reading);
	must(stencil_exchange_end(r->exchange, NULL), "end");
}

static void
step_own(struct run *r)
{
	for (int step = 0; step < STEPS; step++) {
		const int last = step - step % r->parts.every + r->parts.every - 1;
		const int further = (last < STEPS ? last : STEPS - 1) - step;
		const struct stencil_grid region = stencil_extended(&r->parts, r->rank, &r->own.grid, further);

		if (further)
			numbers_step(&r->own, &region, &reading);
		else
			exchange_step(r);
		numbers_swap(&r->own);
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

/* Does a case and compares the rank's part. */
static bool
is_right(const struct stencil_rectangles *parts, int rank, MPI_Comm communicator)
{
	static const struct stencil_exchanged fields[FIELDS] = { { 8, LEVELS }, { 4, LEVELS }, { 1, 1 } };
	const struct stencil_rectangle part = stencil_rectangle(parts, rank);
	struct run r = { .parts = *parts, .rank = rank };
	struct numbers whole, expected;
	bool right;

	numbers_open(&whole, parts->inner, reading.low, reading.high);
	numbers_fill(&whole);
	numbers_wrap(&whole, parts->periodic);
	numbers_cut(&whole, parts, &part, &r.own);
	must(stencil_engine_mpi(communicator, SECONDS, &r.engine), "engine");
	must(stencil_exchange_rectangles(&r.exchange, r.engine, &stencil_lane_cpu, parts, rank, &r.own.grid, fields, FIELDS), "plan");
	step_own(&r);
	step_whole(&whole, parts->periodic);
	numbers_cut(&whole, parts, &part, &expected);
	right = numbers_equal(&r.own, &expected, true);
	stencil_exchange_free(r.exchange);
	stencil_engine_free(r.engine);
	numbers_close(&r.own);
	numbers_close(&expected);
	numbers_close(&whole);
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
