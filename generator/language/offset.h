#ifndef OFFSET_H
#define OFFSET_H

#include "generator/language/ast.h"

/* The order of offsets: by |x| + |y|, then as one reads a page, then by level.
 * Negative, 0 or positive. */
int offset_compare(struct offset a, struct offset b);

bool offset_equal(struct offset a, struct offset b);
struct offset offset_add(struct offset a, struct offset b);

/* The column from which a chasing kernel reaches this one: one step nearer to the
 * middle, n for ne. */
struct offset column_before(struct offset at);

#endif
