#ifndef PAGE_WRITE_H
#define PAGE_WRITE_H

#include "runtime/cli/tool.h"

/*
 * A page is Markdown with directives: lines that begin with @, with indented settings below
 * them. Everything else is copied. DATA is a file of the data folder without its .csv; DATA+DATA
 * is the rows of several.
 *
 *     @reference FILE              published numbers: see comparison.h
 *     @theirs NAME                 what these are called
 *     @device DATA                 the device of the measurements
 *     @commands DATA...            the command lines of the measurements, once each
 *     @table TABLE DATA METRIC     a table of the reference, with our numbers beside it, and a bar
 *         title TEXT               chart of the metric
 *     @rows DATA                   rows of a table;
 *         row TEXT                 {CONDITIONS: COLUMN} in it is the number of the fastest row
 *     @matrix DATA                 a table of the fastest rows' numbers
 *         rows COLUMN              the columns of DATA whose values are its rows and columns;
 *         columns COLUMN           several are joined by +, as in grid+padding
 *         value COLUMN             the column shown; without `columns` several, separated by commas
 *         where CONDITIONS         as those of a chart: see plot.h
 *     @bars NAME DATA              a chart, NAME.svg, and its data, NAME.csv; settings: see plot.h.
 *         label TEXT: CONDITIONS   names rows in a column `label`, for group, series or panels; with
 *                                  labels only such rows are shown, in the order of the labels
 *     @lines NAME DATA             the same
 *     @heat NAME DATA
 *     @roofline NAME DATA
 */

/* Fills a page: writes README.md, its charts and their data into a folder. The folders of data and of what is written are
 * those of the page where they are NULL. Numbers that were not measured are reported there and on standard error, and make
 * the status EXIT_ERRORS. After any other error nothing is written. */
bool page_write(struct tool *tool, const char *page, const char *data, const char *folder, struct error *error);

#endif
