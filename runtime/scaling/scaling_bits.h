#ifndef SCALING_BITS_H
#define SCALING_BITS_H

#include "generator/base/error.h"
#include "runtime/scaling/scaled.h"

enum bits { BITS_SAME, BITS_DIFFER, BITS_UNKNOWN };

/* Whether some steps of a small grid, decomposed as that which is measured, have the bits of one part. Unknown: on a GPU a compiler
 * may contract a point otherwise where it lies elsewhere in a tile, unless --exact is given; or processes are several, which
 * cannot compute one part. False with an error. */
bool scaling_bits(struct scaling *scaling, const struct candidate *candidate, const struct decomposition *decomposition,
	enum bits *bits,
	struct error *error);

#endif
