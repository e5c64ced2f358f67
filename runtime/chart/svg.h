#ifndef SVG_H
#define SVG_H

#include "runtime/chart/chart.h"

#include <stdio.h>

/* Writes one SVG with the charts below each other. Returns false if memory is short. */
bool charts_write(const struct chart *charts, int count, FILE *out);

#endif
