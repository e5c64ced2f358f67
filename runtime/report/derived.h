#ifndef DERIVED_H
#define DERIVED_H

#include "runtime/formats/csv.h"

/* The verified rows of stencilbench's CSV, with columns derived from the others:
 *     size                 64x64x8, or 10:7 and 10:7:pad
 *     grid padding sent    of sparse grids: 10:7; compact or padded; launched or replayed
 *     median_us q1_us q3_us copy_us share_of_copy stream_us share_of_stream bandwidth_GBps
 *     launch_floor_us bound_us times_bound share_of_program speedup
 *                          of hot caches or, if these were not measured, of cold ones
 *     median_ms            median_us in milliseconds
 *     threads              of a block: 128 of 64x2x1
 *     block_x block_yz block_z   64, 2x1 and 1 of it
 *     size_x size_z        of the size
 *     order_width          16 of zcurve:16
 *     relative             the time over the least time of any regular storage of the same
 *                          stencil, size and precision, as soa
 *     slowdown_pct         relative as a percentage above 100
 *     times_floor          the time over that of as many empty launches
 *     rate_M               1e6 points, or probes, a second
 *     intensity gflops     operations per compulsory byte, and 1e9 operations a second
 *     loads_a_point        loads per point, a vector counted once
 *     dram_read_GB dram_GB 1e9 bytes read from, and moved to and from, the GPU's memory
 */
struct csv *add_derived_columns(struct arena *arena, const struct csv *csv);

/* The column of times, in microseconds. */
extern const char time_column[];

/* Adds a column named "a+b" with the values of columns a and b, separated by a blank. */
struct csv *combine_columns(struct arena *arena, const struct csv *csv, const char *columns);

/* A column's heading, with its unit. */
const char *column_label(const char *column);

#endif
