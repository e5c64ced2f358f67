/* Several exchanges of each rank: grids with other halos and fields, and lists of elements, on one engine at once. */

#include "tests/unit/runtime/exchange/cut_grid.h"

#include <check.h>
#include <string.h>

Suite *several_exchanges_suite(void);

enum { STEPS = 6, RANKS = 6, FIELDS = 3, GRIDS = 2, ELEMENTS = 5, HEIGHT = 4 };

static const struct neighbour_offset far[] = { {0, 0}, {-3, 0}, {1, 0}, {0, -1}, {0, 2}, {2, 0} };
static const struct neighbour_offset corner[] = { {0, 0}, {1, 1}, {-2, 1}, {1, -1}, {-1, -2} };
static const struct reading readings[GRIDS] = {
	{ far, sizeof far/sizeof *far, { 3, 1 }, { 2, 2 }, 0 }, { corner, sizeof corner/sizeof *corner, { 2, 2 }, { 1, 1 }, 1 },
};
static const int sizes[GRIDS][2] = { {41, 33}, {37, 29} };
static const int periodic[GRIDS][2] = { {0, 1}, {1, 0} };

/* A grid in parts, and the same in one. */
struct model {
	struct stencil_rectangles parts;
	struct numbers whole, own[RANKS];
	struct stencil_exchange *exchanges[RANKS];
};

/* Elements of which each rank sends the first ones to the next rank, which has them as its last ones. */
struct circle {
	double elements[RANKS][ELEMENTS*HEIGHT];
	struct stencil_exchange *exchanges[RANKS];
};

static void
open_model(struct model *m, int grid, struct stencil_engine *engine, bool backwards)
{
	static const struct stencil_exchanged fields[FIELDS] = { { 8, LEVELS }, { 4, LEVELS }, { 1, 1 } };
	const struct reading *r = &readings[grid];

	m->parts = (struct stencil_rectangles){
		.ranks = { grid ? 2 : 3, grid ? 3 : 2 }, .periodic = { periodic[grid][0], periodic[grid][1] },
		.inner = { sizes[grid][0], sizes[grid][1] }, .low = { r->low[0], r->low[1] }, .high = { r->high[0], r->high[1] },
		.every = 1, .corners = r->corners, .vector = 1, .alignment = 1,
	};
	numbers_open(&m->whole, m->parts.inner, r->low, r->high);
	numbers_fill(&m->whole);
	numbers_wrap(&m->whole, m->parts.periodic);
	for (int i = 0; i < RANKS; i++) {
		const int rank = backwards ? RANKS - 1 - i : i;
		const struct stencil_rectangle part = stencil_rectangle(&m->parts, rank);

		numbers_cut(&m->whole, &m->parts, &part, &m->own[rank]);
		ck_assert_int_eq(stencil_exchange_rectangles(&m->exchanges[rank], engine, &stencil_lane_cpu, &m->parts, rank,
			&m->own[rank].grid, fields, FIELDS), 0);
	}
}

static void
close_model(struct model *m)
{
	for (int rank = 0; rank < RANKS; rank++) {
		stencil_exchange_free(m->exchanges[rank]);
		numbers_close(&m->own[rank]);
	}
	numbers_close(&m->whole);
}

static void
begin(const struct model *m, int rank)
{
	const struct numbers *n = &m->own[rank];

	ck_assert_int_eq(stencil_exchange_begin(m->exchanges[rank], (void *const[]){ n->next, n->sum, n->column }, NULL), 0);
}

static void
begin_all(struct model *m, const struct reading *reading)
{
	for (int rank = 0; rank < RANKS; rank++) {
		numbers_step(&m->own[rank], &m->own[rank].grid, reading);
		begin(m, rank);
	}
}

static void
end_all(struct model *m)
{
	for (int rank = 0; rank < RANKS; rank++) {
		ck_assert_int_eq(stencil_exchange_end(m->exchanges[rank], NULL), 0);
		numbers_swap(&m->own[rank]);
	}
}

static void
check_model(struct model *m, int grid)
{
	numbers_step(&m->whole, &m->whole.grid, &readings[grid]);
	numbers_swap(&m->whole);
	numbers_wrap(&m->whole, m->parts.periodic);
	for (int rank = 0; rank < RANKS; rank++) {
		const struct stencil_rectangle part = stencil_rectangle(&m->parts, rank);
		struct numbers expected;

		numbers_cut(&m->whole, &m->parts, &part, &expected);
		ck_assert_msg(numbers_equal(&m->own[rank], &expected, m->parts.corners), "grid %d, rank %d", grid, rank);
		numbers_close(&expected);
	}
}

static void
open_circle(struct circle *c, struct stencil_engine *engine)
{
	static const struct stencil_exchanged field = { 8, HEIGHT };
	static const int first[] = { 1, 0 }, last[] = { ELEMENTS - 2, ELEMENTS - 1 };

	for (int rank = 0; rank < RANKS; rank++) {
		const int peers[] = { (rank + 1) % RANKS, (rank + RANKS - 1) % RANKS };
		const struct stencil_columns columns = { 2, peers, (const int[]){ 2, 0 }, (const int[]){ 0, 2 }, first, last, 0,
			(const int[]){ HEIGHT } };

		ck_assert_int_eq(stencil_exchange_columns(&c->exchanges[rank], engine, &stencil_lane_cpu, &columns, rank, &field, 1), 0);
	}
}

static double
number(int step, int rank, int i)
{
	return 1000*step + 100*rank + i + 0.25;
}

static void
begin_circle(struct circle *c, int step)
{
	for (int rank = 0; rank < RANKS; rank++) {
		for (int i = 0; i < ELEMENTS*HEIGHT; i++)
			c->elements[rank][i] = number(step, rank, i);
		ck_assert_int_eq(stencil_exchange_begin(c->exchanges[rank], (void *const[]){ c->elements[rank] }, NULL), 0);
	}
}

static void
end_circle(struct circle *c, int step)
{
	for (int rank = 0; rank < RANKS; rank++) {
		const int from = (rank + RANKS - 1) % RANKS;

		ck_assert_int_eq(stencil_exchange_end(c->exchanges[rank], NULL), 0);
		for (int i = 0; i < ELEMENTS*HEIGHT; i++) {
			const int e = i/HEIGHT, k = i % HEIGHT, got = ELEMENTS - 1 - e;

			ck_assert_double_eq(c->elements[rank][i], got < 2 ? number(step, from, got*HEIGHT + k) : number(step, rank, i));
		}
	}
}

/* Two grids and a circle, of which each has messages under way while others begin and end. */
START_TEST(each_gets_its_own_messages)
{
	struct stencil_engine *engine;
	struct model models[GRIDS];
	struct circle circle;

	ck_assert_int_eq(stencil_engine_peer(RANKS, &engine), 0);
	open_model(&models[0], 0, engine, false);
	open_circle(&circle, engine);
	open_model(&models[1], 1, engine, _i);
	for (int step = 0; step < STEPS; step++) {
		struct model *first = &models[step % 2], *second = &models[(step + 1) % 2];

		begin_all(first, &readings[step % 2]);
		begin_circle(&circle, 2*step);
		begin_all(second, &readings[(step + 1) % 2]);
		end_circle(&circle, 2*step);
		end_all(step % 3 ? first : second);
		begin_circle(&circle, 2*step + 1);
		end_all(step % 3 ? second : first);
		end_circle(&circle, 2*step + 1);
		for (int grid = 0; grid < GRIDS; grid++)
			check_model(&models[grid], grid);
	}
	for (int rank = 0; rank < RANKS; rank++)
		stencil_exchange_free(circle.exchanges[rank]);
	close_model(&models[0]);
	close_model(&models[1]);
	stencil_engine_free(engine);
}
END_TEST

/* An exchange knows nothing of how far others are. */
START_TEST(each_is_in_flight_alone)
{
	struct stencil_engine *engine;
	struct model model;
	struct circle circle;

	ck_assert_int_eq(stencil_engine_peer(RANKS, &engine), 0);
	open_model(&model, 0, engine, false);
	open_circle(&circle, engine);
	begin_circle(&circle, 1);
	ck_assert_int_eq(stencil_exchange_end(model.exchanges[0], NULL), STENCIL_NOT_BEGUN);
	begin(&model, 0);
	ck_assert_int_eq(stencil_exchange_end(model.exchanges[0], NULL), STENCIL_PEERS_BEHIND);
	end_circle(&circle, 1);
	begin_circle(&circle, 2);
	end_circle(&circle, 2);
	for (int rank = 0; rank < RANKS; rank++)
		stencil_exchange_free(circle.exchanges[rank]);
	close_model(&model);
	stencil_engine_free(engine);
}
END_TEST

/* The least number is free again: what is planned then belongs together. */
START_TEST(numbers_are_given_again)
{
	struct stencil_engine *engine;
	struct model model;
	struct circle circle;

	ck_assert_int_eq(stencil_engine_peer(RANKS, &engine), 0);
	for (int round = 0; round < 3; round++) {
		open_circle(&circle, engine);
		open_model(&model, 1, engine, false);
		begin_circle(&circle, round);
		begin_all(&model, &readings[1]);
		end_circle(&circle, round);
		for (int rank = 0; rank < RANKS; rank++)
			stencil_exchange_free(circle.exchanges[rank]);
		open_circle(&circle, engine);
		end_all(&model);
		check_model(&model, 1);
		begin_circle(&circle, round);
		end_circle(&circle, round);
		for (int rank = RANKS; rank-- > 0; )
			stencil_exchange_free(circle.exchanges[rank]);
		close_model(&model);
	}
	stencil_engine_free(engine);
}
END_TEST

START_TEST(too_many_are_refused)
{
	static struct stencil_exchange *exchanges[STENCIL_EXCHANGES];
	const struct stencil_columns none = { .peers = 0 };
	struct stencil_exchange *other;
	struct stencil_engine *engine;

	ck_assert_int_eq(stencil_engine_peer(2, &engine), 0);
	for (int i = 0; i < STENCIL_EXCHANGES; i++)
		ck_assert_int_eq(stencil_exchange_columns(&exchanges[i], engine, &stencil_lane_cpu, &none, 1, NULL, 0), 0);
	ck_assert_int_eq(stencil_exchange_columns(&other, engine, &stencil_lane_cpu, &none, 1, NULL, 0), STENCIL_ENGINE_TAKEN);
	ck_assert_ptr_null(other);
	ck_assert_int_eq(stencil_exchange_columns(&other, engine, &stencil_lane_cpu, &none, 0, NULL, 0), 0);
	stencil_exchange_free(other);
	stencil_exchange_free(exchanges[7]);
	ck_assert_int_eq(stencil_exchange_columns(&exchanges[7], engine, &stencil_lane_cpu, &none, 1, NULL, 0), 0);
	for (int i = 0; i < STENCIL_EXCHANGES; i++)
		stencil_exchange_free(exchanges[i]);
	stencil_engine_free(engine);
}
END_TEST

Suite *
several_exchanges_suite(void)
{
	Suite *suite = suite_create("several exchanges");
	TCase *test = tcase_create("several exchanges");

	tcase_add_loop_test(test, each_gets_its_own_messages, 0, 2);
	tcase_add_test(test, each_is_in_flight_alone);
	tcase_add_test(test, numbers_are_given_again);
	tcase_add_test(test, too_many_are_refused);
	suite_add_tcase(suite, test);
	return suite;
}
