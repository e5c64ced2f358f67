#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include "runtime/rows/results.h"

/* Writes a chart of the results; kind is one of bars, lines, heat and roofline, or NULL for bars, or
 * lines if there are several sizes. Returns false with a message. */
bool report_svg(const struct results *results, const char *kind, const char *path, char *message,
	size_t room);

#endif
