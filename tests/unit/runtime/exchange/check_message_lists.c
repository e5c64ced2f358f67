/* Exchanges of elements of any numbering: each rank gets what the others have of its elements, and keeps the rest. */

#include "runtime/exchange/exchange.h"

#include <check.h>
#include <stdbool.h>
#include <string.h>

Suite *message_lists_suite(void);

enum { RANKS = 3, ELEMENTS = 24, LEVELS = 5, HEIGHT = 8, FIELDS = 2 };

/* A rank's arrays: of doubles, levels outermost or innermost, and of bytes without levels. */
struct own {
	double points[ELEMENTS*HEIGHT];
	char columns[ELEMENTS];
	struct stencil_exchange *exchange;
};

/* All ranks have all elements, of which each owns every third; places are a permutation of their own. */
static int
place_of(int rank, int element)
{
	return (element*7 + 5*rank) % ELEMENTS;
}

/* A rank needs no elements of the next one beyond the tenth. Of bytes it needs those with even numbers only, if they have a list of
 * their own. */
enum need { ALL, EVEN };
static bool
is_needed(int rank, int element, enum need need)
{
	return element % RANKS != rank && (element % RANKS != (rank + 1) % RANKS || element < 10) && (need == ALL || element % 2 == 0);
}

static size_t
at(int place, int level, int height)
{
	return (size_t)(height ? place*height + level : level*ELEMENTS + place);
}

static double
number(int rank, int element, int level)
{
	return 1000*rank + 10*element + level + 0.5;
}

static void
fill(struct own *own, int rank, int height)
{
	memset(own, 0, sizeof *own);
	for (int e = 0; e < ELEMENTS; e++) {
		for (int k = 0; k < LEVELS; k++)
			own->points[at(place_of(rank, e), k, height)] = number(rank, e, k);
		own->columns[place_of(rank, e)] = (char)(40*rank + e);
	}
}

/* The numbers of a list. */
struct numbers {
	int ranks[RANKS], sends[RANKS], receives[RANKS], send[RANKS*ELEMENTS], receive[ELEMENTS];
};

static struct stencil_columns
list_of(struct numbers *n, int rank, enum need need, const int *heights)
{
	struct stencil_columns columns = { 0, n->ranks, n->sends, n->receives, n->send, n->receive, ELEMENTS, heights };
	int sent = 0, received = 0;

	memset(n, 0, sizeof *n);
	for (int peer = 0; peer < RANKS; peer++) {
		if (peer == rank)
			continue;
		for (int e = 0; e < ELEMENTS; e++) {
			if (e % RANKS == rank && is_needed(peer, e, need)) {
				n->send[sent++] = place_of(rank, e);
				n->sends[columns.peers]++;
			}
			if (e % RANKS == peer && is_needed(rank, e, need)) {
				n->receive[received++] = place_of(rank, e);
				n->receives[columns.peers]++;
			}
		}
		n->ranks[columns.peers++] = peer;
	}
	return columns;
}

static void
open_exchange(struct own *own, struct stencil_engine *engine, int rank, int height, enum need bytes)
{
	static const struct stencil_exchanged fields[FIELDS] = { { 8, LEVELS }, { 1, 1 } };
	const int heights[FIELDS] = { height, 0 };
	struct numbers numbers[2];
	const struct stencil_columns lists[] = { list_of(&numbers[0], rank, ALL, heights), list_of(&numbers[1], rank, bytes, heights) };

	if (bytes == ALL)
		ck_assert_int_eq(stencil_exchange_columns(&own->exchange, engine, &stencil_lane_cpu, lists, rank, fields, FIELDS), 0);
	else
		ck_assert_int_eq(stencil_exchange_lists(&own->exchange, engine, &stencil_lane_cpu, lists, (int[]){ 0, 1 }, rank, fields,
			FIELDS), 0);
}

static void
check_own(const struct own *own, int rank, int height, enum need bytes)
{
	for (int e = 0; e < ELEMENTS; e++) {
		const int from = is_needed(rank, e, ALL) ? e % RANKS : rank, place = place_of(rank, e);

		ck_assert_int_eq(own->columns[place], 40*(is_needed(rank, e, bytes) ? e % RANKS : rank) + e);
		for (int k = 0; k < LEVELS; k++)
			ck_assert_double_eq(own->points[at(place, k, height)], number(from, e, k));
		for (int k = LEVELS; k < height; k++)
			ck_assert_double_eq(own->points[at(place, k, height)], 0);
	}
}

START_TEST(each_gets_what_others_own)
{
	static struct own own[RANKS];
	const int height = _i % 2*HEIGHT;
	const enum need bytes = _i < 2 ? ALL : EVEN;
	struct stencil_engine *engine;

	ck_assert_int_eq(stencil_engine_peer(RANKS, &engine), 0);
	for (int rank = 0; rank < RANKS; rank++) {
		fill(&own[rank], rank, height);
		open_exchange(&own[rank], engine, rank, height, bytes);
	}
	for (int rank = 0; rank < RANKS; rank++)
		ck_assert_int_eq(stencil_exchange_begin(own[rank].exchange, (void *[]){ own[rank].points, own[rank].columns }, NULL), 0);
	for (int rank = 0; rank < RANKS; rank++)
		ck_assert_int_eq(stencil_exchange_end(own[rank].exchange, NULL), 0);
	for (int rank = 0; rank < RANKS; rank++) {
		check_own(&own[rank], rank, height, bytes);
		stencil_exchange_free(own[rank].exchange);
	}
	stencil_engine_free(engine);
}
END_TEST

START_TEST(ranks_that_are_not_there_are_refused)
{
	const struct stencil_columns columns = { .peers = 0 };
	struct stencil_exchange *exchange;
	struct stencil_engine *engine;

	ck_assert_int_eq(stencil_engine_peer(RANKS, &engine), 0);
	ck_assert_int_eq(stencil_exchange_columns(&exchange, engine, &stencil_lane_cpu, &columns, RANKS, NULL, 0), STENCIL_NO_PARTS);
	ck_assert_int_eq(stencil_exchange_columns(&exchange, engine, &stencil_lane_cpu, &columns, -1, NULL, 0), STENCIL_NO_PARTS);
	ck_assert_ptr_null(exchange);
	stencil_engine_free(engine);
}
END_TEST

Suite *
message_lists_suite(void)
{
	Suite *suite = suite_create("message lists");
	TCase *test = tcase_create("message lists");

	tcase_add_loop_test(test, each_gets_what_others_own, 0, 4);
	tcase_add_test(test, ranks_that_are_not_there_are_refused);
	suite_add_tcase(suite, test);
	return suite;
}
