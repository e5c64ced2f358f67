#ifndef SVG_H
#define SVG_H

#include "runtime/chart/chart.h"

#include <stdio.h>

/* Writes an SVG of at most 900 pixels' width. Returns false if memory is short. */
bool chart_write(const struct chart *chart, FILE *out);

#endif
