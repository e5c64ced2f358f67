#ifndef PNG_H
#define PNG_H

#include "generator/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Pictures as PNG are those in SVG, which librsvg draws. The library is loaded when the first one is asked for. */

/* Whether it can be loaded; else with an error. */
bool png_is_possible(struct error *error);

/* Draws an SVG on white, two pixels for each of its own. The bytes are to be freed. False with an error. */
bool png_of_svg(const char *svg, size_t size, char **bytes, size_t *length, struct error *error);

#endif
