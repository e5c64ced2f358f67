#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include "generator/base/error.h"
#include "runtime/rows/results.h"

/* Writes a chart of the results; kind is one of bars, lines, heat and roofline, or NULL for bars, or
 * lines if there are several sizes. Returns false with an error. */
bool report_svg(const struct results *results, const char *kind, const char *path, struct error *error);

#endif
