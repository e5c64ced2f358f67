#ifndef SVG_TEXT_H
#define SVG_TEXT_H

#include "runtime/chart/chart.h"

/* A chart's SVG, to be freed. */
char *svg_of(const struct chart *chart);

/* How often a text is in it. */
int count_of(const char *svg, const char *text);

#endif
