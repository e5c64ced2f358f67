#ifndef PICTURE_H
#define PICTURE_H

#include "generator/base/printed.h"
#include "generator/base/temp_file.h"
#include "runtime/formats/place.h"

#include <stdio.h>

/* What pictures of fields have in common: ten colours, from dark for the least number to light for the greatest. */

enum { PICTURE_COLOURS = 10 };

/* Colours by number, and then that of what is no finite number. */
extern const char *const picture_colours[PICTURE_COLOURS + 1];

/* The least and the greatest number; INFINITY and -INFINITY before any is added. */
struct picture_range {
	double least, most;
};

/* Numbers that are not finite do not count. */
void picture_range_add(struct picture_range *range, double value);

int picture_colour(const struct picture_range *range, double value);

/* Writes a text of the picture in SVG; the anchor is that of SVG. */
void picture_put_text(double x, double y, const char *anchor, const char *text, FILE *out);

/* The colours side by side in the middle of a picture of this width, between the least and the greatest number, with their unit or
 * NULL. */
void picture_put_scale(const struct picture_range *range, const char *unit, double width, double top, FILE *out);

/* Closes a picture in SVG, writes it in its format to a temporary file that is open, and closes that. False with an error that names
 * the path. */
bool picture_file_write(struct temp_file *temp_file, enum format format, const char *path, struct printed *picture, struct error *error);

#endif
