#ifndef PARTS_FINISH_H
#define PARTS_FINISH_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Waits until all steps are done. False with an error if one failed, or another rank is not heard of. */
bool parts_finish(const struct plane_parts *parts, struct error *error);

/* The same of one part. */
bool parts_finish_part(const struct plane_parts *parts, const struct plane_part *part, struct error *error);

/* So many steps were enqueued; where other ranks take part in them, waits for those of long ago. The same. */
bool parts_mark(const struct plane_parts *parts, int step, struct error *error);

/* The step that another rank is not heard of in; 0: none. */
int parts_stuck(const struct plane_parts *parts);

#endif
