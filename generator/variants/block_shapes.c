#include "generator/variants/block_shapes.h"

#include "generator/variants/defaults.h"
#include "generator/variants/steps.h"
#include "generator/variants/tunables.h"

enum { WARP = 32, COLUMNS = 4, FEW_LANES = WARP/4 };

/* Whole warps, unless more than a sixteenth of their lanes would idle. Then columns share warps: runtime/results/h200/defaults,
 * "Threads of a block". Where they share one, warps of clusters look twice as many neighbours up: these use half warps, and columns
 * that do not fit a block use whole lines of memory. */
static int
persistent_lanes(int lanes, bool clusters)
{
	enum { MOST = 4*WARP };
	const int turns = (lanes + MOST - 1)/MOST, whole = round_up((lanes + turns - 1)/turns, WARP);

	if (16*(whole*turns - lanes) <= whole*turns)
		return whole;
	return turns > 1 || clusters ? round_up((lanes + turns - 1)/turns, WARP/2) : lanes;
}

/* Two blocks a multiprocessor are a little faster than one, but one has room for more columns. With 90 levels, which are three
 * warps, five columns per block beat one warp for all levels of each. */
static void
persistent_block(int lanes, bool clusters, int block[3])
{
	const int half = RESIDENT_THREADS/2/persistent_lanes(lanes, clusters);

	block[0] = persistent_lanes(lanes, clusters);
	block[1] = RESIDENT_THREADS/block[0];
	if (block[1] <= 2*half)
		block[1] = half;
}

/* Whole warps along a column's levels, one or two of them, and four columns. Of few levels as
 * many lanes as these need, and as many columns as fill four warps; clusters of them one warp, for there
 * are few of these. */
void
column_block(int lanes, bool clusters, bool is_persistent, int block[3])
{
	const int warps = (lanes + WARP - 1)/WARP;

	block[0] = lanes <= WARP/2 ? lanes : warps % 2 ? WARP : 2*WARP;
	block[1] = lanes > WARP/2 ? COLUMNS : lanes < FEW_LEVELS && clusters ? WARP/lanes : COLUMNS*WARP/lanes;
	block[2] = 1;
	if (is_persistent && lanes > FEW_LANES)
		persistent_block(lanes, clusters, block);
}

int
persistent_blocks(const int block[3])
{
	return block[0] > FEW_LANES ? RESIDENT_THREADS/(block[0]*block[1]) : 0;
}

/* Whole warps have what they may have of the registers of a multiprocessor, which they get by eights. */
int
threads_of_registers(int registers)
{
	enum { FILE_OF_REGISTERS = 65536, AT_ONCE = 8 };

	return FILE_OF_REGISTERS/(round_up(registers, AT_ONCE)*WARP)*WARP;
}

int
temporal_lag(const struct plan *plan, const struct variant *variant)
{
	const int above = extents_of_step(plan, variant).high[2];

	return above ? above : 1;
}

/* Whether a step reads a field nowhere but at the point that it updates. */
static bool
is_read_at_point(const struct plan *plan, const struct field *field)
{
	const struct extents reach = extents_of_field(plan, field);
	int sum = 0;

	for (int a = 0; a < AXES; a++)
		sum += reach.low[a] + reach.high[a];
	return sum == 0;
}

bool
temporal_has_queue(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	const struct field *source = step_source(plan, variant, field);

	return source->role == ROLE_OUT || !is_read_at_point(plan, field) || !temporal_has_queue(plan, variant, source)
		|| extents_of_field(plan, source).low[2] < temporal_lag(plan, variant);
}

/* The first updated field that has a queue. */
static const struct field *
first_queued(const struct plan *plan, const struct variant *variant)
{
	const struct field *field = next_updated(plan, variant, NULL);

	while (!temporal_has_queue(plan, variant, field))
		field = next_updated(plan, variant, field);
	return field;
}

bool
temporal_has_tile(const struct plan *plan, const struct variant *variant, const struct field *field)
{
	const struct extents reach = extents_of_field(plan, field);

	return field == first_queued(plan, variant) || reach.low[0] || reach.high[0] || reach.low[1] || reach.high[1];
}

/* Levels of all updated fields that a step has in registers. */
static int
temporal_levels(const struct plan *plan, const struct variant *variant)
{
	int levels = 0;

	for (const struct field *f = NULL; (f = next_updated(plan, variant, f));)
		if (temporal_has_queue(plan, variant, f))
			levels += extents_of_field(plan, f).low[2] + 1 + temporal_lag(plan, variant);
	return levels;
}

/* With all threads that a block can have, each has 64 registers. The levels of all steps may take 48 of these, and with further fields
 * their addresses and what is loaded ahead. */
int
temporal_threads(const struct plan *plan, const struct variant *resolved)
{
	enum { MOST = 1024, FEWER = 512, BYTES_OF_MOST = 48*4, ADDRESSES = 2*8 };
	const int row = resolved->tunables[TUNABLE_rows_per_thread]*step_element(plan, resolved);
	const int registers = resolved->tunables[TUNABLE_registers_per_thread];
	int bytes = resolved->tunables[TUNABLE_steps_per_launch]*temporal_levels(plan, resolved)*row - row - ADDRESSES;

	if (registers && tunable_applies(TUNABLE_registers_per_thread, resolved))
		return threads_of_registers(registers) < MOST ? threads_of_registers(registers) : MOST;
	for (const struct field *f = NULL; (f = next_updated(plan, resolved, f));)
		bytes += (temporal_has_queue(plan, resolved, f) ? row : 2*row) + ADDRESSES;

	return bytes <= BYTES_OF_MOST ? MOST : FEWER;
}

size_t
temporal_bytes(const struct plan *plan, const struct variant *resolved, const int block[3])
{
	const struct extents reach = extents_of_step(plan, resolved);
	const int rim = (reach.low[1] + reach.high[1])*block[0] + reach.low[0] + reach.high[0];
	int tiles = 0, row;

	for (const struct field *f = NULL; (f = next_updated(plan, resolved, f));)
		tiles += temporal_has_tile(plan, resolved, f);
	row = tiles*resolved->tunables[TUNABLE_steps_per_launch]*resolved->tunables[TUNABLE_rows_per_thread]*block[0];
	return (size_t)step_element(plan, resolved)*(size_t)(row*block[1] + rim);
}

int
temporal_block_rows(const struct plan *plan, const struct variant *resolved, int width, size_t bytes)
{
	int rows = temporal_threads(plan, resolved)/width;

	while (rows > 1 && temporal_bytes(plan, resolved, (const int[]){ width, rows, 1 }) > bytes)
		rows--;
	return rows < 1 ? 1 : rows;
}

int
temporal_queue_rows(const struct plan *plan, const struct variant *variant)
{
	const struct extents reach = extents_of_step(plan, variant);
	const int rows = reach.low[1] + reach.high[1];

	return rows ? rows : 1;
}

int
temporal_rows_ahead(const struct plan *plan, const struct variant *variant)
{
	return temporal_queue_rows(plan, variant) % 2 ? 1 : 2;
}

int
temporal_queue_registers(const struct plan *plan, const struct variant *variant, int steps, int points)
{
	const int words = step_element(plan, variant)/4;
	int fields = 0;

	for (const struct field *f = NULL; (f = next_updated(plan, variant, f));)
		fields++;
	return fields*(steps*temporal_queue_rows(plan, variant) + temporal_rows_ahead(plan, variant))*points*words;
}

int
temporal_inner_columns(const struct plan *plan, const struct variant *variant, int steps, int points, int lanes)
{
	const struct extents reach = extents_of_step(plan, variant);

	return lanes*points - round_up(steps*reach.low[0], points) - round_up(steps*reach.high[0], points);
}

/* A vector load of a lane; more points if a third of the columns, or more, were computed twice, as far as registers allow:
 * runtime/results/h200/iterated. */
int
temporal_points(const struct plan *plan, const struct variant *variant, int lanes)
{
	const int steps = variant->tunables[TUNABLE_steps_per_launch];
	int points = VECTOR_BYTES/step_element(plan, variant);

	while (points < MAX_POINTS_PER_THREAD && 3*temporal_inner_columns(plan, variant, steps, points, lanes) < 2*lanes*points)
		points *= 2;
	points = points > MAX_POINTS_PER_THREAD ? MAX_POINTS_PER_THREAD : points;
	while (points > 1 && temporal_queue_registers(plan, variant, steps, points) > MAX_QUEUE_REGISTERS)
		points /= 2;
	return points;
}
