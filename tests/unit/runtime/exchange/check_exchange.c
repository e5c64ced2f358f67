/* Parts, regions and exchanges: cut into parts, a grid gets the numbers that it gets in one. */

#include "runtime/exchange/lane.h"
#include "tests/unit/runtime/exchange/cut_grid.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *exchange_suite(void);

enum { STEPS = 5, MOST_RANKS = 8, FIELDS = 3 };

#define READING(list, west, north, east, south, both) \
	{ list, sizeof list/sizeof *list, { west, north }, { east, south }, both }

static const struct neighbour_offset cross[] = { {0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1} };
static const struct neighbour_offset far[] = { {0, 0}, {-3, 0}, {1, 0}, {0, -1}, {0, 2}, {2, 0} };
static const struct neighbour_offset corner[] = { {0, 0}, {1, 1}, {-2, 1}, {1, -1}, {-1, -2} };
static const struct neighbour_offset upwind[] = { {0, 0}, {-2, 0}, {0, -1} };
static const struct neighbour_offset beside[] = { {0, 0}, {1, 0} };

static const struct reading readings[] = {
	READING(cross, 1, 1, 1, 1, 0), READING(far, 3, 1, 2, 2, 0), READING(corner, 2, 2, 1, 1, 1),
	READING(upwind, 2, 1, 0, 0, 0), READING(beside, 0, 0, 1, 0, 0),
};
enum { READINGS = sizeof readings/sizeof *readings };

static const int cuts[][2] = { {1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 3}, {3, 2}, {4, 1}, {2, 4} };
enum { CUTS = sizeof cuts/sizeof *cuts };

static const int sizes[][2] = { {37, 29}, {41, 33}, {23, 31}, {90, 24} };
enum { SIZES = sizeof sizes/sizeof *sizes };

/* Ranks of this process. */
struct ranks {
	struct stencil_rectangles parts;
	struct stencil_engine *engine;
	int count;
	struct numbers numbers[MOST_RANKS];
	struct stencil_exchange *exchanges[MOST_RANKS];
};

static void
open_ranks(struct ranks *r, const struct numbers *whole)
{
	static const struct stencil_exchanged fields[FIELDS] = { { 8, LEVELS }, { 4, LEVELS }, { 1, 1 } };

	r->count = r->parts.ranks[0]*r->parts.ranks[1];
	ck_assert_int_eq(stencil_engine_peer(r->count, &r->engine), 0);
	for (int rank = 0; rank < r->count; rank++) {
		const struct stencil_rectangle part = stencil_rectangle(&r->parts, rank);

		numbers_cut(whole, &r->parts, &part, &r->numbers[rank]);
		ck_assert_int_eq(stencil_exchange_rectangles(&r->exchanges[rank], r->engine, &stencil_lane_cpu, &r->parts, rank,
			&r->numbers[rank].grid, fields, FIELDS), 0);
	}
}

static void
close_ranks(struct ranks *r)
{
	for (int rank = 0; rank < r->count; rank++) {
		stencil_exchange_free(r->exchanges[rank]);
		numbers_close(&r->numbers[rank]);
	}
	stencil_engine_free(r->engine);
}

static void
begin(const struct ranks *r, int rank)
{
	const struct numbers *n = &r->numbers[rank];

	ck_assert_int_eq(stencil_exchange_begin(r->exchanges[rank], (void *const[]){ n->next, n->sum, n->column }, NULL), 0);
}

/* The last step of a group: strips, exchange, and the interior meanwhile. */
static void
exchange_step(struct ranks *r, const struct reading *reading)
{
	struct stencil_grid regions[MOST_RANKS][STENCIL_REGIONS];
	int count[MOST_RANKS];

	for (int rank = 0; rank < r->count; rank++) {
		const struct numbers *n = &r->numbers[rank];

		count[rank] = stencil_strips(&r->parts, rank, &n->grid, regions[rank]);
		for (int i = 0; i < count[rank] - (count[rank] > 1); i++)
			numbers_step(n, &regions[rank][i], reading);
		begin(r, rank);
	}
	for (int rank = 0; rank < r->count; rank++) {
		if (count[rank] > 1)
			numbers_step(&r->numbers[rank], &regions[rank][count[rank] - 1], reading);
		ck_assert_int_eq(stencil_exchange_end(r->exchanges[rank], NULL), 0);
	}
}

/* Steps; the last group may be a short one. */
static void
step_ranks(struct ranks *r, const struct reading *reading)
{
	for (int step = 0; step < STEPS; step++) {
		const int last = step - step % r->parts.every + r->parts.every - 1;
		const int further = (last < STEPS ? last : STEPS - 1) - step;

		for (int rank = 0; rank < r->count && further; rank++) {
			const struct stencil_grid region = stencil_extended(&r->parts, rank, &r->numbers[rank].grid, further);

			numbers_step(&r->numbers[rank], &region, reading);
		}
		if (!further)
			exchange_step(r, reading);
		for (int rank = 0; rank < r->count; rank++)
			numbers_swap(&r->numbers[rank]);
	}
}

static void
step_whole(struct numbers *whole, const struct reading *reading, const int periodic[2])
{
	for (int step = 0; step < STEPS; step++) {
		numbers_step(whole, &whole->grid, reading);
		numbers_swap(whole);
		numbers_wrap(whole, periodic);
	}
}

/* One rank computes on an array whose halo is as wide as it reads. */
static void
open_whole(struct numbers *whole, const int inner[2], const struct reading *reading, const int periodic[2])
{
	numbers_open(whole, inner, reading->low, reading->high);
	numbers_fill(whole);
	numbers_wrap(whole, periodic);
}

static void
try_parts(const struct stencil_rectangles *parts, const struct reading *reading)
{
	struct ranks r = { .parts = *parts };
	struct numbers whole, expected;

	open_whole(&whole, parts->inner, reading, parts->periodic);
	open_ranks(&r, &whole);
	step_ranks(&r, reading);
	step_whole(&whole, reading, parts->periodic);
	for (int rank = 0; rank < r.count; rank++) {
		const struct stencil_rectangle part = stencil_rectangle(parts, rank);

		numbers_cut(&whole, parts, &part, &expected);
		ck_assert_msg(numbers_equal(&r.numbers[rank], &expected, parts->corners || parts->every > 1),
			"rank %d of %dx%d, %dx%d columns, periodic %d %d, every %d", rank, parts->ranks[0], parts->ranks[1],
			parts->inner[0], parts->inner[1], parts->periodic[0], parts->periodic[1], parts->every);
		numbers_close(&expected);
	}
	close_ranks(&r);
	numbers_close(&whole);
}

static struct stencil_rectangles
parts_of(const int cut[2], const int size[2], const struct reading *reading)
{
	return (struct stencil_rectangles){
		.ranks = { cut[0], cut[1] }, .inner = { size[0], size[1] }, .low = { reading->low[0], reading->low[1] },
		.high = { reading->high[0], reading->high[1] }, .corners = reading->corners, .vector = 1, .alignment = 1,
	};
}

START_TEST(parts_give_the_numbers_of_one)
{
	const struct reading *reading = &readings[_i % READINGS];

	for (int i = 0; i < SIZES*4*3*3; i++) {
		struct stencil_rectangles parts = parts_of(cuts[_i/READINGS], sizes[i % SIZES], reading);

		parts.periodic[0] = i/SIZES & 1;
		parts.periodic[1] = i/SIZES >> 1 & 1;
		parts.every = i/SIZES/4 % 3 + 1;
		parts.vector = i/SIZES/4/3 ? 2 : 1;
		parts.alignment = i/SIZES/4/3 == 2 ? 16 : parts.vector;
		if (!stencil_rectangles_check(&parts))
			try_parts(&parts, reading);
	}
}
END_TEST

START_TEST(thin_parts_are_refused)
{
	struct stencil_rectangles parts = parts_of((const int[]){ 3, 2 }, (const int[]){ 18, 8 }, &readings[1]);

	parts.every = 2;
	ck_assert_int_eq(stencil_rectangles_check(&parts), 0);
	try_parts(&parts, &readings[1]);
	parts.inner[0] = 17;
	ck_assert_int_eq(stencil_rectangles_check(&parts), STENCIL_THIN_PARTS);
	ck_assert_int_eq(stencil_part_width(&parts, 0), 5);
	ck_assert_int_eq(stencil_part_needs(&parts, 0), 6);
	parts.inner[0] = 18;
	parts.inner[1] = 7;
	ck_assert_int_eq(stencil_rectangles_check(&parts), STENCIL_THIN_PARTS);
	parts.ranks[1] = 1;
	ck_assert_int_eq(stencil_rectangles_check(&parts), 0);
	parts.periodic[1] = 1;
	parts.inner[1] = 3;
	ck_assert_int_eq(stencil_rectangles_check(&parts), STENCIL_THIN_PARTS);
	parts.every = INT_MAX;
	ck_assert_int_eq(stencil_rectangles_check(&parts), STENCIL_THIN_PARTS);
	parts.every = 0;
	ck_assert_int_eq(stencil_rectangles_check(&parts), STENCIL_NO_PARTS);
}
END_TEST

START_TEST(each_peer_gets_one_message)
{
	static const int messages[CUTS] = { 0, 1, 1, 3, 2, 5, 2, 5 };
	struct stencil_rectangles parts = parts_of(cuts[_i], sizes[0], &readings[2]);
	struct ranks r;
	struct numbers whole;

	parts.periodic[0] = parts.periodic[1] = parts.every = 1;
	r.parts = parts;
	open_whole(&whole, parts.inner, &readings[2], parts.periodic);
	open_ranks(&r, &whole);
	ck_assert_int_eq(stencil_exchange_traffic(r.exchanges[0]).messages, messages[_i]);
	close_ranks(&r);
	numbers_close(&whole);
}
END_TEST

/* Why there is no further exchange of a rank. */
static int
refusal(const struct ranks *r, int rank, const struct stencil_grid *grid)
{
	struct stencil_exchange *further;
	const int status = stencil_exchange_rectangles(&further, r->engine, &stencil_lane_cpu, &r->parts, rank, grid, NULL, 0);

	ck_assert_ptr_null(further);
	return status;
}

START_TEST(wrong_calls_are_refused)
{
	struct ranks r = { .parts = parts_of((const int[]){ 2, 1 }, sizes[0], &readings[0]) };
	struct stencil_grid grid;
	struct numbers whole;

	r.parts.every = 1;
	open_whole(&whole, r.parts.inner, &readings[0], r.parts.periodic);
	open_ranks(&r, &whole);
	grid = r.numbers[0].grid;
	ck_assert_int_eq(refusal(&r, 2, &grid), STENCIL_NO_PARTS);
	grid.row = grid.width;
	ck_assert_int_eq(refusal(&r, 0, &grid), STENCIL_SMALL_HALO);
	grid.width--;
	ck_assert_int_eq(refusal(&r, 0, &grid), STENCIL_WRONG_SIZE);
	ck_assert_int_eq(stencil_exchange_end(r.exchanges[0], NULL), STENCIL_NOT_BEGUN);
	begin(&r, 0);
	ck_assert_int_eq(stencil_exchange_begin(r.exchanges[0], NULL, NULL), STENCIL_IN_FLIGHT);
	ck_assert_int_eq(stencil_exchange_end(r.exchanges[0], NULL), STENCIL_PEERS_BEHIND);
	close_ranks(&r);
	numbers_close(&whole);
}
END_TEST

enum { MEMORY_IS_ASKED_FOR = 77 };

static int
allocate_nothing(const struct stencil_lane *lane, void **memory, size_t bytes)
{
	(void)lane;
	(void)bytes;
	*memory = NULL;
	return MEMORY_IS_ASKED_FOR;
}

static void
release_nothing(const struct stencil_lane *lane, void *memory)
{
	(void)lane;
	ck_assert_ptr_null(memory);
}

/* Rows of a part, and columns, of so many levels of 8 bytes: 2^31 and more are refused before there is memory for them. */
static const struct {
	int levels, status;
} large[] = { { 214748, MEMORY_IS_ASKED_FOR }, { 214749, STENCIL_LARGE_MESSAGE }, { INT_MAX, STENCIL_LARGE_MESSAGE } };
enum { LARGE = sizeof large/sizeof *large };

START_TEST(large_messages_are_refused)
{
	enum { WIDTH = 1000, HALO = 10, ROWS = 20, COUNT = WIDTH*HALO };
	static int places[COUNT];
	const struct stencil_lane lane = { .allocate = allocate_nothing, .release = release_nothing };
	const struct stencil_rectangles parts = { .ranks = { 1, 2 }, .inner = { WIDTH, 2*ROWS }, .low = { 0, HALO }, .high = { 0, HALO },
		.every = 1, .vector = 1, .alignment = 1 };
	const struct stencil_grid grid = { .row = WIDTH, .width = WIDTH, .height = ROWS, .first = ROWS*WIDTH, .stride = 3*ROWS*WIDTH };
	const struct stencil_columns columns = { .peers = 1, .rank = (const int[]){ 1 }, .sends = (const int[]){ COUNT },
		.receives = (const int[]){ COUNT }, .send = places, .receive = places, .heights = (const int[]){ 0 } };
	const struct stencil_exchanged field = { 8, large[_i].levels };
	struct stencil_engine *engine;
	struct stencil_exchange *exchange;

	ck_assert_int_eq(stencil_engine_peer(2, &engine), 0);
	ck_assert_int_eq(stencil_exchange_rectangles(&exchange, engine, &lane, &parts, 0, &grid, &field, 1), large[_i].status);
	ck_assert_ptr_null(exchange);
	ck_assert_int_eq(stencil_exchange_columns(&exchange, engine, &lane, &columns, 0, &field, 1), large[_i].status);
	ck_assert_ptr_null(exchange);
	stencil_engine_free(engine);
}
END_TEST

START_TEST(refusals_have_words)
{
	for (int status = STENCIL_MANY_FIELDS; status <= STENCIL_NO_PARTS; status++)
		ck_assert_str_ne(stencil_exchange_text(NULL, status), stencil_exchange_text(NULL, 5));
	ck_assert_str_eq(stencil_exchange_text(NULL, STENCIL_SMALL_HALO), stencil_refusal_text(STENCIL_SMALL_HALO));
}
END_TEST

Suite *
exchange_suite(void)
{
	Suite *suite = suite_create("exchange");
	TCase *test = tcase_create("exchange");

	tcase_add_loop_test(test, parts_give_the_numbers_of_one, 0, READINGS*CUTS);
	tcase_add_test(test, thin_parts_are_refused);
	tcase_add_loop_test(test, each_peer_gets_one_message, 0, CUTS);
	tcase_add_test(test, wrong_calls_are_refused);
	tcase_add_loop_test(test, large_messages_are_refused, 0, LARGE);
	tcase_add_test(test, refusals_have_words);
	suite_add_tcase(suite, test);
	return suite;
}
