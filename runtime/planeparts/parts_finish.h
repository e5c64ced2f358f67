#ifndef PARTS_FINISH_H
#define PARTS_FINISH_H

#include "runtime/planeparts/plane_parts.h"

/* Waits until all steps are done. False with a message if one failed, or another rank is not heard of. */
bool parts_finish(const struct plane_parts *parts, char *message, size_t room);

/* The same of one part. */
bool parts_finish_part(const struct plane_parts *parts, const struct plane_part *part, char *message, size_t room);

/* So many steps were enqueued; where other ranks take part in them, waits for those of long ago. The same. */
bool parts_mark(const struct plane_parts *parts, int step, char *message, size_t room);

/* The step that another rank is not heard of in; 0: none. */
int parts_stuck(const struct plane_parts *parts);

#endif
