#ifndef MEASURED_H
#define MEASURED_H

#include "runtime/formats/csv.h"

/* The rows of stencilbench's CSV that were found right, to choose from. Any column of it can be named, and
 * these besides, which follow from it:
 *     size                 64x64x8, or 10:7 and 10:7:pad
 *     grid padding sent    of sparse grids: 10:7, compact or padded, launched or replayed
 *     median_us q1_us q3_us copy_us share_of_copy stream_us share_of_stream bandwidth_GBps
 *                          of hot caches or, without these, of cold ones
 *     median_ms            median_us in milliseconds
 *     threads              of a block: 128 of 64x2x1
 *     block_x block_yz block_z   64, 2x1 and 1 of it
 *     size_x size_z        of the size
 *     order_width          16 of zcurve:16
 *     relative             the time, as a multiple of the least of any regular storage of
 *                          the same stencil, size and precision, as soa
 *     slowdown_pct         how much more than 100 % that is
 *     launch_floor_us bound_us times_bound speedup
 *                          likewise, of sparse grids
 *     times_floor          the time, as a multiple of that of its launches alone
 *     rate_M               1e6 points, or probes, a second
 *     intensity gflops     operations a byte that must be moved, and 1e9 of them a second
 *     loads_a_point        that threads ask for, a vector counted once
 *     dram_read_GB dram_GB 1e9 bytes that came from the GPU's memory, or went either way
 */
struct csv *measured_complete(struct arena *arena, const struct csv *csv);

/* The column of times, in microseconds. */
extern const char time_column[];

/* Adds a column named "a+b" with the words of columns a and b. */
struct csv *measured_combine(struct arena *arena, const struct csv *csv, const char *columns);

/* What people call a column: with its unit. */
const char *column_label(const char *column);

/* A column and the words that may be in it. */
struct condition {
	const char *column;
	const char **words; /* NULL ends them */
	struct condition *next;
};

/* "stencil=laplap order=-,zcurve:16". Returns false with a message. */
bool conditions_parse(struct arena *arena, const char *text, struct condition **conditions,
	char *message, size_t room);

bool conditions_hold(const struct condition *conditions, const struct csv *csv, int row);

/* Of the rows for which the conditions hold and that have a number (or a text, if
 * text) in the column, the fastest; of those without a time, the first. -1: there is none. */
int fastest_row(const struct csv *csv, const struct condition *conditions, const char *column, bool text);

/* The words in a column of the rows for which the conditions hold, once each, as they
 * come or, if sorted or if all begin with a number, numbers in them by size. Returns how
 * many. */
int distinct_words(struct arena *arena, const struct csv *csv, const struct condition *conditions,
	const char *column, bool sorted, const char ***words);

#endif
