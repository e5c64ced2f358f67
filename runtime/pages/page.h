#ifndef PAGE_H
#define PAGE_H

#include "runtime/cli/tool.h"

/*
 * A page is Markdown with holes: lines that begin with @, and below them settings,
 * indented. The rest is copied as it is. DATA is a file of the data's folder without its
 * .csv; DATA+DATA is several with their columns put together.
 *
 *     @reference FILE              numbers that others published: see comparison.h
 *     @theirs NAME                 what those are called
 *     @device DATA                 what it was measured on
 *     @commands DATA...            what measured it, once each
 *     @table TABLE DATA METRIC     a table of the reference, with ours beside it, and bars of
 *         title TEXT               the metric
 *     @matrix DATA                 a table of the fastest rows' numbers
 *         rows COLUMN              what its rows, and its columns, go through: columns of DATA, or
 *         columns COLUMN           several of them, as grid+padding
 *         value COLUMN             what is in it; without columns several, with commas between
 *         where CONDITIONS         as those of a chart: see plot.h
 *     @bars NAME DATA              a chart: NAME.svg, and what it shows: NAME.csv
 *     @lines NAME DATA             settings: see plot.h
 *     @heat NAME DATA
 *     @roofline NAME DATA
 */

/* Writes README.md with its charts and their data into a folder. What was not measured is
 * said there and on standard error, and makes the status EXIT_ERRORS. */
int page_write(struct tool *tool, const char *page, const char *data, const char *folder);

#endif
