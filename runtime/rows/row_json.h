#ifndef ROW_JSON_H
#define ROW_JSON_H

#include "runtime/formats/json.h"
#include "runtime/rows/results.h"

/* Makes a row from its line of JSON. Nothing of it refers to the object. Returns NULL if that is
 * no row. */
struct row *row_from_json(struct arena *arena, const struct json *object);

/* Adds the positive numbers of a list, or of NULL; other values are skipped. */
void samples_from_json(struct arena *arena, const struct json *list, struct samples *samples);

#endif
